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

/// The subcommands without an option, by their names from the first, where they have no subcommands of their own.
fn without(option: &str, name: &str, command: &clap::Command) -> Vec<String> {
    if command.get_arguments().any(|argument| argument.get_long() == Some(option)) {
        return Vec::new();
    }
    if command.get_subcommands().next().is_none() {
        return vec![name.into()];
    }
    let inner = command.get_subcommands();
    inner.flat_map(|inner| without(option, &format!("{name} {}", inner.get_name()), inner)).collect()
}

/// Compares the subcommands without an option with the names in a sentence.
fn lack(option: &str, named: &[&str]) {
    let found = without(option, "vorpal", &Arguments::command());
    let is_of = |found: &str, name: &str| format!("{found} ").starts_with(&format!("vorpal {name} "));
    for name in named {
        assert!(found.iter().any(|found| is_of(found, name)), "{name} has --{option}");
    }
    for found in &found {
        assert!(named.iter().any(|name| is_of(found, name)), "{found} has no --{option}");
    }
}

/// The quoted words of the page between two texts.
fn quoted_between<'a>(page: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    let text = page.split(start).nth(1).unwrap().split(end).next().unwrap();
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_page_of_the_command_says_what_has_no_json_and_no_threads() {
    let pages = documents::pages();
    let (_, page) = pages.iter().find(|(file, _)| file == "docs/command.md").unwrap();
    lack("json", &quoted_between(page, "All subcommands but ", " write their figures"));
    let with_threads = quoted_between(page, "`--json FILE`. ", " have `--threads N`");
    let command = Arguments::command();
    let names = command.get_subcommands().map(clap::Command::get_name);
    let mut others: Vec<&str> = names.filter(|name| !with_threads.contains(name)).collect();
    others.extend(quoted_between(page, "`--threads N`, but ", " has\n"));
    lack("threads", &others);
}

/// Rows such as `vorpal tree init\|get` of README.md have all subcommands of a command with subcommands.
#[test]
fn the_table_of_commands_lists_inner_subcommands() {
    let pages = documents::pages();
    let (_, page) = pages.iter().find(|(file, _)| file == "README.md").unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `vorpal ")?.split('`').next());
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split(' ').collect()).collect();
    let command = Arguments::command();
    let mut lists = 0;
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.has_subcommands()) {
        let row = rows.iter().find(|row| row[0] == subcommand.get_name()).unwrap();
        let listed: BTreeSet<&str> = row[1].split("\\|").collect();
        assert_eq!(listed, subcommand.get_subcommands().map(clap::Command::get_name).collect(), "{row:?}");
        lists += 1;
    }
    assert!(lists >= 4, "{lists}");
}

/// The option of a subcommand such as `tree init`.
fn option(path: &str, name: &str) -> clap::Arg {
    let mut command = &Arguments::command();
    for word in path.split(' ') {
        command = command.find_subcommand(word).unwrap_or_else(|| panic!("{path}"));
    }
    let option = command.get_arguments().find(|argument| argument.get_long() == Some(name));
    option.unwrap_or_else(|| panic!("{path} --{name}")).clone()
}

/// Lists of values, each with the texts of the page around it.
#[test]
fn the_page_of_the_command_lists_the_values_of_options() {
    let pages = documents::pages();
    let (_, page) = pages.iter().find(|(file, _)| file == "docs/command.md").unwrap();
    let listed = |start: &str, end: &str| -> BTreeSet<String> {
        quoted_between(page, start, end).into_iter().map(String::from).collect()
    };
    let values = |path: &str, name: &str| -> Vec<String> {
        option(path, name).get_possible_values().iter().map(|value| value.get_name().to_string()).collect()
    };
    for (name, start, end) in
        [("curve", "`--curve` is ", ". Points have"), ("algorithm", "`--algorithm` is ", ". An algorithm")]
    {
        assert_eq!(listed(start, end), values("msm", name).into_iter().collect(), "msm --{name}");
    }
    for (path, name) in [("evm", "fork"), ("evm", "gas"), ("bls verify", "scheme")] {
        let text = format!("--{name} {}", values(path, name).join("|"));
        assert!(page.contains(&text), "{path}: {text}");
    }
    let contracts = vorpal::evm::Precompile::ALL.map(|contract| contract.name().to_string());
    assert_eq!(listed("\nNames: ", "\n\n"), contracts.into());
    let backends = vorpal::limbs::backend::Backend::permitted_values();
    let mut named = listed("## Processor backends", "## Test data");
    assert!(named.remove("VORPAL_BACKEND=portable") && named.insert("portable".into()));
    let permitted = backends.split('`').skip(1).step_by(2).filter(|name| *name != "auto");
    // Of the processors of this program; the page is about x86-64, but for one name.
    assert!(named.remove(vorpal::limbs::backend::Backend::NeonFma.name()));
    if cfg!(target_arch = "x86_64") {
        assert_eq!(named, permitted.map(String::from).collect());
    }
}

/// Defaults, each in a text of the page in which `*` is the value.
#[test]
fn the_page_of_the_command_has_the_defaults() {
    let pages = documents::pages();
    let (_, page) = pages.iter().find(|(file, _)| file == "docs/command.md").unwrap();
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for (path, name, text) in [
        ("replay", "wait", "up to `--wait` seconds (*)"),
        ("replay", "tables", "`*` (the default) or `340` limits the tables"),
        ("tree init", "window", "can be taken back, by default *"),
        ("tree apply", "wait", "waits up to `--wait` seconds (*)"),
        ("evm", "gas-limit", "more gas than `--gas-limit` (*)"),
        ("bls verify", "variant", "the default is `*`, as in Ethereum"),
        ("bls verify", "scheme", "the default is `*`, as in Ethereum. With"),
        ("groth16 check", "limit", "the number of constraints; the default is *"),
        ("kzg commit", "tables", "The default is *;"),
    ] {
        let option = option(path, name);
        let default = option.get_default_values()[0].to_str().unwrap();
        let thousands = default.bytes().all(|byte| byte.is_ascii_digit()).then(|| {
            let digits = default.bytes().rev().collect::<Vec<_>>();
            let groups = digits.chunks(3).map(|group| String::from_utf8(group.to_vec()).unwrap());
            groups.collect::<Vec<_>>().join(",").chars().rev().collect::<String>()
        });
        let default = thousands.unwrap_or_else(|| default.to_string());
        assert!(page.contains(&text.replace('*', &default)), "{path} --{name}: {text} with {default}");
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
