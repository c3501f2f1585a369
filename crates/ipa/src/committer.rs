use vorpal_msm::FixedBases;

use crate::{Basis, Commitment, Error, Scalar, WIDTH};

/// The width of the table windows if nobody says otherwise: 32 additions for a full scalar, 16 or 17 for half of one.
const DEFAULT_WINDOW: usize = 8;

/// Commits to vectors of up to 256 scalars.
///
/// Holds tables of the generators' multiples: 96 MiB with the default windows of 8 bits. Build one and share it. No
/// operation allocates. Variable time.
///
/// ```
/// use vorpal_ipa::{Basis, Committer, Scalar};
/// let committer = Committer::with_window(&Basis::default(), 4)?; // small tables
/// let old = committer.commit(&[Scalar::from(1), Scalar::from(2)])?;
/// let new = committer.commit_delta(old, [(1, Scalar::from(5))]);
/// assert_eq!(new, committer.commit(&[Scalar::from(1), Scalar::from(7)])?);
/// # Ok::<(), vorpal_ipa::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Committer {
    tables: FixedBases<Commitment>,
}

impl Committer {
    /// Tables for a basis, with windows of 8 bits.
    pub fn new(basis: &Basis) -> Self {
        Self::with_window(basis, DEFAULT_WINDOW).expect("the default width is a possible one")
    }

    /// Tables for a basis, with windows of `bits` bits: `ceil(253 / bits)` additions for a full scalar and
    /// `256 ceil(253 / bits) 2^(bits - 1)` points of 96 bytes.
    ///
    /// # Errors
    /// [`Error::Tables`] unless `2 <= bits <= 16`.
    pub fn with_window(basis: &Basis, bits: usize) -> Result<Self, Error> {
        FixedBases::new(basis.generators(), bits).map(|tables| Self { tables }).map_err(Error::Tables)
    }

    /// The memory that the tables take, in bytes.
    pub fn bytes(&self) -> usize {
        self.tables.bytes()
    }

    /// `sum of values[i] G_i`; missing values count as zero.
    ///
    /// # Errors
    /// [`Error::TooManyValues`] if there are more than 256.
    pub fn commit(&self, values: &[Scalar]) -> Result<Commitment, Error> {
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
}
