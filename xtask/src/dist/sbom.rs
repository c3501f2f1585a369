//! Lists of components in the format CycloneDX 1.5 (JSON), one for each artefact with compiled code: all crates that it
//! was built from, with versions, licences, checksums of the lock file, and which of them uses which.
//!
//! `cargo tree` resolves the features of the package alone, as its build does. The lists have no serial number, and no
//! path of this machine: two clones give the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::{Value, json};

use super::build::GLIBC;
use super::{dist, version};
use crate::process::{Failure, Outcome};
use crate::suite::Context;

/// An artefact: the name of its list, the folder with the lock file, and the options that select the package.
const ARTEFACTS: [(&str, &str, &str); 7] = [
    ("vorpal", ".", "-p vorpal-cli"),
    ("libvorpal", "bindings/c", "-p vorpal-c"),
    ("libckzg", "bindings/c", "-p vorpal-ckzg"),
    ("librapidsnark", "bindings/c", "-p vorpal-rapidsnark"),
    ("vorpal-python", "bindings/python", "-p vorpal-python"),
    ("vorpal-java", "bindings/java", "-p vorpal-java"),
    ("vorpal-wasm", "bindings/wasm", "--target wasm32-unknown-unknown"),
];

pub(super) fn write(context: &Context) -> Outcome {
    for (name, folder, options) in ARTEFACTS {
        // The crates of both processors are the same; where they differ, those of x86-64 count.
        let target = if options.contains("--target") {
            String::new()
        } else {
            format!("--target {}", GLIBC[0].target)
        };
        let line = format!(
            "cargo tree --locked --edges normal,build --prefix depth --no-dedupe {options} {target} --format"
        );
        let tree = context.command(line).arg(" {p}|{l}").folder(folder).text()?;
        let lock = fs::read_to_string(context.root.join(folder).join("Cargo.lock"))?;
        let list = list(name, &version(context)?, &parse(&tree)?, &checksums(&lock));
        let text = serde_json::to_string_pretty(&list).map_err(|error| Failure::new(error.to_string()))?;
        let file = dist(context).join("sbom").join(format!("{name}.cdx.json"));
        super::archive::write(&file, (text + "\n").as_bytes(), 0o644)?;
    }
    println!("dist/sbom: {} lists", ARTEFACTS.len());
    Ok(())
}

/// A crate: its name and version.
type Name = (String, String);

/// The crates of a tree, the first is the root.
#[derive(Default)]
struct Tree {
    root: Name,
    /// Each crate with its licence, and whether it is of this repository.
    crates: BTreeMap<Name, (String, bool)>,
    uses: BTreeMap<Name, BTreeSet<Name>>,
}

/// Reads lines `DEPTH NAME vVERSION (SOURCE)|LICENCE`.
fn parse(text: &str) -> Outcome<Tree> {
    let (mut tree, mut above) = (Tree::default(), Vec::<Name>::new());
    for line in text.lines().filter(|line| !line.is_empty()) {
        let wrong = || Failure::new(format!("not a line of cargo tree: {line}"));
        let (depth, rest) = line.split_once(' ').ok_or_else(wrong)?;
        let depth: usize = depth.parse().map_err(|_| wrong())?;
        let (package, licence) = rest.split_once('|').ok_or_else(wrong)?;
        let mut words = package.split_whitespace();
        let (Some(name), Some(version)) =
            (words.next(), words.next().and_then(|word| word.strip_prefix('v')))
        else {
            return Err(wrong());
        };
        let name = (name.to_string(), version.to_string());
        above.truncate(depth);
        match above.last() {
            Some(parent) => drop(tree.uses.entry(parent.clone()).or_default().insert(name.clone())),
            None if depth == 0 && tree.crates.is_empty() => tree.root = name.clone(),
            None => return Err(wrong()),
        }
        let is_ours = words.any(|word| word.starts_with("(/"));
        tree.crates.insert(name.clone(), (licence.replace('/', " OR ").replace("  ", " "), is_ours));
        tree.uses.entry(name.clone()).or_default();
        above.push(name);
    }
    if tree.crates.is_empty() { Err(Failure::new("cargo tree printed nothing")) } else { Ok(tree) }
}

/// The checksums of a lock file, by name and version.
fn checksums(lock: &str) -> BTreeMap<Name, String> {
    let value = |entry: &str, key: &str| {
        let line =
            entry.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"'));
        line.map(str::to_string)
    };
    let entries = lock.split("[[package]]").skip(1);
    entries
        .filter_map(|entry| {
            Some(((value(entry, "name")?, value(entry, "version")?), value(entry, "checksum")?))
        })
        .collect()
}

fn reference((name, version): &Name) -> String {
    format!("pkg:cargo/{name}@{version}")
}

fn list(artefact: &str, version: &str, tree: &Tree, checksums: &BTreeMap<Name, String>) -> Value {
    let component = |(name, (licence, is_ours)): (&Name, &(String, bool))| {
        let mut component = json!({
            "type": "library", "bom-ref": reference(name), "name": name.0, "version": name.1,
            "licenses": [{ "expression": licence }],
        });
        // A crate of this repository is not on crates.io, so that it has no address there.
        if !is_ours {
            component["purl"] = json!(reference(name));
        }
        if let Some(checksum) = checksums.get(name) {
            component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
        }
        component
    };
    let dependencies = tree.uses.iter().map(|(name, uses)| {
        json!({ "ref": reference(name), "dependsOn": uses.iter().map(reference).collect::<Vec<_>>() })
    });
    let artefact_reference = format!("artefact:{artefact}@{version}");
    let first = json!({ "ref": artefact_reference, "dependsOn": [reference(&tree.root)] });
    let dependencies: Vec<Value> = [first].into_iter().chain(dependencies).collect();
    json!({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": { "component": {
            "type": "application", "bom-ref": artefact_reference, "name": artefact, "version": version,
        } },
        "components": tree.crates.iter().map(component).collect::<Vec<_>>(),
        "dependencies": dependencies,
    })
}

#[cfg(test)]
mod tests {
    use super::{checksums, list, parse};
    use crate::process::Outcome;

    const TREE: &str =
        "0 a v1.0.0 (/home/a)|MIT\n1 b v2.0.0|MIT/Apache-2.0\n2 c v3.0.0 (proc-macro)|MIT\n1 c v3.0.0|MIT\n";
    const LOCK: &str = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"b\"\n\
        version = \"2.0.0\"\nsource = \"registry\"\nchecksum = \"abcd\"\n";

    #[test]
    fn a_list_has_all_crates_with_checksums_and_no_path() -> Outcome {
        let list = list("x", "9.0.0", &parse(TREE)?, &checksums(LOCK));
        let names = ["a", "b", "c"];
        for (component, name) in list["components"].as_array().into_iter().flatten().zip(names) {
            assert_eq!(component["name"], name);
        }
        assert_eq!(list["components"].as_array().map(Vec::len), Some(3));
        assert_eq!(list["components"][1]["hashes"][0]["content"], "abcd");
        assert_eq!(list["components"][1]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert!(list["components"][0]["purl"].is_null());
        assert_eq!(list["dependencies"][1]["dependsOn"].as_array().map(Vec::len), Some(2));
        assert_eq!(list["dependencies"][2]["dependsOn"][0], "pkg:cargo/c@3.0.0");
        assert!(!list.to_string().contains("/home"));
        Ok(())
    }

    #[test]
    fn other_lines_are_errors() {
        assert!(parse("").is_err());
        for line in ["a v1|MIT", "0 a v1", "0 a 1|MIT", "1 a v1|MIT", "0 a v1|MIT\n0 b v1|MIT"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
