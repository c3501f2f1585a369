//! The walls of the house: which room may use which, where `unsafe` may stand, and who stays outside.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use toml::{Table, Value};

/// The rooms, each with the rooms it may use. A room that is not here fails the check.
const ROOMS: [(&str, &[&str]); 11] = [
    ("limbs", &[]),
    ("fields", &["limbs"]),
    ("curves", &["limbs", "fields"]),
    ("msm", &["limbs", "fields", "curves"]),
    ("secp256k1", &["limbs", "fields", "curves", "msm"]),
    ("ipa", &["limbs", "fields", "curves", "msm"]),
    ("tree", &["limbs", "fields", "curves", "msm", "ipa"]),
    ("vorpal", &["limbs", "fields", "curves", "msm", "secp256k1", "ipa", "tree"]),
    ("cli", &["vorpal"]),
    // Test support: every room may use it for development, none otherwise; it uses none.
    ("oracle", &[]),
    ("trace", &[]),
];

/// The one room with `unsafe`.
const UNSAFE_ROOM: &str = "limbs";

/// The one source file with `unsafe` outside that room, which maps files, the feature without which it does not exist,
/// and the test that calls it.
const UNSAFE_FILE: (&str, &str, &str) = ("msm", "src/prepared/mapped.rs", "mmap");
const UNSAFE_TEST: &str = "tests/mapped.rs";

/// Libraries that Vorpal is compared with. They live in the lab, and never enter this workspace's lock file.
const PEERS: [&str; 9] = [
    "ark-",
    "halo2",
    "blst",
    "k256",
    "secp256k1",
    "pasta_curves",
    "libsecp256k1",
    "banderwagon",
    "constantine",
];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn room_of(package: &str) -> Option<&str> {
    if package == "vorpal" { Some(package) } else { package.strip_prefix("vorpal-") }
}

/// Every dependency of a manifest as `(package, only for development)`.
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

/// What a room's manifest does that it must not.
fn wrong_arrows(room: &str, manifest: &Table) -> Vec<String> {
    let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == room) else {
        return vec![format!("the room {room} is not in the table")];
    };
    let mut wrong = Vec::new();
    for (package, for_development) in dependencies(manifest) {
        let Some(used) = room_of(&package) else { continue };
        let test_support = ["oracle", "trace"].contains(&used) && for_development;
        // How a room's own tests turn on a feature of it.
        let itself = used == room && for_development;
        if !allowed.contains(&used) && !test_support && !itself {
            wrong.push(format!("{room} uses {used}"));
        }
    }
    wrong
}

fn says_unsafe(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "unsafe",
        TokenTree::Group(group) => says_unsafe(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Whether source code uses the keyword, comments and strings apart.
fn uses_unsafe(source: &str) -> bool {
    says_unsafe(source.parse().expect("Rust source"))
}

/// Whether the keyword stands anywhere but in `unsafe fn` and in the bodies of such functions.
fn is_unsafe_behind_safe(tokens: TokenStream) -> bool {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let unsafe_inside = match token {
            TokenTree::Ident(word) if word == "unsafe" => {
                if !matches!(tokens.peek(), Some(TokenTree::Ident(next)) if next == "fn") {
                    return true;
                }
                // Up to the body, which may say it again.
                let is_body = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
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

/// Whether a crate's root makes the compiler refuse the keyword, in macros too.
fn forbids_unsafe(source: &str) -> bool {
    source.lines().any(|line| line == "#![forbid(unsafe_code)]")
}

/// The same for a crate with a file that is allowed the keyword: forbidden without its feature, denied with it.
fn forbids_unsafe_without(feature: &str, source: &str) -> bool {
    [
        format!("#![cfg_attr(not(feature = \"{feature}\"), forbid(unsafe_code))]"),
        format!("#![cfg_attr(feature = \"{feature}\", deny(unsafe_code))]"),
    ]
    .iter()
    .all(|expected| source.lines().any(|line| line == expected))
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn rooms() -> BTreeMap<String, PathBuf> {
    let entries = std::fs::read_dir(workspace().join("crates")).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), entry.path())).collect()
}

#[test]
fn no_room_uses_one_above_it() {
    let rooms = rooms();
    assert_eq!(rooms.len(), ROOMS.len(), "every room of the table exists");
    for (room, path) in &rooms {
        let manifest: Table = std::fs::read_to_string(path.join("Cargo.toml")).unwrap().parse().unwrap();
        let expected = if room == "vorpal" { room.clone() } else { format!("vorpal-{room}") };
        assert_eq!(manifest["package"]["name"].as_str(), Some(&*expected));
        assert_eq!(wrong_arrows(room, &manifest), [""; 0]);
    }
}

#[test]
fn unsafe_stands_in_one_room_only() {
    for (room, path) in rooms() {
        let mut files = Vec::new();
        rust_files(&path, &mut files);
        assert!(!files.is_empty());
        let uses: Vec<_> =
            files.iter().filter(|file| uses_unsafe(&std::fs::read_to_string(file).unwrap())).collect();
        if room == UNSAFE_ROOM {
            assert!(!uses.is_empty(), "the check sees the asm blocks");
            continue;
        }
        let (exception, file, feature) = UNSAFE_FILE;
        let excepted =
            if room == exception { vec![path.join(file), path.join(UNSAFE_TEST)] } else { Vec::new() };
        assert_eq!(BTreeSet::from_iter(uses), excepted.iter().collect());
        if room == exception {
            let source = std::fs::read_to_string(path.join(file)).unwrap();
            assert!(
                !is_unsafe_behind_safe(source.parse().unwrap()),
                "mapping a file is for the caller to justify"
            );
        }
        let root = ["lib.rs", "main.rs"]
            .map(|root| path.join("src").join(root))
            .into_iter()
            .find(|root| root.exists());
        let root = std::fs::read_to_string(root.expect("a crate root")).unwrap();
        let forbids =
            if room == exception { forbids_unsafe_without(feature, &root) } else { forbids_unsafe(&root) };
        assert!(forbids, "{room} does not forbid unsafe code");
    }
}

#[test]
fn peers_stay_outside() {
    let lock: Table = std::fs::read_to_string(workspace().join("Cargo.lock")).unwrap().parse().unwrap();
    let packages = lock["package"].as_array().unwrap();
    assert!(packages.len() > 20);
    for package in packages {
        let name = package["name"].as_str().unwrap();
        assert!(!PEERS.iter().any(|peer| name.starts_with(peer)), "{name} is a peer");
    }
}

#[test]
fn the_check_can_fail() {
    let manifest = |text: &str| text.parse::<Table>().unwrap();
    let upward = manifest("[dependencies]\nvorpal-curves.workspace = true");
    assert_eq!(wrong_arrows("fields", &upward), ["fields uses curves"]);
    assert_eq!(wrong_arrows("msm", &upward), [""; 0]);
    let in_a_test = manifest("[dev-dependencies]\nvorpal-msm = { path = \"../msm\" }");
    assert_eq!(wrong_arrows("curves", &in_a_test), ["curves uses msm"]);
    let renamed = manifest("[build-dependencies]\nx = { package = \"vorpal-tree\" }");
    assert_eq!(wrong_arrows("ipa", &renamed), ["ipa uses tree"]);
    let for_a_target = manifest("[target.'cfg(unix)'.dependencies]\nvorpal = \"1\"");
    assert_eq!(wrong_arrows("tree", &for_a_target), ["tree uses vorpal"]);
    let across = manifest("[dependencies]\nvorpal-ipa = \"1\"");
    assert_eq!(wrong_arrows("secp256k1", &across), ["secp256k1 uses ipa"]);
    let oracle = "vorpal-oracle.workspace = true";
    assert_eq!(wrong_arrows("limbs", &manifest(&format!("[dev-dependencies]\n{oracle}"))), [""; 0]);
    assert_eq!(wrong_arrows("limbs", &manifest(&format!("[dependencies]\n{oracle}"))), ["limbs uses oracle"]);
    let trace = "vorpal-trace.workspace = true";
    assert_eq!(wrong_arrows("curves", &manifest(&format!("[dev-dependencies]\n{trace}"))), [""; 0]);
    assert_eq!(wrong_arrows("curves", &manifest(&format!("[dependencies]\n{trace}"))), ["curves uses trace"]);
    assert_eq!(wrong_arrows("attic", &Table::new()), ["the room attic is not in the table"]);

    assert!(uses_unsafe("fn f() { if true { unsafe { g() } } }"));
    assert!(uses_unsafe("unsafe impl Send for X {}"));
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
