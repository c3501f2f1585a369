//! The map to G1's curve, which has no isogeny of small degree to it: RFC 9380, section 6.6.1, with `z = 1` by
//! appendix H.1. gnark-crypto uses the same.

use vorpal_fields::NonSquare;
use vorpal_fields::primes::Bn254Base as Base;

use super::Bn254G1;
use crate::hashing::{HashableCurve, MapToCurve, Svdw};

/// `c3 = sqrt(-12)` and `c4 = -16 / 3`. A test derives the constants.
impl HashableCurve for Bn254G1 {
    const MAP: &'static MapToCurve<Base> = &MAP;
}

static MAP: MapToCurve<Base> = MapToCurve::Svdw(Svdw::new(
    Base::ZERO,
    Base::small(3),
    Base::ONE,
    [
        Base::hex("0x00000000000000016789af3a83522eb353c98fc6b36d713d5d8d1cc5dffffffa"),
        Base::hex("0x10216f7ba065e00de81ac1e7808072c9dd2b2385cd7b438469602eb24829a9bd"),
    ],
    NonSquare::<Base>::new(Base::small(3)),
));
