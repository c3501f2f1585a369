//! The reduction of constraints to polynomials for ark-groth16's prover, with Vorpal's transforms; [keys of
//! snarkjs](snarkjs).

pub mod snarkjs;

use alloc::vec::Vec;
use core::any::Any;

use ark_ff::PrimeField;
use ark_groth16::r1cs_to_qap::{LibsnarkReduction, R1CSToQAP, evaluate_constraint};
use ark_poly::EvaluationDomain;
use ark_relations::gr1cs::{ConstraintSystemRef, Matrix, Result, SynthesisError};
#[cfg(feature = "parallel")]
use rayon::prelude::*;
use vorpal_ntt::{Domain, Order};

use crate::convert::{Counterpart, into_arkworks, into_vorpal};

/// ark-groth16's [`LibsnarkReduction`] with Vorpal's transforms: `Groth16<E, VorpalReduction>` has the same keys and
/// proofs as `Groth16<E>`, and each verifies the other's.
///
/// For values `a, b, c` of polynomials `A, B, C` of degree below `n` on the `n`-th roots of unity, the prover needs the
/// coefficients of `H = (A B - C) / (X^n - 1)`. On the coset `g w^i` of a generator `g`, the divisor is `g^n - 1`, so
///
/// ```text
/// H = (interpolation of the values of A B on the coset - C) / (g^n - 1).
/// ```
///
/// This is the same polynomial for values that satisfy no constraints, too. There are six transforms, one less than
/// with the values of `C` on the coset.
///
/// Fields other than the scalars of BN254, BLS12-381 and BLS12-377, and domains other than those of roots of unity,
/// take the transforms of arkworks.
///
/// ```
/// # #[cfg(feature = "bn254")] {
/// use ark_groth16::Groth16;
/// use vorpal_arkworks::engine::bn254::Bn254;
/// use vorpal_arkworks::groth16::VorpalReduction;
/// type Prover = Groth16<Bn254, VorpalReduction>;
/// # }
/// ```
pub struct VorpalReduction;

impl R1CSToQAP for VorpalReduction {
    fn instance_map_with_evaluation<F: PrimeField, D: EvaluationDomain<F>>(
        cs: ConstraintSystemRef<F>,
        t: &F,
    ) -> Result<(Vec<F>, Vec<F>, Vec<F>, F, usize, usize)> {
        LibsnarkReduction::instance_map_with_evaluation::<F, D>(cs, t)
    }

    fn witness_map_from_matrices<F: PrimeField, D: EvaluationDomain<F>>(
        matrices: &[Matrix<F>],
        num_inputs: usize,
        num_constraints: usize,
        full_assignment: &[F],
    ) -> Result<Vec<F>> {
        let [a, b, c] = matrices else { return Err(SynthesisError::AssignmentMissing) };
        let too_large = SynthesisError::PolynomialDegreeTooLarge;
        let domain = D::new(num_constraints + num_inputs).ok_or(too_large)?;
        let inputs = full_assignment.get(..num_inputs).ok_or(SynthesisError::AssignmentMissing)?;
        let values = |matrix: &Matrix<F>| {
            let mut values = products(&matrix[..num_constraints.min(matrix.len())], full_assignment);
            values.resize(domain.size(), F::ZERO);
            values
        };
        let mut polynomials = [values(a), values(b), values(c)];
        polynomials[0][num_constraints..num_constraints + num_inputs].copy_from_slice(inputs);
        Ok(quotient(&domain, polynomials))
    }

    fn h_query_scalars<F: PrimeField, D: EvaluationDomain<F>>(
        max_power: usize,
        t: F,
        zt: F,
        delta_inverse: F,
    ) -> Result<Vec<F>> {
        LibsnarkReduction::h_query_scalars::<F, D>(max_power, t, zt, delta_inverse)
    }
}

/// The products of the rows with the assignment.
fn products<F: PrimeField>(rows: &[Vec<(F, usize)>], assignment: &[F]) -> Vec<F> {
    #[cfg(feature = "parallel")]
    let rows = rows.par_iter();
    #[cfg(not(feature = "parallel"))]
    let rows = rows.iter();
    rows.map(|row| evaluate_constraint(row, assignment)).collect()
}

/// The coefficients of `(A B - C) / (X^n - 1)`, by Vorpal if it has the field.
fn quotient<F: PrimeField, D: EvaluationDomain<F>>(domain: &D, mut polynomials: [Vec<F>; 3]) -> Vec<F> {
    macro_rules! by_vorpal {
        ($($feature:literal: $field:ty),*) => {$(
            #[cfg(feature = $feature)]
            if let Some(result) = quotient_in::<F, D, $field>(domain, &mut polynomials) {
                return result;
            }
        )*};
    }
    by_vorpal!("bn254": ark_bn254::Fr, "bls12_381": ark_bls12_381::Fr, "bls12_377": ark_bls12_377::Fr);
    quotient_by_arkworks(domain, polynomials)
}

/// The quotient if `F` is the field `A` and the domain is that of Vorpal. Otherwise nothing changes.
fn quotient_in<F, D, A>(domain: &D, polynomials: &mut [Vec<F>; 3]) -> Option<Vec<F>>
where
    F: PrimeField,
    D: EvaluationDomain<F>,
    A: PrimeField + Counterpart<Vorpal: vorpal_fields::PrimeField>,
{
    let polynomials = (polynomials as &mut dyn Any).downcast_mut::<[Vec<A>; 3]>()?;
    let root = *(&domain.group_gen() as &dyn Any).downcast_ref::<A>()?;
    let subgroup = Domain::<A::Vorpal>::new(domain.size()).ok()?;
    let same = subgroup.size() == domain.size() && subgroup.root() == root.to_vorpal();
    if !same || domain.coset_offset() != F::ONE {
        return None;
    }
    let coset = Domain::coset(domain.size(), A::GENERATOR.to_vorpal()).ok()?;
    let divisor = A::GENERATOR.pow([domain.size() as u64]) - A::ONE;
    let factor = divisor.inverse()?.to_vorpal();
    let [a, b, c] = core::mem::take(polynomials).map(into_vorpal);
    let quotient = into_arkworks::<A>(quotient_by_vorpal(&subgroup, &coset, factor, [a, b, c])?);
    (&mut Some(quotient) as &mut dyn Any).downcast_mut::<Option<Vec<F>>>()?.take()
}

/// The quotient, where `factor` is the inverse of the divisor on the coset.
fn quotient_by_vorpal<F: vorpal_fields::PrimeField>(
    subgroup: &Domain<F>,
    coset: &Domain<F>,
    factor: F,
    [mut a, mut b, mut c]: [Vec<F>; 3],
) -> Option<Vec<F>> {
    for values in [&mut a, &mut b] {
        interpolate(subgroup, values, Order::Natural)?;
        evaluate(coset, values, Order::BitReversed)?;
    }
    a.iter_mut().zip(&b).for_each(|(a, b)| *a *= *b);
    interpolate(coset, &mut a, Order::BitReversed)?;
    interpolate(subgroup, &mut c, Order::Natural)?;
    a.iter_mut().zip(&c).for_each(|(a, c)| *a = (*a - *c) * factor);
    Some(a)
}

fn evaluate<F: vorpal_fields::PrimeField>(domain: &Domain<F>, values: &mut [F], order: Order) -> Option<()> {
    #[cfg(feature = "parallel")]
    let result = domain.evaluate_parallel(values, order);
    #[cfg(not(feature = "parallel"))]
    let result = domain.evaluate(values, order);
    result.ok()
}

fn interpolate<F: vorpal_fields::PrimeField>(
    domain: &Domain<F>,
    values: &mut [F],
    order: Order,
) -> Option<()> {
    #[cfg(feature = "parallel")]
    let result = domain.interpolate_parallel(values, order);
    #[cfg(not(feature = "parallel"))]
    let result = domain.interpolate(values, order);
    result.ok()
}

/// The quotient for any field and domain.
fn quotient_by_arkworks<F: PrimeField, D: EvaluationDomain<F>>(
    domain: &D,
    [mut a, mut b, mut c]: [Vec<F>; 3],
) -> Vec<F> {
    let coset = domain.get_coset(F::GENERATOR).expect("a generator is not zero");
    for values in [&mut a, &mut b, &mut c] {
        domain.ifft_in_place(values);
        coset.fft_in_place(values);
    }
    let divisor = domain.evaluate_vanishing_polynomial(F::GENERATOR);
    let factor = divisor.inverse().expect("a generator of the group is in no smaller subgroup");
    for ((a, b), c) in a.iter_mut().zip(&b).zip(&c) {
        *a = (*a * b - c) * factor;
    }
    coset.ifft_in_place(&mut a);
    a
}

#[cfg(all(test, feature = "bn254"))]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use ark_bn254::Fr;
    use ark_poly::Radix2EvaluationDomain;

    use super::*;

    /// Vorpal's quotient is that of values on a subgroup. Of values on a coset it would be another polynomial.
    #[test]
    fn cosets_are_left_to_arkworks() {
        let subgroup = Radix2EvaluationDomain::<Fr>::new(4).unwrap();
        let coset = subgroup.get_coset(Fr::from(7)).unwrap();
        let values: [Vec<Fr>; 3] = [1u64, 20, 300].map(|first| (first..first + 4).map(Fr::from).collect());
        let mut polynomials = values.clone();
        assert_eq!(quotient_in::<Fr, _, Fr>(&coset, &mut polynomials), None);
        assert_eq!(polynomials, values, "nothing changes");
        assert_ne!(quotient(&coset, values.clone()), quotient(&subgroup, values.clone()));
        assert!(quotient_in::<Fr, _, Fr>(&subgroup, &mut polynomials).is_some());
    }
}
