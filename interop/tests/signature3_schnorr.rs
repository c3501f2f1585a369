//! Tests Schnorr signatures with the traits of `signature` against `k256` and the vectors of BIP 340.

#![cfg(feature = "signature3")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use k256::schnorr as theirs;
use sha2::Sha256;
use signature::digest::Update;
use signature::hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner};
use signature::{
    DigestSigner, DigestVerifier, Keypair, RandomizedDigestSigner, RandomizedSigner, SignatureEncoding,
    Signer, Verifier,
};
use vorpal_interop::signature3::schnorr::{Signature, SigningKey, VerifyingKey};
use vorpal_secp256k1::{Error, SecretKey, XOnlyPublicKey};

use common::{Stream, bytes, edges, hex, join};

fn pair(stream: &mut Stream) -> (SigningKey, theirs::SigningKey) {
    let secret = stream.key();
    let theirs = theirs::SigningKey::from_slice(&secret.to_be_bytes()[..]).expect("a key");
    (SigningKey::from(secret), theirs)
}

#[test]
fn signatures_equal_those_of_k256() {
    let mut stream = Stream::new("schnorr");
    for length in [0, 1, 31, 32, 33, 64, 1000] {
        let (key, theirs) = pair(&mut stream);
        let message: Vec<u8> = (0..length).map(|i| (i % 251) as u8).collect();
        let rng = || Stream::new("auxiliary");

        let signature: Signature = key.sign(&message);
        assert_eq!(signature.to_bytes(), theirs.sign_prehash(&message).unwrap().to_bytes());
        assert_eq!(signature, key.sign_prehash(&message).unwrap());
        key.verifying_key().verify(&message, &signature).expect("valid");
        key.verifying_key().verify_prehash(&message, &signature).expect("valid");
        key.verifying_key().verify(&message, &signature.0).expect("valid");

        let random: Signature = key.sign_with_rng(&mut rng(), &message);
        assert_eq!(random.to_bytes(), theirs.sign_prehash_with_rng(&mut rng(), &message).unwrap().to_bytes());
        assert_eq!(random, key.sign_prehash_with_rng(&mut rng(), &message).unwrap());
        assert_ne!(random, signature);
        key.verifying_key().verify(&message, &random).expect("valid");

        // `k256` signs the SHA-256 hash of a message.
        let update = |digest: &mut Sha256| Update::update(digest, &message);
        let try_update = |digest: &mut Sha256| {
            update(digest);
            Ok(())
        };
        let digested: Signature = key.sign_digest(update);
        assert_eq!(digested.to_bytes(), theirs.sign(&message).to_bytes());
        key.verifying_key().verify_digest(try_update, &digested).expect("valid");
        assert!(key.verifying_key().verify_digest(try_update, &signature).is_err());
        let digested: Signature = key.sign_digest_with_rng(&mut rng(), update);
        assert_eq!(digested.to_bytes(), theirs.sign_with_rng(&mut rng(), &message).to_bytes());
    }
}

/// Vectors 0, 15 and 18 of BIP 340: a plain one, an empty message, a message of 100 bytes.
#[test]
fn signatures_match_the_vectors_of_bip_340() {
    let long = "99".repeat(100);
    let vectors = [
        (
            "0000000000000000000000000000000000000000000000000000000000000003",
            "0000000000000000000000000000000000000000000000000000000000000000",
            "e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca8215\
             25f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0",
        ),
        (
            "0340034003400340034003400340034003400340034003400340034003400340",
            "",
            "71535db165ecd9fbbc046e5ffaea61186bb6ad436732fccc25291a55895464cf\
             6069ce26bf03466228f19a3a62db8a649f2d560fac652827d1af0574e427ab63",
        ),
        (
            "0340034003400340034003400340034003400340034003400340034003400340",
            long.as_str(),
            "403b12b0d8555a344175ea7ec746566303321e5dbfa8be6f091635163eca79a8\
             585ed3e3170807e7c03b720fc54c7b23897fcba0e9d0b4a06894cfd249f22367",
        ),
    ];
    for (secret, message, expected) in vectors {
        let key = SigningKey::from(SecretKey::from_be_bytes(&bytes(secret)).expect("a key"));
        let signature: Signature = key.sign(&hex(message));
        assert_eq!(signature.to_bytes(), bytes(expected));
    }
}

#[test]
fn verification_agrees_with_k256() {
    let mut stream = Stream::new("schnorr verdicts");
    let edges = edges();
    for _ in 0..4 {
        let (key, theirs) = pair(&mut stream);
        let message = stream.block();
        let signature: Signature = key.sign(&message);
        let right = signature.to_bytes();
        let mut candidates = vec![right];
        candidates.extend(edges.iter().flat_map(|r| edges.iter().map(move |s| join(r, s))));
        for bit in [0, 100, 255, 256, 400, 511] {
            let mut altered = right;
            altered[bit / 8] ^= 1 << (bit % 8);
            candidates.push(altered);
        }
        let mut valid = 0;
        for candidate in candidates {
            let ours = Signature::try_from(&candidate[..])
                .is_ok_and(|signature| key.verifying_key().verify(&message, &signature).is_ok());
            let theirs = theirs::Signature::try_from(&candidate[..])
                .is_ok_and(|signature| theirs.verifying_key().verify_prehash(&message, &signature).is_ok());
            assert_eq!(ours, theirs, "{candidate:02x?}");
            valid += usize::from(ours);
        }
        assert_eq!(valid, 1);
        assert!(key.verifying_key().verify(&stream.block(), &signature).is_err());
        let other = VerifyingKey::from(stream.key().x_only_public_key());
        assert!(other.verify(&message, &signature).is_err());
        assert_eq!(
            XOnlyPublicKey::from(key.verifying_key()).to_be_bytes()[..],
            theirs.verifying_key().to_bytes()[..]
        );
    }
}

#[test]
fn errors_of_encodings_name_the_cause() {
    for length in (0..64).chain(65..80) {
        let wrong = vec![1; length];
        assert_eq!(Signature::try_from(&wrong[..]), Err(Error::Length { expected: 64, found: length }));
    }
    assert_eq!(Signature::try_from(&join(&[255; 32], &[1; 32])[..]), Err(Error::R));
    assert_eq!(Signature::try_from(&join(&[1; 32], &[255; 32])[..]), Err(Error::S));
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

/// Without random bytes there is no signature: not one with zeros, which plain signing returns.
#[test]
fn a_failing_generator_is_an_error() {
    let (key, _) = pair(&mut Stream::new("broken"));
    let signed: Result<Signature, _> = key.try_sign_with_rng(&mut Broken, b"a message");
    assert!(signed.is_err());
    let signed: Result<Signature, _> = key.sign_prehash_with_rng(&mut Broken, &[1; 32]);
    assert!(signed.is_err());
    let update = |digest: &mut Sha256| {
        Update::update(digest, b"a message");
        Ok(())
    };
    let signed: Result<Signature, _> = key.try_sign_digest_with_rng(&mut Broken, update);
    assert!(signed.is_err());
}
