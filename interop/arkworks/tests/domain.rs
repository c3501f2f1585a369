//! Domains and transforms, compared with arkworks' `Radix2EvaluationDomain`.

#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a failure fails the test")]

use ark_ff::{FftField, Field, PrimeField, UniformRand};
use ark_poly::univariate::DensePolynomial;
use ark_poly::{DenseUVPolynomial, EvaluationDomain, Evaluations, Polynomial, Radix2EvaluationDomain};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use ark_std::rand::{SeedableRng, rngs::StdRng};
use vorpal_arkworks::convert::Counterpart;
use vorpal_arkworks::functions::{Domain, forget_tables};

fn bytes(value: &impl CanonicalSerialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.serialize_compressed(&mut bytes).unwrap();
    bytes
}

/// The points and parameters are the same.
fn parameters<F, D>(domain: &D, expected: &Radix2EvaluationDomain<F>)
where
    F: FftField,
    D: EvaluationDomain<F>,
{
    assert_eq!(domain.size(), expected.size());
    assert_eq!(domain.log_size_of_group(), expected.log_size_of_group());
    assert_eq!(domain.size_as_field_element(), expected.size_as_field_element());
    assert_eq!(domain.size_inv(), expected.size_inv());
    assert_eq!(domain.group_gen(), expected.group_gen());
    assert_eq!(domain.group_gen_inv(), expected.group_gen_inv());
    assert_eq!(domain.coset_offset(), expected.coset_offset());
    assert_eq!(domain.coset_offset_inv(), expected.coset_offset_inv());
    assert_eq!(domain.coset_offset_pow_size(), expected.coset_offset_pow_size());
    assert!(domain.elements().eq(expected.elements()));
    assert_eq!(domain.element(3), expected.element(3));
    assert_eq!(domain.vanishing_polynomial(), expected.vanishing_polynomial());
    assert_eq!(bytes(domain), bytes(expected));
    assert_eq!(D::deserialize_compressed(&*bytes(expected)).unwrap(), *domain);
}

fn transforms<F: PrimeField + Counterpart<Vorpal: vorpal_fields::PrimeField>>(
    domain: &Domain<F>,
    expected: &Radix2EvaluationDomain<F>,
) {
    parameters(domain, expected);
    let mut random = StdRng::seed_from_u64(12);
    let size = domain.size();
    // Fewer coefficients than points, as many, and more.
    for length in [0, 1, size / 5, size / 4 + 1, size - 1, size, size + 1] {
        let mut values: Vec<F> = (0..length).map(|_| F::rand(&mut random)).collect();
        for (value, edge) in values.iter_mut().zip([-F::ONE, F::ZERO, F::ONE]) {
            *value = edge;
        }
        assert_eq!(domain.fft(&values), expected.fft(&values), "{length} of {size}");
        assert_eq!(domain.ifft(&values), expected.ifft(&values));
        let (mut ours, mut theirs) = (values.clone(), values.clone());
        domain.fft_in_place(&mut ours);
        expected.fft_in_place(&mut theirs);
        assert_eq!(ours, theirs);
        domain.ifft_in_place(&mut ours);
        values.resize(size, F::ZERO);
        if length <= size {
            assert_eq!(ours, values);
        }
        // The methods of the trait.
        assert_eq!(EvaluationDomain::fft(domain, &values), theirs);
        assert_eq!(EvaluationDomain::ifft(domain, &theirs), values);
        let ours = Evaluations::from_vec_and_domain(theirs, *domain).interpolate();
        assert_eq!(ours, DensePolynomial::from_coefficients_slice(&values));
        let x = F::rand(&mut random);
        assert_eq!(ours.evaluate(&x), {
            let weights = domain.evaluate_all_lagrange_coefficients(x);
            weights.iter().zip(domain.fft(&values)).map(|(a, b)| *a * b).sum::<F>()
        });
    }
    for x in [F::ZERO, F::rand(&mut random), domain.element(0), domain.element(size / 2)] {
        let weights = domain.evaluate_all_lagrange_coefficients(x);
        assert_eq!(weights, expected.evaluate_all_lagrange_coefficients(x));
    }
}

fn field<F: PrimeField + Counterpart<Vorpal: vorpal_fields::PrimeField>>(largest: u32) {
    for log in 0..=largest.min(F::TWO_ADICITY) {
        let size = 1 << log;
        let (domain, expected) =
            (Domain::<F>::new(size).unwrap(), Radix2EvaluationDomain::<F>::new(size).unwrap());
        transforms(&domain, &expected);
        for shift in [F::GENERATOR, -F::ONE, F::from(3u64)] {
            let coset = domain.get_coset(shift).unwrap();
            transforms(&coset, &expected.get_coset(shift).unwrap());
            assert_eq!(Some(coset), Domain::new_coset(size, shift));
        }
        assert_eq!(domain.get_coset(F::ONE), Some(domain));
        assert_eq!(domain.get_coset(F::ZERO), None);
        assert_eq!(Domain::<F>::new(size / 2 + 1).map(|domain| domain.size()), Some(size));
    }
    if F::TWO_ADICITY < 63 {
        assert_eq!(Domain::<F>::new((1 << F::TWO_ADICITY) + 1), None);
    }
    assert_eq!(Domain::<F>::new(usize::MAX), None);
}

#[test]
fn bn254() {
    field::<ark_bn254::Fr>(11);
}

#[test]
fn bls12_381() {
    field::<ark_bls12_381::Fr>(10);
}

#[test]
fn bls12_377() {
    field::<ark_bls12_377::Fr>(10);
}

#[test]
fn own_field() {
    field::<vorpal_arkworks::fields::Bn254Scalar>(10);
}

/// Fields with few roots of unity. Those of P-256's scalars are not Vorpal's. The base field of P-256 is left out: its
/// generator in arkworks is a square, so arkworks' domain of two points has one point twice.
#[test]
fn few_roots() {
    field::<ark_bn254::Fq>(10);
    field::<ark_ed_on_bls12_381_bandersnatch::Fr>(10);
    field::<ark_secp256k1::Fr>(10);
    field::<ark_secp256r1::Fr>(10);
    field::<vorpal_arkworks::fields::P256Base>(10);
}

/// Points as coefficients: a group other than the field.
#[test]
fn points() {
    use ark_bn254::{Fr, G1Projective};
    let mut random = StdRng::seed_from_u64(13);
    let points: Vec<_> = (0..8).map(|_| G1Projective::rand(&mut random)).collect();
    let domain = Domain::<Fr>::new(8).unwrap();
    let expected = Radix2EvaluationDomain::<Fr>::new(8).unwrap();
    assert_eq!(EvaluationDomain::fft(&domain, &points), expected.fft(&points));
    assert_eq!(EvaluationDomain::ifft(&domain, &points), expected.ifft(&points));
}

/// Decoded domains are consistent.
#[test]
fn malformed_bytes() {
    use ark_bn254::Fr;
    let domain = Domain::<Fr>::new(8).unwrap().get_coset(Fr::from(3)).unwrap();
    let good = bytes(&domain);
    assert_eq!(Domain::<Fr>::deserialize_compressed(&*good).unwrap(), domain);
    assert_eq!(Domain::<Fr>::deserialize_compressed_unchecked(&*good).unwrap(), domain);
    for i in 0..good.len() {
        let mut bad = good.clone();
        bad[i] ^= 1;
        let checked = Domain::<Fr>::deserialize_compressed(&*bad);
        let unchecked = Domain::<Fr>::deserialize_compressed_unchecked(&*bad);
        assert!(checked.is_err() && unchecked.is_err(), "byte {i}");
    }
    assert!(Domain::<Fr>::deserialize_compressed(&good[..good.len() - 1]).is_err());
}

/// More domains than tables are kept, on several threads, and tables that are freed between transforms.
#[test]
fn tables() {
    use ark_bn254::Fr;
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || {
                for i in 0..40u64 {
                    let shift = Fr::from(i % 11 + 1);
                    let domain = Domain::<Fr>::new_coset(16, shift).unwrap();
                    let values = domain.fft(&[Fr::from(1), Fr::from(i)]);
                    assert_eq!(values[0], Fr::ONE + Fr::from(i) * shift);
                    if thread == 0 && i % 16 == 0 {
                        forget_tables();
                    }
                }
            });
        }
    });
}
