use vorpal_limbs::words::hex;

use crate::{Fe, Link, Modulus, RootTables};

/// The modulus of [`PallasBase`].
pub struct PallasBaseModulus;

static ROOT_TABLES: RootTables<PallasBaseModulus, 4> = RootTables::new();

impl Modulus<4> for PallasBaseModulus {
    const NAME: &'static str = "PallasBase";
    const P: [u64; 4] = hex("0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001");
    const GENERATOR: u64 = 5;
    type Bytes = [u8; 32];
    /// 218 S + 27 M.
    #[rustfmt::skip]
    const ROOT_CHAIN: &'static [Link] = &[
        (0, 1, None), (1, 1, Some(1)), (0, 0, Some(2)), (3, 0, Some(2)), (4, 0, Some(1)), (5, 0, Some(1)),
        (2, 0, Some(6)), (1, 0, Some(7)), (6, 2, None), (9, 0, Some(5)), (9, 6, Some(6)), (11, 16, Some(11)),
        (12, 32, Some(12)), (13, 64, Some(13)), (14, 7, Some(4)), (15, 7, Some(4)), (16, 1, Some(16)),
        (17, 5, Some(7)), (18, 10, Some(8)), (19, 6, Some(4)), (20, 5, Some(0)), (21, 11, Some(10)),
        (22, 8, Some(3)), (23, 8, Some(7)), (24, 9, Some(5)), (25, 8, Some(5)), (26, 5, Some(3)),
        (27, 3, Some(3)), (28, 2, Some(28)), (29, 1, None),
    ];

    fn root_tables() -> Option<&'static RootTables<Self, 4>> {
        Some(&ROOT_TABLES)
    }
}

/// The base field of Pallas, which is also the scalar field of Vesta (D. Hopwood, "The Pasta curves", 2020).
/// 255 bits, `p - 1 = 2^32 t`.
pub type PallasBase = Fe<PallasBaseModulus, 4>;
