//! The lab: lints and tests in Rust and Go, and a short comparison with other libraries. The suite `run` includes the
//! comparison, the suite `more` the rest.

use std::path::Path;

use crate::bindings::{SHARED, shared};
use crate::process::{Failure, Outcome, has};
use crate::suite::{Context, End, SKIPPED, Step, Suite};

pub(crate) const SUITE: Suite = Suite {
    steps: &[
        Step { name: "rust", subject: "the lab: formatting, lints, tests", run: rust },
        Step { name: "go", subject: "the lab in Go: formatting, lints, tests", run: go },
        Step {
            name: "differential",
            subject: "the lab: comparison of results with other libraries, at least one round",
            run: differential,
        },
        Step { name: "go-verkle", subject: "go-verkle on the generated chain", run: go_verkle },
    ],
    end: End::Times("the end of the lab"),
};

fn rust(context: &Context) -> Outcome {
    // With the profile of the tests, so that both use the same build scripts and macros.
    let lints = "cargo clippy --locked --release -p lab -p benches -p contender -p chains -p operations \
        -p contender-vorpal --all-targets -- -D warnings";
    shared(context, context.command(lints)).folder("lab").run()?;
    // The package lab includes its program, which a test runs.
    let tests = context.command("cargo test --locked --release -p lab -p contender -p chains");
    shared(context, tests).folder("lab").run()
}

/// The instruction set level of the lab's contenders in Go, and of the module for Go in CI. Another level would rebuild
/// everything.
pub(crate) fn level() -> (&'static str, &'static str) {
    let processor = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let flags: Vec<&str> = processor.split_whitespace().collect();
    let has_all = ["avx2", "bmi1", "bmi2", "fma", "movbe"].iter().all(|flag| flags.contains(flag));
    if has_all { ("GOAMD64", "v3") } else { ("VORPAL_LEVEL", "default") }
}

/// Builds the program in Go. `None` if Go or a module is missing.
fn build_go(context: &Context) -> Outcome<Option<(&'static str, &'static str)>> {
    let level = level();
    let log = context.out.join("go.log");
    let build = context.command(format!("go build -o ../../{SHARED}/lab-go .")).folder("lab/go");
    let build = build.env(level.0, level.1);
    if has("go") && build.log(&log)?.succeeds() {
        return Ok(Some(level));
    }
    context.skip("what requires Go: Go or the modules of lab/go are missing");
    print_end(&log);
    Ok(None)
}

/// Prints the last lines of a file, if there is one.
pub(crate) fn print_end(file: &Path) {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(3)..].iter().for_each(|line| println!("{line}"));
}

fn go(context: &Context) -> Outcome {
    let Some((name, value)) = build_go(context)? else { return Ok(()) };
    for (folder, has_tests) in [("lab/go", true), ("lab/go-before", true), ("lab/go-verkle-2023", false)] {
        let command = |line: &str| context.command(line).folder(folder).env(name, value);
        let unformatted = command("gofmt -l .").text()?;
        if !unformatted.is_empty() {
            return Err(Failure::new(format!("not formatted, in {folder}:\n{unformatted}")));
        }
        command("go vet ./...").run()?;
        if has_tests {
            command("go test ./...").run()?;
        }
    }
    Ok(())
}

fn differential(context: &Context) -> Outcome {
    let Some((name, value)) = build_go(context)? else { return Ok(()) };
    // With the crates of the C library.
    shared(context, context.command("cargo build --locked --release -p lab")).folder("lab").run()?;
    // With contenders that build quickly. Exit code 3: a contender failed, and the output names it. Everything else
    // was compared.
    let contenders =
        ["vorpal", "blst", "libsecp256k1", "gnark-crypto", "go-ipa", "go-verkle", "dcrd", "go-ethereum"];
    let comparison = context.command(format!("{SHARED}/release/lab differential --seconds 30"));
    let comparison = shared(context, comparison).env(name, value);
    let comparison = comparison.env("VORPAL_LAB_TARGET", context.root.join(SHARED));
    let contenders = contenders.map(|contender| format!("--contender={contender}"));
    let (text, code) = comparison.args(contenders).shown_output()?;
    if ![0, SKIPPED].contains(&code) {
        return Err(Failure { message: format!("the comparison failed with exit code {code}"), code });
    }
    let is_count = |line: &str| {
        line.split_once(" cases of").is_some_and(|(count, _)| count.parse().is_ok_and(|count: u64| count > 0))
    };
    if text.lines().any(is_count) { Ok(()) } else { Err(Failure::new("the comparison has no cases")) }
}

fn go_verkle(context: &Context) -> Outcome {
    if build_go(context)?.is_none() {
        return Ok(());
    }
    let vorpal = context.vorpal()?;
    let chain = context.out.join("chain");
    context.command(format!("{vorpal} generate --out")).arg(&chain).run()?;
    let text = context.command(format!("{SHARED}/lab-go replay")).arg(&chain).text()?;
    println!("{}", text.lines().last().unwrap_or_default());
    Ok(())
}
