//! Partial sums, which are computed independently and merged in any order.

mod coverage;
mod encoding;
mod job;

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use vorpal_curves::models::weierstrass::{Jacobian, WeierstrassCurve};

use crate::integer::{MsmScalar, Signed};
use crate::{Bases, Error, Msm};

pub use coverage::{Cells, Problem};
pub use job::JobId;

/// A part of `sum of s_i P_i`, with the rectangles of terms and bits that it covers:
///
/// `sum over (i, k) of 2^k bit_k(s_i) P_i`, where the bits are those of `|s_i|`, with the sign of `s_i`.
///
/// A sum can be split by terms, by bits, or both. The parts can be computed on other threads or machines, and are
/// merged in any order. Merging rejects overlapping parts and parts of different [jobs](JobId), and
/// [`finish`](Self::finish) detects missing cells.
///
/// ```
/// use vorpal_curves::bn254::{Affine, Jacobian};
/// use vorpal_msm::{JobId, Msm, PartialMsm, Problem};
/// let (points, scalars) = ([Affine::GENERATOR; 3], [10u8, 200, 30]);
/// let problem = Problem { job: JobId::of(&points, &scalars)?, terms: 3, bits: 8 };
/// let front = PartialMsm::of_terms_vartime(problem, 0, &points[..2], &scalars[..2], Msm::new())?;
/// let low = PartialMsm::of_bits_vartime(problem, 2, 0..4, &points[2..], &scalars[2..], Msm::new())?;
/// let high = PartialMsm::of_bits_vartime(problem, 2, 4..8, &points[2..], &scalars[2..], Msm::new())?;
/// let high = PartialMsm::from_bytes(&high.to_bytes())?; // from another machine
/// let sum = high.merge(front)?.merge(low)?.finish()?;
/// assert_eq!(sum, Jacobian::GENERATOR.mul_limbs_vartime(&[240]));
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PartialMsm<C: WeierstrassCurve> {
    problem: Problem,
    /// In their normal form.
    covered: Vec<Cells>,
    sum: Jacobian<C>,
}

/// The greatest length of an integer in bits.
const LONGEST: u32 = 256;
/// The number of terms that one task processes.
const AT_ONCE: usize = 4096;

impl<C: WeierstrassCurve> PartialMsm<C> {
    /// The empty part of a sum, as the start of merging.
    ///
    /// # Errors
    /// [`Error::NotPossible`] for integers of more than 256 bits.
    pub fn empty(problem: Problem) -> Result<Self, Error> {
        if problem.bits > LONGEST {
            return Err(Error::NotPossible { what: "the problem", why: "integers have at most 256 bits" });
        }
        Ok(Self { problem, covered: Vec::new(), sum: Jacobian::IDENTITY })
    }

    /// Computes the part with all bits of consecutive terms: one term per point, from index `first` on.
    ///
    /// # Errors
    /// * [`Error::Lengths`] if the numbers of scalars and points differ;
    /// * [`Error::Outside`] if the terms exceed the problem;
    /// * [`Error::IntegerTooLong`] if an integer has more bits than the problem;
    /// * the errors of [`empty`](Self::empty) and [`Msm::msm_vartime`].
    pub fn of_terms_vartime<B: Bases<Curve = C> + ?Sized, S: MsmScalar<C>>(
        problem: Problem,
        first: u64,
        points: &B,
        scalars: &[S],
        msm: Msm<'_>,
    ) -> Result<Self, Error> {
        Self::of_bits_vartime(problem, first, 0..problem.bits, points, scalars, msm)
    }

    /// Computes the part with these bits of consecutive terms: one term per point, from index `first` on.
    ///
    /// The scalars are whole. The function extracts `bits.len()` bits of each, so parts of few bits take few windows.
    ///
    /// # Errors
    /// The errors of [`of_terms_vartime`](Self::of_terms_vartime). [`Error::Outside`] also if the bits exceed the
    /// problem.
    pub fn of_bits_vartime<B: Bases<Curve = C> + ?Sized, S: MsmScalar<C>>(
        problem: Problem,
        first: u64,
        bits: Range<u32>,
        points: &B,
        scalars: &[S],
        msm: Msm<'_>,
    ) -> Result<Self, Error> {
        let mut part = Self::empty(problem)?;
        let number = points.points().len();
        if number != scalars.len() {
            return Err(Error::Lengths { points: number, scalars: scalars.len() });
        }
        let end_term = first.checked_add(number as u64);
        let cells =
            |end_term| Cells { first_term: first, end_term, first_bit: bits.start, end_bit: bits.end };
        let Some(cells) = end_term.map(&cells) else {
            // Indices that overflow `u64` are outside of every problem.
            return Err(Error::Outside { cells: cells(u64::MAX), terms: problem.terms, bits: problem.bits });
        };
        problem.check(&cells)?;
        let longest = longest_vartime(scalars);
        if longest > problem.bits as usize {
            return Err(Error::IntegerTooLong { bits: longest, most: problem.bits as usize });
        }
        if !cells.is_empty() {
            part.covered = vec![cells];
        }
        part.sum = if bits.start == 0 && longest <= bits.end as usize {
            msm.msm_vartime(points, scalars)?
        } else {
            let slices: Vec<Slice> =
                scalars.iter().map(|scalar| Slice(slice(&scalar.to_integer(), &bits))).collect();
            let sum = msm.msm_vartime(points, &slices)?;
            (0..bits.start).fold(sum, |sum, _| sum.double())
        };
        Ok(part)
    }

    /// The problem that this partial sum belongs to.
    pub fn problem(&self) -> Problem {
        self.problem
    }

    /// The covered rectangles: disjoint, in order of terms, then bits. They depend on the covered cells only, not on
    /// the order of merging.
    pub fn covered(&self) -> &[Cells] {
        &self.covered
    }

    /// Adds two parts. One addition.
    ///
    /// The identifier of the [job](JobId) is the only check that both parts have the same points and scalars. The
    /// result is incorrect if a part has the identifier of the job but the sum of other terms.
    ///
    /// # Errors
    /// * [`Error::Jobs`] if the parts belong to different jobs;
    /// * [`Error::Problems`] if the problems have the same identifier and different sizes;
    /// * [`Error::Overlap`] if both parts contain the same cells;
    /// * [`Error::TooManyRectangles`] if the result has more than 65,536 rectangles.
    pub fn merge(mut self, other: Self) -> Result<Self, Error> {
        if self.problem.job != other.problem.job {
            return Err(Error::Jobs { job: self.problem.job, other: other.problem.job });
        }
        if self.problem != other.problem {
            return Err(Error::Problems {
                terms: self.problem.terms,
                bits: self.problem.bits,
                other_terms: other.problem.terms,
                other_bits: other.problem.bits,
            });
        }
        self.covered.extend(other.covered);
        self.covered = coverage::normal_form(&self.covered)?;
        self.sum = self.sum.add_vartime(&other.sum);
        Ok(self)
    }

    /// Returns the sum if it covers all cells of the problem.
    ///
    /// # Errors
    /// [`Error::Missing`] with the first missing cells.
    pub fn finish(self) -> Result<Jacobian<C>, Error> {
        match coverage::first_missing(&self.problem, &self.covered) {
            None => Ok(self.sum),
            Some(cells) => Err(Error::Missing(cells)),
        }
    }
}

/// A range of bits of an integer, as an integer.
#[derive(Clone, Copy)]
struct Slice(Signed);

impl<C: WeierstrassCurve> MsmScalar<C> for Slice {
    const MULTIPLICATIONS: usize = 0;

    #[inline]
    fn to_integer(&self) -> Signed {
        self.0
    }
}

/// Extracts the bits in the range and shifts them down to bit 0, with the sign of the integer.
fn slice(integer: &Signed, bits: &Range<u32>) -> Signed {
    let (start, length) = (bits.start as usize, bits.len());
    let magnitude = core::array::from_fn(|limb| {
        let count = length.saturating_sub(64 * limb).min(64);
        vorpal_limbs::words::bits_at(&integer.magnitude, start + 64 * limb, count)
    });
    Signed { magnitude, negative: integer.negative }
}

fn longest_vartime<C: WeierstrassCurve, S: MsmScalar<C>>(scalars: &[S]) -> usize {
    let parts: Vec<&[S]> = scalars.chunks(AT_ONCE).collect();
    let longest = |part: &&[S]| part.iter().map(|scalar| scalar.to_integer().bits()).max().unwrap_or(0);
    vorpal_threads::map(&parts, longest).into_iter().max().unwrap_or(0)
}
