//! Number-theoretic transforms of `ark-poly`.

use ark_ff::PrimeField;
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use contender::{Contender, transforms};

use crate::{decode, encode};

pub(crate) fn register(contender: &mut Contender) {
    field::<ark_bn254::Fr>(contender, "bn254_scalar");
    field::<ark_bls12_381::Fr>(contender, "bls12_381_scalar");
}

fn field<F: PrimeField>(contender: &mut Contender, name: &str) {
    let path = "Radix2EvaluationDomain::fft_in_place";
    transforms(contender, name, path, decode::<F>, encode::<F>, |log_size| {
        let domain = Radix2EvaluationDomain::<F>::new(1 << log_size).expect("the field has roots of unity");
        move |values: &mut Vec<F>| domain.fft_in_place(values)
    });
}
