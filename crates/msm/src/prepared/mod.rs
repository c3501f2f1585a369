//! Sums over fixed bases of short Weierstrass curves, with tables of multiples so that windows share buckets.

mod aligned;
mod digits;
mod format;
#[cfg(feature = "mmap")]
mod mapped;
mod plan;
#[cfg(feature = "std")]
mod read;
#[cfg(feature = "std")]
mod save;
mod sum;
mod tables;

use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::PrimeField;

use self::plan::NO_ENDOMORPHISM;
use self::tables::Tables;
use crate::{Bases, Error, FormatError};

pub use aligned::AlignedBytes;
#[cfg(feature = "mmap")]
pub use mapped::MappedBytes;
pub use plan::PreparedPlan;

/// Fixed bases with tables of their multiples, for long sums.
///
/// Let windows have `c` bits and tables be `t` windows apart. Table `j` has `2^(c t j) P` of each base `P`, and
///
/// ```text
/// sum of s_i P_i = sum over i, w of d(i, w) 2^(c w) P_i
///                = sum over k < t of 2^(c k) (sum over i, j of d(i, k + t j) (2^(c t j) P_i))
/// ```
///
/// for the digits `d` of the scalars: all windows `k + t j` with the same `k` share a set of buckets. A sum has `t`
/// weighted sums of buckets instead of one per window, so wider windows pay. It has `c t` doublings instead of one per
/// bit.
///
/// [`PreparedPlan`] chooses `c` and `t` for the memory. If scalars are split, which requires points of the prime
/// subgroup, the tables also contain the images of all multiples. The images take half as much memory as the multiples.
///
/// All bases of the curve are valid, including infinity, repeated and opposite points. `T` holds the tables in the
/// format of [`write_to`](Self::write_to): in aligned memory, in other bytes, or in a mapped file.
///
/// Source: E. Brickell, D. Gordon, K. McCurley, D. Wilson, "Fast exponentiation with precomputation", 1992, whose
/// buckets are shared by all windows.
///
/// ```
/// use vorpal_curves::bn254::{Affine, Bn254G1, Jacobian};
/// use vorpal_msm::PreparedBases;
/// let bases = PreparedBases::new(&[Affine::GENERATOR, -Affine::GENERATOR], 1 << 16)?;
/// println!("{}", bases.plan().explain());
/// assert_eq!(bases.msm_vartime(&[7u64, 5])?, Jacobian::GENERATOR.double());
/// let copy = PreparedBases::<Bn254G1, _>::from_bytes(bases.as_bytes())?;
/// assert_eq!(copy.msm_vartime(&[2u64])?, Jacobian::GENERATOR.double());
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PreparedBases<C, T = AlignedBytes> {
    plan: PreparedPlan,
    bytes: T,
    /// A bitmap of the points of the tables that are infinity; empty if there are none.
    infinite: Vec<u64>,
    /// The memory limit of a sum in bytes.
    sum_memory: usize,
    curve: PhantomData<fn() -> C>,
}

/// The default memory limit of a sum in bytes, or twice the size of the tables if that is more.
const SUM_MEMORY: usize = 64 << 20;

impl<C: WeierstrassCurve<Base: PrimeField>> PreparedBases<C> {
    /// Computes tables of at most `memory` bytes, by the plan of [`PreparedPlan::choose`].
    ///
    /// Each point of each table but the first takes `c t` doublings of 7M, and 6M + 1S for its normalisation.
    ///
    /// # Errors
    /// [`Error::Memory`] if the points do not fit; [`Error::NotPossible`] for more than 2^31 points.
    pub fn new<B: Bases<Curve = C> + ?Sized>(points: &B, memory: usize) -> Result<Self, Error> {
        Self::with_plan(points, &PreparedPlan::choose(points, memory)?)
    }

    /// Computes the tables of this plan.
    ///
    /// # Errors
    /// [`Error::NotPossible`] if the plan is for another number of points, or splits scalars while the points are not
    /// known to be in the prime subgroup; the errors of [`PreparedPlan::new`].
    pub fn with_plan<B: Bases<Curve = C> + ?Sized>(points: &B, plan: &PreparedPlan) -> Result<Self, Error> {
        let number = points.points().len();
        if plan.points != number {
            return Err(Error::NotPossible { what: "the plan", why: "it is for another number of points" });
        }
        if plan.endomorphism && !points.in_subgroup() {
            return Err(NO_ENDOMORPHISM);
        }
        let plan = PreparedPlan::new::<C>(number, plan.width, plan.stride, plan.endomorphism)?;
        let mut bytes = AlignedBytes::zeros(plan.bytes);
        let layout = plan.layout::<C>();
        let tables = layout.bytes().unwrap_or_default();
        let doublings = plan.width * plan.stride;
        tables::fill(points.points(), layout, doublings, &mut bytes.as_mut()[format::HEADER..][..tables]);
        format::seal::<C>(&plan, bytes.as_mut());
        let infinite = Tables::<C>::new(format::body(bytes.as_ref()), layout).infinite()?;
        Ok(Self::of(plan, bytes, &infinite))
    }
}

impl<C: WeierstrassCurve<Base: PrimeField>, T: AsRef<[u8]>> PreparedBases<C, T> {
    /// Decodes the bases from their [bytes](Self::as_bytes) without a copy. Bytes that are aligned to 64 bytes are the
    /// fastest.
    ///
    /// The function checks the header, the curve, the length, the checksum, and that all coordinates are canonical. It
    /// does not check that the points are on the curve and the tables consistent; the checksum only detects accidental
    /// errors. Call [`verify_vartime`](Self::verify_vartime) for bytes of untrusted sources.
    ///
    /// If `T` returns other bytes later, sums may be incorrect: only the range of coordinates is checked again.
    ///
    /// # Errors
    /// [`FormatError`] if the bytes are invalid.
    pub fn from_bytes(bytes: T) -> Result<Self, FormatError> {
        let plan = format::open::<C>(bytes.as_ref())?;
        let layout = plan.layout::<C>();
        let infinite = Tables::<C>::new(format::body(bytes.as_ref()), layout).infinite()?;
        Ok(Self::of(plan, bytes, &infinite))
    }

    fn of(plan: PreparedPlan, bytes: T, infinite: &[usize]) -> Self {
        let infinite = bitmap(infinite, plan.layout::<C>().points());
        let sum_memory = SUM_MEMORY.max(plan.bytes.saturating_mul(2));
        Self { plan, bytes, infinite, sum_memory, curve: PhantomData }
    }

    /// Verifies that the bases are on the curve, or in its prime subgroup if scalars are split, and that the tables
    /// contain exactly their multiples. It takes as long as the computation of the tables.
    ///
    /// # Errors
    /// [`FormatError`] with the index of the first invalid point.
    pub fn verify_vartime(&self) -> Result<(), FormatError> {
        self.tables().verify_vartime(self.plan.width * self.plan.stride)
    }

    /// The bytes that [`from_bytes`](Self::from_bytes) decodes: a header, coordinates in Montgomery form, a checksum.
    /// They are the same on all machines.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Writes the [bytes](Self::as_bytes).
    ///
    /// # Errors
    /// The errors of the writer.
    #[cfg(feature = "std")]
    pub fn write_to(&self, mut writer: impl std::io::Write) -> std::io::Result<()> {
        writer.write_all(self.as_bytes())
    }

    /// The plan of the tables.
    pub fn plan(&self) -> &PreparedPlan {
        &self.plan
    }

    /// The number of bases.
    pub fn len(&self) -> usize {
        self.plan.points
    }

    /// Whether the tables are for these bases: compares the first table, whose points are the bases. The other tables
    /// are checked by [`verify_vartime`](Self::verify_vartime).
    ///
    /// ```
    /// use vorpal_curves::bn254::Affine;
    /// use vorpal_msm::PreparedBases;
    /// let bases = PreparedBases::new(&[Affine::GENERATOR, Affine::IDENTITY], 1 << 16)?;
    /// assert!(bases.is_for_vartime(&[Affine::GENERATOR, Affine::IDENTITY]));
    /// assert!(!bases.is_for_vartime(&[Affine::GENERATOR, -Affine::GENERATOR]));
    /// assert!(!bases.is_for_vartime(&[Affine::GENERATOR]));
    /// # Ok::<(), vorpal_msm::Error>(())
    /// ```
    pub fn is_for_vartime(&self, points: &[Affine<C>]) -> bool {
        let tables = self.tables();
        points.len() == self.len()
            && points.iter().enumerate().all(|(index, point)| tables.point(index) == Some(*point))
    }

    /// Whether there are no bases.
    pub fn is_empty(&self) -> bool {
        self.plan.points == 0
    }

    /// Sets the approximate memory limit of a sum in bytes, without bases and scalars. The default is 64 MiB or twice
    /// the [bytes](Self::as_bytes), whichever is more.
    ///
    /// The memory of a sum is not bounded by the number of bases: a single base may have windows of 20 bits, with half
    /// a million buckets each. A lower limit reduces the number of sets of buckets that are processed at a time. If not
    /// even one set fits, windows are narrower, as far as the same tables support them.
    #[must_use]
    pub fn sum_memory(self, bytes: usize) -> Self {
        Self { sum_memory: bytes, ..self }
    }

    fn tables(&self) -> Tables<'_, C> {
        Tables::new(format::body(self.bytes.as_ref()), self.plan.layout::<C>())
    }
}

/// A bitmap of `number` bits, set for the indices of the list; empty for an empty list.
fn bitmap(list: &[usize], number: usize) -> Vec<u64> {
    if list.is_empty() {
        return Vec::new();
    }
    let mut bits = vec![0; number.div_ceil(64)];
    for index in list {
        bits[index / 64] |= 1u64 << (index % 64);
    }
    bits
}
