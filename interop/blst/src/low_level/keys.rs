//! From key material to secret keys, without the pointers of C.

use sha2::{Digest, Sha256};
use vorpal_bls::SecretKey;
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_limbs::stack::wiped;
use zeroize::Zeroizing;

use crate::blst_scalar;

/// The salt of drafts 3 and 4.
const SALT: &[u8] = b"BLS-SIG-KEYGEN-SALT-";

/// `KeyGen` of draft 3, whose salt is not hashed; zero for fewer than 32 bytes.
pub(crate) fn of_draft_3(material: &[u8], info: &[u8]) -> blst_scalar {
    of_draft_5(material, SALT, info)
}

/// `KeyGen` of draft 4, whose salt is hashed; zero for fewer than 32 bytes.
pub(crate) fn of_draft_4(material: &[u8], salt: Option<&[u8]>, info: &[u8]) -> blst_scalar {
    of_draft_5(material, &Sha256::digest(salt.unwrap_or(SALT)), info)
}

/// `KeyGen` of draft 5; zero for fewer than 32 bytes.
pub(crate) fn of_draft_5(material: &[u8], salt: &[u8], info: &[u8]) -> blst_scalar {
    let key = || SecretKey::key_gen_with_salt(material, salt, info).map(|key| scalar_of(&key));
    wiped(|| key().unwrap_or_default())
}

/// The child of a key in the tree of EIP-2333; zero for a scalar that is no key.
pub(crate) fn child(parent: &blst_scalar, index: u32) -> blst_scalar {
    wiped(|| {
        let mut bytes = Zeroizing::new(parent.b);
        bytes.reverse();
        let child = SecretKey::from_be_bytes(&bytes).map(|parent| scalar_of(&parent.derive_child(index)));
        child.unwrap_or_default()
    })
}

fn scalar_of(key: &SecretKey) -> blst_scalar {
    let mut scalar = blst_scalar { b: *key.to_be_bytes() };
    scalar.b.reverse();
    scalar
}

/// `a + b`.
pub(super) fn sum(a: &blst_scalar, b: &blst_scalar) -> Zeroizing<Scalar> {
    Zeroizing::new(*Zeroizing::new(a.residue()) + *Zeroizing::new(b.residue()))
}

/// `a - b`.
pub(super) fn difference(a: &blst_scalar, b: &blst_scalar) -> Zeroizing<Scalar> {
    Zeroizing::new(*Zeroizing::new(a.residue()) - *Zeroizing::new(b.residue()))
}

/// `a b`.
pub(super) fn product(a: &blst_scalar, b: &blst_scalar) -> Zeroizing<Scalar> {
    Zeroizing::new(*Zeroizing::new(a.residue()) * *Zeroizing::new(b.residue()))
}

/// `1 / a`, zero for zero.
pub(super) fn inverse(a: &blst_scalar) -> Zeroizing<Scalar> {
    Zeroizing::new(Zeroizing::new(a.residue()).invert().unwrap_or(Scalar::ZERO))
}
