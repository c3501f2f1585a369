//! Points and scalars that come in pieces, in bounded memory.

mod readers;

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, Subgroup, WeierstrassCurve};

use crate::integer::MsmScalar;
use crate::lists::Member;
use crate::{Bases, Error, Msm, Progress};

pub use readers::{PointReader, ScalarReader, msm_of_readers_vartime};

/// Terms that are summed together, however little memory there is.
const LEAST: usize = 256;
/// The memory by default.
const MEMORY: usize = 256 << 20;

/// `sum of scalars[i] points[i]` of terms that come in pieces of any length. Pieces are gathered until they fill half
/// of the memory, then summed: the longer the chunks, the fewer multiplications for each term.
///
/// Chunks of which all points are known to be in the prime subgroup are summed as such.
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
    /// Terms in a chunk.
    chunk: usize,
    /// Memory for the sum of a chunk.
    memory: usize,
    points: Vec<Affine<C>>,
    scalars: Vec<S>,
    /// Whether all points that were gathered are known to be in the prime subgroup.
    in_subgroup: bool,
    /// Additions of the chunks that are done.
    done: u64,
    /// Terms that came.
    terms: u64,
    /// Terms of the chunks that are done.
    summed: u64,
    expected: Option<u64>,
    sum: Jacobian<C>,
}

impl<'a, C: WeierstrassCurve, S: MsmScalar<C>> MsmStream<'a, C, S> {
    /// The empty sum, with these options. [`Msm::memory`] is for everything here, terms that are gathered among it,
    /// about; 256 MiB without that option. There are at least 256 terms in a chunk, and no more than a sum can have.
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

    /// How many terms there will be, for the total in reports of [`Msm::progress`]; without that it is the total of
    /// what came until then.
    pub fn expecting(self, terms: u64) -> Self {
        Self { expected: Some(terms), ..self }
    }

    /// How many terms are summed together.
    pub fn chunk(&self) -> usize {
        self.chunk
    }

    /// How many terms came.
    pub fn terms(&self) -> u64 {
        self.terms
    }

    /// Adds terms. Time depends on them. A stream whose push fails otherwise than with [`Error::Lengths`] may have lost
    /// terms, and is of no use any more.
    ///
    /// # Errors
    /// [`Error::Lengths`] if there are not as many scalars as points, which are not added then; those of
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
                // A chunk that need not be copied.
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
    /// Those of [`Msm::msm_vartime`].
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
        // As many additions for each term to come.
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
