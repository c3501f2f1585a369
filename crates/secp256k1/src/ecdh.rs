//! Diffie-Hellman key exchange (SEC 1, version 2, section 3.3.1).

use core::fmt;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_curves::secp256k1::encoding::Sec1;
use vorpal_limbs::stack::wiped_with_tables;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::multiply::product;
use crate::{PublicKey, SecretKey};

impl SecretKey {
    /// The shared secret `d Q` of this key and the other side's public key. Constant time: 125 doublings of 7M, 52
    /// additions of 12M, 207M for multiples and conversions, and an inversion.
    ///
    /// A [`PublicKey`] is a point of the curve, and the order of the curve is prime. So small-subgroup attacks and
    /// invalid-curve attacks are impossible.
    pub fn diffie_hellman(&self, other: &PublicKey) -> SharedSecret {
        wiped_with_tables(|| {
            let point = product::<Secp256k1>(self.scalar(), &other.point()).to_affine();
            let (x, y) = point.raw_coordinates();
            SharedSecret { compressed: Sec1::compressed(x, y) }
        })
    }
}

/// A shared secret: a point. It is wiped when dropped, and never printed.
#[derive(Clone)]
pub struct SharedSecret {
    compressed: [u8; 33],
}

impl SharedSecret {
    /// The `x` of the point, big-endian: the shared secret of SEC 1, NIST SP 800-56A and JOSE. It is not uniformly
    /// random: derive keys from it with a hash.
    pub fn x(&self) -> Zeroizing<[u8; 32]> {
        let mut x = Zeroizing::new([0; 32]);
        x.copy_from_slice(&self.compressed[1..]);
        x
    }

    /// SHA-256 of the compressed point, the default of libsecp256k1.
    pub fn sha256(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(Sha256::digest(self.compressed.as_slice()).into())
    }
}

impl fmt::Debug for SharedSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedSecret(..)")
    }
}

impl ConstantTimeEq for SharedSecret {
    fn ct_eq(&self, other: &Self) -> subtle::Choice {
        self.compressed.ct_eq(&other.compressed)
    }
}

impl Drop for SharedSecret {
    fn drop(&mut self) {
        self.compressed.zeroize();
    }
}

impl ZeroizeOnDrop for SharedSecret {}
