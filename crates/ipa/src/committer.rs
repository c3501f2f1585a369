use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use vorpal_msm::{FixedBases, ReadError};

use crate::{Basis, Commitment, Error, Profile, Scalar, WIDTH};

/// Commits to vectors of up to 256 scalars.
///
/// Holds tables of the generators' multiples, as large as a [`Profile`] says. Build one and share it. Single
/// commitments allocate nothing. Variable time.
///
/// ```
/// use vorpal_ipa::{Basis, Committer, Profile, Scalar};
/// let committer = Committer::with_profile(&Basis::default(), Profile::Small);
/// let old = committer.commit(&[Scalar::from(1), Scalar::from(2)]);
/// let new = committer.commit_delta(old, [(1, Scalar::from(5))]);
/// assert_eq!(new, committer.commit(&[Scalar::from(1), Scalar::from(7)]));
/// ```
#[derive(Clone, Debug)]
pub struct Committer {
    tables: FixedBases<Commitment>,
    /// 384 KiB for `Q`, the generator of the group, which inner products are multiplied by.
    q: FixedBases<Commitment>,
    /// Of the basis.
    digest: [u8; 32],
}

impl Committer {
    /// Tables for a basis, of the default [`Profile`]. On the caller's rayon pool.
    pub fn new(basis: &Basis) -> Self {
        Self::with_profile(basis, Profile::default())
    }

    /// Tables for a basis. On the caller's rayon pool; an addition and a normalisation, about 15M, for each entry.
    pub fn with_profile(basis: &Basis, profile: Profile) -> Self {
        let tables = FixedBases::with_widths(basis.generators(), |base| profile.width(base));
        Self::of(tables.expect("the widths of profiles are possible"), basis.digest())
    }

    /// Tables for a basis, with windows of `bits` bits: `ceil(253 / bits)` additions for a full scalar and
    /// `256 ceil(253 / bits) 2^(bits - 1)` entries of 96 bytes.
    ///
    /// # Errors
    /// [`Error::Tables`] unless `2 <= bits <= 16`.
    pub fn with_window(basis: &Basis, bits: usize) -> Result<Self, Error> {
        let tables = FixedBases::new(basis.generators(), bits).map_err(Error::Tables)?;
        Ok(Self::of(tables, basis.digest()))
    }

    fn of(tables: FixedBases<Commitment>, digest: [u8; 32]) -> Self {
        let q = FixedBases::new(&[Commitment::generator().to_affine()], 8);
        Self { tables, q: q.expect("8 is a possible width"), digest }
    }

    /// `scalar Q`: at most 32 additions.
    pub(crate) fn times_q(&self, scalar: Scalar) -> Commitment {
        self.q.msm_vartime(&[scalar]).expect("one scalar for one base")
    }

    /// The tables that were [saved](Self::save) in a file, if they are for this basis: checksum, digest of the basis
    /// and every coordinate are checked, and that the first multiple of each generator is the generator. The other multiples are
    /// trusted: who can write the file can choose what is committed to and which proofs are accepted, so keep it where only
    /// you can. The file is read once, its header first, and decoded as it comes: a file that is changed afterwards
    /// changes nothing.
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
            // Nothing is summed here.
            _ => io(std::io::ErrorKind::Other.into()),
        })?;
        if tables.len() != WIDTH {
            return Err(file(vorpal_msm::FormatError::Label));
        }
        match tables.first_unlike(basis.generators()) {
            Some(index) => Err(file(vorpal_msm::FormatError::WrongMultiple { table: 0, index })),
            None => Ok(Self::of(tables, digest)),
        }
    }

    /// Saves the tables for [`load`](Self::load). A file that is there is replaced once the new one is complete.
    ///
    /// # Errors
    /// [`Error::Io`], with the path.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        // A name of its own for each call, so that nobody else writes there.
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
            // What is left of it helps nobody.
            let _ = std::fs::remove_file(&part);
            Error::Io { path: path.into(), kind: error.kind() }
        })
    }

    /// The [digest](Basis::digest) of the basis.
    pub fn basis_digest(&self) -> &[u8; 32] {
        &self.digest
    }

    /// The memory that the tables take, in bytes.
    pub fn bytes(&self) -> usize {
        self.tables.bytes()
    }

    /// `sum of values[i] G_i`; missing values count as zero. More than 256 values do not build; where their number is
    /// known only when the program runs, see [`try_commit`](Self::try_commit).
    ///
    /// ```compile_fail,E0080
    /// use vorpal_ipa::{Basis, Committer, Profile, Scalar};
    /// let committer = Committer::with_profile(&Basis::default(), Profile::Small);
    /// let commitment = committer.commit(&[Scalar::ONE; 257]);
    /// ```
    pub fn commit<const N: usize>(&self, values: &[Scalar; N]) -> Commitment {
        const { assert!(N <= WIDTH, "a commitment is to at most 256 values") };
        self.tables.msm_vartime(values).expect("there are 256 bases, one for every value")
    }

    /// [`commit`](Self::commit) to any number of values.
    ///
    /// # Errors
    /// [`Error::TooManyValues`] if there are more than 256.
    pub fn try_commit(&self, values: &[Scalar]) -> Result<Commitment, Error> {
        if values.len() > WIDTH {
            return Err(Error::TooManyValues { found: values.len() });
        }
        self.tables.msm_vartime(values).map_err(Error::Tables)
    }

    /// `sum of value G_index` over the terms `(index, value)`; indices may repeat.
    pub fn commit_sparse(&self, terms: impl IntoIterator<Item = (u8, Scalar)>) -> Commitment {
        let terms = terms.into_iter().map(|(index, value)| (usize::from(index), value));
        self.tables.msm_sparse_vartime(terms).expect("there are 256 bases, one for every index")
    }

    /// `old + sum of delta G_index`: the commitment after the value at each index grew by its delta. The cost follows
    /// the non-zero digits of the deltas or of their negatives, whichever is the smaller integer.
    pub fn commit_delta(
        &self,
        old: Commitment,
        deltas: impl IntoIterator<Item = (u8, Scalar)>,
    ) -> Commitment {
        old + self.commit_sparse(deltas)
    }

    /// [`commit_sparse`](Self::commit_sparse) of each vector of terms, through one stream of additions for each part of
    /// some 512 terms. On the caller's rayon pool.
    pub fn commit_batch(&self, vectors: &[impl AsRef<[(u8, Scalar)]> + Sync]) -> Vec<Commitment> {
        self.tables.msm_batch_vartime(vectors).expect("there are 256 bases, one for every index")
    }

    /// [`commit_delta`](Self::commit_delta) of each commitment and its deltas, as [`commit_batch`](Self::commit_batch).
    ///
    /// # Panics
    /// Unless there are as many commitments as vectors of deltas.
    pub fn commit_delta_batch(
        &self,
        old: &[Commitment],
        deltas: &[impl AsRef<[(u8, Scalar)]> + Sync],
    ) -> Vec<Commitment> {
        self.tables.add_msm_batch_vartime(old, deltas).expect("there are 256 bases, one for every index")
    }
}
