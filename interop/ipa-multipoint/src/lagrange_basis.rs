//! Polynomials by their values at `0, 1, ..., n - 1`.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Add, Mul, Neg, Sub};

use banderwagon::{Fr, One, Zero, batch_inversion, serial_batch_inversion_and_mul};

/// A polynomial of degree below `n` by its values at `0, 1, ..., n - 1`.
///
/// Missing values are zero, in sums, commitments and proofs. So the neutral element of sums has no values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LagrangeBasis {
    values: Vec<Fr>,
}

impl LagrangeBasis {
    /// The polynomial with these values.
    pub fn new(values: Vec<Fr>) -> Self {
        Self { values }
    }

    /// The values at `0, 1, ..., n - 1`.
    pub fn values(&self) -> &[Fr] {
        &self.values
    }

    /// The value at `index`.
    ///
    /// # Panics
    /// Unless `index < n`.
    pub fn evaluate_in_domain(&self, index: usize) -> Fr {
        self.values[index]
    }

    /// The value at `index`, which is zero if it is missing.
    pub(crate) fn value_or_zero(&self, index: usize) -> Fr {
        self.values.get(index).copied().unwrap_or(Fr::zero())
    }

    /// The values at `0, 1, ..., n - 1`, of a polynomial with at most `n` values.
    pub(crate) fn filled(&self, n: usize) -> Vec<Fr> {
        (0..n).map(|index| self.value_or_zero(index)).collect()
    }

    /// `(f(X) - f(z)) / (X - z)` for `z` in the domain. The weights are those of the domain of this polynomial.
    ///
    /// At `i` other than `z` the value is `(f(i) - f(z)) / (i - z)`. At `z` it is the derivative of `f`, which is
    /// `-A'(z) sum of q(i) / A'(i)` over the others (D. Feist, "PCS multiproofs using random evaluation", 2021).
    pub(crate) fn divide_by_linear_vanishing(&self, weights: &PrecomputedWeights, z: usize) -> Self {
        let mut quotient = vec![Fr::zero(); self.values.len()];
        let mut at_z = Fr::zero();
        for (i, value) in self.values.iter().enumerate() {
            if i != z {
                let inverse = weights.get_inverted_element(i.abs_diff(z), i < z);
                quotient[i] = (*value - self.values[z]) * inverse;
                at_z -= quotient[i] * weights.get_inverse_barycentric_weight(i);
            }
        }
        quotient[z] = at_z * weights.get_barycentric_weight(z);
        Self::new(quotient)
    }

    /// The Lagrange polynomials of the domain at a point, `L_i(t) = A(t) / (A'(i) (t - i))`, or one and zeros if the
    /// point is in the domain.
    pub(crate) fn evaluate_lagrange_coefficients(
        weights: &PrecomputedWeights,
        n: usize,
        point: Fr,
    ) -> Vec<Fr> {
        let distances: Vec<Fr> = (0..n).map(|i| point - integer(i)).collect();
        if let Some(index) = distances.iter().position(Zero::is_zero) {
            return (0..n).map(|i| if i == index { Fr::one() } else { Fr::zero() }).collect();
        }
        let at_point = distances.iter().fold(Fr::one(), |product, distance| product * distance);
        let mut values: Vec<Fr> = distances
            .iter()
            .enumerate()
            .map(|(i, distance)| weights.get_barycentric_weight(i) * distance)
            .collect();
        serial_batch_inversion_and_mul(&mut values, &at_point);
        values
    }
}

impl Add<&Self> for LagrangeBasis {
    type Output = Self;

    /// The sum, with as many values as the longer of the two.
    fn add(mut self, other: &Self) -> Self {
        self.values.resize(self.values.len().max(other.values.len()), Fr::zero());
        for (value, other) in self.values.iter_mut().zip(&other.values) {
            *value += other;
        }
        self
    }
}

impl Add for LagrangeBasis {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self + &other
    }
}

impl Neg for LagrangeBasis {
    type Output = Self;

    fn neg(mut self) -> Self {
        self.values.iter_mut().for_each(|value| *value = -*value);
        self
    }
}

impl Neg for &LagrangeBasis {
    type Output = LagrangeBasis;

    fn neg(self) -> LagrangeBasis {
        -self.clone()
    }
}

impl Mul<Fr> for LagrangeBasis {
    type Output = Self;

    fn mul(mut self, factor: Fr) -> Self {
        self.values.iter_mut().for_each(|value| *value *= factor);
        self
    }
}

impl Mul<&Fr> for LagrangeBasis {
    type Output = Self;

    fn mul(self, factor: &Fr) -> Self {
        self * *factor
    }
}

impl Sub<&Fr> for LagrangeBasis {
    type Output = Self;

    fn sub(mut self, constant: &Fr) -> Self {
        self.values.iter_mut().for_each(|value| *value -= constant);
        self
    }
}

impl Sub<&Fr> for &LagrangeBasis {
    type Output = LagrangeBasis;

    fn sub(self, constant: &Fr) -> LagrangeBasis {
        self.clone() - constant
    }
}

impl Sub<Self> for &LagrangeBasis {
    type Output = LagrangeBasis;

    /// The difference, with as many values as the longer of the two.
    fn sub(self, other: Self) -> LagrangeBasis {
        -other + self
    }
}

/// Constants of the domain `0, 1, ..., n - 1`: with `A(X) = X (X - 1) ... (X - n + 1)`, the derivatives `A'(i)`, their
/// inverses, and the inverses of `1, ..., n - 1`.
#[derive(Clone, Debug)]
pub struct PrecomputedWeights {
    derivatives: Vec<Fr>,
    inverse_derivatives: Vec<Fr>,
    /// `1 / k` at index `k`; zero at index 0.
    inverses: Vec<Fr>,
}

impl PrecomputedWeights {
    /// The constants of the domain `0, 1, ..., domain_size - 1`. Two inversions.
    ///
    /// The factors `i - j` of `A'(i)` are positive for `j < i`, with the product `i!`. The other `n - 1 - i` are
    /// negative, with the product `(n - 1 - i)!` up to sign.
    pub fn new(domain_size: usize) -> Self {
        let mut factorials: Vec<Fr> = Vec::with_capacity(domain_size);
        for i in 0..domain_size {
            factorials.push(factorials.last().map_or(Fr::one(), |factorial| *factorial * integer(i)));
        }
        let derivatives: Vec<Fr> = (0..domain_size)
            .map(|i| {
                let magnitude = factorials[i] * factorials[domain_size - 1 - i];
                if (domain_size - 1 - i).is_multiple_of(2) { magnitude } else { -magnitude }
            })
            .collect();
        let mut inverse_derivatives = derivatives.clone();
        batch_inversion(&mut inverse_derivatives);
        let mut inverses: Vec<Fr> = (0..domain_size).map(integer).collect();
        batch_inversion(&mut inverses);
        Self { derivatives, inverse_derivatives, inverses }
    }

    /// The number of points of the domain.
    pub fn domain_size(&self) -> usize {
        self.derivatives.len()
    }

    /// `1 / domain_element`, or its negative.
    ///
    /// # Panics
    /// Unless `0 < domain_element < n`.
    pub fn get_inverted_element(&self, domain_element: usize, is_negative: bool) -> Fr {
        assert!(domain_element != 0, "zero has no inverse");
        let inverse = self.inverses[domain_element];
        if is_negative { -inverse } else { inverse }
    }

    /// `A'(m) / A'(i)`.
    ///
    /// # Panics
    /// Unless `m < n` and `i < n`.
    pub fn get_ratio_of_barycentric_weights(&self, m: usize, i: usize) -> Fr {
        self.derivatives[m] * self.inverse_derivatives[i]
    }

    /// `A'(i)`.
    ///
    /// # Panics
    /// Unless `i < n`.
    pub fn get_barycentric_weight(&self, i: usize) -> Fr {
        self.derivatives[i]
    }

    /// `1 / A'(i)`.
    ///
    /// # Panics
    /// Unless `i < n`.
    pub fn get_inverse_barycentric_weight(&self, i: usize) -> Fr {
        self.inverse_derivatives[i]
    }

    /// `A'(domain_element)` by its definition, the product of `domain_element - j` over the other points `j` of a
    /// domain.
    pub fn compute_barycentric_weight_for(domain_element: usize, domain_size: usize) -> Fr {
        let others = (0..domain_size).filter(|other| *other != domain_element);
        others.fold(Fr::one(), |product, other| product * (integer(domain_element) - integer(other)))
    }
}

/// The scalar of an index.
pub(crate) fn integer(i: usize) -> Fr {
    Fr::from(i as u64)
}
