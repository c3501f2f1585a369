//! Runs the tests of users of the crate blst on this tree's `interop/blst`, and blst's own tests.
//!
//! Lighthouse's package `bls` takes it by one entry of `[patch.crates-io]`, in a copy, with the lock file of the clone.
//! So does Grandine's `bls-blst`, but with crates.io's sha2 instead of Grandine's copy, and without a lock file.
//! blst's own tests are those of the package of crates.io in the version of interop/Cargo.lock. They are in its source,
//! so they are copied from there into a package of their own; one line of them reads a private field, and is replaced.

use std::fs;
use std::path::{Path, PathBuf};

use crate::process::{Failure, Outcome};
use crate::suite::{Context, End, Step, Suite};

pub(crate) const SUITE: Suite = Suite {
    steps: &[
        Step { name: "lighthouse", subject: "Lighthouse's bls on Vorpal's blst", run: lighthouse },
        Step { name: "grandine", subject: "Grandine's bls-blst on Vorpal's blst", run: grandine },
        Step { name: "blst", subject: "blst's own tests on Vorpal's blst", run: blst },
    ],
    end: End::Skipped,
};

/// The environment of the builds.
pub(crate) fn export(context: &Context) {
    context.export("CARGO_TARGET_DIR", context.root.join("target/blst-users"));
    context.export("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
    context.export("CARGO_PROFILE_DEV_DEBUG", "false");
}

fn ours(context: &Context) -> PathBuf {
    context.root.join("interop/blst")
}

/// The tables of a manifest with these heads.
fn tables(manifest: &str, heads: &[&str]) -> String {
    let (mut kept, mut is_kept) = (String::new(), false);
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_kept = heads.contains(&line);
        }
        if is_kept {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// The number of passed tests of each program in the output of `cargo test`.
fn passed(output: &str) -> Vec<u32> {
    let counts = output.lines().filter_map(|line| line.strip_prefix("test result: ok. ")?.split(' ').next());
    counts.filter_map(|count| count.parse().ok()).collect()
}

/// Copies files of a clone, and leaves `member` alone in the workspace. Paths of others remain among the dependencies
/// that no member uses.
fn copied(context: &Context, checkout: &Path, name: &str, paths: &str, member: &str) -> Outcome<PathBuf> {
    let copy = context.out.join(name);
    let archive = context.out.join(format!("{name}.tar"));
    fs::create_dir(&copy)?;
    let files =
        context.command("git -C").arg(checkout).args(["archive", "--output"]).arg(&archive).arg("HEAD");
    files.args(paths.split(' ')).run()?;
    context.command("tar -x -C").arg(&copy).arg("-f").arg(&archive).run()?;
    let manifest = copy.join("Cargo.toml");
    let heads = [
        "[workspace.package]",
        "[workspace.dependencies]",
        "[workspace.lints.rust]",
        "[workspace.lints.clippy]",
    ];
    let kept = tables(&fs::read_to_string(&manifest)?, &heads);
    fs::write(&manifest, format!("[workspace]\nmembers = [\"{member}\"]\nresolver = \"2\"\n{kept}"))?;
    Ok(copy)
}

/// Runs the tests of a package in a copy, at least `least`, on this tree's blst.
fn test(context: &Context, copy: &Path, package: &str, least: u32) -> Outcome {
    let ours = ours(context).display().to_string();
    let patch = ["--config".to_string(), format!("patch.crates-io.blst.path=\"{ours}\"")];
    context.command("cargo update").args(&patch).arg("blst").folder(copy).run()?;
    let tree = context.command("cargo tree --invert blst --depth 0").args(&patch).folder(copy);
    let (tree, code) = tree.shown_output()?;
    if code != 0 || !tree.contains(&format!("({ours})")) {
        return Err(Failure::new(format!("the blst of {package} is not {ours}")));
    }
    let tests = context.command("cargo test --locked -p").arg(package).args(&patch).folder(copy);
    let (output, code) = tests.shown_output()?;
    if code != 0 || !passed(&output).iter().any(|count| *count >= least) {
        return Err(Failure::new(format!("the tests failed, or there are few, with exit code {code}")));
    }
    Ok(())
}

fn lighthouse(context: &Context) -> Outcome {
    let checkout =
        context.arguments.first().ok_or_else(|| Failure::new("the path of a clone of Lighthouse"))?;
    let copy = copied(context, checkout, "lighthouse", "Cargo.toml Cargo.lock crypto/bls", "crypto/bls")?;
    test(context, &copy, "bls", 10)
}

fn grandine(context: &Context) -> Outcome {
    let Some(checkout) = context.arguments.get(1) else {
        context.skip("GRANDINE'S bls-blst: NO PATH OF A CLONE OF GRANDINE");
        return Ok(());
    };
    let paths = "Cargo.toml bls ssz ssz_derive serde_utils std_ext hashing arithmetic try_from_iterator \
                 spec_test_utils";
    let copy = copied(context, checkout, "grandine", paths, "bls/bls-blst")?;
    let manifest = copy.join("Cargo.toml");
    let text = fs::read_to_string(&manifest)?;
    let sha2 = "sha2 = { version = '0.10', features = ['compress'] }";
    let lines = text.lines().map(|line| if line.starts_with("sha2 = ") { sha2 } else { line });
    fs::write(&manifest, lines.map(|line| format!("{line}\n")).collect::<String>())?;
    test(context, &copy, "bls-blst", 3)
}

/// The lines of a source from each line that `starts` accepts, to the next line that is `end`.
fn sections(source: &str, starts: impl Fn(&str) -> bool, end: &str) -> String {
    let (mut found, mut is_inside) = (String::new(), false);
    for line in source.lines() {
        is_inside |= starts(line);
        if is_inside {
            found.push_str(line);
            found.push('\n');
        }
        is_inside &= line != end;
    }
    found
}

/// The folder of the package blst of crates.io.
fn registry_folder(context: &Context) -> Outcome<PathBuf> {
    let metadata =
        context.command("cargo metadata --locked --all-features --format-version 1 --manifest-path");
    let metadata = metadata.arg("interop/Cargo.toml").text()?;
    let paths = metadata.split("\"manifest_path\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let is_blst = |path: &&str| {
        let folder = path.strip_suffix("/Cargo.toml").and_then(|path| path.rsplit('/').next());
        let version = folder.and_then(|folder| folder.strip_prefix("blst-"));
        path.contains("/registry/")
            && version.is_some_and(|version| version.chars().all(|c| c.is_ascii_digit() || c == '.'))
    };
    let manifest = paths.filter(is_blst).max().ok_or_else(|| Failure::new("no package blst of crates.io"))?;
    manifest
        .strip_suffix("/Cargo.toml")
        .map(PathBuf::from)
        .ok_or_else(|| Failure::new("no folder of the package blst"))
}

const TESTS: &str = r#"#![allow(non_upper_case_globals, clippy::all, unused_imports)]
use std::mem::MaybeUninit;
use std::ptr;

use blst::*;

mod pk {
    use super::*;
    use blst::min_pk::*;
    include!("variant.in");
}
mod sig {
    use super::*;
    use blst::min_sig::*;
    include!("variant.in");
}
include!("multi_point.in");
pippenger_test_mod!(g1, p1_affines, blst_p1, blst_p1_add_or_double, blst_p1_generator, blst_p1_mult,);
pippenger_test_mod!(g2, p2_affines, blst_p2, blst_p2_add_or_double, blst_p2_generator, blst_p2_mult,);
"#;

fn manifest(ours: &Path) -> String {
    format!(
        r#"[package]
name = "tests-of-blst"
version = "0.0.0"
edition = "2021"
[workspace]
[features]
default = ["serde", "serde-secret"]
serde = ["blst/serde"]
serde-secret = ["blst/serde-secret"]
[dependencies]
blst = {{ path = "{}" }}
[dev-dependencies]
rand_chacha = "0.3"
rand_core = {{ version = "0.6", features = ["std"] }}
rmp-serde = "1.1.1"
"#,
        ours.display()
    )
}

fn blst(context: &Context) -> Outcome {
    let source = registry_folder(context)?.join("src");
    let package = context.out.join("blst");
    let tests = package.join("tests");
    fs::create_dir_all(package.join("src"))?;
    fs::create_dir_all(&tests)?;
    fs::write(package.join("src/lib.rs"), "")?;
    fs::copy(source.join("pippenger-test_mod.rs"), tests.join("multi_point.in"))?;
    let library = fs::read_to_string(source.join("lib.rs"))?;
    let variant = sections(&library, |line| line == "        mod tests {", "        }");
    let field = "SecretKey { value: sk }";
    let variant = variant.replace(field, "<&SecretKey>::try_from(&sk).unwrap().clone()");
    fs::write(tests.join("variant.in"), variant)?;
    let others = ["mod fp12_test {", "mod sk_test {"];
    let others = sections(&library, |line| others.contains(&line), "}");
    fs::write(tests.join("blst.rs"), format!("{TESTS}{others}"))?;
    fs::write(package.join("Cargo.toml"), manifest(&ours(context)))?;

    let (output, code) = context.command("cargo test --test blst").folder(&package).shown_output()?;
    // Six tests of each assignment of groups, two of sums in each group, one of pairings, one of keys.
    if code != 0 || !passed(&output).contains(&18) {
        return Err(Failure::new(format!("the tests failed, or are not 18, with exit code {code}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{passed, sections, tables};

    #[test]
    fn parts_of_files_are_found() {
        let manifest = "[a]\nx = 1\n[b]\ny = [\n2]\n[c]\nz = 3\n";
        assert_eq!(tables(manifest, &["[a]", "[c]"]), "[a]\nx = 1\n[c]\nz = 3\n");
        let source = "a\nmod t {\n b\n}\nc\nmod t {\n}\n}\n";
        assert_eq!(sections(source, |line| line == "mod t {", "}"), "mod t {\n b\n}\nmod t {\n}\n");
        assert_eq!(passed("x\ntest result: ok. 18 passed; 0\ntest result: FAILED. 3 passed"), [18]);
    }
}
