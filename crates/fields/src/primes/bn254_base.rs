use vorpal_limbs::words::hex;

use crate::tower::{Frobenius, TowerModulus};
use crate::{Fe, Link, Modulus};

/// The modulus of [`Bn254Base`].
pub struct Bn254BaseModulus;

impl Modulus<4> for Bn254BaseModulus {
    const NAME: &'static str = "Bn254Base";
    const P: [u64; 4] = hex("0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
    const GENERATOR: u64 = 3;
    type Bytes = [u8; 32];
    /// 248 S + 46 M.
    #[rustfmt::skip]
    const ROOT_CHAIN: &'static [Link] = &[
        (0, 1, Some(0)), (1, 1, None), (2, 1, None), (0, 0, Some(3)), (4, 0, Some(2)), (4, 1, None),
        (6, 0, Some(1)), (6, 0, Some(5)), (6, 0, Some(7)), (3, 0, Some(8)), (7, 1, None), (0, 0, Some(11)),
        (10, 0, Some(2)), (2, 0, Some(13)), (11, 0, Some(5)), (11, 0, Some(9)), (11, 0, Some(14)),
        (15, 0, Some(10)), (18, 2, Some(18)), (19, 1, Some(19)), (20, 15, Some(14)), (21, 12, Some(16)),
        (22, 8, Some(1)), (23, 6, Some(12)), (24, 8, Some(9)), (25, 8, Some(13)), (26, 3, Some(26)),
        (27, 1, Some(0)), (28, 6, Some(10)), (29, 7, Some(12)), (30, 10, Some(14)), (31, 12, Some(10)),
        (32, 4, Some(1)), (33, 10, Some(17)), (34, 6, Some(5)), (35, 17, Some(9)), (36, 17, Some(13)),
        (37, 8, Some(8)), (38, 10, Some(15)), (39, 7, Some(13)), (40, 8, Some(10)), (41, 4, Some(41)),
        (42, 6, Some(10)), (43, 7, Some(7)), (44, 8, Some(17)), (45, 13, Some(1)), (46, 5, Some(46)),
        (47, 6, Some(13)), (48, 6, Some(7)), (49, 2, Some(49)),
    ];
}

impl TowerModulus<4> for Bn254BaseModulus {
    const Q: u64 = 1;
    const XI: [u64; 2] = [9, 1];
    const FROBENIUS: &'static Frobenius<Self, 4> = {
        static DERIVED: Frobenius<Bn254BaseModulus, 4> = Frobenius::derive();
        &DERIVED
    };
    type Fp2Bytes = [u8; 64];
}

/// The base field of BN254 (alt_bn128; EIP-196). 254 bits, `p = 3 mod 4`.
pub type Bn254Base = Fe<Bn254BaseModulus, 4>;
