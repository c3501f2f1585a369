use vorpal_limbs::words::hex;

use crate::tower::{Frobenius, TowerModulus};
use crate::{Fe, Link, Modulus};

/// The modulus of [`Bls12_381Base`].
pub struct Bls12_381BaseModulus;

impl Modulus<6> for Bls12_381BaseModulus {
    const NAME: &'static str = "Bls12_381Base";
    const P: [u64; 6] = hex(
        "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    );
    const GENERATOR: u64 = 2;
    type Bytes = [u8; 48];
    /// 376 S + 66 M.
    #[rustfmt::skip]
    const ROOT_CHAIN: &'static [Link] = &[
        (0, 1, None), (1, 1, None), (2, 1, None), (3, 1, Some(0)), (4, 0, Some(2)), (4, 1, None),
        (0, 0, Some(6)), (3, 0, Some(7)), (7, 0, Some(6)), (9, 0, Some(1)), (8, 0, Some(6)), (11, 0, Some(1)),
        (12, 0, Some(2)), (13, 0, Some(1)), (14, 0, Some(1)), (15, 0, Some(1)), (10, 0, Some(6)),
        (2, 0, Some(17)), (6, 0, Some(16)), (14, 6, Some(5)), (20, 1, Some(20)), (1, 0, Some(21)),
        (21, 1, Some(0)), (22, 5, Some(5)), (24, 3, Some(24)), (25, 8, Some(18)), (26, 7, Some(13)),
        (27, 2, Some(27)), (28, 8, Some(19)), (29, 3, None), (30, 2, Some(30)), (31, 0, Some(0)),
        (32, 12, Some(9)), (33, 9, Some(14)), (34, 8, Some(8)), (35, 1, Some(35)), (36, 6, Some(5)),
        (37, 14, Some(13)), (38, 11, Some(16)), (39, 4, Some(39)), (40, 9, Some(5)), (41, 5, Some(5)),
        (42, 8, Some(17)), (43, 8, Some(17)), (44, 7, Some(11)), (45, 7, Some(10)), (46, 5, Some(46)),
        (47, 2, Some(0)), (48, 7, Some(0)), (49, 11, Some(14)), (50, 10, Some(9)), (51, 6, Some(8)),
        (52, 5, Some(0)), (53, 11, Some(10)), (54, 7, Some(9)), (55, 11, Some(15)), (56, 11, Some(15)),
        (57, 8, Some(15)), (58, 3, Some(58)), (59, 8, Some(14)), (60, 15, Some(23)), (61, 6, Some(8)),
        (62, 8, Some(5)), (63, 17, Some(23)), (64, 7, Some(19)), (65, 7, Some(12)), (66, 7, Some(19)),
        (67, 15, Some(23)), (68, 15, Some(23)), (69, 7, Some(14)), (70, 6, Some(5)), (71, 1, None),
    ];
}

impl TowerModulus<6> for Bls12_381BaseModulus {
    const Q: u64 = 1;
    const XI: [u64; 2] = [1, 1];
    const FROBENIUS: &'static Frobenius<Self, 6> = {
        static DERIVED: Frobenius<Bls12_381BaseModulus, 6> = Frobenius::derive();
        &DERIVED
    };
    type Fp2Bytes = [u8; 96];
}

/// The base field of BLS12-381 (Bowe, "BLS12-381: New zk-SNARK elliptic curve construction", 2017). 381 bits,
/// `p - 1 = 2 t`.
pub type Bls12_381Base = Fe<Bls12_381BaseModulus, 6>;
