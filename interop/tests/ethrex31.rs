//! Tests `VorpalCrypto` against ethrex's `NativeCrypto`, which rejects what the contracts reject.

#![cfg(feature = "ethrex31")]
#![allow(
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking, and numbers are small"
)]

mod common;
#[path = "common/points.rs"]
mod points;

use std::fmt::Debug;

use ethrex_crypto::{Crypto, CryptoError, NATIVE_BLS_BACKEND, NativeCrypto};
use signature::rand_core::TryRng;
use vorpal_interop::VorpalCrypto;
use vorpal_secp256k1::p256;

use common::{Question, Stream, bytes, join, other_half, questions};
use points::{g1_points, g2_points, points_254};

/// The order of P-256.
const P256_ORDER: &str = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";

/// Both results are equal, or both are errors. Returns whether they are results.
fn agree<T: PartialEq + Debug>(ours: Result<T, CryptoError>, theirs: Result<T, CryptoError>) -> bool {
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => {
            assert_eq!(ours, theirs);
            true
        }
        (Err(_), Err(_)) => false,
        (ours, theirs) => panic!("{ours:?}, but ethrex has {theirs:?}"),
    }
}

/// The hash of the key, and the signer of a transaction, whose `s` must be low.
#[test]
fn recovery() {
    let (mut keys, mut signers) = (0, 0);
    for Question { signature, recovery_id, hash } in questions() {
        keys += usize::from(agree(
            VorpalCrypto.secp256k1_ecrecover(&signature, recovery_id, &hash),
            NativeCrypto.secp256k1_ecrecover(&signature, recovery_id, &hash),
        ));
        let mut with_id = [recovery_id; 65];
        with_id[..64].copy_from_slice(&signature);
        signers += usize::from(agree(
            VorpalCrypto.recover_signer(&with_id, &hash),
            NativeCrypto.recover_signer(&with_id, &hash),
        ));
    }
    assert!(keys > 200 && signers > 100 && signers < keys, "{keys} keys, {signers} signers");
    // The contract accepts a high `s`; the signer of a transaction has a low one.
    let (key, hash) = (Stream::new("high").key(), [3; 32]);
    let signed = key.sign(&hash);
    let mut high = [signed.recovery_id() ^ 1; 65];
    high[..64].copy_from_slice(&other_half(&signed.signature().to_compact()));
    let (signature, id) = (*high.first_chunk().expect("64 bytes"), high[64]);
    let hashed = VorpalCrypto.secp256k1_ecrecover(&signature, id, &hash).expect("both halves");
    assert_eq!(hashed[12..], key.public_key().ethereum_address());
    assert!(VorpalCrypto.recover_signer(&high, &hash).is_err());
    for recovery_id in 4..=255 {
        let error = VorpalCrypto.secp256k1_ecrecover(&[1; 64], recovery_id, &[1; 32]);
        assert!(matches!(error, Err(CryptoError::InvalidRecoveryId)), "{recovery_id}");
    }
}

#[test]
fn hashes() {
    let mut stream = Stream::new("hashes");
    let mut random = [0; 300];
    stream.try_fill_bytes(&mut random).expect("it has no end");
    for length in 0..random.len() {
        assert_eq!(VorpalCrypto.sha256(&random[..length]), NativeCrypto.sha256(&random[..length]));
        assert_eq!(VorpalCrypto.ripemd160(&random[..length]), NativeCrypto.ripemd160(&random[..length]));
    }
    for rounds in 0..40 {
        let mut word = || stream.try_next_u64().expect("it has no end");
        let (start, m) = (std::array::from_fn(|_| word()), std::array::from_fn(|_| word()));
        let (t, f) = ([word(), word()], rounds % 2 == 0);
        let (mut ours, mut theirs) = (start, start);
        VorpalCrypto.blake2_compress(rounds, &mut ours, m, t, f);
        NativeCrypto.blake2_compress(rounds, &mut theirs, m, t, f);
        assert_eq!(ours, theirs, "{rounds} rounds");
    }
}

#[test]
fn powers() {
    let mut stream = Stream::new("powers");
    for i in 0..300_usize {
        let mut number = |length: usize| {
            let mut bytes = vec![0; length];
            stream.try_fill_bytes(&mut bytes).expect("it has no end");
            bytes
        };
        let (base, exponent, mut modulus) = (number(i % 70), number(i % 23), number(i % 67));
        match (i % 4, modulus.last_mut()) {
            (0, Some(last)) => *last |= 1,
            (1, _) => modulus.iter_mut().for_each(|byte| *byte = 0),
            (2, _) => modulus.iter_mut().take(i % 9).for_each(|byte| *byte = 0),
            _ => {}
        }
        let ours = VorpalCrypto.modexp(&base, &exponent, &modulus);
        assert!(agree(ours, NativeCrypto.modexp(&base, &exponent, &modulus)));
    }
}

#[test]
fn contracts_on_bn254() {
    let (g1, g2) = points_254();
    for p in &g1 {
        for q in &g1 {
            agree(VorpalCrypto.bn254_g1_add(p, q), NativeCrypto.bn254_g1_add(p, q));
        }
        for scalar in [[0; 32], [1; 32], [0xff; 32]] {
            agree(VorpalCrypto.bn254_g1_mul(p, &scalar), NativeCrypto.bn254_g1_mul(p, &scalar));
        }
        // The first bytes count. What follows them belongs neither to the point nor to the scalar.
        for extra in 1..40 {
            let (point, scalar) =
                ([&p[..], &[0xee; 40][..extra]].concat(), [&[5; 32], &[9; 40][..extra]].concat());
            let ours = || VorpalCrypto.bn254_g1_mul(&point, &scalar);
            agree(ours(), VorpalCrypto.bn254_g1_mul(p, &[5; 32]));
            agree(ours(), NativeCrypto.bn254_g1_mul(&point, &scalar));
        }
    }
    let pairs: Vec<(&[u8], &[u8])> = g1.iter().flat_map(|p| g2.iter().map(|q| (&p[..], &q[..]))).collect();
    let mut good = 0;
    for a in &pairs {
        for b in &pairs {
            let pairs = [*a, *b];
            let ours = VorpalCrypto.bn254_pairing_check(&pairs);
            good += usize::from(agree(ours, NativeCrypto.bn254_pairing_check(&pairs)));
        }
    }
    assert!(good > 100, "{good} pairs of pairs");
    for length in 0..64 {
        let (point, short) = ([0; 128], [0; 63]);
        let short = &short[..length.min(63)];
        assert!(!agree(VorpalCrypto.bn254_g1_add(short, &point), NativeCrypto.bn254_g1_add(short, &point)));
        let pairs: [(&[u8], &[u8]); 2] = [(&point[..64], &point), (&point[..64], &point[..length])];
        assert!(!agree(VorpalCrypto.bn254_pairing_check(&pairs), NativeCrypto.bn254_pairing_check(&pairs)));
    }
}

#[test]
fn contracts_on_bls12_381() {
    const { assert!(NATIVE_BLS_BACKEND, "otherwise ethrex has errors only") };
    let (g1, g2) = (g1_points(), g2_points());
    for p in &g1 {
        for q in &g1 {
            agree(VorpalCrypto.bls12_381_g1_add(*p, *q), NativeCrypto.bls12_381_g1_add(*p, *q));
            let terms = [(*p, [7; 32]), (*q, [0; 32])];
            agree(VorpalCrypto.bls12_381_g1_msm(&terms), NativeCrypto.bls12_381_g1_msm(&terms));
        }
    }
    for p in &g2 {
        for q in &g2 {
            agree(VorpalCrypto.bls12_381_g2_add(*p, *q), NativeCrypto.bls12_381_g2_add(*p, *q));
            let terms = [(*p, [7; 32]), (*q, [0; 32])];
            agree(VorpalCrypto.bls12_381_g2_msm(&terms), NativeCrypto.bls12_381_g2_msm(&terms));
        }
    }
    let mut good = 0;
    for p in &g1 {
        for q in &g2 {
            for second in [(g1[0], g2[0]), (g1[1], g2[0])] {
                let pairs = [(*p, *q), second];
                let ours = VorpalCrypto.bls12_381_pairing_check(&pairs);
                good += usize::from(agree(ours, NativeCrypto.bls12_381_pairing_check(&pairs)));
            }
        }
    }
    assert!(good > 10, "{good} pairs of pairs");
}

#[test]
fn maps_to_bls12_381() {
    let mut stream = Stream::new("maps");
    let (mut good, mut bad) = (0, 0);
    for i in 0..64_u8 {
        let (mut a, mut b) = ([0; 48], [0; 48]);
        stream.try_fill_bytes(&mut a).expect("it has no end");
        stream.try_fill_bytes(&mut b).expect("it has no end");
        // About 26 / 256 of all strings are below the prime.
        a[0] %= 28;
        b[0] = if i % 2 == 0 { 0 } else { i };
        let results = [
            agree(VorpalCrypto.bls12_381_fp_to_g1(&a), NativeCrypto.bls12_381_fp_to_g1(&a)),
            agree(VorpalCrypto.bls12_381_fp2_to_g2((a, b)), NativeCrypto.bls12_381_fp2_to_g2((a, b))),
            agree(VorpalCrypto.bls12_381_fp2_to_g2((b, a)), NativeCrypto.bls12_381_fp2_to_g2((b, a))),
        ];
        good += results.iter().filter(|good| **good).count();
        bad += results.iter().filter(|good| !**good).count();
    }
    assert!(good > 60 && bad > 10, "{good} elements and {bad} malformed ones");
}

#[test]
fn p256_signatures() {
    let mut stream = Stream::new("p256");
    for _ in 0..20 {
        let secret = p256::SecretKey::from_be_bytes(&stream.block()).expect("a hash is a key");
        let (hash, key) = (stream.block(), secret.public_key().to_uncompressed());
        let (key, signature) = (key[1..].try_into().expect("64 bytes"), secret.sign(&hash).to_compact());
        assert!(VorpalCrypto.secp256r1_verify(&hash, &signature, &key));
        assert!(NativeCrypto.secp256r1_verify(&hash, &signature, &key));
        for bit in 0..512 {
            let (mut changed, mut other) = (signature, key);
            changed[bit / 8] ^= 1 << (bit % 8);
            other[bit / 8] ^= 1 << (bit % 8);
            assert!(!VorpalCrypto.secp256r1_verify(&hash, &changed, &key));
            assert!(!VorpalCrypto.secp256r1_verify(&hash, &signature, &other));
            if bit % 32 == 0 {
                assert!(!NativeCrypto.secp256r1_verify(&hash, &changed, &key));
                assert!(!NativeCrypto.secp256r1_verify(&hash, &signature, &other));
            }
        }
        for edge in [[0; 32], [0xff; 32], bytes(P256_ORDER)] {
            let (mut r, mut s) = (signature, signature);
            r[..32].copy_from_slice(&edge);
            s[32..].copy_from_slice(&edge);
            for changed in [r, s] {
                assert!(!VorpalCrypto.secp256r1_verify(&hash, &changed, &key));
                assert!(!NativeCrypto.secp256r1_verify(&hash, &changed, &key));
            }
        }
    }
}

/// A case of c-kzg's tests: `verify_kzg_proof_case_correct_proof_4_4`.
#[test]
fn proofs_of_evaluations() {
    let z = bytes("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000000");
    let y = bytes("1522a4a7f34e1ea350ae07c29c96c7e79655aa926122e95fe69fcbd932ca49e9");
    let commitment = bytes(
        "8f59a8d2a1a625a17f3fea0fe5eb8c896db3764f3185481bc22f91b4aaffcca25f26936857bc3a7c2539ea8ec3a952b7",
    );
    let proof = bytes(
        "a62ad71d14c5719385c0686f1871430475bf3a00f0aa3f7b8dd99a9abc2160744faf0070725e00b60ad9a026a15b1a8c",
    );
    let check = |z, y, commitment, proof| {
        agree(
            VorpalCrypto.verify_kzg_proof(z, y, commitment, proof),
            NativeCrypto.verify_kzg_proof(z, y, commitment, proof),
        )
    };
    assert!(check(&z, &y, &commitment, &proof));
    assert!(!check(&y, &z, &commitment, &proof));
    assert!(!check(&z, &y, &proof, &commitment));
    assert!(!check(&z, &[0xff; 32], &commitment, &proof));
    assert!(!check(&z, &y, &[0xff; 48], &proof));
}

/// The kind of an error tells a malformed number from a point that is none, and both from a proof that is wrong.
#[test]
fn kinds_of_errors() {
    fn kind<T: Debug>(result: Result<T, CryptoError>) -> &'static str {
        match result {
            Err(CryptoError::InvalidInput(_)) => "input",
            Err(CryptoError::InvalidPoint(_)) => "point",
            Err(CryptoError::VerificationFailed) => "verification",
            other => panic!("{other:?}"),
        }
    }
    let (one, high) = (&[1; 64], &[0xff; 64]);
    assert_eq!([one, high].map(|p| kind(VorpalCrypto.bn254_g1_add(p, one))), ["point", "input"]);
    // A sum needs points on the curve, and a sum of multiples points in the subgroup.
    let kinds = |p| kind(VorpalCrypto.bls12_381_g1_msm(&[(p, [1; 32])]));
    let points = g1_points();
    let bad = points.iter().filter(|p| VorpalCrypto.bls12_381_g1_msm(&[(**p, [1; 32])]).is_err());
    let found: Vec<_> = bad.map(|p| (VorpalCrypto.bls12_381_g1_add(*p, *p).is_ok(), kinds(*p))).collect();
    assert!(found.contains(&(true, "point")), "outside the subgroup: {found:?}");
    assert!(found.contains(&(false, "point")) && found.contains(&(false, "input")), "{found:?}");

    // Infinity commits to the polynomial zero, and proves its values.
    let mut infinity = [0; 48];
    infinity[0] = 0xc0;
    let check = |z, y, point| kind(VorpalCrypto.verify_kzg_proof(z, y, point, &infinity));
    let zero = [0; 32];
    assert!(VorpalCrypto.verify_kzg_proof(&zero, &zero, &infinity, &infinity).is_ok());
    assert_eq!(check(&zero, &[1; 32], &infinity), "verification");
    assert_eq!(check(&[0xff; 32], &zero, &infinity), "input");
    assert_eq!(check(&zero, &[0xff; 32], &infinity), "input");
    assert_eq!(check(&zero, &zero, &[0xff; 48]), "point");
}

/// Long lists: every pair counts, and a malformed one at any index is an error.
#[test]
fn every_pair_of_a_long_list_counts() {
    let (p, q) = (g1_points()[0], g2_points()[0]);
    let (p254, q254) = points_254();
    let (p254, q254, zero) = (&p254[0][..], &q254[0][..], &[0; 64][..]);
    let infinity = ([0; 48], [0; 48]);
    let malformed = ([0xff; 48], [0; 48]);
    for length in [1, 3, 5, 16, 17, 33] {
        for index in [0, length / 2, length - 1] {
            // Pairs with infinity change nothing; one other pair makes the product another than one.
            let check = |first: &[u8]| {
                let mut pairs = vec![(zero, q254); length];
                pairs[index].0 = first;
                VorpalCrypto.bn254_pairing_check(&pairs).ok()
            };
            let verdicts = [check(zero), check(p254), check(&[0xff; 64])];
            assert_eq!(verdicts, [Some(true), Some(false), None], "{index} of {length}");
            let check = |first| {
                let mut pairs = vec![(infinity, q); length];
                pairs[index].0 = first;
                VorpalCrypto.bls12_381_pairing_check(&pairs).ok()
            };
            let verdicts = [check(infinity), check(p), check(malformed)];
            assert_eq!(verdicts, [Some(true), Some(false), None], "{index} of {length}");

            let sum = |point| {
                let mut terms = vec![(p, [0; 32]); length];
                terms[index] = (point, [7; 32]);
                VorpalCrypto.bls12_381_g1_msm(&terms).ok()
            };
            let alone = VorpalCrypto.bls12_381_g1_msm(&[(p, [7; 32])]).ok();
            assert!(alone.is_some() && sum(p) == alone && sum(malformed).is_none(), "{index} of {length}");
            let sum = |point| {
                let mut terms = vec![(q, [0; 32]); length];
                terms[index] = (point, [7; 32]);
                VorpalCrypto.bls12_381_g2_msm(&terms).ok()
            };
            let alone = VorpalCrypto.bls12_381_g2_msm(&[(q, [7; 32])]).ok();
            let malformed = (q.0, q.1, q.2, [0xff; 48]);
            assert!(alone.is_some() && sum(q) == alone && sum(malformed).is_none(), "{index} of {length}");
        }
    }
}

#[test]
fn short_slices_and_the_key_zero_are_errors() {
    for length in 0..64 {
        let short = &[0; 64][..length];
        assert!(VorpalCrypto.bn254_g1_add(short, &[0; 64]).is_err());
        assert!(VorpalCrypto.bn254_g1_add(&[0; 64], short).is_err());
        assert!(VorpalCrypto.bn254_g1_mul(short, &[0; 32]).is_err());
        assert!(length >= 32 || VorpalCrypto.bn254_g1_mul(&[0; 64], short).is_err());
        let pairs: [(&[u8], &[u8]); 1] = [(short, &[0; 128])];
        assert!(VorpalCrypto.bn254_pairing_check(&pairs).is_err());
    }
    for length in 0..128 {
        let pairs: [(&[u8], &[u8]); 2] = [(&[0; 64], &[0; 128]), (&[0; 64], &[0; 128][..length])];
        assert!(VorpalCrypto.bn254_pairing_check(&pairs).is_err(), "{length}");
    }
    for signature in [[0; 64], [1; 64], join(&[1; 32], &[0; 32])] {
        for hash in [[0; 32], [1; 32]] {
            assert!(!VorpalCrypto.secp256r1_verify(&hash, &signature, &[0; 64]));
        }
    }
}
