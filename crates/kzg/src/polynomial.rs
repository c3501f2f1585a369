//! The polynomial of a blob, given by its values at the 4,096th roots of unity.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_fields::batch_invert;
use vorpal_fields::primes::Bls12_381Scalar as Scalar;

use crate::domains::{Domains, ORDER, inverse_of_power_of_two, transform};
use crate::parameters::SCALARS_PER_BLOB;

/// The values of a product that are computed together: they stay in the cache.
const AT_ONCE: usize = 256;

/// `f(z)` for the polynomial with these values. No inversion, for any `z`; `3 n` products with `n = 4096`.
///
/// `f(X) = e(X^2) + X o(X^2)`, and for each root of unity `v` of order `n`
///
/// ```text
/// f(v) + f(-v) = 2 e(v^2),    f(v) - f(-v) = 2 v o(v^2).
/// ```
///
/// So `g = e + z o` has `2 g(v^2) = (f(v) + f(-v)) + (f(v) - f(-v)) z / v`, half as many values, and `g(z^2) = f(z)`.
/// In bit-reversed order `v` and `-v` are neighbours, and the points `v^2` of the pairs have that order too. After
/// `log2 n` such steps the value remains, times `n`. The factor of step `k + 1` at `v^2` is the square of that of step
/// `k` at `v`, since `z` becomes `z^2`.
pub(crate) fn evaluate(values: &[Scalar], z: &Scalar) -> Scalar {
    debug_assert_eq!(values.len(), SCALARS_PER_BLOB);
    let mut factors = Domains::get().inverses.clone();
    scale(&mut factors, z);
    let mut values = values.to_vec();
    let mut differences = Vec::with_capacity(values.len() / 2);
    while values.len() > 1 {
        let pairs = values.len() / 2;
        differences.clear();
        for pair in 0..pairs {
            let [first, second] = [values[2 * pair], values[2 * pair + 1]];
            differences.push(first - second);
            values[pair] = first + second;
        }
        values.truncate(pairs);
        Scalar::mul_assign_batch(&mut differences, &factors);
        values.iter_mut().zip(&differences).for_each(|(value, difference)| *value += *difference);
        // The point of pair i is v, and that of pair 2 i in the next step is the square of that of pair 2 i here.
        factors = factors.iter().step_by(2).map(Scalar::square).collect();
        factors.truncate(pairs / 2);
    }
    values[0] * inverse_of_power_of_two(SCALARS_PER_BLOB.trailing_zeros())
}

/// The product of all values by a factor.
fn scale(values: &mut [Scalar], factor: &Scalar) {
    let factors = [*factor; AT_ONCE];
    for values in values.chunks_mut(AT_ONCE) {
        Scalar::mul_assign_batch(values, &factors[..values.len()]);
    }
}

/// The values of the quotient `(f(X) - f(z)) / (X - z)` at the roots of unity, and `f(z)`.
///
/// At points `v != z` a value is `(f(v) - f(z)) / (v - z)`. If `z` is a root of unity itself, the value there is the
/// derivative of `f`:
///
/// ```text
/// f'(z) = sum over v != z of (f(v) - f(z)) v / (z (z - v)).
/// ```
///
/// For the Lagrange polynomials `L_v(X) = v (X^n - 1) / (n (X - v))`: `L_v'(z) = v / (z (z - v))` at a root `z != v`,
/// and the derivative of the constant `f(z) = f(z) sum of L_v` is zero.
pub(crate) fn quotient(values: &[Scalar], z: &Scalar) -> (Vec<Scalar>, Scalar) {
    let domains = Domains::get();
    let mut points = vec![Scalar::ZERO; values.len()];
    for (pair, points) in points.as_chunks_mut::<2>().0.iter_mut().enumerate() {
        let exponent = 2 * ((2 * pair).reverse_bits() >> (usize::BITS - SCALARS_PER_BLOB.trailing_zeros()));
        let point = domains.power(exponent);
        *points = [point, -point];
    }
    let mut inverses: Vec<Scalar> = points.iter().map(|point| *point - *z).collect();
    // Zero remains zero.
    batch_invert(&mut inverses);
    let inside = points.iter().position(|point| point == z);
    let y = match inside {
        Some(index) => values[index],
        None => evaluate(values, z),
    };
    let mut quotient: Vec<Scalar> = values.iter().map(|value| *value - y).collect();
    Scalar::mul_assign_batch(&mut quotient, &inverses);
    if let Some(index) = inside {
        // (f(v) - f(z)) / (z - v) is the opposite of the quotient at v.
        let sum: Scalar = quotient.iter().zip(&points).map(|(quotient, point)| *quotient * *point).sum();
        // 1 / z is the conjugate root: z^(n - 1).
        let inverse = domains.power(2 * (SCALARS_PER_BLOB - exponent_of(index)));
        quotient[index] = -(sum * inverse);
    }
    (quotient, y)
}

/// The exponent of point `index` of a blob as a power of the root of unity of order 4,096.
fn exponent_of(index: usize) -> usize {
    index.reverse_bits() >> (usize::BITS - SCALARS_PER_BLOB.trailing_zeros())
}

/// The coefficients of the polynomial with these values.
pub(crate) fn coefficients(values: &[Scalar]) -> Vec<Scalar> {
    let mut coefficients = values.to_vec();
    transform(Domains::get().blob.interpolate(&mut coefficients, ORDER));
    coefficients
}

/// The values on cells 64 to 127 of the polynomial with these coefficients, in place.
pub(crate) fn extend(coefficients: &mut [Scalar]) {
    transform(Domains::get().extension.evaluate(coefficients, ORDER));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of a polynomial with random coefficients.
    fn random() -> (Vec<Scalar>, Vec<Scalar>) {
        let mut state = Scalar::from(3);
        let coefficients: Vec<Scalar> = (0..SCALARS_PER_BLOB)
            .map(|i| {
                state = state.square() + Scalar::from(i as u64);
                state
            })
            .collect();
        let mut values = coefficients.clone();
        Domains::get().blob.evaluate(&mut values, ORDER).unwrap();
        (coefficients, values)
    }

    fn horner(coefficients: &[Scalar], z: &Scalar) -> Scalar {
        coefficients.iter().rev().fold(Scalar::ZERO, |sum, coefficient| sum * *z + *coefficient)
    }

    #[test]
    fn values_are_those_of_the_coefficients() {
        let (expected, values) = random();
        assert_eq!(coefficients(&values), expected);
        let root = Domains::get().power(2 * 17);
        for z in [Scalar::ZERO, Scalar::ONE, -Scalar::ONE, Scalar::from(5), root, root * Scalar::from(3)] {
            assert_eq!(evaluate(&values, &z), horner(&expected, &z));
        }
    }

    #[test]
    fn quotients_are_those_of_a_division() {
        let (coefficients, values) = random();
        let root = Domains::get().power(2 * 77);
        for z in [Scalar::ZERO, Scalar::ONE, -Scalar::ONE, Scalar::from(5), root] {
            let (found, y) = quotient(&values, &z);
            assert_eq!(y, horner(&coefficients, &z));
            // Synthetic division.
            let mut expected = vec![Scalar::ZERO; SCALARS_PER_BLOB];
            for i in (1..SCALARS_PER_BLOB).rev() {
                let above = expected.get(i).copied().unwrap_or(Scalar::ZERO);
                expected[i - 1] = above * z + coefficients[i];
            }
            Domains::get().blob.evaluate(&mut expected, ORDER).unwrap();
            assert!(found == expected);
        }
    }
}
