//! Fields.

use contender::{Contender, Field};
use vorpal::fields::primes::{
    Bls12_377Base, Bls12_381Base, Bls12_381Scalar, Bn254Scalar, Secp256k1Base, Secp256k1Scalar,
};
use vorpal::fields::{PrimeField, batch_invert};

pub(crate) fn register(contender: &mut Contender) {
    field::<Bn254Scalar>(contender, "bn254_scalar");
    field::<Bls12_381Scalar>(contender, "bls12_381_scalar");
    field::<Bls12_381Base>(contender, "bls12_381_base");
    field::<Bls12_377Base>(contender, "bls12_377_base");
    field::<Secp256k1Base>(contender, "secp256k1_base");
    field::<Secp256k1Scalar>(contender, "secp256k1_scalar");
}

pub(crate) fn decode<F: PrimeField>(bytes: &[u8]) -> Option<F> {
    F::from_le_bytes(bytes).ok()
}

pub(crate) fn encode<F: PrimeField>(element: &F) -> Vec<u8> {
    element.to_le_bytes().as_ref().to_vec()
}

fn field<F: PrimeField>(contender: &mut Contender, name: &'static str) {
    Field::new(contender, name, decode::<F>, encode::<F>)
        .mul("Fe * Fe", |a, b| *a * *b)
        .add("Fe + Fe", |a, b| *a + *b)
        .sub(|a, b| *a - *b)
        .neg(|a| -*a)
        .square("Fe::square", F::square)
        .invert("Fe::invert (constant time, by power)", |a| a.invert().into(), |a, b| *a + *b)
        .batch_invert("batch_invert", |values| {
            batch_invert(values, &mut vec![F::ZERO; values.len()]);
        })
        .legendre("Fe::legendre (constant time, by power)", F::legendre)
        .sqrt("Fe::sqrt_vartime (Tonelli-Shanks)", F::sqrt_vartime);
}
