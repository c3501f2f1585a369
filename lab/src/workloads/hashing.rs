//! Workloads of hashing to curves.

use contender::{Column, Columns};

use super::Workload;

const MESSAGES: usize = 1000;

/// The tag of Ethereum's signatures.
const TAG: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

pub(super) fn workloads() -> Vec<Workload> {
    let workload = |kind: &str| {
        Workload::new(format!("hash_to_curve.bls12_381_g2.{kind}"), |random, _| {
            let messages: Vec<[u8; 32]> = (0..MESSAGES).map(|_| random.array()).collect();
            Columns(vec![Column::new(messages), Column::new([TAG])])
        })
    };
    ["single", "batch1000"].map(workload).into()
}
