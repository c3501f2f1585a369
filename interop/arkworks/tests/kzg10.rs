//! ark-poly-commit's KZG10 with Vorpal's engines: the keys, commitments and proofs of arkworks, byte for byte.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![cfg(all(feature = "bn254", feature = "bls12_381"))]

use std::borrow::Cow;

use ark_ec::pairing::Pairing;
use ark_ff::{PrimeField, UniformRand};
use ark_poly::univariate::DensePolynomial;
use ark_poly::{DenseUVPolynomial, Polynomial};
use ark_poly_commit::kzg10::{KZG10, Powers, VerifierKey};
use ark_serialize::CanonicalSerialize;
use ark_std::Zero;
use ark_std::rand::SeedableRng;
use ark_std::rand::rngs::StdRng;
use vorpal_arkworks::engine::{bls12_381, bn254};

fn bytes(value: &impl CanonicalSerialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.serialize_compressed(&mut bytes).unwrap();
    bytes
}

/// Polynomials of several degrees, with coefficients of zero at both ends and small ones.
fn polynomials<F: PrimeField>(degree: usize) -> Vec<DensePolynomial<F>> {
    let rng = &mut StdRng::seed_from_u64(31);
    let random = DensePolynomial::rand(degree, rng);
    let mut sparse = random.clone();
    sparse.coeffs[..degree / 2].fill(F::zero());
    let small = (0..=degree as u64).map(|i| F::from(i % 3)).collect();
    vec![
        random,
        sparse,
        DensePolynomial::from_coefficients_vec(small),
        DensePolynomial::rand(1, rng),
        DensePolynomial::from_coefficients_vec(vec![F::one()]),
    ]
}

/// The bytes of the key, of commitments and of proofs, all of which are checked.
fn run<E: Pairing>(degree: usize) -> Vec<Vec<u8>> {
    type P<E> = DensePolynomial<<E as Pairing>::ScalarField>;
    let rng = &mut StdRng::seed_from_u64(32);
    let key = KZG10::<E, P<E>>::setup(degree, true, rng).unwrap();
    let mut results = vec![bytes(&key)];
    let powers = Powers::<E> {
        powers_of_g: Cow::Borrowed(&key.powers_of_g),
        powers_of_gamma_g: Cow::Owned(key.powers_of_gamma_g.values().copied().collect()),
    };
    let verifier = VerifierKey {
        g: key.powers_of_g[0],
        gamma_g: key.powers_of_gamma_g[&0],
        h: key.h,
        beta_h: key.beta_h,
        prepared_h: key.prepared_h.clone(),
        prepared_beta_h: key.prepared_beta_h.clone(),
    };
    let (mut commitments, mut points, mut values, mut proofs) = (vec![], vec![], vec![], vec![]);
    for polynomial in polynomials::<E::ScalarField>(degree) {
        for hiding in [None, Some(1)] {
            let hiding = hiding.filter(|_| degree > 1);
            let (commitment, randomness) =
                KZG10::<E, P<E>>::commit(&powers, &polynomial, hiding, Some(rng)).unwrap();
            let point = E::ScalarField::rand(rng);
            let value = polynomial.evaluate(&point);
            let proof = KZG10::<E, P<E>>::open(&powers, &polynomial, point, &randomness).unwrap();
            let check =
                |value| KZG10::<E, P<E>>::check(&verifier, &commitment, point, value, &proof).unwrap();
            assert!(check(value));
            assert!(!check(value + E::ScalarField::from(1u64)));
            results.extend([bytes(&commitment), bytes(&proof)]);
            commitments.push(commitment);
            points.push(point);
            values.push(value);
            proofs.push(proof);
        }
    }
    let mut batch = |values: &[E::ScalarField]| {
        KZG10::<E, P<E>>::batch_check(&verifier, &commitments, &points, values, &proofs, rng).unwrap()
    };
    assert!(batch(&values));
    values[1] = E::ScalarField::zero();
    assert!(!batch(&values));
    results
}

#[test]
fn keys_commitments_and_proofs() {
    for degree in [2, 9, 300] {
        assert!(run::<bn254::Bn254>(degree) == run::<ark_bn254::Bn254>(degree), "degree {degree}");
    }
    assert!(run::<bls12_381::Bls12_381>(33) == run::<ark_bls12_381::Bls12_381>(33));
}
