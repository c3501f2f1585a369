//! What the pages of the lab state, compared with its code: contenders with their versions, processors, numbers of the
//! proofs.

use std::collections::BTreeSet;

use crate::documents::{manifest, quoted, read, set, table};
use crate::workspace;

/// The numbers of a text, such as `0.22`.
fn versions(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-' || c == '_'));
    let words = words.map(|word| word.trim_end_matches('.'));
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_digit())).collect()
}

/// Whether a version begins with these parts.
fn begins(version: &str, parts: &str) -> bool {
    version.strip_prefix(parts).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

#[test]
fn the_lab_lists_its_contenders_with_their_versions() {
    let page = read("lab/README.md");
    let text = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let rows = table(&page, &["Contender", "Library", "Build"]);
    let listed: BTreeSet<String> = set(rows.iter().flat_map(|row| quoted(row[0])));
    let lock = read("lab/Cargo.lock");
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(workspace().join("lab/contenders")).unwrap() {
        let manifest = manifest(entry.unwrap().path().to_str().unwrap());
        let name = manifest["package"]["metadata"]["contender"]["name"].as_str().unwrap();
        found.insert(name.to_string());
        let row =
            rows.iter().find(|row| quoted(row[0]) == [name]).unwrap_or_else(|| panic!("no row of {name}"));
        let pinned = manifest["dependencies"].as_table().unwrap().values().filter_map(|dependency| {
            dependency.as_str().or_else(|| dependency.get("version")?.as_str())?.strip_prefix('=')
        });
        let pinned: Vec<&str> = pinned.collect();
        let stated = versions(row[1]);
        assert_eq!(stated.is_empty(), pinned.is_empty(), "{name}: {stated:?}");
        for version in stated {
            assert!(pinned.iter().any(|pinned| begins(pinned, version)), "{name} is not pinned to {version}");
        }
        // The program states its versions for the report: pinned ones, and those of libraries that it names.
        let source = read(format!("lab/contenders/{name}/src/main.rs"));
        let said = source.split("Contender::new(").nth(1).unwrap().split(';').next().unwrap();
        let said = versions(said.split_once(',').unwrap().1);
        assert_eq!(said.is_empty(), pinned.is_empty(), "{name}: {said:?}");
        for version in said {
            let locked = |name: &str| lock.contains(&format!("name = \"{name}\"\nversion = \"{version}\""));
            let is_locked = source.split([' ', '"', ',']).any(locked);
            assert!(pinned.contains(&version) || is_locked, "{name} says {version}");
        }
    }
    let folders = ["lab/go/contenders", "lab/go-before", "lab/go-verkle-2023"];
    let folders = folders.map(|folder| workspace().join(folder));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    for path in
        files.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "go"))
    {
        let source = std::fs::read_to_string(path).unwrap();
        let names = source.split("lab.Register(\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        found.extend(names.map(str::to_string));
    }
    assert_eq!(listed, found);

    let go = read("lab/go/go.mod");
    let version = |start: &str| {
        let rest = go.split(start).nth(1).unwrap_or_else(|| panic!("{start}"));
        rest.split_whitespace().next().unwrap().trim_start_matches('v').to_string()
    };
    assert!(text.contains(&format!("Go ({} or later", version("\ngo "))), "Go");
    let stated = versions(text.split("are built with gnark-crypto").nth(1).unwrap())[0];
    assert!(begins(&version("consensys/gnark-crypto "), stated), "gnark-crypto {stated}");
    let revm = text.split("* `revm` offers").nth(1).unwrap().split(" * ").next().unwrap();
    for name in ["c-kzg", "aurora-engine-modexp", "p256"] {
        let stated = versions(revm.split(&format!("{name} ")).nth(1).unwrap())[0];
        let start = format!("name = \"{name}\"\nversion = \"");
        let mut locked = lock.split(&start).skip(1);
        assert!(locked.any(|rest| begins(rest.split('"').next().unwrap(), stated)), "{name} {stated}");
    }
    assert_eq!(versions("gnark-crypto 0.22, revm-precompile 43. Then v1"), ["0.22", "43"]);
    assert!(begins("0.22.1", "0.22") && !begins("0.22.1", "0.2"));
}

/// The words in quotes of a constant in Rust.
fn strings<'a>(source: &'a str, constant: &str) -> Vec<&'a str> {
    let rest = source.split(&format!("const {constant}: ")).nth(1).unwrap_or_else(|| panic!("{constant}"));
    rest.split(';').nth(1).unwrap().split('"').skip(1).step_by(2).collect()
}

#[test]
fn the_lab_names_what_is_counted_and_modelled_for_aarch64() {
    let text = read("lab/README.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence =
        text.split("So it counts contenders without a change").nth(1).unwrap().split(". ").next().unwrap();
    let list = read("lab/src/arm64/list.rs");
    assert_eq!(set(quoted(sentence)), set(strings(&list, "CONTENDERS")));
    let sentence =
        text.split("are those of the models of ").nth(1).unwrap().split(" in LLVM").next().unwrap();
    let models = sentence.replace(" and ", ", ");
    let models = models.split(", ").map(|name| name.to_lowercase().replace(' ', "-"));
    assert_eq!(set(models), set(strings(&read("lab/src/arm64/pipeline.rs"), "PROCESSORS")));
    assert_eq!(strings("const A: [&str; 2] = [\"b\", \"c\"];\nconst D: u8 = 1;", "A"), ["b", "c"]);
}

#[test]
fn the_page_of_proofs_states_the_numbers_of_the_claims() {
    let text = read("lab/proofs/README.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let quads = read("lab/proofs/lane_quads.py");
    let after = |text: &str, start: &str| {
        let rest = text.split(start).nth(1).unwrap_or_else(|| panic!("{start}"));
        rest.trim_start_matches([' ', '=', '('])
            .split([' ', ',', ')', '\n', ';', '`'])
            .next()
            .unwrap()
            .to_string()
    };
    let largest = after(&quads, "LARGEST =");
    assert!(text.contains(&format!("takes all words below `{largest} 2^52`")));
    assert!(text.contains(&format!("panic where one exceeds {largest}")));
    let factors = quads.split("times(factor) for factor in (").nth(1).unwrap().split(')').next().unwrap();
    let stated =
        text.split("Multiples are proved for the factors ").nth(1).unwrap().split(';').next().unwrap();
    assert_eq!(stated.replace(" and ", ", "), factors);
    let runs = read("lab/proofs/lane_runs.py");
    let sizes = runs.split("WIDTH, BITS, MOST_PRODUCTS = ").nth(1).unwrap().lines().next().unwrap();
    assert_eq!(sizes, "8, 49, 7", "the sentences below have these numbers");
    assert!(
        text.contains("below `2^49 + 2^19`")
            && text.contains("Sums of seven products are proved, which is the most")
    );
    assert!(read("lab/proofs/lane_bases.py").contains("DIGITS = 2**BITS + 2**19"));
    let limit = read("crates/limbs/src/residue_ring/mod.rs");
    assert_eq!(after(&limit, "const MOST_PRODUCTS: usize"), "7");
}

/// The names in Python of the claims of kernels: keys, and formats for four and six limbs.
fn claims(source: &str) -> BTreeSet<String> {
    let lines = source.lines().map(str::trim);
    let named = lines.filter_map(|line| line.strip_prefix('"').or_else(|| line.strip_prefix("(\"")));
    let names = named.map(|rest| rest.split('"').next().unwrap());
    names.flat_map(|name| ["4", "6"].map(|limbs| name.replace("{}", limbs))).collect()
}

/// The functions for four and six limbs, public and in modules above, of the files of a folder of kernels in assembly.
fn kernels(folder: &str, start: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let path = workspace().join("crates/limbs/src/backend").join(folder);
    let files: Vec<_> = if path.is_dir() {
        std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect()
    } else {
        vec![path]
    };
    for file in files {
        let source = std::fs::read_to_string(file).unwrap();
        let names =
            source.lines().filter_map(|line| line.trim().strip_prefix(start)?.split(['(', '<']).next());
        found.extend(names.filter(|name| name.ends_with("_4") || name.ends_with("_6")).map(str::to_string));
    }
    found
}

#[test]
fn every_kernel_in_assembly_has_a_claim_that_is_proved() {
    assert!(read("lab/proofs/README.md").contains("These programs prove every assembly kernel"));
    let source = read("lab/proofs/kernels.py");
    let (shared, rest) = source.split_once("\nX86_64 = {").unwrap();
    let (x86_64, aarch64) = rest.split_once("\nAARCH64 = {").unwrap();
    let shared = claims(shared.split_once("\nSHARED = {").unwrap().1);
    let of = |own: &str| -> BTreeSet<String> { shared.union(&claims(own)).cloned().collect() };

    assert_eq!(kernels("aarch64", "pub fn "), of(aarch64.split("\n}").next().unwrap()));
    // Some kernels have no method of the token: those of additions, and of sums of unreduced products, whose names are
    // shorter. `add_spare_6` is the addition of six limbs.
    let additions: BTreeSet<String> = kernels("x86_64/additions.rs", "pub(super) fn ")
        .into_iter()
        .map(|name| name.replace("add_6", "add_spare_6"))
        .collect();
    let sums =
        ["add", "sub", "double"].map(|name| ["4", "6"].map(|limbs| format!("{name}_unreduced_{limbs}")));
    let mut found = kernels("x86_64/bmi2_adx", "pub fn ");
    found.extend(additions);
    found.extend(sums.concat());
    assert_eq!(found, of(x86_64));
    let number = found.len();
    for (page, text) in [
        ("docs/audit.md", format!("certificates of {number} kernels")),
        ("lab/coq/README.md", format!("each of the {number} assembly kernels of x86-64")),
        ("lab/proofs/README.md", format!("all {number} kernels")),
    ] {
        assert!(read(page).contains(&text), "{page}: {text}");
    }
    assert_eq!(claims("\"a_4\": product(4),\n  (\"b_{}\", sum),"), set(["a_4", "b_4", "b_6"]));
}

#[test]
fn the_lab_names_the_workloads_with_processes_of_their_own() {
    let folder = workspace().join("lab/src/workloads");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let own = files.filter(|path| std::fs::read_to_string(path).unwrap().contains(".own_process()"));
    let own: BTreeSet<String> =
        own.map(|path| path.file_stem().unwrap().to_str().unwrap().to_string()).collect();
    assert_eq!(own, set(["bls", "groth16", "kzg"]), "the sentence has these");
    let text = read("lab/README.md").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(
        "In workloads of blobs, of BLS signatures, and of the first and the largest Groth16 proof, each contender"
    ));
}

#[test]
fn the_lab_names_the_contracts_without_vectors() {
    let source = read("lab/src/evm.rs");
    let files = source.split("const FILES: ").nth(1).unwrap().split("];").next().unwrap();
    let pairs = files.lines().filter_map(|line| line.trim().strip_prefix("(\"")?.strip_suffix("\"),"));
    let measured: BTreeSet<&str> = pairs.map(|pair| pair.split("\", \"").nth(1).unwrap()).collect();
    let text = read("lab/README.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence =
        text.split("of the test data, which has none for ").nth(1).unwrap().split(':').next().unwrap();
    let unmeasured = set(quoted(sentence));
    assert!(measured.len() > 10 && measured.iter().all(|contract| !unmeasured.contains(*contract)));
    let contracts = read("crates/evm/src/precompile.rs");
    let names = contracts.split(" => \"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let names: Vec<&str> = names.collect();
    assert!(unmeasured.iter().all(|name| names.contains(&&**name)), "{unmeasured:?}");
    assert_eq!(measured.len() + unmeasured.len(), names.len());
}

/// The workloads of the picture that are not code of other libraries.
#[test]
fn the_benches_are_the_workloads_of_the_picture() {
    let results: toml::Table = read("docs/results.toml").parse().unwrap();
    let workloads = results["peers"]["workloads"].as_table().unwrap().values();
    let names = workloads.flat_map(|list| list.as_array().unwrap()).map(|name| name.as_str().unwrap());
    let names = set(names.filter(|name| !name.starts_with("arkworks.")));
    let source = read("lab/benches/benches/picture.rs");
    let timed = source.split("divan::bench(name = \"").skip(1).map(|rest| rest.split('"').next().unwrap());
    assert_eq!(set(timed), names);
}
