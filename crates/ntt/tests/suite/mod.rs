//! The definition of a transform, over big integers for few points.

pub(crate) mod numbers;

use num_bigint::BigUint;
use vorpal_fields::PrimeField;
use vorpal_ntt::evaluate_at;

use numbers::number;

/// Calls a generic function for the five scalar fields of curves with sums, and two base fields of six limbs.
macro_rules! all_fields {
    ($function:ident) => {
        $function::<vorpal_fields::primes::Bn254Scalar>();
        $function::<vorpal_fields::primes::Bls12_381Scalar>();
        $function::<vorpal_fields::primes::Bls12_377Scalar>();
        $function::<vorpal_fields::primes::BandersnatchScalar>();
        $function::<vorpal_fields::primes::Secp256k1Scalar>();
        $function::<vorpal_fields::primes::Bls12_377Base>();
        $function::<vorpal_fields::primes::Bls12_381Base>();
    };
}
pub(crate) use all_fields;

/// The index at position `i` of a list in bit-reversed order, bit by bit.
pub(crate) fn at(i: usize, bits: u32) -> usize {
    (0..bits).fold(0, |reversed, bit| reversed << 1 | i >> bit & 1)
}

/// The values of polynomials at the points of a domain, by the definition.
pub(crate) struct Values<F> {
    p: BigUint,
    /// The points as integers, in natural order.
    pub(crate) points: Vec<BigUint>,
    elements: Vec<F>,
}

impl<F: PrimeField> Values<F> {
    /// The points `shift w^i` for the `w` that the generator of the field gives.
    pub(crate) fn new(log_size: u32, shift: F) -> Self {
        let p = number(&-F::ONE) + 1u32;
        // The order is checked here. The tests of `fields` check the generator.
        let root = number(&F::ROOT_OF_UNITY).modpow(&(BigUint::from(1u8) << (F::TWO_ADICITY - log_size)), &p);
        if log_size > 0 {
            assert_eq!(root.modpow(&(BigUint::from(1u8) << (log_size - 1)), &p), &p - 1u8);
        }
        let mut points = vec![number(&shift)];
        while points.len() < 1 << log_size {
            points.push(points.last().expect("not empty") * &root % &p);
        }
        let elements = points.iter().map(|point| F::from_le_bytes_reduced(&point.to_bytes_le())).collect();
        Self { p, points, elements }
    }

    /// The values at all points: over integers for at most 32 points, otherwise by Horner's rule.
    pub(crate) fn of(&self, coefficients: &[F]) -> Vec<F> {
        if self.points.len() > 32 {
            return self.elements.iter().map(|point| evaluate_at(coefficients, point)).collect();
        }
        let coefficients: Vec<BigUint> = coefficients.iter().map(number).collect();
        self.points
            .iter()
            .map(|point| {
                let terms = coefficients.iter().enumerate();
                let value: BigUint = terms.map(|(j, a)| a * point.modpow(&BigUint::from(j), &self.p)).sum();
                F::from_le_bytes_reduced(&(value % &self.p).to_bytes_le())
            })
            .collect()
    }
}
