//! The hashes to curves of `halo2curves-axiom` 0.7. They are older than RFC 9380: BLAKE2b, 64 uniform bytes for each
//! element, and other tags. Generators of commitments are such hashes.

use alloc::boxed::Box;

use blake2::Blake2b512;
use vorpal_curves::hashing::{HashableCurve, MapToCurve, Svdw, Xmd, hash_to_field, map_to_curve};
use vorpal_curves::models::weierstrass::{Affine, Projective, WeierstrassCurve};
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::NonSquare;
use vorpal_fields::primes::{Secp256k1Base, Secp256k1Scalar};

use super::{Halo2Curve, Hash, hash_with_tag};
use crate::Point;

/// `hash_to_curve` of draft-irtf-cfrg-hash-to-curve-10 with BLAKE2b, 64 bytes for each element, and the map of `M`, a
/// curve with the same points. The tag consists of the prefix, the name of the curve and the name of the map. Constant
/// time.
pub(super) fn by_blake2b<'a, C, M>(prefix: &str, map: &str) -> Hash<'a, C>
where
    C: Halo2Curve,
    M: HashableCurve<Base = <C::Curve as WeierstrassCurve>::Base>,
{
    let tag = alloc::format!("{prefix}-{}_XMD:BLAKE2b_{map}_RO_", C::NAME);
    Box::new(move |message| {
        let Ok(elements) = hash_to_field::<M::Base, Xmd<Blake2b512>, 2, 64>(message, tag.as_bytes()) else {
            // The tag is not empty, and BLAKE2b yields enough bytes.
            return Point::IDENTITY;
        };
        let [one, other] = elements.map(|element| {
            let point = map_to_curve::<M>(&element);
            let (x, y) = point.raw_coordinates();
            Projective::from_affine(&Affine::new_unchecked(*x, *y))
        });
        Point(one.add(&other))
    })
}

/// The hash with a tag that is the prefix alone: the suites of BLS12-381 with SHA-256.
///
/// # Panics
/// If the prefix is empty.
pub(super) fn without_suite<'a, C: Halo2Curve>(prefix: &str) -> Hash<'a, C> {
    hash_with_tag(prefix.as_bytes())
}

/// secp256k1 with the map that `halo2curves-axiom` uses, which needs no isogeny.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Secp256k1BySvdw;

impl WeierstrassCurve for Secp256k1BySvdw {
    type Base = Secp256k1Base;
    type Scalar = Secp256k1Scalar;

    const B: Secp256k1Base = Secp256k1::B;
    const GENERATOR: (Secp256k1Base, Secp256k1Base) = Secp256k1::GENERATOR;
    const COFACTOR: &'static [u64] = Secp256k1::COFACTOR;
}

/// `z = 1`, `c3 = sqrt(-24)` and `c4 = -32 / 3`.
impl HashableCurve for Secp256k1BySvdw {
    const MAP: &'static MapToCurve<Secp256k1Base> = &MapToCurve::Svdw(Svdw::new(
        Secp256k1Base::ZERO,
        Secp256k1Base::small(7),
        Secp256k1Base::ONE,
        [
            Secp256k1Base::hex("0x16f7d7469fd6c8fb44017da0bf5aaf80691a493c5521911e63f329176cbaa40e"),
            Secp256k1Base::hex("0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa9fffffd6a"),
        ],
        NonSquare::<Secp256k1Base>::new(Secp256k1Base::small(3)),
    ));
}
