//! The traits of `ff` 0.14.

use ff014 as ff;
use rand_core010::TryRng;
use subtle::{Choice, CtOption};
use vorpal_fields::Fe;

use super::{Element, FieldParameters};
use crate::Repr;

prime_field!({
    /// The residue of `16 N` bytes.
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        Self::random_from(|bytes| rng.try_fill_bytes(bytes))
    }
});
