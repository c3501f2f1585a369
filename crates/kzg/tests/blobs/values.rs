//! Commitments, proofs, cells and blobs as values: bytes, text, serde, and their errors.

use vorpal_fields::text::TextError;
use vorpal_kzg::{Argument, Blob, Cell, Commitment, Error, Malformed, Proof};

use crate::samples::{ethereum, outside, samples};

#[test]
fn values_are_read_and_shown() {
    let sample = &samples()[0];
    let commitment = Commitment::try_from(&sample.commitment).unwrap();
    assert_eq!(commitment.to_bytes(), sample.commitment);
    assert_eq!(commitment.to_string().parse(), Ok(commitment));
    assert_eq!(format!("0x{commitment:x}"), commitment.to_string());
    assert_eq!(format!("{commitment:?}"), format!("Commitment({commitment})"));
    let json = serde_json::to_string(&commitment).unwrap();
    assert_eq!(json, format!("\"{commitment}\""));
    assert_eq!(serde_json::from_str::<Commitment>(&json).unwrap(), commitment);
    let proof: Proof = serde_json::from_str(&format!("\"{commitment}\"")).unwrap();
    assert_eq!(proof.to_bytes(), sample.commitment);

    let cell = Cell::try_from(&sample.cells[70][..]).unwrap();
    assert_eq!(*cell.to_bytes(), sample.cells[70]);
    assert_eq!(cell.to_string().parse(), Ok(cell.clone()));
    assert_eq!(format!("{cell:#x}"), cell.to_string());
    assert_eq!(serde_json::from_str::<Cell>(&serde_json::to_string(&cell).unwrap()).unwrap(), cell);
    assert_eq!(Cell::try_from(cell.scalars()), Ok(cell));

    let blob = Blob::try_from(&sample.blob[..]).unwrap();
    assert_eq!(blob.to_bytes()[..], sample.blob[..]);
    assert_eq!(blob.to_string().parse(), Ok(blob.clone()));
    assert_eq!(serde_json::from_str::<Blob>(&serde_json::to_string(&blob).unwrap()).unwrap(), blob);
}

#[test]
fn malformed_values_are_errors() {
    let length = |expected, found| Malformed::Length { expected, found };
    assert_eq!(Commitment::try_from(&[0; 49][..]), Err(length(48, 49)));
    assert_eq!(Proof::try_from(&[][..]), Err(length(48, 0)));
    let outside = Commitment::try_from(&outside());
    assert_eq!(outside, Err(Malformed::Point(vorpal_curves::Error::NotInSubgroup)));
    assert_eq!(Cell::try_from(&[0; 2047][..]), Err(length(2048, 2047)));
    assert_eq!(Blob::try_from(&[0; 131_073][..]), Err(length(131_072, 131_073)));
    let digits = TextError::Length { expected: 96, found: 4 };
    assert_eq!("0x1234".parse::<Proof>(), Err(Malformed::Text(digits)));
    let mut cell = [0; 2048];
    // The order of the field, and the number before it.
    let order = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    cell[32 * 63..].copy_from_slice(&vorpal_oracle::data::bytes(order));
    assert_eq!(Cell::try_from(&cell), Err(Malformed::Scalar { position: 63 }));
    cell[2047] = 0;
    assert!(Cell::try_from(&cell).is_ok());
}

#[test]
fn arguments_are_named() {
    let setup = ethereum();
    let sample = &samples()[1];
    let (blob, commitment) = (&sample.blob, &sample.commitment);
    let is = |found: Error, argument, index| match found {
        Error::Malformed { argument: a, index: i, .. } => assert_eq!((a, i), (argument, index)),
        other => panic!("{other}"),
    };
    let (short, zero, large) = ([0; 31], [0; 32], [0xff; 32]);
    let point = &sample.proofs[0];
    is(setup.compute_kzg_proof(blob, &short).unwrap_err(), Argument::Z, None);
    is(setup.compute_kzg_proof(blob, &large).unwrap_err(), Argument::Z, None);
    is(setup.compute_kzg_proof(&blob[32..], &zero).unwrap_err(), Argument::Blob, None);
    is(setup.verify_kzg_proof(commitment, &zero, &large, point).unwrap_err(), Argument::Y, None);
    is(setup.verify_kzg_proof(&short, &zero, &zero, point).unwrap_err(), Argument::Commitment, None);
    is(setup.verify_kzg_proof(commitment, &zero, &zero, &short).unwrap_err(), Argument::Proof, None);
    is(setup.verify_blob_kzg_proof(blob, commitment, &[7; 48]).unwrap_err(), Argument::Proof, None);
    let blobs = [&blob[..], &blob[1..]];
    is(setup.blobs_to_kzg_commitments(&blobs).unwrap_err(), Argument::Blob, Some(1));
    is(setup.compute_cells_and_kzg_proofs_batch(&blobs).unwrap_err(), Argument::Blob, Some(1));
    let found = setup.verify_blob_kzg_proof_batch(&[blob], &[commitment; 2], &[point]);
    let error =
        Error::Lengths { argument: Argument::Blob, expected: 1, other: Argument::Commitment, found: 2 };
    assert_eq!(found, Err(error));
    assert_eq!(
        setup.compute_cells(&blob[1..]).unwrap_err().to_string(),
        "blob: 131071 bytes where 131072 are expected"
    );
}
