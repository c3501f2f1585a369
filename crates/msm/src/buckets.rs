//! The bucket method for the points of any group.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::{Group, PackedGroup};
use vorpal_fields::{LANES, PrimeField};

use crate::Error;
use crate::digits::{SignedDigits, digit_count};
use crate::entry_sums::{Entry, Segments, identity_entry};
use crate::lists::Member;

/// `sum of scalars[i] points[i]`; the identity for an empty sum. Time depends on points and scalars.
///
/// The bucket method (N. Pippenger, 1976; in this form D. Bernstein et al., "Faster batch forgery identification",
/// 2012, section 4). Scalars are cut into signed digits of `c` bits. In each window every point is added to the bucket
/// of the absolute value of its digit, and the buckets `B_1, ..., B_m` (`m = 2^(c - 1)`) are summed as `sum of i B_i =
/// B_m + (B_m + B_(m-1)) + ...`.
///
/// Cost: about `bits / c` times `n` mixed and `2^c` full additions, sixteen at a time in packed values
/// ([`PackedGroup`]). The bucket additions are cut into sixteen segments of the same length, whatever the digits; then
/// sixteen windows are summed at a time.
///
/// # Errors
/// [`Error::Lengths`] if the numbers of scalars and points differ; [`Error::NotPossible`] for more than `2^31` terms.
///
/// ```
/// use vorpal_curves::Group;
/// use vorpal_curves::secp256k1::{Affine, Jacobian};
/// use vorpal_fields::primes::Secp256k1Scalar as Scalar;
/// let points = [Affine::GENERATOR, -Affine::GENERATOR];
/// let sum = vorpal_msm::group_msm_vartime::<Jacobian>(&points, &[Scalar::from(7), Scalar::from(5)])?;
/// assert_eq!(sum, Jacobian::GENERATOR.double());
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
pub fn group_msm_vartime<G: Group>(points: &[G::Affine], scalars: &[G::Scalar]) -> Result<G, Error> {
    if points.len() != scalars.len() {
        return Err(Error::Lengths { points: points.len(), scalars: scalars.len() });
    }
    if points.len() > Member::LIMIT {
        return Err(Error::NotPossible { what: "a sum", why: "it has more than 2^31 terms" });
    }
    let width = window_width(points.len(), G::Scalar::BITS);
    Ok(sum_in_windows(points, scalars, width))
}

/// The sum by windows of `width` bits, between 2 and 16. There are as many scalars as points, at most
/// [`Member::LIMIT`].
fn sum_in_windows<G: Group>(points: &[G::Affine], scalars: &[G::Scalar], width: usize) -> G {
    let count = digit_count(G::Scalar::BITS, width);
    // Digits by window: digit w of scalar i is at [w n + i].
    let mut digits = vec![0i32; count * points.len()];
    for (i, scalar) in scalars.iter().enumerate() {
        for (window, digit) in SignedDigits::of_scalar_vartime(scalar, width).enumerate() {
            digits[window * points.len() + i] = digit;
        }
    }
    let entries: Vec<Entry<G>> = points.iter().map(G::Packed::entry).collect();
    let windows: Vec<&[i32]> = digits.chunks(points.len().max(1)).collect();
    let windows: Vec<&[&[i32]]> = windows.chunks(LANES).collect();
    let sums = vorpal_threads::map(&windows, |windows| window_sums::<G>(&entries, windows, width));
    sums.into_iter()
        .flatten()
        .rev()
        .fold(G::IDENTITY, |sum, window| (0..width).fold(sum, |sum, _| sum.double()).add_vartime(&window))
}

/// `sum of digits[i] points[i]` for the digits of each of at most sixteen windows.
fn window_sums<G: Group>(entries: &[Entry<G>], windows: &[&[i32]], width: usize) -> Vec<G> {
    let buckets = 1usize << (width - 1);
    // A counting sort by bucket, then by window.
    let list = |window: usize, digit: i32| (digit.unsigned_abs() as usize - 1) * windows.len() + window;
    let mut ends = vec![0usize; buckets * windows.len()];
    let digits = || {
        windows.iter().enumerate().flat_map(|(window, digits)| {
            digits
                .iter()
                .enumerate()
                .filter(|(_, digit)| **digit != 0)
                .map(move |(i, digit)| (window, i, *digit))
        })
    };
    for (window, _, digit) in digits() {
        ends[list(window, digit)] += 1;
    }
    let mut total = 0;
    for end in &mut ends {
        // The start of the list, which the loop below advances to its end.
        total += core::mem::replace(end, total);
    }
    let mut members = vec![Member::default(); total];
    for (window, i, digit) in digits() {
        let position = &mut ends[list(window, digit)];
        members[*position] = Member::new(i, digit < 0);
        *position += 1;
    }
    let identity = identity_entry::<G>();
    let sums = Segments::<G>::new(entries, &identity, &members, &ends).sums();
    let (mut running, mut sum) = (G::Packed::identity(), G::Packed::identity());
    for bucket in sums.chunks(windows.len()).rev() {
        running.add_assign(&G::Packed::load(bucket));
        sum.add_assign(&running);
    }
    let mut sums = vec![G::IDENTITY; windows.len()];
    sum.store(&mut sums);
    sums
}

/// The width with the fewest additions: `n` per window for filling the buckets, and two per bucket for their sum.
fn window_width(n: usize, bits: usize) -> usize {
    let additions = |width: &usize| digit_count(bits, *width) * (n + (1 << width));
    (2..=16).min_by_key(additions).unwrap_or(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vorpal_curves::secp256k1::Jacobian;
    use vorpal_fields::primes::Secp256k1Scalar;

    #[test]
    fn every_width_gives_the_same_sum() {
        let points: Vec<Jacobian> =
            (0..40u64).map(|i| Jacobian::GENERATOR.mul_limbs_vartime(&[i * i])).collect();
        let seed = Secp256k1Scalar::from(0x9e37_79b9_7f4a_7c15);
        let mut scalars: Vec<Secp256k1Scalar> = (1..=36u64).map(|i| seed.pow_vartime(&[i])).collect();
        scalars.extend([Secp256k1Scalar::ZERO, Secp256k1Scalar::ONE, -Secp256k1Scalar::ONE, -seed]);
        let terms = points.iter().zip(&scalars);
        let expected = terms.fold(Jacobian::IDENTITY, |sum, (p, s)| sum.add_vartime(&p.mul_vartime(s)));
        let affine = Jacobian::normalise_batch(&points);
        for width in 2..=16 {
            assert_eq!(sum_in_windows::<Jacobian>(&affine, &scalars, width), expected, "width {width}");
        }
    }

    #[test]
    fn windows_grow_with_the_number_of_points() {
        let widths: Vec<usize> =
            [0, 1, 10, 100, 10_000, 1 << 16, 1 << 24].map(|n| window_width(n, 256)).into();
        assert!(widths.is_sorted() && widths[0] == 2 && widths[6] == 16, "{widths:?}");
    }
}
