//! The slow checks: before a release, and before merging a change that they concern. With exit code 3, everything that
//! ran is right, and something was skipped, which the last lines name.

mod dependencies;
mod others;

pub(crate) use others::package_tasks;

use crate::dist;
use crate::pages;
use crate::process::{Failure, Outcome, has};
use crate::suite::{Context, End, Step, Suite, listed};

pub(crate) const SUITE: Suite = Suite {
    steps: &[
        Step { name: "quick", subject: "quick checks: lengths of lines, formatting, lists", run: quick },
        Step { name: "portable", subject: "builds for other processors: no assembly", run: portable },
        Step { name: "modules", subject: "builds with single modules of vorpal", run: modules },
        Step { name: "backends", subject: "all arithmetic with each backend below the best", run: backends },
        Step {
            name: "wrong-bounds",
            subject: "programs with invalid bounds do not build, for the expected reason",
            run: wrong_bounds,
        },
        Step { name: "docs-rs", subject: "documentation as docs.rs builds it", run: docs_rs },
        Step { name: "replay", subject: "replay by the release build of the command", run: replay },
        Step {
            name: "fat-lto",
            subject: "fat link-time optimisation, with which users link, adds no instructions",
            run: fat_lto,
        },
        Step {
            name: "killed-writer",
            subject: "a store with concurrent readers whose writer is killed 200 times",
            run: killed_writer,
        },
        Step {
            name: "constant-time-release",
            subject: "constant time of release code: every backend, under valgrind and on the processor, without \
                planted leaks",
            run: constant_time_release,
        },
        Step {
            name: "constant-time-planted",
            subject: "constant time of the tests' build: every backend, with planted leaks",
            run: constant_time_planted,
        },
        Step {
            name: "constant-time-measured",
            subject: "constant time of release code by measured times",
            run: constant_time_measured,
        },
        Step {
            name: "constant-time-artefacts",
            subject: "constant time of the library for C and of the wheel, as a release has them",
            run: dist::install::constant_time::check,
        },
        Step { name: "arm64", subject: "builds and tests for AArch64: .ci/arm64 all", run: arm64 },
        Step {
            name: "ckzg",
            subject: "the C interface of c-kzg with the features of a release: sanitizers, valgrind, real data",
            run: ckzg,
        },
        Step {
            name: "rapidsnark",
            subject: "the C interface of rapidsnark: sanitizers, valgrind, real keys",
            run: rapidsnark,
        },
        Step {
            name: "valgrind-long",
            subject: "the C interface: the long tests under valgrind",
            run: valgrind_long,
        },
        Step {
            name: "relaxed",
            subject: "the package for JavaScript: all tests with the module for relaxed SIMD; the page of the harness",
            run: others::relaxed,
        },
        Step { name: "ray", subject: "the package for Python: long tests on Ray", run: others::ray },
        Step {
            name: "android",
            subject: "the harness for Android, on Android's own classes",
            run: others::android,
        },
        Step { name: "fuzz", subject: "fuzzing, three seconds for each target", run: others::fuzz },
        Step { name: "interop", subject: "adaptors to other libraries", run: others::interop },
        Step { name: "examples", subject: "examples: formatting, lints, tests, runs", run: others::examples },
        Step {
            name: "snarkjs",
            subject: "ceremonies and proofs of this tree and of snarkjs, each verified by the other",
            run: others::snarkjs,
        },
        Step {
            name: "lab",
            subject: "the lab: formatting, lints and tests of .ci/lab",
            run: others::lab_tests,
        },
        Step {
            name: "differential",
            subject: "the lab: comparison of results with all other libraries",
            run: others::differential,
        },
        Step { name: "benches", subject: "the workloads of cargo bench, once each", run: others::benches },
        Step { name: "proofs", subject: "proofs of the kernels", run: others::proofs },
        Step {
            name: "proofs-wasm",
            subject: "proofs of the kernels for relaxed SIMD of WebAssembly",
            run: others::proofs_wasm,
        },
        Step {
            name: "theorems",
            subject: "theorems in Coq, and wrong ones that it refuses",
            run: others::theorems,
        },
        Step { name: "counts", subject: "counts against lab/counts.toml", run: others::counts },
        Step { name: "times", subject: "a small measurement of times", run: others::times },
        Step { name: "packages", subject: "packages of the published crates", run: others::packages },
        Step {
            name: "dist-twice",
            subject: "two builds of all artefacts, bit by bit",
            run: dist::twice::build,
        },
        Step {
            name: "dist-install",
            subject: "the artefacts, installed in bare environments",
            run: dist::twice::install,
        },
        Step { name: "api", subject: "public API against the last release", run: others::api },
        Step {
            name: "supply-chain",
            subject: "dependencies of what ships, against supply-chain/",
            run: dependencies::supply_chain,
        },
        Step {
            name: "advisories",
            subject: "dependencies with known vulnerabilities",
            run: dependencies::advisories,
        },
    ],
    end: End::Skipped,
};

/// Test programs that repeat all random cases are optimised.
const OPTIMISED: &str = "--config profile.dev.package.vorpal-tests.opt-level=1";

/// The environment of all steps, and what they need.
pub(crate) fn prepare(context: &Context) {
    if !has("valgrind") {
        context.skip("tests of constant time under valgrind: it is not installed");
    }
    // All random repetitions.
    context.export("VORPAL_EFFORT", "full");
}

fn quick(context: &Context) -> Outcome {
    context.command(".ci/quick").run()
}

/// This build excludes all assembly.
fn portable(context: &Context) -> Outcome {
    let wrapper = context.root.join(".ci/portable");
    let tests = format!(
        "cargo test --locked {OPTIMISED} -p vorpal-tests --test limbs-units --test fields-units --test curves-units \
         --test limbs --test fields --test points"
    );
    context.command(tests).env("RUSTC_WORKSPACE_WRAPPER", &wrapper).run()?;
    let tests = "cargo test --locked -p vorpal --test constant_time -- limbs:: fields:: curves::";
    let tests = context.command(tests).env("RUSTC_WORKSPACE_WRAPPER", &wrapper);
    tests.env("VORPAL_THOROUGH", "1").run()
}

/// Each default feature of `vorpal` alone, and none of them.
fn modules(context: &Context) -> Outcome {
    let manifest = std::fs::read_to_string(context.root.join("crates/vorpal/Cargo.toml"))?;
    let list =
        manifest.split("\ndefault = [").nth(1).and_then(|rest| rest.split(']').next()).unwrap_or_default();
    let names: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    if names.is_empty() {
        return Err(Failure::new("no default features in crates/vorpal/Cargo.toml"));
    }
    let check = "cargo check --locked --quiet -p vorpal --no-default-features";
    context.command(check).run()?;
    for name in names {
        context.command(check).args(["--features", name]).run()?;
    }
    Ok(())
}

/// The suite `run` compares the kernels with each other. Here all tests run with each backend below the best, in the
/// usual build. A processor without a backend uses the next one below. The skipped tests take long, or select every
/// backend themselves.
fn backends(context: &Context) -> Outcome {
    let vorpal = context.vorpal()?;
    // The program names `auto` and its backends, from the lowest to the highest.
    let log = context.out.join("backends.log");
    let bounds = context.command(format!("{vorpal} bounds")).env("VORPAL_BACKEND", "none");
    bounds.log(&log)?.succeeds();
    let text = std::fs::read_to_string(log)?;
    let names: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
    let [_, backends @ .., _] = &*names else {
        return Err(Failure::new(format!("no names of backends in:\n{text}")));
    };
    if backends.is_empty() {
        return Err(Failure::new(format!("two names of backends in:\n{text}")));
    }
    let mut selected = Vec::new();
    for (_, target) in listed(&context.root, &["every"])? {
        if !selected.contains(&target) {
            selected.push(target);
        }
    }
    let selected: Vec<_> = selected.iter().flat_map(|target| ["--test", target]).collect();
    for backend in backends {
        context.heading(&format!("all arithmetic with VORPAL_BACKEND={backend}"))?;
        let tests = context.command(format!("cargo test --locked {OPTIMISED} --workspace")).args(&selected);
        let tests =
            tests.args(["--", "--skip", "store::", "--skip", "suite::backends", "--skip", "suite::packed"]);
        tests.env("VORPAL_BACKEND", backend).run()?;
    }
    Ok(())
}

fn wrong_bounds(context: &Context) -> Outcome {
    let test = "cargo test --locked -p vorpal-tests --test fields -- --ignored wrong_bounds_do_not_build";
    context.command(test).run()
}

/// The pages with the feature of each item, which stable Rust does not show.
fn docs_rs(context: &Context) -> Outcome {
    if !context.command("cargo +nightly --version").log(&context.out.join("nightly.log"))?.succeeds() {
        context.skip("documentation as docs.rs builds it: Rust nightly is not installed");
        return Ok(());
    }
    let documentation =
        "cargo +nightly doc --locked --workspace --exclude vorpal-cli --all-features --no-deps --quiet";
    let documentation = context.command(documentation).env("RUSTDOCFLAGS", "--cfg docsrs -D warnings");
    documentation.env("CARGO_TARGET_DIR", "target/docs-rs").run()
}

fn replay(context: &Context) -> Outcome {
    context.command("cargo run --locked --release -- replay").run()
}

fn fat_lto(context: &Context) -> Outcome {
    context.complete(".ci/fat-lto", context.command(".ci/fat-lto").code()?)
}

fn killed_writer(context: &Context) -> Outcome {
    let test = "cargo test --locked -p vorpal-cli --test states killed";
    context.command(test).env("VORPAL_KILLS", "200").run()
}

fn constant_time_release(context: &Context) -> Outcome {
    let tests = context.command("cargo test --locked --release -p vorpal --test constant_time");
    let tests = tests.env("RUSTC_WORKSPACE_WRAPPER", context.root.join(".ci/unplanted"));
    tests.env("VORPAL_THOROUGH", "1").run()
}

fn constant_time_planted(context: &Context) -> Outcome {
    let tests = context.command("cargo test --locked -p vorpal --test constant_time");
    tests.env("VORPAL_THOROUGH", "1").run()
}

fn constant_time_measured(context: &Context) -> Outcome {
    for backend in ["auto", "portable"] {
        let tests =
            "cargo test --locked --release -p vorpal --test constant_time -- --ignored --nocapture timing::";
        let tests = context.command(tests).env("RUSTC_WORKSPACE_WRAPPER", context.root.join(".ci/unplanted"));
        tests.env("VORPAL_BACKEND", backend).run()?;
    }
    Ok(())
}

fn arm64(context: &Context) -> Outcome {
    let installs = has("apt-get") && pages::is_root();
    if installs && !context.again("ci arm64 setup")?.succeeds() {
        context.skip("setup of AArch64");
    }
    context.complete(".ci/arm64 all", context.again("ci arm64 all")?.code()?)
}

fn ckzg(context: &Context) -> Outcome {
    alone(context, "ckzg")
}

fn rapidsnark(context: &Context) -> Outcome {
    alone(context, "rapidsnark")
}

/// Lints and tests of a library of `bindings/c` without the features of others. The suite `run` has it with them.
fn alone(context: &Context, name: &str) -> Outcome {
    if !["cc", "c++", "make"].into_iter().all(has) {
        context.skip(&format!("the C interface of {name}: make, a C or a C++ compiler is missing"));
        return Ok(());
    }
    let lints = format!("cargo clippy --locked --release -p vorpal-{name} --all-targets -- -D warnings");
    context.command(lints).folder("bindings/c").quick().run()?;
    context.command(format!("make -C bindings/c --silent test-{name}")).quick().run()
}

fn valgrind_long(context: &Context) -> Outcome {
    if !["cc", "make", "valgrind"].into_iter().all(has) {
        context.skip("the C interface: valgrind, make or a C compiler is missing");
        return Ok(());
    }
    context.command("make -C bindings/c --silent valgrind-long").quick().run()
}
