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

/// Whether a test of many similar cases includes the one of this index: with full effort each, otherwise every
/// `step`-th. A test of several lists adds another number to the indices of each, so that it does not leave out the
/// same cases of all.
pub fn every(step: usize, index: usize) -> bool {
    is_full() || index.is_multiple_of(step)
}

/// Whether a test of all pairs includes the one of these indices: with full effort every pair, otherwise each value
/// with every fifth. Lists often enumerate digits in base 2, 3 or 4, of which 5 leaves out no pair.
pub fn includes(i: usize, j: usize) -> bool {
    every(5, i + j)
}

/// The cases of a list that a test makes: with full effort all, otherwise the first, the last and those of [`every`]
/// `step`-th index, to which `shift` is added.
pub fn sample<T>(cases: impl IntoIterator<Item = T>, step: usize, shift: usize) -> Vec<T> {
    let cases: Vec<T> = cases.into_iter().collect();
    let last = cases.len().saturating_sub(1);
    let selected = |index: usize| index == 0 || index == last || every(step, index + shift);
    cases.into_iter().enumerate().filter(|(index, _)| selected(*index)).map(|(_, case)| case).collect()
}

/// As [`cases`], for proptest.
#[allow(clippy::cast_possible_truncation, reason = "at most `all`")]
pub fn proptest_cases(all: u32) -> u32 {
    cases(all as usize) as u32
}
