//! Tests of the number of allocations of each function. The allocator of the crate `allocation-counter` counts them on
//! the calling thread, so batches run on a pool of one thread, inside of it.

use std::hint::black_box;

use allocation_counter::measure;
use vorpal_curves::models::weierstrass::WeierstrassCurve;
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_secp256k1::{
    PublicKey, RecoverableSignature, Recovery, SchnorrSignature, SchnorrVerification, SecretKey, Signature,
    Verification, XOnlyPublicKey, build_tables, p256, recover, recover_batch, verify_batch,
    verify_schnorr_batch,
};

/// The number of allocations of the work, in its second run. The first run initialises tables.
fn allocations<T>(mut work: impl FnMut() -> T) -> u64 {
    black_box(work());
    measure(|| {
        black_box(work());
    })
    .count_total
}

#[test]
fn the_counter_counts_allocations() {
    assert_eq!(allocations(|| vec![0u8; 100]), 1);
    assert_eq!(allocations(|| [0u8; 100]), 0);
}

#[test]
fn single_functions_do_not_allocate() {
    build_tables(12).unwrap();
    let secret = SecretKey::from_be_bytes(&[7; 32]).unwrap();
    let public = secret.public_key();
    let x_only = secret.x_only_public_key();
    let (hash, message) = ([9; 32], [3; 100]);
    let recoverable = secret.sign(&hash);
    let signature = recoverable.signature();
    let schnorr = secret.sign_schnorr(&message, &[0; 32]);
    let recovery = recoverable.to_recovery(&hash);
    let endomorphism = Secp256k1::ENDOMORPHISM.unwrap();

    assert_eq!(allocations(|| endomorphism.split(black_box(&[!0, !0, !0, 1 << 60]))), 0, "split");
    assert_eq!(allocations(|| SecretKey::from_be_bytes(black_box(&[7; 32]))), 0, "SecretKey::from_be_bytes");
    assert_eq!(allocations(|| secret.public_key()), 0, "public_key");
    assert_eq!(allocations(|| secret.x_only_public_key()), 0, "x_only_public_key");
    assert_eq!(allocations(|| secret.sign(black_box(&hash))), 0, "sign");
    assert_eq!(allocations(|| secret.sign_with_entropy(black_box(&hash), &[5; 32])), 0, "sign_with_entropy");
    assert_eq!(allocations(|| secret.sign_schnorr(black_box(&message), &[5; 32])), 0, "sign_schnorr");
    assert_eq!(allocations(|| secret.diffie_hellman(black_box(&public)).sha256()), 0, "diffie_hellman");
    assert_eq!(allocations(|| public.verify(black_box(&hash), &signature)), 0, "verify");
    assert_eq!(allocations(|| public.verify_low(black_box(&hash), &signature)), 0, "verify_low");
    assert_eq!(
        allocations(|| public.verify(black_box(&message[..32].try_into().unwrap()), &signature)),
        0,
        "invalid"
    );
    assert_eq!(allocations(|| x_only.verify_schnorr(black_box(&message), &schnorr)), 0, "verify_schnorr");
    assert_eq!(allocations(|| recover(black_box(&recovery))), 0, "recover");
    assert_eq!(allocations(|| recover(&Recovery { r: [0; 32], ..recovery })), 0, "recover, error");

    assert_eq!(
        allocations(|| PublicKey::from_sec1_bytes(black_box(&public.to_compressed()))),
        0,
        "decode, compressed"
    );
    assert_eq!(allocations(|| PublicKey::from_sec1_bytes(black_box(&public.to_uncompressed()))), 0, "decode");
    assert_eq!(allocations(|| XOnlyPublicKey::from_be_bytes(&x_only.to_be_bytes())), 0, "x-only");
    assert_eq!(allocations(|| public.ethereum_address()), 0, "ethereum_address");
    assert_eq!(allocations(|| Signature::from_der(signature.to_der().as_ref())), 0, "DER");
    assert_eq!(allocations(|| Signature::from_compact(&signature.to_compact())), 0, "compact");
    assert_eq!(allocations(|| RecoverableSignature::from_rsv(&recoverable.to_rsv())), 0, "rsv");
    assert_eq!(allocations(|| RecoverableSignature::from_vrs(&recoverable.to_vrs(true))), 0, "vrs");
    assert_eq!(allocations(|| SchnorrSignature::from_bytes(&schnorr.to_bytes())), 0, "Schnorr");
}

#[test]
fn p256_allocates_only_the_results_of_batches() {
    p256::build_tables();
    let secret = p256::SecretKey::from_be_bytes(&[7; 32]).unwrap();
    let (hash, key) = ([9; 32], secret.public_key());
    let signature = secret.sign(&hash);
    assert_eq!(allocations(|| secret.public_key()), 0, "public_key");
    assert_eq!(allocations(|| secret.sign(black_box(&hash))), 0, "sign");
    assert_eq!(allocations(|| key.verify(black_box(&hash), &signature)), 0, "verify");
    assert_eq!(
        allocations(|| p256::PublicKey::from_sec1_bytes(black_box(&key.to_compressed()))),
        0,
        "decode"
    );
    assert_eq!(allocations(|| p256::Signature::from_der(signature.to_der().as_ref())), 0, "DER");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        for length in [1, 64, 65, 1000] {
            let verifications = vec![p256::Verification { hash, signature, key }; length];
            assert_eq!(allocations(|| p256::verify_batch(&verifications)), 1, "verify_batch of {length}");
        }
    });
}

/// The number of allocations is the same for one signature and for thousands.
#[test]
fn batches_allocate_only_their_results() {
    build_tables(12).unwrap();
    let secret = SecretKey::from_be_bytes(&[7; 32]).unwrap();
    let (hash, message) = ([9; 32], [3; 100]);
    let recoverable = secret.sign(&hash);
    let verification = Verification { hash, signature: recoverable.signature(), key: secret.public_key() };
    let schnorr = SchnorrVerification {
        message: &message,
        signature: secret.sign_schnorr(&message, &[0; 32]),
        key: secret.x_only_public_key(),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        for length in [1, 64, 65, 127, 128, 1000, 8000] {
            let verifications = vec![verification; length];
            assert_eq!(allocations(|| verify_batch(&verifications)), 1, "verify_batch of {length}");
            let recoveries = vec![recoverable.to_recovery(&hash); length];
            assert_eq!(allocations(|| recover_batch(&recoveries)), 1, "recover_batch of {length}");
            let verifications = vec![schnorr; length];
            let number = allocations(|| verify_schnorr_batch(&verifications));
            // The entries, the results, the claims, and the results of claims that are verified individually. From 128
            // on also the weights, the points and scalars of the sum, and its windows and buckets: hundreds of vectors,
            // and hardly more of them for more signatures.
            let fits = if length < 128 { number == 4 } else { (5..1000).contains(&number) };
            assert!(fits, "verify_schnorr_batch of {length}: {number}");
        }
        assert_eq!(allocations(|| verify_batch::<Secp256k1>(&[])), 0);
    });
}
