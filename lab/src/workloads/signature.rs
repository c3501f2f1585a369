//! Workloads on secp256k1: scalars, points and signatures; signatures on P-256.

use contender::{Column, Columns};

use super::Workload;
use crate::points::{self, K256, Numbers, P256, Signature};
use crate::random::Random;
use crate::schnorr;

const ROWS: usize = 1000;

/// The number of signers of the thousand signatures in `verify.cached`, similar to a set of validators.
const SIGNERS: usize = 100;

/// One in this many messages to verify differs from the signed one. A contender that accepts everything then fails the
/// comparison.
const BAD: usize = 16;

pub(super) fn workloads() -> Vec<Workload> {
    let single = ["split", "multiply", "ecdh", "sign", "verify", "recover", "schnorr_sign", "schnorr_verify"];
    let blocks = ["verify", "recover", "schnorr_verify"].map(|operation| (operation, "block1000"));
    let names = single.map(|operation| (operation, "single")).into_iter().chain([("verify", "cached")]);
    // Groups as small as those of a transaction pool.
    let names = names.chain(blocks).chain([("recover", "4"), ("recover", "8")]);
    let workload = |(operation, kind): (&'static str, &'static str)| {
        Workload::new(format!("secp256k1.{operation}.{kind}"), move |random, _| {
            Columns(match operation {
                "split" => vec![scalars(random)],
                "multiply" | "ecdh" => {
                    let scalars = scalars(random);
                    let points = Column::new(points::random("secp256k1", random, ROWS));
                    if operation == "ecdh" { vec![scalars, points] } else { vec![points, scalars] }
                }
                "schnorr_sign" | "schnorr_verify" => schnorr(operation, kind, random),
                _ => ecdsa::<K256>(operation, kind, random),
            })
        })
    };
    let p256 =
        [("sign", "single"), ("verify", "single"), ("verify", "block1000")].map(|(operation, kind)| {
            Workload::new(format!("p256.{operation}.{kind}"), move |random, _| {
                Columns(ecdsa::<P256>(operation, kind, random))
            })
        });
    names.map(workload).chain(p256).collect()
}

fn scalars(random: &mut Random) -> Column {
    let scalars = (0..ROWS).map(|_| {
        let mut scalar = random.element("secp256k1_scalar");
        scalar.reverse();
        scalar
    });
    Column::new(scalars.collect::<Vec<_>>())
}

/// Returns the messages with every sixteenth one changed.
fn partly_changed<'a>(messages: impl Iterator<Item = &'a Vec<u8>>) -> Column {
    let changed = messages.enumerate().map(|(row, message)| {
        let mut message = message.clone();
        message[0] ^= u8::from(row % BAD == BAD - 1);
        message
    });
    Column::new(changed.collect::<Vec<_>>())
}

fn ecdsa<C: Numbers>(operation: &str, kind: &str, random: &mut Random) -> Vec<Column> {
    let signatures: Vec<Signature> = if kind == "cached" {
        let secrets: Vec<_> = (0..SIGNERS).map(|_| points::scalar(random)).collect();
        (0..ROWS).map(|_| points::sign_by::<C>(&secrets[random.below(SIGNERS)], random)).collect()
    } else {
        (0..ROWS).map(|_| points::sign::<C>(random)).collect()
    };
    let column = |part: fn(&Signature) -> &[u8]| Column::new(signatures.iter().map(part));
    let (hashes, r, s) = (column(|s| &s.hash), column(|s| &s.r), column(|s| &s.s));
    match operation {
        "sign" => vec![column(|s| &s.secret), hashes],
        "verify" => {
            vec![partly_changed(signatures.iter().map(|s| &s.hash)), r, s, column(|s| &s.public_key)]
        }
        _ => vec![hashes, r, s, Column::new(signatures.iter().map(|s| [s.recovery_id]))],
    }
}

/// Blocks contain valid signatures only, like accepted blocks of a chain. One invalid signature makes a library that
/// verifies all signatures by one sum search for it.
fn schnorr(operation: &str, kind: &str, random: &mut Random) -> Vec<Column> {
    let signatures: Vec<schnorr::Signature> = (0..ROWS).map(|_| schnorr::sign(random, 32)).collect();
    let column = |part: fn(&schnorr::Signature) -> &[u8]| Column::new(signatures.iter().map(part));
    let messages = column(|s| &s.message);
    match (operation, kind) {
        ("schnorr_sign", _) => vec![column(|s| &s.secret), messages, column(|s| &s.auxiliary)],
        (_, "single") => {
            let messages = partly_changed(signatures.iter().map(|s| &s.message));
            vec![messages, column(|s| &s.signature), column(|s| &s.key)]
        }
        _ => vec![messages, column(|s| &s.signature), column(|s| &s.key)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workloads::Scale;

    #[test]
    fn single_schnorr_inputs_contain_invalid_signatures_and_blocks_do_not() {
        let differing = |name: &str| {
            let mut random = Random::new(1, "signatures");
            let signed = schnorr("schnorr_verify", "block1000", &mut random);
            let verified = schnorr("schnorr_verify", name, &mut Random::new(1, "signatures"));
            assert_eq!(signed[1..], verified[1..]);
            signed[0].rows().zip(verified[0].rows()).filter(|(a, b)| a != b).count()
        };
        assert_eq!((differing("single"), differing("block1000")), (ROWS / BAD, 0));
    }

    #[test]
    fn cached_inputs_repeat_signers() {
        let columns = ecdsa::<K256>("verify", "cached", &mut Random::new(1, "signers"));
        let keys: std::collections::BTreeSet<&[u8]> = columns[3].rows().collect();
        assert!(keys.len() <= SIGNERS && keys.len() > SIGNERS / 2, "{}", keys.len());
        assert_eq!(columns[0].len(), ROWS);
    }

    #[test]
    fn columns_have_the_widths_of_the_protocol() {
        for workload in workloads() {
            let columns = workload.input(Scale::Quick).unwrap().columns.0;
            let widths: Vec<usize> =
                columns.iter().map(|column| column.rows().next().unwrap().len()).collect();
            let expected: &[usize] = match workload.name.split('.').nth(1).unwrap() {
                "split" => &[32],
                "multiply" => &[64, 32],
                "ecdh" => &[32, 64],
                "sign" => &[32, 32],
                "verify" => &[32, 32, 32, 64],
                "recover" => &[32, 32, 32, 1],
                "schnorr_sign" => &[32, 32, 32],
                "schnorr_verify" => &[32, 64, 32],
                other => panic!("{other}"),
            };
            assert_eq!(widths, expected, "{}", workload.name);
            assert!(columns.iter().all(|column| column.len() == ROWS));
        }
    }
}
