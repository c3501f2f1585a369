//! The contract 256: verification of an ECDSA signature on P-256 (EIP-7951).

use vorpal_secp256k1::p256::{PublicKey, Signature};

use crate::input::part;

/// The gas of a call, whatever its input.
pub const GAS: u64 = 6_900;

/// Hash, `r`, `s`, and the key's `x` and `y`, each of 32 bytes: whether the signature is valid.
///
/// It is not if the input has another length, `r` or `s` is zero or not below the order, a coordinate is not below the
/// prime, or the point is not on the curve. Infinity has no coordinates: `(0, 0)` is not on the curve. `s` may be in the
/// upper half of its range.
#[must_use]
pub fn is_valid(input: &[u8]) -> bool {
    let Ok(input) = <&[u8; 160]>::try_from(input) else { return false };
    let [hash, r, s, x, y] = [0, 32, 64, 96, 128].map(|start| part(input, start));
    let (Ok(signature), Ok(key)) = (Signature::new(&r, &s), PublicKey::from_coordinates(&x, &y)) else {
        return false;
    };
    key.verify(&hash, &signature)
}
