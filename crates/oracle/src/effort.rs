//! How often tests repeat random cases. Edges and published vectors always run.

/// Set by the user: `full` for all repetitions, as in `.ci/more`. Otherwise tests make an eighth of them.
pub const VARIABLE: &str = "VORPAL_EFFORT";

/// The share of the repetitions that tests make by default.
const SHARE: usize = 8;
/// The least number of repetitions, if there are as many.
const LEAST: usize = 3;

/// Whether tests make all repetitions.
pub fn is_full() -> bool {
    std::env::var_os(VARIABLE).is_some_and(|value| value == "full")
}

/// The number of random cases of a test that makes `all` of them with full effort.
pub fn cases(all: usize) -> usize {
    if is_full() { all } else { (all / SHARE).max(LEAST.min(all)) }
}

/// Whether a test of all pairs includes the one of these indices: with full effort every pair, otherwise each value
/// with every fourth.
pub fn includes(i: usize, j: usize) -> bool {
    is_full() || (i + j).is_multiple_of(4)
}

/// As [`cases`], for proptest.
#[allow(clippy::cast_possible_truncation, reason = "at most `all`")]
pub fn proptest_cases(all: u32) -> u32 {
    cases(all as usize) as u32
}
