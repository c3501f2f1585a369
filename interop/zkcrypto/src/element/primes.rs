//! The primes of the supported curves.

use vorpal_fields::primes::{
    Bls12_377BaseModulus, Bls12_377ScalarModulus, Bls12_381BaseModulus, Bls12_381ScalarModulus,
    Bn254BaseModulus, Bn254ScalarModulus, P256BaseModulus, P256ScalarModulus, Secp256k1BaseModulus,
    Secp256k1ScalarModulus,
};

use super::FieldParameters;

impl FieldParameters<4> for Bn254BaseModulus {
    const HEXADECIMAL: &'static str = "0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47";
    const ZETA: usize = 0;
}

impl FieldParameters<4> for Bn254ScalarModulus {
    const HEXADECIMAL: &'static str = "0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
    const MULTIPLICATIVE_GENERATOR: u64 = 7;
    const ZETA: usize = 1;
}

impl FieldParameters<6> for Bls12_381BaseModulus {
    const HEXADECIMAL: &'static str = concat!(
        "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffff",
        "b9feffffffffaaab"
    );
    const ZETA: usize = 1;
}

impl FieldParameters<4> for Bls12_381ScalarModulus {
    const HEXADECIMAL: &'static str = "0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    const ZETA: usize = 0;
}

impl FieldParameters<6> for Bls12_377BaseModulus {
    const HEXADECIMAL: &'static str = concat!(
        "0x1ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008",
        "508c00000000001"
    );
    /// Belongs to the scalars' by the endomorphism of G1.
    const ZETA: usize = 1;
}

impl FieldParameters<4> for Bls12_377ScalarModulus {
    const HEXADECIMAL: &'static str = "0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001";
    const ZETA: usize = 0;
}

impl FieldParameters<4> for Secp256k1BaseModulus {
    const HEXADECIMAL: &'static str = "0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f";
    const ZETA: usize = 1;
}

impl FieldParameters<4> for Secp256k1ScalarModulus {
    const HEXADECIMAL: &'static str = "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
    const ZETA: usize = 1;
}

impl FieldParameters<4> for P256BaseModulus {
    const HEXADECIMAL: &'static str = "0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
    const ZETA: usize = 0;
}

impl FieldParameters<4> for P256ScalarModulus {
    const HEXADECIMAL: &'static str = "0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
    const ZETA: usize = 0;
}
