//! Commitments, proofs of values, and proofs of blobs.

use vorpal::kzg::challenge::compute_challenge;
use vorpal::kzg::{Argument, Blob, Commitment, Error, Malformed, Proof, Verdict};

use super::Faults;
use super::input::{Encoded, EncodedBlob, Input};
use super::oracle::{Oracle, multiple};
use crate::peers::ckzg;
use vorpal::fields::primes::Bls12_381Scalar as Scalar;

/// The error of a malformed blob.
fn error_of(blob: &EncodedBlob, index: Option<usize>) -> Option<Error> {
    let reason = match blob.values {
        Ok(_) => return None,
        Err(None) => Malformed::Length { expected: 131_072, found: blob.bytes.len() },
        Err(Some(position)) => Malformed::Scalar { position },
    };
    Some(Error::Malformed { argument: Argument::Blob, index, reason })
}

/// Commitments: the multiple of the generator by the value at the number of the setup. An error is that of the first
/// malformed blob, with its first malformed scalar.
pub fn kzg_commitments(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let oracle = Oracle::get();
    let kind = input.byte();
    let setup = oracle.setup(kind & 1 == 0);
    let blobs: Vec<EncodedBlob> = (0..1 + (kind >> 1) % 3).map(|_| input.blob()).collect();
    let mut expected = Ok(Vec::new());
    for (index, blob) in blobs.iter().enumerate() {
        let found = setup.blob_to_kzg_commitment(&blob.bytes);
        ckzg::commitment(&blob.bytes, &found);
        let Ok(values) = &blob.values else {
            assert_eq!(found.err(), error_of(blob, None));
            expected = expected.and(Err(error_of(blob, Some(index)).expect("malformed")));
            continue;
        };
        let commitment = multiple(&oracle.at_secret(values));
        assert_eq!(found, Ok(commitment));
        let typed = Blob::try_from(&blob.bytes[..]).expect("a blob");
        assert_eq!(setup.commitment(&typed).to_bytes(), commitment);
        assert_eq!(typed.to_bytes()[..], blob.bytes);
        if let Ok(list) = &mut expected {
            list.push(commitment);
        }
    }
    let bytes: Vec<&[u8]> = blobs.iter().map(|blob| &blob.bytes[..]).collect();
    assert_eq!(setup.blobs_to_kzg_commitments(&bytes), expected);
}

/// Proofs of values at any point, and of blobs at their challenge.
pub fn kzg_proofs(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let oracle = Oracle::get();
    let setup = oracle.setup(input.byte() & 1 == 0);
    let (blob, z, commitment) = (input.blob(), input.encoded_scalar(), input.encoded_point());
    let proof_at = |values: &[Scalar], z: Scalar| {
        let y = oracle.value_at(values, &z);
        let quotient = (oracle.secret - z).invert_vartime();
        (y, quotient.map(|inverse| multiple(&((oracle.at_secret(values) - y) * inverse))))
    };

    let mut faults = Faults::default();
    faults.add(blob.is_malformed(), Argument::Blob, None);
    faults.add(z.value.is_none(), Argument::Z, None);
    if let (Some((proof, y)), Ok(values), Some(point)) =
        (faults.check(setup.compute_kzg_proof(&blob.bytes, &z.bytes)), &blob.values, z.value)
    {
        let (expected, expected_proof) = proof_at(values, point);
        assert_eq!(y, expected.to_be_bytes());
        // At the number of the setup the value is the commitment, whatever the proof is.
        assert!(expected_proof.is_none_or(|expected| expected == proof));
        let commitment = multiple(&oracle.at_secret(values));
        assert_eq!(setup.verify_kzg_proof(&commitment, &z.bytes, &y, &proof), Ok(true));
        let other = (expected + Scalar::ONE).to_be_bytes();
        assert_eq!(setup.verify_kzg_proof(&commitment, &z.bytes, &other, &proof), Ok(false));
    }

    let mut faults = Faults::default();
    faults.add(blob.is_malformed(), Argument::Blob, None);
    faults.add(!commitment.is_point(), Argument::Commitment, None);
    if let (Some(proof), Ok(values)) =
        (faults.check(setup.compute_blob_kzg_proof(&blob.bytes, &commitment.bytes)), &blob.values)
    {
        let encoding = commitment.bytes[..].try_into().expect("48 bytes");
        let (_, expected) = proof_at(values, compute_challenge(&blob.bytes, encoding));
        assert_eq!(Some(proof), expected);
    }
}

/// Claims of values: true if and only if the equation holds for the multiples of the generator.
pub fn kzg_values(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let oracle = Oracle::get();
    let kind = input.byte();
    let (z, y) = (input.encoded_scalar(), input.encoded_scalar());
    let (mut commitment, proof) = (input.encoded_point(), input.encoded_point());
    if let (true, Some(z), Some(y), Some(p)) = (kind & 1 == 0, z.value, y.value, proof.value) {
        // A valid claim, or one that is wrong by a small multiple.
        let off = Scalar::from(u64::from(kind >> 1) % 3);
        commitment = Encoded::multiple(y + p * (oracle.secret - z) + off);
    }
    let mut faults = Faults::default();
    faults.add(!commitment.is_point(), Argument::Commitment, None);
    faults.add(z.value.is_none(), Argument::Z, None);
    faults.add(y.value.is_none(), Argument::Y, None);
    faults.add(!proof.is_point(), Argument::Proof, None);
    let found = oracle.plain.verify_kzg_proof(&commitment.bytes, &z.bytes, &y.bytes, &proof.bytes);
    ckzg::value([&commitment.bytes, &z.bytes, &y.bytes, &proof.bytes], &found);
    let found = faults.check(found);
    for (point, is_commitment) in [(&commitment, true), (&proof, false)] {
        if let Ok(bytes) = <&[u8; 48]>::try_from(&point.bytes[..]) {
            let again = if is_commitment {
                Commitment::from_bytes(bytes).map(|point| point.to_bytes())
            } else {
                Proof::from_bytes(bytes).map(|point| point.to_bytes())
            };
            assert_eq!(again.ok(), point.is_point().then_some(*bytes));
        }
    }
    if let (Some(found), Some(z), Some(y), Some(c), Some(p)) =
        (found, z.value, y.value, commitment.value, proof.value)
    {
        assert_eq!(found, oracle.holds(c, z, y, p));
    }
}

/// Blobs with their commitments, single and in batches, which name the wrong ones.
pub fn kzg_blobs(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let oracle = Oracle::get();
    let setup = &oracle.plain;
    let kind = input.byte();
    let (mut blobs, mut commitments, mut proofs, mut expected) = (vec![], vec![], vec![], vec![]);
    for _ in 0..(kind >> 1) % 5 {
        let blob = input.blob();
        let choice = input.byte();
        let honest = |values: &Vec<Scalar>| Encoded::multiple(oracle.at_secret(values));
        let commitment = match &blob.values {
            Ok(values) if choice & 3 != 0 => honest(values),
            _ => input.encoded_point(),
        };
        let encoding = <&[u8; 48]>::try_from(&commitment.bytes[..]).ok();
        let claim = match (&blob.values, encoding) {
            (Ok(values), Some(encoding)) => {
                let z = compute_challenge(&blob.bytes, encoding);
                Some((z, oracle.value_at(values, &z)))
            }
            _ => None,
        };
        let proof = match (claim, commitment.value) {
            (Some((z, y)), Some(c)) if choice & 12 != 0 => {
                let inverse = (oracle.secret - z).invert_vartime().expect("not the challenge");
                Encoded::multiple((c - y) * inverse)
            }
            _ => input.encoded_point(),
        };
        expected.push(match (claim, commitment.value, proof.value) {
            (Some((z, y)), Some(c), Some(p)) => Some(oracle.holds(c, z, y, p)),
            _ => None,
        });
        let mut faults = Faults::default();
        faults.add(blob.is_malformed(), Argument::Blob, None);
        faults.add(!commitment.is_point(), Argument::Commitment, None);
        faults.add(!proof.is_point(), Argument::Proof, None);
        let found = faults.check(setup.verify_blob_kzg_proof(&blob.bytes, &commitment.bytes, &proof.bytes));
        if let (Some(found), Some(Some(expected))) = (found, expected.last()) {
            assert_eq!(found, *expected);
        }
        // A point that is no known multiple: the single result is what the batch is compared with.
        if let Some(last) = expected.last_mut() {
            *last = last.or(found);
        }
        blobs.push(blob);
        commitments.push(commitment);
        proofs.push(proof);
    }
    let mut faults = Faults::default();
    for (i, ((blob, commitment), proof)) in blobs.iter().zip(&commitments).zip(&proofs).enumerate() {
        faults.add(blob.is_malformed(), Argument::Blob, Some(i));
        faults.add(!commitment.is_point(), Argument::Commitment, Some(i));
        faults.add(!proof.is_point(), Argument::Proof, Some(i));
    }
    let blobs: Vec<&[u8]> = blobs.iter().map(|blob| &blob.bytes[..]).collect();
    let lists =
        [&commitments, &proofs].map(|list| list.iter().map(|item| &item.bytes[..]).collect::<Vec<_>>());
    let [commitments, mut proofs] = lists;
    if kind & 1 == 1 && proofs.pop().is_some() {
        let found = setup.verify_blobs(&blobs, &commitments, &proofs);
        assert!(matches!(found, Err(Error::Lengths { other: Argument::Proof, .. })), "{found:?}");
        return;
    }
    let valid = setup.verify_blob_kzg_proof_batch(&blobs, &commitments, &proofs);
    ckzg::blobs(&blobs, &commitments, &proofs, &valid);
    let valid = faults.check(valid);
    let verdict = faults.check(setup.verify_blobs(&blobs, &commitments, &proofs));
    if let (Some(valid), Some(verdict)) = (valid, verdict) {
        let wrong: Vec<usize> = (0..blobs.len()).filter(|i| expected[*i] == Some(false)).collect();
        assert_eq!(valid, wrong.is_empty());
        assert_eq!(verdict, if wrong.is_empty() { Verdict::Valid } else { Verdict::Invalid(wrong) });
    }
}
