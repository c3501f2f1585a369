//! The blinding factors of a proof.

use zeroize::Zeroizing;

use crate::Curve;
#[cfg(all(feature = "getrandom", not(all(target_family = "wasm", target_os = "unknown"))))]
use crate::ProverError;

/// The random numbers `r` and `s` of a proof, which hide the witness. They are wiped when dropped.
///
/// Each proof needs numbers of its own: two proofs with the same ones, or numbers that others know, reveal linear
/// combinations of the witness.
pub struct Blinding<C: Curve> {
    r: Zeroizing<C::Scalar>,
    s: Zeroizing<C::Scalar>,
}

impl<C: Curve> core::fmt::Debug for Blinding<C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Blinding(..)")
    }
}

impl<C: Curve> Blinding<C> {
    /// Numbers of the operating system: residues of 512 bits each, so that their distribution differs from the uniform
    /// one by less than `2^-256`.
    ///
    /// # Errors
    /// [`ProverError::Randomness`] if there are none.
    #[cfg(all(feature = "getrandom", not(all(target_family = "wasm", target_os = "unknown"))))]
    pub fn random() -> Result<Self, ProverError> {
        let mut bytes = Zeroizing::new([0; 128]);
        getrandom::fill(&mut *bytes).map_err(|_| ProverError::Randomness)?;
        Ok(Self::from_bytes(&bytes))
    }

    /// Numbers from 128 bytes, which the caller must draw from a cryptographically secure source, for one proof alone.
    pub fn from_bytes(bytes: &[u8; 128]) -> Self {
        use vorpal_fields::PrimeField;
        let (r, s) = bytes.split_at(64);
        let [r, s] = [r, s].map(|half| Zeroizing::new(C::Scalar::from_le_bytes_reduced(half)));
        Self { r, s }
    }

    pub(super) fn r(&self) -> &C::Scalar {
        &self.r
    }

    pub(super) fn s(&self) -> &C::Scalar {
        &self.s
    }
}
