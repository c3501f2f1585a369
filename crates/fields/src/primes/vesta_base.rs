use vorpal_limbs::words::hex;

use crate::{Fe, Link, Modulus, RootTables};

/// The modulus of [`VestaBase`].
pub struct VestaBaseModulus;

static ROOT_TABLES: RootTables<VestaBaseModulus, 4> = RootTables::new();

impl Modulus<4> for VestaBaseModulus {
    const NAME: &'static str = "VestaBase";
    const P: [u64; 4] = hex("0x40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001");
    const GENERATOR: u64 = 5;
    type Bytes = [u8; 32];
    /// 216 S + 30 M.
    #[rustfmt::skip]
    const ROOT_CHAIN: &'static [Link] = &[
        (0, 2, None), (1, 1, None), (0, 0, Some(2)), (1, 0, Some(3)), (3, 1, None), (3, 0, Some(5)),
        (5, 0, Some(4)), (2, 0, Some(7)), (7, 1, None), (9, 0, Some(6)), (9, 0, Some(8)), (5, 0, Some(11)),
        (10, 0, Some(12)), (13, 8, Some(4)), (14, 24, Some(14)), (15, 12, Some(4)), (16, 60, Some(16)),
        (17, 12, Some(4)), (18, 10, Some(7)), (19, 8, Some(6)), (20, 7, Some(8)), (21, 6, None),
        (22, 2, Some(22)), (23, 0, Some(0)), (24, 5, Some(0)), (25, 10, Some(12)), (26, 12, Some(11)),
        (27, 3, None), (28, 1, Some(28)), (29, 5, Some(7)), (30, 9, Some(7)), (31, 3, Some(0)),
        (32, 1, Some(32)), (33, 7, Some(7)), (34, 4, None), (35, 1, Some(35)), (36, 1, Some(35)),
    ];

    fn root_tables() -> Option<&'static RootTables<Self, 4>> {
        Some(&ROOT_TABLES)
    }
}

/// The base field of Vesta, which is also the scalar field of Pallas (D. Hopwood, "The Pasta curves", 2020).
/// 255 bits, `p - 1 = 2^32 t`.
pub type VestaBase = Fe<VestaBaseModulus, 4>;
