//! Two builds of all artefacts, which must be equal bit by bit. The clones, the user's folders, the umask and the time
//! zone differ. The profile is quick to build: paths, times, orders and rights enter as in a release.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::{build::quick_level, compare, sums};
use crate::process::{Failure, Outcome, Task};
use crate::suite::Context;

pub(crate) fn build(context: &Context) -> Outcome {
    let base = context.root.join("target/dist-twice");
    if base.exists() {
        fs::remove_dir_all(&base)?;
    }
    let clones = [base.join("one"), base.join("of-another-length/two")];
    let (home, other) = (variable("HOME").unwrap_or_default(), base.join("home"));
    fs::create_dir_all(&other)?;
    // What programs download, by another path.
    for name in [".cache", ".cargo", ".m2", ".npm", ".rustup", "go"] {
        if home.join(name).exists() {
            symlink(home.join(name), other.join(name))?;
        }
    }
    one(context, &clones[0], "umask 022", |task| task)?;
    one(context, &clones[1], "umask 077", |task| {
        let task = task.env("HOME", &other).env("TZ", "Asia/Kathmandu").env("LC_ALL", "C");
        if variable("CARGO_HOME").is_some() { task } else { task.env("CARGO_HOME", other.join(".cargo")) }
    })?;
    let [first, second] = clones.map(|clone| clone.join("target/dist-quick/artefacts"));
    let scratch = base.join("scratch");
    fs::create_dir(&scratch)?;
    let found = compare::folders(&first, &second, &scratch)?;
    if found.is_empty() {
        println!("both builds have the same bytes: {} files", sums::files(&first)?.len());
        return Ok(());
    }
    Err(Failure::new(format!("two builds differ:\n{}", found.join("\n"))))
}

/// Installs the artefacts of the first clone.
pub(crate) fn install(context: &Context) -> Outcome {
    let clone = context.root.join("target/dist-twice/one");
    if !clone.exists() {
        context.skip("installation: the step dist-twice has built nothing");
        return Ok(());
    }
    let task = context.command("cargo xtask dist-install").env("VORPAL_DIST_QUICK", level()).folder(clone);
    context.complete("cargo xtask dist-install", task.code()?)
}

/// The level of optimisation of both builds.
fn level() -> OsString {
    quick_level().unwrap_or_else(|| "1".into())
}

fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from)
}

/// Clones the repository, and builds there what the variable `VORPAL_DIST_STEPS` names, or all.
fn one(context: &Context, clone: &Path, umask: &str, adapt: impl Fn(Task) -> Task) -> Outcome {
    context.command("git clone --quiet --no-hardlinks").arg(&context.root).arg(clone).run()?;
    let steps = std::env::var("VORPAL_DIST_STEPS").unwrap_or_default();
    let steps: Vec<String> = steps.split_whitespace().map(|step| format!("--step={step}")).collect();
    let task = context.command("sh -c").arg(format!("{umask}; exec cargo xtask dist \"$@\"")).arg("sh");
    let task = adapt(task.args(steps).env("VORPAL_DIST_QUICK", level()).folder(clone));
    context.complete(&format!("cargo xtask dist in {}", clone.display()), task.code()?)
}
