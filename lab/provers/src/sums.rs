//! Sums of multiples, and commitments to polynomials.

use std::borrow::Cow;
use std::hint::black_box;

use ark_bn254::Fr;
use ark_ec::{CurveGroup, VariableBaseMSM};
use ark_poly::DenseUVPolynomial;
use ark_poly::univariate::DensePolynomial;
use ark_poly_commit::kzg10::{KZG10, Powers};
use contender::{Contender, Input, Prepared, Refusal};

use crate::{Engine, decode, decode_point, encode_point};

pub(crate) fn register<E: Engine>(contender: &mut Contender, engine: &str) {
    contender.offer("arkworks.msm.2^16", &format!("{engine}::G1::msm_unchecked"), msm::<E>);
    let path = format!("KZG10::<{engine}, DensePolynomial>::commit");
    contender.offer("arkworks.kzg_commit.2^16", &path, kzg_commit::<E>);
}

fn columns<E: Engine>(input: &Input) -> Result<(Vec<E::G1Affine>, Vec<Fr>), Refusal> {
    let points = input.decode(0, "a point", decode_point::<E>)?;
    let scalars = input.decode(1, "a scalar", decode)?;
    Ok((points, scalars))
}

fn msm<E: Engine>(input: &Input) -> Result<Prepared, Refusal> {
    let (points, scalars) = columns::<E>(input)?;
    let sum = move || E::G1::msm_unchecked(black_box(&points), &scalars);
    let result = encode_point::<E>(&sum().into_affine());
    Ok(Prepared::new(1, [result], move |iterations| {
        for _ in 0..iterations {
            black_box(sum());
        }
    }))
}

fn kzg_commit<E: Engine>(input: &Input) -> Result<Prepared, Refusal> {
    let (points, scalars) = columns::<E>(input)?;
    let polynomial = DensePolynomial::from_coefficients_vec(scalars);
    let powers: Powers<'static, E> =
        Powers { powers_of_g: Cow::Owned(points), powers_of_gamma_g: Cow::Owned(Vec::new()) };
    let commit = move || KZG10::<E, DensePolynomial<Fr>>::commit(&powers, black_box(&polynomial), None, None);
    let (commitment, _) = commit().map_err(|error| Refusal(error.to_string()))?;
    let result = encode_point::<E>(&commitment.0);
    Ok(Prepared::new(1, [result], move |iterations| {
        for _ in 0..iterations {
            black_box(commit().is_ok());
        }
    }))
}
