use vorpal_limbs::words::hex;

use crate::{Fe, Modulus};

/// The modulus of [`Bls12_381Scalar`].
pub struct Bls12_381ScalarModulus;

impl Modulus<4> for Bls12_381ScalarModulus {
    const NAME: &'static str = "Bls12_381Scalar";
    const P: [u64; 4] = hex("0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
    const GENERATOR: u64 = 7;
    type Bytes = [u8; 32];
}

/// The scalar field of BLS12-381, which is also the base field of Bandersnatch. 255 bits, `p - 1 = 2^32 t`.
pub type Bls12_381Scalar = Fe<Bls12_381ScalarModulus, 4>;
