//! Fixed bases of short Weierstrass curves: multiples in tables, so that windows share buckets.

mod aligned;
mod digits;
mod format;
#[cfg(feature = "mmap")]
mod mapped;
mod plan;
#[cfg(feature = "std")]
mod read;
mod sum;
mod tables;

use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;

use vorpal_curves::models::weierstrass::WeierstrassCurve;
use vorpal_fields::PrimeField;

use self::plan::NO_ENDOMORPHISM;
use self::tables::Tables;
use crate::{Bases, Error, FormatError};

pub use aligned::AlignedBytes;
#[cfg(feature = "mmap")]
pub use mapped::MappedBytes;
pub use plan::PreparedPlan;

/// Bases that are known beforehand, with tables of their multiples, for long sums.
///
/// With windows of `c` bits and tables that are `t` windows apart, table `j` has `2^(c t j) P` of each base `P`, and
///
/// ```text
/// sum of s_i P_i = sum over i, w of d(i, w) 2^(c w) P_i
///                = sum over k < t of 2^(c k) (sum over i, j of d(i, k + t j) (2^(c t j) P_i))
/// ```
///
/// for the digits `d` of the scalars: all windows `k + t j` of the same `k` share a set of buckets. A sum has the
/// weights of `t` sets of buckets instead of one for each window, wider windows pay, and there are `c t` doublings
/// instead of one for each bit. [`PreparedPlan`] chooses `c` and `t` for the memory; with halves of scalars, for
/// points of the prime subgroup, the images of all multiples are stored too, at half the price of another table.
///
/// Any bases of the curve, infinity, repeated and opposite ones among them. The tables are held as they are
/// [written](Self::write_to), in `T`: in memory of their own, in any bytes, or in a file that is mapped.
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
    /// A bit for each point of the tables that is infinity; nothing if none is.
    infinite: Vec<u64>,
    /// What a sum may take, in bytes.
    sum_memory: usize,
    curve: PhantomData<fn() -> C>,
}

/// What a sum may take by default, and more where the tables are larger than half of it.
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

    /// Tables as planned.
    ///
    /// # Errors
    /// [`Error::NotPossible`] if the plan is one for another number of points, or splits scalars where points are not
    /// known to be in the prime subgroup; [`Error::Width`].
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
    /// The bases whose [bytes](Self::as_bytes) these are. Nothing is copied; bytes at a multiple of 64 are the
    /// fastest.
    ///
    /// Checked: header, curve, length, the checksum, and that every coordinate is canonical. Trusted: that the points
    /// are on the curve and the tables consistent, as the checksum shows unless someone wanted otherwise; whoever
    /// does not trust the source calls [`verify_vartime`](Self::verify_vartime). If `T` gives other bytes later, sums
    /// may be wrong: no check is repeated but that of the range of coordinates.
    ///
    /// # Errors
    /// [`FormatError`], which says what is wrong.
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

    /// Whether the bases are points of the curve, of its prime subgroup if scalars are split, and the tables have
    /// their multiples and nothing else. As long as it takes to make them.
    ///
    /// # Errors
    /// [`FormatError`] with the number of the first point that is wrong.
    pub fn verify_vartime(&self) -> Result<(), FormatError> {
        self.tables().verify_vartime(self.plan.width * self.plan.stride)
    }

    /// The bytes, from which [`from_bytes`](Self::from_bytes) makes the same bases: a header, coordinates in
    /// Montgomery form, a checksum; the same on all machines.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Writes the [bytes](Self::as_bytes).
    ///
    /// # Errors
    /// Those of the writer.
    #[cfg(feature = "std")]
    pub fn write_to(&self, mut writer: impl std::io::Write) -> std::io::Result<()> {
        writer.write_all(self.as_bytes())
    }

    /// How the bases are prepared.
    pub fn plan(&self) -> &PreparedPlan {
        &self.plan
    }

    /// How many bases there are.
    pub fn len(&self) -> usize {
        self.plan.points
    }

    /// Whether there are no bases.
    pub fn is_empty(&self) -> bool {
        self.plan.points == 0
    }

    /// The same bases, whose sums take at most so many bytes beside bases and scalars, about. The default is 64 MiB or
    /// twice the [bytes](Self::as_bytes), whichever is more.
    ///
    /// What the plan's windows need does not follow from the number of bases: a single base may have windows of 20
    /// bits, and half a million buckets for each. Where that is too much, fewer sets of buckets are worked on at a
    /// time, and if not even one fits, windows are narrower, as far as the same tables serve them.
    #[must_use]
    pub fn sum_memory(self, bytes: usize) -> Self {
        Self { sum_memory: bytes, ..self }
    }

    fn tables(&self) -> Tables<'_, C> {
        Tables::new(format::body(self.bytes.as_ref()), self.plan.layout::<C>())
    }
}

/// A bit for each of `number`, set for those of the list; nothing for an empty list.
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
