//! The blocks of a chain: from a file that a client exported, or from a folder of era1 archives.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use alloy_consensus::{Block, BlockBody, Header, TxEnvelope};
use alloy_primitives::{B256, U256, keccak256};
use alloy_rlp::{Decodable, Encodable};

use crate::Failure;
use crate::era::{self, Era1};

/// A block of the chain, as its file has it.
pub(crate) struct Imported {
    pub(crate) block: Block<TxEnvelope>,
    pub(crate) hash: B256,
    /// Of an archive: the receipts as RLP, and the total difficulty.
    pub(crate) archived: Option<(Vec<u8>, U256)>,
}

/// The largest length of a block in bytes.
const MAX_BLOCK: usize = 1 << 28;

/// The files of a chain.
#[derive(Debug)]
pub(crate) enum Source {
    /// Blocks as RLP, one after the other.
    Rlp(PathBuf),
    /// Archives by number.
    Era1(Vec<PathBuf>),
}

impl Source {
    /// The blocks of a file, or of the archives in a folder.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        if path.is_dir() { Ok(Self::Era1(era::archives(path)?)) } else { Ok(Self::Rlp(path.into())) }
    }

    /// The blocks in the order of the files, read one at a time.
    pub(crate) fn blocks(&self) -> Result<Blocks, Failure> {
        match self {
            Self::Rlp(path) => {
                let file = File::open(path).map_err(|error| Failure::file(path, error))?;
                Ok(Blocks::Rlp(RlpFile { path: path.clone(), reader: BufReader::new(file), position: 0 }))
            }
            Self::Era1(paths) => Ok(Blocks::Era1(paths.clone().into_iter(), None)),
        }
    }

    /// The files.
    pub(crate) fn paths(&self) -> &[PathBuf] {
        match self {
            Self::Rlp(path) => std::slice::from_ref(path),
            Self::Era1(paths) => paths,
        }
    }
}

/// A reader of blocks.
pub(crate) enum Blocks {
    Rlp(RlpFile),
    Era1(std::vec::IntoIter<PathBuf>, Option<Box<Era1>>),
}

impl Iterator for Blocks {
    type Item = Result<Imported, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Rlp(file) => file.next().transpose(),
            Self::Era1(paths, current) => next_archived(paths, current).transpose(),
        }
    }
}

fn next_archived(
    paths: &mut impl Iterator<Item = PathBuf>,
    current: &mut Option<Box<Era1>>,
) -> Result<Option<Imported>, Failure> {
    loop {
        if current.is_none() {
            let Some(path) = paths.next() else { return Ok(None) };
            *current = Some(Box::new(Era1::open(&path)?));
        }
        let Some(era) = current.as_mut() else { return Ok(None) };
        let Some(block) = era.next()? else {
            *current = None;
            continue;
        };
        let hash = keccak256(&block.header);
        let header: Header = era.decode("header", &block.header)?;
        let body: BlockBody<TxEnvelope> = era.decode("body", &block.body)?;
        era.record(header.number, &hash, &block.total_difficulty);
        let archived = Some((block.receipts, block.total_difficulty));
        return Ok(Some(Imported { block: Block { header, body }, hash, archived }));
    }
}

/// Decodes a value whose encoding is all of the bytes and the only one.
pub(crate) fn decode<T: Decodable + Encodable>(bytes: &[u8]) -> Result<T, String> {
    let mut rest = bytes;
    let value = T::decode(&mut rest).map_err(|error| error.to_string())?;
    if !rest.is_empty() {
        return Err(format!("{} bytes after its end", rest.len()));
    }
    if alloy_rlp::encode(&value) == bytes { Ok(value) } else { Err("not the canonical encoding".into()) }
}

/// A file of blocks.
pub(crate) struct RlpFile {
    path: PathBuf,
    reader: BufReader<File>,
    position: u64,
}

impl RlpFile {
    fn next(&mut self) -> Result<Option<Imported>, Failure> {
        let Some(bytes) = self.item()? else { return Ok(None) };
        let block: Block<TxEnvelope> =
            decode(&bytes).map_err(|reason| self.malformed(format!("a malformed block: {reason}")))?;
        self.position += bytes.len() as u64;
        Ok(Some(Imported { hash: block.header.hash_slow(), block, archived: None }))
    }

    fn malformed(&self, reason: impl std::fmt::Display) -> Failure {
        Failure::file(&self.path, format!("at byte {}: {reason}", self.position))
    }

    /// The bytes of the next list, its header included.
    fn item(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        let mut first = [0];
        let read = self.reader.read(&mut first).map_err(|error| self.malformed(error))?;
        let [first] = match read {
            0 => return Ok(None),
            _ => first,
        };
        let mut bytes = vec![first];
        let length = match first {
            0xc0..=0xf7 => usize::from(first - 0xc0),
            0xf8..=0xff => {
                self.append(&mut bytes, usize::from(first - 0xf7))?;
                let digits = bytes[1..].iter().map(|byte| usize::from(*byte));
                // Eight digits at most, so the sum has no overflow before the check of the limit.
                digits.fold(0, |sum: usize, digit| sum.saturating_mul(256).saturating_add(digit))
            }
            _ => return Err(self.malformed("a block is a list, and this byte begins a string")),
        };
        if length > MAX_BLOCK {
            return Err(self.malformed(format!("a block of {length} bytes; the limit is {MAX_BLOCK}")));
        }
        self.append(&mut bytes, length)?;
        Ok(Some(bytes))
    }

    fn append(&mut self, bytes: &mut Vec<u8>, length: usize) -> Result<(), Failure> {
        let read = (&mut self.reader).take(length as u64).read_to_end(bytes);
        let read = read.map_err(|error| self.malformed(error))?;
        if read == length {
            return Ok(());
        }
        Err(self.malformed(format!("a block ends after {} bytes", bytes.len())))
    }
}

impl Era1 {
    fn decode<T: Decodable + Encodable>(&self, what: &str, bytes: &[u8]) -> Result<T, Failure> {
        decode(bytes).map_err(|reason| self.malformed_block(what, &reason))
    }
}
