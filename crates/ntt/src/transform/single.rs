//! Transforms of one element at a time: of few elements, or without vectors.

use vorpal_fields::PrimeField;

use crate::twiddles::Twiddles;

/// All levels from `level` on a block: coefficients in natural order to values in bit-reversed order.
pub(crate) fn evaluate<F: PrimeField>(values: &mut [F], level: u32, block: usize, twiddles: &Twiddles<F>) {
    if values.len() == 1 {
        return;
    }
    let (low, high) = values.split_at_mut(values.len() / 2);
    split(low, high, level, block, twiddles);
    evaluate(low, level + 1, 2 * block, twiddles);
    evaluate(high, level + 1, 2 * block + 1, twiddles);
}

/// The inverse of [`evaluate`], times the number of elements, for the inverse factors.
pub(crate) fn interpolate<F: PrimeField>(values: &mut [F], level: u32, block: usize, twiddles: &Twiddles<F>) {
    if values.len() == 1 {
        return;
    }
    let (low, high) = values.split_at_mut(values.len() / 2);
    interpolate(low, level + 1, 2 * block, twiddles);
    interpolate(high, level + 1, 2 * block + 1, twiddles);
    join(low, high, level, block, twiddles);
}

/// The size of blocks that one thread transforms.
#[cfg(feature = "parallel")]
const BLOCK: usize = 1 << 11;

/// As [`evaluate`], on the threads of the caller's rayon pool.
#[cfg(feature = "parallel")]
pub(crate) fn evaluate_parallel<F: PrimeField>(
    values: &mut [F],
    level: u32,
    block: usize,
    twiddles: &Twiddles<F>,
) {
    if values.len() <= BLOCK {
        return evaluate(values, level, block, twiddles);
    }
    let (low, high) = values.split_at_mut(values.len() / 2);
    vorpal_threads::for_each(low.chunks_mut(BLOCK).zip(high.chunks_mut(BLOCK)), |(low, high)| {
        split(low, high, level, block, twiddles);
    });
    vorpal_threads::join(
        || evaluate_parallel(low, level + 1, 2 * block, twiddles),
        || evaluate_parallel(high, level + 1, 2 * block + 1, twiddles),
    );
}

/// As [`interpolate`], on the threads of the caller's rayon pool.
#[cfg(feature = "parallel")]
pub(crate) fn interpolate_parallel<F: PrimeField>(
    values: &mut [F],
    level: u32,
    block: usize,
    twiddles: &Twiddles<F>,
) {
    if values.len() <= BLOCK {
        return interpolate(values, level, block, twiddles);
    }
    let (low, high) = values.split_at_mut(values.len() / 2);
    vorpal_threads::join(
        || interpolate_parallel(low, level + 1, 2 * block, twiddles),
        || interpolate_parallel(high, level + 1, 2 * block + 1, twiddles),
    );
    vorpal_threads::for_each(low.chunks_mut(BLOCK).zip(high.chunks_mut(BLOCK)), |(low, high)| {
        join(low, high, level, block, twiddles);
    });
}

/// Multiplies each value by a factor, on the threads of the caller's rayon pool.
#[cfg(feature = "parallel")]
pub(crate) fn scale_parallel<F: PrimeField>(values: &mut [F], factor: F) {
    vorpal_threads::for_each(values.chunks_mut(BLOCK), |values| {
        values.iter_mut().for_each(|value| *value *= factor);
    });
}

/// A level on halves of a block, or on parts of the halves.
fn split<F: PrimeField>(low: &mut [F], high: &mut [F], level: u32, block: usize, twiddles: &Twiddles<F>) {
    let factor = twiddles.level(level)[block];
    let one = twiddles.is_one(block);
    for (low, high) in low.iter_mut().zip(high) {
        let product = if one { *high } else { factor * *high };
        *high = *low - product;
        *low += product;
    }
}

/// The inverse of [`split`], times two, for the inverse factors.
fn join<F: PrimeField>(low: &mut [F], high: &mut [F], level: u32, block: usize, twiddles: &Twiddles<F>) {
    let factor = twiddles.level(level)[block];
    let one = twiddles.is_one(block);
    for (low, high) in low.iter_mut().zip(high) {
        let difference = *low - *high;
        *low += *high;
        *high = if one { difference } else { difference * factor };
    }
}
