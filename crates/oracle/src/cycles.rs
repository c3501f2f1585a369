//! The parameters of curves in cycles: the base field of one is the scalar field of the other.

use num_bigint::BigUint;

use crate::big::hex;
use crate::ecdsa::Group;
use crate::weierstrass::Curve;

/// `2^254 + t`, for the field of Pallas.
fn pallas_prime() -> BigUint {
    (BigUint::from(1u8) << 254) + hex("0x224698fc094cf91b992d30ed00000001")
}

/// `2^254 + t`, for the field of Vesta.
fn vesta_prime() -> BigUint {
    (BigUint::from(1u8) << 254) + hex("0x224698fc0994a8dd8c46eb2100000001")
}

/// The curve `y^2 = x^3 + 5` over the first prime, of an order that is the second one, with the generator `(-1, 2)`.
fn pasta(p: BigUint, order: BigUint) -> Group {
    let generator = Some((&p - 1u8, 2u8.into()));
    Group { curve: Curve { a: 0u8.into(), b: 5u8.into(), p }, order, generator }
}

/// Pallas (D. Hopwood, "The Pasta curves for Halo 2 and beyond", 2020).
pub fn pallas() -> Group {
    pasta(pallas_prime(), vesta_prime())
}

/// Vesta, which makes a cycle with [`pallas`].
pub fn vesta() -> Group {
    pasta(vesta_prime(), pallas_prime())
}

/// Grumpkin, `y^2 = x^3 - 17`, which makes a cycle with G1 of BN254. With BN254's parameter `x` (P. Barreto,
/// M. Naehrig, 2005), that curve has the field of `p(x) = 36 x^4 + 36 x^3 + 24 x^2 + 6 x + 1` elements and the order
/// `p(x) - 6 x^2`.
pub fn grumpkin() -> Group {
    let x = BigUint::from(0x44e9_92b4_4a69_09f1_u64);
    let square = &x * &x;
    let order = &square * &square * 36u8 + &square * &x * 36u8 + &square * 24u8 + &x * 6u8 + 1u8;
    let p = &order - &square * 6u8;
    let generator = Some((1u8.into(), hex("0x2cf135e7506a45d632d270d45f1181294833fc48d823f272c")));
    Group { curve: Curve { a: 0u8.into(), b: &p - 17u8, p }, order, generator }
}
