//! Access to third-party test data: in the folder `VORPAL_DATA`, or by default in `../shared/data` beside the
//! workspace.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The folder `name` of the test data. If it does not exist, prints on standard error what is skipped, and returns
/// `None`.
///
/// # Panics
/// If `VORPAL_DATA` is set and does not have the folder.
pub fn folder(name: &str, what_is_skipped: &str) -> Option<PathBuf> {
    let set = std::env::var_os("VORPAL_DATA").map(PathBuf::from);
    let root =
        set.clone().unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"));
    let path = root.join(name);
    if path.is_dir() {
        return Some(path);
    }
    assert!(set.is_none(), "VORPAL_DATA is set, but {} is not a folder", path.display());
    report_skipped(&format!("{what_is_skipped}: no {} (set VORPAL_DATA)", path.display()));
    None
}

/// Prints on standard error what is skipped and why, each message once in a process. Not by `eprintln!`, whose output
/// the test runner hides if the test passes.
pub fn report_skipped(what: &str) {
    static PRINTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if PRINTED.lock().unwrap_or_else(PoisonError::into_inner).insert(what.into()) {
        let _ = writeln!(std::io::stderr(), "SKIPPED: {what}");
    }
}

/// The bytes of a hexadecimal string, with or without `0x`.
///
/// # Panics
/// If the string has an odd number of digits or other characters.
pub fn bytes(text: &str) -> Vec<u8> {
    let digits = text.trim().trim_start_matches("0x");
    assert!(
        digits.len().is_multiple_of(2) && digits.is_ascii(),
        "an even number of hexadecimal digits: {text}"
    );
    (0..digits.len()).step_by(2).map(|i| u8::from_str_radix(&digits[i..i + 2], 16).unwrap()).collect()
}
