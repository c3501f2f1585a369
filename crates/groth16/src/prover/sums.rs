//! The sums of a proof.

use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use vorpal_curves::models::weierstrass::{Affine, Projective, Subgroup, WeierstrassCurve};
use vorpal_msm::{Msm, MsmScalar, Progress};
use zeroize::{Zeroize, Zeroizing};

use super::{OnProgress, ProverError};

/// The memory of a sum in bytes. With less, scalars of large sums on G2 would not be
/// split, or few windows would be processed at a time.
const MEMORY: usize = 64 << 20;

/// The points of a list that are not infinity.
pub(super) struct Bases<G: WeierstrassCurve> {
    points: Vec<Affine<G>>,
    /// Their indices in the list, if others are infinity. Else none.
    indices: Vec<u32>,
}

impl<G: WeierstrassCurve> Bases<G> {
    /// The list without points. Memory for some is reserved.
    pub(super) fn with_capacity(number: usize) -> Self {
        Self { points: Vec::with_capacity(number), indices: Vec::new() }
    }

    /// Adds the point of the next index, which is below `2^32`.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "keys have at most 2^32 signals")]
    pub(super) fn push(&mut self, index: usize, point: Affine<G>) {
        if point.is_identity_vartime() {
            if self.points.len() == index {
                // The first one.
                self.indices.extend(0..index as u32);
            }
        } else {
            if self.points.len() < index {
                self.indices.push(index as u32);
            }
            self.points.push(point);
        }
    }

    /// Frees the memory that was reserved for points at infinity.
    pub(super) fn finish(mut self) -> Self {
        self.points.shrink_to_fit();
        self.indices.shrink_to_fit();
        self
    }

    /// A list of at most `2^32` points.
    #[allow(clippy::cast_possible_truncation, reason = "keys have at most 2^32 signals")]
    pub(super) fn new(mut points: Vec<Affine<G>>) -> Self {
        if !points.iter().any(Affine::is_identity_vartime) {
            return Self { points, indices: Vec::new() };
        }
        let finite = points.iter().enumerate().filter(|(_, point)| !point.is_identity_vartime());
        let indices = finite.map(|(index, _)| index as u32).collect();
        points.retain(|point| !point.is_identity_vartime());
        Self { points, indices }.finish()
    }

    /// The sum of the points times the values of their indices.
    pub(super) fn sum<S: MsmScalar<G> + Zeroize>(
        &self,
        values: &[S],
        monitor: &Monitor<'_>,
        part: Part,
    ) -> Result<Projective<G>, ProverError> {
        if self.points.len() == values.len() {
            return sum(&self.points, values, monitor, part);
        }
        let gathered: Vec<S> = self.indices.iter().map(|index| values[*index as usize]).collect();
        sum(&self.points, &Zeroizing::new(gathered), monitor, part)
    }
}

/// The sum of `points` times `scalars`. A key whose points are outside the subgroup has wrong sums.
pub(super) fn sum<G: WeierstrassCurve, S: MsmScalar<G>>(
    points: &[Affine<G>],
    scalars: &[S],
    monitor: &Monitor<'_>,
    part: Part,
) -> Result<Projective<G>, ProverError> {
    #[allow(clippy::cast_precision_loss, reason = "a fraction")]
    let report = |Progress { done, total }: Progress| monitor.report(part, done as f64 / total.max(1) as f64);
    let msm = Msm::new().memory(MEMORY);
    let msm = if monitor.progress.is_some() { msm.progress(&report) } else { msm };
    let sum = msm.msm_vartime(&Subgroup::unchecked(points), scalars).map_err(|error| match error {
        vorpal_msm::Error::Cancelled => ProverError::Cancelled,
        error => ProverError::Sum(error),
    })?;
    monitor.finish(part)?;
    Ok(Projective::from(&sum))
}

/// The parts of a proof. Each is done once.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Transforms,
    A,
    B1,
    B2,
    HAndC,
}

impl Part {
    /// The shares of the parts in the time of a proof, in millionths.
    const SHARES: [u32; 5] = [50_000, 160_000, 120_000, 350_000, 320_000];
}

/// Reports progress. Parts may be done at the same time.
pub(super) struct Monitor<'a> {
    progress: Option<OnProgress<'a>>,
    /// What is done of each part, in millionths of the proof.
    done: [AtomicU32; Part::SHARES.len()],
    cancelled: AtomicBool,
}

impl<'a> Monitor<'a> {
    pub(super) fn new(progress: Option<OnProgress<'a>>) -> Self {
        Self { progress, done: Default::default(), cancelled: AtomicBool::new(false) }
    }

    /// A part is done.
    pub(super) fn finish(&self, part: Part) -> Result<(), ProverError> {
        match self.report(part, 1.0) {
            ControlFlow::Break(()) => Err(ProverError::Cancelled),
            ControlFlow::Continue(()) => Ok(()),
        }
    }

    /// An error if the proof was cancelled, or another part failed.
    pub(super) fn check(&self) -> Result<(), ProverError> {
        if self.cancelled.load(Ordering::Relaxed) { Err(ProverError::Cancelled) } else { Ok(()) }
    }

    /// The result. After an error, all other parts stop soon.
    pub(super) fn stop_after<T>(&self, result: Result<T, ProverError>) -> Result<T, ProverError> {
        if result.is_err() {
            self.cancelled.store(true, Ordering::Relaxed);
        }
        result
    }

    /// Reports how much of a part is done. After one report that cancels the proof, all do.
    fn report(&self, part: Part, fraction: f64) -> ControlFlow<()> {
        /// Cancels the proof if the callback panics: the other sum would be computed to its end.
        struct Guard<'a>(&'a AtomicBool);
        impl Drop for Guard<'_> {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        if self.check().is_err() {
            return ControlFlow::Break(());
        }
        let Some(progress) = self.progress else { return ControlFlow::Continue(()) };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of the share")]
        let done = (f64::from(Part::SHARES[part as usize]) * fraction) as u32;
        self.done[part as usize].store(done, Ordering::Relaxed);
        let total: u32 = self.done.iter().map(|done| done.load(Ordering::Relaxed)).sum();
        let guard = Guard(&self.cancelled);
        progress((f64::from(total) / 1e6).min(1.0))?;
        core::mem::forget(guard);
        ControlFlow::Continue(())
    }
}
