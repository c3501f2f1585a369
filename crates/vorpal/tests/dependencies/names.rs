//! The names of items in sentences of the documents, such as `Type::method`: some source has both words.

use std::collections::BTreeSet;

use vorpal_oracle::documents;

use crate::{files, workspace};

/// A method of a trait, on a type of another library: no source has both words.
const OTHERS: [&str; 1] = ["ark_bn254::Fr::from_vorpal(&element.0)"];

/// The parts of a path of names, without generic arguments and the arguments of a call; nothing for other code.
fn parts_of_path(code: &str) -> Option<Vec<&str>> {
    let path = code.split(['(', '{']).next().unwrap();
    let is_name = |name: &&str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let parts: Vec<&str> = path.split("::").filter(|part| !part.starts_with('<')).collect();
    let parts: Vec<&str> = parts.iter().map(|part| part.split('<').next().unwrap()).collect();
    // `a::{b, c}` names several items, of which the first part is known.
    let parts = parts.strip_suffix(&[""]).unwrap_or(&parts).to_vec();
    (code.contains("::") && parts.iter().all(is_name)).then_some(parts)
}

fn words(source: &str) -> BTreeSet<&str> {
    source.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty()).collect()
}

#[test]
fn names_of_sentences_exist() {
    // The words of sources without comments, where an old name could stand.
    let is_source = |name: &str| [".rs", ".py", ".go", ".toml"].iter().any(|end| name.ends_with(end));
    let sources: Vec<String> = files(&workspace(), &is_source)
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap_or_default())
        .map(|text| {
            text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
        })
        .collect();
    let sources: Vec<BTreeSet<&str>> = sources.iter().map(|source| words(source)).collect();
    let all: BTreeSet<&str> = sources.iter().flatten().copied().collect();
    let exists = |parts: &[&str]| match parts {
        [.., owner, name] if owner.starts_with(char::is_uppercase) => {
            sources.iter().any(|words| words.contains(owner) && words.contains(name))
        }
        names => names.iter().all(|name| all.contains(name) || all.contains(&*format!("vorpal_{name}"))),
    };
    let (mut count, mut faults) = (0, Vec::new());
    for (place, code) in documents::code_in_sentences() {
        let Some(parts) = parts_of_path(&code) else { continue };
        if OTHERS.contains(&&*code) {
            continue;
        }
        count += 1;
        if !exists(&parts) {
            faults.push(format!("{place}: no source has {code}"));
        }
    }
    assert_eq!(faults, [""; 0]);
    assert!(count > 120, "{count}");
    assert!(exists(&["DiskOptions", "check"]) && !exists(&["DiskOptions", concat!("checks_", "nothing")]));
    assert_eq!(parts_of_path("a::B::<C>::d(1::2)"), Some(vec!["a", "B", "d"]));
    assert_eq!(parts_of_path("Fe<M, N>::e"), Some(vec!["Fe", "e"]));
    assert_eq!(parts_of_path("a::{b, c}"), Some(vec!["a"]));
    assert_eq!(parts_of_path("a + b"), None);
    assert_eq!(parts_of_path("`<a> :: b`"), None);
}
