use vorpal_limbs::words::hex;

use crate::{Fe, Modulus};

/// The modulus of [`BandersnatchScalar`].
pub struct BandersnatchScalarModulus;

impl Modulus<4> for BandersnatchScalarModulus {
    const NAME: &'static str = "BandersnatchScalar";
    const P: [u64; 4] = hex("0x1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1");
    const GENERATOR: u64 = 7;
    type Bytes = [u8; 32];
}

/// The scalar field of Bandersnatch and Banderwagon: the order of their prime subgroup. 253 bits, `p - 1 = 2^5 t`.
pub type BandersnatchScalar = Fe<BandersnatchScalarModulus, 4>;
