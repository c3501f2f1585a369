//! Generates edge values for arithmetic.

use num_bigint::BigUint;

use crate::random::Random;

/// A modulus and the width of its encoded elements.
pub(super) struct Ring {
    modulus: BigUint,
    bytes: usize,
    edges: Vec<BigUint>,
}

impl Ring {
    /// The ring with this modulus, which is given in little-endian bytes. Their number is a multiple of eight.
    pub(super) fn new(modulus: &[u8]) -> Self {
        let bytes = modulus.len();
        let p = BigUint::from_bytes_le(modulus);
        let (one, radix) = (BigUint::from(1u8), BigUint::from(1u8) << (8 * bytes));
        let mut edges = Vec::new();
        for small in 0u8..4 {
            edges.extend([BigUint::from(small), &p - small - 1u8]);
        }
        let half: BigUint = &p >> 1;
        edges.extend([half.clone(), &half + 1u8]);
        // Patterns of zero and full limbs, as integers and as stored forms: `a R mod p = pattern` for `a = pattern
        // R^-1`.
        let inverse_radix = radix.modinv(&p).expect("the modulus is odd");
        let mut patterns = vec![&radix % &p, &radix * &radix % &p];
        for limb in 1..=bytes / 8 {
            let power = &one << (64 * limb);
            patterns.extend([&power - 1u8, power.clone(), &power + 1u8, &radix - &power]);
        }
        patterns.extend([&p - (&one << 64), &p - (&one << 32), (&one << 63) - 1u8, &one << 63]);
        for pattern in &patterns {
            edges.extend([pattern % &p, pattern * &inverse_radix % &p]);
        }
        edges.sort();
        edges.dedup();
        Self { modulus: p, bytes, edges }
    }

    fn encode(&self, number: &BigUint) -> Vec<u8> {
        let mut bytes = number.to_bytes_le();
        bytes.resize(self.bytes, 0);
        bytes
    }

    /// All edge values, little-endian.
    pub(super) fn edges(&self) -> Vec<Vec<u8>> {
        self.edges.iter().map(|edge| self.encode(edge)).collect()
    }

    /// Strings of the right width that are no elements: `p`, `p + 1`, the largest number.
    pub(super) fn not_canonical(&self) -> Vec<Vec<u8>> {
        let largest = (BigUint::from(1u8) << (8 * self.bytes)) - 1u8;
        [self.modulus.clone(), &self.modulus + 1u8, largest]
            .iter()
            .map(|number| self.encode(number))
            .collect()
    }

    /// An edge value or a random element, with equal probability.
    pub(super) fn element(&self, random: &mut Random) -> Vec<u8> {
        match random.below(2) {
            0 => self.encode(&self.edges[random.below(self.edges.len())]),
            _ => random.below_bytes(&self.encode(&self.modulus)),
        }
    }

    /// The modulus, little-endian.
    pub(super) fn modulus(&self) -> Vec<u8> {
        self.encode(&self.modulus)
    }

    /// The bit length of the modulus.
    pub(super) fn bits(&self) -> usize {
        self.modulus.bits() as usize
    }

    /// `-a`, and zero for zero; `a` is an encoded element.
    pub(super) fn negate(&self, a: &[u8]) -> Vec<u8> {
        let a = BigUint::from_bytes_le(a) % &self.modulus;
        self.encode(&((&self.modulus - a) % &self.modulus))
    }
}

/// The powers `2^0, ..., 2^(count - 1)` in 32 bytes, little-endian.
pub(super) fn powers_of_two(count: usize) -> Vec<Vec<u8>> {
    let power = |bit: usize| {
        let mut bytes = vec![0; 32];
        bytes[bit / 8] = 1 << (bit % 8);
        bytes
    };
    (0..count).map(power).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edge_values_are_canonical_and_invalid_values_are_not() {
        for (field, _) in contender::modulus::FIELDS {
            let modulus = contender::modulus::modulus(field);
            let ring = Ring::new(&modulus);
            let p = BigUint::from_bytes_le(&modulus);
            assert!(ring.edges.len() > 25, "{field}");
            assert!(
                ring.edges()
                    .iter()
                    .all(|edge| edge.len() == modulus.len() && BigUint::from_bytes_le(edge) < p)
            );
            assert!(ring.not_canonical().iter().all(|edge| BigUint::from_bytes_le(edge) >= p));
            let one = ring.encode(&BigUint::from(1u8));
            assert_eq!(BigUint::from_bytes_le(&ring.negate(&one)), &p - 1u8);
            assert_eq!(ring.negate(&vec![0; modulus.len()]), vec![0; modulus.len()]);
        }
    }
}
