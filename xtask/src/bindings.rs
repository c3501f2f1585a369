//! The bindings: lints and tests of C, JavaScript, Python, Java, Go. The suite `run` runs this beside the tests of the
//! workspace, since both have parts that use one core.

use crate::arm64;
use crate::lab::print_end;
use crate::process::{Outcome, Task, has};
use crate::suite::{Context, End, Step, Suite};

pub(crate) const SUITE: Suite = Suite {
    steps: &[
        Step { name: "c", subject: "the C interface: lints, tests in C and C++", run: c },
        Step { name: "arm64", subject: "types on AArch64: .ci/arm64 check", run: types },
        Step {
            name: "wasm",
            subject: "the package for JavaScript: formatting, lints, types, tests",
            run: wasm,
        },
        Step {
            name: "python",
            subject: "the package for Python: formatting, lints, stubs, tests",
            run: python,
        },
        Step {
            name: "java",
            subject: "the packages for Java: formatting, lints, tests, documentation",
            run: java,
        },
        Step {
            name: "go",
            subject: "the module for Go: formatting, lints, tests with and without cgo, race detector, fuzzing",
            run: go,
        },
    ],
    end: End::Times("the end of the bindings"),
};

fn c(context: &Context) -> Outcome {
    if !["cc", "c++", "make"].into_iter().all(has) {
        context.skip("the C interface: make, a C or a C++ compiler is missing");
        return Ok(());
    }
    let selections = [
        "-p vorpal-c -p vorpal-bindings --all-targets",
        "-p vorpal-ckzg",
        "-p vorpal-rapidsnark --all-targets",
    ];
    for selection in selections {
        let lints = format!("cargo clippy --locked --release {selection} -- -D warnings");
        context.command(lints).folder("bindings/c").quick().run()?;
    }
    context.command("make -C bindings/c --silent test").quick().run()
}

fn types(context: &Context) -> Outcome {
    context.again("ci arm64 check")?.run()
}

/// Whether all programs are there, and `make modules` in a folder succeeds, with what it printed in a file.
fn has_modules(
    context: &Context,
    folder: &str,
    programs: &[&str],
    adapt: impl Fn(Task) -> Task,
) -> Outcome<bool> {
    let modules = context.command(format!("make -C bindings/{folder} --silent modules"));
    let modules = adapt(modules).log(&context.out.join(format!("{folder}.log")))?;
    Ok(programs.iter().all(|program| has(program)) && modules.succeeds())
}

fn report_skipped(context: &Context, folder: &str, reason: &str) {
    context.skip(reason);
    print_end(&context.out.join(format!("{folder}.log")));
}

fn wasm(context: &Context) -> Outcome {
    make_wasm(context, "test-chosen")?;
    Ok(())
}

/// `make` in the folder of the package for JavaScript. False if that was skipped, since it lacks what it needs.
pub(crate) fn make_wasm(context: &Context, targets: &str) -> Outcome<bool> {
    // The compiler of the build for AArch64 has the sources of the library that the installed one may lack for wasm32.
    let compiler = match arm64::compiler() {
        Ok(compiler) => compiler,
        Err(reason) => {
            std::fs::write(context.out.join("wasm.log"), reason + "\n")?;
            "rustc".into()
        }
    };
    let adapt = |task: Task| task.arg(format!("RUSTC={compiler}"));
    if !has_modules(context, "wasm", &["node", "make"], adapt)? {
        let reason = "the package for JavaScript: make, node, its packages or the Rust library are missing";
        report_skipped(context, "wasm", reason);
        return Ok(false);
    }
    adapt(context.command(format!("make -C bindings/wasm --silent {targets}"))).quick().run()?;
    Ok(true)
}

/// The build folder of the C library: the other packages are built from the same crates with the same features.
pub(crate) fn shared(context: &Context, task: Task) -> Task {
    task.env("CARGO_TARGET_DIR", context.root.join("bindings/c/target"))
}

fn python(context: &Context) -> Outcome {
    if !has_modules(context, "python", &["make"], |task| task)? {
        let reason = "the package for Python: make, python3, its module venv or packages are missing";
        report_skipped(context, "python", reason);
        return Ok(());
    }
    shared(context, context.command("make -C bindings/python --silent test")).quick().run()
}

fn java(context: &Context) -> Outcome {
    if !has_modules(context, "java", &["make", "javac", "mvn"], |task| task)? {
        report_skipped(
            context,
            "java",
            "the packages for Java: make, a JDK, Maven or its packages are missing",
        );
        return Ok(());
    }
    shared(context, context.command("make -C bindings/java --silent test")).quick().run()
}

fn go(context: &Context) -> Outcome {
    // The step of the C interface built the library.
    let is_built = context.root.join("bindings/c/target/release/libvorpal.a").exists();
    if !(is_built && has_modules(context, "go", &["go"], |task| task)?) {
        let reason = "the module for Go: Go, the C library, its modules or staticcheck are missing";
        report_skipped(context, "go", reason);
        return Ok(());
    }
    context.command("make -C bindings/go --silent test").quick().run()
}
