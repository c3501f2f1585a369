//! The bucket method for any points (N. Pippenger, 1976; in this form D. Bernstein, J. Doumen, T. Lange, J.-J.
//! Oosterwijk, "Faster batch forgery identification", 2012, section 4).

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::Group;
use vorpal_fields::PrimeField;

use crate::digits::{Digits, digit_count};
use crate::{Error, threads};

/// `sum of scalars[i] points[i]`; the identity for none. Time depends on points and scalars.
///
/// Scalars are cut into signed digits of `c` bits. For each window the points are added to the bucket of their
/// digit's absolute value, and the buckets `B_1, ..., B_m` (`m = 2^(c - 1)`) are summed up as
/// `sum of i B_i = B_m + (B_m + B_(m-1)) + ...`. Cost: about `bits / c` times `n` mixed and `2^c` full additions.
///
/// # Errors
/// [`Error::Lengths`] if there are not as many scalars as points.
pub fn msm_vartime<G: Group>(points: &[G::Affine], scalars: &[G::Scalar]) -> Result<G, Error> {
    if points.len() != scalars.len() {
        return Err(Error::Lengths { points: points.len(), scalars: scalars.len() });
    }
    let width = window_width(points.len(), G::Scalar::BITS);
    let count = digit_count(G::Scalar::BITS, width);
    // Digits by window: window w of scalar i at [w n + i].
    let mut digits = vec![0i32; count * points.len()];
    for (i, scalar) in scalars.iter().enumerate() {
        for (window, digit) in Digits::of_scalar_vartime(scalar, width).enumerate() {
            digits[window * points.len() + i] = digit;
        }
    }
    let windows: Vec<&[i32]> = digits.chunks(points.len().max(1)).collect();
    let sums = threads::map(&windows, |digits| window_sum::<G>(points, digits, width));
    Ok(sums
        .into_iter()
        .rev()
        .fold(G::IDENTITY, |sum, window| (0..width).fold(sum, |sum, _| sum.double()).add_vartime(&window)))
}

/// `sum of digits[i] points[i]`.
fn window_sum<G: Group>(points: &[G::Affine], digits: &[i32], width: usize) -> G {
    let mut buckets = vec![G::IDENTITY; 1 << (width - 1)];
    for (point, &digit) in points.iter().zip(digits) {
        if digit == 0 {
            continue;
        }
        let bucket = &mut buckets[digit.unsigned_abs() as usize - 1];
        *bucket = if digit > 0 { bucket.add_affine_vartime(point) } else { bucket.sub_affine_vartime(point) };
    }
    let (mut running, mut sum) = (G::IDENTITY, G::IDENTITY);
    for bucket in buckets.iter().rev() {
        running = running.add_vartime(bucket);
        sum = sum.add_vartime(&running);
    }
    sum
}

/// The width with the fewest additions: `n` to fill the buckets of a window and two per bucket to sum them up.
fn window_width(n: usize, bits: usize) -> usize {
    let additions = |width: &usize| digit_count(bits, *width) * (n + (1 << width));
    (2..=16).min_by_key(additions).unwrap_or(2)
}
