//! The initial corpus of all targets. Here are signatures and keys, valid ones and edge values.

use vorpal_secp256k1::{SecretKey, Signature};

use crate::verification::{RAW, SIGN, SIGN_AND_CHANGE};

/// The group order and the prime of the coordinates, big-endian.
const ORDER: [u8; 32] = *b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfe\
    \xba\xae\xdc\xe6\xaf\x48\xa0\x3b\xbf\xd2\x5e\x8c\xd0\x36\x41\x41";
const PRIME: [u8; 32] = *b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\
    \xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xfc\x2f";

fn small(value: u8) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[31] = value;
    bytes
}

/// `n - 1`.
fn below_order() -> [u8; 32] {
    let mut bytes = ORDER;
    bytes[31] -= 1;
    bytes
}

fn secrets() -> Vec<SecretKey> {
    let bytes = [small(1), small(2), below_order(), [7; 32]];
    bytes.iter().filter_map(|bytes| SecretKey::from_be_bytes(bytes).ok()).collect()
}

fn edges() -> [(&'static str, [u8; 32]); 6] {
    [
        ("zero", [0; 32]),
        ("one", small(1)),
        ("below-order", below_order()),
        ("order", ORDER),
        ("prime", PRIME),
        ("ones", [0xff; 32]),
    ]
}

/// The named seeds of a target.
pub fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let named = |name: &str, bytes: Vec<u8>| (name.to_string(), bytes);
    match target {
        "der" => der(),
        "signatures" => signatures(),
        "keys" => keys(),
        "witness" => crate::witness::seeds(),
        "fillers" => crate::fillers::seeds(),
        "multiproof" | "inner_product" => crate::proofs::seeds(target),
        "points" => crate::points::seeds(),
        "bls" => crate::peers::bls::seeds(),
        "setup" => crate::contracts::setups(),
        name if name.starts_with("kzg_") => crate::kzg::seeds(name),
        name if name.starts_with("groth16_") => crate::groth16::seeds(name),
        name if name.starts_with("evm_") => crate::contracts::seeds(name),
        "nodes" | "store" => crate::trees::seeds(target),
        "prepared" | "fixed_bases" | "partial" => crate::sums::seeds(target),
        "updates" | "rows" | "genesis" | "roots" => crate::formats::seeds(target),
        "ecdsa" => {
            let item = |kind, id, hash: [u8; 32], r: [u8; 32], s: [u8; 32]| {
                [&[kind, id][..], &hash, &r, &s].concat()
            };
            let signed = item(SIGN, 0, [3; 32], [7; 32], [0; 32]);
            let changed = item(SIGN_AND_CHANGE, 0x45, [3; 32], small(1), [1; 32]);
            let far = item(RAW, 2, [9; 32], small(2), [9; 32]);
            let no_point = item(RAW, 0, [9; 32], small(5), [9; 32]);
            // For `z = s = 1` and `R = G` the key is infinity.
            let g = SecretKey::from_be_bytes(&small(1)).map(|key| key.x_only_public_key().to_be_bytes());
            let infinity = item(RAW, 0, small(1), g.unwrap_or_default(), small(1));
            let all = [&signed[..], &changed, &far, &no_point, &infinity].concat();
            let mut seeds = vec![
                named("signed", [&[1][..], &signed].concat()),
                named("changed", [&[17][..], &changed].concat()),
                named("beyond-order", [&[2][..], &far].concat()),
                named("infinity", [&[16][..], &infinity].concat()),
                named("all", [&[5][..], &all].concat()),
                named("all-again", [&[66][..], &all].concat()),
            ];
            seeds.extend(edges().map(|(name, edge)| {
                named(name, [&[3][..], &item(RAW, 1, edge, edge, edge), &signed].concat())
            }));
            seeds
        }
        "schnorr" => {
            let item = |kind, change, key: [u8; 32], signature: [u8; 64], message: [u8; 32]| {
                [&[kind, change][..], &key, &signature, &message].concat()
            };
            let signed = item(SIGN, 32, [7; 32], [0; 64], [5; 32]);
            let changed = item(SIGN_AND_CHANGE, 40, small(1), [1; 64], [5; 32]);
            let longer = item(3, 0, below_order(), [1; 64], [5; 32]);
            let zero = item(RAW, 9, small(1), [0; 64], [5; 32]);
            let all = [&signed[..], &changed, &longer, &zero].concat();
            vec![
                named("signed", [&[1][..], &signed].concat()),
                named("changed", [&[2][..], &changed].concat()),
                named("longer", [&[17][..], &longer].concat()),
                named("zero", [&[1][..], &zero].concat()),
                named("all", [&[4][..], &all].concat()),
                named("all-again", [&[20][..], &all].concat()),
                named("sum", [&[130][..], &signed].concat()),
                named("halves", [&[140][..], &all].concat()),
            ]
        }
        _ => Vec::new(),
    }
}

fn der() -> Vec<(String, Vec<u8>)> {
    let mut seeds = Vec::new();
    for (i, secret) in secrets().iter().enumerate() {
        let der = secret.sign(&[1; 32]).signature().to_der();
        seeds.push((format!("signed-{i}"), der.as_ref().to_vec()));
    }
    for (name, r, s) in [("small", small(5), small(0x80)), ("large", below_order(), below_order())] {
        if let Ok(signature) = Signature::new(&r, &s) {
            seeds.push((name.to_string(), signature.to_der().as_ref().to_vec()));
        }
    }
    let malformed: [(&str, &[u8]); 7] = [
        ("zero", &[0x30, 6, 2, 1, 0, 2, 1, 0]),
        ("long-form", &[0x30, 0x81, 6, 2, 1, 5, 2, 1, 9]),
        ("indefinite", &[0x30, 0x80, 2, 1, 5, 2, 1, 9, 0, 0]),
        ("negative", &[0x30, 6, 2, 1, 0x80, 2, 1, 9]),
        ("padded", &[0x30, 7, 2, 2, 0, 5, 2, 1, 9]),
        ("empty-integer", &[0x30, 5, 2, 0, 2, 1, 9]),
        ("rest", &[0x30, 7, 2, 1, 5, 2, 1, 9, 0]),
    ];
    seeds.extend(malformed.map(|(name, bytes)| (name.to_string(), bytes.to_vec())));
    seeds
}

fn signatures() -> Vec<(String, Vec<u8>)> {
    let mut seeds = Vec::new();
    for (i, secret) in secrets().iter().enumerate() {
        let signed = secret.sign(&[1; 32]);
        seeds.push((format!("rsv-{i}"), signed.to_rsv().to_vec()));
        seeds.push((format!("vrs-{i}"), signed.to_vrs(i % 2 == 0).to_vec()));
        seeds.push((format!("schnorr-{i}"), secret.sign_schnorr(b"message", &[0; 32]).to_bytes().to_vec()));
    }
    for (name, edge) in edges() {
        seeds.push((name.to_string(), [edge, edge].concat()));
        seeds.push((format!("r-{name}"), [edge, small(1)].concat()));
        seeds.push((format!("s-{name}"), [small(1), edge].concat()));
    }
    seeds
}

fn keys() -> Vec<(String, Vec<u8>)> {
    let mut seeds = Vec::new();
    for (i, secret) in secrets().iter().enumerate() {
        let key = secret.public_key();
        seeds.push((format!("secret-{i}"), secret.to_be_bytes().to_vec()));
        seeds.push((format!("x-only-{i}"), key.x_only().0.to_be_bytes().to_vec()));
        seeds.push((format!("compressed-{i}"), key.to_compressed().to_vec()));
        seeds.push((format!("uncompressed-{i}"), key.to_uncompressed().to_vec()));
    }
    for (name, edge) in edges() {
        seeds.push((name.to_string(), edge.to_vec()));
        seeds.push((format!("compressed-{name}"), [&[2][..], &edge].concat()));
        seeds.push((format!("uncompressed-{name}"), [&[4][..], &edge, &edge].concat()));
    }
    seeds
}
