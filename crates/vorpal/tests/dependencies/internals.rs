//! What of `vorpal-limbs` is internal: its page lists it, `vorpal` does not re-export it, and nothing that users take
//! beside the library uses it.

use std::collections::BTreeSet;

use crate::documents::{quoted, read, set};
use crate::{rust_files, workspace};

/// The items that a source makes public by `pub mod NAME;` or `pub mod NAME {`, and by `pub use PATH::{NAME, ..};`.
fn public(source: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for declaration in source.split("\npub ").skip(1) {
        if let Some(module) = declaration.strip_prefix("mod ") {
            names.extend(module.split([';', ' ']).next().map(str::to_string));
        } else if let Some(path) = declaration.strip_prefix("use ") {
            let path = path.split(';').next().unwrap();
            let list =
                path.split_once('{').map_or_else(|| path.rsplit("::").next().unwrap(), |(_, list)| list);
            let list = list.trim_end_matches('}').split(',').map(str::trim);
            names.extend(list.filter(|name| !name.is_empty()).map(str::to_string));
        }
    }
    names
}

/// The items of `vorpal-limbs` that its page calls covered by semantic versioning, and those that it calls internal.
fn stated(root: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let section = root.split("//! # Internal items").nth(1).expect("the section");
    let lines: Vec<&str> = section.lines().skip(1).map_while(|line| line.strip_prefix("//!")).collect();
    let section = lines.join(" ");
    let (covered, internal) = section.split_once("`vorpal::limbs` re-exports these.").expect("the sentence");
    (set(quoted(covered)), set(quoted(internal)))
}

/// The items that a source takes from `vorpal-limbs`.
fn used(source: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for rest in source.split("vorpal_limbs::").skip(1) {
        let rest = rest.split(';').next().unwrap();
        let list = rest
            .strip_prefix('{')
            .unwrap_or(rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap());
        // The first word of each entry; the lists inside an entry have none of the root's items.
        let (mut depth, mut entry) = (0, String::new());
        for c in list.chars().chain([',']) {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth <= 0 => {
                    let name = entry.split("::").next().unwrap().split(' ').next().unwrap().to_string();
                    names.extend((!name.is_empty()).then_some(name));
                    entry.clear();
                }
                c if depth == 0 && !(c.is_whitespace() && entry.is_empty()) => entry.push(c),
                _ => {}
            }
        }
    }
    names
}

#[test]
fn internal_items_of_limbs_are_listed_and_not_re_exported() {
    let root = read("crates/limbs/src/lib.rs");
    let (covered, internal) = stated(&root);
    assert!(covered.is_disjoint(&internal));
    assert!(covered.contains("Montgomery") && internal.contains("fault"));
    let all: BTreeSet<String> = covered.union(&internal).cloned().collect();
    assert_eq!(public(&root), all, "crates/limbs/src/lib.rs");
    for module in ["fault", "taint"] {
        assert!(root.contains(&format!("#[doc(hidden)]\npub mod {module};")), "{module} is hidden");
    }
    // Counters are for reports, and are re-exported with a remark.
    let of_vorpal = public(&read("crates/vorpal/src/limbs.rs"));
    let expected: BTreeSet<String> = covered.into_iter().chain(["count".to_string()]).collect();
    assert_eq!(of_vorpal, expected, "crates/vorpal/src/limbs.rs");
    assert!(!read("crates/vorpal/src/lib.rs").contains("vorpal_limbs"));
}

#[test]
fn what_users_take_beside_the_library_uses_no_internal_item_of_limbs() {
    let (covered, _) = stated(&read("crates/limbs/src/lib.rs"));
    let (mut faults, mut found) = (Vec::new(), 0);
    for folder in ["bindings", "examples", "interop", "crates/cli"] {
        for path in rust_files(&workspace().join(folder)) {
            // For the tests of the package alone.
            if path.ends_with("bindings/wasm/src/packed.rs") {
                continue;
            }
            let used = used(&std::fs::read_to_string(&path).unwrap());
            found += used.len();
            let others = used.difference(&covered);
            faults.extend(others.map(|name| format!("{}: {name}", path.display())));
        }
    }
    assert_eq!(faults, [""; 0]);
    assert!(found >= 3, "{found}");
}

#[test]
fn public_and_used_items_are_found() {
    let source =
        "mod a;\npub mod b;\npub mod c {\n    pub use x::Y;\n}\npub use d::E;\npub use f::{\n    G, H,\n};\n";
    assert_eq!(public(source), set(["b", "c", "E", "G", "H"]));
    let source = "use vorpal_limbs::schedule::{Natural, Plan};\n\
        use vorpal_limbs::{\n    Montgomery, quads::{self, X}, words,\n};\n\
        fn f() { vorpal_limbs::fault::wake(x) }";
    assert_eq!(used(source), set(["schedule", "Montgomery", "quads", "words", "fault"]));
    let page = "\n//! # Internal items\n//! Covered: [`A`].\n\
        //! `vorpal::limbs` re-exports these. Else\n//! [`B`], `c`\n\npub mod d;";
    assert_eq!(stated(page), (set(["A"]), set(["B", "c"])));
}
