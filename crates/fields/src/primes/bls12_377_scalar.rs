use vorpal_limbs::words::hex;

use crate::{Fe, Link, Modulus, RootTables};

/// The modulus of [`Bls12_377Scalar`].
pub struct Bls12_377ScalarModulus;

static ROOT_TABLES: RootTables<Bls12_377ScalarModulus, 4> = RootTables::new();

impl Modulus<4> for Bls12_377ScalarModulus {
    const NAME: &'static str = "Bls12_377Scalar";
    const P: [u64; 4] = hex("0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001");
    const GENERATOR: u64 = 22;
    type Bytes = [u8; 32];
    /// 204 S + 20 M.
    #[rustfmt::skip]
    const ROOT_CHAIN: &'static [Link] = &[
        (0, 7, Some(0)), (1, 5, Some(1)), (2, 4, Some(0)), (3, 1, Some(0)), (4, 45, Some(0)), (5, 7, Some(5)),
        (6, 5, Some(6)), (7, 4, Some(5)), (8, 1, Some(5)), (9, 45, Some(5)), (10, 2, Some(0)),
        (11, 7, Some(11)), (12, 5, Some(12)), (13, 4, Some(11)), (14, 1, Some(11)), (15, 44, None),
        (16, 7, Some(16)), (17, 5, Some(17)), (18, 4, Some(16)), (19, 1, Some(16)), (20, 0, Some(3)),
    ];

    fn root_tables() -> Option<&'static RootTables<Self, 4>> {
        Some(&ROOT_TABLES)
    }
}

/// The scalar field of BLS12-377 (Bowe et al., "Zexe", 2018). 253 bits, `p - 1 = 2^47 t`.
pub type Bls12_377Scalar = Fe<Bls12_377ScalarModulus, 4>;
