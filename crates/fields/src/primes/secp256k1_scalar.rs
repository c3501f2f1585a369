use vorpal_limbs::words::hex;

use crate::{Fe, Link, Modulus, RootTables};

/// The modulus of [`Secp256k1Scalar`].
pub struct Secp256k1ScalarModulus;

static ROOT_TABLES: RootTables<Secp256k1ScalarModulus, 4> = RootTables::new();

impl Modulus<4> for Secp256k1ScalarModulus {
    const NAME: &'static str = "Secp256k1Scalar";
    const P: [u64; 4] = hex("0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    const GENERATOR: u64 = 7;
    type Bytes = [u8; 32];
    /// 259 S + 48 M.
    #[rustfmt::skip]
    const ROOT_CHAIN: &'static [Link] = &[
        (0, 1, None), (0, 0, Some(1)), (2, 1, Some(2)), (3, 1, None), (3, 0, Some(4)), (5, 0, Some(4)),
        (6, 0, Some(1)), (1, 0, Some(7)), (7, 0, Some(4)), (4, 0, Some(9)), (7, 1, None), (11, 0, Some(2)),
        (11, 0, Some(8)), (13, 6, None), (12, 0, Some(14)), (15, 3, Some(2)), (14, 2, None),
        (17, 1, Some(17)), (18, 0, Some(14)), (16, 1, Some(16)), (10, 0, Some(20)), (19, 1, Some(0)),
        (22, 1, None), (20, 2, Some(20)), (24, 0, Some(2)), (23, 1, Some(23)), (25, 1, Some(25)),
        (21, 5, Some(5)), (27, 3, Some(0)), (28, 3, None), (29, 2, Some(29)), (30, 4, Some(2)), (31, 3, None),
        (33, 3, Some(0)), (34, 2, None), (35, 1, Some(35)), (36, 0, Some(34)), (37, 1, None),
        (38, 2, Some(38)), (39, 8, Some(0)), (40, 2, Some(40)), (41, 2, Some(41)), (42, 63, Some(42)),
        (43, 32, Some(43)), (44, 0, Some(26)), (45, 10, Some(8)), (46, 4, Some(46)), (47, 1, None),
        (48, 32, Some(48)), (49, 0, Some(32)), (50, 4, Some(50)), (51, 8, Some(9)), (52, 9, Some(5)),
        (53, 3, Some(0)), (54, 1, Some(54)), (55, 6, Some(7)), (56, 6, None), (57, 1, Some(57)),
        (58, 5, Some(5)), (59, 9, Some(9)), (60, 1, None),
    ];

    fn root_tables() -> Option<&'static RootTables<Self, 4>> {
        Some(&ROOT_TABLES)
    }
}

/// The scalar field of secp256k1: the order of the curve (SEC 2, version 2, section 2.4.1). All 256 bits in use,
/// `p - 1 = 2^6 t`.
pub type Secp256k1Scalar = Fe<Secp256k1ScalarModulus, 4>;
