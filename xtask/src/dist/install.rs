//! Installs each artefact of `dist/` in a bare environment, and runs the first example of its README:
//! `cargo xtask dist-install`.
//!
//! Commands have no variables but a search path without Rust, and a folder of their own as the user's folder. So a
//! package that needs something of this machine, such as a cached dependency or the clone, fails.

pub(crate) mod constant_time;
mod languages;

use std::env::consts::ARCH;
use std::fs;
use std::path::{Path, PathBuf};

use super::{debian, dist, sums, version};
use crate::pages;
use crate::process::{Failure, Outcome, Task, has};
use crate::suite::{Context, End, Step, Suite};

pub(crate) const SUITE: Suite = Suite {
    steps: &[
        Step { name: "sums", subject: "checksums of all files", run: check_sums },
        Step { name: "command", subject: "the command, from its archive", run: command },
        Step { name: "c", subject: "libvorpal, from its archive, by pkg-config", run: languages::c },
        Step { name: "python", subject: "the wheel, in a virtual environment", run: languages::python },
        Step { name: "npm", subject: "the package for JavaScript, in an empty folder", run: languages::npm },
        Step {
            name: "maven",
            subject: "the packages for Java, in an empty repository",
            run: languages::maven,
        },
        Step { name: "go", subject: "the modules for Go, by a proxy of files", run: languages::go },
        Step { name: "debian", subject: "the package for Debian, in a new system", run: debian },
    ],
    end: End::Skipped,
};

/// The file of `dist/` with this beginning and end. Without one, the step is skipped.
fn artefact(context: &Context, begin: &str, end: &str) -> Outcome<Option<PathBuf>> {
    let dist = dist(context);
    let names = if dist.exists() { sums::files(&dist)? } else { Vec::new() };
    let is_it = |name: &&PathBuf| {
        let name = name.to_string_lossy();
        name.starts_with(begin) && name.ends_with(end)
    };
    let found = names.iter().find(is_it).map(|name| dist.join(name));
    if found.is_none() {
        context.skip(&format!("no {begin}*{end} in {} (cargo xtask dist)", dist.display()));
    }
    Ok(found)
}

/// A folder with nothing in it, which is also the user's folder.
fn folder(context: &Context, name: &str) -> Outcome<PathBuf> {
    super::archive::stage(context, &format!("install-{name}"))
}

/// A command in a folder, without this process's variables. `path` precedes the search path.
fn bare(context: &Context, folder: &Path, path: &str, line: &str) -> Task {
    let task = context.command("env -i LANG=C.UTF-8").arg(format!("HOME={}", folder.display()));
    task.arg(format!("PATH={path}/usr/bin:/bin")).args(line.split_whitespace()).folder(folder)
}

/// The first block of code of a language in a document.
fn example(context: &Context, document: &str, language: &str) -> Outcome<String> {
    let text = fs::read_to_string(context.root.join(document))?;
    let block = text.split(&format!("\n```{language}\n")).nth(1).and_then(|rest| rest.split("\n```").next());
    block.map(str::to_string).ok_or_else(|| Failure::new(format!("no example in {language} in {document}")))
}

/// What a comment says that a program prints.
fn printed(example: &str) -> Vec<&str> {
    let texts = example.lines().filter_map(|line| Some(line.split_once(" prints ")?.1));
    texts.map(|text| text.trim_end_matches("*/").trim()).collect()
}

/// Runs a program, and compares its output with what the example says.
fn check(example: &str, task: Task) -> Outcome {
    let (output, code) = task.shown_output()?;
    if code != 0 {
        return Err(Failure { message: format!("the example failed with exit code {code}"), code });
    }
    match printed(example).into_iter().find(|text| !output.contains(text)) {
        None => Ok(()),
        Some(text) => Err(Failure::new(format!("the example did not print: {text}"))),
    }
}

fn check_sums(context: &Context) -> Outcome {
    if artefact(context, "SHA256SUMS", "")?.is_none() {
        return Ok(());
    }
    context.command("sha256sum --check --quiet --strict SHA256SUMS").folder(dist(context)).run()
}

/// The commands of the README that start the program, and the self-test.
fn command(context: &Context) -> Outcome {
    let begin = format!("vorpal-{}-{ARCH}-", version(context)?);
    let Some(file) = artefact(context, &begin, ".tar.gz")? else { return Ok(()) };
    let folder = folder(context, "command")?;
    bare(context, &folder, "", "tar xzf").arg(file).args(["--strip-components", "1"]).run()?;
    commands(context, &|line| bare(context, &folder, &format!("{}/bin:", folder.display()), line))
}

fn commands(context: &Context, run: &dyn Fn(&str) -> Task) -> Outcome {
    let text = example(context, "crates/cli/README.md", "sh")?;
    let lines = text.lines().filter(|line| line.starts_with("vorpal "));
    let lines: Vec<String> = lines.map(|line| line.replace("DIR", "tree")).collect();
    if lines.is_empty() {
        return Err(Failure::new("crates/cli/README.md starts no program"));
    }
    for line in lines.iter().map(String::as_str).chain(["vorpal selftest"]) {
        let line = line.split(" #").next().unwrap_or(line).trim();
        println!("$ {line}");
        run(line).run()?;
    }
    Ok(())
}

/// Debian's smallest system, and the package installed with its own tools.
fn debian(context: &Context) -> Outcome {
    let end = format!("_{}.deb", debian::architecture(ARCH));
    let Some(file) = artefact(context, "vorpal_", &end)? else { return Ok(()) };
    if !has("debootstrap") || !pages::is_root() {
        context.skip("the package for Debian: debootstrap is missing, or the user is not root");
        return Ok(());
    }
    let system = folder(context, "debian")?;
    let log = context.out.join("debootstrap.log");
    // Packages have signatures: the keys are those of debian-archive-keyring.
    let create = context.command("debootstrap --variant=minbase bookworm").arg(&system);
    if !create.log(&log)?.succeeds() {
        crate::lab::print_end(&log);
        context.skip("the package for Debian: debootstrap failed");
        return Ok(());
    }
    super::archive::copy(&file, &system.join("vorpal.deb"), 0o644)?;
    let inside = |line: &str| {
        let task =
            context.command("env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot").arg(&system);
        task.args(line.split_whitespace())
    };
    inside("dpkg --install /vorpal.deb").run()?;
    inside("dpkg --verify vorpal").run()?;
    commands(context, &|line| inside(line))
}

#[cfg(test)]
mod tests {
    #[test]
    fn comments_say_what_programs_print() {
        let example = "a(); // prints 12 b\nc(); /* prints d */\n// a printer\ne(\" prints \")";
        assert_eq!(super::printed(example), ["12 b", "d", "\")"]);
    }
}
