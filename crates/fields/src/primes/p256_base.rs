use vorpal_limbs::words::hex;

use crate::{Fe, Link, Modulus};

/// The modulus of [`P256Base`].
pub struct P256BaseModulus;

impl Modulus<4> for P256BaseModulus {
    const NAME: &'static str = "P256Base";
    const P: [u64; 4] = hex("0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
    const GENERATOR: u64 = 6;
    type Bytes = [u8; 32];
    /// 253 S + 11 M.
    #[rustfmt::skip]
    const ROOT_CHAIN: &'static [Link] = &[
        (0, 1, Some(0)), (1, 1, Some(0)), (2, 3, Some(2)), (3, 6, Some(3)), (4, 3, Some(2)), (5, 15, Some(5)),
        (6, 2, Some(1)), (7, 32, Some(0)), (8, 128, Some(7)), (9, 32, Some(7)), (10, 30, Some(6)),
    ];
}

/// The base field of P-256 (NIST SP 800-186, section 3.2.1.3). `2^256 - 2^224 + 2^192 + 2^96 - 1`, all 256 bits in use,
/// `p = 3 mod 4`.
pub type P256Base = Fe<P256BaseModulus, 4>;
