//! Batches: valid, corrupted in each kind of byte, permuted, repeated, and chosen to cancel.

use vorpal_curves::PointFormat;
use vorpal_curves::bls12_381::{Affine, Jacobian, encoding::ZCASH};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_kzg::{Argument, BlockCommitments, CellProof, CellVerifier, Error, Malformed, Setup, Verdict};
use vorpal_oracle::effort::{cases, every};

use crate::samples::{Random, Sample, ethereum, outside, samples};

/// The lists of a batch of cells.
#[derive(Clone)]
struct Batch {
    commitments: Vec<[u8; 48]>,
    indices: Vec<u64>,
    cells: Vec<[u8; 2048]>,
    proofs: Vec<[u8; 48]>,
}

impl Batch {
    /// Cells by the number of the sample and their index.
    fn of(entries: impl IntoIterator<Item = (usize, u64)>) -> Self {
        let mut batch = Self { commitments: vec![], indices: vec![], cells: vec![], proofs: vec![] };
        for (number, index) in entries {
            let sample: &Sample = &samples()[number];
            batch.commitments.push(sample.commitment);
            batch.indices.push(index);
            batch.cells.push(sample.cells[index as usize]);
            batch.proofs.push(sample.proofs[index as usize]);
        }
        batch
    }

    /// Entries of random samples and columns.
    fn random(random: &mut Random, number: usize) -> Self {
        let entries: Vec<_> =
            (0..number).map(|_| (random.below(samples().len()), random.below(128) as u64)).collect();
        Self::of(entries)
    }

    fn len(&self) -> usize {
        self.indices.len()
    }

    fn verify(&self) -> Result<bool, Error> {
        ethereum().verify_cell_kzg_proof_batch(&self.commitments, &self.indices, &self.cells, &self.proofs)
    }

    fn verdict(&self) -> Verdict {
        ethereum().verify_cells(&self.commitments, &self.indices, &self.cells, &self.proofs).unwrap()
    }

    /// Checks that exactly these entries are wrong, by all functions.
    fn check(&self, wrong: &[usize]) {
        assert_eq!(self.verify(), Ok(wrong.is_empty()));
        let expected = if wrong.is_empty() { Verdict::Valid } else { Verdict::Invalid(wrong.to_vec()) };
        assert_eq!(self.verdict(), expected);
        // As cells of a block, at once and in pieces; with less effort one of both.
        let block = BlockCommitments::new(&self.commitments).unwrap();
        let entries: Vec<CellProof<'_>> = (0..self.len())
            .map(|k| CellProof {
                commitment: k as u64,
                index: self.indices[k],
                cell: &self.cells[k],
                proof: &self.proofs[k],
            })
            .collect();
        let number = self.len() + wrong.len();
        if every(2, number) {
            assert_eq!(ethereum().verify_cells_of_block(&block, &entries).unwrap(), expected);
        }
        if !every(2, number + 1) {
            return;
        }
        let mut verifier = CellVerifier::new(ethereum(), &block);
        entries.chunks(3).for_each(|part| verifier.add(part).unwrap());
        assert_eq!((verifier.len(), verifier.is_empty()), (self.len(), self.len() == 0));
        assert_eq!(verifier.finish(), expected);
        assert_eq!(verifier.is_valid(), expected.is_valid());
    }
}

fn plus(encoding: &[u8; 48], multiple: Scalar) -> [u8; 48] {
    let point = Jacobian::from_affine(&ZCASH.decode(encoding).unwrap());
    let other = Jacobian::from_affine(&Affine::GENERATOR).mul_vartime(&multiple);
    ZCASH.encode_compressed(&point.add_vartime(&other).to_affine())
}

fn add_to_scalar(bytes: &mut [u8], summand: Scalar) {
    let sum = Scalar::from_be_bytes(bytes).unwrap() + summand;
    bytes.copy_from_slice(&sum.to_be_bytes());
}

#[test]
fn batches_of_all_kinds_are_valid() {
    let mut random = Random::new(7);
    Batch::of([]).check(&[]);
    for number in [1, 2, 3, 15, 16, 17, 40] {
        Batch::random(&mut random, number).check(&[]);
    }
    // One column, one blob, repetitions, and any order.
    Batch::of((0..6).map(|i| (i % 3, 77))).check(&[]);
    Batch::of((0..128).rev().map(|index| (1, index))).check(&[]);
    Batch::of([(0, 5); 9]).check(&[]);
}

#[test]
fn every_wrong_entry_is_named() {
    let mut random = Random::new(8);
    for number in [1, 2, 5, 33, 70] {
        for case in 0..cases(6) {
            let mut batch = Batch::random(&mut random, number);
            let mut wrong = vec![];
            for k in 0..number {
                // One wrong entry, some, or all.
                let is_wrong = match case % 3 {
                    0 => k == number / 2,
                    1 => random.below(4) == 0,
                    _ => true,
                };
                if !is_wrong {
                    continue;
                }
                wrong.push(k);
                match random.below(4) {
                    0 => {
                        let scalar = random.below(64);
                        add_to_scalar(&mut batch.cells[k][32 * scalar..32 * scalar + 32], Scalar::ONE);
                    }
                    1 => batch.proofs[k] = plus(&batch.proofs[k], Scalar::ONE),
                    2 => batch.indices[k] = (batch.indices[k] + 1) % 128,
                    _ => batch.commitments[k] = plus(&batch.commitments[k], -Scalar::ONE),
                }
            }
            batch.check(&wrong);
        }
    }
}

/// More entries than a part has, so that the search uses kept sums and cuts a part.
#[test]
fn wrong_entries_of_long_batches_are_named() {
    let number = 4200;
    let entries = |k: usize| (k % 3, (k / 3 % 128) as u64);
    let mut batch = Batch::of((0..number).map(entries));
    assert_eq!(batch.verdict(), Verdict::Valid);
    for wrong in [vec![0], vec![1023, 1024, 3000], vec![2500, 2501, 4199]] {
        let before = batch.clone();
        for k in &wrong {
            add_to_scalar(&mut batch.cells[*k][..32], Scalar::from(*k as u64 + 1));
        }
        assert_eq!(batch.verdict(), Verdict::Invalid(wrong));
        batch = before;
    }
}

/// Errors that sum to zero with equal weights: in one column, over two columns, in proofs, and between the proofs of
/// two entries.
#[test]
fn entries_that_cancel_are_wrong() {
    let mut random = Random::new(9);
    let error = random.scalar();
    // The same error with both signs in two cells of one column.
    let mut batch = Batch::of([(0, 9), (1, 9), (2, 9)]);
    add_to_scalar(&mut batch.cells[0][..32], error);
    add_to_scalar(&mut batch.cells[1][..32], -error);
    batch.check(&[0, 1]);
    // In two columns: constants in every value, so that the interpolated polynomials are opposite constants.
    let mut batch = Batch::of([(0, 9), (0, 77), (2, 9)]);
    for j in 0..64 {
        add_to_scalar(&mut batch.cells[0][32 * j..32 * j + 32], error);
        add_to_scalar(&mut batch.cells[1][32 * j..32 * j + 32], -error);
    }
    batch.check(&[0, 1]);
    // Opposite errors of two proofs of one column, and of two commitments.
    let mut batch = Batch::of([(0, 9), (1, 9), (2, 9)]);
    batch.proofs[1] = plus(&batch.proofs[1], error);
    batch.proofs[2] = plus(&batch.proofs[2], -error);
    batch.check(&[1, 2]);
    let mut batch = Batch::of([(0, 9), (1, 30), (2, 50)]);
    batch.commitments[0] = plus(&batch.commitments[0], error);
    batch.commitments[2] = plus(&batch.commitments[2], -error);
    batch.check(&[0, 2]);
    // An error of a commitment that a cell of another blob cancels.
    let mut batch = Batch::of([(0, 9), (1, 9)]);
    batch.commitments[0] = plus(&batch.commitments[0], error);
    for j in 0..64 {
        add_to_scalar(&mut batch.cells[1][32 * j..32 * j + 32], error);
    }
    batch.check(&[0, 1]);
}

#[test]
fn exchanged_parts_are_wrong() {
    // Proofs of two columns of a blob, of two blobs in a column; cells; commitments.
    let valid = Batch::of([(0, 3), (0, 4), (1, 3), (2, 100)]);
    let mut batch = valid.clone();
    batch.proofs.swap(0, 1);
    batch.check(&[0, 1]);
    let mut batch = valid.clone();
    batch.proofs.swap(0, 2);
    batch.check(&[0, 2]);
    let mut batch = valid.clone();
    batch.cells.swap(1, 3);
    batch.check(&[1, 3]);
    let mut batch = valid.clone();
    batch.commitments.swap(0, 3);
    batch.check(&[0, 3]);
    // One cell twice with two values: at most one is right.
    let mut batch = Batch::of([(0, 3), (0, 3), (0, 3)]);
    add_to_scalar(&mut batch.cells[1][640..672], Scalar::from(5));
    batch.check(&[1]);
    // Two wrong values of one cell, opposite to each other, with the right one between them.
    add_to_scalar(&mut batch.cells[2][640..672], -Scalar::from(5));
    batch.check(&[1, 2]);
    // Infinity in place of a proof or of a commitment.
    let mut infinity = [0; 48];
    infinity[0] = 0xc0;
    let mut batch = valid.clone();
    batch.proofs[2] = infinity;
    batch.check(&[2]);
    let mut batch = valid;
    batch.commitments[1] = infinity;
    batch.check(&[1]);
}

/// A bit of every byte of a scalar, and of proof and commitment: an error, or the entry is wrong.
#[test]
fn every_byte_counts() {
    let valid = Batch::of([(0, 3), (1, 70)]);
    let mut random = Random::new(10);
    for position in 0..48 {
        let bit = 1 << random.below(8);
        for kind in 0..3 {
            let mut batch = valid.clone();
            let argument = match kind {
                0 => {
                    batch.proofs[1][position] ^= bit;
                    Argument::Proof
                }
                1 => {
                    batch.commitments[1][position] ^= bit;
                    Argument::Commitment
                }
                _ => {
                    let scalar = random.below(64);
                    batch.cells[1][32 * scalar + position % 32] ^= bit;
                    Argument::Cell
                }
            };
            match batch.verify() {
                Ok(valid) => {
                    assert!(!valid);
                    assert_eq!(batch.verdict(), Verdict::Invalid(vec![1]));
                }
                Err(Error::Malformed { argument: found, index, .. }) => {
                    assert_eq!((found, index), (argument, Some(1)));
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
}

#[test]
fn points_outside_the_subgroup_are_named() {
    let reason = Malformed::Point(vorpal_curves::Error::NotInSubgroup);
    // Few points are checked exactly, many by random sums.
    for number in [1, 5, 200] {
        let valid = Batch::of((0..number).map(|k| (k % 3, k as u64 % 128)));
        for index in [0, number - 1] {
            let error = |argument| Err(Error::Malformed { argument, index: Some(index), reason });
            let mut batch = valid.clone();
            batch.proofs[index] = outside();
            assert_eq!(batch.verify(), error(Argument::Proof));
            let mut batch = valid.clone();
            batch.commitments[index] = outside();
            assert_eq!(batch.verify(), error(Argument::Commitment));
        }
    }
    let sample = &samples()[0];
    let setup = ethereum();
    let error = |argument, index| Error::Malformed { argument, index, reason };
    let z = [0; 32];
    let proof = setup.compute_blob_kzg_proof(&sample.blob, &sample.commitment).unwrap();
    let found = setup.verify_kzg_proof(&outside(), &z, &z, &proof);
    assert_eq!(found, Err(error(Argument::Commitment, None)));
    let found = setup.verify_kzg_proof(&sample.commitment, &z, &z, &outside());
    assert_eq!(found, Err(error(Argument::Proof, None)));
    let found = setup.compute_blob_kzg_proof(&sample.blob, &outside());
    assert_eq!(found, Err(error(Argument::Commitment, None)));
    let found =
        setup.verify_blob_kzg_proof_batch(&[&sample.blob; 2], &[sample.commitment; 2], &[proof, outside()]);
    assert_eq!(found, Err(error(Argument::Proof, Some(1))));
}

#[test]
fn lists_of_different_lengths_are_errors() {
    let valid = Batch::of([(0, 3), (1, 70)]);
    let mut batch = valid.clone();
    batch.indices.pop();
    let of = |other, found| Err(Error::Lengths { argument: Argument::Commitment, expected: 2, other, found });
    assert_eq!(batch.verify(), of(Argument::CellIndex, 1));
    let mut batch = valid.clone();
    batch.cells.pop();
    assert_eq!(batch.verify(), of(Argument::Cell, 1));
    let mut batch = valid.clone();
    batch.proofs.push(valid.proofs[0]);
    assert_eq!(batch.verify(), of(Argument::Proof, 3));
    for found in [128, u64::MAX] {
        let mut batch = valid.clone();
        batch.indices[1] = found;
        let error = Error::OutOfRange { argument: Argument::CellIndex, index: 1, found, limit: 128 };
        assert_eq!(batch.verify(), Err(error));
    }
    // A cell of a commitment that the block does not have; the verifier does not change.
    let block = BlockCommitments::new(&valid.commitments).unwrap();
    let mut verifier = CellVerifier::new(&Setup::ethereum(), &block);
    let (cell, proof) = (&valid.cells[0], &valid.proofs[0]);
    let entry = |commitment| CellProof { commitment, index: 3, cell, proof };
    let error = Error::OutOfRange { argument: Argument::CommitmentIndex, index: 1, found: 2, limit: 2 };
    assert_eq!(verifier.add(&[entry(0), entry(2)]), Err(error));
    assert!(verifier.is_empty());
    verifier.add(&[entry(0)]).unwrap();
    let error = Error::Malformed {
        argument: Argument::Proof,
        index: Some(1),
        reason: Malformed::Length { expected: 48, found: 47 },
    };
    assert_eq!(verifier.add(&[CellProof { proof: &proof[1..], ..entry(0) }]), Err(error));
    let mut malformed = *proof;
    malformed[0] = 0;
    let found = verifier.add(&[entry(0), CellProof { proof: &malformed, ..entry(0) }]);
    assert!(matches!(found, Err(Error::Malformed { argument: Argument::Proof, index: Some(2), .. })));
    assert_eq!(verifier.finish(), Verdict::Valid);
}

#[test]
fn wrong_blobs_are_named() {
    let setup = ethereum();
    let mut random = Random::new(11);
    let sample = |k: usize| &samples()[k % 3];
    let (mut blobs, mut commitments, mut proofs) = (vec![], vec![], vec![]);
    for k in 0..9 {
        let Sample { blob, commitment, .. } = sample(k);
        blobs.push(blob.clone());
        commitments.push(*commitment);
        proofs.push(setup.compute_blob_kzg_proof(blob, commitment).unwrap());
    }
    assert_eq!(setup.verify_blobs(&blobs, &commitments, &proofs), Ok(Verdict::Valid));
    assert_eq!(setup.verify_blob_kzg_proof_batch(&blobs, &commitments, &proofs), Ok(true));
    let (valid_blobs, valid_proofs, valid_commitments) = (blobs.clone(), proofs.clone(), commitments.clone());
    for wrong in [vec![0], vec![8], vec![3, 4], vec![0, 2, 5, 7], (0..9).collect()] {
        for k in &wrong {
            match random.below(3) {
                0 => add_to_scalar(&mut blobs[*k][32 * 100..32 * 101], Scalar::ONE),
                1 => proofs[*k] = plus(&proofs[*k], Scalar::ONE),
                _ => commitments[*k] = plus(&commitments[*k], Scalar::ONE),
            }
        }
        assert_eq!(setup.verify_blobs(&blobs, &commitments, &proofs), Ok(Verdict::Invalid(wrong)));
        assert_eq!(setup.verify_blob_kzg_proof_batch(&blobs, &commitments, &proofs), Ok(false));
        (blobs, proofs, commitments) = (valid_blobs.clone(), valid_proofs.clone(), valid_commitments.clone());
    }
    // Opposite errors of two proofs.
    proofs[1] = plus(&proofs[1], Scalar::from(7));
    proofs[5] = plus(&proofs[5], -Scalar::from(7));
    assert_eq!(setup.verify_blobs(&blobs, &commitments, &proofs), Ok(Verdict::Invalid(vec![1, 5])));
    let none: [[u8; 48]; 0] = [];
    assert_eq!(setup.verify_blobs(&none, &none, &none), Ok(Verdict::Valid));
    let reason = Malformed::Scalar { position: 4095 };
    blobs[6][131_072 - 32..].fill(0xff);
    let error = Error::Malformed { argument: Argument::Blob, index: Some(6), reason };
    assert_eq!(setup.verify_blobs(&blobs, &commitments, &valid_proofs), Err(error));
}

/// Commitments of a block without cells, also equal ones and those outside the range of a part, do not matter.
#[test]
fn few_commitments_of_a_block_have_cells() {
    let of = |number: usize| samples()[number].commitment;
    let mut commitments = vec![of(2); 700];
    (commitments[3], commitments[699]) = (of(0), of(1));
    let block = BlockCommitments::new(&commitments).unwrap();
    let entry = |k: usize, wrong: bool| {
        let number = k % 2;
        let sample = &samples()[number];
        CellProof {
            commitment: if wrong { 300 } else { [3, 699][number] },
            index: k as u64 % 128,
            cell: &sample.cells[k % 128],
            proof: &sample.proofs[k % 128],
        }
    };
    for wrong in [vec![], vec![0], vec![1023, 1024], vec![2, 700, 2048]] {
        let entries: Vec<_> = (0..2049).map(|k| entry(k, wrong.contains(&k))).collect();
        let expected = if wrong.is_empty() { Verdict::Valid } else { Verdict::Invalid(wrong) };
        assert_eq!(ethereum().verify_cells_of_block(&block, &entries), Ok(expected));
    }
}

/// A proof outside the subgroup is named and does not take the verdict on other cells away, whoever sends it.
#[test]
fn verifiers_name_proofs_outside_the_subgroup() {
    let sample = &samples()[0];
    let outside = outside();
    let block = BlockCommitments::new(&[sample.commitment]).unwrap();
    let entry = |k: usize| CellProof {
        commitment: 0,
        index: k as u64,
        cell: &sample.cells[k],
        proof: &sample.proofs[k],
    };
    // The block may end before the verifier.
    let mut verifier = CellVerifier::new(ethereum(), &block.clone());
    drop(block);
    verifier.add(&[CellProof { proof: &outside, ..entry(2) }]).unwrap();
    assert_eq!((verifier.finish(), verifier.is_valid()), (Verdict::Invalid(vec![0]), false));
    verifier.add(&[entry(1)]).unwrap();
    assert_eq!((verifier.finish(), verifier.is_valid()), (Verdict::Invalid(vec![0]), false));
    // The others are wrong too, in columns before and after.
    verifier.add(&[entry(127), CellProof { index: 5, ..entry(3) }, entry(4)]).unwrap();
    verifier.add(&[CellProof { proof: &outside, ..entry(0) }]).unwrap();
    assert_eq!((verifier.finish(), verifier.is_valid()), (Verdict::Invalid(vec![0, 3, 5]), false));
    assert_eq!(verifier.len(), 6);
    // Many, so that membership is checked by random sums, and over the end of a part.
    let mut wrong = vec![0, 3, 5];
    for k in 6..1100 {
        let proof = if k % 100 == 7 { &outside } else { &sample.proofs[k % 128] };
        verifier.add(&[CellProof { proof, ..entry(k % 128) }]).unwrap();
        wrong.extend((k % 100 == 7).then_some(k));
    }
    assert_eq!((verifier.finish(), verifier.is_valid()), (Verdict::Invalid(wrong), false));
}

/// Lengths of all commitments, then encodings, then the subgroup.
#[test]
fn the_first_failing_check_of_commitments_is_named() {
    let index = |commitments: &[Vec<u8>]| match BlockCommitments::new(commitments) {
        Err(Error::Malformed { argument: Argument::Commitment, index, .. }) => index,
        other => panic!("{other:?}"),
    };
    let (outside, malformed, short) = (outside().to_vec(), vec![1; 48], vec![1; 47]);
    assert_eq!(index(&[outside.clone(), outside.clone()]), Some(0));
    assert_eq!(index(&[outside.clone(), malformed.clone(), malformed.clone()]), Some(1));
    assert_eq!(index(&[outside, malformed, short]), Some(2));
}
