//! The randomness of contributions.

use zeroize::Zeroize;

#[cfg(all(feature = "getrandom", not(all(target_family = "wasm", target_os = "unknown"))))]
use super::SetupError;
use super::blake2b::Blake2b;
use super::sampling::Stream;

/// A source of the secrets of one contribution: 64 bytes of the operating system, mixed with a text of the contributor.
/// It is as good as the better of the two, and is wiped after use.
pub struct Entropy(pub(crate) Stream);

impl core::fmt::Debug for Entropy {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Entropy")
    }
}

impl Entropy {
    /// Randomness of the operating system and a text of the contributor, which may be empty.
    ///
    /// # Errors
    /// [`SetupError::Randomness`] if there is none.
    #[cfg(all(feature = "getrandom", not(all(target_family = "wasm", target_os = "unknown"))))]
    pub fn new(text: &[u8]) -> Result<Self, SetupError> {
        let mut random = [0; 64];
        getrandom::fill(&mut random).map_err(|_| SetupError::Randomness)?;
        let entropy = Self::with_randomness(&random, text);
        random.zeroize();
        Ok(entropy)
    }

    /// As [`new`](Self::new) with 64 bytes of the caller, from a cryptographically secure source and for one
    /// contribution alone.
    pub fn with_randomness(random: &[u8; 64], text: &[u8]) -> Self {
        let mut hash = Blake2b::new();
        hash.update(random);
        hash.update(text);
        let mut seed = hash.finalize();
        let stream = Stream::of(&seed);
        seed.zeroize();
        Self(stream)
    }
}
