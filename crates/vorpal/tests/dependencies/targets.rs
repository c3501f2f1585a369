//! The commands that run tests, in documents, scripts and comments: a package that they select has the programs that
//! they name, and something to run.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use toml::{Table, Value};

use crate::documents::packages;
use crate::{files, workspace};

/// What `cargo test` runs of a package, beside documentation tests.
struct Tests {
    programs: BTreeSet<String>,
    /// Whether the library has unit tests.
    library: bool,
    /// Whether there is a program of the product, whose unit tests run too.
    binary: bool,
}

impl Tests {
    fn of(folder: &str, manifest: &Table) -> Self {
        let folder = workspace().join(folder);
        let flag = |table: Option<&Value>, key| table?.get(key)?.as_bool();
        let named = manifest.get("test").and_then(Value::as_array).into_iter().flatten();
        let mut programs: BTreeSet<String> =
            named.map(|entry| entry["name"].as_str().unwrap().to_string()).collect();
        if flag(manifest.get("package"), "autotests") != Some(false) {
            for entry in std::fs::read_dir(folder.join("tests")).into_iter().flatten() {
                let path = entry.unwrap().path();
                let is_program =
                    path.extension().is_some_and(|end| end == "rs") || path.join("main.rs").exists();
                programs.extend(is_program.then(|| path.file_stem().unwrap().to_str().unwrap().to_string()));
            }
        }
        let library = folder.join("src/lib.rs").exists() && flag(manifest.get("lib"), "test") != Some(false);
        let binary = folder.join("src/main.rs").exists() || folder.join("src/bin").exists();
        Self { programs, library, binary }
    }
}

/// What is wrong with the packages and programs of `cargo test`; `arguments` are those after `test`.
pub(crate) fn fault(arguments: &[String]) -> Option<String> {
    static PACKAGES: LazyLock<Vec<(String, Tests)>> = LazyLock::new(|| {
        let name = |manifest: &Table| Some(manifest.get("package")?["name"].as_str()?.to_string());
        let packages = packages().into_iter();
        packages
            .filter_map(|(folder, manifest)| Some((name(&manifest)?, Tests::of(&folder, &manifest))))
            .collect()
    });
    let arguments: Vec<&str> =
        arguments.iter().map(String::as_str).take_while(|word| *word != "--").collect();
    let values = |option: &str| -> Vec<&str> {
        arguments.windows(2).filter(|pair| pair[0] == option).map(|pair| pair[1]).collect()
    };
    let named = values("-p");
    let selected: Vec<_> = PACKAGES.iter().filter(|(name, _)| named.contains(&&**name)).collect();
    // Packages of others, or all of a workspace.
    if selected.is_empty() {
        return None;
    }
    for program in values("--test").into_iter().filter(|name| !name.starts_with('$')) {
        if !selected.iter().any(|(_, tests)| tests.programs.contains(program)) {
            return Some(format!("{named:?} have no program {program}"));
        }
    }
    if arguments.contains(&"--lib") && !selected.iter().any(|(_, tests)| tests.library) {
        return Some(format!("{named:?} have no unit tests"));
    }
    let is_restricted = ["--test", "--doc", "--lib", "--bins", "--bin"];
    let is_restricted = arguments.iter().any(|word| is_restricted.contains(word));
    let has_any = |tests: &Tests| tests.library || tests.binary || !tests.programs.is_empty();
    if !is_restricted && !selected.iter().any(|(_, tests)| has_any(tests)) {
        return Some(format!(
            "{named:?} have documentation tests alone: --doc, or the programs of vorpal-tests"
        ));
    }
    None
}

/// The arguments of each `cargo test` of a script, with those on the lines that continue it.
fn commands_of_script(text: &str) -> Vec<Vec<String>> {
    let mut lines = Vec::<String>::new();
    let mut is_continued = false;
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        let (part, continues) = line.strip_suffix('\\').map_or((line, false), |part| (part, true));
        // A folded string of YAML continues without a mark.
        match lines.last_mut().filter(|_| is_continued || line.starts_with("--") || line.starts_with("-p ")) {
            Some(whole) => whole.extend([" ", part]),
            None => lines.push(part.into()),
        }
        is_continued = continues || line.ends_with(">-");
    }
    let parts = lines.iter().flat_map(|line| line.split("cargo test ").skip(1));
    let words = |part: &str| -> Vec<String> {
        let words = part.split_whitespace().take_while(|word| !["&&", "||", "|", ";"].contains(word));
        words.map(|word| word.trim_end_matches([')', ';']).to_string()).collect()
    };
    parts.map(words).collect()
}

/// The arguments of each `cargo test` in the strings of a source of `xtask`. `test` alone is for another target.
fn commands_of_strings(source: &str) -> Vec<Vec<String>> {
    let parts = ["\"cargo test ", "\"test "].into_iter().flat_map(|start| source.split(start).skip(1));
    let strings = parts.map(|part| part.split('"').next().unwrap().replace("\\\n", " "));
    let is_word = |word: &&str| !word.contains('{');
    strings.map(|string| string.split_whitespace().filter(is_word).map(String::from).collect()).collect()
}

/// The arguments of each `cargo test` in the comments of a source, where a command is code of a sentence.
fn commands_of_comments(source: &str) -> Vec<Vec<String>> {
    let comments = source.lines().filter_map(|line| {
        Some(line.trim().strip_prefix("//")?.trim_start_matches(['/', '!']).trim())
            .filter(|text| !text.is_empty())
    });
    let text = comments.collect::<Vec<_>>().join(" ");
    let commands = text.split('`').filter_map(|code| code.strip_prefix("cargo test "));
    commands.map(|code| code.split_whitespace().map(String::from).collect()).collect()
}

#[test]
fn scripts_and_comments_test_packages_that_have_tests() {
    let scripts = |name: &str| name == "Makefile" || name.ends_with(".sh");
    let mut scripts = files(&workspace(), &scripts);
    scripts.extend(
        [".ci", ".github/workflows"].iter().flat_map(|folder| files(&workspace().join(folder), &|_| true)),
    );
    let sources = files(&workspace(), &|name| name.ends_with(".rs"));
    let (mut counts, mut faults) = ([0, 0, 0], Vec::new());
    let read = |path| std::fs::read_to_string(path).unwrap();
    let of_scripts = scripts.iter().map(|path| (0, path, commands_of_script(&read(path))));
    let of_sources = sources.iter().map(|path| (1, path, commands_of_comments(&read(path))));
    let steps = files(&workspace().join("xtask/src"), &|_| true);
    let of_steps = steps.iter().map(|path| (2, path, commands_of_strings(&read(path))));
    for (kind, path, commands) in of_scripts.chain(of_sources).chain(of_steps) {
        for command in commands {
            counts[kind] += 1;
            faults.extend(fault(&command).map(|fault| format!("{}: {command:?}: {fault}", path.display())));
        }
    }
    assert_eq!(faults, [""; 0]);
    assert!(counts[0] >= 5 && counts[1] >= 4 && counts[2] > 20, "{counts:?}");
}

#[test]
fn packages_without_tests_are_found() {
    let words = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
    for wrong in [
        "-p vorpal-limbs -p vorpal-fields",
        "-p vorpal-fields --test fields",
        "-p vorpal-kzg --lib -- --ignored",
        "--locked -p vorpal-tests --test constant_time",
        "-p vorpal --test fields",
    ] {
        assert!(fault(&words(wrong)).is_some(), "{wrong}");
    }
    for right in [
        "--locked",
        "-p vorpal-limbs --doc",
        "-p vorpal-limbs -p vorpal-tests",
        "-p vorpal-tests --test fields -- --test nothing",
        "-p vorpal --test stack --test observers",
        "-p vorpal-cli --bins $selected",
        "-p arkworks-of-others --test x",
    ] {
        assert_eq!(fault(&words(right)), None, "{right}");
    }
    let script = "a\n  (cargo test -p x \\\n    --test y) && b\ncargo test -q";
    assert_eq!(commands_of_script(script), [words("-p x --test y"), words("-q")]);
    let step = "f(\"cargo test {X} -p x \\\n    --test y\").run();\ng(\"test -q\")";
    assert_eq!(commands_of_strings(step), [words("-p x --test y"), words("-q")]);
    let workflow = "- run: >-\n    cargo test --locked\n    --test z\n    -p w";
    assert_eq!(commands_of_script(workflow), [words("--locked --test z -p w")]);
    let source = "fn f() {}\n/// A `b`: `cargo test\n/// -p x`.\nlet x = \"`cargo test -p y`\";";
    assert_eq!(commands_of_comments(source), [words("-p x")]);
}
