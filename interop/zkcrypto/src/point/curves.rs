//! The supported curves.

use core::marker::PhantomData;

use vorpal_curves::bls12_377::{self, Bls12_377G1, g2::Bls12_377G2};
use vorpal_curves::bls12_381::{self, Bls12_381G1, g2::Bls12_381G2};
use vorpal_curves::bn254::{Bn254G1, g2::Bn254G2};
use vorpal_curves::models::weierstrass::Format;
use vorpal_curves::p256::P256;
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::primes::{
    Bls12_377BaseModulus, Bls12_377ScalarModulus, Bls12_381BaseModulus, Bls12_381ScalarModulus,
    Bn254BaseModulus, Bn254ScalarModulus, P256BaseModulus, P256ScalarModulus, Secp256k1BaseModulus,
    Secp256k1ScalarModulus,
};

use super::encoding::{CurveFormat, Halo2Encoding, HasFormat};
use super::{CurveParameters, SpareScalarBit};
use crate::{Element, Quadratic};

impl CurveParameters for Bn254G1 {
    type Curve = Self;
    type ScalarModulus = Bn254ScalarModulus;
    type Coordinate = Element<Bn254BaseModulus, 4>;
    type Format = Halo2Encoding<[u8; 32], [u8; 64], 0x80, 0x40, 0>;
}

impl CurveParameters for Bn254G2 {
    type Curve = Self;
    type ScalarModulus = Bn254ScalarModulus;
    type Coordinate = Quadratic<Bn254BaseModulus, 4>;
    type Format = Halo2Encoding<[u8; 64], [u8; 128], 0x80, 0x40, 0>;
}

impl SpareScalarBit for Bn254G1 {}
impl SpareScalarBit for Bn254G2 {}
impl SpareScalarBit for Axiom<Bn254G1> {}
impl SpareScalarBit for Axiom<Bn254G2> {}

impl CurveParameters for Secp256k1 {
    type Curve = Self;
    type ScalarModulus = Secp256k1ScalarModulus;
    type Coordinate = Element<Secp256k1BaseModulus, 4>;
    type Format = Halo2Encoding<[u8; 33], [u8; 64], 0x80, 0x40, 0>;
}

impl CurveParameters for P256 {
    type Curve = Self;
    type ScalarModulus = P256ScalarModulus;
    type Coordinate = Element<P256BaseModulus, 4>;
    type Format = Halo2Encoding<[u8; 33], [u8; 64], 0x80, 0x40, 0>;
}

impl CurveParameters for Bls12_381G1 {
    type Curve = Self;
    type ScalarModulus = Bls12_381ScalarModulus;
    type Coordinate = Element<Bls12_381BaseModulus, 6>;
    type Format = CurveFormat;
}

impl SpareScalarBit for Bls12_381G1 {}

impl HasFormat for Bls12_381G1 {
    const FORMAT: Format<Self> = bls12_381::encoding::ZCASH;
}

impl CurveParameters for Bls12_381G2 {
    type Curve = Self;
    type ScalarModulus = Bls12_381ScalarModulus;
    type Coordinate = Quadratic<Bls12_381BaseModulus, 6>;
    type Format = CurveFormat;
}

impl SpareScalarBit for Bls12_381G2 {}

impl HasFormat for Bls12_381G2 {
    const FORMAT: Format<Self> = bls12_381::g2::encoding::ZCASH;
}

impl CurveParameters for Bls12_377G1 {
    type Curve = Self;
    type ScalarModulus = Bls12_377ScalarModulus;
    type Coordinate = Element<Bls12_377BaseModulus, 6>;
    type Format = CurveFormat;
}

impl SpareScalarBit for Bls12_377G1 {}

impl HasFormat for Bls12_377G1 {
    const FORMAT: Format<Self> = bls12_377::encoding::ARKWORKS;
}

impl CurveParameters for Bls12_377G2 {
    type Curve = Self;
    type ScalarModulus = Bls12_377ScalarModulus;
    type Coordinate = Quadratic<Bls12_377BaseModulus, 6>;
    type Format = CurveFormat;
}

impl SpareScalarBit for Bls12_377G2 {}

impl HasFormat for Bls12_377G2 {
    const FORMAT: Format<Self> = bls12_377::g2::encoding::ARKWORKS;
}

/// A curve with the encodings of `halo2curves-axiom` 0.7, which has the two flags in the other order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axiom<C>(PhantomData<fn() -> C>);

impl CurveParameters for Axiom<Bn254G1> {
    type Curve = Bn254G1;
    type ScalarModulus = Bn254ScalarModulus;
    type Coordinate = Element<Bn254BaseModulus, 4>;
    type Format = Halo2Encoding<[u8; 32], [u8; 64], 0x40, 0x80, 0x40>;
}

impl CurveParameters for Axiom<Bn254G2> {
    type Curve = Bn254G2;
    type ScalarModulus = Bn254ScalarModulus;
    type Coordinate = Quadratic<Bn254BaseModulus, 4>;
    type Format = Halo2Encoding<[u8; 64], [u8; 128], 0x40, 0x80, 0x40>;
}
