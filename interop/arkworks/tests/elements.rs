//! Inversions and roots of many elements, compared with arkworks' own.

#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a failure fails the test")]

use ark_ff::Field;
use ark_std::rand::{SeedableRng, rngs::StdRng};
use vorpal_arkworks::convert::Counterpart;
use vorpal_arkworks::functions::*;

fn field<F: Field + Counterpart<Vorpal: vorpal_fields::Field>>() {
    let mut random = StdRng::seed_from_u64(11);
    for length in [0, 1, 2, 15, 16, 17, 33, 511, 512, 513, 1100] {
        let mut values: Vec<F> = (0..length).map(|_| F::rand(&mut random)).collect();
        for (value, edge) in values.iter_mut().zip([F::ZERO, -F::ONE, F::ONE, F::from(2u64), F::ZERO]) {
            *value = edge;
        }
        for (coefficient, i) in [F::ONE, F::rand(&mut random), F::ZERO].into_iter().zip(0..) {
            let (mut ours, mut theirs) = (values.clone(), values.clone());
            ark_ff::batch_inversion_and_mul(&mut theirs, &coefficient);
            batch_inversion_and_mul(&mut ours, &coefficient);
            assert_eq!(ours, theirs, "{length} elements");
            if i == 0 {
                batch_inversion(&mut values.clone());
                let mut ours = values.clone();
                batch_inversion(&mut ours);
                assert_eq!(ours, theirs);
            }
        }
        let mut zeros = vec![F::ZERO; length];
        batch_inversion(&mut zeros);
        assert_eq!(zeros, vec![F::ZERO; length]);
        values.truncate(100);
        let roots = batch_sqrt(&values);
        for (value, root) in values.iter().zip(roots) {
            let expected = value.sqrt();
            let same = |root: Option<F>| root == expected || root == expected.map(|root| -root);
            assert!(same(root) && same(sqrt(value)));
            assert!(root.is_none_or(|root| root.square() == *value));
            assert_eq!(legendre(value), value.legendre());
        }
    }
}

#[test]
fn prime_fields() {
    field::<ark_bn254::Fq>();
    field::<ark_bn254::Fr>();
    field::<ark_bls12_381::Fq>();
    field::<ark_bls12_381::Fr>();
    field::<ark_bls12_377::Fq>();
    field::<ark_bls12_377::Fr>();
    field::<ark_secp256k1::Fq>();
    field::<ark_secp256k1::Fr>();
    field::<ark_secp256r1::Fq>();
    field::<ark_secp256r1::Fr>();
    field::<ark_ed_on_bls12_381_bandersnatch::Fr>();
    field::<vorpal_arkworks::fields::Bn254Scalar>();
}

#[test]
fn extensions() {
    field::<ark_bn254::Fq2>();
    field::<ark_bls12_381::Fq2>();
    field::<ark_bls12_377::Fq2>();
}
