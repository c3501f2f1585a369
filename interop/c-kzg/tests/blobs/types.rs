//! Types, traits and signatures are those of c-kzg.

use std::error::Error as StdError;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Deref, DerefMut};
use std::panic::UnwindSafe;

use c_kzg::{
    BYTES_PER_BLOB, BYTES_PER_CELL, BYTES_PER_COMMITMENT, BYTES_PER_FIELD_ELEMENT, BYTES_PER_PROOF, Blob,
    Bytes32, Bytes48, CELLS_PER_EXT_BLOB, Cell, CkzgError, Error, FIELD_ELEMENTS_PER_BLOB,
    FIELD_ELEMENTS_PER_CELL, KzgCommitment, KzgProof, KzgSettings, ethereum_kzg_settings,
};

#[test]
fn sizes_are_those_of_the_specification() {
    let sizes =
        [BYTES_PER_FIELD_ELEMENT, BYTES_PER_COMMITMENT, BYTES_PER_PROOF, BYTES_PER_BLOB, BYTES_PER_CELL];
    assert_eq!(sizes, [32, 48, 48, 131_072, 2048]);
    let numbers = [FIELD_ELEMENTS_PER_BLOB, FIELD_ELEMENTS_PER_CELL, CELLS_PER_EXT_BLOB];
    assert_eq!(numbers, [4096, 64, 128]);
}

/// alloy reinterprets values and lists of these types as arrays of bytes.
#[test]
fn values_are_laid_out_as_arrays_of_bytes() {
    fn layout<T>() -> (usize, usize) {
        (size_of::<T>(), align_of::<T>())
    }
    assert_eq!(layout::<Blob>(), (131_072, 1));
    assert_eq!(layout::<Cell>(), (2048, 1));
    assert_eq!(layout::<Bytes32>(), (32, 1));
    assert_eq!([layout::<Bytes48>(), layout::<KzgCommitment>(), layout::<KzgProof>()], [(48, 1); 3]);
}

#[test]
fn traits_are_those_of_c_kzg() {
    fn bytes<T: Debug + Clone + Default + Eq + Hash + Send + Sync + UnwindSafe + 'static>() {}
    fn array<T: Deref<Target = [u8; N]> + From<[u8; N]>, const N: usize>() {}
    fn changed<T: DerefMut>() {}
    fn copied<T: Copy + Default + Debug>() {}
    fn settings<T: Debug + Eq + Hash + Send + Sync + 'static>() {}
    fn error<T: StdError + Send + Sync + 'static>() {}
    let _ = (bytes::<Blob>(), bytes::<Bytes32>(), bytes::<Bytes48>(), bytes::<Cell>());
    let _ = (array::<Blob, 131_072>(), array::<Bytes32, 32>(), array::<Bytes48, 48>());
    let _ = (array::<KzgCommitment, 48>(), array::<KzgProof, 48>());
    let _ = (changed::<Blob>(), changed::<Bytes48>());
    let _ = (copied::<Bytes32>(), copied::<Bytes48>(), copied::<Cell>());
    let _ = (copied::<KzgCommitment>(), copied::<KzgProof>());
    settings::<KzgSettings>();
    error::<Error>();
    fn reference<T: AsRef<B>, B: ?Sized>() {}
    let _ = (reference::<Blob, [u8]>(), reference::<Bytes32, [u8; 32]>(), reference::<Bytes48, [u8; 48]>());
}

/// The signatures, which this function only compiles.
#[test]
#[allow(clippy::type_complexity, reason = "the types of functions are written out")]
fn signatures_are_those_of_c_kzg() {
    type S = KzgSettings;
    type Both = (Box<[Cell; 128]>, Box<[KzgProof; 128]>);
    type R<T> = Result<T, Error>;
    let _: fn(&S, &Blob) -> R<KzgCommitment> = S::blob_to_kzg_commitment;
    let _: fn(&S, &Blob, &Bytes32) -> R<(KzgProof, Bytes32)> = S::compute_kzg_proof;
    let _: fn(&S, &Blob, &Bytes48) -> R<KzgProof> = S::compute_blob_kzg_proof;
    let _: fn(&S, &Bytes48, &Bytes32, &Bytes32, &Bytes48) -> R<bool> = S::verify_kzg_proof;
    let _: fn(&S, &Blob, &Bytes48, &Bytes48) -> R<bool> = S::verify_blob_kzg_proof;
    let _: fn(&S, &[Blob], &[Bytes48], &[Bytes48]) -> R<bool> = S::verify_blob_kzg_proof_batch;
    let _: fn(&S, &Blob) -> R<Box<[Cell; 128]>> = S::compute_cells;
    let _: fn(&S, &Blob) -> R<Both> = S::compute_cells_and_kzg_proofs;
    let _: fn(&S, &[u64], &[Cell]) -> R<Both> = S::recover_cells_and_kzg_proofs;
    let _: fn(&S, &[Bytes48], &[u64], &[Cell], &[Bytes48]) -> R<bool> = S::verify_cell_kzg_proof_batch;
    let _: fn(&[u8], &[u8], &[u8], u64) -> R<S> = S::load_trusted_setup;
    let _: fn(&str, u64) -> R<S> = S::parse_kzg_trusted_setup;
    let _: fn(&std::path::Path, u64) -> R<S> = S::load_trusted_setup_file;
    let _: fn(&std::ffi::CStr, u64) -> R<S> = S::load_trusted_setup_file_inner;
    let _: fn(Blob) -> [u8; 131_072] = Blob::into_inner;
    let _: fn(Bytes48) -> [u8; 48] = Bytes48::into_inner;
    let _: fn(&KzgProof) -> Bytes48 = KzgProof::to_bytes;
    let _: fn(&KzgCommitment) -> String = KzgCommitment::as_hex_string;
    const BLOB: &Blob = &Blob::new([1; 131_072]);
    const CELL: Cell = Cell::new([1; 2048]);
    assert_eq!(BLOB[..2048], CELL.to_bytes());
}

#[test]
fn lengths_and_digits_are_checked() {
    let text = format!("0x{}", "0f".repeat(48));
    assert_eq!(Bytes48::from_hex(&text).unwrap(), Bytes48::new([15; 48]));
    assert_eq!(Bytes48::from_hex(&text[2..]).unwrap().into_inner(), [15; 48]);
    for digits in ["0x0", "0xzz", "0x0x00"] {
        assert!(matches!(Bytes32::from_hex(digits), Err(Error::InvalidHexFormat(_))), "{digits}");
    }
    assert!(matches!(Bytes32::from_hex(&text), Err(Error::InvalidBytesLength(_))));
    assert!(matches!(Cell::from_bytes(&[0; 2047]), Err(Error::InvalidBytesLength(_))));
    assert!(matches!(KzgProof::from_bytes(&[0; 47]), Err(Error::InvalidKzgProof(_))));
    assert!(matches!(KzgCommitment::from_bytes(&[0; 49]), Err(Error::InvalidKzgCommitment(_))));
    let error = Blob::from_bytes(&[0; 3]).unwrap_err();
    assert_eq!(error.to_string(), "Blob of 3 bytes; 131072 are expected");
    assert_eq!(KzgProof::from_bytes(&[15; 48]).unwrap().as_hex_string(), text[2..]);
}

#[test]
fn arguments_are_checked() {
    let settings = ethereum_kzg_settings(0);
    let (blob, infinity) = (Blob::default(), settings.blob_to_kzg_commitment(&Blob::default()).unwrap());
    let bytes = infinity.to_bytes();
    let is_malformed = |error: Error| matches!(error, Error::CError(CkzgError::C_KZG_BADARGS));
    let zeros = KzgCommitment::default().to_bytes();
    assert!(is_malformed(settings.compute_blob_kzg_proof(&blob, &zeros).unwrap_err()));
    assert!(is_malformed(settings.compute_kzg_proof(&blob, &Bytes32::new([0xff; 32])).unwrap_err()));
    let (cells, proofs) = settings.compute_cells_and_kzg_proofs(&blob).unwrap();
    let indices: Vec<u64> = (0..63).collect();
    assert!(is_malformed(settings.recover_cells_and_kzg_proofs(&indices, &cells[..63]).unwrap_err()));
    let proof = proofs[0].to_bytes();
    let out_of_range = settings.verify_cell_kzg_proof_batch(&[bytes], &[128], &cells[..1], &[proof]);
    assert!(is_malformed(out_of_range.unwrap_err()));
    assert_eq!(Error::CError(CkzgError::C_KZG_BADARGS).to_string(), "C_KZG_BADARGS");

    let lengths = [
        settings.verify_blob_kzg_proof_batch(std::slice::from_ref(&blob), &[bytes; 2], &[proof]).err(),
        settings.verify_blob_kzg_proof_batch(&[], &[], &[proof]).err(),
        settings.verify_cell_kzg_proof_batch(&[bytes; 2], &[0], &cells[..1], &[proof]).err(),
        settings.verify_cell_kzg_proof_batch(&[bytes], &[0, 1], &cells[..1], &[proof]).err(),
        settings.verify_cell_kzg_proof_batch(&[bytes], &[0], &cells[..1], &[]).err(),
        settings.recover_cells_and_kzg_proofs(&indices, &cells[..64]).err(),
    ];
    for (case, error) in lengths.into_iter().enumerate() {
        assert!(matches!(error, Some(Error::MismatchLength(_))), "{case}: {error:?}");
    }
    assert!(settings.verify_cell_kzg_proof_batch(&[], &[], &[], &[]).unwrap());
    assert!(settings.verify_blob_kzg_proof_batch(&[], &[], &[]).unwrap());
}

#[cfg(feature = "serde")]
#[test]
fn values_are_strings_of_digits() {
    let value = Bytes32::new([0xab; 32]);
    let text = serde_json::to_string(&value).unwrap();
    assert_eq!(text, format!("\"0x{}\"", "ab".repeat(32)));
    assert_eq!(serde_json::from_str::<Bytes32>(&text).unwrap(), value);
    assert_eq!(serde_json::from_str::<Bytes32>(&text.replace("0x", "")).unwrap(), value);
    assert!(serde_json::from_str::<Bytes48>(&text).is_err());
    let blob = Blob::new([7; 131_072]);
    assert_eq!(serde_json::from_str::<Blob>(&serde_json::to_string(&blob).unwrap()).unwrap(), blob);
}

#[cfg(feature = "arbitrary")]
#[test]
fn values_are_the_bytes_of_the_fuzzer() {
    use arbitrary::{Arbitrary, Unstructured};
    let mut input = Unstructured::new(&[3; 40]);
    assert_eq!(Bytes32::arbitrary(&mut input).unwrap(), Bytes32::new([3; 32]));
    let cell = Cell::arbitrary(&mut input).unwrap().to_bytes();
    assert!(cell.iter().enumerate().all(|(i, byte)| *byte == if i < 8 { 3 } else { 0 }));
    assert_eq!(Blob::arbitrary(&mut input).unwrap(), Blob::default());
}
