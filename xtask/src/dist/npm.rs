//! The package for JavaScript. npm's archives have fixed times and rights.

use std::fs;

use super::{archive, build, dist};
use crate::arm64;
use crate::process::{Failure, Outcome, has};
use crate::suite::Context;

pub(super) fn build(context: &Context) -> Outcome {
    if !["node", "npm"].into_iter().all(has) {
        context.skip("the package for JavaScript: Node.js or npm is missing");
        return Ok(());
    }
    // The compiler of the build for AArch64 has the sources of the library that the installed one may lack.
    let compiler = arm64::compiler().unwrap_or_else(|_| "rustc".into());
    let adapt = |task: crate::process::Task| task.env("RUSTC", &compiler);
    let check = adapt(context.command("bindings/wasm/build check"));
    let (text, code) = check.output()?;
    if code != 0 {
        context.skip("the package for JavaScript: the Rust library for wasm32-unknown-unknown is missing");
        return Ok(());
    }
    print!("{text}");
    for name in ["vorpal", "vorpal-relaxed", "vorpal-groth16", "vorpal-groth16-relaxed"] {
        let module = context.root.join("bindings/wasm/js").join(format!("{name}.wasm"));
        let task = adapt(context.command("bindings/wasm/build")).arg(&module);
        build::compiling(context, task)?.run()?;
    }
    let out = archive::stage(context, "npm")?;
    context.command("npm pack --silent --pack-destination").arg(&out).folder("bindings/wasm").run()?;
    let mut files = fs::read_dir(&out)?;
    let file = files.next().ok_or_else(|| Failure::new("npm wrote no package"))??;
    archive::copy(&file.path(), &dist(context).join(file.file_name()), 0o644)
}
