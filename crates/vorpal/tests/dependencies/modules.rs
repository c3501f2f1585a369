//! The order of the modules of each crate: the imports between modules with one parent have no circle.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::imports::{Graph, Modules, ROOT};
use crate::workspace;

/// The folders of crates that are checked: each folder of these, and `bindings/python`.
const FOLDERS: [&str; 3] = ["crates", "lab", "lab/contenders"];

/// The layers of `limbs`, from the lowest. A module imports from its own layer and from lower ones.
const LAYERS: &[&[&str]] = &[
    // Words, and what needs nothing else.
    &[
        "bound",
        "count",
        "declassify",
        "extended",
        "fault",
        "prefetch",
        "stack",
        "timing",
        "valgrind",
        "words",
    ],
    &["schedule"],
    // Constants and portable code.
    &["modulus"],
    // What backends implement.
    &["packed", "quad_backend", "residue_ring"],
    // Kernels, detection, tables.
    &["backend"],
    &["gcd", "operations", "packed_montgomery", "quads", "reciprocal", "residues", "taint"],
];

/// Circles that exist still: the crate, the parent of the modules, and the modules. A line that is not needed fails.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("bindings/python", "tree", "partial_tree -> witness"),
    ("crates/cli", "", "failure -> output"),
    ("crates/cli", "", "generate -> replay"),
    ("crates/curves", "", "group -> packed_group"),
    ("crates/curves", "bandersnatch", "banderwagon -> packed"),
    ("crates/curves", "bls12_377", "edwards_form -> parameters"),
    ("crates/curves", "bls12_377", "endomorphism -> parameters"),
    ("crates/curves", "bls12_381", "endomorphism -> parameters"),
    ("crates/curves", "bn254", "endomorphism -> parameters"),
    ("crates/curves", "models::weierstrass", "quad_group -> quads"),
    ("crates/curves", "grumpkin", "endomorphism -> parameters"),
    ("crates/curves", "pallas", "endomorphism -> parameters"),
    ("crates/curves", "secp256k1", "endomorphism -> parameters"),
    ("crates/curves", "vesta", "endomorphism -> parameters"),
    ("crates/fields", "", "addition_chain -> bounded -> modulus"),
    ("crates/fields", "", "addition_chain -> element -> modulus"),
    ("crates/fields", "", "addition_chain -> modulus"),
    ("crates/fields", "", "field -> modulus -> root -> hash_field"),
    ("crates/fields", "", "hash_field -> root"),
    ("crates/fields", "", "modulus -> root -> packed"),
    ("crates/fields", "", "modulus -> root -> power"),
    ("crates/fields", "tower", "fp2 -> sum"),
    ("crates/fields", "tower", "fp6 -> sum"),
    ("crates/ipa", "", "inner_product -> multiproof"),
    ("crates/limbs", "backend", "lanes -> vector"),
    ("crates/msm", "", "error -> partial"),
    ("crates/msm", "", "error -> partial -> variable_base"),
    ("crates/msm", "prepared", "format -> plan"),
    ("crates/secp256k1", "ecdsa", "recover -> signature"),
    ("crates/secp256k1", "ecdsa", "recover -> verify -> signature"),
    ("crates/secp256k1", "multiply", "quads -> secret"),
    ("crates/tree", "", "account -> error -> key"),
    ("crates/tree", "", "account -> node -> key"),
    ("crates/tree", "", "dirty -> tree"),
    ("crates/tree", "", "error -> key"),
    ("crates/tree", "", "error -> path -> key"),
    ("crates/tree", "", "store -> tree"),
    ("crates/tree", "", "store -> update"),
    ("lab", "differential", "cases -> der"),
    ("lab", "differential", "cases -> evm"),
    ("lab", "differential", "cases -> pairings"),
    ("lab", "differential", "cases -> proofs"),
    ("lab", "differential", "cases -> signatures"),
    ("lab", "differential", "cases -> sums"),
    ("lab/contenders/arkworks", "", "hashing -> the root"),
    ("lab/contenders/arkworks", "", "pairings -> the root"),
    ("lab/contenders/arkworks", "", "the root -> transforms"),
    ("lab/operations", "", "contracts -> list"),
    ("lab/operations", "", "list -> p256"),
    ("lab/operations", "", "list -> pairings"),
    ("lab/operations", "", "list -> signatures"),
    ("lab/operations", "", "list -> the root"),
    ("lab/provers", "", "groth16 -> the root"),
    ("lab/provers", "", "sums -> the root"),
];

/// The files of the roots of all checked crates, with the folder of the crate.
fn roots() -> Vec<(String, PathBuf)> {
    let mut folders = vec![PathBuf::from("lab"), PathBuf::from("bindings/python")];
    for folder in FOLDERS {
        let entries = std::fs::read_dir(workspace().join(folder)).unwrap().map(|entry| entry.unwrap());
        folders.extend(entries.map(|entry| Path::new(folder).join(entry.file_name())));
    }
    let mut roots = BTreeMap::new();
    for folder in folders {
        for root in ["src/lib.rs", "src/main.rs"].map(|root| workspace().join(&folder).join(root)) {
            if root.exists() {
                let previous = roots.insert(folder.to_str().unwrap().to_string(), root);
                assert!(previous.is_none(), "two roots in {}", folder.display());
            }
        }
    }
    roots.into_iter().collect()
}

/// A circle with the file and line of each import.
fn describe(graph: &Graph, circle: &[String]) -> String {
    let mut text = String::new();
    for (index, from) in circle.iter().enumerate() {
        let to = &circle[(index + 1) % circle.len()];
        let (file, line) = &graph.edges[from][to];
        text += &format!("\n    {from} -> {to}: {}:{line}", file.display());
    }
    text
}

#[test]
fn imports_between_modules_have_no_circle() {
    let mut missed: BTreeSet<_> =
        EXCEPTIONS.iter().map(|&(a, b, c)| (a.to_string(), b.to_string(), c.to_string())).collect();
    let (mut new, mut edges, mut modules) = (String::new(), 0, 0);
    for (krate, root) in roots() {
        let found = Modules::read(&root);
        assert_eq!(found.hidden(), [""; 0], "an import of all names around a module hides what it uses");
        modules += found.len();
        for (parent, graph) in found.graphs() {
            edges += graph.edges.values().map(BTreeMap::len).sum::<usize>();
            for circle in graph.circles() {
                let line = (krate.clone(), parent.join("::"), circle.join(" -> "));
                if !missed.remove(&line) {
                    new += &format!("\n{line:?},{}", describe(&graph, &circle));
                }
            }
        }
    }
    assert!(modules > 700 && edges > 1200, "{modules} modules and {edges} imports between them");
    assert!(new.is_empty(), "circles of imports:{new}");
    assert!(missed.is_empty(), "exceptions that are not needed: {missed:#?}");
}

/// The root of `limbs`.
fn limbs() -> PathBuf {
    workspace().join("crates/limbs/src/lib.rs")
}

/// The number of imports between the modules of `limbs`, and those that do not lead downwards.
fn against_the_layers(limbs: &Modules) -> (usize, Vec<String>) {
    let layer = |name: &String| LAYERS.iter().position(|layer| layer.contains(&&**name));
    let (mut count, mut found) = (0, Vec::new());
    for (from, edges) in &limbs.graphs()[&Vec::new()].edges {
        for (to, (file, line)) in edges {
            count += 1;
            if layer(from).zip(layer(to)).is_none_or(|(from, to)| from < to) {
                found.push(format!("{from} imports from {to}: {}:{line}", file.display()));
            }
        }
    }
    (count, found)
}

#[test]
fn layers_of_limbs_import_downwards() {
    let (count, found) = against_the_layers(&Modules::read(&limbs()));
    assert_eq!(found, [""; 0]);
    assert!(count > 50, "{count} imports");
}

/// Planted in each module of `limbs` below the highest layer: an import from the layer above, in several forms.
#[test]
fn imports_from_the_layer_above_are_found() {
    let clean = Modules::read(&limbs());
    let (mut planted, mut expected) = (BTreeMap::new(), Vec::new());
    for (layer, above) in LAYERS.iter().zip(&LAYERS[1..]) {
        for (name, to) in layer.iter().zip(above.iter().cycle()) {
            let file = clean.file(&[(*name).to_string()]).to_path_buf();
            let line = std::fs::read_to_string(&file).unwrap().lines().count() + 2;
            // Names of their own: that of another planted import would lead on.
            let number = planted.len();
            let import = match number % 3 {
                0 => format!("use crate::{to}::Planted{number};"),
                1 => format!("fn planted() {{ super::{to}::planted{number}() }}"),
                _ => format!("#[cfg(test)] use core::fmt;\nuse crate::{{{to}::{{self, Planted{number}}}}};"),
            };
            let line = line + usize::from(import.contains('\n'));
            expected.push(format!("{name} imports from {to}: {}:{line}", file.display()));
            planted.insert(file, format!("\n{import}\n"));
        }
    }
    expected.sort();
    assert_eq!(against_the_layers(&Modules::read_with(&limbs(), planted)).1, expected);
}

/// Planted in each crate: an import that leads back along one that exists.
#[test]
fn a_circle_in_each_crate_is_found() {
    let mut crates = 0;
    for (krate, root) in roots() {
        let clean = Modules::read(&root);
        let mut graphs = clean.graphs();
        let Some(graph) = graphs.remove(&Vec::new()) else { continue };
        let single = |from: &String, to: &String| {
            from != ROOT && to != ROOT && !graph.edges.get(to).is_some_and(|edges| edges.contains_key(from))
        };
        let mut edges = graph.edges.iter().flat_map(|(from, edges)| edges.keys().map(move |to| (from, to)));
        let Some((from, to)) = edges.find(|(from, to)| single(from, to)) else { continue };
        let file = clean.file(std::slice::from_ref(to)).to_path_buf();
        let planted = BTreeMap::from([(file, format!("\nfn planted() {{ crate::{from}::planted() }}\n"))]);
        let circles = Modules::read_with(&root, planted).graphs()[&Vec::new()].circles();
        let mut circle = vec![from.clone(), to.clone()];
        circle.sort();
        assert!(circles.contains(&circle) && !graph.circles().contains(&circle), "{krate}: {from}, {to}");
        crates += 1;
    }
    assert!(crates > 15, "{crates} crates");
}

/// The edges of the root's graph of a crate of one file.
fn edges(source: &str) -> Vec<String> {
    let graphs = Modules::parse(source).graphs();
    let graph = graphs.get(&Vec::new());
    let edges = graph.into_iter().flat_map(|graph| &graph.edges);
    edges.flat_map(|(from, edges)| edges.keys().map(move |to| format!("{from} {to}"))).collect()
}

#[test]
fn imports_are_found_in_each_form() {
    let with = |body: &str| {
        edges(&format!(
            "pub use c::Thing; pub struct Own; mod a {{ {body}\n}} mod b {{ pub mod d {{}} }} mod c {{}}"
        ))
    };
    for body in [
        "use crate::b::X;",
        "use super::b;",
        "use crate::{b::{self, Y as Z}};",
        "pub(crate) use super::b::d::*;",
        "fn f() { let x = crate::b::g(1); }",
        "fn f(x: &super::b::d::X<u8>) {}",
        "mod inner { use super::super::b::X; }",
        "macro_rules! m { () => { $crate::b::g() }; }",
        "impl crate::b::Trait for X {}",
        "#[cfg(not(test))] use crate::b::X;",
        "#[cfg(test)] mod tests { use crate::c::X; } use crate::b::X;",
        "#[cfg(test)] use crate::c::{X, Y}; use crate::b::X;",
    ] {
        assert_eq!(with(body), ["a b"], "{body}");
    }
    for body in [
        "// use crate::b::X;",
        "/// [`X`](crate::b::X)\n pub struct Y;",
        "#[doc = \"crate::b::X\"] fn f() {}",
        "const S: &str = \"crate::b::X\";",
        "#[cfg(test)] mod tests { use crate::b::X; }",
        "#[cfg(all(test, unix))] fn f() { crate::b::g() }",
        "#[cfg(test)] #[allow(unused)] use crate::b::{X};",
        "use std::b::X;",
        "pub(in crate::a) fn f() { other::b::g() }",
        "use self::inner::X; mod inner { use super::Y; }",
    ] {
        assert_eq!(with(body), [""; 0], "{body}");
    }
    // Names of the root: one that it re-exports, and one of its own.
    assert_eq!(with("use crate::Thing;"), ["a c"]);
    assert_eq!(with("use crate::Own;"), [format!("a {ROOT}")]);
    assert_eq!(
        edges("mod a { use super::b::X; } mod b { pub use super::c::X; } mod c {}"),
        ["a b", "a c", "b c"]
    );
    assert_eq!(edges("mod a { use crate::X; } pub use b::*; mod b { pub struct X; } mod c {}"), ["a b"]);
    assert_eq!(edges("use a::X; mod a {}"), [format!("{ROOT} a")]);
}

#[test]
fn circles_are_found() {
    let circles = |source: &str| {
        let graphs = Modules::parse(source).graphs();
        let found = graphs.iter().flat_map(|(parent, graph)| {
            graph
                .circles()
                .into_iter()
                .map(move |circle| format!("{}: {}", parent.join("::"), circle.join(" ")))
        });
        found.collect::<Vec<_>>()
    };
    let chain = "mod a { use crate::b::X; } mod b { use crate::c::Y; }";
    assert_eq!(circles(&format!("{chain} mod c {{}}")), [""; 0]);
    assert_eq!(circles(&format!("{chain} mod c {{ mod d {{ use crate::a::Z; }} }}")), [": a b c"]);
    assert_eq!(circles("mod p { mod a { use super::b::X; } mod b { use super::a::Y; } }"), ["p: a b"]);
    assert_eq!(circles("pub struct X; use a::Y; mod a { use crate::X; }"), [format!(": a {ROOT}")]);
    assert_eq!(Modules::parse("mod a { use super::*; }").hidden(), ["lib.rs:1"]);
    assert_eq!(Modules::parse("mod a { #[cfg(test)] mod t { use super::*; } }").hidden(), [""; 0]);
}

/// The files that a documentation comment names by their ends alone, such as `lines.rs`. A link to the module would be
/// checked, so comments have these.
fn named_files(source: &str) -> Vec<&str> {
    let is_file = |code: &&str| {
        let path = code.strip_suffix(".rs").unwrap_or_default();
        !path.is_empty()
            && path.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_/".contains(c))
    };
    let comments =
        source.lines().map(str::trim).filter(|line| line.starts_with("///") || line.starts_with("//!"));
    comments.flat_map(|line| line.split('`').skip(1).step_by(2)).filter(is_file).collect()
}

#[test]
fn comments_of_documentation_link_modules() {
    let mut faults = Vec::new();
    for (name, folder) in crate::crates() {
        for path in crate::rust_files(&folder.join("src")) {
            let source = std::fs::read_to_string(&path).unwrap();
            // Tests and other crates have no module that rustdoc finds.
            let is_inside = |file: &&str| !["tests/", "src/"].iter().any(|part| file.contains(part));
            let named = named_files(&source).into_iter().filter(is_inside);
            faults.extend(named.map(|file| format!("{name}: {}: {file}", path.display())));
        }
    }
    assert_eq!(faults, [""; 0]);
    assert_eq!(
        named_files("/// See `a/b_2.rs`, `C.rs` and `.rs`.\nlet x = \"`d.rs`\"; //! no\n    //! `e.rs`"),
        ["a/b_2.rs", "e.rs"]
    );
}
