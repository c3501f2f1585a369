//! The map to the curve, which has no isogeny of small degree to it: RFC 9380, section 6.6.1, with `z = 1` by appendix
//! H.1. `halo2curves` uses the same.

use vorpal_fields::NonSquare;
use vorpal_fields::primes::Bn254Scalar as Base;

use super::Grumpkin;
use crate::hashing::{HashableCurve, MapToCurve, Svdw};
use crate::models::weierstrass::WeierstrassCurve;

/// `c3 = sqrt(48)` and `c4 = 64 / 3`. A test derives the constants.
impl HashableCurve for Grumpkin {
    const MAP: &'static MapToCurve<Base> = &MAP;
}

static MAP: MapToCurve<Base> = MapToCurve::Svdw(Svdw::new(
    Base::ZERO,
    Grumpkin::B,
    Base::ONE,
    [
        Base::hex("0x0000000000000002cf135e7506a45d66a7931f8d66dae274453478a4c627115c"),
        Base::hex("0x2042def740cbc01bd03583cf0100e59370229adafbd0f5b62d414e62a0000016"),
    ],
    NonSquare::<Base>::new(Base::small(5)),
));
