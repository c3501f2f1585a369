//! Keys of snarkjs for ark-groth16: files `.zkey` as proving keys of arkworks, with the reduction that they need.
//!
//! ```no_run
//! # #[cfg(feature = "bn254")] {
//! use ark_bn254::{Bn254, Fr};
//! use ark_ff::UniformRand;
//! use vorpal_arkworks::groth16::snarkjs::Key;
//! use vorpal_groth16::{Witness, Zkey};
//!
//! let key = Key::<Bn254>::new(&Zkey::open("circuit.zkey")?)?;
//! let witness = Witness::open("witness.wtns")?;
//! let rng = &mut ark_std::test_rng(); // not secure: proofs need a secure generator
//! let proof = key.prove(Fr::rand(rng), Fr::rand(rng), &key.assignment(&witness))?;
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::vec::Vec;
use core::any::Any;

use ark_ec::pairing::Pairing;
use ark_ff::PrimeField;
use ark_groth16::r1cs_to_qap::R1CSToQAP;
use ark_groth16::{Groth16, Proof, ProvingKey, VerifyingKey};
use ark_poly::EvaluationDomain;
use ark_relations::gr1cs::{ConstraintSystemRef, Matrix, Result, SynthesisError};
use vorpal_curves::models::weierstrass::Affine;
use vorpal_groth16::{Curve, VerificationKey, Witness, Zkey};
use vorpal_ntt::Order;

use super::{evaluate, interpolate, products};
use crate::convert::{Counterpart, into_arkworks, into_vorpal};

/// A pairing of arkworks whose curve snarkjs has: BN254 or BLS12-381, of arkworks or of an [`engine`](crate::engine).
pub trait SnarkjsCurve:
    Pairing<
        ScalarField: Counterpart<Vorpal = <Self::Vorpal as Curve>::Scalar>,
        G1Affine: From<Self::Point1> + Into<Self::Point1>,
        G2Affine: From<Self::Point2> + Into<Self::Point2>,
    >
{
    /// The curve of files.
    type Vorpal: Curve;
    /// arkworks' own type of points of G1.
    type Point1: Counterpart<Vorpal = Affine<<Self::Vorpal as Curve>::G1>>;
    /// arkworks' own type of points of G2.
    type Point2: Counterpart<Vorpal = Affine<<Self::Vorpal as Curve>::G2>>;
}

/// Implements [`SnarkjsCurve`] for the pairing of a curve crate and for the engine.
macro_rules! curve {
    ($feature:literal, $module:ident, $ark:ident, $curve:ident) => {
        #[cfg(feature = $feature)]
        impl SnarkjsCurve for $ark::$curve {
            type Vorpal = vorpal_groth16::$curve;
            type Point1 = $ark::G1Affine;
            type Point2 = $ark::G2Affine;
        }
        #[cfg(feature = $feature)]
        impl SnarkjsCurve for crate::engine::$module::$curve {
            type Vorpal = vorpal_groth16::$curve;
            type Point1 = $ark::G1Affine;
            type Point2 = $ark::G2Affine;
        }
    };
}

curve!("bn254", bn254, ark_bn254, Bn254);
curve!("bls12_381", bls12_381, ark_bls12_381, Bls12_381);

fn point1<E: SnarkjsCurve>(point: &Affine<<E::Vorpal as Curve>::G1>) -> E::G1Affine {
    E::Point1::from_vorpal(point).into()
}

fn point2<E: SnarkjsCurve>(point: &Affine<<E::Vorpal as Curve>::G2>) -> E::G2Affine {
    E::Point2::from_vorpal(point).into()
}

fn points1<E: SnarkjsCurve>(points: &[Affine<<E::Vorpal as Curve>::G1>]) -> Vec<E::G1Affine> {
    points.iter().map(point1::<E>).collect()
}

/// The verification key as one of arkworks. As there, no point is checked.
pub fn verifying_key<E: SnarkjsCurve>(key: &VerificationKey<E::Vorpal>) -> VerifyingKey<E> {
    VerifyingKey {
        alpha_g1: point1::<E>(&key.alpha_g1),
        beta_g2: point2::<E>(&key.beta_g2),
        gamma_g2: point2::<E>(&key.gamma_g2),
        delta_g2: point2::<E>(&key.delta_g2),
        gamma_abc_g1: points1::<E>(&key.ic),
    }
}

/// The proof as one of arkworks.
pub fn proof_from_vorpal<E: SnarkjsCurve>(proof: &vorpal_groth16::Proof<E::Vorpal>) -> Proof<E> {
    Proof { a: point1::<E>(&proof.a), b: point2::<E>(&proof.b), c: point1::<E>(&proof.c) }
}

/// The proof of arkworks as one of Vorpal, which writes JSON of snarkjs.
pub fn proof_to_vorpal<E: SnarkjsCurve>(proof: &Proof<E>) -> vorpal_groth16::Proof<E::Vorpal> {
    let point1 = |point: E::G1Affine| E::Point1::to_vorpal(&point.into());
    vorpal_groth16::Proof { a: point1(proof.a), b: E::Point2::to_vorpal(&proof.b.into()), c: point1(proof.c) }
}

/// A matrix of a key has rows that no key of snarkjs has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowsError;

impl core::fmt::Display for RowsError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the last rows of the matrices are not those of the public signals")
    }
}

impl core::error::Error for RowsError {}

/// A key of snarkjs: the proving key for ark-groth16, and the constraints, of which the file has the matrices A and B.
///
/// Reading a file checks no points ([`Zkey::check_points`] does), nor does the conversion.
#[derive(Clone, Debug)]
pub struct Key<E: SnarkjsCurve> {
    /// The proving key. Its `h_query` has a point for each row, for [`SnarkjsReduction`] alone.
    pub proving_key: ProvingKey<E>,
    /// The matrices A and B, of all constraints but those of the public signals, and an empty one for C.
    pub matrices: Vec<Matrix<E::ScalarField>>,
    /// The number of constraints, which is that of the rows of the matrices A and B.
    pub num_constraints: usize,
    /// The number of the constant signal and the public ones.
    pub num_inputs: usize,
}

impl<E: SnarkjsCurve> Key<E> {
    /// Converts a key.
    ///
    /// # Errors
    /// If the last rows with entries are not those that snarkjs adds for the public signals.
    pub fn new(zkey: &Zkey<E::Vorpal>) -> core::result::Result<Self, RowsError> {
        let num_inputs = zkey.public as usize + 1;
        let [a, b] = [&zkey.matrix_a, &zkey.matrix_b];
        let length = (0..a.rows()).rev().find(|row| a.row(*row).len() > 0).map_or(0, |row| row + 1);
        let num_constraints = length.checked_sub(num_inputs).ok_or(RowsError)?;
        let one = <E::Vorpal as Curve>::Scalar::from(1);
        let is_input = |signal: usize| {
            let mut row = a.row(num_constraints + signal);
            row.len() == 1
                && row.next().is_some_and(|(column, value)| column as usize == signal && value == one)
        };
        let is_empty = |row: usize| b.row(row).len() == 0;
        if !(0..num_inputs).all(is_input) || !(num_constraints..b.rows()).all(is_empty) {
            return Err(RowsError);
        }
        let matrix = |matrix: &vorpal_groth16::zkey::Matrix<<E::Vorpal as Curve>::Scalar>| {
            let entry = |(column, value)| (E::ScalarField::from_vorpal(&value), column as usize);
            (0..num_constraints).map(|row| matrix.row(row).map(entry).collect()).collect()
        };
        let proving_key = ProvingKey {
            vk: verifying_key(&zkey.verification_key()),
            beta_g1: point1::<E>(&zkey.beta_g1),
            delta_g1: point1::<E>(&zkey.delta_g1),
            a_query: points1::<E>(&zkey.a),
            b_g1_query: points1::<E>(&zkey.b_g1),
            b_g2_query: zkey.b_g2.iter().map(point2::<E>).collect(),
            h_query: points1::<E>(&zkey.h),
            l_query: points1::<E>(&zkey.c),
        };
        Ok(Self {
            proving_key,
            matrices: [matrix(a), matrix(b), Vec::new()].into(),
            num_constraints,
            num_inputs,
        })
    }

    /// The witness as the assignment of ark-groth16. The caller must keep it secret.
    pub fn assignment(&self, witness: &Witness<E::Vorpal>) -> Vec<E::ScalarField> {
        witness.values().iter().map(E::ScalarField::from_vorpal).collect()
    }

    /// A proof by ark-groth16. `r` and `s` must be random, secret, and of this proof alone.
    ///
    /// # Errors
    /// [`SynthesisError::AssignmentMissing`] if the assignment has another length than the key has signals.
    pub fn prove(
        &self,
        r: E::ScalarField,
        s: E::ScalarField,
        assignment: &[E::ScalarField],
    ) -> Result<Proof<E>> {
        if assignment.len() != self.proving_key.a_query.len() {
            return Err(SynthesisError::AssignmentMissing);
        }
        Groth16::<E, SnarkjsReduction>::create_proof_with_reduction_and_matrices(
            &self.proving_key,
            r,
            s,
            &self.matrices,
            self.num_inputs,
            self.num_constraints,
            assignment,
        )
    }
}

/// The reduction of keys of snarkjs, whose points of `h_query` are those of a Lagrange basis.
///
/// Let `n` be the number of rows. For values `a, b` of polynomials `A, B` of degree below `n` on the `n`-th roots of
/// unity, and `C` with the values `a b`, the scalars are the values of `A B - C` on the other `2 n`-th roots of unity.
/// Roots of unity are those of snarkjs, which on BLS12-381 are not arkworks'. Only the scalars of BN254 and BLS12-381
/// have a reduction. It generates no keys.
pub struct SnarkjsReduction;

impl R1CSToQAP for SnarkjsReduction {
    /// # Errors
    /// Always: keys come from files.
    fn instance_map_with_evaluation<F: PrimeField, D: EvaluationDomain<F>>(
        _: ConstraintSystemRef<F>,
        _: &F,
    ) -> Result<(Vec<F>, Vec<F>, Vec<F>, F, usize, usize)> {
        Err(SynthesisError::MissingCS)
    }

    fn witness_map_from_matrices<F: PrimeField, D: EvaluationDomain<F>>(
        matrices: &[Matrix<F>],
        num_inputs: usize,
        num_constraints: usize,
        full_assignment: &[F],
    ) -> Result<Vec<F>> {
        let [a, b, ..] = matrices else { return Err(SynthesisError::AssignmentMissing) };
        let inputs = full_assignment.get(..num_inputs).ok_or(SynthesisError::AssignmentMissing)?;
        let rows =
            num_constraints.checked_add(num_inputs).filter(|rows| *rows <= 1 << F::TWO_ADICITY.min(31));
        let size = rows.ok_or(SynthesisError::PolynomialDegreeTooLarge)?.next_power_of_two();
        let values = |matrix: &Matrix<F>| {
            let mut values = products(&matrix[..num_constraints.min(matrix.len())], full_assignment);
            values.resize(size, F::ZERO);
            values
        };
        let mut polynomials = [values(a), values(b)];
        polynomials[0][num_constraints..num_constraints + num_inputs].copy_from_slice(inputs);
        #[cfg(feature = "bn254")]
        if let Some(scalars) = on_coset::<F, ark_bn254::Fr, vorpal_groth16::Bn254>(&mut polynomials) {
            return Ok(scalars);
        }
        #[cfg(feature = "bls12_381")]
        if let Some(scalars) = on_coset::<F, ark_bls12_381::Fr, vorpal_groth16::Bls12_381>(&mut polynomials) {
            return Ok(scalars);
        }
        Err(SynthesisError::PolynomialDegreeTooLarge)
    }

    /// # Errors
    /// Always: keys come from files.
    fn h_query_scalars<F: PrimeField, D: EvaluationDomain<F>>(_: usize, _: F, _: F, _: F) -> Result<Vec<F>> {
        Err(SynthesisError::MissingCS)
    }
}

/// The values of `A B - C`, if `F` is the field `A`. Otherwise nothing changes.
fn on_coset<F, A, C>(polynomials: &mut [Vec<F>; 2]) -> Option<Vec<F>>
where
    F: PrimeField,
    A: PrimeField + Counterpart<Vorpal = C::Scalar>,
    C: Curve,
{
    let polynomials = (polynomials as &mut dyn Any).downcast_mut::<[Vec<A>; 2]>()?;
    let [mut a, mut b] = core::mem::take(polynomials).map(into_vorpal);
    let [subgroup, coset] = vorpal_groth16::domains::<C>(a.len().trailing_zeros()).ok()?;
    let mut c: Vec<C::Scalar> = a.iter().zip(&b).map(|(a, b)| *a * *b).collect();
    for values in [&mut a, &mut b, &mut c] {
        interpolate(&subgroup, values, Order::Natural)?;
        evaluate(&coset, values, Order::Natural)?;
    }
    a.iter_mut().zip(b.iter().zip(&c)).for_each(|(a, (b, c))| *a = *a * *b - *c);
    (&mut Some(into_arkworks::<A>(a)) as &mut dyn Any).downcast_mut::<Option<Vec<F>>>()?.take()
}
