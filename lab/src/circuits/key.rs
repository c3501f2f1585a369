//! The key of a circuit for known secrets, with `gamma = 1`.

use ark_bn254::{Fr, G1Affine, G2Affine};
use ark_ff::{AdditiveGroup, Field};
use serde_json::json;

use super::circuit::{Circuit, PUBLIC};
use super::encode::{File, coefficient, g1, g1_json, g2, g2_json, prime};
use super::powers::{lagrange, odd_lagrange};
use super::secrets::{Secrets, in_g1, in_g2};

/// The sums of the columns of A, B and C, each entry times the Lagrange polynomial of its row.
fn columns(circuit: &Circuit, basis: &[Fr]) -> [Vec<Fr>; 3] {
    let mut columns = [(); 3].map(|()| vec![Fr::ZERO; circuit.witness.len()]);
    for (rows, basis) in circuit.constraints.iter().zip(basis) {
        for (sums, row) in columns.iter_mut().zip(rows) {
            row.iter().for_each(|(wire, value)| sums[*wire as usize] += *value * basis);
        }
    }
    // A row of A for each public signal.
    for (signal, basis) in basis[circuit.constraints.len()..].iter().take(PUBLIC + 1).enumerate() {
        columns[0][signal] += basis;
    }
    columns
}

/// Section 4: the entries of A and B by rows.
fn coefficients(circuit: &Circuit) -> Vec<u8> {
    let mut entries = Vec::new();
    let mut number = 0u32;
    let mut push = |matrix: u32, row: usize, wire: u32, value: &Fr| {
        for index in [matrix, row as u32, wire] {
            entries.extend(index.to_le_bytes());
        }
        entries.extend(coefficient(value));
        number += 1;
    };
    for (row, [a, b, _]) in circuit.constraints.iter().enumerate() {
        a.iter().for_each(|(wire, value)| push(0, row, *wire, value));
        b.iter().for_each(|(wire, value)| push(1, row, *wire, value));
    }
    for signal in 0..=PUBLIC {
        push(0, circuit.constraints.len() + signal, signal as u32, &Fr::ONE);
    }
    [&number.to_le_bytes()[..], &entries].concat()
}

/// The proving key, and the verification key as JSON.
pub(super) fn files(circuit: &Circuit, log_size: u32) -> (Vec<u8>, String) {
    let Secrets { tau, alpha, beta, delta } = Secrets::new();
    let [a, b, c] = columns(circuit, &lagrange(&tau, log_size));
    let combined: Vec<Fr> = a.iter().zip(&b).zip(&c).map(|((a, b), c)| beta * a + alpha * b + c).collect();
    let by_delta = delta.inverse().expect("delta is not zero");
    let over_delta = |values: &[Fr]| values.iter().map(|value| *value * by_delta).collect::<Vec<_>>();
    let list = |scalars: &[Fr]| in_g1(scalars).iter().flat_map(g1).collect::<Vec<u8>>();
    let secrets = in_g1(&[alpha, beta, delta]);
    let secrets_g2 = in_g2(&[beta, Fr::ONE, delta]);
    let ic = in_g1(&combined[..=PUBLIC]);

    let mut header = [prime::<ark_bn254::Fq>(), prime::<Fr>()].concat();
    for number in [circuit.witness.len(), PUBLIC, 1 << log_size] {
        header.extend((number as u32).to_le_bytes());
    }
    for point in [g1(&secrets[0]), g1(&secrets[1]), g2(&secrets_g2[0])] {
        header.extend(point);
    }
    for point in [g2(&secrets_g2[1]), g1(&secrets[2]), g2(&secrets_g2[2])] {
        header.extend(point);
    }
    let b_g2: Vec<u8> = in_g2(&b).iter().flat_map(g2).collect();
    let key = File::new(b"zkey", 1, 10)
        .section(1, &1u32.to_le_bytes())
        .section(2, &header)
        .section(3, &ic.iter().flat_map(g1).collect::<Vec<u8>>())
        .section(4, &coefficients(circuit))
        .section(5, &list(&a))
        .section(6, &list(&b))
        .section(7, &b_g2)
        .section(8, &list(&over_delta(&combined[PUBLIC + 1..])))
        .section(9, &list(&over_delta(&odd_lagrange(&tau, log_size))))
        // No hash of the circuit, and no contribution.
        .section(10, &[0; 68])
        .finish();
    (key, verification_key(&secrets[0], &secrets_g2, &ic))
}

/// The verification key as JSON, of alpha, of beta, gamma and delta, and of IC.
pub(super) fn verification_key(alpha: &G1Affine, others: &[G2Affine], ic: &[G1Affine]) -> String {
    json!({
        "protocol": "groth16",
        "curve": "bn128",
        "nPublic": ic.len() - 1,
        "vk_alpha_1": g1_json(alpha),
        "vk_beta_2": g2_json(&others[0]),
        "vk_gamma_2": g2_json(&others[1]),
        "vk_delta_2": g2_json(&others[2]),
        "IC": ic.iter().map(g1_json).collect::<Vec<_>>(),
    })
    .to_string()
}
