//! secp256k1.

use contender::{Column, Columns};

use super::Workload;
use crate::points::{self, Signature};

const ROWS: usize = 1000;

pub(super) fn workloads() -> Vec<Workload> {
    let names = ["split", "multiply", "sign", "verify", "recover"].map(|operation| (operation, "single"));
    let blocks = ["verify", "recover"].map(|operation| (operation, "block1000"));
    let workload = |(operation, kind): (&'static str, &str)| {
        Workload::new(format!("secp256k1.{operation}.{kind}"), move |random, _| {
            if operation == "split" || operation == "multiply" {
                let scalars = (0..ROWS).map(|_| {
                    let mut scalar = random.element("secp256k1_scalar");
                    scalar.reverse();
                    scalar
                });
                let scalars = Column::new(scalars.collect::<Vec<_>>());
                return Columns(match operation {
                    "split" => vec![scalars],
                    _ => vec![Column::new(points::random("secp256k1", random, ROWS)), scalars],
                });
            }
            let signatures: Vec<Signature> = (0..ROWS).map(|_| points::sign(random)).collect();
            let column = |part: fn(&Signature) -> &[u8]| Column::new(signatures.iter().map(part));
            // Every sixteenth is of another hash, lest a contender that accepts everything look right.
            let verified = signatures.iter().enumerate().map(|(row, signature)| {
                let mut hash = signature.hash.clone();
                hash[0] ^= u8::from(row % 16 == 15);
                hash
            });
            let verified = Column::new(verified.collect::<Vec<_>>());
            let (hashes, r, s) = (column(|s| &s.hash), column(|s| &s.r), column(|s| &s.s));
            Columns(match operation {
                "sign" => vec![column(|s| &s.secret), hashes],
                "verify" => vec![verified, r, s, column(|s| &s.public_key)],
                _ => vec![hashes, r, s, Column::new(signatures.iter().map(|s| [s.recovery_id]))],
            })
        })
    };
    names.into_iter().chain(blocks).map(workload).collect()
}
