//! Reader of era1 archives: up to 8,192 blocks before the merge, with receipts, total difficulties, the accumulator of
//! all block hashes, and an index. Source: `docs/formats/era1.md` of the eth-clients' e2store specifications.
//!
//! An archive is a sequence of entries: a type of two bytes, a length of four, two zero bytes, and the data, all
//! integers little-endian. Headers, bodies and receipts are RLP in Snappy frames, which have checksums.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use alloy_primitives::{B256, U256};
use sha2::{Digest, Sha256};

use crate::Failure;

const VERSION: u16 = 0x3265;
const HEADER: u16 = 3;
const BODY: u16 = 4;
const RECEIPTS: u16 = 5;
const TOTAL_DIFFICULTY: u16 = 6;
const ACCUMULATOR: u16 = 7;
const INDEX: u16 = 0x3266;

/// The largest number of blocks of an archive.
const BLOCKS: usize = 8192;

/// The largest length of an entry in bytes, and of what it unpacks to.
const MAX_ENTRY: u32 = 1 << 28;

/// A block of an archive. Header, body and receipts are RLP.
pub(crate) struct EraBlock {
    pub(crate) header: Vec<u8>,
    pub(crate) body: Vec<u8>,
    pub(crate) receipts: Vec<u8>,
    pub(crate) total_difficulty: U256,
}

/// The archives of a folder, by name. Names end with the number of the epoch and the accumulator's first four bytes.
pub(crate) fn archives(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failure = |error| Failure::file(folder, error);
    let entries = std::fs::read_dir(folder).map_err(failure)?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(failure)?.path();
        if path.extension().is_some_and(|extension| extension == "era1") {
            paths.push(path);
        }
    }
    paths.sort();
    if paths.is_empty() { Err(Failure::file(folder, "no files *.era1")) } else { Ok(paths) }
}

/// A reader of one archive.
pub(crate) struct Era1 {
    path: PathBuf,
    reader: BufReader<File>,
    /// The position after the last entry.
    position: u64,
    /// The positions of the blocks' headers.
    starts: Vec<u64>,
    records: Accumulator,
    first: Option<u64>,
}

impl Era1 {
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let file = File::open(path).map_err(|error| Failure::file(path, error))?;
        let mut era = Self {
            path: path.into(),
            reader: BufReader::new(file),
            position: 0,
            starts: Vec::new(),
            records: Accumulator::default(),
            first: None,
        };
        let data = era.required(VERSION)?;
        if data.is_empty() { Ok(era) } else { Err(era.malformed("the version entry is not empty")) }
    }

    fn malformed(&self, reason: impl std::fmt::Display) -> Failure {
        Failure::file(&self.path, format!("at byte {}: {reason}", self.position))
    }

    /// The failure of the last block, whose header, body or receipts are malformed.
    pub(crate) fn malformed_block(&self, what: &str, reason: &str) -> Failure {
        let number = self.starts.len();
        Failure::file(&self.path, format!("block {number} of the archive has a malformed {what}: {reason}"))
    }

    /// The next entry, or `None` at the end of the file.
    fn entry(&mut self) -> Result<Option<(u16, Vec<u8>)>, Failure> {
        let mut head = [0; 8];
        match self.reader.read(&mut head[..1]) {
            Ok(0) => return Ok(None),
            Ok(_) => {}
            Err(error) => return Err(self.malformed(error)),
        }
        self.reader.read_exact(&mut head[1..]).map_err(|error| self.malformed(error))?;
        let [t0, t1, l0, l1, l2, l3, 0, 0] = head else {
            return Err(self.malformed("the reserved bytes of an entry are not zero"));
        };
        let length = u32::from_le_bytes([l0, l1, l2, l3]);
        if length > MAX_ENTRY {
            return Err(self.malformed(format!("an entry of {length} bytes; the limit is {MAX_ENTRY}")));
        }
        // The capacity grows with what is read: a wrong length costs no memory.
        let mut data = Vec::new();
        let read = (&mut self.reader).take(length.into()).read_to_end(&mut data);
        let read = read.map_err(|error| self.malformed(error))?;
        if read as u64 != u64::from(length) {
            return Err(self.malformed(format!("an entry of {length} bytes ends after {read}")));
        }
        self.position += 8 + u64::from(length);
        Ok(Some((u16::from_le_bytes([t0, t1]), data)))
    }

    fn required(&mut self, kind: u16) -> Result<Vec<u8>, Failure> {
        match self.entry()? {
            Some((found, data)) if found == kind => Ok(data),
            Some((found, _)) => {
                Err(self.malformed(format!("an entry of type {found:#06x}, expected {kind:#06x}")))
            }
            None => Err(self.malformed(format!("the file ends, expected an entry of type {kind:#06x}"))),
        }
    }

    fn unpack(&self, data: &[u8]) -> Result<Vec<u8>, Failure> {
        let mut unpacked = Vec::new();
        let mut frames = snap::read::FrameDecoder::new(data).take(u64::from(MAX_ENTRY) + 1);
        frames.read_to_end(&mut unpacked).map_err(|error| self.malformed(error))?;
        if unpacked.len() as u64 > u64::from(MAX_ENTRY) {
            return Err(self.malformed("an entry unpacks to more than the limit"));
        }
        Ok(unpacked)
    }

    /// The next block; after the last one, checks accumulator and index and returns `None`.
    pub(crate) fn next(&mut self) -> Result<Option<EraBlock>, Failure> {
        let start = self.position;
        match self.entry()? {
            Some((HEADER, data)) => {
                if self.starts.len() == BLOCKS {
                    return Err(self.malformed(format!("more than {BLOCKS} blocks")));
                }
                self.starts.push(start);
                let header = self.unpack(&data)?;
                let body = self.required(BODY)?;
                let body = self.unpack(&body)?;
                let receipts = self.required(RECEIPTS)?;
                let receipts = self.unpack(&receipts)?;
                let total_difficulty = self.required(TOTAL_DIFFICULTY)?;
                let total_difficulty: [u8; 32] = total_difficulty
                    .try_into()
                    .map_err(|_| self.malformed("a total difficulty does not have 32 bytes"))?;
                let total_difficulty = U256::from_le_bytes(total_difficulty);
                Ok(Some(EraBlock { header, body, receipts, total_difficulty }))
            }
            Some((ACCUMULATOR, data)) => self.finish(&data).map(|()| None),
            Some((kind, _)) => Err(self.malformed(format!("an unexpected entry of type {kind:#06x}"))),
            None => Err(self.malformed("the file ends without an accumulator")),
        }
    }

    /// Adds the hash of the last block to the accumulator. `number` is its number.
    pub(crate) fn record(&mut self, number: u64, hash: &B256, total_difficulty: &U256) {
        self.first.get_or_insert(number);
        self.records.push(hash, total_difficulty);
    }

    fn finish(&mut self, accumulator: &[u8]) -> Result<(), Failure> {
        let first = self.first.ok_or_else(|| self.malformed("no blocks"))?;
        let last = first + self.starts.len() as u64 - 1;
        let found = self.records.root();
        let accumulator: [u8; 32] =
            accumulator.try_into().map_err(|_| self.malformed("the accumulator does not have 32 bytes"))?;
        let what = |text: &str| format!("{text} of {}", self.path.display());
        if B256::from(accumulator) != found {
            return Err(Failure::wrong(last, what("accumulator"), B256::from(accumulator), found));
        }
        let stem = self.path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let in_name = stem.rsplit('-').next().unwrap_or_default();
        let first_bytes = found.to_string()[2..10].to_string();
        if in_name != first_bytes {
            return Err(Failure::wrong(last, what("accumulator in the name"), in_name, first_bytes));
        }
        // Offsets are relative to the start of the index.
        let start = self.position.cast_signed();
        let offsets = self.starts.iter().map(|block| (block.cast_signed() - start).to_le_bytes());
        let count = self.starts.len() as u64;
        let expected: Vec<u8> = [first.to_le_bytes()].into_iter().chain(offsets).flatten().collect();
        let expected = [expected, count.to_le_bytes().to_vec()].concat();
        let index = self.required(INDEX)?;
        if index != expected {
            return Err(self.malformed("the index does not have the blocks' positions"));
        }
        match self.entry()? {
            None => Ok(()),
            Some(_) => Err(self.malformed("an entry after the index")),
        }
    }
}

/// The hash tree root (SSZ) of a list of up to 8,192 records of a block's hash and total difficulty.
#[derive(Default)]
pub(crate) struct Accumulator(Vec<[u8; 32]>);

fn hash_pair(left: &[u8; 32], right: &[u8; 32]) -> [u8; 32] {
    Sha256::new().chain_update(left).chain_update(right).finalize().into()
}

impl Accumulator {
    pub(crate) fn push(&mut self, hash: &B256, total_difficulty: &U256) {
        self.0.push(hash_pair(&hash.0, &total_difficulty.to_le_bytes()));
    }

    pub(crate) fn root(&self) -> B256 {
        let mut level = self.0.clone();
        let mut empty = [0; 32];
        for _ in 0..BLOCKS.ilog2() {
            let pair = |pair: &[[u8; 32]]| hash_pair(&pair[0], pair.get(1).unwrap_or(&empty));
            level = level.chunks(2).map(pair).collect();
            empty = hash_pair(&empty, &empty);
        }
        let mut length = [0; 32];
        length[..8].copy_from_slice(&(self.0.len() as u64).to_le_bytes());
        hash_pair(level.first().unwrap_or(&empty), &length).into()
    }
}
