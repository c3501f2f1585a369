//! Scalars and points from seeds, as snarkjs derives them: its files can be verified only with the same points.
//!
//! A seed is eight words of 32 bits, most significant byte first, which are the key of ChaCha20. The words of the key
//! stream are pairs, the higher one first, and a number is pairs from its least significant limb on, without the bits
//! above the prime's. A number that is not below the prime is dropped. The others are *stored forms* of elements.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};
use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::{ByteArray, EncodableField, Field, PrimeField};
use zeroize::Zeroize;

use crate::{Coordinate, Curve};

/// The stream of a seed.
pub(crate) struct Stream(ChaCha20Rng);

impl Stream {
    /// The stream of the first 32 bytes of a hash. More bytes are ignored.
    pub(crate) fn of(hash: &[u8]) -> Self {
        let mut seed = [0; 32];
        for (key, word) in seed.as_chunks_mut::<4>().0.iter_mut().zip(hash.as_chunks::<4>().0) {
            *key = u32::from_be_bytes(*word).to_le_bytes();
        }
        let stream = Self(ChaCha20Rng::from_seed(seed));
        seed.zeroize();
        stream
    }

    /// The stream of a beacon: of SHA-256 of the value, `2^exponent` times.
    pub(crate) fn of_beacon(value: &[u8], exponent: u32) -> Self {
        let mut hash = value.to_vec();
        for _ in 0..1u64 << exponent {
            hash = Sha256::digest(&hash).to_vec();
        }
        Self::of(&hash)
    }

    /// An element of a prime field.
    pub(crate) fn element<F: PrimeField + Coordinate>(&mut self) -> F {
        let mut bytes = F::Bytes::ZERO;
        loop {
            for limb in bytes.as_mut().chunks_exact_mut(8) {
                let (high, low) = (self.0.next_u32(), self.0.next_u32());
                limb.copy_from_slice(&(u64::from(high) << 32 | u64::from(low)).to_le_bytes());
            }
            let unused = 8 * F::BYTES - F::BITS;
            if let Some(last) = bytes.as_mut().last_mut() {
                *last &= u8::MAX >> unused;
            }
            if let Some(element) = F::read_stored(bytes.as_ref()) {
                bytes.as_mut().zeroize();
                return element;
            }
        }
    }

    /// A point of the prime subgroup, without a known logarithm: an abscissa, the sign of the ordinate, and then the
    /// multiple by the cofactor. Time depends on the point.
    pub(crate) fn point<G: WeierstrassCurve<Base: Coordinate<Coefficient: Coordinate>>>(
        &mut self,
    ) -> Affine<G> {
        loop {
            let mut coefficients = [<G::Base as Coordinate>::Coefficient::ZERO; 2];
            let coefficients = &mut coefficients[..G::Base::DEGREE];
            coefficients.iter_mut().for_each(|number| *number = self.element());
            let larger = self.0.next_u32() & 1 == 1;
            let Some((point, opposite)) =
                G::Base::from_coefficients(coefficients).and_then(Affine::<G>::lift_x_vartime)
            else {
                continue;
            };
            let is_larger = bool::from(point.raw_coordinates().1.is_lexicographically_largest());
            let point = if is_larger == larger { point } else { opposite };
            if G::HAS_PRIME_ORDER {
                return point;
            }
            return vorpal_curves::models::weierstrass::Jacobian::from_affine(&point)
                .mul_limbs_vartime(G::COFACTOR)
                .to_affine_vartime();
        }
    }
}

/// The point of G2 to which a hash is mapped.
pub(crate) fn hash_to_g2<C: Curve>(hash: &[u8; 64]) -> Affine<C::G2> {
    Stream::of(hash).point()
}
