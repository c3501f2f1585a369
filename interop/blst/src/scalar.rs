//! Scalars as bytes: secret keys, and weights of batches.

use alloc::vec::Vec;
use core::fmt;

use sha2::Sha256;
use subtle::ConstantTimeEq;
use vorpal_curves::hashing::{Xmd, expand_message};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_limbs::words;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::fields::byte;
use crate::hashing::Empty;

/// An integer of 256 bits, least significant byte first. It is wiped when dropped, and never printed.
#[repr(C)]
#[derive(Clone, Default)]
pub struct blst_scalar {
    /// The bytes.
    pub b: [byte; 32],
}

impl blst_scalar {
    /// The residue modulo the group order of 48 bytes, to which the message is expanded with SHA-256 under this tag.
    /// `None` if it is zero.
    pub fn hash_to(msg: &[u8], dst: &[u8]) -> Option<Self> {
        let mut bytes = Zeroizing::new([0; 48]);
        let expanded = if dst.is_empty() {
            expand_message::<Empty>(msg, dst, &mut bytes[..])
        } else {
            expand_message::<Xmd<Sha256>>(msg, dst, &mut bytes[..])
        };
        expanded.ok()?;
        let scalar = Zeroizing::new(Scalar::from_be_bytes_reduced(&bytes[..]));
        (!bool::from(scalar.is_zero())).then(|| Self::of(&scalar))
    }

    pub(crate) fn of(scalar: &Scalar) -> Self {
        let mut b = [0; 32];
        write(&scalar.to_limbs(), &mut b);
        Self { b }
    }

    /// The limbs, least significant first.
    pub(crate) fn limbs(&self) -> [u64; 4] {
        let (words, _) = self.b.as_chunks::<8>();
        core::array::from_fn(|i| u64::from_le_bytes(words[i]))
    }

    /// The residue modulo the group order. Constant time.
    pub(crate) fn residue(&self) -> Scalar {
        Scalar::from_limbs_reduced(&self.limbs())
    }

    /// Whether this is a secret key: not zero, and below the group order. Constant time.
    pub(crate) fn is_secret_key(&self) -> bool {
        let limbs = Zeroizing::new(self.limbs());
        (words::less(&limbs, &Scalar::MODULUS) & (1 ^ words::is_zero(&limbs))) == 1
    }
}

fn write(limbs: &[u64; 4], bytes: &mut [u8; 32]) {
    for (bytes, limb) in bytes.chunks_exact_mut(8).zip(limbs) {
        bytes.copy_from_slice(&limb.to_le_bytes());
    }
}

/// The lowest `bits` bits of an integer, least significant byte first, as limbs.
///
/// # Panics
/// If there are fewer bytes.
pub(crate) fn lowest_bits(bytes: &[u8], bits: usize) -> Vec<u64> {
    assert!(bytes.len() >= bits.div_ceil(8), "scalar length mismatch");
    let bytes = &bytes[..bits.div_ceil(8)];
    let mut limbs: Vec<u64> = bytes
        .chunks(8)
        .map(|part| {
            let mut limb = [0; 8];
            limb[..part.len()].copy_from_slice(part);
            u64::from_le_bytes(limb)
        })
        .collect();
    if let (Some(last), rest @ 1..) = (limbs.last_mut(), bits % 64) {
        *last &= (1 << rest) - 1;
    }
    limbs
}

impl fmt::Debug for blst_scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("blst_scalar(..)")
    }
}

/// In constant time.
impl PartialEq for blst_scalar {
    fn eq(&self, other: &Self) -> bool {
        self.b.ct_eq(&other.b).into()
    }
}

impl Eq for blst_scalar {}

impl Zeroize for blst_scalar {
    fn zeroize(&mut self) {
        self.b.zeroize();
    }
}

impl Drop for blst_scalar {
    fn drop(&mut self) {
        self.zeroize();
    }
}

impl ZeroizeOnDrop for blst_scalar {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_above_the_number_are_not_part_of_an_integer() {
        let bytes: Vec<u8> = (1..=33).map(|i| 0xf0 | i).collect();
        for bits in 0..=264 {
            let limbs = lowest_bits(&bytes, bits);
            assert_eq!(limbs.len(), bits.div_ceil(64));
            for bit in 0..64 * limbs.len() {
                let expected = bit < bits && bytes[bit / 8] >> (bit % 8) & 1 == 1;
                assert_eq!(limbs[bit / 64] >> (bit % 64) & 1 == 1, expected, "bit {bit} of {bits}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "scalar length mismatch")]
    fn missing_bytes_are_not_read() {
        lowest_bits(&[1; 8], 65);
    }
}
