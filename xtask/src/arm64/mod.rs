//! Builds for AArch64 on x86-64, and runs its tests in QEMU.

mod toolchain;

use std::ffi::OsString;

use crate::Selection;
use crate::process::{Outcome, Task};
use crate::suite::{Context, End, SKIPPED, Step, Suite, listed};

pub(crate) use toolchain::{compiler, print_environment, setup};

pub(crate) const CHECK: Suite = Suite {
    steps: &[Step { name: "check", subject: "AArch64: types of all crates", run: check }],
    end: End::Nothing,
};

/// The part of the tests that needs the least time.
pub(crate) const SHORT: Suite = Suite { steps: &[LIMBS], end: End::Nothing };

const LIMBS: Step =
    Step { name: "limbs", subject: "AArch64: tests of limbs, constant time of its kernels", run: limbs };

pub(crate) const ALL: Suite = Suite {
    steps: &[
        LIMBS,
        Step { name: "crates", subject: "AArch64: tests of the other crates", run: crates },
        Step {
            name: "constant-time",
            subject: "AArch64: constant time of release code, without planted leaks",
            run: constant_time,
        },
        Step { name: "proofs", subject: "AArch64: proofs of the kernels", run: proofs },
        Step {
            name: "counts",
            subject: "AArch64: counts against lab/counts.toml, comparison of results and of counts with other \
                libraries",
            run: counts,
        },
        Step {
            name: "command",
            subject: "AArch64: tests of the command, with the replay of the generated chain",
            run: command,
        },
        Step { name: "sums", subject: "AArch64: sums from files of ZPrize by a static program", run: sums },
        Step { name: "c", subject: "AArch64: the C interface, and the library for Android", run: c },
        Step { name: "systems", subject: "type checks for macOS and Windows", run: systems },
    ],
    end: End::Skipped,
};

/// Runs a suite, or steps of it. Without a tool it is skipped; then `ALL` ends with exit code 3.
pub(crate) fn run(context: &Context, suite: &Suite, selection: &Selection) -> Outcome<i32> {
    if !selection.list {
        match toolchain::environment(&context.root) {
            Ok(variables) => variables.iter().for_each(|(name, value)| context.export(name, value)),
            Err(reason) => {
                println!("\nSKIPPED: AArch64: {reason}");
                return Ok(if matches!(suite.end, End::Skipped) { SKIPPED } else { 0 });
            }
        }
        toolchain::build_plugin(context)?;
    }
    selection.run(suite, context)
}

/// A command of Cargo for AArch64.
fn arm64(context: &Context, line: &str) -> Task {
    let (subcommand, arguments) = line.split_once(' ').unwrap_or((line, ""));
    context.command(format!("cargo {subcommand} --locked --target {} {arguments}", toolchain::TARGET))
}

fn check(context: &Context) -> Outcome {
    arm64(context, "check --workspace --quiet").run()
}

fn limbs(context: &Context) -> Outcome {
    let tests = "test -p vorpal -p vorpal-tests --features vorpal-tests/taint --test limbs --test limbs-units \
        --test observers";
    arm64(context, tests).run()?;
    arm64(context, "test -p vorpal-limbs --doc").run()?;
    arm64(context, "test -p vorpal --test constant_time -- limbs::").run()
}

fn crates(context: &Context) -> Outcome {
    let tests = "test -p vorpal-threads -p vorpal-fields -p vorpal-curves -p vorpal-msm -p vorpal-ntt \
        -p vorpal-secp256k1 -p vorpal-pairing -p vorpal-kzg -p vorpal-bls -p vorpal-groth16 -p vorpal-evm \
        -p vorpal-ipa -p vorpal-tree -p vorpal -p vorpal-tests --features vorpal-limbs/taint";
    arm64(context, tests).run()
}

fn constant_time(context: &Context) -> Outcome {
    let tests = arm64(context, "test --release -p vorpal --test constant_time");
    let tests = tests.env("RUSTC_WORKSPACE_WRAPPER", context.root.join(".ci/unplanted"));
    tests.env("VORPAL_THOROUGH", "1").run()
}

fn proofs(context: &Context) -> Outcome {
    // Kernels for vectors are compiled where they are used, so they have the profile that ships.
    for proofs in ["lab/proofs/check --target aarch64", "lab/proofs/certificates --target aarch64"] {
        context.complete(proofs, context.command(proofs).code()?)?;
    }
    Ok(())
}

fn counts(context: &Context) -> Outcome {
    let build = context.command("cargo build --locked --release -p lab --quiet").folder("lab").quick();
    // The lab itself runs here.
    ["RUSTC", "RUSTDOC", "CARGO_TARGET_DIR"]
        .iter()
        .fold(build, |build, name| build.without_env(name))
        .run()?;
    let lab = "lab/target/release/lab";
    let counts = format!("{lab} counts --target aarch64");
    context.complete(&counts, context.command(&counts).code()?)?;
    let differential = format!("{lab} differential --target aarch64 --seconds 60");
    context.complete(&differential, context.command(&differential).quick().code()?)?;
    let comparison = format!("{lab} arm64");
    context.complete(&comparison, context.command(&comparison).code()?)
}

fn command(context: &Context) -> Outcome {
    // `limits` measures memory, of which QEMU takes more.
    let targets = listed(&context.root, &["every", "once"])?;
    let targets = targets.iter().filter(|(folder, target)| folder == "cli" && target != "limits");
    let selected: Vec<_> = targets.flat_map(|(_, target)| ["--test", target]).collect();
    arm64(context, "test -p vorpal-cli --bins").args(selected).run()
}

fn sums(context: &Context) -> Outcome {
    let build = arm64(context, "build --release -p vorpal-cli").quick();
    build.env("RUSTFLAGS", "-C target-feature=+crt-static").run()?;
    let Some(data) = &context.data else {
        context.skip("AArch64: no VORPAL_DATA and no ../shared/data");
        return Ok(());
    };
    let program = toolchain::target_folder(&context.root).join(toolchain::TARGET).join("release/vorpal");
    let zprize = data.join("zprize");
    let sum = context
        .command(toolchain::runner())
        .arg(program)
        .args(["msm", "--points"])
        .arg(zprize.join("points"));
    let sum = sum.arg("--scalars").arg(zprize.join("scalars"));
    sum.arg("--compare").arg(zprize.join("result.txt")).run()
}

/// The standard library is built from its source, for systems whose own is not installed.
const FROM_SOURCE: &str = "-Zbuild-std=std,panic_unwind --locked";

fn c(context: &Context) -> Outcome {
    let cross =
        context.command("make -C bindings/c --silent cross").arg(format!("RUNNER={}", toolchain::runner()));
    cross.quick().run()?;
    let library = format!("cargo rustc {FROM_SOURCE} --release --target aarch64-linux-android");
    let library = context.command(library + " --crate-type staticlib").folder("bindings/c").quick();
    library.env("RUSTC_BOOTSTRAP", "1").run()
}

fn systems(context: &Context) -> Outcome {
    for system in ["aarch64-apple-darwin", "x86_64-pc-windows-msvc", "aarch64-pc-windows-msvc"] {
        let check = format!("cargo check {FROM_SOURCE} --target {system} --quiet");
        let crates = "-p vorpal-limbs -p vorpal-fields -p vorpal-curves -p vorpal-msm -p vorpal-secp256k1";
        context.command(format!("{check} {crates}")).env("RUSTC_BOOTSTRAP", "1").run()?;
    }
    Ok(())
}

/// A variable and its value.
pub(crate) type Variable = (&'static str, OsString);
