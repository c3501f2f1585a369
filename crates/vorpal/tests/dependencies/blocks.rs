//! The code blocks and the command lines of the documents: each block has a language that a test compiles or reads, and
//! each command names programs, files, packages, targets and options that exist.
//!
//! `vorpal` and `lab` parse the arguments that documents give them in their own tests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use toml::{Table, Value};
use vorpal_oracle::documents::{self, Block};

use crate::documents::{packages, read};
use crate::{rust_files, targets, workspace};

/// The tests that run the blocks of a language in all documents. Rust's are documentation tests; this file has the
/// tests of `sh` and `toml`.
const TESTS: [(&str, &str); 6] = [
    ("c", "bindings/c/tests/documents.sh"),
    ("go", "bindings/go/geth/documents_test.go"),
    ("java", "bindings/java/vorpal/src/test/java/io/vorpal/DocumentsTest.java"),
    ("js", "bindings/wasm/tests/documents.test.js"),
    ("json", "crates/cli/src/documents_tests.rs"),
    ("python", "bindings/python/tests/test_documents.py"),
];

/// The most blocks that no test reads (`text`): figures, and parts of other programs.
const TEXTS: usize = 8;

/// Programs of others. Their arguments are not checked, but the syntax of their lines is.
const FOREIGN: [&str; 10] = ["adb", "cc", "echo", "git", "go", "npm", "rustup", "sed", "tar", "./client"];

/// The pages whose blocks are documentation tests.
fn pages_of_rustdoc() -> BTreeSet<PathBuf> {
    let attribute = "#[doc = include_str!(\"";
    let mut pages = BTreeSet::new();
    for file in rust_files(&workspace()) {
        let source = std::fs::read_to_string(&file).unwrap();
        for line in source.lines().filter_map(|line| line.strip_prefix(attribute)) {
            let page = file.parent().unwrap().join(line.split('"').next().unwrap());
            pages.insert(page.canonicalize().unwrap());
        }
    }
    pages
}

/// Why no test reads a block.
fn unread(block: &Block, of_rustdoc: &BTreeSet<PathBuf>) -> Option<String> {
    let Block { file, line, language, .. } = block;
    let path = documents::root().join(file);
    match &**language {
        "sh" | "toml" | "text" => None,
        // The language of a block without one is Rust, for rustdoc.
        "rust" | "" if of_rustdoc.contains(&path) => None,
        "rust" | "" => {
            Some(format!("{file}:{line}: no crate includes this page for its documentation tests"))
        }
        other if TESTS.iter().any(|(name, _)| name == &other) => None,
        other => Some(format!("{file}:{line}: no test reads blocks of the language `{other}`")),
    }
}

#[test]
fn every_block_is_read_by_a_test() {
    let of_rustdoc = pages_of_rustdoc();
    let blocks = documents::blocks();
    assert!(blocks.len() > 60, "{}", blocks.len());
    let faults: Vec<_> = blocks.iter().filter_map(|block| unread(block, &of_rustdoc)).collect();
    assert_eq!(faults, [""; 0]);
    let texts = blocks.iter().filter(|block| block.language == "text").count();
    assert!(texts <= TEXTS, "{texts} blocks that no test reads");
    for (language, test) in TESTS {
        let source = read(test);
        assert!(source.contains("```") || source.contains("documents::blocks"), "{test}");
        assert!(blocks.iter().any(|block| block.language == language), "{test} has no block to read");
    }
}

#[test]
fn shells_parse_every_script() {
    for block in documents::blocks().iter().filter(|block| block.language == "sh") {
        let output = Command::new("bash").args(["-n", "-c", &block.text]).output().unwrap();
        let place = format!("{}:{}", block.file, block.line);
        assert!(output.status.success(), "{place}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// The features of packages of this repository that blocks of a manifest name, and the tables of the manifest.
#[test]
fn manifests_in_documents_name_packages_and_features() {
    let packages = packages();
    let find = |name: &str| {
        let is_named = |manifest: &&Table| {
            manifest.get("package").is_some_and(|package| package["name"].as_str() == Some(name))
        };
        packages.iter().map(|(_, manifest)| manifest).find(is_named)
    };
    let mut found = 0;
    for block in documents::blocks().iter().filter(|block| block.language == "toml") {
        let place = format!("{}:{}", block.file, block.line);
        let table: Table = block.text.parse().unwrap_or_else(|error| panic!("{place}: {error}"));
        let dependencies = table.get("dependencies").and_then(|value| value.as_table()).unwrap_or(&table);
        for (key, value) in dependencies {
            let name = value.get("package").and_then(|name| name.as_str()).unwrap_or(key);
            let is_own = name.starts_with("vorpal") || value.get("path").is_some();
            if !is_own {
                continue;
            }
            found += 1;
            let manifest = find(name).unwrap_or_else(|| panic!("{place}: there is no package {name}"));
            let named = value.get("features").and_then(|features| features.as_array()).into_iter().flatten();
            for feature in named.map(|feature| feature.as_str().unwrap()) {
                let has = manifest.get("features").is_some_and(|features| features.get(feature).is_some());
                assert!(has, "{place}: {name} has no feature {feature}");
            }
        }
    }
    assert!(found >= 5, "{found}");
}

/// The argument that follows an option, for every occurrence.
fn values<'a>(words: &'a [String], options: &'a [&str]) -> impl Iterator<Item = &'a str> {
    words.windows(2).filter(|pair| options.contains(&&*pair[0])).map(|pair| &*pair[1])
}

/// What is wrong with the arguments of Cargo. `folder` is where it runs.
fn fault_of_cargo(words: &[String], folder: &Path) -> Option<String> {
    // A toolchain, and variables of the shell.
    let is_other = |word: &&String| word.starts_with(['+', '$']);
    let arguments = words[1..].iter().take_while(|word| *word != "--").filter(|word| !is_other(word));
    let arguments: Vec<String> = arguments.cloned().collect();
    let subcommand = arguments.first()?;
    for path in values(&arguments, &["--manifest-path", "--path"]) {
        if !folder.join(path).exists() {
            return Some(format!("there is no {path}"));
        }
    }
    static PACKAGES: LazyLock<Vec<(String, Table)>> = LazyLock::new(packages);
    let packages = &*PACKAGES;
    let name = |manifest: &Table| Some(manifest.get("package")?["name"].as_str()?.to_string());
    for package in values(&arguments, &["-p", "--package", "--exclude"]) {
        if package != "NAME"
            && !packages.iter().any(|(_, manifest)| name(manifest).as_deref() == Some(package))
        {
            return Some(format!("there is no package {package}"));
        }
    }
    for (option, kind) in [("--test", "tests"), ("--example", "examples")] {
        for target in values(&arguments, &[option]) {
            let is_there = |(package, manifest): &(String, Table)| {
                let folder = workspace().join(package).join(kind);
                let named = manifest.get(&kind[..kind.len() - 1]).and_then(Value::as_array);
                let is_named = |entry: &Value| entry.get("name").and_then(Value::as_str) == Some(target);
                named.is_some_and(|entries| entries.iter().any(is_named))
                    || folder.join(target).join("main.rs").exists()
                    || folder.join(format!("{target}.rs")).exists()
            };
            if !packages.iter().any(is_there) {
                return Some(format!("there is no target {target} in {kind}"));
            }
        }
    }
    if let Some(fault) = targets::fault(&arguments[1..]).filter(|_| subcommand == "test") {
        return Some(fault);
    }
    // Subcommands that are programs of their own may be missing here.
    if ["semver-checks", "cinstall", "deny", "vet"].contains(&&**subcommand) {
        return None;
    }
    // An alias, whose program would be built first: its source has the names of its subcommands.
    if subcommand == "xtask" {
        let name = arguments.get(1).map(String::as_str).unwrap_or_default();
        let is_there =
            !name.is_empty() && read("xtask/src/main.rs").contains(&format!("    {}(", variant(name)));
        return (!is_there).then(|| format!("cargo xtask has no subcommand {name:?}"));
    }
    // Cargo reads all options before it prints the help.
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(program).args(&arguments).arg("-h").output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    (!output.status.success()).then_some(message)
}

/// The variant that clap reads from the name of a subcommand.
fn variant(name: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('-').filter(|part| !part.is_empty()).map(word).collect()
}

/// What is wrong with the arguments of `make`.
fn fault_of_make(words: &[String], folder: &Path) -> Option<String> {
    let given = values(words, &["-C"]).next().unwrap_or(".");
    // The folder of a checkout.
    let inner = given.trim_start_matches("PATH/");
    let Ok(makefile) = std::fs::read_to_string(folder.join(inner).join("Makefile")) else {
        return Some(format!("there is no {inner}/Makefile"));
    };
    let mut targets =
        words[1..].iter().filter(|word| !word.starts_with('-') && !word.contains('=') && **word != given);
    let has = |target: &String| {
        makefile.lines().any(|line| {
            let heads = line.split_once(':').filter(|(_, rest)| !rest.starts_with('='));
            heads.is_some_and(|(heads, _)| heads.split_whitespace().any(|head| head == target))
        })
    };
    targets.find(|target| !has(target)).map(|target| format!("{inner}/Makefile has no target {target}"))
}

/// What is wrong with a script of the repository and its options.
fn fault_of_script(words: &[String], folder: &Path) -> Option<String> {
    let Ok(text) = std::fs::read_to_string(folder.join(&words[0])) else {
        return Some(format!("there is no {}", words[0]));
    };
    // The script of the proofs passes its arguments on.
    let text = if words[0] == "lab/proofs/check" { text + &read("lab/proofs/check.py") } else { text };
    let unknown = words.iter().find(|word| word.starts_with("--") && !text.contains(&**word))?;
    Some(format!("{} has no option {unknown}", words[0]))
}

/// What is wrong with a command of a document. A sentence may mean the folder of its document.
pub(crate) fn fault(command: &documents::Command) -> Option<String> {
    let fault = fault_in(command, &workspace().join(&command.folder))?;
    let page = Path::new(command.place.split(':').next().unwrap());
    let of_page = workspace().join(page.parent().unwrap());
    (!command.is_in_sentence || fault_in(command, &of_page).is_some()).then_some(fault)
}

fn fault_in(command: &documents::Command, folder: &Path) -> Option<String> {
    let words = &command.words;
    // A loop's folder is a variable of the shell.
    if !folder.to_str().unwrap().contains('$') && !folder.is_dir() {
        return Some(format!("there is no folder {}", folder.display()));
    }
    match &*words[0] {
        // Their tests parse these.
        "vorpal" | "lab" => None,
        "cargo" => fault_of_cargo(words, folder),
        "make" => fault_of_make(words, folder),
        "bash" => fault_of_script(&words[1..], folder),
        "pip" => {
            let path = words.iter().find(|word| word.starts_with('.'))?.split('[').next().unwrap();
            (!folder.join(path).exists()).then(|| format!("there is no {path}"))
        }
        "python" => {
            let module = values(words, &["-m"]).next()?.replace('.', "/");
            let module = workspace().join("bindings/python/python").join(module);
            (!module.exists()).then(|| format!("there is no {}", module.display()))
        }
        name if FOREIGN.contains(&name) => None,
        name if name.contains('/') => fault_of_script(words, folder),
        name => Some(format!("no test knows the program {name}")),
    }
}

#[test]
fn commands_name_what_exists() {
    let commands = documents::commands();
    assert!(commands.len() > 150, "{}", commands.len());
    let mut faults = Vec::new();
    for command in &commands {
        faults.extend(fault(command).map(|fault| format!("{}: {:?}: {fault}", command.place, command.words)));
    }
    assert_eq!(faults, [""; 0]);
}

/// Whether code of a sentence names a file of sources or a folder of the repository.
fn is_path(code: &str) -> bool {
    const ENDS: [&str; 11] = [".rs", ".py", ".go", ".c", ".h", ".js", ".ts", ".sh", ".toml", ".md", ".svg"];
    const FOLDERS: [&str; 8] =
        ["crates/", "docs/", "lab/", "bindings/", "interop/", "fuzz/", "examples/", ".ci/"];
    let is_word = code.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
    let has_name = !ENDS.contains(&code);
    is_word
        && has_name
        && (ENDS.iter().any(|end| code.ends_with(end))
            || FOLDERS.iter().any(|folder| code.starts_with(folder)))
}

/// Paths in sentences that are no files of the repository: outputs of builds, files of others, and placeholders.
const OTHER_PATHS: [&str; 3] =
    ["fuzz/corpus/TARGET/found-NAME", "bindings/c/target/release/libvorpal.a", "crates/jolt-field/src/bn254"];

#[test]
fn files_of_sentences_exist() {
    let all = crate::files(&workspace(), &|_| true);
    let scripts = std::fs::read_dir(workspace().join(".ci")).unwrap().map(|entry| entry.unwrap().path());
    let all: Vec<PathBuf> = all.into_iter().chain(scripts).collect();
    // The end of a path of a file, or of a folder above one.
    let exists = |code: &str| {
        let wanted: PathBuf = Path::new(code.trim_end_matches('/')).into();
        all.iter().any(|path| path.ancestors().any(|path| path.ends_with(&wanted)))
    };
    let (mut count, mut faults) = (0, Vec::new());
    for (place, code) in documents::code_in_sentences() {
        if is_path(&code) && !OTHER_PATHS.contains(&&*code) {
            count += 1;
            if !exists(&code) {
                faults.push(format!("{place}: there is no {code}"));
            }
        }
    }
    assert_eq!(faults, [""; 0]);
    assert!(count > 150, "{count}");
    assert!(exists("tests/dependencies/blocks.rs") && exists("dependencies/"));
    assert!(!exists("tests/blocks.rs") && !exists("ocks.rs"));
    assert!(
        is_path("a_b/c.rs") && is_path("docs/x") && !is_path("a.b") && !is_path("*.rs") && !is_path(".rs")
    );
}

#[test]
fn the_readers_of_blocks_see_what_they_should() {
    let text = "a\n  ```sh\n  b\n    c\n  ```\n`cargo run\n-p x` `lab`\n";
    let [block] = &*documents::blocks_of("f", text) else { panic!("one block") };
    assert_eq!((block.line, &*block.language, &*block.text), (2, "sh", "b\n  c\n"));
    let commands = |text: &str| {
        let commands = documents::commands_of("f", 1, text, false);
        let lines = commands.iter().map(|c| format!("{}{}", c.folder.display(), c.words.join(" ")));
        lines.collect::<Vec<_>>()
    };
    assert_eq!(commands("a \"b c\" # d\nA=1 e \\\n f && g | h"), ["a b c", "e f", "g", "h"]);
    assert_eq!(commands("(cd x && a)\nb\ncd y\nc"), ["xa", "b", "yc"]);
    assert_eq!(commands("v [-a b|c] [--d E]"), ["v -a b --d E", "v -a c"]);
    assert_eq!(commands("for a in b c; do\n d $a\ndone\np=(x y)\nz >/dev/null"), ["d $a", "z"]);

    let wrong = |line: &str| {
        let commands = documents::commands_of("f", 1, line, false);
        commands.iter().any(|command| fault(command).is_some())
    };
    for line in [
        "cargo run --no-such-option",
        "cargo xtask",
        "cargo xtask nothing",
        "cargo run --manifest-path nowhere/Cargo.toml",
        "cargo test -p vorpal-nothing",
        "cargo test --test nothing",
        "cargo test -p vorpal-fields --test fields",
        "make -C bindings/c nothing",
        "make -C nowhere",
        "make nothing",
        "bash .ci/nothing",
        ".ci/nothing",
        "lab/proofs/check --nothing",
        "pip install ./nowhere",
        "python -m vorpal.nothing",
        "nothing x",
        "cd nowhere && git x",
    ] {
        assert!(wrong(line), "{line}");
    }
    for line in [
        "cargo run --release -- x --y",
        "cargo xtask dist-install --list",
        "make -C bindings/c test",
        "bash .ci/run",
        "lab/proofs/check",
    ] {
        assert!(!wrong(line), "{line}");
    }
    let block = |file: &str, language: &str| {
        let (file, language, text) = (file.into(), language.into(), String::new());
        Block { file, line: 1, language, text }
    };
    let of_rustdoc = pages_of_rustdoc();
    for (file, language) in [
        ("README.md", "rust,ignore"),
        ("CONTRIBUTING.md", "rust"),
        ("ARCHITECTURE.md", ""),
        ("README.md", "lua"),
    ] {
        assert!(unread(&block(file, language), &of_rustdoc).is_some(), "{file} {language}");
    }
    assert!(unread(&block("docs/tree.md", ""), &of_rustdoc).is_none());
}
