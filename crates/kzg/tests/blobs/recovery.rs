//! Recovery from every number of missing cells, and its errors.

use vorpal_kzg::{Argument, Error, Malformed};
use vorpal_oracle::effort::cases;

use crate::samples::{Random, ethereum, samples};

#[test]
fn every_number_of_missing_cells_is_recovered() {
    let mut random = Random::new(5);
    for repetition in 0..cases(1) {
        for missing in 0..=64 {
            let sample = &samples()[(missing + repetition) % samples().len()];
            let indices = random.indices(128 - missing);
            let cells: Vec<_> = indices.iter().map(|index| sample.cells[*index as usize]).collect();
            assert!(ethereum().recover_cells(&indices, &cells).unwrap() == sample.cells, "{missing} missing");
        }
    }
}

#[test]
fn patterns_are_recovered() {
    let sample = &samples()[0];
    let patterns: [Vec<u64>; 6] = [
        (0..64).collect(),
        (64..128).collect(),
        (0..128).step_by(2).collect(),
        (1..128).step_by(2).collect(),
        (0..128).filter(|i| i % 4 > 1).collect(),
        (32..96).chain(100..128).collect(),
    ];
    for indices in patterns {
        let cells: Vec<_> = indices.iter().map(|index| sample.cells[*index as usize]).collect();
        let (all, proofs) = ethereum().recover_cells_and_kzg_proofs(&indices, &cells).unwrap();
        assert!(all == sample.cells && proofs == sample.proofs, "{indices:?}");
    }
}

#[test]
fn cells_of_no_blob_are_inconsistent() {
    let sample = &samples()[1];
    let mut random = Random::new(6);
    for number in [65, 66, 100, 127, 128] {
        for case in 0..4 {
            let indices: Vec<u64> = match case {
                // All cells of the blob itself, and others.
                0 => (0..number as u64).collect(),
                _ => random.indices(number),
            };
            let mut cells: Vec<_> = indices.iter().map(|index| sample.cells[*index as usize]).collect();
            // One bit of one scalar, in any cell.
            let (cell, scalar) = (random.below(number), random.below(64));
            cells[cell][32 * scalar + 31] ^= 1;
            let error = ethereum().recover_cells(&indices, &cells).unwrap_err();
            assert_eq!(error, Error::Inconsistent { cells: number });
        }
    }
    // Any 64 cells are those of a blob.
    let mut cells = sample.cells[64..].to_vec();
    cells[7][31] ^= 1;
    let all = ethereum().recover_cells(&(64..128).collect::<Vec<_>>(), &cells).unwrap();
    assert!(all[64..] == cells && all[..64] != sample.cells[..64]);
}

#[test]
fn malformed_arguments_are_named() {
    let sample = &samples()[2];
    let error = |indices: &[u64], cells: &[Vec<u8>]| ethereum().recover_cells(indices, cells).unwrap_err();
    let cells: Vec<Vec<u8>> = sample.cells.iter().map(|cell| cell.to_vec()).collect();
    let all: Vec<u64> = (0..128).collect();
    assert_eq!(error(&all[..63], &cells[..63]), Error::NumberOfCells { found: 63 });
    assert_eq!(error(&[], &[]), Error::NumberOfCells { found: 0 });
    let (mut more, mut more_cells) = (all.clone(), cells.clone());
    more.push(128);
    more_cells.push(cells[0].clone());
    assert_eq!(error(&more, &more_cells), Error::NumberOfCells { found: 129 });
    let lengths =
        Error::Lengths { argument: Argument::CellIndex, expected: 127, other: Argument::Cell, found: 128 };
    assert_eq!(error(&all[..127], &cells), lengths);
    let mut exchanged = all.clone();
    exchanged.swap(70, 71);
    assert_eq!(error(&exchanged, &cells), Error::NotAscending { index: 71, found: 70 });
    let mut repeated = all.clone();
    repeated[9] = 8;
    assert_eq!(error(&repeated, &cells), Error::NotAscending { index: 9, found: 8 });
    for found in [128, u64::MAX] {
        let mut indices = all.clone();
        indices[127] = found;
        let expected = Error::OutOfRange { argument: Argument::CellIndex, index: 127, found, limit: 128 };
        assert_eq!(error(&indices, &cells), expected);
    }
    let mut short = cells.clone();
    short[100].pop();
    let reason = Malformed::Length { expected: 2048, found: 2047 };
    let expected = Error::Malformed { argument: Argument::Cell, index: Some(100), reason };
    assert_eq!(error(&all, &short), expected);
    let mut large = cells.clone();
    large[3][32 * 5..32 * 6].fill(0xff);
    let reason = Malformed::Scalar { position: 5 };
    assert_eq!(error(&all, &large), Error::Malformed { argument: Argument::Cell, index: Some(3), reason });
}
