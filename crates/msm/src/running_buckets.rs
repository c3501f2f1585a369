//! Sums by buckets in XYZZ or Jacobian coordinates, without inversions, one point at a time. They are slower than
//! affine buckets for many additions.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve, Xyzz};

use crate::progress::Monitor;
use crate::recode::{Integers, bucket_lists};
use crate::terms::Terms;

/// The least number of additions between progress reports; a single bucket may have few or none.
const REPORTED_TOGETHER: usize = 4096;

/// The coordinates of running sums. Additions are total, and their time depends on the points.
pub(crate) trait Coordinates<C: WeierstrassCurve>: Copy + Send {
    /// The point at infinity.
    const IDENTITY: Self;

    /// `self + point`.
    fn add_affine(&self, point: &Affine<C>) -> Self;

    /// `self - point`.
    fn sub_affine(&self, point: &Affine<C>) -> Self;

    /// `self + other`.
    fn add(&self, other: &Self) -> Self;

    /// The same point.
    fn to_jacobian(self) -> Jacobian<C>;
}

/// A mixed addition of 8M + 2S, a full one of 12M + 2S.
impl<C: WeierstrassCurve> Coordinates<C> for Xyzz<C> {
    const IDENTITY: Self = Self::IDENTITY;

    #[inline]
    fn add_affine(&self, point: &Affine<C>) -> Self {
        self.add_affine_vartime(point)
    }

    #[inline]
    fn sub_affine(&self, point: &Affine<C>) -> Self {
        self.sub_affine_vartime(point)
    }

    #[inline]
    fn add(&self, other: &Self) -> Self {
        self.add_vartime(other)
    }

    fn to_jacobian(self) -> Jacobian<C> {
        Self::to_jacobian(&self)
    }
}

/// A mixed addition of 8M + 3S, a full one of 11M + 5S.
impl<C: WeierstrassCurve> Coordinates<C> for Jacobian<C> {
    const IDENTITY: Self = Self::IDENTITY;

    #[inline]
    fn add_affine(&self, point: &Affine<C>) -> Self {
        self.add_affine_vartime(point)
    }

    #[inline]
    fn sub_affine(&self, point: &Affine<C>) -> Self {
        self.sub_affine_vartime(point)
    }

    #[inline]
    fn add(&self, other: &Self) -> Self {
        self.add_vartime(other)
    }

    fn to_jacobian(self) -> Self {
        self
    }
}

/// Computes the same sum as [`msm_in_windows_vartime`](crate::windows::msm_in_windows_vartime).
///
/// The cost is a mixed addition per digit, and two full additions per bucket.
pub(crate) fn msm_vartime<C: WeierstrassCurve, P: Coordinates<C>>(
    terms: &impl Terms<C>,
    integers: &dyn Integers,
    width: usize,
    at_once: usize,
    monitor: &Monitor<'_>,
) -> Jacobian<C> {
    let windows = integers.windows(width);
    let mut sums: Vec<P> = Vec::with_capacity(windows);
    for first in (0..windows).step_by(at_once.max(1)) {
        let range = first..windows.min(first + at_once);
        let lists = bucket_lists(integers, width, range);
        let spans: Vec<_> = lists.spans.chunks(1 << (width - 1)).collect();
        sums.extend(vorpal_threads::map(&spans, |spans| {
            let (mut running, mut sum) = (P::IDENTITY, P::IDENTITY);
            let mut added = 0;
            for span in spans.iter().rev() {
                if monitor.is_cancelled() {
                    break;
                }
                for member in &lists.members[span.start..][..span.length] {
                    let index = member.index();
                    let point = Affine::new_unchecked(*terms.x(index), *terms.y(index));
                    running = if member.is_negative() {
                        running.sub_affine(&point)
                    } else {
                        running.add_affine(&point)
                    };
                }
                sum = sum.add(&running);
                added += span.length;
                if added >= REPORTED_TOGETHER {
                    monitor.advance(core::mem::take(&mut added));
                }
            }
            monitor.advance(added);
            sum
        }));
    }
    sums.iter().rev().fold(Jacobian::IDENTITY, |sum, window| {
        (0..width).fold(sum, |sum, _| sum.double()).add_vartime(&window.to_jacobian())
    })
}
