use vorpal_limbs::words::hex;

use crate::{Fe, Link, Modulus};

/// The modulus of [`Secp256k1Base`].
pub struct Secp256k1BaseModulus;

impl Modulus<4> for Secp256k1BaseModulus {
    const NAME: &'static str = "Secp256k1Base";
    const P: [u64; 4] = hex("0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
    const GENERATOR: u64 = 3;
    type Bytes = [u8; 32];
    /// 252 S + 14 M.
    #[rustfmt::skip]
    const ROOT_CHAIN: &'static [Link] = &[
        (0, 2, Some(0)), (1, 1, None), (0, 0, Some(2)), (3, 0, Some(2)), (2, 0, Some(4)), (4, 1, Some(4)),
        (6, 5, Some(5)), (7, 11, Some(7)), (8, 5, Some(5)), (9, 22, Some(8)), (10, 49, Some(10)),
        (11, 98, Some(11)), (12, 27, Some(9)), (13, 23, Some(8)), (14, 8, Some(3)),
    ];
}

/// The base field of secp256k1 (SEC 2, version 2, section 2.4.1). `2^256 - 2^32 - 977`, all 256 bits in use,
/// `p = 3 mod 4`.
pub type Secp256k1Base = Fe<Secp256k1BaseModulus, 4>;
