//! The packages of the published crates, as crates.io has them.

use std::fs;

use super::{archive, build, dist, version};
use crate::more;
use crate::process::Outcome;
use crate::suite::Context;

pub(super) fn build(context: &Context) -> Outcome {
    // The step `packages` of .ci/more also builds each package from its own contents.
    for task in more::package_tasks(context) {
        let task = build::reproducible(context, task.arg("--no-verify"))?;
        // No compiler runs.
        task.without_env("RUSTC_WRAPPER").env("CARGO_TARGET_DIR", packages(context)).run()?;
    }
    let end = format!("-{}.crate", version(context)?);
    let mut names = Vec::new();
    for file in fs::read_dir(packages(context).join("package"))? {
        let name = file?.file_name().to_string_lossy().into_owned();
        if name.ends_with(&end) {
            archive::copy(
                &packages(context).join("package").join(&name),
                &dist(context).join("crates").join(&name),
                0o644,
            )?;
            names.push(name);
        }
    }
    println!("dist/crates: {} packages", names.len());
    Ok(())
}

fn packages(context: &Context) -> std::path::PathBuf {
    build::target_folder(context).join("packages")
}
