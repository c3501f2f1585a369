//! The lists of CONTRIBUTING.md: the steps of the checks, the tests that do not run by default, the users of primes.

use std::collections::BTreeSet;

use crate::documents::{quoted, read, set};
use crate::{files, rust_files, workspace};

/// The names in parentheses of the list after a sentence.
fn in_parentheses<'a>(page: &'a str, sentence: &str) -> BTreeSet<&'a str> {
    let list =
        page.split(sentence).nth(1).unwrap_or_else(|| panic!("{sentence}")).split("\n\n").nth(1).unwrap();
    list.split('(').skip(1).flat_map(|rest| quoted(rest.split(')').next().unwrap())).collect()
}

/// The names of the steps of a suite in a source.
fn steps(source: &str) -> BTreeSet<&str> {
    source.split("name: \"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

#[test]
fn the_page_for_contributors_names_every_step() {
    let page = read("CONTRIBUTING.md");
    for (suite, sentence) in [("run", "`bash .ci/run` runs"), ("more", "`bash .ci/more` runs")] {
        let source = read(format!("xtask/src/{suite}.rs"));
        assert_eq!(in_parentheses(&page, sentence), steps(&source), ".ci/{suite}");
    }
    let text = "x.\n\n* a `b` (`c`,\n  `d`), e (`f`);\n* g.\n\nh (`i`)";
    assert_eq!(in_parentheses(text, "x."), ["c", "d", "f"].into());
    assert_eq!(steps("Step { name: \"a\", subject: \"b\" }, Step { name: \"c\" }"), ["a", "c"].into());
}

/// The beginnings of the reasons of `#[ignore]`, with the words of the page.
const IGNORED: [(&str, &str); 5] = [
    ("measures", "measurements"),
    ("builds", "programs that must not build"),
    ("runs in", "parts that other tests run in child processes"),
    ("writes files of the source", "those that write files of the source"),
    ("needs the artefacts of a release", "those of the artefacts of a release"),
];

#[test]
fn the_page_for_contributors_says_which_tests_do_not_run() {
    let page = read("CONTRIBUTING.md").replace('\n', " ");
    let sentence =
        page.split("but those with `#[ignore]`. These are ").nth(1).unwrap().split(". ").next().unwrap();
    for (_, words) in IGNORED {
        assert!(sentence.contains(words), "CONTRIBUTING.md: {words}");
    }
    let mut used = BTreeSet::new();
    for path in rust_files(&workspace().join("crates")) {
        let source = std::fs::read_to_string(&path).unwrap();
        for line in source.lines().map(str::trim).filter(|line| line.starts_with("#[ignore")) {
            let reason = line.strip_prefix("#[ignore = \"");
            let reason = reason.unwrap_or_else(|| panic!("{}: no reason", path.display()));
            let kind = IGNORED.iter().find(|(start, _)| reason.starts_with(start));
            used.insert(kind.unwrap_or_else(|| panic!("{}: {reason}", path.display())).0);
        }
    }
    assert_eq!(used, IGNORED.iter().map(|(start, _)| *start).collect());
}

/// A file with so many of the primes is a list of them.
const MOST_PRIMES: usize = 11;

#[test]
fn the_page_for_contributors_names_the_lists_of_primes() {
    let modules = read("crates/fields/src/primes/mod.rs");
    let snake: Vec<&str> =
        modules.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
    let pairs = modules.lines().filter_map(|line| line.strip_prefix("pub use ")?.split(['{', ',']).nth(1));
    let names: Vec<&str> = pairs.collect();
    assert_eq!((snake.len(), names.len()), (13, 13));
    let is_list = |text: &str| {
        let words: BTreeSet<&str> = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).collect();
        let has = |name: &str| words.contains(name) || words.contains(&*format!("{name}Modulus"));
        [&snake, &names].iter().any(|names| names.iter().filter(|name| has(name)).count() >= MOST_PRIMES)
    };
    let is_source = |name: &str| [".rs", ".v", ".py", ".go"].iter().any(|end| name.ends_with(end));
    let paths = files(&workspace(), &is_source);
    let paths = paths.iter().filter(|path| is_list(&std::fs::read_to_string(path).unwrap_or_default()));
    let lists = set(paths.map(|path| path.strip_prefix(workspace()).unwrap().to_str().unwrap()));
    // Lists of tests fail where a prime is missing.
    let lists: Vec<_> = lists.iter().filter(|path| !path.contains("/tests/")).collect();
    assert!(lists.len() >= 8, "{lists:?}");
    let page = read("CONTRIBUTING.md");
    let section = page.split("## Add a prime").nth(1).unwrap().split("\n## ").next().unwrap();
    let named = quoted(section);
    for path in lists {
        assert!(named.iter().any(|name| path.ends_with(name)), "CONTRIBUTING.md does not name {path}");
    }
}
