use vorpal_limbs::words::hex;

use crate::{Fe, Modulus};

/// The modulus of [`Bn254Scalar`].
pub struct Bn254ScalarModulus;

impl Modulus<4> for Bn254ScalarModulus {
    const NAME: &'static str = "Bn254Scalar";
    const P: [u64; 4] = hex("0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001");
    const GENERATOR: u64 = 5;
    type Bytes = [u8; 32];
}

/// The scalar field of BN254 (alt_bn128; EIP-196). 254 bits, `p - 1 = 2^28 t`.
pub type Bn254Scalar = Fe<Bn254ScalarModulus, 4>;
