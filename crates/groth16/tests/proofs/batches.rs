//! Batches name the wrong proofs.

use vorpal_curves::models::weierstrass::Affine;
use vorpal_groth16::{Bls12_381, Bn254, Curve, Proof, Statement, Verdict, Verifier};

use crate::samples::one;

#[test]
fn batches_name_what_is_wrong() {
    of::<Bn254>("bn254/poseidon");
    of::<Bls12_381>("bls12_381/poseidon");
}

fn of<C: Curve>(name: &str) {
    let Some(sample) = one(name) else { return };
    let (key, signals, proof) = sample.proof::<C>().unwrap();
    let verifier = Verifier::for_development(key).unwrap();
    let others: Vec<C::Scalar> = signals.iter().map(|signal| *signal + C::Scalar::from(1)).collect();
    let right = Statement { signals: &signals, proof };
    assert_eq!(verifier.verify_batch(&[]), Verdict::Invalid(vec![]));
    assert_eq!(verifier.verify_batch(&[right]), Verdict::Valid);
    assert_eq!(verifier.verify_batch(&[right; 5]), Verdict::Valid);
    let points = (1..100u64).filter_map(|x| Affine::<C::G2>::lift_x_vartime(x.into()));
    let outside = points.map(|(point, _)| point).find(|point| !point.is_in_subgroup_vartime()).unwrap();
    let off = Affine::new_unchecked(1.into(), 1.into());
    let wrong = [
        Statement { signals: &others, proof },
        Statement { signals: &signals[1..], proof },
        Statement { signals: &signals, proof: Proof { b: outside, ..proof } },
        Statement { signals: &signals, proof: Proof { b: (proof.b + outside).to_affine(), ..proof } },
        Statement { signals: &signals, proof: Proof { a: off, ..proof } },
        Statement { signals: &signals, proof: Proof { c: -proof.c, ..proof } },
    ];
    for (number, statement) in wrong.iter().enumerate() {
        let mut batch = [right; 7];
        batch[number] = *statement;
        assert_eq!(verifier.verify_batch(&batch), Verdict::Invalid(vec![number]), "{number}");
    }
    let all: Vec<_> = core::iter::once(right).chain(wrong).chain([right]).collect();
    assert_eq!(verifier.verify_batch(&all), Verdict::Invalid((1..=wrong.len()).collect()));
    // Errors that cancel without weights: the sums of both C are right.
    let shift = |point: Affine<C::G1>, by: Affine<C::G1>| (point + by).to_affine();
    let pair = [proof.a, -proof.a].map(|by| Proof { c: shift(proof.c, by), ..proof });
    let batch = pair.map(|proof| Statement { signals: &signals, proof });
    assert_eq!(verifier.verify_batch(&batch), Verdict::Invalid(vec![0, 1]));
}
