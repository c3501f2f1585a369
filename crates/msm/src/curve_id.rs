//! The fingerprint of a curve in files.

use vorpal_curves::models::weierstrass::{LinearTerm, WeierstrassCurve};
use vorpal_fields::{EncodableField, Field, PrimeField};

/// FNV-1a's offset basis and prime for 64 bits (G. Fowler, L. Noll, K. Vo; RFC 9923).
const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// FNV-1a over the canonical bytes, least significant first, of `p - 1`, `r - 1`, `b`, the generator's `x` and `y`, and
/// of `a` unless it is zero.
///
/// It detects files of other curves. It is not collision-resistant against deliberate forgery.
pub(crate) fn curve_id<C: WeierstrassCurve<Base: PrimeField>>() -> u64 {
    let (x, y) = C::GENERATOR;
    let order = (-C::Scalar::ONE).to_le_bytes();
    let base = [-C::Base::ONE, C::B, x, y].map(|element| element.to_le_bytes());
    let [modulus, rest @ ..] = &base;
    let a = match C::A {
        LinearTerm::Zero => None,
        LinearTerm::MinusThree => Some((-C::Base::from(3u64)).to_le_bytes()),
    };
    let bytes =
        [modulus.as_ref(), order.as_ref()].into_iter().chain(rest.iter().chain(&a).map(AsRef::as_ref));
    bytes.flatten().fold(OFFSET_BASIS, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}
