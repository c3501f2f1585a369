//! What the documents list, compared with the code: modules, features, fields, packages, dependencies, lock files,
//! folders of data, platforms and the oldest Rust.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::{files, workspace};

pub(crate) fn read(path: impl AsRef<Path>) -> String {
    let path = workspace().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn manifest(folder: &str) -> Table {
    read(Path::new(folder).join("Cargo.toml")).parse().unwrap()
}

/// The cells of a row of a table in Markdown, or nothing for other lines.
pub(crate) fn cells(line: &str) -> Option<Vec<&str>> {
    let row = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    (!row.starts_with("---")).then(|| row.split('|').map(str::trim).collect())
}

/// The rows of the table whose first row begins with these cells.
pub(crate) fn table<'a>(text: &'a str, header: &[&str]) -> Vec<Vec<&'a str>> {
    let rows = text.lines().skip_while(|line| cells(line).is_none_or(|row| !row.starts_with(header)));
    rows.skip(2).map_while(cells).collect()
}

/// The words in backquotes.
pub(crate) fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The entries of a list such as `fields, tree (by feature x), cli`, without what is in parentheses.
fn listed(text: &str) -> BTreeSet<String> {
    let words = text.split(',').map(|entry| entry.split('(').next().unwrap().trim().to_string());
    words.filter(|word| !word.is_empty()).collect()
}

pub(crate) fn set<T: Into<String>>(items: impl IntoIterator<Item = T>) -> BTreeSet<String> {
    items.into_iter().map(Into::into).collect()
}

/// The dependencies of a manifest in one section, for all targets.
fn section(manifest: &Table, name: &str) -> BTreeSet<String> {
    let targets = manifest.get("target").and_then(Value::as_table);
    let tables = targets.into_iter().flat_map(|targets| targets.values().filter_map(Value::as_table));
    let sections = tables.chain([manifest]).filter_map(|table| table.get(name)?.as_table());
    set(sections.flat_map(|section| section.keys().cloned()))
}

/// The folders of `crates`, by name.
fn crates() -> BTreeSet<String> {
    set(crate::crates().into_keys())
}

/// The folder of a package of this repository that a dependency names.
fn short(package: &str) -> String {
    package.strip_prefix("vorpal-").unwrap_or(package).into()
}

/// The modules of `vorpal` that have all items of a crate, each with the lines before it.
fn modules_of_crates(root: &str) -> Vec<(&str, &str)> {
    let parts: Vec<&str> = root.split("\npub mod ").collect();
    let whole = parts.windows(2).filter_map(|pair| {
        let (name, body) = pair[1].split_once(" {\n")?;
        body.starts_with(&format!("    pub use vorpal_{name}::*;\n}}")).then_some((name, pair[0]))
    });
    whole.map(|(name, before)| (name, before.rsplit("\n\n").next().unwrap())).collect()
}

/// The features of `vorpal` that are modules: each has the modules of the crates that its own crate may use.
#[test]
fn a_module_of_vorpal_is_a_feature_with_the_modules_that_it_uses() {
    const ALWAYS: [&str; 4] = ["limbs", "threads", "fields", "curves"];
    let root = read("crates/vorpal/src/lib.rs");
    let manifest = manifest("crates/vorpal");
    let list = |name: &str| {
        let list = manifest["features"].get(name).and_then(Value::as_array);
        set(list.unwrap_or_else(|| panic!("no feature {name}")).iter().filter_map(Value::as_str))
    };
    let mut features = BTreeSet::new();
    for (name, before) in modules_of_crates(&root) {
        let condition = format!("#[cfg(feature = \"{name}\")]");
        assert_eq!(before.contains(&condition), !ALWAYS.contains(&name), "{name}");
        assert!(before.contains(&format!(": [the crate](vorpal_{name}).")), "{name}");
        if !ALWAYS.contains(&name) {
            features.insert(name.to_string());
            let (_, uses) = crate::CRATES.iter().find(|(owner, _)| *owner == name).unwrap();
            let uses = uses.iter().filter(|name| !ALWAYS.contains(name)).map(ToString::to_string);
            assert_eq!(list(name), set(uses.chain([format!("dep:vorpal-{name}")])), "{name}");
        }
    }
    assert_eq!(features, list("default"));
    // The compiler would write the name of the crate into paths.
    assert!(!root.contains("pub use vorpal_bls as") && !root.contains("pub extern crate"));
    let source = "/// A: [the crate](vorpal_a).\npub mod a {\n    pub use vorpal_a::*;\n}\n\n\
        #[x]\npub mod b {\n    pub use vorpal_b::*;\n}\npub mod c {}\npub mod d;\n";
    assert_eq!(
        modules_of_crates(&format!("\n\n{source}")),
        [("a", "/// A: [the crate](vorpal_a)."), ("b", "#[x]")]
    );
}

#[test]
fn documents_list_every_module() {
    let root = read("crates/vorpal/src/lib.rs");
    let modules = set(modules_of_crates(&root).into_iter().map(|(name, _)| name).chain(["limbs"]));
    assert!(root.contains("\npub mod limbs;") && modules.len() >= 10);
    let of_docs = root.lines().filter_map(|line| line.strip_prefix("//! * [`")?.split('`').next());
    assert_eq!(set(of_docs), modules, "crates/vorpal/src/lib.rs");
    let readme = read("README.md");
    let rows = table(&readme, &["Module", "Contents"]);
    assert_eq!(set(rows.iter().map(|row| row[0].trim_matches('`').replace("vorpal::", ""))), modules);
    let readme = read("crates/vorpal/README.md");
    let rows = table(&readme, &["Module", "Crate"]);
    assert_eq!(set(rows.iter().map(|row| row[0].trim_matches('`'))), modules);
}

#[test]
fn readmes_list_every_feature() {
    let adaptors = ["arkworks", "banderwagon", "blst", "c-kzg", "ipa-multipoint", "rust_eth_kzg", "zkcrypto"];
    let mut folders = vec!["interop".to_string()];
    folders.extend(adaptors.map(|name| format!("interop/{name}")));
    folders.extend(crates().into_iter().map(|name| format!("crates/{name}")));
    for folder in folders {
        let manifest = manifest(&folder);
        let Some(features) = manifest.get("features").and_then(Value::as_table) else { continue };
        let features: BTreeSet<String> = set(features.keys().filter(|&name| name != "default").cloned());
        let defaults = manifest["features"].get("default").and_then(Value::as_array).into_iter().flatten();
        let defaults = set(defaults.filter_map(Value::as_str));
        let readme = read(format!("{folder}/README.md"));
        let mentioned = set(quoted(&readme));
        let missing: Vec<_> = features.difference(&mentioned).collect();
        assert!(missing.is_empty(), "{folder}/README.md does not name the features {missing:?}");
        let rows = table(&readme, &["Feature"]);
        for row in rows {
            for name in quoted(row[0]) {
                assert!(features.contains(name), "{folder}/README.md: {name} is no feature");
            }
            if let [name] = *quoted(row[0]) {
                let is_default = row.iter().any(|cell| cell.contains("default"));
                assert_eq!(
                    is_default,
                    defaults.contains(name),
                    "{folder}/README.md: whether {name} is a default"
                );
            }
        }
    }
}

/// The strings of a constant, which is a list of them, in a source file.
pub(crate) fn constant(file: &str, name: &str) -> BTreeSet<String> {
    let source = read(file);
    let rest = source.split(&format!("const {name}: ")).nth(1).unwrap_or_else(|| panic!("{file}: no {name}"));
    set(rest.split("];").next().unwrap().split('"').skip(1).step_by(2))
}

#[test]
fn documents_name_the_crates_without_std() {
    let without_std = crates().into_iter().filter(|name| {
        let root = workspace().join("crates").join(name).join("src/lib.rs");
        std::fs::read_to_string(root).is_ok_and(|root| root.contains("no_std)]"))
    });
    let without_std = set(without_std);
    assert!(without_std.len() >= 9);
    assert_eq!(constant("xtask/src/run.rs", "NO_STD"), without_std);
    let readme = read("README.md");
    let start = readme.find("For `no_std` and `alloc`").unwrap();
    let paragraph = readme[start..].split("\n\n").next().unwrap();
    let named = quoted(paragraph).into_iter().filter_map(|word| word.strip_prefix("vorpal-"));
    // Users do not name `threads`.
    let used = set(without_std.into_iter().filter(|name| name != "threads"));
    assert_eq!(set(named), used, "README.md");
}

#[test]
fn documents_count_the_primes() {
    let modules = read("crates/fields/src/primes/mod.rs");
    let primes = modules.lines().filter(|line| line.starts_with("pub use ")).count();
    assert_eq!(primes, 13, "the word below is the number");
    for file in ["README.md", "crates/fields/README.md", "docs/command.md"] {
        assert!(read(file).replace('\n', " ").contains("thirteen primes"), "{file}");
    }
}

/// The folders with a manifest, without those of build outputs.
pub(crate) fn packages() -> Vec<(String, Table)> {
    let manifests = files(&workspace(), &|name| name == "Cargo.toml");
    let folders = manifests.iter().map(|path| {
        let folder = path.parent().unwrap().strip_prefix(workspace()).unwrap();
        (folder.to_str().unwrap().to_string(), path.clone())
    });
    folders.map(|(folder, path)| (folder, std::fs::read_to_string(path).unwrap().parse().unwrap())).collect()
}

#[test]
fn releases_list_the_published_packages() {
    let mut published = BTreeMap::new();
    for (folder, manifest) in packages() {
        let Some(package) = manifest.get("package") else { continue };
        let inherited = package.get("publish").is_some_and(Value::is_table);
        let is_published = package.get("publish").is_none_or(|publish| publish.as_bool() == Some(true));
        if is_published && !inherited {
            let uses = section(&manifest, "dependencies");
            published.insert(package["name"].as_str().unwrap().to_string(), (folder, uses));
        }
    }
    let page = read("docs/releases.md");
    let rows = table(&page, &["Crate", "Folder", "Depends on"]);
    let names = set(rows.iter().map(|row| row[0].trim_matches('`')));
    assert_eq!(names, set(published.keys().cloned()));
    let mut before = BTreeSet::new();
    for row in rows {
        let name = row[0].trim_matches('`');
        let (folder, uses) = &published[name];
        assert_eq!(row[1].trim_matches('`'), folder);
        for used in quoted(row[2]) {
            assert!(uses.contains(used), "{name} does not use {used}");
        }
        let uses = uses.iter().filter(|used| used.starts_with("vorpal"));
        for used in uses {
            assert!(before.contains(used), "{name} is published before {used}");
        }
        before.insert(name.to_string());
    }
}

#[test]
fn releases_name_the_crates_that_test_themselves() {
    let own = crates().into_iter().filter_map(|folder| {
        let manifest = manifest(&format!("crates/{folder}"));
        let name = manifest["package"]["name"].as_str().unwrap().to_string();
        section(&manifest, "dev-dependencies").contains(&name).then_some(name)
    });
    let page = read("docs/releases.md");
    let sentence = page.split("depend on themselves for tests:").nth(1).unwrap();
    assert_eq!(set(quoted(sentence.split("\n\n").next().unwrap())), set(own));
}

/// The words of the shell's `a/{b,c}`.
fn alternatives(word: &str) -> Vec<String> {
    match word.split_once('{') {
        Some((start, list)) => {
            list.trim_end_matches('}').split(',').map(|end| format!("{start}{end}")).collect()
        }
        None => vec![word.to_string()],
    }
}

#[test]
fn releases_update_every_lock_file() {
    let locks = files(&workspace(), &|name| name == "Cargo.lock");
    let folders = locks.iter().map(|path| {
        let folder = path.parent().unwrap().strip_prefix(workspace()).unwrap().to_str().unwrap();
        if folder.is_empty() { ".".to_string() } else { folder.to_string() }
    });
    let folders = set(folders);
    assert_eq!(constant("xtask/src/more/dependencies.rs", "WORKSPACES"), folders);
    assert_eq!(folders.len(), 11, "docs/releases.md says the number");
    let page = read("docs/releases.md");
    let line = page.lines().find_map(|line| line.trim().strip_prefix("for folder in ")?.strip_suffix("; do"));
    assert_eq!(set(line.unwrap().split(' ').flat_map(alternatives)), folders);
    assert!(page.contains("update the eleven lock files"));
}

#[test]
fn the_page_of_dependencies_lists_what_packages_outside_use() {
    let page = read("docs/dependencies.md");
    let mut listed_of = BTreeMap::new();
    for row in table(&page, &["Package", "Uses"]) {
        for folder in quoted(row[0]) {
            listed_of.insert(folder.to_string(), set(quoted(row[1])));
        }
    }
    let own = |name: &str| name.starts_with("vorpal") || name == "banderwagon";
    let mut found = BTreeMap::new();
    for (folder, manifest) in packages() {
        let shipped = ["bindings/", "interop", "examples/"].iter().any(|part| folder.starts_with(part));
        if !shipped || folder.ends_with("/bench") || folder == "interop/measure" {
            continue;
        }
        let uses = section(&manifest, "dependencies").into_iter().filter(|name| own(name));
        if manifest.get("package").is_some() {
            found.insert(folder, set(uses.map(|name| short(&name))));
        }
    }
    assert_eq!(listed_of, found);
}

#[test]
fn the_page_of_dependencies_justifies_every_dependency() {
    let (mut product, mut tests) = (BTreeMap::<String, BTreeSet<String>>::new(), BTreeSet::new());
    for name in crates() {
        let manifest = manifest(&format!("crates/{name}"));
        let is_test = ["oracle", "trace"].contains(&&*name);
        for used in section(&manifest, "dependencies") {
            if used.starts_with("vorpal") {
            } else if is_test {
                tests.insert(used);
            } else {
                product.entry(used).or_default().insert(name.clone());
            }
        }
        tests.extend(
            section(&manifest, "dev-dependencies").into_iter().filter(|used| !used.starts_with("vorpal")),
        );
    }
    let page = read("docs/dependencies.md");
    let mut justified = BTreeMap::<String, BTreeSet<String>>::new();
    for row in table(&page, &["Crate", "Used by", "Reason"]) {
        for name in quoted(row[0]) {
            assert!(!row[2].is_empty(), "{name} has no reason");
            justified.entry(name.into()).or_default().extend(listed(row[1]));
        }
    }
    assert_eq!(justified, product);
    let of_tests = set(table(&page, &["Crate", "Reason"]).into_iter().flat_map(|row| quoted(row[0])));
    let unused: Vec<_> = of_tests.difference(&tests).collect();
    assert!(unused.is_empty(), "no test uses {unused:?}");
    let unlisted: Vec<_> =
        tests.iter().filter(|name| !of_tests.contains(*name) && !product.contains_key(*name)).collect();
    assert!(unlisted.is_empty(), "tests use {unlisted:?}");
}

#[test]
fn the_page_of_dependencies_justifies_those_outside_the_workspace() {
    let page = read("docs/dependencies.md");
    let rows =
        |header: &[&str]| table(&page, header).into_iter().map(|row| row[0]).collect::<Vec<_>>().join(" ");
    let inside = [rows(&["Crate", "Used by", "Reason"]), rows(&["Crate", "Reason"])].join(" ");
    let inside = set(quoted(&inside));
    assert!(inside.contains("rayon") && inside.contains("fork"));
    let packages = packages();
    let name = |manifest: &Table| Some(manifest.get("package")?["name"].as_str()?.to_string());
    // The lab compares with many libraries, which its own page lists.
    let own =
        set(packages.iter().filter(|(folder, _)| !folder.starts_with("lab")).filter_map(|(_, m)| name(m)));
    let mut found = BTreeMap::<String, BTreeSet<String>>::new();
    for (folder, manifest) in &packages {
        if folder.starts_with("crates") || folder.starts_with("lab") {
            continue;
        }
        for (used, is_for_development) in crate::dependencies(manifest) {
            if !is_for_development && !own.contains(&used) && !inside.contains(&used) {
                found.entry(used).or_default().insert(folder.clone());
            }
        }
    }
    let mut justified = BTreeMap::new();
    for row in table(&page, &["Outside crate", "Used by", "Reason"]) {
        for name in quoted(row[0]) {
            assert!(!row[2].is_empty(), "{name} has no reason");
            justified.insert(name.to_string(), listed(row[1]));
        }
    }
    assert_eq!(justified, found);
}

/// The literal arguments of `data::folder` in the sources of tests.
fn folders_of_tests(source: &str) -> Vec<&str> {
    source.split("data::folder(\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

#[test]
fn the_page_of_the_command_lists_the_test_data() {
    let page = read("docs/command.md");
    let rows = table(&page, &["Folder", "Contents", "Source"]);
    let rows: Vec<&str> = rows.iter().map(|row| row[0].trim_matches('`')).collect();
    let sources: Vec<String> =
        files(&workspace(), &|name| [".rs", ".py", ".go", ".js", ".c"].iter().any(|end| name.ends_with(end)))
            .iter()
            .map(|path| std::fs::read_to_string(path).unwrap_or_default())
            .collect();
    let used: BTreeSet<&str> = sources.iter().flat_map(|source| folders_of_tests(source)).collect();
    assert!(used.len() >= 8, "{used:?}");
    for folder in used {
        let is_listed = rows.iter().any(|row| Path::new(folder).starts_with(row));
        assert!(is_listed, "docs/command.md does not list {folder}");
    }
    for row in rows {
        let parts = [format!("\"{row}\""), format!("\"{row}/"), format!("/{row}/"), format!("/{row}\"")];
        let is_used = sources.iter().any(|source| parts.iter().any(|part| source.contains(part)));
        assert!(is_used, "no test uses {row}");
    }
}

/// The words of a text that are targets of Rust's compiler.
fn targets(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    let systems = [
        "unknown-linux-gnu",
        "unknown-unknown",
        "linux-android",
        "apple-darwin",
        "apple-ios",
        "windows-msvc",
    ];
    let ends = |word: &str| {
        systems.iter().any(|system| word.strip_suffix(system).is_some_and(|arch| arch.len() > 1))
    };
    // A toolchain is a version and a target.
    set(words.filter(|word| ends(word) && !word.starts_with(|c: char| c.is_ascii_digit())))
}

#[test]
fn the_table_of_platforms_has_every_target() {
    let page = read("docs/releases.md");
    let rows = table(&page, &["Platform", "What ran", "Command"]);
    let listed = targets(&rows.iter().map(|row| row[0]).collect::<Vec<_>>().join(" "));
    let mut named = set(["x86_64-unknown-linux-gnu"]);
    for file in [
        "xtask/src/arm64/mod.rs",
        "xtask/src/arm64/toolchain.rs",
        "bindings/wasm/build",
        "bindings/c/Makefile",
        "docs/mobile.md",
        "lab/README.md",
    ] {
        named.extend(targets(&read(file)));
    }
    assert_eq!(listed, named);
}

#[test]
fn documents_name_the_oldest_rust() {
    let workspace_manifest = manifest(".");
    let oldest = workspace_manifest["workspace"]["package"]["rust-version"].as_str().unwrap();
    let exceptions = ["lab", "fuzz", "interop/measure"];
    for (folder, manifest) in packages() {
        let package = manifest.get("package").or_else(|| manifest.get("workspace")?.get("package"));
        let version = package.and_then(|package| package.get("rust-version")?.as_str());
        if !exceptions.contains(&&*folder) {
            assert!(version.is_none_or(|version| version == oldest), "{folder} has {version:?}");
        }
    }
    let is_page = |name: &str| name.ends_with(".md") && name != "CHANGELOG.md";
    let mut sentences = 0;
    for path in files(&workspace(), &is_page) {
        let text = std::fs::read_to_string(&path).unwrap();
        for (start, _) in text.match_indices("Rust ").chain(text.match_indices("requires Rust ")) {
            let rest = text[start..].trim_start_matches("requires ").trim_start_matches("Rust ");
            let version: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
            let rest = rest[version.len()..].replace('\n', " ");
            if rest.starts_with(" or later") {
                sentences += 1;
                assert_eq!(version, oldest, "{}", path.display());
            }
        }
    }
    assert!(sentences >= 9, "{sentences}");
    assert!(
        read("docs/releases.md").contains(&format!("`rust-version` is {oldest} for all published crates"))
    );
}

#[test]
fn the_limits_of_tables_are_the_same_everywhere() {
    let source = read("crates/ipa/src/profile.rs");
    let limits: Vec<&str> = source
        .split("Self::")
        .filter_map(|part| part.split("=> ").nth(1)?.split(" << 20").next())
        .filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
        .collect();
    let [small, medium, large] = *limits else { panic!("three profiles: {limits:?}") };
    let list = format!("{small}, {medium} or {large} MiB");
    for file in ["README.md", "crates/ipa/README.md"] {
        assert!(read(file).contains(&list), "{file}: {list}");
    }
    let java = "bindings/java/vorpal/src/main/java/io/vorpal/tree/Committer.java";
    for file in ["bindings/c/include/vorpal.h", "bindings/go/verkle/committer.go", java] {
        let text = read(file);
        for limit in [small, medium, large] {
            assert!(text.contains(&format!("At most {limit} MiB")), "{file}: {limit} MiB");
        }
    }
    let text = read("bindings/python/src/ipa/committer.rs").replace("\n/// ", " ");
    for limit in [small, medium, large] {
        assert!(text.contains(&format!("at most {limit} MiB")), "Python: {limit} MiB");
    }
}

#[test]
fn the_smallest_tables_of_blobs_are_the_same_everywhere() {
    let source = read("crates/kzg/src/setup/mod.rs");
    assert!(
        source.contains("less than 1,572,864 bytes, the smallest tables"),
        "the limit of `Setup::with_memory`"
    );
    for file in
        ["bindings/c/include/vorpal.h", "bindings/go/kzg/setup.go", "bindings/python/python/vorpal/kzg.pyi"]
    {
        assert!(read(file).contains("1,572,864"), "{file}");
    }
    let of_c_kzg = ["interop/c-kzg/README.md", "bindings/c/ckzg/README.md", "bindings/c/ckzg/include/ckzg.h"];
    for file in of_c_kzg.into_iter().chain(["docs/command.md"]) {
        let text = read(file);
        assert!(text.contains("1.5 MiB") && !text.contains(" 2 MiB"), "{file}: the smallest tables of blobs");
    }
}

#[test]
fn the_parsers_of_documents_see_what_they_should() {
    let text =
        "x\n| A | B |\n|---|---|\n| `a`, `b` | c, d (by feature e), f |\n\n| A | C |\n|---|---|\n| g | h |\n";
    let rows = table(text, &["A", "B"]);
    assert_eq!(rows, [["`a`, `b`", "c, d (by feature e), f"]]);
    assert_eq!(quoted(rows[0][0]), ["a", "b"]);
    assert_eq!(listed(rows[0][1]), set(["c", "d", "f"]));
    assert_eq!(table(text, &["A", "C"]), [["g", "h"]]);
    assert_eq!(
        targets("for x in aarch64-apple-ios; 1.95.0-x86_64-unknown-linux-gnu apple-ios"),
        set(["aarch64-apple-ios"])
    );
    assert_eq!(folders_of_tests("data::folder(\"a/b\", x) data::folder(name)"), ["a/b"]);
    let _: Vec<PathBuf> = files(&workspace(), &|name| name == "README.md");
}

#[test]
fn the_page_of_the_architecture_and_the_changelog_are_short() {
    let words = |file| read(file).split_whitespace().count();
    let architecture = words("ARCHITECTURE.md");
    assert!((500..=1_500).contains(&architecture), "ARCHITECTURE.md has {architecture} words");
    // A release is a screen.
    let changes = read("CHANGELOG.md");
    for release in changes.split("\n## ").skip(1) {
        let (name, lines) = release.split_once('\n').unwrap();
        assert!(lines.lines().count() <= 50, "CHANGELOG.md: {name}");
    }
}
