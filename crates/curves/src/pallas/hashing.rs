//! The map to the curve: RFC 9380, section 6.6.3, with the isogeny of degree 3 of the crate `pasta_curves`.

use vorpal_fields::NonSquare;
use vorpal_fields::primes::PallasBase as Base;

use super::Pallas;
use crate::hashing::{HashableCurve, Isogeny, MapToCurve, Swu};

/// A test checks that the map is an isogeny. `z = -13`.
impl HashableCurve for Pallas {
    const MAP: &'static MapToCurve<Base> = &MAP;
}

static MAP: MapToCurve<Base> = MapToCurve::Swu(Swu::new(
    Base::hex("0x18354a2eb0ea8c9c49be2d7258370742b74134581a27a59f92bb4b0b657a014b"),
    Base::small(1265),
    NonSquare::<Base>::new(Base::hex("0x40000000000000000000000000000000224698fc094cf91b992d30ecfffffff4")),
    Some(Isogeny::new(&X, &Y, &KERNEL)),
));

#[rustfmt::skip]
const KERNEL: [Base; 1] = [
    Base::hex("0x2eab973eee04ce7fad303fe67024a53cdf44f1dee95c314e2ed62dd1b45e6b90"),
];

#[rustfmt::skip]
const X: [Base; 4] = [
    Base::hex("0x1c71c71c71c71c71c71c71c71c71c71c8102eea8e7b06eb6eebec06955555580"),
    Base::hex("0x17329b9ec525375398c7d7ac3d98fd13380af066cfeb6d690eb64faef37ea4f7"),
    Base::hex("0x3509afd51872d88e267c7ffa51cf412a0f93b82ee4b994958cf863b02814fb76"),
    Base::hex("0x0e38e38e38e38e38e38e38e38e38e38e4081775473d8375b775f6034aaaaaaab"),
];

#[rustfmt::skip]
const Y: [Base; 4] = [
    Base::hex("0x025ed097b425ed097b425ed097b425ed0ac03e8e134eb3e493e53ab371c71c4f"),
    Base::hex("0x3fb98ff0d2ddcadd303216cce1db9ff11765e924f745937802e2be87d225b234"),
    Base::hex("0x1a84d7ea8c396c47133e3ffd28e7a09507c9dc17725cca4ac67c31d8140a7dbb"),
    Base::hex("0x1a12f684bda12f684bda12f684bda12f7642b01ad461bad25ad985b5e38e38e4"),
];
