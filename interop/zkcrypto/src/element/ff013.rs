//! The traits of `ff` 0.13.

use core::convert::Infallible;

use ff013 as ff;
use rand_core06::RngCore;
use subtle::{Choice, CtOption};
use vorpal_fields::Fe;

use super::{Element, FieldParameters};
use crate::Repr;

prime_field!({
    /// The residue of `16 N` bytes.
    fn random(mut rng: impl RngCore) -> Self {
        let Ok(element) = Self::random_from::<Infallible>(|bytes| {
            rng.fill_bytes(bytes);
            Ok(())
        });
        element
    }
});
