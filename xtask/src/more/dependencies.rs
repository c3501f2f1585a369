//! The checks of packages of others: vulnerabilities, and entries for what ships.

use std::fs;
use std::path::PathBuf;

use crate::process::Outcome;
use crate::suite::Context;

/// The folders with a lock file.
const WORKSPACES: [&str; 11] = [
    ".",
    "bindings/c",
    "bindings/java",
    "bindings/python",
    "bindings/wasm",
    "bindings/wasm/harness",
    "examples",
    "fuzz",
    "interop",
    "lab",
    "xtask",
];

pub(super) fn advisories(context: &Context) -> Outcome {
    if !context.command("cargo deny --version").log(&context.out.join("deny.log"))?.succeeds() {
        context.skip("advisories: cargo-deny is not installed");
        return Ok(());
    }
    // The database is a git repository (`cargo deny fetch db`). Without it, the check is skipped.
    let variable = |name| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let cargo = variable("CARGO_HOME").unwrap_or_else(|| variable("HOME").unwrap_or_default().join(".cargo"));
    let database = cargo.join("advisory-dbs");
    let is_present = fs::read_dir(&database).is_ok_and(|mut entries| entries.next().is_some());
    if !is_present {
        context.skip(&format!("advisories: no database in {}", database.display()));
        return Ok(());
    }
    for workspace in WORKSPACES {
        let check =
            context.command(format!("cargo deny --offline --manifest-path {workspace}/Cargo.toml check"));
        check.arg("--config").arg(context.root.join("deny.toml")).arg("advisories").run()?;
    }
    Ok(())
}

/// The workspaces of what ships.
const SHIPPED: [&str; 5] = [".", "bindings/c", "bindings/java", "bindings/python", "bindings/wasm"];

/// The platform whose dependencies are resolved; without one, packages of all platforms would have to be downloaded.
const PLATFORM: &str = "--cargo-arg=--filter-platform=x86_64-unknown-linux-gnu";

/// Every dependency of what ships has an entry in `supply-chain`.
pub(super) fn supply_chain(context: &Context) -> Outcome {
    if !context.command("cargo vet --version").log(&context.out.join("vet.log"))?.succeeds() {
        context.skip("dependencies: cargo-vet is not installed (cargo install --locked cargo-vet)");
        return Ok(());
    }
    for workspace in SHIPPED {
        let check = format!("cargo vet check --locked --frozen {PLATFORM} --store-path");
        let check = context.command(check).arg(context.root.join("supply-chain"));
        check.folder(workspace).run()?;
    }
    Ok(())
}
