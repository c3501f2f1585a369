//! Bytes that are no proof.

use banderwagon::*;
use ipa_multipoint::ipa::IPAProof;
use ipa_multipoint::multiproof::MultiPointProof;
use ipa_multipoint::{IOResult, SerdeError};

use crate::published;

/// The proof, or the text of the error, whose type depends on the features.
fn outcome<T>(result: IOResult<T>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

#[test]
fn every_length_but_one_is_an_error() {
    let error = SerdeError::InvalidData.to_string();
    let proof = hex::decode(published::SALT_MULTIPROOF).unwrap();
    let mut long = proof.clone();
    long.extend([0; 70]);
    for length in 0..long.len() {
        let expected = if length == 576 { Ok(()) } else { Err(error.clone()) };
        let decoded = MultiPointProof::from_bytes(&long[..length], 256).map(|_| ());
        assert_eq!(outcome(decoded), expected, "{length} bytes");
        assert_eq!(IPAProof::from_bytes(&long[32..][..length.min(600)], 256).is_ok(), length == 544);
    }
    let uncompressed = MultiPointProof::from_bytes(&proof, 256).unwrap().to_bytes_uncompressed().unwrap();
    assert_eq!(uncompressed.len(), 17 * 64 + 32);
    for length in [0, 1, 31, 32, 63, 64, 65, 1000, 1119, 1121] {
        let bytes = [&uncompressed[..], &[0; 64]].concat();
        let decoded = MultiPointProof::from_bytes_unchecked_uncompressed(&bytes[..length], 256);
        assert_eq!(outcome(decoded), Err(error.clone()));
    }
    // Other degrees have other lengths; no degree panics.
    for degree in [0, 1, 2, 128, 255, 257, 1 << 40, usize::MAX] {
        let fits = degree == 255;
        assert_eq!(MultiPointProof::from_bytes(&proof, degree).is_ok(), fits, "degree {degree}");
        assert!(MultiPointProof::from_bytes_unchecked_uncompressed(&uncompressed, degree).is_ok() == fits);
    }
    assert!(IPAProof::from_bytes(&[0; 32], 1).is_ok() && IPAProof::from_bytes(&[0; 32], 0).is_ok());
}

#[test]
fn every_part_is_checked() {
    let proof = hex::decode(published::SALT_MULTIPROOF).unwrap();
    let prime = hex::decode("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001").unwrap();
    // Off the curve, outside of the group, or not canonical.
    let mut small = (0..60u8).map(|x| [vec![0; 31], vec![x]].concat());
    let invalid = |bytes: &Vec<u8>| Element::from_bytes(bytes).is_none();
    let points: Vec<Vec<u8>> =
        small.by_ref().filter(invalid).take(8).chain([prime, vec![0xff; 32]]).collect();
    for part in 0..17 {
        for point in &points {
            let mut bytes = proof.clone();
            bytes[32 * part..][..32].copy_from_slice(point);
            let decoded = MultiPointProof::from_bytes(&bytes, 256);
            assert_eq!(outcome(decoded), Err("invalid data".into()), "part {part}");
        }
    }
    let mut order = Vec::new();
    (-Fr::one()).serialize_compressed(&mut order).unwrap();
    let mut largest = proof.clone();
    largest[544..].copy_from_slice(&order);
    assert!(MultiPointProof::from_bytes(&largest, 256).is_ok());
    // One more is the order itself.
    order[0] += 1;
    for scalar in [&order[..], &[0xff; 32]] {
        let mut bytes = proof.clone();
        bytes[544..].copy_from_slice(scalar);
        assert_eq!(outcome(MultiPointProof::from_bytes(&bytes, 256)), Err("invalid data".into()));
    }
}
