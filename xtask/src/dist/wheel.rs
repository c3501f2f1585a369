//! The wheel of the package for Python: the stable interface of CPython, and old glibc by zig.

use std::fs;

use super::build::{self, GLIBC};
use super::{archive, dist, tools};
use crate::process::{Failure, Outcome};
use crate::suite::Context;

pub(super) fn build(context: &Context) -> Outcome {
    for platform in &GLIBC {
        if !platform.is_installed() {
            context.skip(&format!("a wheel: the Rust library for {} is missing", platform.target));
            continue;
        }
        let bin = match tools::folder(context)? {
            Ok(bin) => bin,
            Err(missing) => {
                context.skip(&format!("a wheel: {missing}"));
                return Ok(());
            }
        };
        let out = archive::stage(context, "wheel")?;
        let line =
            "maturin build --release --locked --strip --quiet --zig --compatibility manylinux2014 --target";
        let task = context.command(line).arg(platform.target).arg("--out").arg(&out);
        let task = build::with_tools(build::compiling(context, task)?, &bin)?;
        task.folder("bindings/python").run()?;
        let mut files = fs::read_dir(&out)?;
        let file = files.next().ok_or_else(|| Failure::new("maturin wrote no wheel"))??;
        archive::copy(&file.path(), &dist(context).join(file.file_name()), 0o644)?;
        println!("dist/{}", file.file_name().display());
    }
    Ok(())
}
