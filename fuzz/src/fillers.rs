//! Target for Schnorr batches that contain entries whose `r` is no x-coordinate of the curve (fillers), and valid
//! entries, invalid entries, pairs of opposite errors and repetitions. The batch result of each entry must equal its
//! result alone, at every position.

use std::sync::OnceLock;

use vorpal_secp256k1::{
    SchnorrSignature, SchnorrVerification, SecretKey, XOnlyPublicKey, verify_schnorr_batch,
};

/// The kind of an entry: the two lowest bits of an input byte.
const GOOD: u8 = 0;
const ONE_MORE: u8 = 1;
const ONE_LESS: u8 = 2;
const FILLER: u8 = 3;

/// The maximum length of a batch.
const MAX_ENTRIES: usize = 300;

struct Entry {
    message: [u8; 1],
    signature: SchnorrSignature,
    key: XOnlyPublicKey,
}

/// The entries of all bytes. A byte consists of the kind and a number below 64.
fn entries() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| (0..=255).map(entry).collect())
}

fn entry(byte: u8) -> Entry {
    let (kind, number) = (byte & 3, byte >> 2);
    let secret = SecretKey::from_be_bytes(&[1 + number % 5; 32]).expect("below the order");
    let message = [number];
    let mut bytes = secret.sign_schnorr(&message, &[0; 32]).to_bytes();
    match kind {
        GOOD => {}
        ONE_MORE => bytes[63] = bytes[63].wrapping_add(1),
        ONE_LESS => bytes[63] = bytes[63].wrapping_sub(1),
        FILLER => {
            // 5 is no x-coordinate of the curve.
            bytes[..32].fill(0);
            bytes[31] = 5;
        }
        _ => unreachable!("two bits"),
    }
    let signature = SchnorrSignature::from_bytes(&bytes).expect("below the prime and the order");
    Entry { message, signature, key: secret.x_only_public_key() }
}

/// Each input byte selects an entry.
pub fn fillers(bytes: &[u8]) {
    let chosen = bytes.iter().take(MAX_ENTRIES).map(|byte| &entries()[usize::from(*byte)]);
    let batch: Vec<SchnorrVerification<'_>> = chosen
        .map(|Entry { message, signature, key }| SchnorrVerification {
            message,
            signature: *signature,
            key: *key,
        })
        .collect();
    let verdicts: Vec<bool> = bytes.iter().take(MAX_ENTRIES).map(|byte| byte & 3 == GOOD).collect();
    for (entry, verdict) in batch.iter().zip(&verdicts).take(8) {
        assert_eq!(entry.key.verify_schnorr(entry.message, &entry.signature), *verdict);
    }
    assert_eq!(verify_schnorr_batch(&batch), verdicts);
    let reversed: Vec<SchnorrVerification<'_>> = batch.iter().rev().cloned().collect();
    assert!(verify_schnorr_batch(&reversed).iter().eq(verdicts.iter().rev()));
}

pub(crate) fn seeds() -> Vec<(String, Vec<u8>)> {
    let repeated = |pattern: &[u8], times| pattern.repeat(times);
    [
        ("good", repeated(&[4, 8, 12], 30)),
        ("fillers", repeated(&[FILLER], 40)),
        ("opposite", repeated(&[4, 4 | ONE_MORE, 4 | ONE_LESS, 4], 20)),
        ("fillers-between", repeated(&[4, FILLER, 8 | FILLER, 8, 12, FILLER, 16], 20)),
        ("fillers-and-forgeries", repeated(&[FILLER, 4 | ONE_MORE, FILLER, FILLER, 4 | ONE_LESS], 20)),
        ("one-bad", [repeated(&[4], 99), vec![ONE_MORE]].concat()),
        ("one-filler-first", [vec![FILLER], repeated(&[20], 99)].concat()),
    ]
    .map(|(name, bytes)| (name.to_string(), bytes))
    .to_vec()
}
