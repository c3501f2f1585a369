use vorpal_limbs::words::hex;

use crate::{Fe, Modulus};

/// The modulus of [`Bls12_377Scalar`].
pub struct Bls12_377ScalarModulus;

impl Modulus<4> for Bls12_377ScalarModulus {
    const NAME: &'static str = "Bls12_377Scalar";
    const P: [u64; 4] = hex("0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001");
    const GENERATOR: u64 = 22;
    type Bytes = [u8; 32];
}

/// The scalar field of BLS12-377 (Bowe et al., "Zexe", 2018). 253 bits, `p - 1 = 2^47 t`.
pub type Bls12_377Scalar = Fe<Bls12_377ScalarModulus, 4>;
