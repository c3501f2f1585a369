//! The bindings: lints and tests of C, JavaScript, Python, Java, Go. The suite `run` runs this beside the tests of the
//! workspace, since both have parts that use one core.

use std::collections::BTreeSet;

use crate::arm64;
use crate::lab::{level, print_end};
use crate::process::{Failure, Outcome, Task, has};
use crate::suite::{Context, End, Step, Suite};

pub(crate) const SUITE: Suite = Suite {
    steps: &[
        Step {
            name: "same-crates",
            subject: "the packages for C, Python and Java, and the lab, use the same crates",
            run: same_crates,
        },
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

/// With these, the packages for C, Python and Java have the same crates, which are compiled once for all three. So have
/// both modules of the package for JavaScript.
const UNIFIED: &str = "--features unified";

/// The lines that another text lacks, each once.
fn missing<'a>(lines: &'a str, other: &str) -> Vec<&'a str> {
    let other: BTreeSet<&str> = other.lines().collect();
    lines.lines().collect::<BTreeSet<_>>().into_iter().filter(|line| !other.contains(line)).collect()
}

/// Whether Python, Java and the lab's contender have each crate of C in the same version with the same features. Cargo
/// would compile another one again, and all that use it.
fn same_crates(context: &Context) -> Outcome {
    let crates = |folder: &str, package: &str, features: &str| {
        let tree = format!("cargo tree --locked -p {package} {features} --edges normal,build");
        let tree = context.command(tree + " --prefix none --no-dedupe --format {p},{f}");
        tree.folder(folder).text()
    };
    let of_c = crates("bindings/c", "vorpal-c", UNIFIED)?;
    let (_, of_c) = of_c.split_once('\n').unwrap_or_default();
    for (folder, package, features) in [
        ("bindings/python", "vorpal-python", UNIFIED),
        ("bindings/java", "vorpal-java", UNIFIED),
        ("lab", "contender-vorpal", "--no-default-features"),
    ] {
        let crates = crates(folder, package, features)?;
        // The lab has no language's interface.
        let needed = of_c.lines().filter(|line| folder != "lab" || !line.starts_with("vorpal-bindings "));
        let missing = missing(&needed.collect::<Vec<_>>().join("\n"), &crates).join("\n");
        if !missing.is_empty() {
            let message =
                format!("{package} lacks crates of bindings/c (bindings/core/Cargo.toml):\n{missing}");
            return Err(Failure::new(message));
        }
    }
    Ok(())
}

/// A task with the profile and the features by which crates are shared.
fn unified(task: Task) -> Task {
    task.quick().env("UNIFIED", "yes")
}

fn c(context: &Context) -> Outcome {
    if !["cc", "c++", "make"].into_iter().all(has) {
        context.skip("the C interface: make, a C or a C++ compiler is missing");
        return Ok(());
    }
    let lints = format!("cargo clippy --locked --release --workspace --all-targets {UNIFIED} -- -D warnings");
    context.command(lints).folder("bindings/c").quick().run()?;
    unified(context.command("make -C bindings/c --silent test")).run()
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
    unified(adapt(context.command(format!("make -C bindings/wasm --silent {targets}")))).run()?;
    Ok(true)
}

/// The build folder of the C library, whose crates the other packages and the lab have.
pub(crate) const SHARED: &str = "bindings/c/target";

/// A task with this folder.
pub(crate) fn shared(context: &Context, task: Task) -> Task {
    unified(task).env("CARGO_TARGET_DIR", context.root.join(SHARED))
}

fn python(context: &Context) -> Outcome {
    if !has_modules(context, "python", &["make"], |task| task)? {
        let reason = "the package for Python: make, python3, its module venv or packages are missing";
        report_skipped(context, "python", reason);
        return Ok(());
    }
    shared(context, context.command("make -C bindings/python --silent test")).run()
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
    shared(context, context.command("make -C bindings/java --silent test")).run()
}

fn go(context: &Context) -> Outcome {
    // The step of the C interface built the library.
    let is_built = context.root.join("bindings/c/target/release/libvorpal.a").exists();
    // The level of the lab, so that libraries of both are compiled once.
    let (name, value) = level();
    if !(is_built && has_modules(context, "go", &["go", "pkg-config"], |task| task.env(name, value))?) {
        let reason =
            "the module for Go: Go, pkg-config, the C library, its modules or staticcheck are missing";
        report_skipped(context, "go", reason);
        return Ok(());
    }
    unified(context.command("make -C bindings/go --silent test FUZZTIME=10000x")).env(name, value).run()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_crate_with_another_version_or_other_features_is_missing() {
        let lines = "a v1.0.0,\nb v2.0.0,std\na v1.0.0,";
        assert_eq!(super::missing(lines, "b v2.0.0,std\nc v1.0.0,\na v1.0.0,"), [""; 0]);
        assert_eq!(super::missing(lines, "a v1.0.1,\nb v2.0.0,std"), ["a v1.0.0,"]);
        assert_eq!(super::missing(lines, "a v1.0.0,\nb v2.0.0,alloc,std"), ["b v2.0.0,std"]);
    }
}
