//! The map to the curve: RFC 9380, section 6.6.3, with the isogeny of degree 3 of the crate `pasta_curves`.

use vorpal_fields::NonSquare;
use vorpal_fields::primes::VestaBase as Base;

use super::Vesta;
use crate::hashing::{HashableCurve, Isogeny, MapToCurve, Swu};

/// A test checks that the map is an isogeny. `z = -13`.
impl HashableCurve for Vesta {
    const MAP: &'static MapToCurve<Base> = &MAP;
}

static MAP: MapToCurve<Base> = MapToCurve::Swu(Swu::new(
    Base::hex("0x267f9b2ee592271a81639c4d96f787739673928c7d01b212c515ad7242eaa6b1"),
    Base::small(1265),
    NonSquare::<Base>::new(Base::hex("0x40000000000000000000000000000000224698fc0994a8dd8c46eb20fffffff4")),
    Some(Isogeny::new(&X, &Y, &KERNEL)),
));

#[rustfmt::skip]
const KERNEL: [Base; 1] = [
    Base::hex("0x2516f242ab4092ea8a2a3cc52dae2b5962fa003e99a556d8a1b79d4fd790d175"),
];

#[rustfmt::skip]
const X: [Base; 4] = [
    Base::hex("0x31c71c71c71c71c71c71c71c71c71c71e1c521a795ac8356fb539a6f0000002b"),
    Base::hex("0x18760c7f7a9ad20ded7ee4a9cdf78f8fd59d03d23b39cb11aeac67bbeb586a3d"),
    Base::hex("0x1d935247b4473d17acecf10f5f7c09a2216b8861ec72bd5d8b95c6aaf703bcc5"),
    Base::hex("0x38e38e38e38e38e38e38e38e38e38e390205dd51cfa0961a43cd42c800000001"),
];

#[rustfmt::skip]
const Y: [Base; 4] = [
    Base::hex("0x1ed097b425ed097b425ed097b425ed098bc32d36fb21a6a38f64842c55555533"),
    Base::hex("0x19b0d87e16e2578866d1466e9de10e6497a3ca5c24e9ea634986913ab4443034"),
    Base::hex("0x2ec9a923da239e8bd6767887afbe04d121d910aefb03b31d8bee58e5fb81de63"),
    Base::hex("0x12f684bda12f684bda12f684bda12f685601f4709a8adcb36bef1642aaaaaaab"),
];
