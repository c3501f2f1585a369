//! A halo2 circuit with a gate, copies, a lookup and an instance, proved with Vorpal's types and with those of
//! `halo2curves-axiom`: the same parameters, keys and commitments, byte for byte, for the same random numbers. Each
//! side verifies the proofs of the other.
//!
//! Whole proofs differ even between two runs: `halo2-axiom` draws one polynomial from the system's generator.

#![cfg(feature = "halo2curves_axiom07")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::hash::Hash;

use ff013::{Field, FromUniformBytes, PrimeField, WithSmallOrderMulGroup};
use halo2_axiom::SerdeFormat;
use halo2_axiom::circuit::{Layouter, SimpleFloorPlanner, Value};
use halo2_axiom::plonk::{
    Advice, Circuit, Column, ConstraintSystem, Error, Fixed, Instance, ProvingKey, TableColumn, create_proof,
    keygen_pk, keygen_vk, verify_proof,
};
use halo2_axiom::poly::Rotation;
use halo2_axiom::poly::commitment::Params;
use halo2_axiom::poly::kzg::commitment::{KZGCommitmentScheme, ParamsKZG};
use halo2_axiom::poly::kzg::multiopen::{ProverGWC, ProverSHPLONK, VerifierGWC, VerifierSHPLONK};
use halo2_axiom::poly::kzg::strategy::SingleStrategy;
use halo2_axiom::transcript::{
    Blake2bRead, Blake2bWrite, Challenge255, TranscriptReadBuffer, TranscriptWriterBuffer,
};
use halo2curves_axiom::serde::SerdeObject;
use halo2curves_axiom::{CurveAffine, bn256};
use pairing023::{Engine, MultiMillerLoop};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use vorpal_zkcrypto::axiom::bn254;

/// The logarithm of the number of rows.
const K: u32 = 7;
/// The number of products in a chain.
const FACTORS: usize = 50;

/// Proves knowledge of factors below 16 with a public product.
#[derive(Clone, Default)]
struct Product<F> {
    factors: Option<Vec<F>>,
}

#[derive(Clone, Debug)]
struct Config {
    /// A factor, the product before it, and the product with it.
    columns: [Column<Advice>; 3],
    enabled: Column<Fixed>,
    small: TableColumn,
    result: Column<Instance>,
}

impl<F: PrimeField> Circuit<F> for Product<F> {
    type Config = Config;
    type FloorPlanner = SimpleFloorPlanner;
    type Params = ();

    fn without_witnesses(&self) -> Self {
        Self { factors: None }
    }

    fn configure(meta: &mut ConstraintSystem<F>) -> Config {
        let columns = [(); 3].map(|()| meta.advice_column());
        let (enabled, small) = (meta.fixed_column(), meta.lookup_table_column());
        let result = meta.instance_column();
        columns.iter().for_each(|column| meta.enable_equality(*column));
        meta.enable_equality(result);
        meta.create_gate("product", |cells| {
            let [a, b, c] = columns.map(|column| cells.query_advice(column, Rotation::cur()));
            vec![cells.query_fixed(enabled, Rotation::cur()) * (a * b - c)]
        });
        meta.lookup("small factor", |cells| vec![(cells.query_advice(columns[0], Rotation::cur()), small)]);
        Config { columns, enabled, small, result }
    }

    fn synthesize(&self, config: Config, mut layouter: impl Layouter<F>) -> Result<(), Error> {
        layouter.assign_table(
            || "numbers below 16",
            |mut table| {
                (0..16).try_for_each(|i| {
                    table.assign_cell(|| "", config.small, i, || Value::known(F::from(i as u64)))
                })
            },
        )?;
        let last = layouter.assign_region(
            || "products",
            |mut region| {
                let mut before = F::ONE;
                let mut cell = None;
                for i in 0..FACTORS {
                    let value = |value: F| {
                        if self.factors.is_some() { Value::known(value) } else { Value::unknown() }
                    };
                    let factor = self.factors.as_ref().map_or(F::ONE, |factors| factors[i]);
                    let product = before * factor;
                    region.assign_fixed(config.enabled, i, F::ONE);
                    region.assign_advice(config.columns[0], i, value(factor));
                    let left = region.assign_advice(config.columns[1], i, value(before));
                    let right = region.assign_advice(config.columns[2], i, value(product));
                    if let Some(cell) = cell {
                        region.constrain_equal(cell, left.cell());
                    }
                    cell = Some(right.cell());
                    before = product;
                }
                Ok(cell.unwrap())
            },
        )?;
        layouter.constrain_instance(last, config.result, 0);
        Ok(())
    }
}

/// Proves with one multi-opening.
macro_rules! prove {
    ($engine:ty, $prover:ident, $setting:expr) => {{
        let mut transcript = Blake2bWrite::<_, _, Challenge255<_>>::init(vec![]);
        create_proof::<KZGCommitmentScheme<$engine>, $prover<'_, $engine>, _, _, _, _>(
            &$setting.params,
            &$setting.key,
            std::slice::from_ref(&$setting.circuit),
            &[&[&[$setting.result]]],
            ChaCha20Rng::seed_from_u64(2),
            &mut transcript,
        )
        .unwrap();
        transcript.finalize()
    }};
}

/// Verifies a proof, altered ones, and one for another result.
macro_rules! verify {
    ($engine:ty, $verifier:ident, $setting:expr, $proof:expr) => {{
        let verify = |proof: &[u8], result| {
            let mut transcript = Blake2bRead::<_, _, Challenge255<_>>::init(proof);
            verify_proof::<KZGCommitmentScheme<$engine>, $verifier<'_, $engine>, _, _, _>(
                &$setting.params,
                $setting.key.get_vk(),
                SingleStrategy::new(&$setting.params),
                &[&[&[result]]],
                &mut transcript,
            )
            .is_ok()
        };
        assert!(verify($proof, $setting.result), "a proof is valid");
        assert!(!verify($proof, $setting.result.double()), "another result is refused");
        for position in (0..$proof.len()).step_by(197) {
            let mut altered = $proof.to_vec();
            altered[position] ^= 1;
            assert!(!verify(&altered, $setting.result), "byte {position} matters");
        }
    }};
}

/// The setting of a run.
struct Setting<E: Engine<G1Affine: CurveAffine>> {
    params: ParamsKZG<E>,
    key: ProvingKey<E::G1Affine>,
    circuit: Product<E::Fr>,
    result: E::Fr,
}

/// What both sides have in common.
#[derive(PartialEq, Eq)]
struct Bytes {
    parameters: Vec<u8>,
    verifying_key: Vec<u8>,
    proving_key: Vec<u8>,
}

/// An engine with which halo2 proves.
trait Halo2Engine:
    MultiMillerLoop<
        Fr: FromUniformBytes<64> + WithSmallOrderMulGroup<3> + Ord + Hash + SerdeObject,
        G1Affine: CurveAffine<ScalarExt = Self::Fr, CurveExt = Self::G1> + SerdeObject,
        G2Affine: CurveAffine + SerdeObject,
    > + std::fmt::Debug
{
}

impl Halo2Engine for bn254::Bn254 {}
impl Halo2Engine for bn256::Bn256 {}

impl<E: Halo2Engine> Setting<E> {
    fn new() -> Self {
        let factors: Vec<E::Fr> = (0..FACTORS as u64).map(|i| E::Fr::from(1 + 7 * i % 15)).collect();
        let result = factors.iter().product::<E::Fr>();
        let params = ParamsKZG::<E>::setup(K, ChaCha20Rng::seed_from_u64(1));
        let verifying_key = keygen_vk(&params, &Product::default()).unwrap();
        let key = keygen_pk(&params, verifying_key, &Product::default()).unwrap();
        Self { params, key, circuit: Product { factors: Some(factors) }, result }
    }

    fn bytes(&self) -> Bytes {
        let mut parameters = vec![];
        self.params.write(&mut parameters).unwrap();
        assert_same_points(&self.params, &ParamsKZG::<E>::read(&mut &parameters[..]).unwrap());
        let mut processed = vec![];
        self.params.write_custom(&mut processed, SerdeFormat::Processed).unwrap();
        let read = ParamsKZG::<E>::read_custom(&mut &processed[..], SerdeFormat::Processed).unwrap();
        assert_same_points(&self.params, &read);
        parameters.extend(processed);
        let verifying_key = self.key.get_vk().to_bytes(SerdeFormat::Processed);
        Bytes { parameters, verifying_key, proving_key: self.key.to_bytes(SerdeFormat::RawBytes) }
    }

    fn proofs(&self) -> [Vec<u8>; 2] {
        [prove!(E, ProverSHPLONK, self), prove!(E, ProverGWC, self)]
    }

    fn verify(&self, [shplonk, gwc]: &[Vec<u8>; 2]) {
        verify!(E, VerifierSHPLONK, self, &shplonk[..]);
        verify!(E, VerifierGWC, self, &gwc[..]);
    }
}

/// Parameters that were read equal those that were written.
fn assert_same_points<E: Engine + std::fmt::Debug>(ours: &ParamsKZG<E>, read: &ParamsKZG<E>)
where
    E::G2Affine: PartialEq,
{
    assert!(ours.s_g2() == read.s_g2() && ours.g2() == read.g2());
}

/// The number of equal bytes at the start.
fn common(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

#[test]
fn proofs_are_those_of_halo2curves() {
    let (ours, theirs) = (Setting::<bn254::Bn254>::new(), Setting::<bn256::Bn256>::new());
    let (bytes, their_bytes) = (ours.bytes(), theirs.bytes());
    assert!(bytes.parameters == their_bytes.parameters, "parameters");
    assert!(bytes.verifying_key == their_bytes.verifying_key, "verifying keys");
    assert!(bytes.proving_key == their_bytes.proving_key, "proving keys");

    let (proofs, their_proofs, again) = (ours.proofs(), theirs.proofs(), theirs.proofs());
    for ((ours, theirs), again) in proofs.iter().zip(&their_proofs).zip(&again) {
        assert_eq!(ours.len(), theirs.len());
        // At least the commitments to the three columns. Their lookups depend on the order of a hash table.
        let deterministic = common(theirs, again) / 32 * 32;
        assert!(deterministic >= 3 * 32, "commitments of a round: {deterministic} bytes");
        assert!(ours[..deterministic] == theirs[..deterministic], "commitments");
    }
    ours.verify(&their_proofs);
    theirs.verify(&proofs);
    ours.verify(&proofs);
}
