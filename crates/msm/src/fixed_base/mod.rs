//! Sums over a few fixed points, by tables of their multiples.

mod build;
mod format;
mod layout;

use alloc::vec::Vec;

use vorpal_curves::{Group, PackedGroup};
use vorpal_fields::prefetch;
use vorpal_limbs::count;

use self::layout::Layout;
use crate::Error;
use crate::digits::SignedDigits;
use crate::entry_sums::{Entry, Segments, Single, identity_entry};
use crate::lists::Member;

/// The number of terms of a task of one thread.
const TERMS_PER_TASK: usize = 512;

/// Tables for a vector of bases: for each base `B` and each window `w` of `width` bits the multiples
/// `1, 2, ..., 2^(width - 1)` of `2^(width w) B`, normalised. A multiplication by a scalar takes one addition per
/// nonzero digit and no doublings. Every base has its own width.
///
/// Sixteen additions run at a time in packed values ([`PackedGroup`](vorpal_curves::PackedGroup)): 8M each for
/// Banderwagon. The digits of one sum, or of consecutive sums of a batch, are cut into sixteen segments of the same
/// length, one per lane, so all lanes are used whatever the lengths of the sums. A single sum takes fifteen more
/// additions at the end, and a batch one for each sum that is cut.
///
/// Memory: `ceil(bits / width) * 2^(width - 1)` points for each base; with windows of 8 bits 4096 points per base of
/// 253 or 256 bits (for Banderwagon, 96 bytes per point, 384 KiB per base).
///
/// ```
/// use vorpal_curves::{Group, bandersnatch::Banderwagon};
/// use vorpal_fields::primes::BandersnatchScalar as Scalar;
/// use vorpal_msm::FixedBases;
/// let g = Banderwagon::generator();
/// let table = FixedBases::<Banderwagon>::new(&[g.to_affine(), g.double().to_affine()], 8)?;
/// // 3 G + 5 (2 G) = 13 G
/// let sum = table.msm_vartime(&[Scalar::from(3), Scalar::from(5)])?;
/// assert_eq!(sum, g.mul_vartime(&Scalar::from(13)));
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FixedBases<G: Group> {
    layout: Layout,
    entries: Vec<Entry<G>>,
    /// The entry of the neutral element.
    identity: Entry<G>,
}

impl<G: Group> FixedBases<G> {
    /// Tables for `bases` with windows of `width` bits: see [`with_widths`](Self::with_widths).
    ///
    /// # Errors
    /// [`Error::Width`] unless `2 <= width <= 16`.
    pub fn new(bases: &[G::Affine], width: usize) -> Result<Self, Error> {
        Self::with_widths(bases, |_| width)
    }

    /// Tables for `bases` with windows of `width(i)` bits for base `i`. Runs on the caller's rayon pool with feature
    /// `parallel`. Costs an addition and a normalisation for each entry. Time depends on the bases.
    ///
    /// # Errors
    /// [`Error::Width`] unless every width is between 2 and 16; [`Error::NotPossible`] for more than `2^31` entries,
    /// and if there is no memory for them.
    pub fn with_widths(bases: &[G::Affine], width: impl Fn(usize) -> usize) -> Result<Self, Error> {
        let layout = Layout::new::<G::Scalar>(bases.len(), width)?;
        let identity = identity_entry::<G>();
        let entries = build::tables::<G>(bases, &layout, identity)?;
        Ok(Self { layout, entries, identity })
    }

    /// The number of bases.
    pub fn len(&self) -> usize {
        self.layout.len()
    }

    /// Whether there are no bases.
    pub fn is_empty(&self) -> bool {
        self.layout.len() == 0
    }

    /// The size of the tables in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.entries.as_slice())
    }

    /// `scalar bases[index]`. Time depends on the scalar. No allocation.
    ///
    /// One addition after the other, without lanes: that is faster for a single product, since the sum of sixteen lanes
    /// takes fifteen additions.
    ///
    /// # Errors
    /// [`Error::NoSuchBase`] if the index is out of range.
    pub fn mul_vartime(&self, index: usize, scalar: &G::Scalar) -> Result<G, Error> {
        // Digits cost little beside additions, so they are computed twice: the entries are in the cache the second
        // time.
        self.members(index, scalar, |member| prefetch(&self.entries[member.index()]))?;
        let (mut product, mut additions) = (G::IDENTITY, 0);
        self.members(index, scalar, |member| {
            product = G::Packed::add_entry(&product, &self.entries[member.index()], member.is_negative());
            additions += 1;
        })?;
        count::fixed_base_additions(additions);
        Ok(product)
    }

    /// `sum of scalars[i] bases[i]`; missing scalars count as zero. Time depends on the scalars. No allocation.
    ///
    /// # Errors
    /// [`Error::TooManyScalars`] if there are more scalars than bases.
    pub fn msm_vartime(&self, scalars: &[G::Scalar]) -> Result<G, Error> {
        if scalars.len() > self.len() {
            return Err(Error::TooManyScalars { bases: self.len(), scalars: scalars.len() });
        }
        self.msm_sparse_vartime(scalars.iter().copied().enumerate())
    }

    /// `sum of scalar bases[index]` over the terms `(index, scalar)`, which may repeat. Time depends on the terms. No
    /// allocation.
    ///
    /// # Errors
    /// [`Error::NoSuchBase`] if an index is out of range.
    pub fn msm_sparse_vartime(
        &self,
        terms: impl IntoIterator<Item = (usize, G::Scalar)>,
    ) -> Result<G, Error> {
        let mut sum = Single::<G>::new(&self.entries, &self.identity);
        for (index, scalar) in terms {
            self.members(index, &scalar, |member| sum.push(member))?;
        }
        let (sum, additions) = sum.finish();
        count::fixed_base_additions(additions);
        Ok(sum)
    }

    /// `sum of scalar bases[index]` over the terms of each list. Time depends on the terms. Runs on the caller's rayon
    /// pool with feature `parallel`. Allocates four bytes for each digit of some 512 terms at a time.
    ///
    /// # Errors
    /// [`Error::NoSuchBase`] if an index is out of range.
    pub fn msm_batch_vartime<I, L>(&self, lists: &[L]) -> Result<Vec<G>, Error>
    where
        I: Copy + Into<usize> + Sync,
        L: AsRef<[(I, G::Scalar)]> + Sync,
    {
        self.msm_of_lists_vartime(lists, None)
    }

    /// `starts[i] + sum of scalar bases[index]` over the terms of list `i`, as
    /// [`msm_batch_vartime`](Self::msm_batch_vartime); + 9M for each list that has terms.
    ///
    /// # Errors
    /// [`Error::NoSuchBase`] if an index is out of range.
    ///
    /// # Panics
    /// If the numbers of starts and lists differ.
    #[allow(clippy::panic, reason = "different lengths are a programming error")]
    pub fn add_msm_batch_vartime<I, L>(&self, starts: &[G], lists: &[L]) -> Result<Vec<G>, Error>
    where
        I: Copy + Into<usize> + Sync,
        L: AsRef<[(I, G::Scalar)]> + Sync,
    {
        assert!(starts.len() == lists.len(), "{} starts for {} lists", starts.len(), lists.len());
        self.msm_of_lists_vartime(lists, Some(starts))
    }

    fn msm_of_lists_vartime<I, L>(&self, lists: &[L], starts: Option<&[G]>) -> Result<Vec<G>, Error>
    where
        I: Copy + Into<usize> + Sync,
        L: AsRef<[(I, G::Scalar)]> + Sync,
    {
        let total: usize = lists.iter().map(|list| list.as_ref().len()).sum();
        // A few parts for each thread, which balances the threads.
        let most = match vorpal_threads::number() {
            1 => TERMS_PER_TASK,
            threads => total.div_ceil(4 * threads).clamp(TERMS_PER_TASK / 2, TERMS_PER_TASK),
        };
        let mut parts = Vec::new();
        let (mut start, mut terms) = (0, 0);
        for (i, list) in lists.iter().enumerate() {
            terms += list.as_ref().len();
            if terms >= most || i + 1 == lists.len() {
                parts.push((&lists[start..=i], starts.map(|starts| &starts[start..=i])));
                (start, terms) = (i + 1, 0);
            }
        }
        let mut sums = Vec::with_capacity(lists.len());
        for part in vorpal_threads::map(&parts, |(lists, starts)| self.part_vartime(lists, *starts)) {
            sums.extend(part?);
        }
        Ok(sums)
    }

    fn part_vartime<I, L>(&self, lists: &[L], starts: Option<&[G]>) -> Result<Vec<G>, Error>
    where
        I: Copy + Into<usize>,
        L: AsRef<[(I, G::Scalar)]>,
    {
        let mut members = Vec::new();
        let mut ends = Vec::with_capacity(lists.len());
        for list in lists {
            for (index, scalar) in list.as_ref() {
                self.members((*index).into(), scalar, |member| members.push(member))?;
            }
            ends.push(members.len());
        }
        count::fixed_base_additions(members.len());
        let sums = Segments::<G>::new(&self.entries, &self.identity, &members, &ends);
        Ok(match starts {
            Some(starts) => sums.onto(starts).sums(),
            None => sums.sums(),
        })
    }

    /// The entries whose sum is `scalar bases[index]`.
    #[inline]
    fn members(&self, index: usize, scalar: &G::Scalar, mut member: impl FnMut(Member)) -> Result<(), Error> {
        let Some(base) = self.layout.base(index) else {
            return Err(Error::NoSuchBase { bases: self.len(), index });
        };
        let mut row = base.start;
        for digit in SignedDigits::of_scalar_vartime(scalar, base.width).short() {
            if digit != 0 {
                member(Member::new(row + digit.unsigned_abs() as usize - 1, digit < 0));
            }
            row += 1 << (base.width - 1);
        }
        Ok(())
    }
}
