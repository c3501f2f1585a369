//! BLS signatures, by the crate's interface to them (`min_pk`).

use std::cell::Cell;

use blst::min_pk::{AggregatePublicKey, AggregateSignature, PublicKey, SecretKey, Signature};
use blst::{BLST_ERROR, blst_scalar};
use contender::bls::{Bls, Paths, Set};

/// The suite of Ethereum.
const TAG: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

struct Blst;

/// Nonzero 64-bit weights, as consensus clients draw them. They come from a counter here: drawing them is not measured.
fn weights(count: usize) -> Vec<blst_scalar> {
    thread_local!(static STATE: Cell<u64> = const { Cell::new(2026) });
    let weight = |_| {
        let state = STATE.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
        STATE.set(state);
        let mixed = (state ^ state >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mut weight = blst_scalar::default();
        weight.b[..8].copy_from_slice(&((mixed ^ mixed >> 29) | 1).to_le_bytes());
        weight
    };
    (0..count).map(weight).collect()
}

impl Bls for Blst {
    type Key = PublicKey;
    type Signature = Signature;
    type Table = Vec<PublicKey>;
    type Committee = Vec<PublicKey>;

    fn public_key(secret: &[u8]) -> Option<PublicKey> {
        Some(SecretKey::from_bytes(secret).ok()?.sk_to_pk())
    }

    fn sign(secret: &[u8], message: &[u8]) -> Option<Vec<u8>> {
        Some(SecretKey::from_bytes(secret).ok()?.sign(message, TAG, &[]).compress().to_vec())
    }

    fn keys(encodings: &[Vec<u8>]) -> Vec<Option<PublicKey>> {
        // `key_validate` accepts the uncompressed form too; clients check the length first.
        let key =
            |bytes: &Vec<u8>| if bytes.len() == 48 { PublicKey::key_validate(bytes).ok() } else { None };
        encodings.iter().map(key).collect()
    }

    fn signatures(encodings: &[Vec<u8>]) -> Vec<Option<Signature>> {
        let signature =
            |bytes: &Vec<u8>| if bytes.len() == 96 { Signature::uncompress(bytes).ok() } else { None };
        encodings.iter().map(signature).collect()
    }

    fn encode_key(key: &PublicKey) -> Vec<u8> {
        key.compress().to_vec()
    }

    fn aggregate(encodings: &[Vec<u8>]) -> Option<Vec<u8>> {
        let signatures: Vec<Signature> = Self::signatures(encodings).into_iter().collect::<Option<_>>()?;
        let signatures: Vec<&Signature> = signatures.iter().collect();
        Some(AggregateSignature::aggregate(&signatures, true).ok()?.to_signature().compress().to_vec())
    }

    fn verify(key: &PublicKey, message: &[u8], signature: &Signature) -> bool {
        signature.verify(true, message, TAG, &[], key, false) == BLST_ERROR::BLST_SUCCESS
    }

    fn fast_aggregate_verify(keys: &[PublicKey], message: &[u8], signature: &Signature) -> bool {
        let keys: Vec<&PublicKey> = keys.iter().collect();
        signature.fast_aggregate_verify(true, message, TAG, &keys) == BLST_ERROR::BLST_SUCCESS
    }

    fn aggregate_verify(members: &[(PublicKey, Vec<u8>)], signature: &Signature) -> bool {
        let messages: Vec<&[u8]> = members.iter().map(|(_, message)| message.as_slice()).collect();
        let keys: Vec<&PublicKey> = members.iter().map(|(key, _)| key).collect();
        signature.aggregate_verify(true, &messages, TAG, &keys, false) == BLST_ERROR::BLST_SUCCESS
    }

    fn verify_sets(sets: &[Set<Self>]) -> bool {
        // As clients do it: the keys of each set are added first.
        let sum = |set: &Set<Self>| match &set.keys[..] {
            [key] => Some(*key),
            keys => {
                let keys: Vec<&PublicKey> = keys.iter().collect();
                Some(AggregatePublicKey::aggregate(&keys, false).ok()?.to_public_key())
            }
        };
        let Some(keys) = sets.iter().map(sum).collect::<Option<Vec<PublicKey>>>() else { return false };
        let keys: Vec<&PublicKey> = keys.iter().collect();
        let messages: Vec<&[u8]> = sets.iter().map(|set| set.message.as_slice()).collect();
        let signatures: Vec<&Signature> = sets.iter().map(|set| &set.signature).collect();
        let weights = weights(sets.len());
        Signature::verify_multiple_aggregate_signatures(
            &messages,
            TAG,
            &keys,
            false,
            &signatures,
            true,
            &weights,
            64,
        ) == BLST_ERROR::BLST_SUCCESS
    }

    /// The library has no function for this: if the batch fails, each set alone.
    fn invalid(sets: &[Set<Self>]) -> Vec<usize> {
        if Self::verify_sets(sets) {
            return Vec::new();
        }
        let is_wrong =
            |set: &Set<Self>| !Self::fast_aggregate_verify(&set.keys, &set.message, &set.signature);
        (0..sets.len()).filter(|index| is_wrong(&sets[*index])).collect()
    }

    fn table(keys: &[PublicKey]) -> Vec<PublicKey> {
        keys.to_vec()
    }

    fn sum(table: &Vec<PublicKey>) -> Option<PublicKey> {
        let keys: Vec<&PublicKey> = table.iter().collect();
        Some(AggregatePublicKey::aggregate(&keys, false).ok()?.to_public_key())
    }

    fn committee(keys: &[PublicKey]) -> Vec<PublicKey> {
        keys.to_vec()
    }

    fn verify_committee(
        committee: &Vec<PublicKey>,
        present: &[bool],
        message: &[u8],
        signature: &Signature,
    ) -> bool {
        let keys = committee.iter().zip(present).filter(|(_, present)| **present);
        let keys: Vec<&PublicKey> = keys.map(|(key, _)| key).collect();
        signature.fast_aggregate_verify(true, message, TAG, &keys) == BLST_ERROR::BLST_SUCCESS
    }
}

pub(crate) fn register(contender: &mut contender::Contender) {
    let paths = Paths {
        sign: "SecretKey::sign (constant time)",
        verify: "Signature::verify",
        verify_sets: "Signature::verify_multiple_aggregate_signatures",
        invalid: "Signature::verify_multiple_aggregate_signatures, then Signature::fast_aggregate_verify one by one",
        keys: "PublicKey::key_validate, one by one",
        sum: "AggregatePublicKey::aggregate",
        committee: "Signature::fast_aggregate_verify",
    };
    contender::bls::register::<Blst>(contender, &paths);
}
