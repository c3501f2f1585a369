//! Batches of points.

use alloc::vec::Vec;

use ark_ec::short_weierstrass::{Affine, Projective};

use crate::convert::{Counterpart, Curve};

/// The affine points, infinity included. For each 512 points one inversion; for each point 6M + 1S.
///
/// ```
/// # #[cfg(feature = "bls12_381")] {
/// use ark_bls12_381::{G1Affine, G1Projective};
/// use ark_ec::{AffineRepr, PrimeGroup};
/// let points = vorpal_arkworks::functions::normalize_batch(&[G1Projective::generator()]);
/// assert_eq!(points, [G1Affine::generator()]);
/// # }
/// ```
pub fn normalize_batch<P: Curve>(points: &[Projective<P>]) -> Vec<Affine<P>> {
    let mut inverses: Vec<_> = points.iter().map(|point| point.z.to_vorpal()).collect();
    vorpal_fields::batch_invert(&mut inverses);
    let affine = points.iter().zip(inverses).map(|(point, inverse)| {
        // The inverse of zero is zero here, so infinity becomes (0, 0).
        let square = vorpal_fields::Field::square(&inverse);
        let (x, y) = (point.x.to_vorpal() * square, point.y.to_vorpal() * square * inverse);
        Affine::new_unchecked(Counterpart::from_vorpal(&x), Counterpart::from_vorpal(&y))
    });
    affine.collect()
}
