use vorpal_limbs::words::hex;

use crate::{Fe, Link, Modulus, RootTables};

/// The modulus of [`BandersnatchScalar`].
pub struct BandersnatchScalarModulus;

static ROOT_TABLES: RootTables<BandersnatchScalarModulus, 4> = RootTables::new();

impl Modulus<4> for BandersnatchScalarModulus {
    const NAME: &'static str = "BandersnatchScalar";
    const P: [u64; 4] = hex("0x1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1");
    const GENERATOR: u64 = 7;
    type Bytes = [u8; 32];
    /// 243 S + 46 M.
    #[rustfmt::skip]
    const ROOT_CHAIN: &'static [Link] = &[
        (0, 1, None), (1, 1, None), (0, 0, Some(2)), (3, 0, Some(1)), (4, 1, Some(4)), (5, 0, Some(1)),
        (6, 0, Some(1)), (7, 0, Some(2)), (8, 0, Some(1)), (9, 0, Some(4)), (0, 0, Some(10)),
        (1, 0, Some(11)), (10, 0, Some(5)), (10, 0, Some(8)), (2, 0, Some(14)), (10, 1, None),
        (10, 0, Some(11)), (16, 0, Some(9)), (16, 0, Some(18)), (19, 7, Some(7)), (20, 11, Some(5)),
        (21, 12, Some(14)), (22, 3, Some(22)), (23, 9, Some(11)), (24, 3, Some(24)), (25, 7, Some(12)),
        (26, 10, Some(7)), (27, 6, Some(11)), (28, 8, Some(13)), (29, 8, Some(0)), (30, 14, Some(17)),
        (31, 10, Some(13)), (32, 14, Some(9)), (33, 3, Some(4)), (34, 1, Some(0)), (35, 8, Some(9)),
        (36, 7, Some(4)), (37, 14, Some(8)), (38, 10, Some(7)), (39, 12, Some(15)), (40, 8, Some(6)),
        (41, 7, Some(11)), (42, 5, Some(8)), (43, 12, Some(18)), (44, 7, Some(12)), (45, 2, Some(0)),
        (46, 9, Some(8)), (47, 5, Some(6)), (48, 7, Some(9)),
    ];

    fn root_tables() -> Option<&'static RootTables<Self, 4>> {
        Some(&ROOT_TABLES)
    }
}

/// The scalar field of Bandersnatch and Banderwagon: the order of their prime subgroup. 253 bits, `p - 1 = 2^5 t`.
pub type BandersnatchScalar = Fe<BandersnatchScalarModulus, 4>;
