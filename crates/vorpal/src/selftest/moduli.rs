//! The moduli of all primes, with operands at their bounds and random ones.

use vorpal_fields::Modulus;
use vorpal_fields::primes::{
    BandersnatchScalarModulus, Bls12_377BaseModulus, Bls12_377ScalarModulus, Bls12_381BaseModulus,
    Bls12_381ScalarModulus, Bn254BaseModulus, Bn254ScalarModulus, P256BaseModulus, P256ScalarModulus,
    PallasBaseModulus, Secp256k1BaseModulus, Secp256k1ScalarModulus, VestaBaseModulus,
};
use vorpal_limbs::Montgomery;

use super::Outcome;
use super::numbers::Numbers;

/// A modulus with its name and its operands.
pub(super) struct Field<const N: usize> {
    pub(super) name: &'static str,
    pub(super) ring: Montgomery<N>,
    pub(super) operands: Vec<[u64; N]>,
}

impl<const N: usize> Field<N> {
    fn of<M: Modulus<N>>(numbers: &mut Numbers) -> Self {
        Self { name: M::NAME, ring: Montgomery::new(M::P), operands: numbers.operands(&M::P) }
    }

    /// An error unless a result is the portable one.
    pub(super) fn same(
        &self,
        operation: &str,
        (a, b): (&[u64; N], &[u64; N]),
        found: [u64; N],
        expected: [u64; N],
    ) -> Outcome {
        if found == expected {
            return Ok(());
        }
        let name = self.name;
        Err(format!("{name}: {operation} of {a:x?} and {b:x?} is {found:x?} instead of {expected:x?}"))
    }
}

/// All moduli.
pub(super) struct Fields {
    pub(super) four: Vec<Field<4>>,
    pub(super) six: Vec<Field<6>>,
}

impl Fields {
    pub(super) fn new(numbers: &mut Numbers) -> Self {
        Self {
            four: vec![
                Field::of::<BandersnatchScalarModulus>(numbers),
                Field::of::<Bls12_377ScalarModulus>(numbers),
                Field::of::<Bls12_381ScalarModulus>(numbers),
                Field::of::<Bn254BaseModulus>(numbers),
                Field::of::<Bn254ScalarModulus>(numbers),
                Field::of::<P256BaseModulus>(numbers),
                Field::of::<P256ScalarModulus>(numbers),
                Field::of::<PallasBaseModulus>(numbers),
                Field::of::<Secp256k1BaseModulus>(numbers),
                Field::of::<Secp256k1ScalarModulus>(numbers),
                Field::of::<VestaBaseModulus>(numbers),
            ],
            six: vec![Field::of::<Bls12_377BaseModulus>(numbers), Field::of::<Bls12_381BaseModulus>(numbers)],
        }
    }
}
