//! The map to G2's curve: RFC 9380, section 6.6.1, with `z = 1` by appendix H.1. gnark-crypto uses the same.

use vorpal_fields::NonSquare;
use vorpal_fields::primes::{Bn254Base as Base, Bn254BaseModulus};
use vorpal_fields::tower::Fp2;

use super::Bn254G2;
use crate::hashing::{HashableCurve, MapToCurve, Svdw};
use crate::models::weierstrass::WeierstrassCurve;

type Quadratic = Fp2<Bn254BaseModulus, 4>;

/// With `g(z) = 1 + b`, `c3 = sqrt(-3 g(z))` and `c4 = -4 g(z) / 3`. A test derives the constants.
impl HashableCurve for Bn254G2 {
    const MAP: &'static MapToCurve<Quadratic> = &MAP;
}

static MAP: MapToCurve<Quadratic> = MapToCurve::Svdw(Svdw::new(
    Fp2::ZERO,
    Bn254G2::B,
    Fp2::ONE,
    [
        Fp2::new(
            Base::hex("0x29fd332ab7260112b801fa95b21af64e2e6da55f90a3e510fcbe57377b5ca1ec"),
            Base::hex("0x303d1eff1426764bf8408aee24ba0b865e76f77b1267a846b1e9154d01565034"),
        ),
        Fp2::new(
            Base::hex("0x17365bbe63b1d2078632fe0eb2ac5a41b4e6a9c08b98676721010b008d4eaf99"),
            Base::hex("0x0f57ffe5fc79e19cd689d7aa4209cad8fe164d7f4694786b388732a995d03755"),
        ),
    ],
    NonSquare::<Quadratic>::new(Fp2::XI),
));
