//! The entries of cargo-vet (`supply-chain/config.toml`): what each says that a crate is for.

use toml::Table;

use crate::documents::{cells, quoted, read};

/// What follows the reason in a note: facts about the crate, and other crates that use it.
const FACTS: [&str; 3] = ["; has a build script", "; runs in the compiler", "; used by "];

/// The reason in a note; `None` if the note names the crates that use the crate.
fn reason(note: &str) -> Option<&str> {
    let end = FACTS.iter().filter_map(|fact| note.find(fact)).min().unwrap_or(note.len());
    (!note.starts_with("used by ")).then(|| &note[..end])
}

#[test]
fn notes_have_the_reasons_of_the_page_of_dependencies() {
    let page = read("docs/dependencies.md");
    let rows: Vec<Vec<&str>> = page.lines().filter_map(cells).filter(|row| row.len() > 1).collect();
    let config: Table = read("supply-chain/config.toml").parse().unwrap();
    let (mut faults, mut compared) = (Vec::new(), 0);
    for (name, versions) in config["exemptions"].as_table().unwrap() {
        for entry in versions.as_array().unwrap() {
            let note = entry["notes"].as_str().unwrap();
            let Some(reason) = reason(note) else { continue };
            let of_crate = rows.iter().filter(|row| quoted(row[0]).contains(&name.as_str()));
            let mut reasons = of_crate.map(|row| row[row.len() - 1].replace('`', ""));
            compared += 1;
            if !reasons.any(|stated| stated == reason) {
                faults.push(format!("{name}: {note}"));
            }
        }
    }
    assert_eq!(faults, [""; 0]);
    assert!(compared > 40, "{compared}");
}

#[test]
fn facts_are_no_part_of_a_reason() {
    assert_eq!(reason("loops; used by a, b; has a build script"), Some("loops"));
    assert_eq!(reason("one thing; and another"), Some("one thing; and another"));
    assert_eq!(reason("used by a"), None);
}
