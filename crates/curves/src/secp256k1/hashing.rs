//! The map to the curve: RFC 9380, section 8.7, and the isogeny of degree 3 of appendix E.1.

use vorpal_fields::NonSquare;
use vorpal_fields::primes::Secp256k1Base as Base;

use super::Secp256k1;
use crate::hashing::{HashableCurve, Isogeny, MapToCurve, Swu};

/// A test checks that the map is an isogeny. `z = -11`.
impl HashableCurve for Secp256k1 {
    const MAP: &'static MapToCurve<Base> = &MAP;
}

static MAP: MapToCurve<Base> = MapToCurve::Swu(Swu::new(
    Base::hex("0x3f8731abdd661adca08a5558f0f5d272e953d363cb6f0e5d405447c01a444533"),
    Base::small(1771),
    NonSquare::<Base>::new(Base::hex("0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc24")),
    Some(Isogeny::new(&X, &Y, &KERNEL)),
));

#[rustfmt::skip]
const KERNEL: [Base; 1] = [
    Base::hex("0x76d6e37b21c1ee0efbe2596a8daa112a0369b5b20faf20dde2952b309546368a"),
];

#[rustfmt::skip]
const X: [Base; 4] = [
    Base::hex("0x8e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38daaaaa8c7"),
    Base::hex("0x07d3d4c80bc321d5b9f315cea7fd44c5d595d2fc0bf63b92dfff1044f17c6581"),
    Base::hex("0x534c328d23f234e6e2a413deca25caece4506144037c40314ecbd0b53d9dd262"),
    Base::hex("0x8e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38daaaaa88c"),
];

#[rustfmt::skip]
const Y: [Base; 4] = [
    Base::hex("0x4bda12f684bda12f684bda12f684bda12f684bda12f684bda12f684b8e38e23c"),
    Base::hex("0xc75e0c32d5cb7c0fa9d0a54b12a0a6d5647ab046d686da6fdffc90fc201d71a3"),
    Base::hex("0x29a6194691f91a73715209ef6512e576722830a201be2018a765e85a9ecee931"),
    Base::hex("0x2f684bda12f684bda12f684bda12f684bda12f684bda12f684bda12f38e38d84"),
];
