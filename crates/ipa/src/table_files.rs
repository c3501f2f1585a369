//! Tables in files.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use vorpal_msm::{FixedBases, ReadError};

use crate::{Basis, Committer, Error, WIDTH};

impl Committer {
    /// Loads a committer from a file with [saved](Self::save) tables for this basis. Checks the checksum, the digest of
    /// the basis, that every coordinate is canonical, and that the first multiple of each generator is the generator.
    /// The other multiples are not checked: whoever can write the file can choose the results of commitments and which
    /// proofs are accepted, so restrict write access to the file. The file is read once, its header first, and decoded
    /// as a stream: later changes of the file have no effect.
    ///
    /// # Errors
    /// [`Error::Io`] and [`Error::File`], with the path.
    pub fn load(basis: &Basis, path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let io = |error: std::io::Error| Error::Io { path: path.into(), kind: error.kind() };
        let file = |reason| Error::File { path: path.into(), reason };
        let digest = basis.digest();
        let tables = FixedBases::read_from(&digest, File::open(path).map_err(io)?);
        let tables = tables.map_err(|error| match error {
            ReadError::Io(error) => io(error),
            ReadError::Format(reason) => file(reason),
            // Reading computes no sums, so no other error occurs.
            _ => io(std::io::ErrorKind::Other.into()),
        })?;
        if tables.len() != WIDTH {
            return Err(file(vorpal_msm::FormatError::Label));
        }
        match tables.first_difference(basis.generators()) {
            Some(index) => Err(file(vorpal_msm::FormatError::WrongMultiple { table: 0, index })),
            None => Ok(Self::of(tables, basis)),
        }
    }

    /// Saves the tables for [`load`](Self::load). An existing file is replaced once the new one is complete.
    ///
    /// # Errors
    /// [`Error::Io`], with the path.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        // The temporary name is unique to the call, so no other call writes to this file.
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        let mut part = path.as_os_str().to_owned();
        part.push(format!(".{}.{}.part", std::process::id(), CALLS.fetch_add(1, Relaxed)));
        let written = (|| {
            let mut writer = BufWriter::new(File::create(&part)?);
            self.tables.write_to(&self.digest, &mut writer)?;
            writer.flush()?;
            writer.get_ref().sync_all()?;
            std::fs::rename(&part, path)
        })();
        written.map_err(|error| {
            // The incomplete file is useless.
            let _ = std::fs::remove_file(&part);
            Error::Io { path: path.into(), kind: error.kind() }
        })
    }
}
