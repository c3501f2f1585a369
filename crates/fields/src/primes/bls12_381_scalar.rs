use vorpal_limbs::words::hex;

use crate::{Fe, Link, Modulus, RootTables};

/// The modulus of [`Bls12_381Scalar`].
pub struct Bls12_381ScalarModulus;

static ROOT_TABLES: RootTables<Bls12_381ScalarModulus, 4> = RootTables::new();

impl Modulus<4> for Bls12_381ScalarModulus {
    const NAME: &'static str = "Bls12_381Scalar";
    const P: [u64; 4] = hex("0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
    const GENERATOR: u64 = 7;
    type Bytes = [u8; 32];
    /// 217 S + 28 M.
    #[rustfmt::skip]
    const ROOT_CHAIN: &'static [Link] = &[
        (0, 31, None), (1, 4, Some(1)), (2, 1, Some(1)), (3, 9, None), (4, 1, Some(4)), (5, 0, Some(1)),
        (6, 1, Some(0)), (7, 15, Some(0)), (8, 1, Some(8)), (9, 1, Some(8)), (10, 1, Some(10)), (11, 1, None),
        (11, 0, Some(12)), (12, 0, Some(13)), (14, 9, Some(8)), (15, 38, Some(13)), (16, 6, Some(13)),
        (17, 3, Some(10)), (18, 1, Some(0)), (19, 4, Some(19)), (20, 1, Some(19)), (21, 9, None),
        (22, 1, Some(22)), (23, 0, Some(19)), (24, 32, Some(19)), (25, 0, Some(6)), (26, 4, Some(26)),
        (27, 1, Some(26)), (28, 9, None), (29, 1, Some(29)), (30, 0, Some(26)), (31, 32, Some(26)),
        (32, 0, Some(6)),
    ];

    fn root_tables() -> Option<&'static RootTables<Self, 4>> {
        Some(&ROOT_TABLES)
    }
}

/// The scalar field of BLS12-381, which is also the base field of Bandersnatch. 255 bits, `p - 1 = 2^32 t`.
pub type Bls12_381Scalar = Fe<Bls12_381ScalarModulus, 4>;
