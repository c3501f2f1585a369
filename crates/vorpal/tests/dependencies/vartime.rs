//! The suffix `_vartime`: every crate states the rule in the same words. Code that readers copy, of the examples and of
//! the documents, has such functions for public values only.

use std::collections::BTreeSet;

use vorpal_oracle::documents;

use crate::documents::read;
use crate::{CRATES, rust_files, workspace};

/// The rule, which the documentation of every crate of the library contains.
const RULE: &str = "Time depends on a value only if the name of the function ends in `_vartime`, or the value is \
                    public by its role";

/// The crates that no user depends on.
const WITHOUT_RULE: [&str; 5] = ["cli", "oracle", "tests", "threads", "trace"];

/// Every use of such a function in an example or a document: the file, the function, and why its values are public.
const USES: [(&str, &str, &str); 6] = [
    ("crates/msm/README.md", "msm_vartime", "constants"),
    ("docs/provers.md", "msm_vartime", "constants"),
    ("docs/provers.md", "mul_limbs_vartime", "constants"),
    ("docs/researchers.md", "witness_vartime", "bounds of a schedule"),
    ("examples/kzg/src/main.rs", "msm_vartime", "polynomials that the program publishes values of"),
    ("interop/arkworks/README.md", "msm_vartime", "constants"),
];

/// Parts of names of secret values.
const SECRETS: [&str; 6] = ["secret", "nonce", "private", "tau", "blind", "password"];

/// The text with single spaces, without the marks of comments.
fn flat(text: &str) -> String {
    text.lines()
        .map(|line| line.trim_start().trim_start_matches("//!"))
        .collect::<Vec<_>>()
        .join(" ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The statements of code, without its comments.
fn statements(code: &str) -> Vec<String> {
    let code: Vec<&str> = code.lines().map(|line| line.split("//").next().unwrap()).collect();
    code.join("\n").split([';', '{', '}']).map(str::to_string).collect()
}

/// The names of a statement that end in the suffix.
fn names(statement: &str) -> impl Iterator<Item = &str> {
    let words = statement.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter(|word| word.ends_with("_vartime"))
}

/// The code that readers copy: of the examples, and of the blocks of Rust in all documents.
fn code() -> Vec<(String, String)> {
    let root = workspace();
    let examples = rust_files(&root.join("examples"))
        .into_iter()
        .chain(rust_files(&root.join("crates/vorpal/examples")));
    let mut code: Vec<_> = examples
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            (path.strip_prefix(&root).unwrap().to_str().unwrap().to_string(), text)
        })
        .collect();
    let blocks = documents::blocks().into_iter();
    let rust = blocks.filter(|block| block.language.is_empty() || block.language.starts_with("rust"));
    code.extend(rust.map(|block| (block.file, block.text)));
    code
}

#[test]
fn every_crate_states_the_rule() {
    for (name, _) in CRATES.iter().filter(|(name, _)| !WITHOUT_RULE.contains(name)) {
        let page = flat(&read(format!("crates/{name}/src/lib.rs")));
        assert!(page.contains(RULE), "crates/{name}/src/lib.rs does not state the rule of `_vartime`");
    }
    for page in ["README.md", "ARCHITECTURE.md", "SECURITY.md", "docs/constant-time.md"] {
        assert!(flat(&read(page)).contains(RULE), "{page} does not state the rule of `_vartime`");
    }
}

#[test]
fn examples_and_documents_use_it_for_public_values_only() {
    let mut found = BTreeSet::new();
    for (file, text) in &code() {
        for statement in statements(text) {
            for name in names(&statement) {
                let words = statement.to_ascii_lowercase();
                let words: BTreeSet<&str> = words.split(|c: char| !c.is_ascii_alphanumeric()).collect();
                let secret = SECRETS.iter().find(|secret| words.contains(**secret));
                assert!(secret.is_none(), "{file}: `{name}` beside `{}`: {statement}", secret.unwrap());
                // A declaration of names computes nothing.
                if !statement.trim_start().starts_with("use ") && !statement.trim().ends_with(name) {
                    found.insert((file.clone(), name.to_string()));
                }
            }
        }
    }
    let listed: BTreeSet<_> =
        USES.iter().map(|(file, name, _)| (file.to_string(), name.to_string())).collect();
    assert_eq!(found, listed, "uses of `_vartime` in examples and documents, and the reasons of this file");
}

#[test]
fn statements_are_searched() {
    let code = "let p = g.mul_vartime(&k); // of a secret\nf(secret);\nfor x in y { h_vartime(secret_key) }";
    let found: Vec<_> = statements(code).into_iter().filter(|text| names(text).count() > 0).collect();
    assert_eq!(found, ["let p = g.mul_vartime(&k)", " h_vartime(secret_key) "]);
}
