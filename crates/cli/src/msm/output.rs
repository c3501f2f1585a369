//! The option `--out` of `vorpal msm`: `result.txt` and `resulttimes.txt` in the form of the ZPrize harness.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::sums::{Summed, mean};
use crate::failure::Failure;
use crate::output::files::write_all;

const SUMS: &str = "result.txt";
const TIMES: &str = "resulttimes.txt";

/// The files that are written to a folder.
pub(super) fn files(folder: &Path) -> [PathBuf; 2] {
    [SUMS, TIMES].map(|name| folder.join(name))
}

/// Checks, before any work, that the path is a folder or does not exist.
pub(super) fn check(folder: &Path) -> Result<(), Failure> {
    if folder.exists() && !folder.is_dir() {
        return Err(Failure::file(folder, "not a folder"));
    }
    Ok(())
}

/// Writes both files, or neither if one of them fails. Makes the folder if there is none.
pub(super) fn write(folder: &Path, summed: &[Summed], random: bool) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, error))?;
    let [sums_file, times_file] = files(folder);
    write_all(&[(times_file, times(summed, random).into_bytes()), (sums_file, sums(summed))])
}

/// The content of `result.txt`: for each vector in order, the sum of each iteration.
fn sums(summed: &[Summed]) -> Vec<u8> {
    summed.iter().flat_map(|vector| vector.sum.repeat(vector.times.len())).collect()
}

/// The content of `resulttimes.txt`: times in the format of Rust's `Duration`.
fn times(summed: &[Summed], random: bool) -> String {
    let mut text = String::new();
    for vector in summed {
        for (iteration, time) in (1..).zip(&vector.times) {
            let _ = writeln!(text, "iteration {iteration}: {time:?}");
        }
        let _ = writeln!(text, "Mean across all iterations: {:?}", vector.mean());
    }
    if random {
        let means: Vec<Duration> = summed.iter().map(Summed::mean).collect();
        let _ = writeln!(text, "Mean across all vectors: {:?}", mean(&means));
    }
    text
}
