//! Cells, their proofs, recovery, and batches.

use vorpal::fields::primes::Bls12_381Scalar as Scalar;
use vorpal::kzg::{Argument, Blob, BlockCommitments, Cell, CellProof, CellVerifier, Error, Verdict};

use super::Faults;
use super::input::{Encoded, EncodedBlob, Input};
use super::oracle::{Oracle, multiple};
use crate::peers::ckzg;

/// The values of a cell; `None` if it is malformed.
fn values_of(cell: &[u8]) -> Option<Vec<Scalar>> {
    let values = cell.chunks(32).map(|bytes| Encoded::scalar(bytes.to_vec()).value);
    if cell.len() == 2048 { values.collect() } else { None }
}

/// Indices of cells: those of the bits of 16 bytes.
fn subset(input: &mut Input<'_>) -> Vec<u64> {
    // Mostly more than half of them.
    let bits: Vec<u8> = (0..16).map(|_| input.byte() | input.byte() & 0x55).collect();
    let invert = input.byte() & 3 != 0;
    (0..128).filter(|i| (bits[i / 8] >> (i % 8) & 1 == 1) != invert).map(|i| i as u64).collect()
}

/// Cells of a blob: the values of its polynomial at the points of the definition. And the blob from any of them.
pub fn kzg_cells(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let oracle = Oracle::get();
    let blob = input.blob();
    let mut faults = Faults::default();
    faults.add(blob.is_malformed(), Argument::Blob, None);
    let found = oracle.plain.compute_cells(&blob.bytes);
    ckzg::cells(&blob.bytes, &found);
    let (Some(cells), Ok(values)) = (faults.check(found), &blob.values) else {
        return;
    };
    assert_eq!(cells.len(), 128);
    assert!(cells[..64].as_flattened() == blob.bytes);
    for _ in 0..3 {
        let (cell, j) = (input.below(128), input.below(64));
        let expected = oracle.value_at(values, &oracle.point_of_cell(cell, j));
        assert_eq!(cells[cell][32 * j..][..32], expected.to_be_bytes());
        assert_eq!(Cell::try_from(&cells[cell]).expect("a cell").scalars()[j], expected);
    }
    let indices = subset(&mut input);
    let given: Vec<_> = indices.iter().map(|index| &cells[*index as usize]).collect();
    match oracle.plain.recover_cells(&indices, &given) {
        Ok(recovered) => assert!(recovered == cells && indices.len() >= 64),
        Err(error) => {
            assert!(error == Error::NumberOfCells { found: indices.len() } && indices.len() < 64, "{error}");
        }
    }
}

/// Recovery from changed cells and indices: a result has the given cells, and is that of its own first half. Otherwise
/// an argument is wrong, or the first 64 given cells determine others than the rest.
pub fn kzg_recovery(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let setup = &Oracle::get().plain;
    let blob = input.blob();
    let Ok(cells) = setup.compute_cells(&blob.bytes) else { return };
    let mut indices = subset(&mut input);
    let mut given: Vec<Vec<u8>> = indices.iter().map(|index| cells[*index as usize].to_vec()).collect();
    for _ in 0..input.byte() % 4 {
        if given.is_empty() {
            break;
        }
        let (kind, position) = (input.byte(), input.below(given.len()));
        match kind % 6 {
            0..=2 => {
                let (offset, change) = (input.below(2048), input.byte());
                // The cell may be shorter by now.
                if let Some(byte) = given[position].get_mut(offset) {
                    *byte ^= change;
                }
            }
            3 => given[position].truncate(input.below(2049)),
            4 => indices[position] = u64::from(input.byte()) << (input.byte() % 60),
            _ => drop(indices.remove(position)),
        }
        if indices.len() != given.len() {
            break;
        }
    }
    let found = setup.recover_cells(&indices, &given);
    if indices.len() != given.len() {
        assert!(matches!(found, Err(Error::Lengths { .. })), "{found:?}");
        return;
    }
    if !(64..=128).contains(&given.len()) {
        assert_eq!(found, Err(Error::NumberOfCells { found: given.len() }));
        return;
    }
    let ascends = indices.windows(2).all(|pair| pair[0] < pair[1]);
    if found.as_ref().is_err_and(|error| matches!(error, Error::NotAscending { .. })) {
        assert!(!ascends);
        return;
    }
    let mut faults = Faults::default();
    for (position, (index, cell)) in indices.iter().zip(&given).enumerate() {
        faults.add(*index >= 128, Argument::CellIndex, Some(position));
        faults.add(values_of(cell).is_none(), Argument::Cell, Some(position));
    }
    if found == Err(Error::Inconsistent { cells: given.len() }) {
        assert!(faults.0.is_empty() && ascends && given.len() > 64);
        let half = setup.recover_cells(&indices[..64], &given[..64]).expect("64 cells are those of a blob");
        assert!(indices.iter().zip(&given).any(|(index, cell)| half[*index as usize] != cell[..]));
    } else if let Some(all) = faults.check(found) {
        assert!(ascends);
        assert!(indices.iter().zip(&given).all(|(index, cell)| all[*index as usize] == cell[..]));
        assert!(setup.compute_cells(all[..64].as_flattened()) == Ok(all));
    }
}

/// The proofs of all cells, also of several blobs and after recovery: multiples by the quotients at the number of the
/// setup.
pub fn kzg_cell_proofs(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let oracle = Oracle::get();
    let kind = input.byte();
    let setup = oracle.setup(kind & 1 == 0);
    let blobs: Vec<EncodedBlob> = (0..1 + (kind >> 1) % 2).map(|_| input.blob()).collect();
    let mut faults = Faults::default();
    for (index, blob) in blobs.iter().enumerate() {
        faults.add(blob.is_malformed(), Argument::Blob, Some(index));
    }
    let bytes: Vec<&[u8]> = blobs.iter().map(|blob| &blob.bytes[..]).collect();
    let Some(found) = faults.check(setup.compute_cells_and_kzg_proofs_batch(&bytes)) else { return };
    for (blob, (cells, proofs)) in blobs.iter().zip(&found) {
        assert!(setup.compute_cells(&blob.bytes).as_ref() == Ok(cells) && proofs.len() == 128);
        let at_secret = oracle.at_secret(blob.values.as_ref().expect("well-formed"));
        // The first and the last cell of each half, and others.
        for cell in [0, 63, 64, 127].into_iter().chain((0..4).map(|_| input.below(128))) {
            let values = values_of(&cells[cell]).expect("a cell");
            let rest = at_secret - oracle.cell_at_secret(cell, &values);
            let vanishing = oracle.secret.pow_vartime(&[64]) - oracle.constant(cell);
            assert_eq!(
                proofs[cell],
                multiple(&(rest * vanishing.invert_vartime().expect("not a root of unity")))
            );
        }
    }
    let (cells, proofs) = &found[0];
    if kind & 4 == 0 {
        let typed = setup.cells_and_proofs(&Blob::try_from(bytes[0]).expect("a blob"));
        assert!(typed.0.iter().zip(cells).all(|(cell, bytes)| cell.to_bytes()[..] == bytes[..]));
        assert!(typed.1.iter().zip(proofs).all(|(proof, bytes)| proof.to_bytes() == *bytes));
    } else {
        let half: Vec<&[u8; 2048]> = cells.iter().skip(1).step_by(2).collect();
        let odd: Vec<u64> = (1..128).step_by(2).collect();
        assert!(setup.recover_cells_and_kzg_proofs(&odd, &half).as_ref() == Ok(&found[0]));
    }
}

/// The entries of a batch of cells.
#[derive(Default)]
struct Batch {
    commitments: Vec<Encoded<Scalar>>,
    indices: Vec<u64>,
    cells: Vec<Vec<u8>>,
    proofs: Vec<Encoded<Scalar>>,
    expected: Vec<Option<bool>>,
    faults: Faults,
}

impl Batch {
    /// An entry that is valid, or wrong, or malformed.
    fn add(&mut self, input: &mut Input<'_>) {
        let oracle = Oracle::get();
        let (kind, position) = (input.byte(), self.indices.len());
        let index = u64::from(input.byte()) >> u32::from(kind & 0x70 != 0);
        let scalar = input.scalar();
        let mut cell = scalar.to_be_bytes().repeat(64);
        for _ in 0..kind & 3 {
            let (position, scalar) = (input.below(64), input.encoded_scalar());
            if scalar.bytes.len() == 32 {
                cell[32 * position..][..32].copy_from_slice(&scalar.bytes);
            }
        }
        if kind & 0xf0 == 0x80 {
            cell.truncate(input.below(2048));
        }
        let proof = input.encoded_point();
        let values = values_of(&cell);
        let commitment = match (&values, proof.value, usize::try_from(index)) {
            // That of another entry, or the one for which the equation holds, or is wrong by a small multiple.
            _ if kind & 12 == 0 => self.commitments.first().cloned().unwrap_or_else(|| input.encoded_point()),
            (Some(values), Some(p), Ok(column @ 0..128)) => {
                let vanishing = oracle.secret.pow_vartime(&[64]) - oracle.constant(column);
                let off = Scalar::from(u64::from(kind & 12 == 4));
                Encoded::multiple(oracle.cell_at_secret(column, values) + p * vanishing + off)
            }
            _ => input.encoded_point(),
        };
        self.faults.add(!commitment.is_point(), Argument::Commitment, Some(position));
        self.faults.add(index >= 128, Argument::CellIndex, Some(position));
        self.faults.add(values.is_none(), Argument::Cell, Some(position));
        self.faults.add(!proof.is_point(), Argument::Proof, Some(position));
        self.expected.push(match (&values, commitment.value, proof.value) {
            (Some(values), Some(c), Some(p)) if index < 128 => {
                Some(oracle.cell_holds(c, index as usize, values, p))
            }
            _ => None,
        });
        self.commitments.push(commitment);
        self.indices.push(index);
        self.cells.push(cell);
        self.proofs.push(proof);
    }
}

/// Batches of cells: the verdict names exactly the entries whose equations do not hold, by all functions.
pub fn kzg_cell_batches(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let setup = &Oracle::get().plain;
    let kind = input.byte();
    let mut batch = Batch::default();
    for _ in 0..kind % 9 {
        batch.add(&mut input);
    }
    let bytes_of = |list: &[Encoded<Scalar>]| list.iter().map(|item| item.bytes.clone()).collect::<Vec<_>>();
    let (commitments, proofs) = (bytes_of(&batch.commitments), bytes_of(&batch.proofs));
    let Batch { indices, cells, expected, faults, .. } = &mut batch;
    if kind & 0x80 != 0 && indices.pop().is_some() {
        let found = setup.verify_cells(&commitments, indices, cells, &proofs);
        assert!(matches!(found, Err(Error::Lengths { other: Argument::CellIndex, .. })), "{found:?}");
        return;
    }
    // An encoding that occurs twice is named at its first place.
    let named: Vec<_> = (faults.0.iter().copied())
        .filter(|(argument, index)| {
            let Some(index) = index else { return true };
            *argument != Argument::Commitment || !commitments[..*index].contains(&commitments[*index])
        })
        .collect();
    assert_eq!(named.is_empty(), faults.0.is_empty());
    let once = Faults(named);
    let valid = setup.verify_cell_kzg_proof_batch(&commitments, indices, cells, &proofs);
    ckzg::cell_batch(&commitments, indices, cells, &proofs, &valid);
    let valid = once.check(valid);
    let verdict = once.check(setup.verify_cells(&commitments, indices, cells, &proofs));
    let (Some(valid), Some(verdict)) = (valid, verdict) else { return };
    let wrong = match &verdict {
        Verdict::Valid => &[][..],
        Verdict::Invalid(wrong) => wrong,
    };
    assert!(valid == wrong.is_empty() && valid == verdict.is_valid());
    for (i, expected) in expected.iter().enumerate() {
        let single = || {
            let found = setup.verify_cell_kzg_proof_batch(
                &commitments[i..=i],
                &indices[i..=i],
                &cells[i..=i],
                &proofs[i..=i],
            );
            found.expect("no fault")
        };
        assert_eq!(expected.unwrap_or_else(single), !wrong.contains(&i), "entry {i}");
    }
    // The cells of a block, which arrive in parts.
    let block = BlockCommitments::new(&commitments).expect("no fault");
    let entries: Vec<CellProof<'_>> = (0..cells.len())
        .map(|i| CellProof { commitment: i as u64, index: indices[i], cell: &cells[i], proof: &proofs[i] })
        .collect();
    assert_eq!(setup.verify_cells_of_block(&block, &entries).as_ref(), Ok(&verdict));
    let mut verifier = CellVerifier::new(setup, &block);
    for part in entries.chunks(1 + usize::from(kind >> 4) % 3) {
        // A call that fails leaves nothing.
        let beyond = CellProof { commitment: cells.len() as u64, ..part[0] };
        let error = verifier.add(&[part, &[beyond]].concat());
        assert!(
            matches!(error, Err(Error::OutOfRange { argument: Argument::CommitmentIndex, .. })),
            "{error:?}"
        );
        verifier.add(part).expect("no fault");
    }
    assert_eq!((verifier.is_valid(), verifier.finish()), (verdict.is_valid(), verdict));
}
