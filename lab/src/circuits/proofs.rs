//! Proofs without a prover, for known secrets: random `A` and `B`, and the `C` that satisfies the equation.

use ark_bn254::Fr;
use ark_ff::Field;
use serde_json::{Value, json};

use super::circuit::PUBLIC;
use super::encode::{g1_json, g2_json};
use super::key::verification_key;
use super::secrets::{Secrets, in_g1, in_g2};
use crate::points::scalar;
use crate::random::Random;

/// The verification key, valid proofs and a wrong one, and their public signals, as JSON.
pub(super) fn files(random: &mut Random, valid: usize) -> [String; 3] {
    let number = valid + 1;
    let Secrets { alpha, beta, delta, .. } = Secrets::new();
    let by_delta = delta.inverse().expect("delta is not zero");
    let ic: Vec<Fr> = (0..=PUBLIC).map(|_| scalar(random)).collect();
    let publics: Vec<Vec<Fr>> = (0..number).map(|_| (0..PUBLIC).map(|_| scalar(random)).collect()).collect();
    let [a, b]: [Vec<Fr>; 2] = [(); 2].map(|()| (0..number).map(|_| scalar(random)).collect());
    let mut c: Vec<Fr> = publics
        .iter()
        .zip(a.iter().zip(&b))
        .map(|(signals, (a, b))| {
            let input: Fr = ic[1..].iter().zip(signals).map(|(point, signal)| *point * signal).sum();
            (*a * b - alpha * beta - ic[0] - input) * by_delta
        })
        .collect();
    c[valid] += Fr::ONE;
    let (a, b, c) = (in_g1(&a), in_g2(&b), in_g1(&c));
    let proofs: Vec<Value> = (0..number)
        .map(|i| {
            json!({
                "pi_a": g1_json(&a[i]),
                "pi_b": g2_json(&b[i]),
                "pi_c": g1_json(&c[i]),
                "protocol": "groth16",
                "curve": "bn128",
            })
        })
        .collect();
    let publics: Vec<Vec<String>> =
        publics.iter().map(|signals| signals.iter().map(ToString::to_string).collect()).collect();
    let key = verification_key(&in_g1(&[alpha])[0], &in_g2(&[beta, Fr::ONE, delta]), &in_g1(&ic));
    [key, json!(proofs).to_string(), json!(publics).to_string()]
}
