//! Commitments with tables of multiples of the generators.

use alloc::vec::Vec;

use vorpal_msm::FixedBases;

use crate::{Basis, Commitment, Error, Profile, Scalar, WIDTH};

/// Commits to vectors of up to 256 scalars.
///
/// Contains tables of the generators' multiples, whose size is given by a [`Profile`]. Construction is expensive, so
/// share one committer. Single commitments allocate no memory. Variable time.
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
    pub(crate) tables: FixedBases<Commitment>,
    /// A table of 384 KiB for `Q`, which the inner product argument multiplies by scalars.
    q: FixedBases<Commitment>,
    /// The digest of the basis.
    pub(crate) digest: [u8; 32],
}

impl Committer {
    /// A committer for a basis, with the default [`Profile`]. Runs on the caller's rayon pool with feature `parallel`.
    pub fn new(basis: &Basis) -> Self {
        Self::with_profile(basis, Profile::default())
    }

    /// A committer for a basis. Runs on the caller's rayon pool with feature `parallel`. Costs an addition and a
    /// normalisation, about 15M, for each table entry.
    pub fn with_profile(basis: &Basis, profile: Profile) -> Self {
        let tables = FixedBases::with_widths(basis.generators(), |base| profile.width(base));
        Self::of(tables.expect("the widths of profiles are valid"), basis)
    }

    /// A committer for a basis, with windows of `bits` bits: `ceil(253 / bits)` additions for a full scalar and
    /// `256 ceil(253 / bits) 2^(bits - 1)` entries of 96 bytes.
    ///
    /// # Errors
    /// [`Error::Tables`] unless `2 <= bits <= 16`.
    pub fn with_window(basis: &Basis, bits: usize) -> Result<Self, Error> {
        let tables = FixedBases::new(basis.generators(), bits).map_err(Error::Tables)?;
        Ok(Self::of(tables, basis))
    }

    pub(crate) fn of(tables: FixedBases<Commitment>, basis: &Basis) -> Self {
        let q = FixedBases::new(&[*basis.q()], 8);
        Self { tables, q: q.expect("8 is a valid width"), digest: basis.digest() }
    }

    /// `scalar Q`. At most 32 additions.
    pub(crate) fn times_q(&self, scalar: Scalar) -> Commitment {
        self.q.mul_vartime(0, &scalar).expect("there is one base")
    }

    /// `scalar G_index`, the single product. An addition for each nonzero digit of the scalar: at most 37 with the
    /// default profile, less for scalars near zero, on both sides. For sums of products,
    /// [`commit_sparse`](Self::commit_sparse) and [`commit_batch`](Self::commit_batch) are faster.
    ///
    /// ```
    /// use vorpal_ipa::{Basis, Committer, Profile, Scalar};
    /// let committer = Committer::with_profile(&Basis::default(), Profile::Small);
    /// let scalar = Scalar::from(7);
    /// assert_eq!(committer.mul_index(3, &scalar), committer.commit_sparse([(3, scalar)]));
    /// ```
    pub fn mul_index(&self, index: u8, scalar: &Scalar) -> Commitment {
        self.tables.mul_vartime(usize::from(index), scalar).expect("there are 256 bases, one for every index")
    }

    /// The [digest](Basis::digest) of the basis.
    pub fn basis_digest(&self) -> &[u8; 32] {
        &self.digest
    }

    /// The size of the tables of the generators in bytes.
    pub fn bytes(&self) -> usize {
        self.tables.bytes()
    }

    /// `sum of values[i] G_i`. Missing values are zero. More than 256 values do not build. If their number is known
    /// only at run time, use [`try_commit`](Self::try_commit).
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

    /// `sum of value G_index` over the terms `(index, value)`. Indices may repeat.
    pub fn commit_sparse(&self, terms: impl IntoIterator<Item = (u8, Scalar)>) -> Commitment {
        let terms = terms.into_iter().map(|(index, value)| (usize::from(index), value));
        self.tables.msm_sparse_vartime(terms).expect("there are 256 bases, one for every index")
    }

    /// `old + sum of delta G_index`: the commitment after adding its delta to the value at each index. The number of
    /// additions is the number of non-zero digits of each delta or of its negative, whichever is the smaller integer.
    pub fn commit_delta(
        &self,
        old: Commitment,
        deltas: impl IntoIterator<Item = (u8, Scalar)>,
    ) -> Commitment {
        old + self.commit_sparse(deltas)
    }

    /// [`commit_sparse`](Self::commit_sparse) of each vector of terms, with one stream of additions for each group of
    /// about 512 terms. Runs on the caller's rayon pool with feature `parallel`.
    pub fn commit_batch(&self, vectors: &[impl AsRef<[(u8, Scalar)]> + Sync]) -> Vec<Commitment> {
        self.tables.msm_batch_vartime(vectors).expect("there are 256 bases, one for every index")
    }

    /// [`commit_delta`](Self::commit_delta) of each commitment and its deltas, computed as in
    /// [`commit_batch`](Self::commit_batch).
    ///
    /// # Panics
    /// If the numbers of commitments and of vectors of deltas differ.
    pub fn commit_delta_batch(
        &self,
        old: &[Commitment],
        deltas: &[impl AsRef<[(u8, Scalar)]> + Sync],
    ) -> Vec<Commitment> {
        self.tables.add_msm_batch_vartime(old, deltas).expect("there are 256 bases, one for every index")
    }
}
