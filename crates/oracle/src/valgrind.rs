//! Constant time, checked on compiled code: a test starts itself again under valgrind, where memory it declared
//! uninitialised stands for secrets, and every jump or address that depends on them is reported.

use std::process::Command;

use crate::data::say_skipped;

/// Set in the process under valgrind to what it shall run.
const ROLE: &str = "VORPAL_CONSTANT_TIME";
const LEAK_FOUND: i32 = 99;

/// Runs `operations` under valgrind with every backend, where they must be silent, and `leak`, which must not.
///
/// To be called by the test named `test`, and to be all that it does. Without valgrind it says loudly that it skips.
pub fn check(test: &str, operations: fn(), leak: fn()) {
    match std::env::var(ROLE).as_deref() {
        Ok("operations") => return operations(),
        Ok("leak") => return leak(),
        _ => (),
    }
    if !cfg!(target_arch = "x86_64") {
        say_skipped("constant time of compiled code: the marks for valgrind exist for x86-64 only");
        return;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        say_skipped("constant time of compiled code: valgrind is not installed");
        return;
    }
    for backend in ["auto", "portable"] {
        assert_eq!(under_valgrind(test, "operations", backend), (0, String::new()), "backend {backend}");
    }
    let (code, report) = under_valgrind(test, "leak", "auto");
    assert_eq!(code, LEAK_FOUND, "the check sees a leak where there is one");
    assert!(report.contains("uninitialised value"), "{report}");
}

fn under_valgrind(test: &str, role: &str, backend: &str) -> (i32, String) {
    let output = Command::new("valgrind")
        .args(["--quiet", &format!("--error-exitcode={LEAK_FOUND}")])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", test, "--test-threads=1"])
        .env(ROLE, role)
        .env("VORPAL_BACKEND", backend)
        .output()
        .unwrap();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr).into_owned())
}
