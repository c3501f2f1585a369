//! Counted operations on secp256k1: points, signatures and shared secrets.

use vorpal::curves::models::weierstrass::WeierstrassCurve;
use vorpal::curves::secp256k1::{Affine, Jacobian, Secp256k1};
use vorpal::fields::primes::{Secp256k1Base, Secp256k1Scalar};
use vorpal::secp256k1::{
    PreparedKey, Recovery, SchnorrVerification, SecretKey, Verification, recover, recover_batch,
    verify_batch, verify_schnorr_batch,
};

use crate::Operation;
use crate::list::elements;

pub(crate) fn all(operation: &mut Operation) {
    let scalars: Vec<Secp256k1Scalar> = elements(128);
    points(operation, &scalars);
    recoveries(operation, &scalars);
    signatures(operation, &scalars);
}

fn points(operation: &mut Operation, scalars: &[Secp256k1Scalar]) {
    let point = Jacobian::GENERATOR.mul_vartime(&scalars[5]);
    let affine = point.to_affine();
    operation.of("secp256k1.add", 1000, || (0..1000).fold(point.double(), |sum, _| sum.add_vartime(&point)));
    operation.of("secp256k1.add_affine", 1000, || {
        (0..1000).fold(point.double(), |sum, _| sum.add_affine_vartime(&affine))
    });
    operation.of("secp256k1.double", 1000, || (0..1000).fold(point, |point, _| point.double()));
    operation.of("secp256k1.multiply", 1, || point.mul_vartime(&scalars[0]));
    let endomorphism = Secp256k1::ENDOMORPHISM.expect("the curve has one");
    operation.of("secp256k1.split", 128, || {
        let magnitudes =
            scalars.iter().flat_map(|k| endomorphism.split(&k.to_limbs()).map(|half| half.magnitude));
        magnitudes.fold(0, |all, magnitude| all ^ magnitude)
    });
}

fn recoveries(operation: &mut Operation, scalars: &[Secp256k1Scalar]) {
    // Any `r` that is an x-coordinate, with any `s` and hash, is a valid signature by some key.
    let recoveries: Vec<Recovery> = elements::<Secp256k1Base>(1000)
        .iter()
        .filter(|x| Affine::lift_x_vartime(**x).is_some())
        .zip(scalars)
        .map(|(x, s)| Recovery { hash: [0x5a; 32], r: x.to_be_bytes(), s: s.to_be_bytes(), recovery_id: 1 })
        .collect();
    assert_eq!(recoveries.len(), 128, "about half of a thousand numbers are abscissas");
    operation.of("secp256k1.recover", 8, || recoveries[..8].iter().map(recover).collect::<Vec<_>>());
    operation.of("secp256k1.recover_batch", 128, || recover_batch(&recoveries));
}

/// Signing, and verifying valid signatures of both kinds.
fn signatures(operation: &mut Operation, scalars: &[Secp256k1Scalar]) {
    let hash = |i: usize| scalars[i % 128].square().to_be_bytes();
    let secrets: Vec<SecretKey> = scalars
        .iter()
        .map(|scalar| SecretKey::from_be_bytes(&scalar.to_be_bytes()).expect("it is not zero"))
        .collect();
    let secret = &secrets[5];
    operation.of("secp256k1.public_key", 1, || secret.public_key());
    operation.of("secp256k1.sign", 1, || secret.sign(&hash(0)));
    operation.of("secp256k1.schnorr_sign", 1, || secret.sign_schnorr(&hash(0), &[0xa5; 32]));
    let other = secrets[6].public_key();
    operation.of("secp256k1.ecdh", 1, || secret.diffie_hellman(&other));

    let verifications: Vec<Verification> = secrets
        .iter()
        .enumerate()
        .map(|(i, secret)| Verification {
            hash: hash(i),
            signature: secret.sign(&hash(i)).signature(),
            key: secret.public_key(),
        })
        .collect();
    operation
        .of("secp256k1.verify", 8, || verifications[..8].iter().all(|v| v.key.verify(&v.hash, &v.signature)));
    let key = &verifications[0].key;
    operation.of("secp256k1.prepare_key", 1, || PreparedKey::new(key));
    let prepared: Vec<PreparedKey> = verifications[..8].iter().map(|v| PreparedKey::new(&v.key)).collect();
    operation.of("secp256k1.verify_cached", 8, || {
        prepared.iter().zip(&verifications).all(|(key, v)| key.verify(&v.hash, &v.signature))
    });
    operation.of("secp256k1.verify_batch", 128, || verify_batch(&verifications));

    let messages: Vec<[u8; 32]> = (0..128).map(hash).collect();
    let schnorr: Vec<SchnorrVerification<'_>> = secrets
        .iter()
        .zip(&messages)
        .map(|(secret, message)| SchnorrVerification {
            message,
            signature: secret.sign_schnorr(message, &[0xa5; 32]),
            key: secret.x_only_public_key(),
        })
        .collect();
    operation.of("secp256k1.schnorr_verify", 8, || {
        schnorr[..8].iter().all(|v| v.key.verify_schnorr(v.message, &v.signature))
    });
    // This number of signatures is verified in lanes. More signatures are one sum, whose algorithm depends on the
    // processor, so counts would depend on it too.
    operation.of("secp256k1.schnorr_verify_batch64", 64, || verify_schnorr_batch(&schnorr[..64]));
    assert!(
        verify_batch(&verifications).into_iter().chain(verify_schnorr_batch(&schnorr)).all(|valid| valid)
    );
}
