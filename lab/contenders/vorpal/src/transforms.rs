//! Number-theoretic transforms.

use contender::{Contender, transforms};
use vorpal::fields::PrimeField;
use vorpal::fields::primes::{Bls12_381Scalar, Bn254Scalar};
use vorpal::ntt::{Domain, Order};

use crate::fields::{decode, encode};

pub(crate) fn register(contender: &mut Contender) {
    field::<Bn254Scalar>(contender, "bn254_scalar");
    field::<Bls12_381Scalar>(contender, "bls12_381_scalar");
}

fn field<F: PrimeField>(contender: &mut Contender, name: &str) {
    transforms(contender, name, "Domain::evaluate", decode::<F>, encode::<F>, |log_size| {
        let domain = Domain::<F>::new(1 << log_size).expect("the field has roots of unity");
        move |values| domain.evaluate(values, Order::Natural).expect("as many values as points")
    });
}
