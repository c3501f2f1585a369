//! Tests ECDSA with the traits of `signature` against `k256`, which implements them as well.

#![cfg(feature = "signature3")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use k256::ecdsa::{self as k256_ecdsa, RecoveryId};
use sha2::{Sha256, Sha512};
use sha3::Keccak256;
use signature::digest::{Digest, Update};
use signature::hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner};
use signature::{
    DigestSigner, DigestVerifier, Keypair, MultipartSigner, MultipartVerifier, RandomizedDigestSigner,
    RandomizedMultipartSigner, RandomizedSigner, SignatureEncoding, Signer, Verifier,
};
use vorpal_interop::signature3::ecdsa::{
    DerSignature, RecoverableSignature, Signature, SigningKey, VerifyingKey,
};
use vorpal_secp256k1::{DerReason, Error, SecretKey};

use common::{Stream, bytes, edges, join, other_half};

type Theirs = (k256_ecdsa::Signature, RecoveryId);

fn pair(stream: &mut Stream) -> (SigningKey, k256_ecdsa::SigningKey) {
    let secret = stream.key();
    let theirs = k256_ecdsa::SigningKey::from_slice(&secret.to_be_bytes()[..]).expect("a key");
    (SigningKey::from(secret), theirs)
}

/// Signs into all signature types and checks that they are equal.
fn same(sign: [RecoverableSignature; 1], fixed: Signature, der: DerSignature, theirs: Theirs) {
    let [recoverable] = sign;
    let (signature, id) = theirs;
    assert_eq!(fixed.to_bytes()[..], signature.to_bytes()[..]);
    assert_eq!(der.to_bytes().as_ref(), signature.to_der().as_bytes());
    assert_eq!(recoverable.to_bytes()[..64], signature.to_bytes()[..]);
    assert_eq!(recoverable.to_bytes()[64], id.to_byte());
}

#[test]
fn signatures_equal_those_of_k256() {
    let mut stream = Stream::new("signature");
    for length in [0, 1, 31, 32, 33, 64, 1000] {
        let (key, theirs) = pair(&mut stream);
        let message: Vec<u8> = (0..length).map(|i| (i % 251) as u8).collect();
        same([key.sign(&message)], key.sign(&message), key.sign(&message), theirs.sign(&message));
        let parts = message.split_at(message.len() / 3);
        let parts = [parts.0, &[], parts.1];
        same(
            [key.multipart_sign(&parts)],
            key.multipart_sign(&parts),
            key.multipart_sign(&parts),
            theirs.sign(&message),
        );
        let signature: vorpal_secp256k1::RecoverableSignature = key.sign(&message);
        assert_eq!(RecoverableSignature::from(signature), key.sign(&message));
    }
}

#[test]
fn signatures_of_prehashes_of_all_lengths_equal_those_of_k256() {
    let mut stream = Stream::new("prehash");
    let edges = edges();
    let hashes = (16..=70).map(|length| {
        let mut hash = [stream.block(), stream.block(), stream.block()].concat();
        hash.truncate(length);
        hash
    });
    let hashes: Vec<Vec<u8>> = hashes.chain(edges.iter().map(|edge| edge.to_vec())).collect();
    for hash in hashes {
        let (key, theirs) = pair(&mut stream);
        let sign = || key.sign_prehash(&hash).expect("long enough");
        same(
            [sign()],
            key.sign_prehash(&hash).unwrap(),
            key.sign_prehash(&hash).unwrap(),
            theirs.sign_prehash(&hash).unwrap(),
        );
        let signature: Signature = key.sign_prehash(&hash).unwrap();
        key.verifying_key().verify_prehash(&hash, &signature).expect("valid");
        let signature = k256_ecdsa::Signature::from_slice(&signature.to_bytes()).unwrap();
        theirs.verifying_key().verify_prehash(&hash, &signature).expect("valid");
    }
}

#[test]
fn too_short_prehashes_are_errors() {
    let (key, _) = pair(&mut Stream::new("short"));
    let signature: Signature = key.sign(b"");
    for length in 0..16 {
        let hash = vec![1; length];
        assert!(PrehashSigner::<Signature>::sign_prehash(&key, &hash).is_err());
        let mut stream = Stream::new("short");
        assert!(
            RandomizedPrehashSigner::<Signature>::sign_prehash_with_rng(&key, &mut stream, &hash).is_err()
        );
        assert!(key.verifying_key().verify_prehash(&hash, &signature).is_err());
    }
}

/// Signs with both libraries, and verifies each signature with the other library's key.
fn digests<D: Digest + Update + signature::digest::FixedOutput>(stream: &mut Stream) {
    let (key, theirs) = pair(stream);
    let update = |digest: &mut D| Update::update(digest, b"a message");
    let try_update = |digest: &mut D| {
        update(digest);
        Ok(())
    };
    same(
        [key.sign_digest(update)],
        key.sign_digest(update),
        key.sign_digest(update),
        theirs.sign_digest(update),
    );
    let signature: Signature = key.sign_digest(update);
    let der: DerSignature = key.sign_digest(update);
    key.verifying_key().verify_digest(try_update, &signature).expect("valid");
    key.verifying_key().verify_digest(try_update, &der).expect("valid");
    let other = |digest: &mut D| {
        Update::update(digest, b"another message");
        Ok(())
    };
    assert!(key.verifying_key().verify_digest(other, &signature).is_err());
    let failing = |_: &mut D| Err(signature::Error::new());
    assert!(DigestSigner::<D, Signature>::try_sign_digest(&key, failing).is_err());
    assert!(key.verifying_key().verify_digest(failing, &signature).is_err());
}

#[test]
fn signatures_of_digests_equal_those_of_k256() {
    let mut stream = Stream::new("digest");
    digests::<Sha256>(&mut stream);
    digests::<Sha512>(&mut stream);
    digests::<Keccak256>(&mut stream);
}

/// Both libraries use the same 32 bytes from the generator for the nonce.
#[test]
fn randomised_signatures_equal_those_of_k256() {
    let mut stream = Stream::new("random");
    for _ in 0..8 {
        let (key, theirs) = pair(&mut stream);
        let (message, rng) = (stream.block(), || Stream::new("entropy"));
        let signature: Signature = key.sign_with_rng(&mut rng(), &message);
        let expected: k256_ecdsa::Signature = theirs.sign_with_rng(&mut rng(), &message);
        assert_eq!(signature.to_bytes()[..], expected.to_bytes()[..]);
        let plain: Signature = key.sign(&message);
        assert_ne!(signature, plain);
        key.verifying_key().verify(&message, &signature).expect("valid");

        let parts = message.split_at(7);
        let parted: Signature = key.multipart_sign_with_rng(&mut rng(), &[parts.0, parts.1]);
        assert_eq!(parted, signature);
        let update = |digest: &mut Sha256| Update::update(digest, &message);
        let digested: Signature = key.sign_digest_with_rng(&mut rng(), update);
        assert_eq!(digested, signature);

        let hash = stream.block();
        let signature: RecoverableSignature = key.sign_prehash_with_rng(&mut rng(), &hash).unwrap();
        let (expected, id): Theirs = theirs.sign_prehash_with_rng(&mut rng(), &hash).unwrap();
        assert_eq!(
            (&signature.to_bytes()[..64], signature.to_bytes()[64]),
            (&expected.to_bytes()[..], id.to_byte())
        );
    }
}

/// A generator that always fails.
struct Broken;

impl signature::rand_core::TryRng for Broken {
    type Error = std::io::Error;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Err(std::io::Error::other("broken"))
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Err(std::io::Error::other("broken"))
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
        Err(std::io::Error::other("broken"))
    }
}

impl signature::rand_core::TryCryptoRng for Broken {}

#[test]
fn a_failing_generator_is_an_error() {
    let (key, _) = pair(&mut Stream::new("broken"));
    let signed: Result<Signature, _> = key.try_sign_with_rng(&mut Broken, b"a message");
    assert!(signed.is_err());
}

#[test]
fn verification_agrees_with_k256() {
    let mut stream = Stream::new("verdicts");
    let edges = edges();
    for _ in 0..6 {
        let (key, theirs) = pair(&mut stream);
        let (ours, theirs_key) = (key.verifying_key(), theirs.verifying_key());
        let message = stream.block();
        let signature: Signature = key.sign(&message);
        let right = signature.to_bytes();
        let mut candidates = vec![right, other_half(&right)];
        candidates.extend(edges.iter().flat_map(|r| edges.iter().map(move |s| join(r, s))));
        for bit in [0, 100, 255, 256, 400, 511] {
            let mut altered = right;
            altered[bit / 8] ^= 1 << (bit % 8);
            candidates.push(altered);
        }
        let mut valid = 0;
        for candidate in candidates {
            let (signature, expected) =
                (Signature::try_from(&candidate[..]), k256_ecdsa::Signature::from_slice(&candidate));
            assert_eq!(signature.is_ok(), expected.is_ok());
            let (Ok(signature), Ok(expected)) = (signature, expected) else { continue };
            let verdict = ours.verify(&message, &signature).is_ok();
            assert_eq!(verdict, theirs_key.verify(&message, &expected).is_ok());
            assert_eq!(verdict, ours.verify(&message, &DerSignature(signature.0)).is_ok());
            assert_eq!(verdict, ours.multipart_verify(&[&message[..5], &message[5..]], &signature).is_ok());
            assert_eq!(verdict, ours.verify(&message, &signature.0).is_ok());
            valid += usize::from(verdict);
        }
        // The high form of the signature is rejected.
        assert_eq!(valid, 1);
        assert!(vorpal_secp256k1::PublicKey::from(ours).verify(
            &Sha256::digest(message).into(),
            &Signature::try_from(&other_half(&right)[..]).unwrap().0
        ));
        assert!(VerifyingKey::from(stream.key().public_key()).verify(&message, &signature).is_err());
    }
}

#[test]
fn errors_of_encodings_name_the_cause() {
    let (key, _) = pair(&mut Stream::new("encodings"));
    let signature: RecoverableSignature = key.sign(b"a message");
    let encoded = signature.to_bytes();
    assert_eq!(RecoverableSignature::try_from(&encoded[..]), Ok(signature));
    let mut with_27 = encoded;
    with_27[64] += 27;
    assert_eq!(RecoverableSignature::try_from(&with_27[..]), Ok(signature));
    let mut with_4 = encoded;
    with_4[64] = 4;
    assert_eq!(RecoverableSignature::try_from(&with_4[..]), Err(Error::RecoveryByte { found: 4 }));
    for length in (0..64).chain(65..80) {
        let wrong = vec![1; length];
        assert_eq!(Signature::try_from(&wrong[..]), Err(Error::Length { expected: 64, found: length }));
    }
    for length in [0, 64, 66] {
        let wrong = vec![1; length];
        assert_eq!(
            RecoverableSignature::try_from(&wrong[..]),
            Err(Error::Length { expected: 65, found: length })
        );
    }
    assert_eq!(Signature::try_from(&join(&[0; 32], &[1; 32])[..]), Err(Error::R));
    assert_eq!(Signature::try_from(&join(&[1; 32], &[255; 32])[..]), Err(Error::S));

    let der = DerSignature::from(signature.0);
    let encoded = der.to_bytes();
    assert_eq!(der.encoded_len(), encoded.as_ref().len());
    assert_eq!(DerSignature::try_from(encoded.as_ref()), Ok(der));
    let end = Error::Der { offset: 0, reason: DerReason::End };
    assert_eq!(DerSignature::try_from(&[][..]), Err(end));
}

/// Generic code that requires only the traits accepts the keys.
#[test]
fn generic_code_accepts_the_keys() {
    fn signs_and_verifies<K, S>(key: &K)
    where
        K: Signer<S> + Keypair<VerifyingKey: Verifier<S>>,
        S: SignatureEncoding<Repr: PartialEq + std::fmt::Debug>,
    {
        let signature = key.sign(b"a message");
        let Ok(again) = S::try_from(signature.to_bytes().as_ref()) else { panic!("not decoded") };
        assert_eq!(again.to_bytes(), signature.to_bytes());
        key.verifying_key().verify(b"a message", &again).expect("valid");
        assert!(key.verifying_key().verify(b"another message", &signature).is_err());
    }
    let secret =
        SecretKey::from_be_bytes(&bytes("000000000000000000000000000000000000000000000000000000000000000a"));
    let key = SigningKey::from(secret.expect("a key"));
    signs_and_verifies::<_, Signature>(&key);
    signs_and_verifies::<_, DerSignature>(&key);
    assert!(format!("{key:?}").contains("SecretKey(..)"));
}
