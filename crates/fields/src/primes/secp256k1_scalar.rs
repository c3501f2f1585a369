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
       
    ];

    fn root_tables() -> Option<&'static RootTables<Self, 4>> {
        Some(&ROOT_TABLES)
    }
}

/// The scalar field of secp256k1: the order of the curve (SEC 2, version 2, section 2.4.1). All 256 bits in use,
/// `p - 1 = 2^6 t`.
pub type Secp256k1Scalar = Fe<Secp256k1ScalarModulus, 4>;
