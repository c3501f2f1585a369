//! The traits of `pairing` 0.24.

use ff014 as ff;
use group014 as group;
use pairing024 as pairing;
use rand_core010::TryRng;
use subtle::{Choice, ConstantTimeEq};
use vorpal_curves::models::weierstrass::Affine;

use super::{EngineParameters, MillerValue, PairedCurve, Pairing, Target};
use crate::{AffinePoint, Element, Point};

pairings!({
    /// A multiple of the generator by a random scalar other than zero.
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        loop {
            let scalar = <Element<E::Order, 4> as ff::Field>::try_random(rng)?;
            if !scalar.0.is_zero_vartime() {
                return Ok(<Self as group::Group>::generator() * scalar);
            }
        }
    }
});
