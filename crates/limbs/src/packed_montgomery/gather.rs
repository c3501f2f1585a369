//! References to sixteen numbers for callers that have fewer.

use crate::LANES;

/// References to the limbs of sixteen numbers. Missing numbers are replaced by ones.
#[inline(always)]
#[allow(clippy::panic, reason = "more than sixteen numbers are a bug of the caller")]
pub(super) fn sixteen<'a, const N: usize, T>(
    numbers: &'a [T],
    limbs: impl Fn(&T) -> &[u64; N],
    one: &'a [u64; N],
) -> [&'a [u64; N]; LANES] {
    let mut references = [one; LANES];
    let mut i = 0;
    if let Ok(numbers) = <&[T; LANES]>::try_from(numbers) {
        while i < LANES {
            references[i] = limbs(&numbers[i]);
            i += 1;
        }
        return references;
    }
    assert!(numbers.len() < LANES, "more numbers than lanes");
    while i < numbers.len() {
        references[i] = limbs(&numbers[i]);
        i += 1;
    }
    references
}

/// Passes sixteen numbers to `write`: those of the caller, or copies if the caller has fewer.
#[inline(always)]
pub(super) fn into_sixteen<const N: usize, T>(
    numbers: &mut [T],
    limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    write: impl Fn(&mut [&mut [u64; N]; LANES]),
) {
    match <&mut [T; LANES]>::try_from(&mut *numbers) {
        Ok(numbers) => write(&mut numbers.each_mut().map(limbs_mut)),
        Err(_) => into_copies(numbers, limbs_mut, write),
    }
}

/// As [`into_sixteen`], for fewer than sixteen numbers. Out of line, because only the last part of a slice needs it.
#[inline(never)]
#[allow(clippy::panic, reason = "more than sixteen numbers are a bug of the caller")]
fn into_copies<const N: usize, T>(
    numbers: &mut [T],
    limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    write: impl Fn(&mut [&mut [u64; N]; LANES]),
) {
    assert!(numbers.len() < LANES, "more destinations than lanes");
    let mut copies = [[0; N]; LANES];
    let mut i = 0;
    while i < numbers.len() {
        copies[i] = *limbs_mut(&mut numbers[i]);
        i += 1;
    }
    write(&mut copies.each_mut());
    i = 0;
    while i < numbers.len() {
        *limbs_mut(&mut numbers[i]) = copies[i];
        i += 1;
    }
}
