//! Further lists of the documents, compared with the code: folders, backends, curves, costs of square roots, packages
//! that are tested in place of others', platforms and toolchains.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use vorpal::fields::{Fe, Modulus, primes as p};

use crate::documents::{constant, manifest, quoted, read, set, table};
use crate::{CRATES, UNSAFE_FOLDERS, UNSAFE_GO, files, rust_files, workspace};

/// The letters and digits of a name, in lower case.
fn letters(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// The paths that an indented list of folders has: `a/` with `b/` two columns further is `a/b`.
fn folders_of_list(text: &str) -> BTreeSet<String> {
    let (mut found, mut above) = (BTreeSet::new(), Vec::<String>::new());
    for line in text.lines() {
        let depth = (line.len() - line.trim_start().len()) / 2;
        above.truncate(depth);
        // One folder, or several with commas between them.
        let words: Vec<&str> = line.split_whitespace().collect();
        let count = 1 + words.iter().take_while(|word| word.ends_with("/,")).count();
        let names = words.iter().take(count).filter_map(|word| word.trim_end_matches(',').strip_suffix('/'));
        let names: Vec<&str> = names.collect();
        for name in &names {
            found.insert(above.iter().map(String::as_str).chain([*name]).collect::<Vec<_>>().join("/"));
        }
        above.extend(names.first().map(|name| (*name).to_string()));
    }
    found
}

#[test]
fn the_architecture_lists_every_folder() {
    let page = read("ARCHITECTURE.md");
    let listed = folders_of_list(page.split("```text\n").nth(1).unwrap().split("```").next().unwrap());
    let ignored = read(".gitignore");
    let ignored: BTreeSet<&str> = ignored.lines().map(|line| line.trim_matches('/')).collect();
    let mut found = BTreeSet::new();
    for (parent, are_all_listed) in [("", true), ("crates", true), ("bindings", true), ("interop", false)] {
        for entry in std::fs::read_dir(workspace().join(parent)).unwrap() {
            let (path, name) = (entry.as_ref().unwrap().path(), entry.unwrap().file_name());
            let name = name.into_string().unwrap();
            // `interop` is a package too, with sources of its own.
            let is_package = are_all_listed && !ignored.contains(&*name) || path.join("Cargo.toml").exists();
            if path.is_dir() && is_package && !name.starts_with('.') {
                found.insert(Path::new(parent).join(name).to_str().unwrap().to_string());
            }
        }
    }
    assert_eq!(listed, found);
    let list = "a/\n  b/  text\n  c/, d/  text/ of\ne/  text\n";
    assert_eq!(folders_of_list(list), set(["a", "a/b", "a/c", "a/d", "e"]));
}

/// Whether code makes or opens files to write. Tests of a module come last.
fn writes_files(source: &str) -> bool {
    let code = source.split("#[cfg(test)]").next().unwrap();
    ["fs::write(", "File::create", "OpenOptions", "NamedTempFile", "fs::rename("]
        .iter()
        .any(|name| code.contains(name))
}

#[test]
fn one_folder_of_the_command_writes_files() {
    assert!(read("ARCHITECTURE.md").contains("`cli/src/output` alone writes files"));
    let sources = workspace().join("crates/cli/src");
    let writers = rust_files(&sources).into_iter();
    let writers = writers.filter(|path| writes_files(&std::fs::read_to_string(path).unwrap()));
    let writers = set(writers.map(|path| path.strip_prefix(&sources).unwrap().display().to_string()));
    assert_eq!(writers, set(["output/files.rs"]));
    assert!(!writes_files("fn f() {}\n#[cfg(test)]\nmod tests { fs::write(x, y); }"));
}

#[test]
fn the_architecture_lists_the_permitted_dependencies() {
    let page = read("ARCHITECTURE.md");
    let list = page.split("```text\n").find(|block| block.starts_with("fields: limbs, threads\n")).unwrap();
    let mut direct = BTreeMap::<&str, Vec<&str>>::new();
    for line in list.split("```").next().unwrap().lines() {
        let (names, used) = line.split_once(": ").unwrap();
        for name in names.split(", ") {
            assert!(direct.insert(name, used.split(", ").collect()).is_none(), "{name} is in two lines");
        }
    }
    // What a crate may use: the crates after its name, and what these may use.
    let closure = |krate: &str| -> BTreeSet<String> {
        let (mut found, mut pending) = (BTreeSet::new(), vec![krate.to_string()]);
        while let Some(next) = pending.pop() {
            let used = direct.get(&*next).into_iter().flatten().copied().map(str::to_string);
            pending.extend(used.filter(|name| found.insert(name.clone())));
        }
        found
    };
    for name in libraries().iter().map(String::as_str).chain(["vorpal"]) {
        let (_, allowed) = CRATES.iter().find(|(krate, _)| *krate == name).unwrap();
        assert_eq!(closure(name), set(allowed.iter().copied()), "{name}");
    }
    // All but `limbs` and `threads`, which use nothing, and the command.
    assert_eq!((direct["cli"].as_slice(), direct.len()), (&["vorpal"][..], libraries().len()));
}

#[test]
fn facts_about_secrets_are_public_where_the_chapter_says() {
    let mut files = rust_files(&workspace().join("crates"));
    files.extend(["bindings", "interop"].iter().flat_map(|folder| rust_files(&workspace().join(folder))));
    let is_use = |path: &Path| std::fs::read_to_string(path).unwrap().contains("declassify(");
    let found = files.iter().map(|path| path.strip_prefix(workspace().join("crates")).unwrap_or(path));
    let found = found.filter(|path| !path.starts_with("limbs") && !path.starts_with("vorpal/tests"));
    let found = found.filter(|path| is_use(&workspace().join("crates").join(path)));
    // Bytes that are a key or a tweak, a valid nonce, a signature without a zero, a derived key or a sum that is zero,
    // digits of a text.
    let listed = [
        "bls/src/key_gen.rs",
        "bls/src/secret_key.rs",
        "fields/src/text.rs",
        "secp256k1/src/ecdsa/nonce.rs",
        "secp256k1/src/ecdsa/sign.rs",
        "secp256k1/src/secret_key.rs",
        "secp256k1/src/tweak.rs",
    ];
    assert_eq!(set(found.map(|path| path.display().to_string())), set(listed));
    assert!(
        read("docs/constant-time.md").contains("whether a nonce is valid, whether a signature has a zero")
    );
}

#[test]
fn reviewers_find_every_folder_with_unsafe_code() {
    let page = read("docs/audit.md");
    let rows = table(&page, &["Files", "What", "Check"]);
    let named = set(rows.iter().flat_map(|row| quoted(row[0])));
    let product = UNSAFE_FOLDERS.iter().chain(&UNSAFE_GO);
    let product = product.filter(|path| !path.starts_with("lab/") && !path.contains("/tests/"));
    let missing: Vec<_> =
        product.filter(|path| !named.iter().any(|name| Path::new(path).starts_with(name))).collect();
    assert!(missing.is_empty(), "docs/audit.md does not name {missing:?}");
    // The names after the first one of a row are paths, or stand beside the first one.
    for row in &rows {
        let names = quoted(row[0]);
        let folder = Path::new(names[0]).parent().unwrap();
        for name in names {
            let paths = [workspace().join(name), workspace().join(folder).join(name)];
            assert!(paths.iter().any(|path| path.exists()), "docs/audit.md: there is no {name}");
        }
    }
}

#[test]
fn documents_name_the_packages_for_go_that_require_cgo() {
    let root = workspace().join("bindings/go");
    let mut sources = BTreeMap::<String, bool>::new();
    for path in files(&root, &|name| name.ends_with(".go") && !name.ends_with("_test.go")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let inner = path.strip_prefix(&root).unwrap();
        let package = inner.iter().next().unwrap().to_str().unwrap().to_string();
        if inner.iter().count() > 1 && !["internal", "peers"].contains(&&*package) {
            // A package that is there without cgo has functions.
            let is_there = !text.starts_with("//go:build cgo") && text.contains("\nfunc ");
            *sources.entry(package).or_default() |= is_there;
        }
    }
    let empty = set(sources.into_iter().filter(|(_, is_there)| !is_there).map(|(package, _)| package));
    assert!(empty.len() >= 8, "{empty:?}");
    let list = |file: &str, start: &str, end: &str| {
        let text = read(file).split_whitespace().collect::<Vec<_>>().join(" ");
        let (list, _) = text.split_once(end).unwrap_or_else(|| panic!("{file}: {end}"));
        set(quoted(list.rsplit(start).next().unwrap()))
    };
    assert_eq!(list("docs/limits.md", "The Go packages", "require cgo."), empty);
    assert_eq!(list("bindings/go/README.md", "returns `dcrd`.", "are empty."), empty);
}

#[test]
fn the_modules_of_the_readme_are_default_features() {
    let readme = read("README.md");
    let rows = table(&readme, &["Module", "Contents"]);
    let modules = rows.iter().map(|row| row[0].trim_matches('`').trim_start_matches("vorpal::"));
    let modules = set(modules.filter(|name| !["limbs", "fields", "curves"].contains(name)));
    let manifest = manifest("crates/vorpal");
    let defaults = manifest["features"]["default"].as_array().unwrap();
    assert_eq!(modules, set(defaults.iter().map(|name| name.as_str().unwrap())));
}

#[test]
fn releases_set_every_version_and_list_every_artefact() {
    let page = read("docs/releases.md");
    assert!(page.contains("bindings/java/{.,*}/pom.xml"));
    let java = workspace().join("bindings/java");
    let poms = files(&java, &|name| name == "pom.xml");
    let depths = poms.iter().map(|path| path.strip_prefix(&java).unwrap().iter().count());
    assert!(depths.clone().all(|depth| depth <= 2) && depths.count() > 5);
    let source = read("xtask/src/dist/mod.rs");
    let steps = source.split("name: \"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let steps = set(steps.filter(|name| *name != "empty"));
    let rows = table(&page, &["Step", "Artefact"]);
    assert_eq!(set(rows.iter().flat_map(|row| quoted(row[0]))), steps);
}

#[test]
fn security_names_every_backend() {
    let source = read("crates/limbs/src/backend/mod.rs");
    let names = source.split("pub const fn name(").nth(1).unwrap().split("=> \"").skip(1);
    let mut names = set(names.map(|rest| rest.split('"').next().unwrap()));
    assert!(names.len() >= 10, "{names:?}");
    // The package for JavaScript promises no constant time.
    assert!(["wasm32", "simd128", "relaxed-simd"].iter().all(|name| names.remove(*name)));
    let page = read("SECURITY.md");
    let rows = table(&page, &["Backend", "under valgrind"]);
    let cells = rows.iter().flat_map(|row| row[0].split(','));
    let listed = set(cells.map(|name| name.trim().trim_end_matches(" on AArch64")));
    assert_eq!(listed, names);
}

#[test]
fn security_names_the_folders_with_unsafe_code() {
    let page = read("SECURITY.md");
    let start = page.find("**`unsafe`** occurs").unwrap();
    let paragraph = page[start..].split("\n\n").next().unwrap().replace('\n', " ");
    let product = UNSAFE_FOLDERS.iter().chain(&UNSAFE_GO).filter(|path| path.starts_with("bindings/"));
    let mut places = set(["limbs", "msm"]);
    for path in product {
        // The folder of sources, or the package of a file of Go.
        let path = path.trim_end_matches("/src").trim_end_matches("/library.go");
        places.insert(path.strip_prefix("bindings/go/").unwrap_or(path).to_string());
    }
    let named = set(quoted(&paragraph));
    let missing: Vec<_> = places.difference(&named).collect();
    assert!(missing.is_empty(), "SECURITY.md does not name {missing:?}");
}

#[test]
fn the_readme_names_every_curve() {
    let source = read("crates/curves/src/lib.rs");
    let modules = source.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    // A curve has parameters; the group on Bandersnatch is Banderwagon.
    let is_curve =
        |name: &&str| workspace().join("crates/curves/src").join(name).join("parameters.rs").exists();
    let curves: Vec<&str> = modules.filter(is_curve).filter(|name| *name != "bandersnatch").collect();
    assert!(curves.len() >= 8, "{curves:?}");
    let readme = read("README.md");
    let rows = table(&readme, &["Module", "Contents"]);
    let row = rows.iter().find(|row| row[0] == "`vorpal::curves`").unwrap();
    let named: BTreeSet<String> = row[1].split([',', '(', ')']).map(letters).collect();
    for curve in curves.into_iter().chain(["banderwagon"]) {
        assert!(named.contains(&letters(curve)), "README.md does not name {curve}");
    }
}

#[test]
fn constant_time_is_checked_for_the_crates_that_documents_name() {
    let folder = workspace().join("crates/vorpal/tests/constant_time");
    let files =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names = files.map(|name| name.trim_end_matches(".rs").to_string());
    let checked = set(names.filter(|name| workspace().join("crates").join(name).exists()));
    let page = read("SECURITY.md").replace('\n', " ");
    let sentence = page.split("runs the compiled operations that it lists, of ").nth(1).unwrap();
    assert_eq!(set(quoted(sentence.split(". ").next().unwrap())), checked);
    assert_eq!(checked.len(), 7, "docs/constant-time.md says the number");
    assert!(read("docs/constant-time.md").contains("of seven crates"));
}

/// The primes of the chapter on roots: their names, their 2-adicity, and the size of their tables.
fn primes_with_roots() -> Vec<(&'static str, u32, usize)> {
    fn of<M: Modulus<N>, const N: usize>() -> (&'static str, u32, usize) {
        let _ = Fe::<M, N>::ONE.sqrt_vartime();
        (M::NAME, Fe::<M, N>::TWO_ADICITY, Fe::<M, N>::root_table_bytes())
    }
    vec![
        of::<p::Bls12_381ScalarModulus, 4>(),
        of::<p::PallasBaseModulus, 4>(),
        of::<p::VestaBaseModulus, 4>(),
        of::<p::Bn254ScalarModulus, 4>(),
        of::<p::Bls12_377ScalarModulus, 4>(),
        of::<p::Bls12_377BaseModulus, 6>(),
        of::<p::Secp256k1ScalarModulus, 4>(),
        of::<p::BandersnatchScalarModulus, 4>(),
        of::<p::Secp256k1BaseModulus, 4>(),
        of::<p::Bn254BaseModulus, 4>(),
        of::<p::P256BaseModulus, 4>(),
        of::<p::Bls12_381BaseModulus, 6>(),
    ]
}

#[test]
fn the_chapter_on_roots_has_the_counts_of_the_tests() {
    let source = read("crates/fields/tests/arithmetic/suite/counts.rs");
    let sum = |text: &str| text.split('+').map(|part| part.trim().parse::<u64>().unwrap()).sum::<u64>();
    let mut counted = BTreeSet::new();
    for line in source.lines().filter_map(|line| line.trim().strip_prefix("roots::<p::")) {
        let (name, rest) = line.split_once("Modulus, ").unwrap();
        let (squarings, products) = rest.split_once("((").unwrap().1.split_once(", ").unwrap();
        let root = format!("{} S + {} M", sum(squarings), sum(products.trim_end_matches("));")));
        counted.insert((letters(name), root));
    }
    let page = read("docs/roots.md");
    let rows = table(&page, &["Prime", "s", "Power", "Root"]);
    let stated = rows.iter().map(|row| (letters(row[0]), row[3].to_string())).collect();
    assert_eq!(counted, stated);
    let primes = primes_with_roots();
    assert_eq!(rows.len(), primes.len());
    for row in &rows {
        let [name, s, power, root, windows, tables] = **row else { panic!("{row:?}") };
        let known = primes.iter().find(|(prime, ..)| letters(prime) == letters(name));
        let (_, bits, bytes) = known.unwrap_or_else(|| panic!("{name}"));
        assert_eq!(s, bits.to_string(), "{name}");
        let kib = *bytes as f64 / 1024.0;
        let size = if kib < 100.0 { format!("{kib:.1} KiB") } else { format!("{kib:.0} KiB") };
        assert_eq!(tables, if *bytes == 0 { "" } else { size.as_str() }, "{name}");
        let counts = |text: &str| -> Vec<u32> {
            text.split(" + ").map(|part| part.split(' ').next().unwrap().parse().unwrap()).collect()
        };
        let (power, root) = (counts(power), counts(root));
        let windows: Vec<u32> = windows
            .split(", ")
            .filter(|width| !width.is_empty())
            .map(|width| width.parse().unwrap())
            .collect();
        // `Fe::sqrt_vartime` has these costs of the logarithm.
        let (number, first) =
            (u32::try_from(windows.len()).unwrap(), windows.first().map_or(*bits, |width| *width));
        assert_eq!(windows.iter().sum::<u32>(), if *bytes == 0 { 0 } else { *bits }, "{name}");
        assert_eq!(root[0] - power[0], bits - first, "{name}");
        assert_eq!(root[1] - power[1], number * (number + 1) / 2 + 2, "{name}");
    }
    // Of the other prime the chapter has a sentence.
    let primes = read("crates/fields/src/primes/mod.rs");
    let primes = primes.lines().filter_map(|line| Some(letters(line.strip_prefix("mod ")?)));
    let listed: BTreeSet<String> = counted.into_iter().map(|(name, _)| name).collect();
    assert_eq!(primes.filter(|prime| !listed.contains(prime)).collect::<Vec<_>>(), ["p256scalar"]);
    assert!(page.contains("The scalars of P-256"));
}

#[test]
fn the_page_of_interop_names_the_crates_whose_tests_run() {
    let script = read(".ci/rust-verkle");
    let crates = script.lines().find_map(|line| line.strip_prefix("crates=(")?.strip_suffix(')')).unwrap();
    let page = read("interop/README.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = page.split("runs the tests of rust-verkle's crates ").nth(1).unwrap();
    assert_eq!(set(quoted(sentence.split(". ").next().unwrap())), set(crates.split(' ')));
}

#[test]
fn the_page_of_jolt_names_the_crates_whose_tests_run() {
    let script = read(".ci/jolt");
    let crates = script.lines().find_map(|line| line.strip_prefix("crates=(")?.strip_suffix(')')).unwrap();
    let crates = set(crates.split(' ').map(|name| format!("jolt-{name}")));
    let page = read("docs/jolt.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = page.split("and runs the tests of ").nth(1).unwrap().split(". ").next().unwrap();
    assert_eq!(set(quoted(sentence)), crates);
}

#[test]
fn the_tables_of_platforms_have_commands() {
    let page = read("docs/releases.md");
    let rows = table(&page, &["Platform", "What ran", "Command"]).into_iter();
    let rows: Vec<_> = rows.chain(table(&page, &["Toolchain", "What ran", "Command"])).collect();
    assert!(rows.len() > 15, "{}", rows.len());
    for row in &rows {
        let [name, what, command] = **row else { panic!("{row:?}") };
        assert!(what.contains("never tried") || !quoted(command).is_empty(), "{name}: no command");
    }
    let has = |name: &str| rows.iter().any(|row| row[0] == name);
    let version = |text: &str, start: &str| {
        let rest = text.split(start).nth(1).unwrap_or_else(|| panic!("{start}"));
        rest.trim_start_matches(['"', ' ', '=', '>']).split(['"', '\n', ' ']).next().unwrap().to_string()
    };
    let workspace_manifest = manifest(".");
    let rust = workspace_manifest["workspace"]["package"]["rust-version"].as_str().unwrap();
    assert!(has(&format!("Rust {rust}")));
    let go = version(&read("bindings/go/go.mod"), "\ngo ");
    assert!(has(&format!("Go {go}")), "Go {go}");
    let python = version(&read("bindings/python/pyproject.toml"), "requires-python = ");
    assert!(page.contains(&format!("`requires-python` is {python}")), "{python}");
    let java = version(&read("bindings/java/pom.xml"), "<maven.compiler.release>");
    let java = java.split('<').next().unwrap();
    assert!(has(&format!("OpenJDK {java}")), "OpenJDK {java}");
    let node = version(&read("bindings/wasm/package.json"), "\"node\": ");
    assert!(page.contains(&format!("`engines` is {node}")), "{node}");
}

#[test]
fn adaptors_say_which_crates_were_built_without_std() {
    let file = "xtask/src/more/others.rs";
    let mut commands = constant(file, "INTEROP");
    commands.retain(|line| line.contains("--no-default-features"));
    let names = commands.iter().flat_map(|line| line.split(" -p ").skip(1));
    let mut built = set(names.map(|rest| rest.split(' ').next().unwrap()));
    // The command in its folder.
    assert!(read(file).contains("context.command(C_KZG).folder(\"interop/c-kzg\")"));
    built.insert("c-kzg".into());
    let page = read("interop/README.md").replace('\n', " ");
    let sentence = page.split("`.ci/more` runs clippy on ").nth(1).unwrap().split(" without").next().unwrap();
    assert_eq!(set(quoted(sentence)), built);

    // With all features that do not require it.
    let script = commands.iter().map(|line| line.replace('\\', " ")).collect::<Vec<_>>().join("\n");
    for (package, folder) in [("vorpal-interop", "interop"), ("vorpal-zkcrypto", "interop/zkcrypto")] {
        let command = format!("-p {package} --no-default-features");
        let options = script.split(&command).nth(1).unwrap().split("--features").nth(1).unwrap();
        let manifest = manifest(folder);
        let features = manifest["features"].as_table().unwrap().iter().filter(|(name, requires)| {
            let requires_std = requires.as_array().unwrap().iter().any(|other| other.as_str() == Some("std"));
            !requires_std && !["default", "std"].contains(&name.as_str())
        });
        let built = options.split_whitespace().next().unwrap().split(',');
        assert_eq!(set(features.map(|(name, _)| name.as_str())), set(built), "{package}");
    }
}

#[test]
fn the_sizes_of_tables_follow_from_their_windows() {
    const BITS: u64 = 253;
    let source = read("crates/ipa/src/profile.rs").replace("/// ", "");
    let page = read("docs/tree.md");
    let stated = table(&page, &["Profile", "Tables"]);
    let rows = table(&source, &["Profile", "Budget", "Tables"]);
    assert_eq!((rows.len(), stated.len()), (3, 3));
    // The number before a word.
    let number = |text: &str, word: &str| -> u64 {
        let words: Vec<&str> = text.split_whitespace().collect();
        let at = words.iter().position(|found| found.trim_end_matches(',') == word).unwrap();
        words[at - 1].parse().unwrap()
    };
    for (row, stated) in rows.iter().zip(&stated) {
        let [first, others] = [row[3], row[4]].map(|cell| (number(cell, "bits"), number(cell, "additions")));
        assert!([first, others].iter().all(|(width, additions)| BITS.div_ceil(*width) == *additions));
        // The last 23 bases of one profile have narrower windows, which both texts name.
        let narrow = if stated[3].contains("the last 23 bases: 37") { 23 } else { 0 };
        let entries = |bases: u64, width: u64| (bases * BITS.div_ceil(width)) << (width - 1);
        let total = entries(5, first.0) + entries(251 - narrow, others.0) + entries(narrow, 7);
        let size = format!("{:.1} MiB", (total * 96) as f64 / f64::from(1 << 20));
        assert_eq!((row[2], stated[1]), (&*size, &*size), "{}", row[0]);
        assert_eq!(
            (stated[2], number(&format!("{} x", stated[3].split(' ').next().unwrap()), "x")),
            (&*first.1.to_string(), others.1)
        );
    }
    let sentence = "the last 23 bases have windows of 7 bits and take 37 additions";
    assert!(source.replace('\n', " ").contains(sentence) && BITS.div_ceil(7) == 37);
}

#[test]
fn the_readme_lists_every_command() {
    let source = read("crates/cli/src/main.rs");
    let variants = source.split("enum Command {\n").nth(1).unwrap().split("\n}").next().unwrap();
    // A variant is indented once.
    let names = variants.lines().filter_map(|line| line.strip_prefix("    ")?.split(['(', ' ']).next());
    let names = set(names.filter(|name| name.starts_with(char::is_uppercase)).map(str::to_lowercase));
    assert!(names.len() >= 10, "{names:?}");
    let readme = read("README.md").replace("\\|", "/");
    let rows = table(&readme, &["Command", "Result"]);
    let listed = rows.iter().filter_map(|row| quoted(row[0])[0].strip_prefix("vorpal ")?.split(' ').next());
    assert_eq!(set(listed), names, "README.md");
    let page = read("docs/command.md");
    let headings = page.lines().filter(|line| line.starts_with("## "));
    let headings = set(headings.flat_map(quoted).filter_map(|code| code.strip_prefix("vorpal ")));
    assert_eq!(headings, names, "docs/command.md");
}

/// The crates of the table that are libraries with code of their own.
fn libraries() -> BTreeSet<String> {
    let others = ["vorpal", "cli", "oracle", "tests", "trace"];
    set(CRATES.iter().map(|(name, _)| *name).filter(|name| !others.contains(name)))
}

#[test]
fn profiles_are_those_that_the_page_of_decisions_states() {
    let manifest = manifest(".");
    let profile = |name: &str, key: &str| {
        let packages = manifest["profile"][name]["package"].as_table().unwrap().iter();
        let values = packages.filter_map(|(package, settings)| {
            let package = package.strip_prefix("vorpal-")?;
            Some((package.to_string(), settings.get(key)?.as_integer()?))
        });
        values.collect::<BTreeSet<_>>()
    };
    let alone = libraries().into_iter().map(|name| (name, 1));
    assert_eq!(profile("release", "codegen-units"), alone.collect());
    assert_eq!(manifest["profile"]["release"]["codegen-units"].as_integer(), Some(16));
    assert_eq!(manifest["profile"]["dev"]["opt-level"].as_integer(), Some(1));
    assert_eq!(profile("dev", "opt-level"), [("limbs".into(), 3), ("tests".into(), 0)].into());
    let page = read("docs/decisions.md").replace("\n  ", " ");
    for sentence in [
        "the libraries have the optimisation level 1, `limbs` has 3, and the programs of `vorpal-tests` have 0",
        "each crate of arithmetic is one compilation unit",
    ] {
        assert!(page.contains(sentence), "docs/decisions.md: {sentence}");
    }
}

#[test]
fn the_tests_on_aarch64_are_those_of_every_library() {
    let script = read("xtask/src/arm64/mod.rs");
    let step = script.split("fn crates(").nth(1).unwrap().split("\n}\n").next().unwrap();
    let mut named =
        set(step.split(" -p vorpal-").skip(1).map(|rest| rest.split_whitespace().next().unwrap()));
    assert!(named.remove("tests"), "{step}");
    // The step before tests the other one.
    named.insert("limbs".into());
    assert_eq!(named, libraries());
}

#[test]
fn the_page_of_releases_counts_what_runs_elsewhere() {
    let page = read("docs/releases.md");
    let makefile = read("bindings/c/Makefile");
    let makefile = makefile.replace("\\\n", "");
    let tests = makefile.lines().find_map(|line| line.strip_prefix("TESTS = ")).unwrap();
    assert_eq!(tests.split_whitespace().count(), 18, "the table says the number");
    // Those of BLS, contracts, P-256, pairings, fields, Groth16, Banderwagon and pools of senders have not run
    // there.
    assert!(page.contains("9 of 18 of C, in QEMU"));
    let script = read("xtask/src/arm64/mod.rs");
    let check = script.split("fn systems(").nth(1).unwrap().split("\n}\n").next().unwrap();
    let check = check.replace('"', " ");
    let checked = set(check.split(" -p vorpal-").skip(1).map(|rest| rest.split_whitespace().next().unwrap()));
    let sentence = page.split("The five crates are ").nth(1).unwrap().split(". ").next().unwrap();
    assert_eq!(set(quoted(sentence)), checked);
    assert_eq!(checked.len(), 5);
}
