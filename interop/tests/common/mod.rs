//! Test inputs: a reproducible stream of bytes, edge values, valid and invalid signatures.

#![allow(dead_code, reason = "no test uses all of it")]

use std::convert::Infallible;

use sha2::{Digest, Sha256};
use signature::rand_core::{TryCryptoRng, TryRng};
use vorpal_secp256k1::SecretKey;

/// A generator with the same bytes in every run: SHA-256 of a seed and a counter.
#[derive(Clone)]
pub(crate) struct Stream {
    seed: &'static str,
    counter: u64,
}

impl Stream {
    pub(crate) fn new(seed: &'static str) -> Self {
        Self { seed, counter: 0 }
    }

    pub(crate) fn block(&mut self) -> [u8; 32] {
        self.counter += 1;
        Sha256::new().chain_update(self.seed).chain_update(self.counter.to_be_bytes()).finalize().into()
    }

    pub(crate) fn key(&mut self) -> SecretKey {
        SecretKey::from_be_bytes(&self.block()).expect("a hash is a key but once in 2^127 times")
    }
}

impl TryRng for Stream {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(u32::from_be_bytes(self.block()[..4].try_into().expect("four bytes")))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from_be_bytes(self.block()[..8].try_into().expect("eight bytes")))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(32) {
            chunk.copy_from_slice(&self.block()[..chunk.len()]);
        }
        Ok(())
    }
}

impl TryCryptoRng for Stream {}

/// Decodes hexadecimal digits.
pub(crate) fn hex(digits: &str) -> Vec<u8> {
    assert!(digits.len().is_multiple_of(2));
    (0..digits.len()).step_by(2).map(|i| u8::from_str_radix(&digits[i..i + 2], 16).expect("digits")).collect()
}

/// Decodes hexadecimal digits into `N` bytes.
pub(crate) fn bytes<const N: usize>(digits: &str) -> [u8; N] {
    hex(digits).try_into().expect("N bytes")
}

/// The group order.
pub(crate) const ORDER: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";

/// Edge values of `r`, `s` and hashes: zero, one, numbers at the ends and in the middle of the order's range, the
/// prime, and the `x` of the generator, which is `r` for the nonce 1.
pub(crate) fn edges() -> Vec<[u8; 32]> {
    [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000001",
        "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0",
        "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a1",
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140",
        ORDER,
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364142",
        "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
    ]
    .map(bytes)
    .to_vec()
}

/// `n - s`.
pub(crate) fn negative(s: &[u8]) -> [u8; 32] {
    let mut difference = bytes::<32>(ORDER);
    let mut borrow = false;
    for (digit, subtrahend) in difference.iter_mut().zip(s).rev() {
        let (first, b1) = digit.overflowing_sub(*subtrahend);
        let (second, b2) = first.overflowing_sub(u8::from(borrow));
        (*digit, borrow) = (second, b1 || b2);
    }
    assert!(!borrow);
    difference
}

/// The other signature of the same hash with the same key: `(r, n - s)`.
pub(crate) fn other_half(signature: &[u8; 64]) -> [u8; 64] {
    let mut other = *signature;
    other[32..].copy_from_slice(&negative(&signature[32..]));
    other
}

/// The input of a recovery function.
pub(crate) struct Question {
    pub(crate) signature: [u8; 64],
    pub(crate) recovery_id: u8,
    pub(crate) hash: [u8; 32],
}

/// Signatures with the identifiers 0 to 3: valid ones with low and high `s`, also with changed hash or signature; all
/// pairs of edge values for several hashes; signatures whose `x` exceeds the order; signatures of the key zero.
pub(crate) fn questions() -> Vec<Question> {
    let mut stream = Stream::new("questions");
    let mut pairs = Vec::new();
    for _ in 0..24 {
        let (key, hash) = (stream.key(), stream.block());
        let signature = key.sign(&hash).signature().to_compact();
        let mut altered = signature;
        altered[usize::from(hash[0] & 63)] ^= 1 << (hash[1] & 7);
        pairs.extend([
            (signature, hash),
            (other_half(&signature), hash),
            (signature, stream.block()),
            (altered, hash),
        ]);
    }
    let edges = edges();
    for hash in [edges[0], edges[1], edges[5], edges[8], stream.block()] {
        for r in &edges {
            // If `s` equals the hash and `r` is the generator's `x`, the key of identifier 0 is the point at infinity.
            for s in edges.iter().chain([&hash]) {
                pairs.push((join(r, s), hash));
            }
        }
    }
    for small in 1..=24 {
        let mut r = [0; 32];
        r[31] = small;
        pairs.push((join(&r, &stream.block()), stream.block()));
    }
    pairs
        .into_iter()
        .flat_map(|(signature, hash)| {
            (0..4).map(move |recovery_id| Question { signature, recovery_id, hash })
        })
        .collect()
}

pub(crate) fn join(r: &[u8; 32], s: &[u8; 32]) -> [u8; 64] {
    let mut signature = [0; 64];
    signature[..32].copy_from_slice(r);
    signature[32..].copy_from_slice(s);
    signature
}
