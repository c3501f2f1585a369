//! The checks that CI runs: lengths of lines, formatting, lints, documentation, builds without std, all tests,
//! backends, replays, the lab; beside them the bindings. `more.rs` has the slow checks.

use std::fs;

use crate::process::{Failure, Outcome};
use crate::suite::{Context, End, Step, Suite};
use crate::{lab, pages};

pub(crate) const SUITE: Suite = Suite {
    steps: &[
        Step { name: "quick", subject: "quick checks: lengths of lines, formatting, lists", run: quick },
        Step { name: "lints", subject: "lints", run: lints },
        Step { name: "xtask", subject: "lints and tests of these steps", run: xtask },
        Step { name: "documentation", subject: "documentation", run: documentation },
        Step { name: "no-std", subject: "no_std builds", run: no_std },
        Step { name: "portable", subject: "lints of the build for other processors", run: portable },
        Step { name: "tests-build", subject: "tests: build", run: tests_build },
        Step { name: "tests", subject: "tests", run: tests },
        Step {
            name: "kernels",
            subject: "batches of points and signatures with the other kernels of vectors",
            run: kernels,
        },
        Step {
            name: "replay",
            subject: "replay of the generated chain: equal roots with both backends and with one or all threads",
            run: replay,
        },
        Step { name: "sums", subject: "sums from files of ZPrize with both backends", run: sums },
        Step { name: "page", subject: "the page of a replay in a browser", run: page },
        Step { name: "bounds", subject: "bounds", run: bounds },
        Step { name: "blocks", subject: "replay of real blocks", run: blocks },
        // It builds while the bindings are tested on one core.
        Step { name: "lab", subject: "the lab: comparisons of .ci/lab", run: comparisons },
        Step { name: "bindings", subject: "the bindings", run: bindings },
        Step { name: "dependencies", subject: "dependencies", run: dependencies },
    ],
    end: End::Times("success"),
};

/// The crates that build without `std`.
const NO_STD: [&str; 13] = [
    "limbs",
    "threads",
    "fields",
    "curves",
    "msm",
    "ntt",
    "secp256k1",
    "pairing",
    "kzg",
    "bls",
    "groth16",
    "evm",
    "ipa",
];

fn quick(context: &Context) -> Outcome {
    context.command(".ci/quick").run()?;
    // The bindings, on whatever the tests leave idle. Their output follows that of the tests.
    if context.is_whole.get() {
        context.heading("the bindings begin: .ci/bindings")?;
        let running = context.again("ci bindings")?.log(&context.beside_log())?.start()?;
        context.beside.replace(Some((".ci/bindings", running)));
    }
    Ok(())
}

fn lints(context: &Context) -> Outcome {
    let lints = "cargo clippy --locked --workspace --all-targets --features vorpal/count -- -D warnings";
    context.command(lints).run()
}

fn xtask(context: &Context) -> Outcome {
    let folder = |line: &str| context.command(line).folder("xtask");
    folder("cargo clippy --locked --quiet --all-targets -- -D warnings").run()?;
    folder("cargo test --locked --quiet").run()
}

fn documentation(context: &Context) -> Outcome {
    let documentation = context.command("cargo doc --locked --workspace --no-deps --quiet");
    documentation.env("RUSTDOCFLAGS", "-D warnings").run()
}

fn no_std(context: &Context) -> Outcome {
    let crates = NO_STD.map(|name| format!("-p vorpal-{name}")).join(" ");
    let lints = "cargo clippy --locked --quiet";
    context.command(format!("{lints} {crates} --no-default-features -- -D warnings")).run()?;
    for name in ["kzg", "bls"] {
        let features = "--no-default-features --features serde";
        context.command(format!("{lints} -p vorpal-{name} {features} -- -D warnings")).run()?;
    }
    Ok(())
}

fn portable(context: &Context) -> Outcome {
    let check = context.command("cargo check --locked -p vorpal-fields --quiet");
    check.env("RUSTC_WORKSPACE_WRAPPER", context.root.join(".ci/portable")).run()
}

fn tests_build(context: &Context) -> Outcome {
    let messages = context.out.join("build.json");
    context.command("cargo test --locked --no-run --message-format json").out(&messages)?.run()?;
    context.command(".ci/programs").arg(&messages).run()
}

fn tests(context: &Context) -> Outcome {
    context.command("cargo test --locked").run()?;
    context.is_built.set(true);
    Ok(())
}

fn kernels(context: &Context) -> Outcome {
    // `--workspace` keeps the features of the dependencies, so that they are not rebuilt.
    let tests =
        "cargo test --locked --workspace --quiet --test points --test signatures --test sums -- batch";
    for backend in ["avx2-fma", "avx512-fma", "avx-ifma"] {
        context.command(tests).env("VORPAL_BACKEND", backend).run()?;
    }
    Ok(())
}

/// The state roots of a report.
fn roots(report: &str) -> Vec<&str> {
    let values = report.split("\"root\": \"").skip(1).filter_map(|rest| rest.split('"').next());
    values.filter(|root| root.starts_with("0x")).collect()
}

fn replay(context: &Context) -> Outcome {
    let vorpal = context.vorpal()?;
    let [first, second] = ["a.json", "b.json"].map(|name| context.out.join(name));
    context.command(format!("{vorpal} replay --json")).arg(&first).run()?;
    let portable = context.command(format!("{vorpal} replay --threads 1 --json")).arg(&second);
    portable.env("VORPAL_BACKEND", "portable").run()?;
    let (first, second) = (fs::read_to_string(first)?, fs::read_to_string(second)?);
    if roots(&first).is_empty() || roots(&first) != roots(&second) {
        return Err(Failure::new(format!("the roots differ: {:?}, {:?}", roots(&first), roots(&second))));
    }
    Ok(())
}

fn sums(context: &Context) -> Outcome {
    let vorpal = context.vorpal()?;
    if let Some(data) = &context.data {
        let zprize = data.join("zprize");
        for backend in ["auto", "portable"] {
            let sum = context.command(format!("{vorpal} msm --points")).arg(zprize.join("points"));
            let sum = sum.arg("--scalars").arg(zprize.join("scalars"));
            let sum = sum.arg("--compare").arg(zprize.join("result.txt"));
            sum.env("VORPAL_BACKEND", backend).run()?;
        }
    } else {
        println!("SKIPPED: no VORPAL_DATA and no ../shared/data");
    }
    let out = context.out.join("msm");
    context.command(format!("{vorpal} msm --random 10 --out")).arg(&out).run()?;
    let again = context.command(format!("{vorpal} msm --random 10 --compare")).arg(out.join("result.txt"));
    again.env("VORPAL_BACKEND", "portable").run()
}

fn page(context: &Context) -> Outcome {
    let vorpal = context.vorpal()?;
    let report = context.out.join("replay.html");
    context.command(format!("{vorpal} replay --report")).arg(&report).silent().run()?;
    pages::check_within(context, &report)
}

fn bounds(context: &Context) -> Outcome {
    let vorpal = context.vorpal()?;
    let json = context.out.join("bounds.json");
    let text = context.command(format!("{vorpal} bounds --json")).arg(json).text()?;
    let expected = "2.347 [2,2,7]";
    if text.contains(expected) { Ok(()) } else { Err(Failure::new(format!("no {expected} in:\n{text}"))) }
}

fn blocks(context: &Context) -> Outcome {
    for folder in ["mainnet-state", "devnet7"] {
        if let Some(data) = &context.data {
            let vorpal = context.vorpal()?;
            context.command(format!("{vorpal} replay --data")).arg(data.join(folder)).run()?;
        } else {
            println!("SKIPPED: {folder}: no VORPAL_DATA and no ../shared/data");
        }
    }
    Ok(())
}

/// The lab's own tests are in the suite `more`.
fn comparisons(context: &Context) -> Outcome {
    lab::SUITE.run_within(context, &["differential", "go-verkle"])
}

fn bindings(context: &Context) -> Outcome {
    let Some((_, mut running)) = context.beside.take() else {
        return context.again("ci bindings")?.run();
    };
    let code = running.wait()?;
    print!("{}", fs::read_to_string(context.beside_log())?);
    if code == 0 {
        return Ok(());
    }
    Err(Failure { message: format!("failed: .ci/bindings, with exit code {code}"), code })
}

fn dependencies(context: &Context) -> Outcome {
    if !context.command("cargo deny --version").log(&context.out.join("deny.log"))?.succeeds() {
        println!("SKIPPED: cargo-deny is not installed");
        return Ok(());
    }
    context.command("cargo deny check licenses bans sources").run()
}

#[cfg(test)]
mod tests {
    #[test]
    fn roots_are_the_values_of_the_key() {
        assert_eq!(
            super::roots("{\n \"root\": \"0xab\",\n \"root\": \"none\", \"roots\": \"0x1\"}"),
            ["0xab"]
        );
    }
}
