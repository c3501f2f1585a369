use vorpal_limbs::words::hex;

use crate::{Fe, Link, Modulus};

/// The modulus of [`Bls12_381Base`].
pub struct Bls12_381BaseModulus;

impl Modulus<6> for Bls12_381BaseModulus {
    const NAME: &'static str = "Bls12_381Base";
    const P: [u64; 6] = hex(
        "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    );
    const GENERATOR: u64 = 2;
    type Bytes = [u8; 48];
    /// 372 S + 48 M.
    #[rustfmt::skip]
    const ROOT_CHAIN: &'static [Link] = &[
       
    ];
}

/// The base field of BLS12-381 (Bowe, "BLS12-381: New zk-SNARK elliptic curve construction", 2017). 381 bits,
/// `p - 1 = 2 t`.
pub type Bls12_381Base = Fe<Bls12_381BaseModulus, 6>;
