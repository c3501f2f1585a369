//! Field operations.

use contender::{Contender, Field};
use vorpal::fields::primes::{
    Bls12_377BaseModulus, Bls12_381BaseModulus, Bls12_381ScalarModulus, Bn254BaseModulus, Bn254ScalarModulus,
    Secp256k1BaseModulus, Secp256k1ScalarModulus,
};
use vorpal::fields::{Acc, Chain, Fe, Modulus, PrimeField, batch_invert};

pub(crate) fn register(contender: &mut Contender) {
    field::<Bn254BaseModulus, 4>(contender, "bn254_base");
    field::<Bn254ScalarModulus, 4>(contender, "bn254_scalar");
    field::<Bls12_381ScalarModulus, 4>(contender, "bls12_381_scalar");
    field::<Bls12_381BaseModulus, 6>(contender, "bls12_381_base");
    field::<Bls12_377BaseModulus, 6>(contender, "bls12_377_base");
    field::<Secp256k1BaseModulus, 4>(contender, "secp256k1_base");
    field::<Secp256k1ScalarModulus, 4>(contender, "secp256k1_scalar");
}

pub(crate) fn decode<F: PrimeField>(bytes: &[u8]) -> Option<F> {
    F::from_le_bytes(bytes).ok()
}

pub(crate) fn encode<F: PrimeField>(element: &F) -> Vec<u8> {
    element.to_le_bytes().as_ref().to_vec()
}

fn field<M: Modulus<N>, const N: usize>(contender: &mut Contender, name: &'static str) {
    type Values<M, const N: usize> = [Fe<M, N>; 16];
    Field::new(contender, name, decode::<Fe<M, N>>, encode::<Fe<M, N>>)
        .mul("Fe * Fe", |a, b| *a * *b)
        .add("Fe + Fe", |a, b| *a + *b)
        .sub(|a, b| *a - *b)
        .neg(|a| -*a)
        .square("Fe::square", Fe::square)
        .mul_batch("Fe::mul_batch", |products, a, b| Fe::mul_batch(products, a, b))
        .product("Chain (below 2 p where there is room)", |start, factors| {
            let mut product = Chain::from(*start);
            for factor in factors {
                product *= *factor;
            }
            product.reduce()
        })
        .inner_product16(
            "Fe * Fe, and +",
            |a: &Values<M, N>, b: &Values<M, N>| a.iter().zip(b).fold(Fe::ZERO, |sum, (a, b)| sum + *a * *b),
            "Acc::of_products",
            |a: &Values<M, N>, b: &Values<M, N>| Acc::<M, N, 16>::of_products(a, b).reduce(),
        )
        .invert("Fe::invert_vartime", Fe::invert_vartime, |a, b| *a + *b)
        .batch_invert("batch_invert", batch_invert)
        .legendre("Fe::legendre_vartime", Fe::legendre_vartime)
        .sqrt("Fe::sqrt_vartime", Fe::sqrt_vartime)
        .sqrt_batch("Fe::sqrt_batch_vartime", |values| {
            let mut roots = vec![None; values.len()];
            Fe::sqrt_batch_vartime(values, &mut roots);
            roots
        });
}
