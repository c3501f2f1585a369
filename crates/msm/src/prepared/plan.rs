//! The choice of the tables and windows of prepared bases.

use core::fmt::{self, Display, Formatter};

use vorpal_curves::models::weierstrass::WeierstrassCurve;
use vorpal_fields::{Field, PackedField, PrimeField};

use super::aligned::ALIGNMENT;
use super::format;
use super::tables::Layout;
use crate::cost::{Prices, of_shared_buckets};
use crate::lists::Member;
use crate::recode::{NARROWEST, windows};
use crate::{Bases, Error};

/// The greatest width of a window in bits. For a single set of buckets and a million points, the best width is about
/// twenty bits.
pub(super) const WIDEST: usize = 20;

/// The tables, the windows and the expected cost of [`PreparedBases`](crate::PreparedBases).
///
/// ```
/// use vorpal_curves::bn254::{Affine, Bn254G1, Jacobian};
/// use vorpal_msm::{PreparedBases, PreparedPlan};
/// let plan = PreparedPlan::new::<Bn254G1>(2, 8, 1, false)?;
/// assert_eq!((plan.points, plan.width, plan.tables), (2, 8, plan.windows));
/// let bases = PreparedBases::with_plan(&[Affine::GENERATOR; 2], &plan)?;
/// assert_eq!(bases.msm_vartime(&[1u8, 2])?, Jacobian::GENERATOR.mul_limbs_vartime(&[3]));
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PreparedPlan {
    /// The number of bases.
    pub points: usize,
    /// Whether the curve's endomorphism splits scalars into halves, and the tables contain images of the bases.
    pub endomorphism: bool,
    /// The length of the longest integer in bits: of a scalar, or of its halves.
    pub bits: usize,
    /// The width of a window in bits.
    pub width: usize,
    /// The number of windows.
    pub windows: usize,
    /// The distance of consecutive tables in windows, which is the number of sets of buckets.
    pub stride: usize,
    /// The number of tables, including the bases themselves.
    pub tables: usize,
    /// The size of the tables in bytes, with header and checksum.
    pub bytes: usize,
    /// The expected number of point additions for one random scalar per base.
    pub additions: u64,
    /// The expected number of multiplications and squarings in the base field for these scalars.
    pub multiplications: u64,
}

impl PreparedPlan {
    /// Returns the plan with windows of `width` bits, between 2 and 20, and tables that are `stride` windows apart.
    ///
    /// A stride of 1 gives a single set of buckets and the most tables. If the stride is the number of windows, the
    /// bases are the only table.
    ///
    /// # Errors
    /// * [`Error::Width`] if the width is out of range;
    /// * [`Error::NotPossible`] if the curve has no endomorphism to split scalars, if the stride is not between 1 and
    ///   the number of windows, or if the tables have more than 2^31 entries or too many bytes for `usize`.
    pub fn new<C: WeierstrassCurve<Base: PrimeField>>(
        points: usize,
        width: usize,
        stride: usize,
        endomorphism: bool,
    ) -> Result<Self, Error> {
        let (plan, _) = Self::with_time::<C>(points, width, stride, endomorphism)?;
        Ok(plan)
    }

    /// Returns the plan of the least estimated time for one random scalar per point, among those whose tables take at
    /// most `memory` bytes.
    ///
    /// # Errors
    /// [`Error::Memory`] if the points do not fit; [`Error::NotPossible`] for more than 2^31 points.
    pub fn choose<B: Bases<Curve: WeierstrassCurve<Base: PrimeField>> + ?Sized>(
        points: &B,
        memory: usize,
    ) -> Result<Self, Error> {
        let number = points.points().len();
        let mut best: Option<(f64, Self)> = None;
        for split in [false, true] {
            if split && (B::Curve::ENDOMORPHISM.is_none() || !points.in_subgroup()) {
                continue;
            }
            for width in NARROWEST..=WIDEST {
                // More tables mean fewer sets of buckets, so the greatest number of tables that fits is the best.
                let windows = windows(longest::<B::Curve>(split), width);
                let most = most_tables::<B::Curve>(number, split, memory).min(windows);
                if most == 0 {
                    continue;
                }
                let stride = windows.div_ceil(most);
                let (plan, time) = Self::with_time::<B::Curve>(number, width, stride, split)?;
                if best.as_ref().is_none_or(|(least, _)| time < *least) {
                    best = Some((time, plan));
                }
            }
        }
        match best {
            Some((_, plan)) => Ok(plan),
            None if number > Member::LIMIT => Err(TOO_MANY),
            None => {
                let layout = Layout::new::<B::Curve>(number, 1, false);
                let needed = layout.bytes().and_then(|bytes| bytes.checked_add(format::AROUND));
                Err(Error::Memory { bases: number, needed: needed.unwrap_or(usize::MAX), given: memory })
            }
        }
    }

    fn with_time<C: WeierstrassCurve<Base: PrimeField>>(
        points: usize,
        width: usize,
        stride: usize,
        endomorphism: bool,
    ) -> Result<(Self, f64), Error> {
        if !(NARROWEST..=WIDEST).contains(&width) {
            return Err(Error::Width { width });
        }
        if endomorphism && C::ENDOMORPHISM.is_none() {
            return Err(NO_ENDOMORPHISM);
        }
        let bits = longest::<C>(endomorphism);
        let windows = windows(bits, width);
        if !(1..=windows).contains(&stride) {
            return Err(Error::NotPossible {
                what: "the stride of the tables",
                why: "between 1 and the number of windows are possible",
            });
        }
        let tables = windows.div_ceil(stride);
        let layout = Layout::new::<C>(points, tables, endomorphism);
        let bytes = layout.bytes().and_then(|bytes| bytes.checked_add(format::AROUND));
        // No allocation is longer.
        let bytes = bytes.filter(|bytes| *bytes <= isize::MAX as usize - ALIGNMENT);
        let integers = if endomorphism { 2 } else { 1 };
        let (Some(bytes), Some(_)) = (bytes, number_of_terms(points, tables * integers)) else {
            return Err(TOO_MANY);
        };
        let cost = of_shared_buckets(Prices::of::<C::Base>(), integers * points, bits, width, stride);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts")]
        let plan = Self {
            points,
            endomorphism,
            bits,
            width,
            windows,
            stride,
            tables,
            bytes,
            additions: cost.additions as u64,
            multiplications: cost.multiplications() as u64,
        };
        Ok((plan, cost.time(<C::Base as Field>::Packed::pays_from())))
    }

    /// Describes the plan in a few lines of text.
    pub fn explain(&self) -> impl Display + '_ {
        Explanation(self)
    }
}

pub(super) const NO_ENDOMORPHISM: Error = Error::NotPossible {
    what: "splitting scalars",
    why: "points not known to be in the prime subgroup of a curve with an endomorphism",
};

const TOO_MANY: Error = Error::NotPossible { what: "the tables", why: "more than 2^31 entries" };

/// The greatest length in bits of a scalar, or of its halves if scalars are split.
fn longest<C: WeierstrassCurve>(split: bool) -> usize {
    match C::ENDOMORPHISM {
        Some(endomorphism) if split => endomorphism.half_bits(),
        _ => <C::Scalar as PrimeField>::BITS,
    }
}

/// Returns `points * times` if it is at most [`Member::LIMIT`].
fn number_of_terms(points: usize, times: usize) -> Option<usize> {
    points.checked_mul(times).filter(|number| *number <= Member::LIMIT)
}

/// The greatest number of tables that fits `memory` bytes and [`Member::LIMIT`]; zero if none fits.
fn most_tables<C: WeierstrassCurve<Base: PrimeField>>(points: usize, split: bool, memory: usize) -> usize {
    let Some(each) = Layout::new::<C>(points, 1, split).bytes() else { return 0 };
    let fit =
        memory.checked_sub(format::AROUND).map_or(0, |memory| memory.checked_div(each).unwrap_or(usize::MAX));
    fit.min((Member::LIMIT >> u32::from(split)).checked_div(points).unwrap_or(usize::MAX))
}

struct Explanation<'a>(&'a PreparedPlan);

impl Display for Explanation<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let PreparedPlan { points, bits, width, windows, stride, tables, bytes, .. } = *self.0;
        let split = if self.0.endomorphism {
            "scalars split into halves by the endomorphism"
        } else {
            "scalars not split"
        };
        writeln!(f, "{points} bases; {split}, at most {bits} bits")?;
        let distance = width * stride;
        if tables == 1 {
            writeln!(f, "1 table, of the bases: {} KiB", bytes >> 10)?;
        } else {
            writeln!(
                f,
                "{tables} tables, of 2^({distance} j) times the bases for each j: {} KiB",
                bytes >> 10
            )?;
        }
        writeln!(f, "{windows} windows of {width} bits share {stride} sets of {} buckets", 1 << (width - 1))?;
        let each = self.0.multiplications as f64 / points.max(1) as f64;
        write!(
            f,
            "about {} additions, {} multiplications ({each:.1} per base)",
            self.0.additions, self.0.multiplications
        )
    }
}
