//! The programs of `examples/` open with the lines that matter, which are lines of the program.

use crate::documents::read;
use crate::{rust_files, workspace};

/// The most lines that matter.
const LINES: usize = 3;

/// The lines of the first block of a program's page, if the page is a sentence, the block, and a heading.
fn opening(source: &str) -> Option<Vec<&str>> {
    let page = source.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let mut page = page.skip_while(|line| !line.starts_with("```"));
    let is_rust = page.next()? == "```";
    let block: Vec<&str> = page.by_ref().take_while(|line| *line != "```").collect();
    let is_short = is_rust && (1..=LINES).contains(&block.len());
    let heading = page.find(|line| !line.is_empty())?;
    (is_short && heading.starts_with("# ")).then_some(block)
}

#[test]
fn examples_open_with_the_lines_that_matter() {
    let mut count = 0;
    for entry in std::fs::read_dir(workspace().join("examples")).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(root) = std::fs::read_to_string(folder.join("src/main.rs")) else { continue };
        count += 1;
        let place = folder.display();
        let lines =
            opening(&root).unwrap_or_else(|| panic!("{place} does not open with at most {LINES} lines"));
        let code: Vec<String> = rust_files(&folder.join("src"))
            .iter()
            .map(|path| std::fs::read_to_string(path).unwrap())
            .collect();
        for line in lines {
            let is_code = code.iter().flat_map(|text| text.lines()).any(|other| other.trim() == line);
            assert!(is_code, "{place}: the program has no line {line}");
        }
    }
    assert!(count >= 5, "{count}");
    assert!(read("examples/README.md").contains("cargo run"));
}

#[test]
fn openings_are_found() {
    let page = |block: &str| {
        format!("//! A program.\n//!\n//! ```\n{block}//! ```\n//!\n//! # The rest\nfn main() {{}}\n")
    };
    assert_eq!(opening(&page("//! a();\n//! b();\n")), Some(vec!["a();", "b();"]));
    assert_eq!(opening(&page("//! a();\n").replace("# The", "The")), None);
    assert_eq!(opening(&page("//! a();\n").replacen("```", "```sh", 1)), None);
    assert_eq!(opening(&page("//! a\n//! b\n//! c\n//! d\n")), None);
    assert_eq!(opening("//! A program.\nfn main() {}\n"), None);
}
