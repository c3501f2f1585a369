//! The manifests of the packages that releases publish: what crates.io and docs.rs show of them.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use crate::documents::{manifest, packages, read};
use crate::workspace;

/// The categories of crates.io that packages may have.
const CATEGORIES: [&str; 7] = [
    "algorithms",
    "command-line-utilities",
    "cryptography",
    "cryptography::cryptocurrencies",
    "data-structures",
    "mathematics",
    "no-std",
];
/// Whether building a package first compiles and runs a program: one that the manifest names, or a file `build.rs`.
fn has_build_script(folder: &std::path::Path, manifest: &Table) -> bool {
    let build = manifest.get("package").and_then(|package| package.get("build"));
    match build {
        Some(Value::Boolean(is_built)) => *is_built,
        Some(_) => true,
        None => folder.join("build.rs").exists(),
    }
}

#[test]
fn no_package_has_a_build_script() {
    let packages = packages();
    assert!(packages.len() >= 40, "{}", packages.len());
    let found =
        packages.iter().filter(|(folder, manifest)| has_build_script(&workspace().join(folder), manifest));
    let found: Vec<&String> = found.map(|(folder, _)| folder).collect();
    assert!(found.is_empty(), "building these runs programs: {found:?}");
    let table = |text: &str| text.parse::<Table>().unwrap();
    // A folder with the file, and one without.
    let (with, without) = (workspace().join("crates/msm/src/fixed_base"), workspace());
    for (folder, text, expected) in [
        (&with, "[package]", true),
        (&with, "[package]\nbuild = false", false),
        (&without, "[package]", false),
        (&without, "[package]\nbuild = \"src/make.rs\"", true),
    ] {
        assert_eq!(has_build_script(folder, &table(text)), expected, "{text}");
    }
}

/// The attribute by which docs.rs shows the feature that each item needs.
const SHOWN_FEATURES: &str = "#![cfg_attr(docsrs, feature(doc_cfg))]";

/// The packages that releases publish, by folder.
fn published() -> BTreeMap<String, Table> {
    let is_published = |manifest: &Table| Some(manifest.get("package")?.get("publish").is_none());
    packages().into_iter().filter(|(_, manifest)| is_published(manifest) == Some(true)).collect()
}

/// A field of a package, from the workspace of `crates` if the package inherits it.
fn field(package: &Table, name: &str, shared: &Table) -> Option<Value> {
    let value = package.get(name)?;
    let is_inherited = value.get("workspace").and_then(Value::as_bool) == Some(true);
    if is_inherited { shared.get(name).cloned() } else { Some(value.clone()) }
}

/// The words of a list of a manifest.
fn words(value: Option<Value>) -> Vec<String> {
    let list = value.and_then(|value| value.as_array().cloned()).unwrap_or_default();
    list.iter().map(|word| word.as_str().unwrap().to_string()).collect()
}

/// What is wrong with the keywords of a package (crates.io: at most five of at most twenty characters).
fn fault_of_keywords(keywords: &[String]) -> Option<String> {
    let is_keyword = |word: &&String| {
        word.len() <= 20
            && word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    let wrong: Vec<_> = keywords.iter().filter(|word| !is_keyword(word)).collect();
    let different = keywords.iter().collect::<BTreeSet<_>>().len();
    let is_right = (3..=5).contains(&keywords.len()) && different == keywords.len() && wrong.is_empty();
    (!is_right).then(|| format!("the keywords {keywords:?}, of them wrong: {wrong:?}"))
}

/// What is wrong with a manifest, beside its files.
fn faults_of_fields(package: &Table, shared: &Table, root: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let text = |name| field(package, name, shared).and_then(|value| value.as_str().map(str::to_string));
    for (name, expected) in [
        ("license", "MIT OR Apache-2.0"),
        ("readme", "README.md"),
        ("version", shared["version"].as_str().unwrap()),
    ] {
        if text(name).as_deref() != Some(expected) {
            faults.push(format!("{name} is {:?} instead of {expected:?}", text(name)));
        }
    }
    let description = text("description").unwrap_or_default();
    if !(20..=110).contains(&description.len()) || description.ends_with('.') {
        faults.push(format!("the description {description:?}"));
    }
    faults.extend(fault_of_keywords(&words(field(package, "keywords", shared))));
    let categories = words(field(package, "categories", shared));
    let is_known = categories.iter().all(|name| CATEGORIES.contains(&&**name));
    if !(1..=5).contains(&categories.len()) || !is_known {
        faults.push(format!("the categories {categories:?}"));
    }
    if categories.contains(&"no-std".to_string()) != root.contains("no_std)]") {
        faults.push("the category no-std is that of crates with the attribute".into());
    }
    let repository = text("repository");
    if repository.as_deref() != shared.get("repository").and_then(Value::as_str) {
        faults.push(format!("repository is {repository:?}, unlike in the workspace"));
    }
    faults
}

#[test]
fn published_packages_have_what_registries_show() {
    let shared = manifest(".");
    let shared = shared["workspace"]["package"].as_table().unwrap();
    let (mut faults, mut descriptions) = (Vec::new(), BTreeMap::new());
    let published = published();
    assert!(published.len() >= 16, "{:?}", published.keys());
    for (folder, manifest) in &published {
        let package = manifest["package"].as_table().unwrap();
        let name = package["name"].as_str().unwrap();
        let path = workspace().join(folder).join("src/lib.rs");
        let root = std::fs::read_to_string(path).ok();
        faults.extend(
            faults_of_fields(package, shared, root.as_deref().unwrap_or_default())
                .into_iter()
                .map(|fault| format!("{folder}: {fault}")),
        );
        let description = field(package, "description", shared).unwrap().to_string();
        if let Some(other) = descriptions.insert(description, folder) {
            faults.push(format!("{folder} has the description of {other}"));
        }
        let readme = read(format!("{folder}/README.md"));
        if !readme.starts_with("# ") || !readme.contains(name) {
            faults.push(format!("{folder}/README.md has no heading, or does not name the package"));
        }
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            assert_eq!(read(format!("{folder}/{licence}")), read(licence), "{folder}/{licence}");
        }
        // docs.rs documents libraries.
        let Some(root) = root else { continue };
        let settings = package.get("metadata").and_then(|metadata| metadata.get("docs"));
        let settings = settings.and_then(|docs| docs.get("rs")).cloned();
        if settings.as_ref().and_then(|rs| rs.get("all-features")).and_then(Value::as_bool) != Some(true) {
            faults.push(format!("{folder}: docs.rs does not document all features"));
        }
        if !root.lines().any(|line| line == SHOWN_FEATURES) {
            faults.push(format!("{folder}/src/lib.rs: no line {SHOWN_FEATURES}"));
        }
    }
    assert_eq!(faults, [""; 0]);
}

#[test]
fn faults_of_manifests_are_found() {
    let keywords = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(fault_of_keywords(&keywords(&["ab", "bls12-381", "c"])), None);
    for wrong in [
        &["a", "b"][..],
        &["a", "b", "b"],
        &["a", "b", "1c"],
        &["a", "b", "C"],
        &["a", "b", "a-keyword-of-crates-io"],
        &["a", "b", "c", "d", "e", "f"],
    ] {
        assert!(fault_of_keywords(&keywords(wrong)).is_some(), "{wrong:?}");
    }
    let table = |text: &str| text.parse::<Table>().unwrap();
    let shared = table("version = \"1.0.0\"\nlicense = \"MIT OR Apache-2.0\"");
    let right = "version.workspace = true\nlicense.workspace = true\nreadme = \"README.md\"\n\
        keywords = [\"a\", \"b\", \"c\"]\ncategories = [\"no-std\"]\ndescription = \"Something that is long enough\"\n";
    let root = "#![cfg_attr(not(feature = \"std\"), no_std)]";
    assert_eq!(faults_of_fields(&table(right), &shared, root), [""; 0]);
    assert_eq!(faults_of_fields(&table(right), &shared, "").len(), 1);
    for (from, to) in [
        ("version.workspace = true", "version = \"0.9.0\""),
        ("license.workspace = true\n", ""),
        ("\"no-std\"", "\"no-std\", \"unknown\""),
        ("enough\"", "enough.\""),
        ("\"README.md\"", "\"README.md\"\nrepository = \"https://example.org\""),
    ] {
        assert!(right.contains(from));
        let wrong = table(&right.replace(from, to));
        assert_eq!(faults_of_fields(&wrong, &shared, root).len(), 1, "{to}");
    }
}
