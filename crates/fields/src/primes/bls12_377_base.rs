use vorpal_limbs::words::hex;

use crate::tower::{Frobenius, TowerModulus};
use crate::{Fe, Link, Modulus, RootTables};

/// The modulus of [`Bls12_377Base`].
pub struct Bls12_377BaseModulus;

static ROOT_TABLES: RootTables<Bls12_377BaseModulus, 6> = RootTables::new();

impl Modulus<6> for Bls12_377BaseModulus {
    const NAME: &'static str = "Bls12_377Base";
    const P: [u64; 6] = hex(
        "0x01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001",
    );
    const GENERATOR: u64 = 15;
    type Bytes = [u8; 48];
    /// 329 S + 29 M.
    #[rustfmt::skip]
    const ROOT_CHAIN: &'static [Link] = &[
        (0, 2, Some(0)), (1, 1, Some(0)), (2, 7, Some(2)), (3, 4, None), (4, 1, Some(0)), (5, 7, Some(5)),
        (6, 5, Some(6)), (7, 4, Some(5)), (8, 1, Some(5)), (9, 7, Some(9)), (10, 5, Some(10)),
        (11, 4, Some(9)), (12, 1, Some(9)), (13, 46, Some(9)), (14, 7, Some(14)), (15, 5, Some(15)),
        (16, 4, Some(14)), (17, 1, Some(14)), (18, 92, None), (19, 7, Some(19)), (20, 5, Some(20)),
        (21, 4, Some(19)), (22, 1, Some(19)), (23, 46, Some(19)), (24, 0, Some(5)), (25, 7, Some(25)),
        (26, 5, Some(26)), (27, 4, Some(25)), (28, 1, Some(25)), (29, 45, Some(25)), (30, 0, Some(4)),
    ];

    fn root_tables() -> Option<&'static RootTables<Self, 6>> {
        Some(&ROOT_TABLES)
    }
}

impl TowerModulus<6> for Bls12_377BaseModulus {
    const Q: u64 = 5;
    const XI: [u64; 2] = [0, 1];
    const FROBENIUS: &'static Frobenius<Self, 6> = {
        static DERIVED: Frobenius<Bls12_377BaseModulus, 6> = Frobenius::derive();
        &DERIVED
    };
    type Fp2Bytes = [u8; 96];
}

/// The base field of BLS12-377 (Bowe et al., "Zexe", 2018). 377 bits, `p - 1 = 2^46 t`.
pub type Bls12_377Base = Fe<Bls12_377BaseModulus, 6>;
