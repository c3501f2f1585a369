//! Counted operations on P-256: signing and verification.

use vorpal::fields::primes::P256Scalar;
use vorpal::secp256k1::p256::{SecretKey, Verification, verify_batch};

use crate::Operation;
use crate::list::elements;

pub(crate) fn all(operation: &mut Operation) {
    let scalars: Vec<P256Scalar> = elements(128);
    let hash = |i: usize| scalars[i].square().to_be_bytes();
    let secrets: Vec<SecretKey> = scalars
        .iter()
        .map(|scalar| SecretKey::from_be_bytes(&scalar.to_be_bytes()).expect("it is not zero"))
        .collect();
    operation.of("p256.sign", 1, || secrets[5].sign(&hash(0)));
    let verifications: Vec<Verification> = secrets
        .iter()
        .enumerate()
        .map(|(i, secret)| Verification {
            hash: hash(i),
            signature: secret.sign(&hash(i)),
            key: secret.public_key(),
        })
        .collect();
    operation.of("p256.verify", 8, || verifications[..8].iter().all(|v| v.key.verify(&v.hash, &v.signature)));
    operation.of("p256.verify_batch", 128, || verify_batch(&verifications));
    assert!(verify_batch(&verifications).into_iter().all(|valid| valid));
}
