//! The contract 256: verification of an ECDSA signature on P-256 (EIP-7951).

use vorpal_secp256k1::p256::{PublicKey, Signature};

use crate::input::part;

/// The gas of a call, whatever its input.
pub const GAS: u64 = 6_900;

/// Hash, `r`, `s`, and the key's `x` and `y`, each of 32 bytes: whether the signature is valid. It is not if the input
/// has another length, and by the rules of [`verify`].
#[must_use]
pub fn is_valid(input: &[u8]) -> bool {
    let Ok(input) = <&[u8; 160]>::try_from(input) else { return false };
    verify(&part(input, 0), &part(input, 32), &part(input, 96))
}

/// Whether the signature, `r` and `s`, of a hash is valid for the key, `x` and `y`.
///
/// It is not if `r` or `s` is zero or not below the order, a coordinate is not below the prime, or the point is not on
/// the curve. Infinity has no coordinates: `(0, 0)` is not on the curve. `s` may be in the upper half of its range.
#[must_use]
pub fn verify(hash: &[u8; 32], signature: &[u8; 64], key: &[u8; 64]) -> bool {
    let (Ok(signature), Ok(key)) =
        (Signature::from_compact(signature), PublicKey::from_coordinates(&part(key, 0), &part(key, 32)))
    else {
        return false;
    };
    key.verify(hash, &signature)
}
