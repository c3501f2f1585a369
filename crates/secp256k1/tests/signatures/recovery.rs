//! Tests of public key recovery: against textbook arithmetic, with signatures of mainnet, and with invalid signatures.

use num_bigint::BigUint;
use proptest::prelude::*;
use vorpal_oracle::big::{hex, invert};
use vorpal_oracle::data;
use vorpal_oracle::effort::every;
use vorpal_oracle::secp256k1::{Signature, bytes, curve, multiple, order, sign};
use vorpal_oracle::weierstrass::Point;
use vorpal_secp256k1::{Error, PublicKey, Recovery, recover, recover_addresses_batch, recover_batch};

fn point(key: &PublicKey) -> Point {
    let bytes = key.to_uncompressed();
    Some((BigUint::from_bytes_be(&bytes[1..33]), BigUint::from_bytes_be(&bytes[33..])))
}

/// A signature by textbook arithmetic, as a recovery.
fn textbook_sign(d: &BigUint, k: &BigUint, z: &BigUint) -> Option<Recovery> {
    let Signature { r, s, recovery_id } = sign(d, k, z)?;
    Some(Recovery { hash: bytes(z), r: bytes(&r), s: bytes(&s), recovery_id })
}

/// Whether a key satisfies the equation of recovery, `s R = z G + r Q`.
fn satisfies(recovery: &Recovery, key: &PublicKey) -> bool {
    let big = |bytes: &[u8; 32]| BigUint::from_bytes_be(bytes);
    let (c, n) = (curve(), order());
    let (r, s, z) = (big(&recovery.r), big(&recovery.s), big(&recovery.hash));
    let sum = c.add(&multiple(&(z % &n)), &c.mul(&point(key), &r));
    let Some((x, y)) = c.mul(&sum, &invert(&s, &n)) else { return false };
    let expected_x = if recovery.recovery_id & 2 == 0 { r } else { r + n };
    x == expected_x && y.bit(0) == (recovery.recovery_id & 1 == 1)
}

#[test]
fn recovers_the_keys_of_textbook_signatures() {
    let n = order();
    let numbers =
        [BigUint::from(1u8), BigUint::from(2u8), &n >> 1, &n - 2u8, &n - 1u8, hex("0xdeadbeef") << 200];
    let hashes = [
        BigUint::from(0u8),
        BigUint::from(1u8),
        &n - 1u8,
        n.clone(),
        &n + 1u8,
        (BigUint::from(1u8) << 256) - 1u8,
    ];
    let mut signatures = Vec::new();
    for d in &numbers {
        for k in &numbers {
            for z in &hashes {
                if let Some(signature) = textbook_sign(d, k, z) {
                    let key = recover(&signature).unwrap();
                    assert_eq!(point(&key), multiple(d), "{d:x} {k:x} {z:x}");
                    // The signature with n - s and the other parity has the same key.
                    let mirrored = Recovery {
                        s: bytes(&(&n - BigUint::from_bytes_be(&signature.s))),
                        recovery_id: signature.recovery_id ^ 1,
                        ..signature
                    };
                    assert_eq!(recover(&mirrored), Ok(key));
                    signatures.push(signature);
                }
            }
        }
    }
    assert!(signatures.len() > 200);
    let keys: Vec<_> = signatures.iter().map(recover).collect();
    assert_eq!(recover_batch(&signatures), keys);
    assert_eq!(recover_batch(&[]), vec![]);
}

fn good() -> Recovery {
    textbook_sign(&hex("0x1234"), &hex("0x5678"), &hex("0x9abc")).unwrap()
}

#[test]
fn rejects_numbers_out_of_range() {
    let n = order();
    let p = curve().p;
    for value in [BigUint::ZERO, n.clone(), &n + 1u8, p, (BigUint::from(1u8) << 256) - 1u8] {
        assert_eq!(recover(&Recovery { r: bytes(&value), ..good() }), Err(Error::R), "{value:x}");
        assert_eq!(recover(&Recovery { s: bytes(&value), ..good() }), Err(Error::S), "{value:x}");
    }
    for found in [4, 5, 27, 28, 255] {
        assert_eq!(recover(&Recovery { recovery_id: found, ..good() }), Err(Error::RecoveryId { found }));
    }
}

#[test]
fn r_plus_n_is_a_coordinate_only_below_the_prime() {
    // p - n = 0x14551231950b75fc4402da1722fc9baee, and r + n is below p only for smaller r.
    let (n, p) = (order(), curve().p);
    let gap = &p - &n;
    for r in [gap.clone(), &gap + 1u8, &n - 1u8] {
        for recovery_id in [2, 3] {
            let recovery = Recovery { r: bytes(&r), recovery_id, ..good() };
            assert_eq!(recover(&recovery), Err(Error::NoPoint), "{r:x}");
        }
    }
    let mut found = [0, 0];
    for r in (1u32..12).map(BigUint::from).chain((1u32..12).map(|below| &gap - below)) {
        let x = &r + &n;
        let square = (&x * &x * &x + 7u8) % &p;
        let exists = vorpal_oracle::big::legendre(&square, &p) == 1;
        for recovery_id in [2, 3] {
            let recovery = Recovery { r: bytes(&r), recovery_id, ..good() };
            match recover(&recovery) {
                Ok(key) => assert!(exists && satisfies(&recovery, &key), "{r:x}"),
                error => assert_eq!((error, exists), (Err(Error::NoPoint), false), "{r:x}"),
            }
            found[usize::from(exists)] += 1;
        }
    }
    assert!(found[0] > 0 && found[1] > 0, "both cases occur");
}

#[test]
fn rejects_an_r_without_a_point() {
    // x^3 + 7 is not a square for x = 5.
    assert_eq!(recover(&Recovery { r: bytes(&5u8.into()), ..good() }), Err(Error::NoPoint));
}

#[test]
fn rejects_a_key_at_infinity() {
    // s R = z G with R = k G and s = z / k.
    let (n, k, z) = (order(), BigUint::from(77u8), BigUint::from(123_456u32));
    let (x, y) = multiple(&k).unwrap();
    let s = &z * invert(&k, &n) % &n;
    let recovery_id = u8::from(y.bit(0));
    let recovery = Recovery { hash: bytes(&z), r: bytes(&(x % n)), s: bytes(&s), recovery_id };
    assert_eq!(recover(&recovery), Err(Error::Infinity));
}

#[test]
fn sums_of_equal_and_opposite_points() {
    // u1 G = +- u2 R for s = -+ z / k, and R is a multiple of G in the tables. So the last additions are of equal or
    // opposite points.
    let n = order();
    let nonces = (1u32..=40).map(BigUint::from).chain((1u32..=40).map(|below| &n - below));
    for (i, k) in nonces.enumerate() {
        let (x, y) = multiple(&k).unwrap();
        // With less effort, some hashes for each nonce.
        let hashes = [1u32, 2, 3, 16, 255, 256, 65_537].map(BigUint::from).into_iter().enumerate();
        for (_, z) in hashes.filter(|(j, _)| every(3, i + j)) {
            let s = &n - (&z * invert(&k, &n) % &n);
            let recovery_id = u8::from(y.bit(0));
            let recovery = Recovery { hash: bytes(&z), r: bytes(&(&x % &n)), s: bytes(&s), recovery_id };
            let key = recover(&recovery).unwrap();
            // Q = r^-1 (s R - z G) = -2 z / r G.
            let expected = &n - (2u8 * &z * invert(&(&x % &n), &n) % &n);
            assert_eq!(point(&key), multiple(&expected), "k = {k:x}, z = {z}");
        }
    }
}

#[test]
fn invalid_signatures_do_not_affect_others_in_a_batch() {
    let bad = [
        Recovery { r: [0; 32], ..good() },
        Recovery { s: [0xff; 32], ..good() },
        Recovery { recovery_id: 9, ..good() },
        Recovery { r: bytes(&5u8.into()), ..good() },
        // r + n is not below p.
        Recovery { r: bytes(&(order() - 1u8)), recovery_id: 2, ..good() },
    ];
    assert_eq!(recover_batch(&bad)[3..], [Err(Error::NoPoint), Err(Error::NoPoint)]);
    // Lengths near chunk boundaries, with the invalid signature first, in the middle and last.
    for length in [1, 2, 127, 128, 129, 300] {
        for position in [0, length / 2, length - 1] {
            let mut batch = vec![good(); length];
            batch[position] = bad[(length + position) % bad.len()];
            let keys: Vec<_> = batch.iter().map(recover).collect();
            assert!(keys[position].is_err());
            assert_eq!(recover_batch(&batch), keys);
        }
    }
    assert_eq!(recover_batch(&bad), bad.iter().map(recover).collect::<Vec<_>>());
    let addresses = bad.iter().map(|one| recover(one).map(|key| key.ethereum_address()));
    assert_eq!(recover_addresses_batch(&bad), addresses.collect::<Vec<_>>());
}

/// All numbers of signatures that are not a multiple of sixteen, with every kind of failure, infinity among them, at
/// changing positions: packed or not, and with zeros among the values whose inversions they share.
#[test]
fn small_groups() {
    let (n, k, z) = (order(), BigUint::from(77u8), BigUint::from(123_456u32));
    let (x, y) = multiple(&k).unwrap();
    let s = &z * invert(&k, &n) % &n;
    let to_infinity =
        Recovery { hash: bytes(&z), r: bytes(&(x % n)), s: bytes(&s), recovery_id: u8::from(y.bit(0)) };
    let kinds = [
        Recovery { r: bytes(&5u8.into()), ..good() },
        good(),
        to_infinity,
        textbook_sign(&7u8.into(), &8u8.into(), &9u8.into()).unwrap(),
        Recovery { s: [0; 32], ..good() },
        textbook_sign(&1u8.into(), &2u8.into(), &3u8.into()).unwrap(),
    ];
    let single = kinds.map(|one| recover(&one));
    assert_eq!(single.iter().filter(|key| key.is_ok()).count(), 3);
    assert_eq!(single[2], Err(Error::Infinity));
    for length in 1..48 {
        for shift in 0..kinds.len() {
            // With and without the failures.
            for step in [1, 2] {
                let indices = (0..length).map(|i| (step * i + shift) % kinds.len());
                let (batch, keys): (Vec<_>, Vec<_>) = indices.map(|i| (kinds[i], single[i])).unzip();
                assert_eq!(recover_batch(&batch), keys, "{length}, {shift}, {step}");
            }
        }
    }
}

#[test]
fn round_trips_of_encoded_keys() {
    let key = recover(&good()).unwrap();
    assert_eq!(PublicKey::from_sec1_bytes(&key.to_uncompressed()), Ok(key));
    assert_eq!(PublicKey::from_sec1_bytes(&key.to_compressed()), Ok(key));
    assert_eq!(key.to_uncompressed()[1..33], key.to_compressed()[1..]);
    assert!(matches!(PublicKey::from_sec1_bytes(&[4; 65]), Err(Error::PublicKey(_))));
    assert!(matches!(PublicKey::from_sec1_bytes(&[]), Err(Error::PublicKey(_))));
}

#[test]
fn the_address_of_the_secret_key_one() {
    let signature = textbook_sign(&1u8.into(), &hex("0x31337"), &hex("0xcafe")).unwrap();
    let address = recover(&signature).unwrap().ethereum_address();
    assert_eq!(address.to_vec(), data::bytes("0x7e5f4552091a69125d5dfcb7b8c2659029395bdf"));
}

#[test]
fn public_keys_and_senders_of_mainnet_blocks() {
    let Some(folder) = data::folder("mainnet-blocks", "recovery of mainnet's public keys") else { return };
    let mut lines = 0;
    for block in ["14764013", "17034871", "19433902"] {
        let csv = std::fs::read_to_string(folder.join(format!("{block}.signatures.csv"))).unwrap();
        let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
        let bytes = |text: &str| -> [u8; 32] { data::bytes(text).try_into().unwrap() };
        let recoveries: Vec<Recovery> = rows
            .iter()
            .map(|row| Recovery {
                hash: bytes(row[0]),
                r: bytes(row[1]),
                s: bytes(row[2]),
                recovery_id: row[3].parse().unwrap(),
            })
            .collect();
        let addresses = recover_addresses_batch(&recoveries);
        for ((row, key), address) in rows.iter().zip(recover_batch(&recoveries)).zip(addresses) {
            assert_eq!(address.unwrap().to_vec(), data::bytes(row[4]));
            let key = key.unwrap();
            assert_eq!(key.ethereum_address().to_vec(), data::bytes(row[4]));
            assert_eq!(key.to_uncompressed().to_vec(), data::bytes(row[5]));
            lines += 1;
        }
    }
    assert_eq!(lines, 19 + 267 + 171);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(24)))]
    #[test]
    fn random_signatures(d: [u8; 32], k: [u8; 32], z: [u8; 32]) {
        let n = order();
        let number = |bytes: &[u8; 32]| BigUint::from_bytes_be(bytes) % &n;
        let (d, k) = (number(&d), number(&k));
        prop_assume!(d != BigUint::ZERO && k != BigUint::ZERO);
        let signature = textbook_sign(&d, &k, &BigUint::from_bytes_be(&z)).unwrap();
        let key = recover(&signature).unwrap();
        prop_assert_eq!(point(&key), multiple(&d));
        prop_assert!(satisfies(&signature, &key));
    }

    #[test]
    fn random_bytes_do_not_panic(hash: [u8; 32], r: [u8; 32], s: [u8; 32], recovery_id in 0u8..6) {
        let recovery = Recovery { hash, r, s, recovery_id };
        if let Ok(key) = recover(&recovery) {
            prop_assert!(satisfies(&recovery, &key));
        }
    }
}
