//! Fields, and the Montgomery multiplication on stored forms.

use contender::{Contender, Field, Input, Prepared, Refusal};
use vorpal::fields::primes::{Bls12_377Base, Bls12_381Scalar, Bn254Scalar, Secp256k1Base, Secp256k1Scalar};
use vorpal::fields::{PrimeField, batch_invert};
use vorpal::limbs::{Montgomery, words};

pub(crate) fn register(contender: &mut Contender) {
    field::<Bn254Scalar>(contender, "bn254_scalar");
    field::<Bls12_381Scalar>(contender, "bls12_381_scalar");
    field::<Bls12_377Base>(contender, "bls12_377_base");
    field::<Secp256k1Base>(contender, "secp256k1_base");
    field::<Secp256k1Scalar>(contender, "secp256k1_scalar");
    for values in ["random", "small", "unreduced"] {
        contender.offer(format!("montgomery.cios.{values}"), "Montgomery::mul", montgomery);
    }
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

/// A chain of products of stored forms: the first operand below p, the others anything below R.
fn montgomery(input: &Input) -> Result<Prepared, Refusal> {
    const RING: Montgomery<4> = Montgomery::new(Bn254Scalar::MODULUS);
    let stored = |bytes: &[u8]| words::from_le_bytes::<4>(bytes);
    let start =
        input.decode(0, "four limbs", stored)?.pop().ok_or(Refusal("column 0 has no row".to_owned()))?;
    let b = input.decode(1, "four limbs", stored)?;
    let items = b.len();
    let chain = move |x: [u64; 4]| b.iter().fold(x, |x, b| RING.mul(&x, b));
    let mut x = chain(start);
    let result: Vec<u8> = x.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    Ok(Prepared::new(items, [result], move |iterations| {
        for _ in 0..iterations {
            x = std::hint::black_box(chain(x));
        }
    }))
}
