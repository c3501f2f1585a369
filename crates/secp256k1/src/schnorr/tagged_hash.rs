//! Tagged hashes of BIP 340, which separate the uses of the hash function.

use sha2::{Digest, Sha256};
use vorpal_fields::primes::Secp256k1Scalar;

/// SHA-256 of `SHA-256(tag) || SHA-256(tag) || parts`.
pub(super) fn tagged_hash(tag: &str, parts: &[&[u8]]) -> [u8; 32] {
    let tag = Sha256::digest(tag);
    let mut hash = Sha256::new().chain_update(tag).chain_update(tag);
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
}

/// The challenge `e`: the hash of the nonce's `r`, the key and the message, modulo the group order.
pub(super) fn challenge(r: &[u8; 32], key: &[u8; 32], message: &[u8]) -> Secp256k1Scalar {
    Secp256k1Scalar::from_be_bytes_reduced(&tagged_hash("BIP0340/challenge", &[r, key, message]))
}
