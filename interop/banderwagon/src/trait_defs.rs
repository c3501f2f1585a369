//! The traits and functions of arkworks that users of [`Fr`](crate::Fr) and [`Fq`](crate::Fq) call, so that they need
//! no dependency on arkworks.

use alloc::vec::Vec;

pub use ark_ff::{Field, One, PrimeField, Zero, batch_inversion, batch_inversion_and_mul};
pub use ark_serialize::{CanonicalDeserialize, CanonicalSerialize, SerializationError};

/// Replaces each value `v` by `coeff / v` with one inversion, on the calling thread. Zeros remain.
///
/// The products of all preceding values give each inverse from the inverse of the product of all (P. Montgomery,
/// "Speeding the Pollard and elliptic curve methods of factorization", 1987, section 10.3.1).
pub fn serial_batch_inversion_and_mul<F: Field>(v: &mut [F], coeff: &F) {
    let mut product = F::one();
    let before: Vec<F> = v
        .iter()
        .map(|value| {
            let before = product;
            if !value.is_zero() {
                product *= value;
            }
            before
        })
        .collect();
    // A product of values other than zero. Inversion of it fails for no input.
    let Some(inverse) = product.inverse() else { return };
    let mut factor = inverse * coeff;
    for (value, before) in v.iter_mut().zip(before).rev() {
        if !value.is_zero() {
            let next = factor * *value;
            *value = factor * before;
            factor = next;
        }
    }
}
