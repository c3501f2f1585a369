//! The traits of `pairing` 0.23.

use ff013 as ff;
use group013 as group;
use pairing023 as pairing;
use rand_core06::RngCore;
use subtle::{Choice, ConstantTimeEq};
use vorpal_curves::models::weierstrass::Affine;

use super::{EngineParameters, MillerValue, PairedCurve, Pairing, Target};
use crate::{AffinePoint, Element, Point};

pairings!({
    /// A multiple of the generator by a random scalar other than zero.
    fn random(mut rng: impl RngCore) -> Self {
        loop {
            let scalar = <Element<E::Order, 4> as ff::Field>::random(&mut rng);
            if !scalar.0.is_zero_vartime() {
                return <Self as group::Group>::generator() * scalar;
            }
        }
    }
});
