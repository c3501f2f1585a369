//! Trusted setups with tables.

use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering};

use vorpal_kzg::Setup;

use crate::Error;
use crate::constants::FIELD_ELEMENTS_PER_BLOB;
use crate::error::KzgErrors;

/// How many values `precompute` has.
pub(crate) const NUMBER_OF_TABLES: usize = 16;
/// The largest value of `precompute`.
pub(crate) const MAX_PRECOMPUTE: u64 = NUMBER_OF_TABLES as u64 - 1;

/// The powers in G2.
const POWERS_G2: usize = 65;

/// A trusted setup with tables. Each setup that is loaded equals itself only.
///
/// The argument `precompute` of all constructors is at most 15. Tables have at most the memory that c-kzg uses for the
/// same number: 768 KiB times `2^(precompute - 1)`, or 1.5 MiB if that is more. With 0, the first proofs of cells make
/// tables of 1.5 MiB. From 3 on, tables serve commitments and proofs of values too.
#[derive(Debug, Hash, PartialEq, Eq)]
pub struct KzgSettings {
    setup: Loaded,
}

/// A setup with a number that no other has.
struct Loaded {
    number: usize,
    setup: Setup,
}

impl KzgSettings {
    /// The setup of these points, 4,096 powers in G1, 4,096 points of the Lagrange basis and 65 powers in G2, each list
    /// in natural order, compressed. All points and their relations are checked.
    ///
    /// # Errors
    /// [`Error::InvalidTrustedSetup`].
    pub fn load_trusted_setup(
        g1_monomial_bytes: &[u8],
        g1_lagrange_bytes: &[u8],
        g2_monomial_bytes: &[u8],
        precompute: u64,
    ) -> Result<Self, Error> {
        let powers = encodings("powers in G1", g1_monomial_bytes)?;
        let lagrange = encodings("points of the Lagrange basis", g1_lagrange_bytes)?;
        let powers_g2 = encodings("powers in G2", g2_monomial_bytes)?;
        Self::with_tables(Setup::from_encodings(lagrange, powers, powers_g2).map_err(invalid)?, precompute)
    }

    /// The setup of a text: the numbers 4096 and 65, the points of the Lagrange basis, the powers in G2 and those in
    /// G1, a line each.
    ///
    /// # Errors
    /// [`Error::LoadingTrustedSetupFailed`], [`Error::InvalidTrustedSetup`].
    pub fn parse_kzg_trusted_setup(trusted_setup: &str, precompute: u64) -> Result<Self, Error> {
        let mut lines = trusted_setup.lines();
        for expected in [FIELD_ELEMENTS_PER_BLOB, POWERS_G2] {
            let line = lines.next().ok_or(KzgErrors::FileFormatError)?;
            if line.parse::<usize>().map_err(|_| KzgErrors::ParseError)? != expected {
                return Err(KzgErrors::MismatchedNumberOfPoints.into());
            }
        }
        let mut points = |number: usize, length: usize| -> Result<Vec<u8>, KzgErrors> {
            let mut bytes = vec![0; number * length];
            for point in bytes.chunks_exact_mut(length) {
                let line = lines.next().ok_or(KzgErrors::FileFormatError)?;
                hex::decode_to_slice(line, point).map_err(|_| KzgErrors::ParseError)?;
            }
            Ok(bytes)
        };
        let lagrange = points(FIELD_ELEMENTS_PER_BLOB, 48)?;
        let powers_g2 = points(POWERS_G2, 96)?;
        let powers = points(FIELD_ELEMENTS_PER_BLOB, 48)?;
        if lines.next().is_some() {
            return Err(KzgErrors::FileFormatError.into());
        }
        Self::load_trusted_setup(&powers, &lagrange, &powers_g2, precompute)
    }

    /// The setup of a file with the text of [`parse_kzg_trusted_setup`](Self::parse_kzg_trusted_setup).
    ///
    /// # Errors
    /// [`Error::InvalidTrustedSetup`], also if the file cannot be read.
    #[cfg(feature = "std")]
    pub fn load_trusted_setup_file(file_path: &std::path::Path, precompute: u64) -> Result<Self, Error> {
        let text = std::fs::read_to_string(file_path)
            .map_err(|error| Error::InvalidTrustedSetup(format!("{}: {error}", file_path.display())))?;
        Self::with_tables(Setup::from_text(&text).map_err(invalid)?, precompute)
    }

    /// [`load_trusted_setup_file`](Self::load_trusted_setup_file) with a path of C.
    ///
    /// # Errors
    /// As [`load_trusted_setup_file`](Self::load_trusted_setup_file).
    #[cfg(feature = "std")]
    pub fn load_trusted_setup_file_inner(
        file_path: &core::ffi::CStr,
        precompute: u64,
    ) -> Result<Self, Error> {
        #[cfg(unix)]
        let path = std::os::unix::ffi::OsStrExt::from_bytes(file_path.to_bytes());
        #[cfg(not(unix))]
        let path = std::ffi::OsStr::new(
            file_path.to_str().map_err(|error| Error::InvalidTrustedSetup(format!("the path: {error}")))?,
        );
        let path: &std::ffi::OsStr = path;
        Self::load_trusted_setup_file(path.as_ref(), precompute)
    }

    /// A setup with tables of the memory that c-kzg uses.
    pub(crate) fn with_tables(setup: Setup, precompute: u64) -> Result<Self, Error> {
        match precompute {
            0 => Ok(setup.into()),
            1..=MAX_PRECOMPUTE => {
                let memory = usize::try_from((8192 * 96) << (precompute - 1)).unwrap_or(usize::MAX);
                let smallest = setup.table_plan().bytes();
                setup.with_memory(memory.max(smallest)).map(Self::from).map_err(invalid)
            }
            _ => Err(Error::InvalidTrustedSetup(format!(
                "precompute is {precompute}; 0 to {MAX_PRECOMPUTE} are supported"
            ))),
        }
    }

    pub(crate) fn setup(&self) -> &Setup {
        &self.setup.setup
    }
}

impl From<Setup> for KzgSettings {
    /// The settings with the tables of a setup.
    fn from(setup: Setup) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self { setup: Loaded { number, setup } }
    }
}

impl AsRef<Setup> for KzgSettings {
    fn as_ref(&self) -> &Setup {
        self.setup()
    }
}

impl core::fmt::Debug for Loaded {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.setup.fmt(f)
    }
}

impl PartialEq for Loaded {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Loaded {}

impl core::hash::Hash for Loaded {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

/// The encodings of points.
fn encodings<'a, const N: usize>(points: &str, bytes: &'a [u8]) -> Result<&'a [[u8; N]], Error> {
    match bytes.as_chunks() {
        (encodings, []) => Ok(encodings),
        _ => Err(Error::InvalidTrustedSetup(format!(
            "{points}: {} bytes are no list of points of {N} bytes",
            bytes.len()
        ))),
    }
}

fn invalid(error: vorpal_kzg::Error) -> Error {
    Error::InvalidTrustedSetup(error.to_string())
}
