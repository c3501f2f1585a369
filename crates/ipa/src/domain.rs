//! Polynomials in evaluation form on the domain `0, 1, ..., 255`: Lagrange polynomials and quotients.

use alloc::boxed::Box;

use once_cell::race::OnceBox;
use vorpal_fields::batch_invert;

use crate::{Scalar, WIDTH};

/// The values of a polynomial of degree below 256 at `0, 1, ..., 255`.
pub(crate) type Values = [Scalar; WIDTH];

/// The interpolation domain `0, 1, ..., 255`.
///
/// With `A(X) = X (X - 1) ... (X - 255)` and its derivative `A'`, the Lagrange polynomials in barycentric form are
/// `L_i(X) = A(X) / (A'(i) (X - i))` (J.-P. Berrut, L. N. Trefethen, "Barycentric Lagrange interpolation", 2004).
pub(crate) struct Domain {
    /// `1 / k` for `k = -255, ..., 255` at index `k + 255`; zero for `k = 0`.
    inverses: [Scalar; 2 * WIDTH - 1],
    /// `A'(i)`, the product of `i - j` over all `j` except `i`.
    derivatives: Values,
    /// `1 / A'(i)`.
    weights: Values,
}

static DOMAIN: OnceBox<Domain> = OnceBox::new();

impl Domain {
    /// The domain, computed on first use with two inversions and some thousand multiplications.
    pub(crate) fn get() -> &'static Self {
        DOMAIN.get_or_init(|| Box::new(Domain::new()))
    }

    fn new() -> Self {
        let mut inverses = [Scalar::ZERO; 2 * WIDTH - 1];
        for k in 1..WIDTH {
            inverses[WIDTH - 1 + k] = integer(k);
            inverses[WIDTH - 1 - k] = -integer(k);
        }
        batch_invert(&mut inverses);
        // i! at index i.
        let mut factorials = [Scalar::ONE; WIDTH];
        for i in 1..WIDTH {
            factorials[i] = factorials[i - 1] * integer(i);
        }
        // The factors i - j for j < i are positive and have the product i!. The 255 - i others are negative and have
        // the product (255 - i)! up to sign.
        let derivatives = core::array::from_fn(|i| {
            let magnitude = factorials[i] * factorials[WIDTH - 1 - i];
            if (WIDTH - 1 - i).is_multiple_of(2) { magnitude } else { -magnitude }
        });
        let mut weights = derivatives;
        batch_invert(&mut weights);
        Self { inverses, derivatives, weights }
    }

    /// `1 / (t - i)` for each `i`; zero if `t = i`. One inversion.
    pub(crate) fn inverse_distances(t: &Scalar) -> Values {
        let mut distances = distances(t);
        batch_invert(&mut distances);
        distances
    }

    /// `L_i(t)` for each `i`, from the [`inverse_distances`](Self::inverse_distances) of `t`. 768M.
    pub(crate) fn lagrange(&self, t: &Scalar, inverse_distances: &Values) -> Values {
        let distances = distances(t);
        if let Some(i) = distances.iter().position(|distance| *distance == Scalar::ZERO) {
            return core::array::from_fn(|j| if j == i { Scalar::ONE } else { Scalar::ZERO });
        }
        let at_t: Scalar = distances.iter().fold(Scalar::ONE, |product, distance| product * *distance);
        let mut values = [Scalar::ZERO; WIDTH];
        Scalar::mul_batch(&mut values, &self.weights, inverse_distances);
        values.map(|value| value * at_t)
    }

    /// The values of `q(X) = (f(X) - f(z)) / (X - z)`. Costs 257M and 256 products of one sum.
    ///
    /// For `j` other than `z`, `q(j) = (f(j) - f(z)) / (j - z)`. At `z`, `q` equals the derivative of `f`, which is
    /// `f'(z) = sum of f(j) L_j'(z)`. For `j` other than `z`, `L_j'(z) = A'(z) / (A'(j) (z - j))`, and all `L_j'(z)`
    /// add up to zero. So `q(z) = -A'(z) sum of q(j) / A'(j)` over `j` other than `z`.
    pub(crate) fn quotient(&self, f: &Values, z: u8) -> Values {
        let z = usize::from(z);
        let differences = f.map(|value| value - f[z]);
        let mut quotient = [Scalar::ZERO; WIDTH];
        Scalar::mul_batch(&mut quotient, &differences, &self.inverses[WIDTH - 1 - z..][..WIDTH]);
        quotient[z] = -self.derivatives[z] * inner_product(&quotient, &self.weights);
        quotient
    }
}

/// `t - i` for each `i`.
fn distances(t: &Scalar) -> Values {
    core::array::from_fn(|i| *t - integer(i))
}

fn integer(i: usize) -> Scalar {
    Scalar::from(i as u64)
}

/// `a_0 b_0 + a_1 b_1 + ...` for vectors of the same length.
pub(crate) fn inner_product(a: &[Scalar], b: &[Scalar]) -> Scalar {
    debug_assert_eq!(a.len(), b.len());
    a.iter().copied().zip(b.iter().copied()).collect::<vorpal_fields::Acc<_, 4>>().reduce()
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// `c_0 + c_1 x + ...`.
    fn evaluate(coefficients: &[Scalar], x: &Scalar) -> Scalar {
        coefficients.iter().rev().fold(Scalar::ZERO, |sum, c| sum * *x + *c)
    }

    fn coefficients(number: u64) -> Vec<Scalar> {
        (0..number).map(|i| Scalar::from(i * i + 3).pow_vartime(&[5 * i + 7])).collect()
    }

    fn values(coefficients: &[Scalar]) -> Values {
        core::array::from_fn(|i| evaluate(coefficients, &integer(i)))
    }

    #[test]
    fn lagrange_polynomials_evaluate_polynomials() {
        let coefficients = coefficients(256);
        let f = values(&coefficients);
        let points = [0, 1, 2, 254, 255, 256, 257, 2101, u64::MAX].map(Scalar::from);
        for t in points.into_iter().chain([-Scalar::ONE, -Scalar::from(255), coefficients[77]]) {
            let lagrange = Domain::get().lagrange(&t, &Domain::inverse_distances(&t));
            assert_eq!(inner_product(&f, &lagrange), evaluate(&coefficients, &t), "at {t:?}");
        }
    }

    #[test]
    fn quotients_agree_with_synthetic_division() {
        for number in [1, 2, 3, 255, 256] {
            let coefficients = coefficients(number);
            let f = values(&coefficients);
            for z in [0, 1, 127, 128, 254, 255] {
                // Horner's scheme at z gives the quotient's coefficients, highest first, and then f(z).
                let mut rest = Scalar::ZERO;
                let mut scheme: Vec<Scalar> = coefficients
                    .iter()
                    .rev()
                    .map(|c| {
                        rest = rest * Scalar::from(u64::from(z)) + *c;
                        rest
                    })
                    .collect();
                assert_eq!(scheme.pop(), Some(f[usize::from(z)]));
                scheme.reverse();
                assert_eq!(Domain::get().quotient(&f, z), values(&scheme), "degree below {number}, at {z}");
            }
        }
    }
}
