//! Registers number-theoretic transforms.

use std::hint::black_box;

use crate::prepared::Prepared;
use crate::registry::{Contender, Refusal};

/// The binary logarithms of the sizes.
pub const LOG_SIZES: [u32; 2] = [16, 20];

/// The number of values in the result.
const COMPARED: usize = 64;

/// Registers the transform of a field from coefficients to values at the powers of a root of unity, both in natural
/// order and in the same memory. `transform(log_size)` prepares one, which is not timed.
pub fn transforms<F: Clone + 'static, T: FnMut(&mut Vec<F>) + 'static>(
    contender: &mut Contender,
    field: &str,
    path: &str,
    decode: fn(&[u8]) -> Option<F>,
    encode: fn(&F) -> Vec<u8>,
    transform: impl Fn(u32) -> T + Copy + 'static,
) {
    for log_size in LOG_SIZES {
        contender.offer(format!("ntt.{field}.2^{log_size}.t1"), path, move |input| {
            let mut values = input.decode(0, "an element of the field", decode)?;
            if !values.len().is_power_of_two() {
                return Err(Refusal(format!("column 0 has {} rows, not a power of two", values.len())));
            }
            let mut transform = transform(values.len().ilog2());
            transform(&mut values);
            let result: Vec<Vec<u8>> = compared(values.len()).map(|index| encode(&values[index])).collect();
            Ok(Prepared::new(1, result, move |iterations| {
                for _ in 0..iterations {
                    transform(black_box(&mut values));
                }
            }))
        });
    }
}

/// The indices of the compared values: the multiples of an odd number, modulo the size.
fn compared(size: usize) -> impl Iterator<Item = usize> {
    (0..COMPARED).map(move |i| i * 0x9e37_79b1 % size)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn compared_values_are_distinct() {
        for log_size in LOG_SIZES {
            let indices: BTreeSet<usize> = compared(1 << log_size).collect();
            assert_eq!(indices.len(), COMPARED);
        }
    }
}
