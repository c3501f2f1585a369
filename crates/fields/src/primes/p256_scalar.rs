use vorpal_limbs::words::hex;

use crate::{Fe, Modulus};

/// The modulus of [`P256Scalar`].
pub struct P256ScalarModulus;

impl Modulus<4> for P256ScalarModulus {
    const NAME: &'static str = "P256Scalar";
    const P: [u64; 4] = hex("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
    const GENERATOR: u64 = 7;
    type Bytes = [u8; 32];
}

/// The scalar field of P-256: the order of the curve (NIST SP 800-186, section 3.2.1.3). All 256 bits in use,
/// `p - 1 = 2^4 t`.
pub type P256Scalar = Fe<P256ScalarModulus, 4>;
