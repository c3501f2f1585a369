//! Constant time of the library for C and of the wheel as they ship: both are built and installed as for a release,
//! and the tests of `vorpal` run one operation after the other in them.

use super::languages::wheel;
use super::{artefact, bare, folder};
use crate::process::{Outcome, has};
use crate::suite::Context;

const DRIVER: &str = "crates/vorpal/tests/constant_time/artefacts/driver.c";

pub(crate) fn check(context: &Context) -> Outcome {
    if let Some(missing) = ["cc", "pkg-config", "setarch"].into_iter().find(|program| !has(program)) {
        context.skip(&format!("constant time of artefacts: {missing} is missing"));
        return Ok(());
    }
    let steps = "dist --step c --step python";
    context.complete(steps, context.again(steps)?.code()?)?;
    if let Some(file) = artefact(context, "libvorpal-", "x86_64-linux-glibc2.17.tar.gz")? {
        let folder = folder(context, "constant-time")?;
        bare(context, &folder, "", "tar xzf").arg(file).args(["--strip-components", "1"]).run()?;
        let script = "export PKG_CONFIG_PATH=$PWD/lib/pkgconfig\n\
            cc -Wall -Werror \"$0\" $(pkg-config --cflags --libs vorpal) -Wl,-rpath,$PWD/lib -o driver";
        bare(context, &folder, "", "sh -c").arg(script).arg(context.root.join(DRIVER)).run()?;
        let program = folder.join("driver");
        test(context, "the_library", "VORPAL_ARTEFACT_C", &program)?;
    }
    if let Some(python) = wheel(context, "constant-time-python")? {
        test(context, "the_wheel", "VORPAL_ARTEFACT_PYTHON", &python)?;
    }
    Ok(())
}

fn test(context: &Context, name: &str, variable: &str, program: &std::path::Path) -> Outcome {
    let line = format!(
        "cargo test --locked -p vorpal --test constant_time -- --ignored --nocapture --test-threads 1 \
         artefacts::{name}"
    );
    context.command(line).env(variable, program).run()
}
