//! Reproducible random numbers.

use contender::modulus::modulus;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A stream of bytes that depends only on a seed and a name.
pub(crate) struct Random(ChaCha12Rng);

impl Random {
    pub(crate) fn new(seed: u64, name: &str) -> Self {
        // FNV-1a of the name. Streams of different workloads need to differ; they need not be secret.
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&hash.to_le_bytes());
        Self(ChaCha12Rng::from_seed(key))
    }

    pub(crate) fn bytes(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.0.fill_bytes(&mut bytes);
        bytes
    }

    pub(crate) fn array<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.fill_bytes(&mut bytes);
        bytes
    }

    pub(crate) fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`. The bias is negligible because `bound` is small compared with `2^64`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound.max(1) as u64) as usize
    }

    /// A uniform element of a field, little-endian.
    pub(crate) fn element(&mut self, field: &str) -> Vec<u8> {
        self.below_bytes(&modulus(field))
    }

    /// Uniform elements of a field.
    pub(crate) fn elements(&mut self, field: &str, count: usize) -> Vec<Vec<u8>> {
        let modulus = modulus(field);
        (0..count).map(|_| self.below_bytes(&modulus)).collect()
    }

    /// A uniform number below `bound`, both little-endian, by rejection sampling.
    pub(crate) fn below_bytes(&mut self, bound: &[u8]) -> Vec<u8> {
        let top = bound.iter().rposition(|byte| *byte != 0).expect("the bound is not zero");
        let mask = u8::MAX >> bound[top].leading_zeros();
        loop {
            let mut bytes = self.bytes(bound.len());
            bytes[top + 1..].fill(0);
            bytes[top] &= mask;
            if bytes.iter().rev().lt(bound.iter().rev()) {
                return bytes;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_reproducible_and_differ() {
        let draw = |seed, name: &str| Random::new(seed, name).bytes(16);
        assert_eq!(draw(1, "a"), draw(1, "a"));
        assert_ne!(draw(1, "a"), draw(2, "a"));
        assert_ne!(draw(1, "a"), draw(1, "b"));
    }

    #[test]
    fn numbers_stay_below_their_bound() {
        let mut random = Random::new(0, "bound");
        let mut seen = [false; 5];
        for _ in 0..1000 {
            let number = random.below_bytes(&[5, 0]);
            assert_eq!(number[1], 0);
            seen[usize::from(number[0])] = true;
        }
        assert_eq!(seen, [true; 5]);
    }
}
