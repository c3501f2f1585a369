//! A tree of secret keys: EIP-2333.
//!
//! A child is derived from its parent's secret key alone, by the public key of Lamport's one-time signatures: 510
//! blocks of HKDF, each of them hashed. The blocks are hashed as they are computed, so none is kept.

use sha2::{Digest, Sha256};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use zeroize::Zeroizing;

use crate::key_gen::{Expansion, key_gen_of_draft_4};

/// The number of secrets of a Lamport key: as many blocks as HKDF has.
const SECRETS: usize = 255;

/// `derive_master_SK`.
pub(crate) fn master(seed: &[u8]) -> Zeroizing<Scalar> {
    key_gen_of_draft_4(seed, &[])
}

/// `derive_child_SK` of the 32 bytes of the parent.
pub(crate) fn child(parent: &[u8; 32], index: u32) -> Zeroizing<Scalar> {
    let compressed = Zeroizing::new(compressed_lamport_key(parent, index));
    key_gen_of_draft_4(&compressed[..], &[])
}

/// `parent_SK_to_lamport_PK`: the hash of the hashes of all secrets, of those of the parent and of its complement.
fn compressed_lamport_key(parent: &[u8; 32], index: u32) -> [u8; 32] {
    let salt = index.to_be_bytes();
    let complement = Zeroizing::new(parent.map(|byte| !byte));
    let mut key = Sha256::new();
    for material in [parent, &*complement] {
        let mut secrets = Expansion::new(&salt, &[material], &[]);
        for _ in 0..SECRETS {
            key.update(Sha256::digest(secrets.block()));
        }
    }
    key.finalize().into()
}
