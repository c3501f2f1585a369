//! Sums of points and scalars that arrive in pieces, in bounded memory.

mod readers;

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, Subgroup, WeierstrassCurve};

use crate::integer::MsmScalar;
use crate::lists::Member;
use crate::{Bases, Error, Msm, Progress};

pub use readers::{PointReader, ScalarReader, msm_of_readers_vartime};

/// The least number of terms in a chunk, whatever the memory limit.
const LEAST: usize = 256;
/// The default memory limit in bytes.
const MEMORY: usize = 256 << 20;

/// The sum `sum of scalars[i] points[i]` of terms that arrive in pieces of any length. Pieces are collected into chunks
/// that fill half of the memory. Longer chunks take fewer multiplications per term.
///
/// If all points of a chunk are known to be in the prime subgroup, the faster algorithms for the subgroup are used.
///
/// ```
/// use vorpal_curves::bn254::{Affine, Jacobian};
/// use vorpal_msm::{Msm, MsmStream};
/// let mut stream = MsmStream::new(Msm::new());
/// for _ in 0..10 {
///     stream.push(&[Affine::GENERATOR; 50], &[2u8; 50])?;
/// }
/// assert_eq!(stream.finish()?, Jacobian::GENERATOR.mul_limbs_vartime(&[1000]));
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
#[must_use]
pub struct MsmStream<'a, C: WeierstrassCurve, S> {
    msm: Msm<'a>,
    /// The number of terms in a chunk.
    chunk: usize,
    /// The memory limit for the sum of a chunk in bytes.
    memory: usize,
    points: Vec<Affine<C>>,
    scalars: Vec<S>,
    /// Whether all collected points are known to be in the prime subgroup.
    in_subgroup: bool,
    /// The number of additions of the completed chunks.
    done: u64,
    /// The number of terms that were pushed.
    terms: u64,
    /// The number of terms of the completed chunks.
    summed: u64,
    expected: Option<u64>,
    sum: Jacobian<C>,
}

impl<'a, C: WeierstrassCurve, S: MsmScalar<C>> MsmStream<'a, C, S> {
    /// The empty sum with these options. [`Msm::memory`] is the approximate limit for all memory, including the
    /// collected terms; the default is 256 MiB. A chunk has at least 256 and at most 2^30 terms.
    pub fn new(msm: Msm<'a>) -> Self {
        let memory = msm.options().1.unwrap_or(MEMORY);
        let term = size_of::<Affine<C>>() + size_of::<S>();
        let chunk = (memory / (2 * term)).clamp(LEAST, Member::LIMIT / 2);
        Self {
            msm,
            chunk,
            memory: memory.saturating_sub(chunk * term),
            points: Vec::new(),
            scalars: Vec::new(),
            in_subgroup: true,
            done: 0,
            terms: 0,
            summed: 0,
            expected: None,
            sum: Jacobian::IDENTITY,
        }
    }

    /// Sets the expected number of terms, for the total in reports of [`Msm::progress`]. Without it, the total counts
    /// the terms up to the current chunk.
    pub fn expecting(self, terms: u64) -> Self {
        Self { expected: Some(terms), ..self }
    }

    /// The number of terms in a chunk.
    pub fn chunk(&self) -> usize {
        self.chunk
    }

    /// The number of terms that were pushed.
    pub fn terms(&self) -> u64 {
        self.terms
    }

    /// Adds terms. Variable time in the terms. After an error other than [`Error::Lengths`], the stream may have lost
    /// terms and must not be used.
    ///
    /// # Errors
    /// [`Error::Lengths`] if the numbers of scalars and points differ, and then no term is added; the errors of
    /// [`Msm::msm_vartime`].
    pub fn push<B: Bases<Curve = C> + ?Sized>(&mut self, points: &B, scalars: &[S]) -> Result<(), Error> {
        let in_subgroup = points.in_subgroup();
        let mut points = points.points();
        let mut scalars = scalars;
        if points.len() != scalars.len() {
            return Err(Error::Lengths { points: points.len(), scalars: scalars.len() });
        }
        self.terms += points.len() as u64;
        while !points.is_empty() {
            if self.points.is_empty() && points.len() >= self.chunk {
                // This chunk is summed without a copy.
                let (these, rest) = points.split_at(self.chunk);
                let (those, other) = scalars.split_at(self.chunk);
                (points, scalars) = (rest, other);
                self.add_chunk(these, those, in_subgroup)?;
                continue;
            }
            let number = points.len().min(self.chunk - self.points.len());
            self.in_subgroup &= in_subgroup;
            self.points.extend_from_slice(&points[..number]);
            self.scalars.extend_from_slice(&scalars[..number]);
            (points, scalars) = (&points[number..], &scalars[number..]);
            if self.points.len() == self.chunk {
                self.add_gathered()?;
            }
        }
        Ok(())
    }

    /// The sum of all terms.
    ///
    /// # Errors
    /// The errors of [`Msm::msm_vartime`].
    pub fn finish(mut self) -> Result<Jacobian<C>, Error> {
        self.add_gathered()?;
        Ok(self.sum)
    }

    fn add_gathered(&mut self) -> Result<(), Error> {
        let (mut points, mut scalars) =
            (core::mem::take(&mut self.points), core::mem::take(&mut self.scalars));
        self.add_chunk(&points, &scalars, self.in_subgroup)?;
        points.clear();
        scalars.clear();
        (self.points, self.scalars, self.in_subgroup) = (points, scalars, true);
        Ok(())
    }

    fn add_chunk(&mut self, points: &[Affine<C>], scalars: &[S], in_subgroup: bool) -> Result<(), Error> {
        if points.is_empty() {
            return Ok(());
        }
        let before = self.done;
        let most = AtomicU64::new(0);
        let left = self.expected.map_or(0, |expected| expected.saturating_sub(self.summed));
        // The remaining terms are expected to take as many additions each.
        let chunks_left = left.div_ceil(points.len() as u64).max(1);
        let option = self.msm.options().0;
        let report = |progress: Progress| {
            most.fetch_max(progress.done, Relaxed);
            let done = before + progress.done;
            let total = progress.total.saturating_mul(chunks_left).saturating_add(before);
            option.map_or(ControlFlow::Continue(()), |option| option(Progress { done, total }))
        };
        let mut msm = self.msm.memory(self.memory);
        if option.is_some() {
            msm = msm.progress(&report);
        }
        let sum = if in_subgroup {
            msm.msm_vartime(&Subgroup::unchecked(points), scalars)?
        } else {
            msm.msm_vartime(points, scalars)?
        };
        self.sum = self.sum.add_vartime(&sum);
        self.done = before + most.into_inner();
        self.summed += points.len() as u64;
        Ok(())
    }
}
