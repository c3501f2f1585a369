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
       
    ];
}

/// The base field of secp256k1 (SEC 2, version 2, section 2.4.1). `2^256 - 2^32 - 977`, all 256 bits in use,
/// `p = 3 mod 4`.
pub type Secp256k1Base = Fe<Secp256k1BaseModulus, 4>;
