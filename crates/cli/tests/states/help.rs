//! Help texts, shell completions and man pages: they cover all commands and options.

use crate::chain::{outcome, vorpal};
use tempfile::TempDir;
use vorpal::limbs::backend::Backend;

/// All commands by their arguments.
const COMMANDS: [&[&str]; 38] = [
    &[],
    &["replay"],
    &["bounds"],
    &["constants"],
    &["recover"],
    &["msm"],
    &["evm"],
    &["bls"],
    &["bls", "verify"],
    &["bls", "aggregate"],
    &["bls", "vectors"],
    &["groth16"],
    &["groth16", "prove"],
    &["groth16", "verify"],
    &["groth16", "check"],
    &["groth16", "setup"],
    &["groth16", "ptau"],
    &["kzg"],
    &["kzg", "commit"],
    &["kzg", "prove"],
    &["kzg", "verify"],
    &["kzg", "cells"],
    &["kzg", "recover"],
    &["kzg", "vectors"],
    &["tree"],
    &["tree", "init"],
    &["tree", "apply"],
    &["tree", "root"],
    &["tree", "get"],
    &["tree", "prove"],
    &["tree", "verify"],
    &["tree", "rollback"],
    &["tree", "check"],
    &["tree", "repair"],
    &["generate"],
    &["selftest"],
    &["measure"],
    &["completions"],
];

/// The steps of ceremonies, whose examples are in the help of their parents.
const STEPS: [&str; 12] = [
    "groth16 setup new",
    "groth16 setup contribute",
    "groth16 setup beacon",
    "groth16 setup verify",
    "groth16 setup export",
    "groth16 setup export verificationkey",
    "groth16 setup export solidity-calldata",
    "groth16 ptau new",
    "groth16 ptau contribute",
    "groth16 ptau beacon",
    "groth16 ptau prepare",
    "groth16 ptau verify",
];

/// The standard output of a command that must succeed.
fn output(arguments: &[&str]) -> String {
    let (code, output, error) = outcome(vorpal().args(arguments));
    assert_eq!((code, &*error), (0, ""), "{arguments:?}");
    output
}

/// The subcommands that the help of a command lists.
fn subcommands(help: &str) -> Vec<&str> {
    let section = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = section.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect()
}

#[test]
fn the_help_of_every_command_has_examples() {
    for command in COMMANDS {
        let help = output(&[command, &["--help"]].concat());
        for name in subcommands(&help) {
            let subcommand = [command, &[name]].concat();
            let text = subcommand.join(" ");
            let is_step = STEPS.contains(&&*text) && help.contains(&format!("\n  vorpal {text} "));
            assert!(is_step || COMMANDS.contains(&&*subcommand), "{subcommand:?} is not tested");
        }
        if !command.is_empty() {
            let example = format!("\n  vorpal {}", command.join(" "));
            assert!(help.contains("\nExamples:\n") && help.contains(&example), "{command:?}: {help}");
        }
    }
    let listed = |command: &[&str]| subcommands(&output(&[command, &["--help"]].concat())).len();
    let parents: [&[&str]; 5] = [&[], &["tree"], &["kzg"], &["bls"], &["groth16"]];
    assert_eq!(parents.map(listed).iter().sum::<usize>(), COMMANDS.len() - 1);
}

#[test]
fn the_help_names_all_backends() {
    let help = output(&["--help"]);
    for name in Backend::BUILT.iter().map(|backend| backend.name()) {
        assert!(help.contains(&format!("`{name}`")), "{name}: {help}");
    }
    assert!(help.contains("VORPAL_BACKEND"), "{help}");
}

#[test]
fn prints_completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = output(&["completions", shell]);
        for word in ["replay", "rollback", "--scalars", "--iterations", "completions"] {
            let word = if shell == "fish" { word.trim_start_matches("--") } else { word };
            assert!(script.contains(word), "{shell}: {word}");
        }
        assert!(!script.contains("\\u{") && !script.contains("\\t{"), "{shell}: no character is escaped");
    }
    // Bash accepts the script.
    let script = output(&["completions", "bash"]);
    if let Ok(bash) = std::process::Command::new("bash").args(["-n", "-c", &script]).output() {
        assert!(bash.status.success(), "{}", String::from_utf8_lossy(&bash.stderr));
    }
}

#[test]
fn writes_a_man_page_for_every_command() {
    let folder = TempDir::new().unwrap();
    let target = folder.path().join("share/man1");
    let target = target.to_str().unwrap();
    assert_eq!(output(&["completions", "--man", target]), "");
    let mut names: Vec<String> = std::fs::read_dir(target)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let mut expected: Vec<String> =
        COMMANDS.map(|command| [&["vorpal"], command].concat().join("-") + ".1").into();
    expected.extend(STEPS.map(|step| format!("vorpal-{}.1", step.replace(' ', "-"))));
    expected.sort();
    assert_eq!(names, expected);
    let page = |name: &str| std::fs::read_to_string(format!("{target}/{name}")).unwrap();
    assert!(page("vorpal.1").contains("vorpal\\-replay(1)"));
    assert!(page("vorpal-replay.1").contains("VORPAL_TABLES"), "{}", page("vorpal-replay.1"));
    for name in &names {
        let page = page(name);
        assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{name}: {page}");
    }
    // Pages of an earlier version are replaced.
    std::fs::write(format!("{target}/vorpal.1"), "old").unwrap();
    output(&["completions", "--man", target]);
    assert!(page("vorpal.1").contains(".SH NAME"));
}

#[test]
fn rejects_invalid_completions() {
    for arguments in [&["completions"][..], &["completions", "tcsh"], &["completions", "bash", "--man", "x"]]
    {
        let (code, output, _) = outcome(vorpal().args(arguments));
        assert_eq!((code, &*output), (2, ""), "{arguments:?}");
    }
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let (code, _, error) = outcome(vorpal().args(["completions", "--man"]).arg(&file));
    assert_eq!(code, 2, "{error}");
    assert_eq!(std::fs::read(&file).unwrap(), b"");
}
