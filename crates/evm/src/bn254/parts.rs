//! The same functions on points and integers apart, for clients that split the input.

use vorpal_curves::bn254::{Affine, Bn254G1};
use vorpal_fields::primes::Bn254Scalar;
use vorpal_msm::msm_vartime;
use vorpal_pairing::bn254::Bn254;

use super::{read_g1, read_g2, write_g1};
use crate::Error;
use crate::canonical;
use crate::pairs::product_is_one_vartime;

/// The sum of two points.
///
/// # Errors
/// [`Error::Coordinate`], [`Error::NotOnCurve`].
pub fn add(a: &[u8; 64], b: &[u8; 64]) -> Result<[u8; 64], Error> {
    let sum = canonical::sum_vartime::<Bn254G1, _, 4>(|i| {
        let point = if i < 2 { a } else { b };
        canonical::read(&point[32 * (i % 2)..][..32], i / 2)
    })?;
    let mut bytes = [0; 64];
    for (bytes, coordinate) in bytes.chunks_exact_mut(32).zip(sum) {
        canonical::write(bytes, &coordinate);
    }
    Ok(bytes)
}

/// The multiple of a point by an integer, big-endian.
///
/// # Errors
/// [`Error::Coordinate`], [`Error::NotOnCurve`].
pub fn mul(point: &[u8; 64], scalar: &[u8; 32]) -> Result<[u8; 64], Error> {
    let point = read_g1(point, 0)?;
    let mut scalar = *scalar;
    scalar.reverse();
    let scalar = Bn254Scalar::from_le_bytes_reduced(&scalar);
    // One point and one scalar.
    let product =
        msm_vartime::<[Affine; 1], _>(&[point], &[scalar]).map(|product| product.to_affine_vartime());
    Ok(write_g1(&product.unwrap_or(Affine::IDENTITY)))
}

/// Whether the product of the pairings is one, for points of G1 and G2. True for none.
///
/// # Errors
/// The first failure of the first pair with one: [`Error::Coordinate`], [`Error::NotOnCurve`], and
/// [`Error::NotInSubgroup`] for a point of G2.
pub fn pairing_check<'a>(pairs: impl Iterator<Item = (&'a [u8; 64], &'a [u8; 128])>) -> Result<bool, Error> {
    let pairs = pairs.enumerate().map(|(index, (p, q))| (read_g1(p, index), read_g2(q, index)));
    product_is_one_vartime::<Bn254, 4>(pairs)
}
