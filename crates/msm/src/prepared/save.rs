//! Writing of prepared bases to a new file that is complete when it gets its name.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Result};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use vorpal_curves::models::weierstrass::WeierstrassCurve;
use vorpal_fields::PrimeField;

use super::PreparedBases;

impl<C: WeierstrassCurve<Base: PrimeField>, T: AsRef<[u8]>> PreparedBases<C, T> {
    /// Saves the [bytes](Self::as_bytes) to a new file for [`open`](PreparedBases::open). The file gets its name when
    /// it is complete and on the disk. After an error there is none.
    ///
    /// ```
    /// use vorpal_curves::bn254::{Affine, Bn254G1};
    /// use vorpal_msm::PreparedBases;
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("bases");
    /// let bases = PreparedBases::new(&[Affine::GENERATOR], 1 << 16)?;
    /// bases.save(&path)?;
    /// assert_eq!(PreparedBases::<Bn254G1>::open(&path)?.as_bytes(), bases.as_bytes());
    /// assert_eq!(bases.save(&path).unwrap_err().kind(), std::io::ErrorKind::AlreadyExists);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] if there is something at the path; the errors of creating and writing a file.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        if path.symlink_metadata().is_ok() {
            return Err(Error::new(ErrorKind::AlreadyExists, "the file exists"));
        }
        // The temporary name is unique to the call, so no other call writes to this file.
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        let mut part = path.as_os_str().to_owned();
        part.push(format!(".{}.{}.part", std::process::id(), CALLS.fetch_add(1, Relaxed)));
        let part = Path::new(&part);
        let file = File::create_new(part)?;
        let saved = self.write_to(&file).and_then(|()| file.sync_all()).and_then(|()| name(part, path));
        // The incomplete file is useless; after a link, so is its second name.
        let _ = fs::remove_file(part);
        saved
    }
}

/// Gives a file a name that does not exist.
fn name(part: &Path, path: &Path) -> Result<()> {
    match fs::hard_link(part, path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => fs::rename(part, path),
        linked => linked,
    }
}
