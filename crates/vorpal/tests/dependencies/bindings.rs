//! The packages, modules and classes of the bindings, and the fuzz targets, compared with what their pages list.

use std::collections::BTreeSet;
use std::path::Path;

use crate::documents::{quoted, read, set, table};
use crate::{files, workspace};

/// The names of the files of a folder with this end, without it.
fn stems(folder: &str, end: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(workspace().join(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter_map(|name| Some(name.strip_suffix(end)?.to_string())).collect()
}

/// The names in backquotes of the first cells of rows.
fn first_cells<'a>(rows: &[Vec<&'a str>]) -> Vec<&'a str> {
    rows.iter().flat_map(|row| quoted(row[0])).collect()
}

#[test]
fn every_list_has_every_fuzz_target() {
    let source = read("fuzz/src/lib.rs");
    let list = source.split("pub const TARGETS").nth(1).unwrap().split("];").next().unwrap();
    let targets = set(list.split("(\"").skip(1).map(|rest| rest.split('"').next().unwrap()));
    assert!(targets.len() > 40, "{targets:?}");
    let manifest = read("fuzz/Cargo.toml");
    let paths = manifest.split("path = \"targets/").skip(1);
    assert_eq!(set(paths.map(|rest| rest.split(".rs\"").next().unwrap())), targets);
    // The script takes the names of the files.
    assert!(read("fuzz/run").contains("set -- $(basename -s .rs targets/*.rs)"));
    assert_eq!(stems("fuzz/targets", ".rs"), targets);
    assert_eq!(stems("fuzz/corpus", ""), targets);
}

#[test]
fn the_page_for_python_lists_every_module() {
    let mut modules = stems("bindings/python/python/vorpal", ".py");
    modules.retain(|name| !name.starts_with('_'));
    modules.extend(["coincurve", "ray"].map(str::to_string));
    let page = read("bindings/python/README.md");
    let rows = table(&page, &["Module", "Contents"]);
    let listed = first_cells(&rows).into_iter().map(|name| name.strip_prefix("vorpal.").unwrap());
    assert_eq!(set(listed), modules);
    let source = read("bindings/python/python/vorpal/__init__.py");
    let lines = source.lines().filter_map(|line| line.strip_prefix("* :mod:`vorpal."));
    assert_eq!(set(lines.map(|line| line.split('`').next().unwrap())), modules);
}

#[test]
fn the_page_for_java_lists_every_package_and_class() {
    let page = read("bindings/java/README.md");
    let rows = table(&page, &["Package", "Contents"]);
    let listed = first_cells(&rows).into_iter().map(|name| name.strip_prefix("io.vorpal.").unwrap());
    let sources = workspace().join("bindings/java/vorpal/src/main/java/io/vorpal");
    let folders =
        std::fs::read_dir(sources).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_dir());
    let mut folders = set(folders.map(|entry| entry.file_name().into_string().unwrap()));
    assert!(folders.remove("internal"));
    assert_eq!(set(listed), folders);
    // The classes in place of besu-native's are in two rows.
    let rows = table(&page, &["Artifact", "In place of", "Classes"]);
    assert!(rows[0][0] == "`vorpal-besu-native`" && rows[1][0].is_empty(), "{rows:?}");
    let listed = set(rows[..2].iter().flat_map(|row| quoted(row[2])));
    let is_class = |name: &str| name.ends_with(".java") && name != "package-info.java";
    let classes = files(&workspace().join("bindings/java/besu/src/main"), &is_class);
    assert_eq!(listed, set(classes.iter().map(|path| path.file_stem().unwrap().to_str().unwrap())));
}

#[test]
fn the_page_for_javascript_lists_every_function() {
    let source = read("bindings/wasm/js/index.d.ts");
    let class = source.split("export declare class Vorpal {").nth(1).unwrap().split("\n}").next().unwrap();
    let members = class
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .map(|line| line.trim_start_matches("readonly "));
    let members =
        members.filter(|line| line.starts_with(char::is_alphabetic) && !line.starts_with("private"));
    let members = set(members.map(|line| line.split(['(', ':']).next().unwrap()));
    let page = read("bindings/wasm/README.md");
    let rows = table(&page, &["Function", "Contents"]);
    assert_eq!(set(first_cells(&rows).into_iter().map(|name| name.split('.').next().unwrap())), members);
}

/// The folders of Go's packages, without internal ones and the peers of tests.
fn packages() -> BTreeSet<String> {
    let folder = workspace().join("bindings/go");
    let sources = files(&folder, &|name| name.ends_with(".go") && !name.ends_with("_test.go"));
    let folders =
        sources.iter().map(|path| path.parent().unwrap().strip_prefix(&folder).unwrap().to_str().unwrap());
    set(folders
        .filter(|name| !name.is_empty() && !name.starts_with("internal") && !name.starts_with("peers")))
}

#[test]
fn the_page_for_go_lists_every_package() {
    let page = read("bindings/go/README.md");
    let rows = table(&page, &["Package", "What", "Replaces"]);
    let mut listed = BTreeSet::new();
    for row in &rows {
        let names = quoted(row[0]);
        listed.extend(names.iter().map(|name| (*name).to_string()));
        // `msm/bls12377`, .. stands for a package for each curve.
        if let (true, [name]) = (row[0].ends_with(", .."), &names[..]) {
            let parent = Path::new(name).parent().unwrap().to_str().unwrap();
            listed.extend(["bls12381", "bn254"].map(|curve| format!("{parent}/{curve}")));
        }
    }
    assert_eq!(listed, packages());
    // Without cgo such a package has `doc.go` alone.
    let is_empty = |package: &&String| {
        let folder = format!("bindings/go/{package}");
        let mut sources = stems(&folder, ".go");
        sources.retain(|name| !name.ends_with("_test"));
        let needs_cgo = |name: &String| read(format!("{folder}/{name}.go")).starts_with("//go:build cgo\n");
        sources.remove("doc") && sources.iter().all(needs_cgo)
    };
    let all = packages();
    let empty = set(all.iter().filter(is_empty).map(|name| name.split('/').next().unwrap()));
    let sentence =
        page.split("`vorpal.Backend()` returns `dcrd`.").nth(1).unwrap().split(" are\n").next().unwrap();
    assert_eq!(set(quoted(sentence)), empty);
    let source = read("bindings/go/vorpal.go").replace("\n// ", " ");
    let sentence = source.split("mixed uses both, and ").nth(1).unwrap().split(" are empty;").next().unwrap();
    assert_eq!(set(sentence.replace(" and ", ", ").split(", ")), empty);
}
