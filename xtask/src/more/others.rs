//! The slow checks outside the workspace: bindings, fuzzing, adaptors, examples, the lab, packages.

use std::fs;

use crate::arm64;
use crate::bindings;
use crate::pages;
use crate::process::{Failure, Outcome, Task, has};
use crate::suite::Context;

pub(super) fn relaxed(context: &Context) -> Outcome {
    if bindings::make_wasm(context, "unit-relaxed unit-harness")? {
        pages::check_within(context, &context.root.join("bindings/wasm/target/harness.html"))?;
    }
    Ok(())
}

pub(super) fn lab_tests(context: &Context) -> Outcome {
    crate::lab::SUITE.run_within(context, &["rust", "go"])
}

pub(super) fn ray(context: &Context) -> Outcome {
    let modules = context.command("make -C bindings/python --silent modules");
    if !has("make") || !modules.log(&context.out.join("python.log"))?.succeeds() {
        context.skip("the package for Python: make, python3, its module venv or packages are missing");
        return Ok(());
    }
    context.command("make -C bindings/python --silent ray-test").quick().run()
}

pub(super) fn android(context: &Context) -> Outcome {
    if !["make", "javac", "mvn"].into_iter().all(has) {
        context.skip("the harness for Android: make, a JDK or Maven is missing");
        return Ok(());
    }
    bindings::shared(context, context.command("make -C bindings/java --silent android")).run()
}

pub(super) fn fuzz(context: &Context) -> Outcome {
    if !has("c++") {
        context.skip("fuzzing: libFuzzer requires a C++ compiler");
        return Ok(());
    }
    for command in [
        "cargo fmt --all --check",
        "cargo clippy --locked --workspace --all-targets -- -D warnings",
        "cargo test --locked",
    ] {
        context.command(command).folder("fuzz").run()?;
    }
    context.command("fuzz/run 3").run()?;
    if !["go", "cc", "make"].into_iter().all(has) {
        context.skip("fuzzing of the module for Go: Go, make or a C compiler is missing");
        return Ok(());
    }
    context.command("make -C bindings/go --silent fuzz").quick().run()
}

/// Commands in `interop`. With all features, `elliptic-curve` has the arithmetic, and not this crate; so `ecdsa017` is
/// also tested alone.
const INTEROP: [&str; 12] = [
    "cargo fmt --all --check",
    "cargo clippy --locked --workspace --all-targets --all-features -- -D warnings",
    "cargo test --locked --workspace --exclude measure --all-features",
    "cargo clippy --locked -p vorpal-interop --all-targets --features ecdsa017 -- -D warnings",
    "cargo test --locked -p vorpal-interop --features ecdsa017 --test ecdsa017",
    "cargo clippy --locked -p banderwagon -p ipa-multipoint --no-default-features -- -D warnings",
    "cargo clippy --locked -p vorpal-zkcrypto --no-default-features --features ff013,ff014 -- -D warnings",
    "cargo clippy --locked -p vorpal-interop --no-default-features --features \
     alloy2,ecdsa017,elliptic_curve014,ethrex31,pkcs8,revm43,signature3 -- -D warnings",
    "cargo clippy --locked -p ipa-multipoint --all-targets --features salt -- -D warnings",
    "cargo test --locked -p ipa-multipoint --features salt",
    "cargo clippy --locked -p ipa-multipoint --all-targets --features rust-verkle -- -D warnings",
    "cargo test --locked -p ipa-multipoint --features rust-verkle",
];

/// The command in `interop/c-kzg`, whose features other packages would add to.
const C_KZG: &str =
    "cargo clippy --locked --no-default-features --features ethereum_kzg_settings -- -D warnings";

pub(super) fn interop(context: &Context) -> Outcome {
    for command in INTEROP {
        context.command(command).folder("interop").run()?;
    }
    context.command(C_KZG).folder("interop/c-kzg").run()
}

pub(super) fn examples(context: &Context) -> Outcome {
    for command in [
        "cargo fmt --all --check",
        "cargo clippy --locked --workspace --all-targets -- -D warnings",
        "cargo test --locked --workspace",
    ] {
        context.command(command).folder("examples").run()?;
    }
    for example in ["own-field", "kzg", "senders", "groth16"] {
        let run = format!("cargo run --locked --quiet -p {example}");
        context.command(run).folder("examples").silent().run()?;
    }
    Ok(())
}

pub(super) fn snarkjs(context: &Context) -> Outcome {
    if !["node", "npm"].into_iter().all(has) {
        context.skip("ceremonies of snarkjs: Node.js or npm is missing");
        return Ok(());
    }
    // The compiler of the build for AArch64 has the sources of the library that the installed one may lack for wasm32.
    let compiler = crate::arm64::compiler().unwrap_or_else(|_| "rustc".into());
    let command = context.command(".ci/snarkjs").env("WASM_RUSTC", compiler);
    context.complete(".ci/snarkjs", command.code()?)?;
    for curve in ["bn254", "bls12-381"] {
        context.command(format!("examples/circom/run {curve}")).run()?;
    }
    Ok(())
}

/// Builds the lab for results that are compared and not timed. The result is the program.
fn lab(context: &Context) -> Outcome<&'static str> {
    let build = "cargo build --locked --release -p lab -p contender -p chains --quiet";
    context.command(build).folder("lab").quick().run()?;
    Ok("lab/target/release/lab")
}

pub(super) fn differential(context: &Context) -> Outcome {
    // Contenders need blst with features that exclude each other.
    for selection in ["--workspace --exclude contender-rust_eth_kzg", "-p contender-rust_eth_kzg"] {
        let lints = format!("cargo clippy --locked {selection} --all-targets -- -D warnings");
        context.command(lints).folder("lab").run()?;
    }
    let comparison = format!("{} differential --seconds 60", lab(context)?);
    context.complete(&comparison, context.command(&comparison).quick().code()?)
}

pub(super) fn benches(context: &Context) -> Outcome {
    context.command("cargo bench --locked -p benches --quiet -- --test").folder("lab").quick().run()
}

/// Where Coq is missing, no certificate is replayed, with exit code 3.
pub(super) fn proofs(context: &Context) -> Outcome {
    for check in ["lab/proofs/check", "lab/proofs/certificates"] {
        context.complete(check, context.command(check).code()?)?;
    }
    Ok(())
}

/// The compiler of the build for AArch64 has the sources of the library.
pub(super) fn proofs_wasm(context: &Context) -> Outcome {
    let check = "lab/proofs/check --target wasm32";
    let task = context.command(check);
    let task = match arm64::compiler() {
        Ok(compiler) => task.env("RUSTC", compiler),
        Err(_) => task,
    };
    context.complete(check, task.code()?)
}

/// Where Coq is missing, the program ends with exit code 3.
pub(super) fn theorems(context: &Context) -> Outcome {
    let check = "lab/coq/check --planted";
    context.complete(check, context.command(check).code()?)
}

pub(super) fn counts(context: &Context) -> Outcome {
    let counts = format!("{} counts", lab(context)?);
    context.complete(&counts, context.command(&counts).code()?)
}

pub(super) fn times(context: &Context) -> Outcome {
    let report = context.out.join("report");
    let workloads = "field.mul.latency.bn254_scalar secp256k1.recover commit.one tree";
    let comparison = format!("{} compare --quick --rounds 2 {workloads} --out", lab(context)?);
    let code = context.command(&comparison).arg(&report).quick().code()?;
    context.complete(&comparison, code)?;
    if fs::metadata(report.join("results.json")).map_or(0, |file| file.len()) == 0 {
        return Err(Failure::new("the measurement has no results"));
    }
    pages::check_within(context, &report.join("report.html"))
}

/// The packages of the workspace that are not published.
const UNPUBLISHED: &str = "--exclude vorpal-oracle --exclude vorpal-tests --exclude vorpal-trace";

/// The crates that the packages of `interop` use.
const PATCHED: [&str; 10] =
    ["limbs", "threads", "fields", "curves", "msm", "ntt", "secp256k1", "pairing", "groth16", "evm"];

/// Each package is built from its own contents, with the other packages as its dependencies.
pub(super) fn packages(context: &Context) -> Outcome {
    package_tasks(context).into_iter().try_for_each(Task::run)
}

/// The commands that write the packages of all published crates.
pub(crate) fn package_tasks(context: &Context) -> [Task; 2] {
    let line = format!("cargo package --locked --allow-dirty --workspace {UNPUBLISHED} --quiet");
    // Patches replace crates.io, which might not have the dependencies yet.
    let patches = PATCHED.map(|name| {
        let folder = context.root.join("crates").join(name);
        ["--config".to_string(), format!("patch.crates-io.vorpal-{name}.path=\"{}\"", folder.display())]
    });
    let adaptors =
        "cargo package --allow-dirty --quiet -p vorpal-zkcrypto -p vorpal-interop -p vorpal-arkworks";
    [context.command(line), context.command(adaptors).args(patches.iter().flatten()).folder("interop")]
}

pub(super) fn api(context: &Context) -> Outcome {
    let log = context.out.join("api.log");
    if !context.command("cargo semver-checks --version").log(&log)?.succeeds() {
        context.skip("public API: cargo-semver-checks is not installed");
        return Ok(());
    }
    let tag = context.command("git describe --tags --abbrev=0 --match v[0-9]*").without_errors();
    let (tag, code) = tag.output()?;
    if code != 0 {
        println!("there is no tag of a release to compare with");
        return Ok(());
    }
    let comparison = format!("cargo semver-checks --workspace {UNPUBLISHED} --baseline-rev");
    context.command(comparison).arg(tag.trim()).run()
}
