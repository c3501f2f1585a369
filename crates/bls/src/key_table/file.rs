//! Tables of keys in files.
//!
//! ```text
//! 16 bytes   "vorpal BLS keys\n"
//!  4 bytes   the version of the format, 1, little-endian
//!  4 bytes   the number of bytes of a key: 96 in G1, 192 in G2
//!  8 bytes   the number of keys
//!            the keys, uncompressed
//! 32 bytes   SHA-256 of everything before
//! ```

use std::io::{self, Read, Write};
use std::sync::{Arc, RwLock};
use std::vec::Vec;

use sha2::{Digest, Sha256};
use vorpal_curves::PointFormat;

use super::{KeyTable, MOST_KEYS};
use crate::variant::{KeyPoint, UncompressedKeyBytes, Variant};
use crate::{Error, PublicKey};

const MAGIC: &[u8; 16] = b"vorpal BLS keys\n";
const VERSION: u32 = 1;
/// The number of keys that are read or written at a time.
const AT_ONCE: usize = 1 << 12;

/// The reason why keys cannot be appended to a table, or a file is no table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A key is malformed.
    #[error("key {index}: {reason}")]
    Key {
        /// The position of the key.
        index: usize,
        /// What is wrong.
        reason: Error,
    },
    /// The table would have more than `2^31` keys.
    #[error("the table is full")]
    Full,
    /// Reading failed, or the file ends early.
    #[error("reading keys: {0}")]
    Read(#[from] io::Error),
    /// The file does not begin as a table of keys.
    #[error("no table of keys, or one of another version")]
    Magic,
    /// The keys are those of the other variant.
    #[error("keys of {found} bytes where keys of {expected} bytes are expected")]
    Variant {
        /// The length of a key of the table's variant.
        expected: usize,
        /// The length in the file.
        found: u32,
    },
    /// The hash of the file is wrong.
    #[error("the hash at the end is not that of the keys")]
    Hash,
}

impl PartialEq for TableError {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Read(a), Self::Read(b)) => a.kind() == b.kind(),
            _ => self.to_string() == other.to_string(),
        }
    }
}

impl<V: Variant> KeyTable<V> {
    /// The number of bytes of a key in a file.
    const BYTES: usize = size_of::<UncompressedKeyBytes<V>>();

    /// Writes all keys. Keys that are appended meanwhile are not in the file.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn save(&self, writer: &mut impl Write) -> io::Result<()> {
        let mut writer = Hashing { inner: writer, hash: Sha256::new() };
        let points = self.points();
        writer.write_all(MAGIC)?;
        writer.write_all(&VERSION.to_le_bytes())?;
        writer.write_all(&u32::try_from(Self::BYTES).unwrap_or(u32::MAX).to_le_bytes())?;
        writer.write_all(&(points.len() as u64).to_le_bytes())?;
        for points in points.chunks(AT_ONCE) {
            let mut bytes = Vec::with_capacity(points.len() * Self::BYTES);
            for point in points {
                bytes.extend_from_slice(V::KEY_FORMAT.encode_uncompressed(point).as_ref());
            }
            writer.write_all(&bytes)?;
        }
        let hash = writer.hash.finalize();
        writer.inner.write_all(&hash)?;
        writer.inner.flush()
    }

    /// Reads a table that [`save`](Self::save) wrote. Its keys are on the curve and not infinity. That they are in the
    /// subgroup was checked when they were appended, and the hash shows that they have not changed by accident. Whoever
    /// can write the file can choose the keys and their hash: for a file from others, append its keys.
    ///
    /// # Errors
    /// [`TableError`] with the reason.
    pub fn load(reader: &mut impl Read) -> Result<Self, TableError> {
        let mut reader = Hashing { inner: reader, hash: Sha256::new() };
        let mut head = [0; 32];
        reader.read_exact(&mut head)?;
        let word = |start: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| head[start + i]));
        if head[..16] != MAGIC[..] || word(16) != VERSION {
            return Err(TableError::Magic);
        }
        if word(20) as usize != Self::BYTES {
            return Err(TableError::Variant { expected: Self::BYTES, found: word(20) });
        }
        // More keys than indices are refused before memory is reserved; fewer are read as far as there are bytes.
        let number = usize::try_from(word(24)).unwrap_or(usize::MAX);
        if word(28) != 0 || number > MOST_KEYS {
            return Err(TableError::Full);
        }
        let mut points: Vec<KeyPoint<V>> = Vec::new();
        let mut bytes = vec![0; AT_ONCE * Self::BYTES];
        while points.len() < number {
            let part = &mut bytes[..AT_ONCE.min(number - points.len()) * Self::BYTES];
            reader.read_exact(part)?;
            let encodings: Vec<&[u8]> = part.chunks(Self::BYTES).collect();
            for point in V::KEY_FORMAT.decode_batch_on_curve(&encodings) {
                let key = point.map_err(Error::from).and_then(PublicKey::<V>::of_member);
                let index = points.len();
                points.push(*key.map_err(|reason| TableError::Key { index, reason })?.point());
            }
        }
        let found = reader.hash.finalize();
        let mut expected = [0; 32];
        reader.inner.read_exact(&mut expected)?;
        if found[..] != expected {
            return Err(TableError::Hash);
        }
        Ok(Self { points: RwLock::new(Arc::new(points)) })
    }
}

/// A reader or writer that hashes what passes through it.
struct Hashing<'a, T> {
    inner: &'a mut T,
    hash: Sha256,
}

impl<T: Write> Hashing<'_, T> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.inner.write_all(bytes)
    }
}

impl<T: Read> Hashing<'_, T> {
    fn read_exact(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.inner.read_exact(bytes)?;
        self.hash.update(bytes);
        Ok(())
    }
}
