//! The map to G2's curve: RFC 9380, section 8.8.2, and the isogeny of degree 3 of appendix E.3.

use vorpal_fields::NonSquare;
use vorpal_fields::primes::{Bls12_381Base as Base, Bls12_381BaseModulus};
use vorpal_fields::tower::Fp2;

use super::Bls12_381G2;
use crate::hashing::{HashableCurve, Isogeny, MapToCurve, Swu};

type Quadratic = Fp2<Bls12_381BaseModulus, 6>;

/// A test checks that the map is an isogeny. `a = 240 u`, `b = 1012 (1 + u)`, `z = -(2 + u)`.
impl HashableCurve for Bls12_381G2 {
    const MAP: &'static MapToCurve<Quadratic> = &MAP;
}

static MAP: MapToCurve<Quadratic> = MapToCurve::Swu(Swu::new(
    Fp2::new(Base::ZERO, Base::small(240)),
    Fp2::new(Base::small(1012), Base::small(1012)),
    NonSquare::<Quadratic>::new(Fp2::new(
        Base::hex(
            "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaa9",
        ),
        Base::hex(
            "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaaa",
        ),
    )),
    Some(Isogeny::new(&X, &Y, &KERNEL)),
));

/// `x + 6 (1 - u)`.
#[rustfmt::skip]
const KERNEL: [Quadratic; 1] = [
    Fp2::new(
        Base::small(6),
        Base::hex("0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaa5"),
    ),
];

/// `(304 (1 + u) - 24 u x + 12 (1 - u) x^2 + x^3) / 9`.
#[rustfmt::skip]
const X: [Quadratic; 4] = [
    Fp2::new(
        Base::hex("0x05c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97d6"),
        Base::hex("0x05c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97d6"),
    ),
    Fp2::new(
        Base::ZERO,
        Base::hex("0x11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71a"),
    ),
    Fp2::new(
        Base::hex("0x11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71e"),
        Base::hex("0x08ab05f8bdd54cde190937e76bc3e447cc27c3d6fbd7063fcd104635a790520c0a395554e5c6aaaa9354ffffffffe38d"),
    ),
    Fp2::new(
        Base::hex("0x171d6541fa38ccfaed6dea691f5fb614cb14b4e7f4e810aa22d6108f142b85757098e38d0f671c7188e2aaaaaaaa5ed1"),
        Base::ZERO,
    ),
];

/// `(752 (1 + u) + 264 u x - 18 (1 - u) x^2 - x^3) / 27`.
#[rustfmt::skip]
const Y: [Quadratic; 4] = [
    Fp2::new(
        Base::hex("0x1530477c7ab4113b59a4c18b076d11930f7da5d4a07f649bf54439d87d27e500fc8c25ebf8c92f6812cfc71c71c6d706"),
        Base::hex("0x1530477c7ab4113b59a4c18b076d11930f7da5d4a07f649bf54439d87d27e500fc8c25ebf8c92f6812cfc71c71c6d706"),
    ),
    Fp2::new(
        Base::ZERO,
        Base::hex("0x05c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97be"),
    ),
    Fp2::new(
        Base::hex("0x11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71c"),
        Base::hex("0x08ab05f8bdd54cde190937e76bc3e447cc27c3d6fbd7063fcd104635a790520c0a395554e5c6aaaa9354ffffffffe38f"),
    ),
    Fp2::new(
        Base::hex("0x124c9ad43b6cf79bfbf7043de3811ad0761b0f37a1e26286b0e977c69aa274524e79097a56dc4bd9e1b371c71c718b10"),
        Base::ZERO,
    ),
];
