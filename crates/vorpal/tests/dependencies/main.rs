//! Rules of the workspace: the permitted dependencies between its crates, the order of the modules of each crate, the
//! files that may contain `unsafe`, and the libraries that must not be dependencies. Lists and figures of the documents
//! are compared with the code.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod bindings;
mod blocks;
mod contributing;
mod documents;
mod examples;
mod exemptions;
mod figures;
mod imports;
mod internals;
mod lab;
mod lists;
mod manifests;
mod modules;
mod names;
mod quotes;
mod targets;
mod vartime;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use toml::{Table, Value};

/// The crates of the workspace, each with the crates that it may use. A crate that is not in the table fails the check.
const CRATES: [(&str, &[&str]); 19] = [
    ("limbs", &[]),
    ("threads", &[]),
    ("fields", &["limbs", "threads"]),
    ("curves", &["limbs", "threads", "fields"]),
    ("msm", &["limbs", "threads", "fields", "curves"]),
    ("ntt", &["limbs", "threads", "fields"]),
    ("secp256k1", &["limbs", "threads", "fields", "curves", "msm"]),
    ("pairing", &["limbs", "threads", "fields", "curves"]),
    ("kzg", &["limbs", "threads", "fields", "curves", "msm", "ntt", "pairing"]),
    ("bls", &["limbs", "threads", "fields", "curves", "msm", "pairing"]),
    ("groth16", &["limbs", "threads", "fields", "curves", "msm", "ntt", "pairing"]),
    ("evm", &["limbs", "threads", "fields", "curves", "msm", "secp256k1", "pairing"]),
    ("ipa", &["limbs", "threads", "fields", "curves", "msm"]),
    ("tree", &["limbs", "threads", "fields", "curves", "msm", "ipa"]),
    (
        "vorpal",
        &[
            "limbs",
            "threads",
            "fields",
            "curves",
            "msm",
            "ntt",
            "secp256k1",
            "pairing",
            "kzg",
            "bls",
            "groth16",
            "evm",
            "ipa",
            "tree",
        ],
    ),
    ("cli", &["vorpal"]),
    // Test support: every crate may use it as a development dependency only; it uses no crate of the workspace.
    ("oracle", &[]),
    // The test programs of the libraries, which nothing uses.
    (
        "tests",
        &[
            "limbs",
            "threads",
            "fields",
            "curves",
            "msm",
            "ntt",
            "secp256k1",
            "pairing",
            "kzg",
            "bls",
            "groth16",
            "evm",
            "ipa",
            "tree",
        ],
    ),
    ("trace", &[]),
];

/// The only crate that may contain `unsafe` in any file.
const UNSAFE_CRATE: &str = "limbs";

/// The only source file with `unsafe` in other crates, which maps files: its crate, its path, and the feature that
/// enables it.
const UNSAFE_FILE: (&str, &str, &str) = ("msm", "src/prepared/mapped.rs", "mmap");
/// The test of that file, which contains `unsafe` too.
const UNSAFE_TEST: &str = "tests/mapped.rs";

/// The folders of other workspaces whose Rust files may contain `unsafe`: calls from other languages, functions with
/// the pointers of blst, and the lab's calls of C libraries, counts of allocations and names of kernels.
const UNSAFE_FOLDERS: [&str; 15] = [
    "bindings/c/ckzg/src",
    "bindings/c/rapidsnark/src",
    "bindings/c/src",
    "bindings/java/src/memory.rs",
    "bindings/wasm/harness/src",
    "bindings/wasm/src",
    "interop/blst/src/low_level",
    "interop/blst/tests/signatures",
    "lab/contender/src/allocations.rs",
    "lab/contenders/blst/src",
    "lab/contenders/c-kzg/src",
    "lab/contenders/libsecp256k1/src",
    "lab/contenders/rapidsnark/src",
    "lab/operations/src",
    "lab/proofs/kernels/src",
];

/// The folders whose Go files may import `unsafe`.
const UNSAFE_GO: [&str; 6] = [
    "bindings/go/internal/lib",
    "bindings/go/internal/multiexp",
    "bindings/go/p256/library.go",
    "bindings/go/secp256k1/library.go",
    "lab/go/contenders/dcrd_split.go",
    "lab/go-before/dcrd_split.go",
];

/// Libraries that Vorpal is compared with. They are dependencies of the lab, and must not be in the lock file of this
/// workspace.
const PEERS: [&str; 11] = [
    "ark-",
    "halo2",
    "blst",
    "k256",
    "p256",
    "secp256k1",
    "pasta_curves",
    "libsecp256k1",
    "aws-lc-rs",
    "banderwagon",
    "constantine",
];

pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The name of a crate of the workspace in the table, from the name of its package.
fn crate_of(package: &str) -> Option<&str> {
    if package == "vorpal" { Some(package) } else { package.strip_prefix("vorpal-") }
}

/// All dependencies of a manifest, as `(package, whether it is a development dependency)`.
fn dependencies(manifest: &Table) -> Vec<(String, bool)> {
    let mut tables = vec![manifest];
    if let Some(Value::Table(targets)) = manifest.get("target") {
        tables.extend(targets.values().filter_map(Value::as_table));
    }
    let mut found = Vec::new();
    for table in tables {
        for (section, for_development) in
            [("dependencies", false), ("build-dependencies", false), ("dev-dependencies", true)]
        {
            let Some(Value::Table(section)) = table.get(section) else { continue };
            for (name, specification) in section {
                let renamed = specification.get("package").and_then(Value::as_str);
                found.push((renamed.unwrap_or(name).to_string(), for_development));
            }
        }
    }
    found
}

/// The dependencies in the manifest of a crate that are not permitted.
fn forbidden_dependencies(krate: &str, manifest: &Table) -> Vec<String> {
    let Some((_, allowed)) = CRATES.iter().find(|(name, _)| *name == krate) else {
        return vec![format!("the crate {krate} is not in the table")];
    };
    let mut forbidden = Vec::new();
    for (package, for_development) in dependencies(manifest) {
        let Some(used) = crate_of(&package) else { continue };
        let test_support = ["oracle", "trace"].contains(&used) && for_development;
        // A crate depends on itself for development to enable a feature for its tests.
        let itself = used == krate && for_development;
        if !allowed.contains(&used) && !test_support && !itself {
            forbidden.push(format!("{krate} uses {used}"));
        }
    }
    forbidden
}

fn contains_unsafe(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "unsafe",
        TokenTree::Group(group) => contains_unsafe(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Whether source code contains the keyword `unsafe` outside of comments and strings.
fn uses_unsafe(source: &str) -> bool {
    contains_unsafe(source.parse().expect("Rust source"))
}

/// Whether the keyword `unsafe` occurs outside of `unsafe fn` and the bodies of such functions.
fn is_unsafe_behind_safe(tokens: TokenStream) -> bool {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let unsafe_inside = match token {
            TokenTree::Ident(word) if word == "unsafe" => {
                if !matches!(tokens.peek(), Some(TokenTree::Ident(next)) if next == "fn") {
                    return true;
                }
                // Skip the function with its body, which may contain the keyword.
                let is_body = |token: &TokenTree| match token {
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                    _ => false,
                };
                tokens.by_ref().find(is_body);
                false
            }
            TokenTree::Group(group) => is_unsafe_behind_safe(group.stream()),
            _ => false,
        };
        if unsafe_inside {
            return true;
        }
    }
    false
}

/// Whether the root of a crate forbids `unsafe` code, also in macros.
fn forbids_unsafe(source: &str) -> bool {
    source.lines().any(|line| line == "#![forbid(unsafe_code)]")
}

/// Whether the root of the crate with [`UNSAFE_FILE`] forbids `unsafe` code without the feature, and denies it with the
/// feature.
fn forbids_unsafe_without(feature: &str, source: &str) -> bool {
    [
        format!("#![cfg_attr(not(feature = \"{feature}\"), forbid(unsafe_code))]"),
        format!("#![cfg_attr(feature = \"{feature}\", deny(unsafe_code))]"),
    ]
    .iter()
    .all(|expected| source.lines().any(|line| line == expected))
}

/// The files below a folder whose names satisfy a condition, without outputs of builds and hidden folders.
pub(crate) fn files(folder: &Path, wanted: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
            let kind = entry.file_type().unwrap();
            if kind.is_dir() && !["target", "node_modules"].contains(&&*name) && !name.starts_with('.') {
                folders.push(path);
            } else if kind.is_file() && wanted(&name) {
                found.push(path);
            }
        }
    }
    found
}

pub(crate) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    files(folder, &|name| name.ends_with(".rs"))
}

/// Whether a file of Go imports `unsafe`.
fn imports_unsafe(source: &str) -> bool {
    source.lines().any(|line| {
        let words = line.trim().trim_start_matches("import").trim();
        words.trim_start_matches("_ ").split("//").next().unwrap().trim() == "\"unsafe\""
    })
}

/// The entries of a list under which no file is, and the files that are under no entry.
fn differences(listed: &[&str], found: &[PathBuf]) -> Vec<String> {
    let found: Vec<&Path> = found.iter().map(|path| path.strip_prefix(workspace()).unwrap()).collect();
    let unused = listed.iter().filter(|entry| !found.iter().any(|path| path.starts_with(entry)));
    let others = found.iter().filter(|path| !listed.iter().any(|entry| path.starts_with(entry)));
    unused
        .map(|entry| format!("nothing in {entry}"))
        .chain(others.map(|path| path.display().to_string()))
        .collect()
}

pub(crate) fn crates() -> BTreeMap<String, PathBuf> {
    let entries = std::fs::read_dir(workspace().join("crates")).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), entry.path())).collect()
}

#[test]
fn crates_have_only_permitted_dependencies() {
    let crates = crates();
    assert_eq!(crates.len(), CRATES.len(), "every crate of the table exists");
    for (krate, path) in &crates {
        let manifest: Table = std::fs::read_to_string(path.join("Cargo.toml")).unwrap().parse().unwrap();
        let expected = if krate == "vorpal" { krate.clone() } else { format!("vorpal-{krate}") };
        assert_eq!(manifest["package"]["name"].as_str(), Some(&*expected));
        assert_eq!(forbidden_dependencies(krate, &manifest), [""; 0]);
    }
}

#[test]
fn only_permitted_files_contain_unsafe() {
    for (krate, path) in crates() {
        let files = rust_files(&path);
        assert!(!files.is_empty());
        let uses: Vec<_> =
            files.iter().filter(|file| uses_unsafe(&std::fs::read_to_string(file).unwrap())).collect();
        if krate == UNSAFE_CRATE {
            assert!(!uses.is_empty(), "the check finds the inline assembly");
            continue;
        }
        let (exception, file, feature) = UNSAFE_FILE;
        let excepted =
            if krate == exception { vec![path.join(file), path.join(UNSAFE_TEST)] } else { Vec::new() };
        assert_eq!(BTreeSet::from_iter(uses), excepted.iter().collect());
        if krate == exception {
            let source = std::fs::read_to_string(path.join(file)).unwrap();
            assert!(
                !is_unsafe_behind_safe(source.parse().unwrap()),
                "only unsafe functions may map files, so that the caller justifies it"
            );
        }
        let root = ["lib.rs", "main.rs"]
            .map(|root| path.join("src").join(root))
            .into_iter()
            .find(|root| root.exists());
        let root = std::fs::read_to_string(root.expect("a crate root")).unwrap();
        let forbids =
            if krate == exception { forbids_unsafe_without(feature, &root) } else { forbids_unsafe(&root) };
        assert!(forbids, "{krate} does not forbid unsafe code");
    }
}

#[test]
fn only_permitted_folders_outside_contain_unsafe() {
    let is_outside = |path: &PathBuf| !path.starts_with(workspace().join("crates"));
    let source = |path: &PathBuf| std::fs::read_to_string(path).unwrap();
    let mut rust = rust_files(&workspace());
    rust.retain(|path| is_outside(path) && uses_unsafe(&source(path)));
    assert_eq!(differences(&UNSAFE_FOLDERS, &rust), [""; 0]);
    let mut go = files(&workspace(), &|name| name.ends_with(".go"));
    go.retain(|path| imports_unsafe(&source(path)));
    assert_eq!(differences(&UNSAFE_GO, &go), [""; 0]);
}

#[test]
fn the_lock_file_has_no_peer_libraries() {
    let lock: Table = std::fs::read_to_string(workspace().join("Cargo.lock")).unwrap().parse().unwrap();
    let packages = lock["package"].as_array().unwrap();
    assert!(packages.len() > 20);
    for package in packages {
        let name = package["name"].as_str().unwrap();
        assert!(!PEERS.iter().any(|peer| name.starts_with(peer)), "{name} is a peer library");
    }
}

#[test]
fn the_checks_detect_violations() {
    let manifest = |text: &str| text.parse::<Table>().unwrap();
    let reversed = manifest("[dependencies]\nvorpal-curves.workspace = true");
    assert_eq!(forbidden_dependencies("fields", &reversed), ["fields uses curves"]);
    assert_eq!(forbidden_dependencies("msm", &reversed), [""; 0]);
    let in_a_test = manifest("[dev-dependencies]\nvorpal-msm = { path = \"../msm\" }");
    assert_eq!(forbidden_dependencies("curves", &in_a_test), ["curves uses msm"]);
    let renamed = manifest("[build-dependencies]\nx = { package = \"vorpal-tree\" }");
    assert_eq!(forbidden_dependencies("ipa", &renamed), ["ipa uses tree"]);
    let for_a_target = manifest("[target.'cfg(unix)'.dependencies]\nvorpal = \"1\"");
    assert_eq!(forbidden_dependencies("tree", &for_a_target), ["tree uses vorpal"]);
    let unrelated = manifest("[dependencies]\nvorpal-ipa = \"1\"");
    assert_eq!(forbidden_dependencies("secp256k1", &unrelated), ["secp256k1 uses ipa"]);
    let oracle = "vorpal-oracle.workspace = true";
    assert_eq!(forbidden_dependencies("limbs", &manifest(&format!("[dev-dependencies]\n{oracle}"))), [""; 0]);
    assert_eq!(
        forbidden_dependencies("limbs", &manifest(&format!("[dependencies]\n{oracle}"))),
        ["limbs uses oracle"]
    );
    let trace = "vorpal-trace.workspace = true";
    assert_eq!(forbidden_dependencies("curves", &manifest(&format!("[dev-dependencies]\n{trace}"))), [""; 0]);
    assert_eq!(
        forbidden_dependencies("curves", &manifest(&format!("[dependencies]\n{trace}"))),
        ["curves uses trace"]
    );
    assert_eq!(forbidden_dependencies("attic", &Table::new()), ["the crate attic is not in the table"]);

    assert!(uses_unsafe("fn f() { if true { unsafe { g() } } }"));
    assert!(uses_unsafe("unsafe impl Send for X {}"));
    assert!(imports_unsafe("import (\n\t_ \"unsafe\" // for go:linkname\n)"));
    assert!(imports_unsafe("import \"unsafe\""));
    assert!(!imports_unsafe("// imports \"C\" and \"unsafe\" for\nx := \"unsafe\""));
    let two = ["a/b.rs", "c/d.rs"].map(|path| workspace().join(path));
    assert_eq!(differences(&["a", "e"], &two), ["nothing in e", "c/d.rs"]);
    assert!(!uses_unsafe("/// unsafe\nfn f() { /* unsafe */ let s = \"unsafe\"; } // unsafe"));
    let behind_safe = |source: &str| is_unsafe_behind_safe(source.parse().unwrap());
    assert!(!behind_safe(
        "impl X { /** x */ pub unsafe fn f(x: [u8; 2]) -> u8 { unsafe { g() } } fn h() {} }"
    ));
    assert!(behind_safe("impl X { pub fn f() { unsafe { g() } } }"));
    assert!(behind_safe("unsafe fn f() {} fn g() { unsafe { f() } }"));
    assert!(behind_safe("unsafe impl Send for X {}"));
    assert!(forbids_unsafe("//! x\n#![forbid(unsafe_code)]\n"));
    assert!(!forbids_unsafe("// #![forbid(unsafe_code)]\n"));
    let (forbid, deny) = (
        "#![cfg_attr(not(feature = \"x\"), forbid(unsafe_code))]\n",
        "#![cfg_attr(feature = \"x\", deny(unsafe_code))]\n",
    );
    assert!(forbids_unsafe_without("x", &format!("{forbid}{deny}")));
    assert!(!forbids_unsafe_without("y", &format!("{forbid}{deny}")));
    assert!(!forbids_unsafe_without("x", forbid) && !forbids_unsafe_without("x", deny));
}
