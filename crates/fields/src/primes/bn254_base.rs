use vorpal_limbs::words::hex;

use crate::{Fe, Modulus};

/// The modulus of [`Bn254Base`].
pub struct Bn254BaseModulus;

impl Modulus<4> for Bn254BaseModulus {
    const NAME: &'static str = "Bn254Base";
    const P: [u64; 4] = hex("0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
    const GENERATOR: u64 = 3;
    type Bytes = [u8; 32];
}

/// The base field of BN254 (alt_bn128; EIP-196). 254 bits, `p = 3 mod 4`.
pub type Bn254Base = Fe<Bn254BaseModulus, 4>;
