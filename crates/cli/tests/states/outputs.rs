//! The outputs of all commands: they never overwrite inputs, never go into a store, and are never incomplete.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::chain::{outcome, vorpal};
use crate::tree_fixture::{Fixture, hex, prints, writes};
use tempfile::TempDir;

/// All files below a folder, with their contents.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() && !path.is_symlink() {
            true => found.extend(contents(&path)),
            false => found.push((path.clone(), std::fs::read(&path).unwrap_or_default())),
        }
    }
    found.sort();
    found
}

/// Asserts that a command fails with exit code 2 and one line with this reason, and that the folder is unchanged.
fn assert_rejected(folder: &Path, command: &mut Command, reason: &str) {
    let before = contents(folder);
    let (code, output, error) = outcome(command.current_dir(folder));
    assert_eq!((code, &*output), (2, ""), "{command:?}: {error}");
    assert!(error.contains(reason), "`{reason}` is not in: {error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(before == contents(folder), "{command:?} has changed something");
}

const STORE: &str = "the output is in the directory of a store";

/// A store in `tree` with links to it, and paths to files in it.
fn fixture_with_paths_into_the_store() -> (Fixture, Vec<&'static str>) {
    let fixture = Fixture::new(1, 5);
    let folder = fixture.folder.path();
    prints(&["init", &fixture.directory()]);
    prints(&["apply", &fixture.directory(), fixture.files()[0]]);
    std::fs::hard_link(folder.join("tree/state.redb"), folder.join("hard")).unwrap();
    std::fs::create_dir(folder.join("tree/below")).unwrap();
    std::fs::create_dir(folder.join("beside")).unwrap();
    let mut paths = vec![
        "tree/state.redb",
        "tree/new.json",
        "tree/below/new.json",
        "./tree/../tree/state.redb",
        "beside/../tree/new.json",
        "hard",
    ];
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink("tree", folder.join("link")).unwrap();
        symlink("tree/state.redb", folder.join("file")).unwrap();
        symlink("tree/none.json", folder.join("dangling")).unwrap();
        symlink("dangling", folder.join("twice")).unwrap();
        paths.extend(["link/state.redb", "link/new.json", "file", "dangling", "twice"]);
    }
    (fixture, paths)
}

#[test]
fn stores_receive_no_other_files() {
    let (fixture, paths) = fixture_with_paths_into_the_store();
    let (folder, file) = (fixture.folder.path(), fixture.files()[0].to_owned());
    let key = hex(&writes(0, 5)[0].0.to_bytes());
    let reject = |arguments: &[&str]| assert_rejected(folder, vorpal().args(arguments), STORE);
    for path in &paths {
        for command in [
            &["root"][..],
            &["get", &key],
            &["check"],
            &["rollback", "0"],
            &["apply", &file],
            &["init"],
            &["prove", &key, "--out", "witness"],
        ] {
            let (command, rest) = command.split_first().unwrap();
            reject(&[&["tree", command, "tree"], rest, &["--json", path]].concat());
        }
        reject(&["tree", "prove", "tree", &key, "--out", path]);
        reject(&["replay", "--store", "tree", "--json", path]);
        reject(&["replay", "--store", "tree", "--report", path]);
    }
    // The same for commands that do not name the store.
    for path in paths.iter().filter(|path| !path.contains("below") && **path != "hard") {
        reject(&["tree", "verify", "witness", "--root", &key, "--json", path]);
        reject(&["replay", "--json", path]);
        reject(&["replay", "--report", path]);
        reject(&["bounds", "bn254_scalar", "--json", path]);
        reject(&["constants", "bn254", "--json", path]);
        reject(&["recover", &file, "--json", path]);
        reject(&["msm", "--random", "1", "--json", path]);
    }
    reject(&["generate", "--out", "tree/new"]);
    reject(&["msm", "--random", "1", "--out", "tree/new"]);
    assert_rejected(folder, vorpal().args(["msm", "--random", "1", "--out", "tree"]), STORE);
    // A store that does not exist yet.
    reject(&["tree", "init", "later", "--json", "later/report.json"]);
    reject(&["replay", "--store", "later", "--json", "later/a/report.json"]);
    reject(&["replay", "--store", "later", "--json", "later"]);
    assert!(!folder.join("later").exists());
    assert_eq!(fixture.check(), 1);
}

/// Commands reject outputs that are inputs, possibly by another name, and two outputs to one file.
#[test]
fn inputs_are_not_overwritten() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    let signatures = "signing_hash,r,s,y_parity,sender\n";
    std::fs::create_dir(folder.join("data")).unwrap();
    write("data/roots.json", "[]");
    let line = format!(
        "{{\"address\":\"0x{:040x}\",\"nonce\":1,\"balance\":\"0x1\",\"code_hash\":\"0x{:064x}\"}}\n",
        1, 2
    );
    write("data/1.jsonl", &line);
    write("data/1.signatures.csv", signatures);
    std::fs::remove_file(folder.join("data/roots.json")).unwrap();
    write("genesis.json", "{\"alloc\":{}}");
    write("signatures.csv", signatures);
    write("points", "");
    write("scalars", "");
    write("witness", "");
    let (fixture, _) = fixture_with_paths_into_the_store();
    let tree = fixture.directory();
    std::fs::hard_link(folder.join("data/1.jsonl"), folder.join("hard")).unwrap();
    let over = |arguments: &[&str]| {
        assert_rejected(folder, vorpal().args(arguments), "the output would overwrite the input");
    };
    for option in ["--json", "--report"] {
        for file in ["data/1.jsonl", "data/1.signatures.csv", "data/../data/1.jsonl", "hard"] {
            over(&["replay", "--data", "data", option, file]);
        }
        over(&["replay", "--genesis", "genesis.json", option, "./genesis.json"]);
    }
    over(&["recover", "signatures.csv", "--json", "signatures.csv"]);
    over(&["msm", "--points", "points", "--scalars", "scalars", "--json", "points"]);
    over(&["msm", "--points", "points", "--scalars", "scalars", "--json", "scalars"]);
    over(&["msm", "--random", "1", "--compare", "witness", "--json", "witness"]);
    over(&["tree", "verify", "witness", "--root", &hex(&[0; 32]), "--json", "witness"]);
    over(&["tree", "apply", &tree, "data/1.jsonl", "--json", "data/1.jsonl"]);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("data", folder.join("link")).unwrap();
        over(&["replay", "--data", "data", "--json", "link/1.jsonl"]);
    }
    // The results would overwrite the file they are compared with.
    write("result.txt", "");
    over(&["msm", "--random", "1", "--compare", "result.txt", "--out", "."]);
    let twice = |arguments: &[&str]| {
        assert_rejected(folder, vorpal().args(arguments), "the output is the same file as");
    };
    twice(&["replay", "--json", "new", "--report", "./new"]);
    twice(&["tree", "prove", &tree, &hex(&[0; 32]), "--out", "new", "--json", "new"]);
    twice(&["msm", "--random", "1", "--out", "data", "--json", "data/result.txt"]);
    let bad = |reason, arguments: &[&str]| assert_rejected(folder, vorpal().args(arguments), reason);
    bad("data: the output file is a folder", &["bounds", "--json", "data"]);
    bad("no such folder", &["bounds", "--json", "none/new"]);
    bad("no such folder", &["bounds", "--json", "witness/new"]);
}

#[test]
fn a_dash_denotes_standard_output() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("none.csv"), "signing_hash,r,s,y_parity,sender\n").unwrap();
    for arguments in [
        &["bounds", "bn254_scalar"][..],
        &["constants", "bn254"],
        &["recover", "none.csv"],
        &["msm", "--random", "1"],
        &["tree", "init", "tree"],
        &["tree", "root", "tree"],
    ] {
        let mut command = vorpal();
        let (code, output, error) =
            outcome(command.current_dir(folder.path()).args(arguments).args(["--json", "-"]));
        assert_eq!((code, &*error), (0, ""), "{arguments:?}");
        serde_json::from_str::<serde_json::Value>(&output).unwrap();
    }
    assert!(!folder.path().join("-").exists());
}

const KEY: &str = "0x0101010101010101010101010101010101010101010101010101010101010101";

/// Commands that print results, and commands that print only help.
fn printing(folder: &Path) -> Vec<Vec<&'static str>> {
    std::fs::write(folder.join("none.csv"), "signing_hash,r,s,y_parity,sender\n").unwrap();
    let line = format!("{0},{0}\n", hex(&[1; 32]));
    std::fs::write(folder.join("values.csv"), line).unwrap();
    std::fs::create_dir(folder.join("data")).unwrap();
    crate::chain::copy_blocks(1, &folder.join("data"));
    let (code, _, error) = outcome(vorpal().current_dir(folder).args(["tree", "init", "tree"]));
    assert_eq!((code, &*error), (0, ""));
    [
        &["bounds", "bn254_scalar"][..],
        &["bounds", "bn254_scalar", "--json", "-"],
        &["bounds", "bn254_scalar", "--json", "/dev/stdout"],
        &["constants", "bn254"],
        &["recover", "none.csv"],
        &["msm", "--random", "1"],
        &["replay", "--data", "data"],
        &["replay", "--data", "data", "--json", "-"],
        &["tree", "apply", "tree", "values.csv"],
        &["tree", "root", "tree", "--json", "-"],
        &["tree", "get", "tree", KEY],
        &["tree", "check", "tree"],
        &["tree", "prove", "tree", KEY, "--out", "witness"],
        &["tree", "rollback", "tree", "0"],
        &["completions", "bash"],
        &["--help"],
        &["tree", "--help"],
        &["--version"],
    ]
    .map(<[_]>::to_vec)
    .to_vec()
}

/// Results that cannot be written are failures, with the reason; a pipe whose reader has gone is none.
#[cfg(target_os = "linux")]
#[test]
fn unwritten_results_are_failures() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str, write: bool| {
        std::process::Stdio::from(std::fs::File::options().read(!write).write(write).open(name).unwrap())
    };
    for arguments in printing(folder.path()) {
        let mut command = vorpal();
        let run = |command: &mut Command, stdout: std::process::Stdio| {
            let output = command.current_dir(folder.path()).args(&arguments).stdout(stdout);
            let output =
                output.stderr(std::process::Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
            (output.status.code(), String::from_utf8(output.stderr).unwrap())
        };
        let (code, error) = run(&mut command, file("/dev/full", true));
        assert_eq!(code, Some(2), "{arguments:?}: {error}");
        assert!(error.contains("standard output: No space left on device"), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(run(&mut vorpal(), writer.into()), (Some(0), String::new()), "{arguments:?}");
    }
    // The standard library ignores that a stream is not open for writing.
    let mut command = vorpal();
    command.args(["bounds", "bn254_scalar"]).stdout(file("/dev/null", false));
    let output = command.stderr(std::process::Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("standard output: Bad file descriptor"), "{error}");
    // A failed check is not hidden by a full disk.
    std::fs::write(folder.path().join("v.json"), r#"[{"Input": "01", "Expected": "02"}]"#).unwrap();
    let mut command = vorpal();
    command.current_dir(folder.path()).args(["evm", "identity", "v.json"]).stdout(file("/dev/full", true));
    assert_eq!(command.stderr(std::process::Stdio::null()).status().unwrap().code(), Some(1));
    let (code, _, error) = outcome(vorpal().args(["bounds", "bn254_scalar", "--json", "/dev/full"]));
    assert!(code == 2 && error.contains("/dev/full: No space left on device"), "{error}");
}

/// The caller's file receives the output where it stands, by every name of standard output.
#[cfg(target_os = "linux")]
#[test]
fn the_log_of_the_caller_is_not_truncated() {
    use std::io::{Seek, Write};
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("log");
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "-"] {
        let mut log = std::fs::File::create(&path).unwrap();
        log.write_all(b"a line that is left\nbefore\n").unwrap();
        let mut command = vorpal();
        command.args(["bounds", "bn254_scalar", "--json", name]).stdout(log.try_clone().unwrap());
        assert!(command.status().unwrap().success(), "{name}");
        log.write_all(b"after\n").unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let text =
            text.strip_prefix("a line that is left\nbefore\n").unwrap_or_else(|| panic!("{name}: {text}"));
        let json = &text.strip_suffix("after\n").unwrap()[text.find("{\n").unwrap()..];
        serde_json::from_str::<serde_json::Value>(json).unwrap();
        assert_eq!(log.stream_position().unwrap(), std::fs::metadata(&path).unwrap().len());
    }
    // Other open files have names of their own.
    let script = |script: &str| {
        let mut command = Command::new("sh");
        outcome(command.current_dir(folder.path()).args(["-c", script, env!("CARGO_BIN_EXE_vorpal")]))
    };
    let (code, output, error) =
        script("exec 3>log; echo kept >&3; $VORPAL_TEST_RUNNER \"$0\" bounds bn254_scalar --json /dev/fd/3");
    assert_eq!((code, &*output), (2, ""));
    assert!(error.contains("/dev/fd/3: the output is an open file of a process"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), b"kept\n");
    let (code, _, error) = script("$VORPAL_TEST_RUNNER \"$0\" bounds bn254_scalar --json log >log");
    assert_eq!(code, 2);
    assert!(error.contains("log: the output is the file that receives standard output"), "{error}");
    std::fs::write(&path, "signing_hash,r,s,y_parity,sender\n").unwrap();
    let (code, _, error) = script("\"$0\" recover - --json log <log");
    assert_eq!(code, 2);
    assert!(error.contains("log: the output would overwrite the input -"), "{error}");
    // A pipe by its number is written.
    let (code, output, _) =
        script("$VORPAL_TEST_RUNNER \"$0\" bounds bn254_scalar --json /dev/fd/3 3>&1 >/dev/null | cat");
    assert_eq!(code, 0);
    serde_json::from_str::<serde_json::Value>(&output).unwrap();
}

/// `-` denotes a standard stream, and never a file or a folder.
#[test]
fn a_dash_is_no_file() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let (key, root) = (hex(&[1; 32]), hex(&[0; 32]));
    let run = |arguments: &[&str]| outcome(vorpal().current_dir(folder).args(arguments));
    assert_eq!(run(&["tree", "init", "tree"]).0, 0);
    std::fs::create_dir(folder.join("-")).unwrap();
    for arguments in [
        &["replay", "--report", "-"][..],
        &["replay", "--report", "-", "--json", "-"],
        &["replay", "--store", "-"],
        &["replay", "--data", "-"],
        &["replay", "--genesis", "-"],
        &["replay", "--genesis", "-"],
        &["generate", "--out", "-"],
        &["msm", "--random", "1", "--out", "-"],
        &["msm", "--random", "1", "--compare", "-"],
        &["msm", "--points", "-", "--scalars", "scalars"],
        &["evm", "identity", "-"],
        &["completions", "--man", "-"],
        &["tree", "init", "-"],
        &["tree", "root", "-"],
        &["tree", "get", "-", &key],
        &["tree", "check", "-"],
        &["tree", "rollback", "-", "1"],
        &["tree", "apply", "tree", "-"],
        &["tree", "prove", "tree", &key, "--out", "-"],
        &["tree", "verify", "-", "--root", &root],
    ] {
        assert_rejected(folder, vorpal().args(arguments), "-: a standard stream cannot be used here");
    }
    assert!(std::fs::read_dir(folder.join("-")).unwrap().next().is_none());
    std::fs::remove_dir(folder.join("-")).unwrap();
    let (code, _, error) = run(&["bounds", "bn254_scalar", "--json", "./-"]);
    assert_eq!((code, &*error), (0, ""));
    assert!(folder.join("-").is_file());
}

#[cfg(unix)]
#[test]
fn replaced_files_keep_links_and_permissions() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let run = |name: &str| {
        let mut command = vorpal();
        command.current_dir(folder.path()).args(["bounds", "bn254_scalar", "--json", name]);
        let (code, _, error) = outcome(&mut command);
        assert_eq!((code, &*error), (0, ""));
    };
    std::fs::write(path("plain"), "").unwrap();
    run("new");
    let mode = |name: &str| std::fs::metadata(path(name)).unwrap().mode() & 0o777;
    assert_eq!(mode("new"), mode("plain"), "a new file has the usual permissions");
    let json = std::fs::read(path("new")).unwrap();
    serde_json::from_slice::<serde_json::Value>(&json).unwrap();

    // A hard link to the old file keeps the old content, and a symbolic link stays a link.
    std::fs::write(path("old"), "an older report").unwrap();
    std::fs::set_permissions(path("old"), PermissionsExt::from_mode(0o640)).unwrap();
    std::fs::hard_link(path("old"), path("kept")).unwrap();
    symlink("old", path("link")).unwrap();
    run("link");
    assert_eq!(std::fs::read(path("old")).unwrap(), json);
    assert_eq!(mode("old"), 0o640);
    assert!(path("link").is_symlink());
    assert_eq!(std::fs::read(path("kept")).unwrap(), b"an older report");
    symlink("later", path("dangling")).unwrap();
    run("dangling");
    assert_eq!(std::fs::read(path("later")).unwrap(), json);

    // An output that is not a regular file is written directly.
    assert!(Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = path("pipe");
        move || std::fs::read(pipe).unwrap()
    });
    run("pipe");
    assert!(!std::fs::metadata(path("pipe")).unwrap().is_file(), "a pipe stays a pipe");
    assert_eq!(reader.join().unwrap(), json);
    let (code, output, _) = outcome(vorpal().args(["bounds", "bn254_scalar", "--json", "/dev/stdout"]));
    assert!(code == 0 && output.as_bytes().ends_with(&json), "{output}");
    let mut names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(
        names,
        ["dangling", "kept", "later", "link", "new", "old", "pipe", "plain"],
        "no temporary files remain"
    );
}
