use vorpal_limbs::words::hex;

use crate::{Fe, Link, Modulus, RootTables};

/// The modulus of [`Bn254Scalar`].
pub struct Bn254ScalarModulus;

static ROOT_TABLES: RootTables<Bn254ScalarModulus, 4> = RootTables::new();

impl Modulus<4> for Bn254ScalarModulus {
    const NAME: &'static str = "Bn254Scalar";
    const P: [u64; 4] = hex("0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001");
    const GENERATOR: u64 = 5;
    type Bytes = [u8; 32];
    /// 221 S + 41 M.
    #[rustfmt::skip]
    const ROOT_CHAIN: &'static [Link] = &[
        (0, 1, None), (0, 0, Some(1)), (2, 1, None), (0, 0, Some(3)), (3, 0, Some(4)), (4, 1, None),
        (5, 0, Some(4)), (7, 0, Some(2)), (5, 1, None), (9, 0, Some(2)), (1, 0, Some(10)), (9, 0, Some(10)),
        (12, 0, Some(6)), (7, 0, Some(13)), (13, 0, Some(11)), (15, 0, Some(4)), (6, 0, Some(16)),
        (15, 9, Some(12)), (18, 10, Some(12)), (19, 11, Some(5)), (20, 12, Some(17)), (21, 7, Some(2)),
        (22, 5, Some(22)), (23, 2, Some(23)), (24, 2, Some(0)), (25, 13, Some(16)), (26, 12, Some(17)),
        (27, 3, Some(4)), (28, 8, Some(0)), (29, 11, Some(4)), (30, 9, Some(14)), (31, 8, Some(12)),
        (32, 13, Some(13)), (33, 9, Some(16)), (34, 8, Some(16)), (35, 5, Some(10)), (36, 5, Some(10)),
        (37, 2, None), (38, 1, Some(38)), (39, 5, Some(8)), (40, 5, Some(0)), (41, 9, Some(13)),
        (42, 9, Some(11)), (43, 9, Some(11)), (44, 8, Some(14)), (45, 7, Some(11)),
    ];

    fn root_tables() -> Option<&'static RootTables<Self, 4>> {
        Some(&ROOT_TABLES)
    }
}

/// The scalar field of BN254 (alt_bn128; EIP-196). 254 bits, `p - 1 = 2^28 t`.
pub type Bn254Scalar = Fe<Bn254ScalarModulus, 4>;
