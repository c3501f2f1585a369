//! Contenders written as shell scripts, for tests.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::Binary;

/// A contender that prints `hello` and answers every request with the same command.
pub(crate) fn contender(folder: &Path, name: &str, hello: &str, answer: &str) -> Binary {
    let program = folder.join(name);
    let script = format!("#!/bin/sh\necho '{hello}'\nwhile read -r request; do {answer}; done\n");
    fs::write(&program, script).expect("the folder is there");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("the file is there");
    Binary {
        name: name.to_owned(),
        program,
        arguments: Vec::new(),
        runner: Vec::new(),
        environment: Vec::new(),
        build: String::new(),
    }
}
