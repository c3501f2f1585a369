//! Backquotes of documents and of comments: each paragraph closes what it opens. Others show as garbled text.

use vorpal_oracle::documents;

use crate::{files, workspace};

/// The first lines of the paragraphs with an odd number of backquotes. Code blocks are left out.
fn unclosed<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let (mut found, mut first, mut count, mut is_block) = (Vec::new(), "", 0, false);
    for line in lines.into_iter().chain([""]) {
        let is_fence = line.trim_start().starts_with("```");
        is_block ^= is_fence;
        if line.trim().is_empty() || is_fence || is_block {
            if count % 2 == 1 {
                found.push(first);
            }
            count = 0;
            continue;
        }
        if count == 0 {
            first = line;
        }
        count += line.matches('`').count();
    }
    found
}

/// The text of the comments of a source, with an empty line between two of them.
fn comments(source: &str) -> Vec<&str> {
    source
        .lines()
        .map(|line| {
            let comment = line.trim_start().strip_prefix("//").unwrap_or_default();
            comment.trim_start_matches(['/', '!'])
        })
        .collect()
}

#[test]
fn paragraphs_close_their_quotes() {
    let mut found = Vec::new();
    for (file, text) in documents::pages() {
        found.extend(unclosed(text.lines()).into_iter().map(|line| format!("{file}: {line}")));
    }
    let sources =
        files(&workspace(), &|name| [".rs", ".go", ".js", ".ts"].iter().any(|end| name.ends_with(end)));
    assert!(sources.len() > 500, "{}", sources.len());
    for path in sources {
        let source = std::fs::read_to_string(&path).unwrap();
        let of_comments = comments(&source);
        found.extend(unclosed(of_comments).into_iter().map(|line| format!("{}: {line}", path.display())));
    }
    assert_eq!(found, [""; 0]);
    assert_eq!(
        unclosed(["one `a` b", "", "two `r", "", "s`", "```", "`", "```", "`a", "b`"]),
        ["two `r", "s`"]
    );
    assert_eq!(comments("/// a\nlet b = 1;\n//! c\n// d"), [" a", "", " c", " d"]);
}
