//! Tables in files: what is read is what was written, and other bytes are errors.

use std::io::{self, Read};

use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_kzg::Setup;
use vorpal_oracle::effort::cases;

use crate::samples::{Random, ethereum, known, text_of};

fn written(setup: &Setup) -> Vec<u8> {
    let mut file = Vec::new();
    setup.write_tables(&mut file).unwrap();
    file
}

/// The message of the error of reading tables of Ethereum's setup.
fn error(file: impl Read) -> String {
    Setup::ethereum().read_tables(file).unwrap_err().to_string()
}

/// The position of the tables for commitments, by their length in the header; the end if there are none.
fn commitments(file: &[u8]) -> usize {
    let length = u64::from_le_bytes(file[48..56].try_into().unwrap());
    let position = file.len() - usize::try_from(length).unwrap();
    assert!(length == 0 || file[position..].starts_with(b"VORPALPB"));
    position
}

/// The file with other bytes at a position of the first part, whose checksum is right.
fn with_bytes(file: &[u8], position: usize, bytes: &[u8]) -> Vec<u8> {
    let mut changed = file.to_vec();
    changed[position..position + bytes.len()].copy_from_slice(bytes);
    let end = commitments(file) - 4;
    let checksum = crc32fast::hash(&changed[..end]);
    changed[end..end + 4].copy_from_slice(&checksum.to_le_bytes());
    changed
}

#[test]
fn tables_are_written_and_read() {
    let setup = ethereum();
    let file = written(setup);
    let plain = Setup::ethereum();
    let read = plain.read_tables(&file[..]).unwrap();
    assert_eq!(read.table_plan(), setup.table_plan());
    let blob = Random::new(13).blob();
    assert_eq!(read.blob_to_kzg_commitment(&blob), setup.blob_to_kzg_commitment(&blob));
    assert!(read.compute_cells_and_kzg_proofs(&blob) == setup.compute_cells_and_kzg_proofs(&blob));

    assert_eq!(error(&file[..63]), "63 bytes where 64 are needed");
    assert!(error(&file[..10_000]).starts_with("10000 bytes where"));
    assert_eq!(
        error(&file[..file.len() - 1]),
        format!("{} bytes where {} are needed", file.len() - 1, file.len())
    );
    let trailing = [&file[..], &[0]].concat();
    assert_eq!(error(&trailing[..]), format!("{} bytes where {} are expected", trailing.len(), file.len()));
    for (position, expected) in [
        (0, "not tables of a trusted setup"),
        (8, "format version"),
        (13, "invalid value of the number of groups"),
        (20, "the tables are for other bases"),
        (70, "checksum mismatch"),
        (file.len() - 100, "checksum mismatch"),
    ] {
        let mut changed = file.clone();
        changed[position] ^= 8;
        assert!(error(&changed[..]).contains(expected), "{position}: {}", error(&changed[..]));
    }
    assert_eq!(known().read_tables(&file[..]).unwrap_err().to_string(), "the tables are for other bases");
    // Setups without tables write nothing.
    assert!(written(&plain).is_empty());
}

#[test]
fn files_without_tables_for_commitments_end_after_the_checksum() {
    let small = Setup::ethereum().with_memory(2 << 20).unwrap();
    let mut file = written(&small);
    assert_eq!(commitments(&file), file.len());
    assert_eq!(Setup::ethereum().read_tables(&file[..]).unwrap().table_plan(), small.table_plan());
    let length = file.len();
    file.extend([0; 3]);
    assert_eq!(error(&file[..]), format!("{} bytes where {length} are expected", length + 1));
}

/// Every field of the header is checked, also where the checksum is right.
#[test]
fn fields_of_the_header_are_checked() {
    let file = written(ethereum());
    assert!(commitments(&file) < file.len());
    for position in 56..64 {
        let changed = with_bytes(&file, position, &[1]);
        let value = 1u64 << (8 * (position - 56));
        assert_eq!(error(&changed[..]), format!("invalid value of the reserved field: {value}"));
    }
    let length = (file.len() - commitments(&file)) as u64;
    for wrong in [1, length - 1, length + 1, u64::MAX] {
        let changed = with_bytes(&file, 48, &wrong.to_le_bytes());
        let message = format!("invalid value of the length of the tables for commitments: {wrong}");
        assert_eq!(error(&changed[..]), message);
    }
}

/// Each part of a file has its own checksum, so the second part of another file passes it.
#[test]
fn tables_for_commitments_of_other_setups_are_errors() {
    let other = Setup::from_text(&text_of(Scalar::from(3))).unwrap().with_memory(16 << 20).unwrap();
    let (file, other) = (written(ethereum()), written(&other));
    assert_eq!(file.len(), other.len());
    let start = commitments(&file);
    let mixed = [&file[..start], &other[start..]].concat();
    assert_eq!(error(&mixed[..]), "the tables are for other bases");
}

/// A reader that a signal interrupts before every read.
struct Interrupted<'a> {
    bytes: &'a [u8],
    next: bool,
}

impl Read for Interrupted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.next = !self.next;
        if self.next { Err(io::ErrorKind::Interrupted.into()) } else { self.bytes.read(buffer) }
    }
}

#[test]
fn interrupted_reads_are_repeated() {
    for setup in [&Setup::ethereum().with_memory(2 << 20).unwrap(), ethereum()] {
        let file = written(setup);
        let read = Setup::ethereum().read_tables(Interrupted { bytes: &file, next: false }).unwrap();
        assert_eq!(read.table_plan(), setup.table_plan());
    }
}

/// Headers promise at most what the bytes hold, and bytes that are no points give wrong proofs, but no panic.
#[test]
fn bytes_of_files_do_not_panic() {
    let small = Setup::ethereum().with_memory(2 << 20).unwrap();
    let file = written(&small);
    let mut random = Random::new(3);
    for round in 0..cases(200) {
        let mut changed = file.clone();
        if round % 2 == 0 {
            changed.truncate(random.below(file.len()));
        } else {
            let position = random.below(64);
            changed = with_bytes(&file, position, &[file[position] ^ (1 << random.below(8))]);
        }
        assert!(Setup::ethereum().read_tables(&changed[..]).is_err(), "round {round}");
    }
    let entries: Vec<u8> = (64..file.len() - 4)
        .map(|at| if (at - 64) % 48 == 47 { 0 } else { random.below(256) as u8 })
        .collect();
    let changed = with_bytes(&file, 64, &entries);
    let read = Setup::ethereum().read_tables(&changed[..]).unwrap();
    let blob = random.blob();
    let (cells, proofs) = read.compute_cells_and_kzg_proofs(&blob).unwrap();
    let (expected, valid) = small.compute_cells_and_kzg_proofs(&blob).unwrap();
    assert!(cells == expected && proofs != valid);
}
