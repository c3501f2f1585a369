//! Batches of points.

use alloc::vec::Vec;

use ark_ec::short_weierstrass::{Affine, Projective};
use vorpal_fields::Field;

use super::map::map;
use crate::convert::{Counterpart, Curve};

/// The affine points, infinity included. 6M + 1S for each point, and an inversion for each 512 points, or one for all
/// with the feature `parallel`.
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
    let mut inverses = map(points, |point| point.z.to_vorpal());
    #[cfg(feature = "parallel")]
    vorpal_fields::batch_invert_parallel(&mut inverses);
    #[cfg(not(feature = "parallel"))]
    vorpal_fields::batch_invert(&mut inverses);
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        points
            .par_iter()
            .with_min_len(256)
            .zip(&inverses)
            .map(|(point, inverse)| scaled(point, inverse))
            .collect()
    }
    #[cfg(not(feature = "parallel"))]
    points.iter().zip(&inverses).map(|(point, inverse)| scaled(point, inverse)).collect()
}

/// The affine point by the inverse of `Z`. The inverse of zero is zero here, so infinity becomes (0, 0).
fn scaled<P: Curve>(point: &Projective<P>, inverse: &<P::BaseField as Counterpart>::Vorpal) -> Affine<P> {
    let square = inverse.square();
    let (x, y) = (point.x.to_vorpal() * square, point.y.to_vorpal() * square * *inverse);
    Affine::new_unchecked(Counterpart::from_vorpal(&x), Counterpart::from_vorpal(&y))
}
