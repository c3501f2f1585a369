use vorpal_limbs::words::hex;

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
       
    ];

    fn root_tables() -> Option<&'static RootTables<Self, 6>> {
        Some(&ROOT_TABLES)
    }
}

/// The base field of BLS12-377 (Bowe et al., "Zexe", 2018). 377 bits, `p - 1 = 2^46 t`.
pub type Bls12_377Base = Fe<Bls12_377BaseModulus, 6>;
