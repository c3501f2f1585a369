//! The documents against the command line: every command of a document parses, and docs/command.md names the options of
//! each subcommand, and no others.

use std::collections::BTreeSet;
use std::path::Path;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use vorpal_oracle::documents;

use super::Arguments;
use crate::input::accounts;
use crate::input::lines::{JSON_LINE, Lines};

/// The command line of `vorpal` in a command of a document: by name, by Cargo, or on a phone.
fn arguments(command: &documents::Command) -> Option<&[String]> {
    let words = &command.words[..];
    let name = |word: &String| Path::new(word).file_name().is_some_and(|name| name == "vorpal");
    match &*words[0] {
        "vorpal" => Some(&words[1..]),
        "adb" if words.get(1).is_some_and(|word| word == "shell") => {
            words.iter().position(name).map(|at| &words[at + 1..])
        }
        "cargo"
            if words.get(1).is_some_and(|word| word == "run") && command.folder.as_os_str().is_empty() =>
        {
            let (options, rest) = words.split_at(words.iter().position(|word| word == "--")?);
            let is_other =
                ["--manifest-path", "-p"].iter().any(|other| options.iter().any(|word| word == other));
            (!is_other && rest.len() > 1).then(|| &rest[1..])
        }
        _ => None,
    }
}

/// An argument in place of a word that stands for one.
fn example(word: &str) -> String {
    match word.trim_end_matches("...") {
        "N" | "I" | "V" | "MS" | "GAS" | "LOG2N" | "SEED" | "SECONDS" | "MIB" => "16".into(),
        "ROOT" | "KEY" | "Z" => format!("0x{}", "01".repeat(32)),
        "CURVE" => "secp256k1".into(),
        "ALGORITHM" => "xyzz".into(),
        "NAME" => "modexp".into(),
        "LIST" => "0-63,70".into(),
        "SHELL" => "bash".into(),
        other => other.into(),
    }
}

/// Why a command line does not parse. Within a sentence, required arguments may be missing.
fn fault(arguments: &[String], is_in_sentence: bool) -> Option<String> {
    let words = ["vorpal".to_string()].into_iter().chain(arguments.iter().map(|word| example(word)));
    let error = Arguments::try_parse_from(words).err()?;
    let is_short = [
        ErrorKind::MissingRequiredArgument,
        ErrorKind::MissingSubcommand,
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
    ];
    let is_help = [ErrorKind::DisplayHelp, ErrorKind::DisplayVersion].contains(&error.kind());
    let is_right = is_help || is_in_sentence && is_short.contains(&error.kind());
    (!is_right).then(|| error.to_string())
}

#[test]
fn commands_of_documents_parse() {
    let (mut found, mut faults) = (0, Vec::new());
    for command in documents::commands() {
        let Some(arguments) = arguments(&command) else { continue };
        found += 1;
        let fault = fault(arguments, command.is_in_sentence);
        faults.extend(fault.map(|fault| format!("{}: {arguments:?}: {fault}", command.place)));
    }
    assert_eq!(faults, [""; 0]);
    assert!(found > 40, "{found}");
    let split = |line: &str| line.split(' ').map(String::from).collect::<Vec<_>>();
    for wrong in ["replay --dta DIR", "tree int DIR", "evm NAME FILE --fork london", "msm --random 16 --at 1"]
    {
        assert!(fault(&split(wrong), true).is_some(), "{wrong}");
    }
    assert!(fault(&split("tree get DIR"), false).is_some());
    assert!(fault(&split("tree get DIR"), true).is_none());
}

/// The options in a text: words that begin with two hyphens.
fn options(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let words = text.split(|c| !is_part(c)).filter_map(|word| word.strip_prefix("--"));
    words.filter(|word| !word.is_empty() && !word.starts_with('-')).map(String::from).collect()
}

/// The options of a subcommand and of its subcommands, without those that all programs have.
fn options_of(command: &clap::Command) -> BTreeSet<String> {
    let own = command.get_arguments().filter(|argument| !argument.is_hide_set());
    let own = own.filter_map(|argument| argument.get_long()).map(String::from);
    let inner = command.get_subcommands().flat_map(options_of);
    own.chain(inner).filter(|option| !["help", "version"].contains(&&**option)).collect()
}

#[test]
fn the_page_of_the_command_names_every_option() {
    let pages = documents::pages();
    let (_, page) = pages.iter().find(|(file, _)| file == "docs/command.md").unwrap();
    let mut sections = page.split("\n## ");
    // The text before the sections has what several subcommands have, and Cargo's options.
    let mut common = options(sections.next().unwrap());
    for other in ["help", "locked", "release"] {
        assert!(common.remove(other), "the page shows --{other}");
    }
    let command = Arguments::command();
    let has = |option: &String| {
        command.get_subcommands().filter(|subcommand| options_of(subcommand).contains(option)).count()
    };
    for option in &common {
        assert!(has(option) >= 1, "no subcommand has --{option}");
    }
    let mut described = BTreeSet::new();
    for section in sections {
        let (title, text) = section.split_once('\n').unwrap();
        let names = title.split('`').skip(1).step_by(2).filter_map(|name| name.strip_prefix("vorpal "));
        let subcommands: Vec<_> = names.map(|name| command.find_subcommand(name).unwrap()).collect();
        described.extend(subcommands.iter().map(|subcommand| subcommand.get_name()));
        let of_code: BTreeSet<_> = subcommands.iter().flat_map(|subcommand| options_of(subcommand)).collect();
        let of_text = options(text);
        let unknown: Vec<_> = of_text.difference(&of_code).collect();
        assert!(unknown.is_empty(), "{title}: {unknown:?} are no options");
        let missing: Vec<_> = of_code
            .iter()
            .filter(|option| !(of_text.contains(*option) || common.contains(*option)))
            .collect();
        assert!(missing.is_empty(), "{title} does not name {missing:?}");
    }
    let all = command.get_subcommands().map(clap::Command::get_name);
    assert_eq!(described, all.collect(), "each subcommand has a section");
    assert_eq!(options("`--a-1 B` --c, ---"), ["a-1", "c"].map(String::from).into());
}

/// The subcommands without `--json`, by their names from the first, where they have no subcommands of their own.
fn without_json(name: &str, command: &clap::Command) -> Vec<String> {
    if command.get_arguments().any(|argument| argument.get_long() == Some("json")) {
        return Vec::new();
    }
    if command.get_subcommands().next().is_none() {
        return vec![name.into()];
    }
    let inner = command.get_subcommands();
    inner.flat_map(|inner| without_json(&format!("{name} {}", inner.get_name()), inner)).collect()
}

#[test]
fn the_page_of_the_command_says_what_writes_no_json() {
    let pages = documents::pages();
    let (_, page) = pages.iter().find(|(file, _)| file == "docs/command.md").unwrap();
    let sentence = page.split("All subcommands but ").nth(1).unwrap().split(" write their figures").next();
    let named: Vec<&str> = sentence.unwrap().split('`').skip(1).step_by(2).collect();
    let found = without_json("vorpal", &Arguments::command());
    let is_of = |found: &str, name: &str| format!("{found} ").starts_with(&format!("vorpal {name} "));
    for name in &named {
        assert!(found.iter().any(|found| is_of(found, name)), "{name} has --json");
    }
    for found in &found {
        assert!(named.iter().any(|name| is_of(found, name)), "{found} has no --json");
    }
}

/// The lines of JSON in documents are those that `replay` reads, with digits for `<40 digits>`.
#[test]
fn accounts_of_documents_are_read() {
    let mut lines = 0;
    for block in documents::blocks().iter().filter(|block| block.language == "json") {
        let text = block.text.replace("<40 digits>", &"1".repeat(40)).replace("<64 digits>", &"2".repeat(64));
        let path = Path::new(&block.file);
        let accounts = accounts::parse(Lines::new(path, text.as_bytes(), JSON_LINE)).unwrap();
        assert_eq!(accounts.len(), text.lines().count(), "{}", block.file);
        lines += accounts.len();
    }
    assert!(lines > 0);
}
