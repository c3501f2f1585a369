//! Multi-scalar multiplication over any points: options, the choice of the algorithm, and the sum.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, EdwardsForm, Jacobian, WeierstrassCurve, Xyzz};
use vorpal_fields::{Field, PackedField};

use crate::bases::{Bases, Points};
use crate::cost::{self, Prices};
use crate::integer::{MsmScalar, ScalarSlice, Scalars};
use crate::lists::Member;
use crate::plan::{Algorithm, Plan};
use crate::progress::{Monitor, OnProgress};
use crate::recode::{Integers, NARROWEST, WIDEST};
use crate::scalars::{Lengths, Plain, SubScalars, halves, quarters};
use crate::split::{Split, images, with_psi};
use crate::terms::{Terms, WithImages};
use crate::{Error, edwards_buckets, running_buckets, straus, windows};

/// Computes `sum of scalars[i] points[i]` by the algorithm of the least estimated time: [`Msm::msm_vartime`] without
/// options.
///
/// # Errors
/// [`Error::Lengths`] if the numbers of scalars and points differ; [`Error::NotPossible`] for more than 2^30 points.
///
/// ```
/// use vorpal_curves::bls12_381::{Affine, Jacobian};
/// use vorpal_curves::models::weierstrass::Subgroup;
/// use vorpal_fields::primes::Bls12_381Scalar as Scalar;
/// use vorpal_msm::msm_vartime;
/// let points = [Affine::GENERATOR, -Affine::GENERATOR];
/// let sum = msm_vartime(&points, &[Scalar::from(7), Scalar::from(5)])?;
/// assert_eq!(sum, Jacobian::GENERATOR.double());
/// // Points that are known to be in the prime subgroup are added faster; machine integers take fewer windows.
/// let points = Subgroup::new(&points[..])?;
/// assert_eq!(msm_vartime(&points, &[-3i64, -5])?, Jacobian::GENERATOR.double());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("multi_scalar_mul", "multiexp", "vartime_multiscalar_mul", "pippenger"))]
pub fn msm_vartime<B: Bases + ?Sized, S: MsmScalar<B::Curve>>(
    points: &B,
    scalars: &[S],
) -> Result<Jacobian<B::Curve>, Error> {
    Msm::new().msm_vartime(points, scalars)
}

/// Options of a sum: the algorithm, the windows, the memory, a progress callback.
///
/// Options that are not set are chosen by the cost in multiplications. It depends on the number of points, the lengths
/// of the integers, the threads of the caller's rayon pool, and the memory.
///
/// ```
/// use vorpal_curves::bn254::{Affine, Jacobian};
/// use vorpal_msm::{Algorithm, Msm};
/// let points = [Affine::GENERATOR; 40];
/// let msm = Msm::new().algorithm(Algorithm::Affine).width(4);
/// println!("{}", msm.plan(&points, &[3u64; 40])?.explain());
/// assert_eq!(msm.msm_vartime(&points, &[3u64; 40])?, Jacobian::GENERATOR.mul_limbs_vartime(&[120]));
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
#[derive(Clone, Copy, Default)]
#[must_use]
pub struct Msm<'a> {
    algorithm: Option<Algorithm>,
    endomorphism: Option<bool>,
    width: Option<usize>,
    memory: Option<usize>,
    progress: Option<OnProgress<'a>>,
}

/// The least memory limit by default, in bytes.
const LEAST_MEMORY: usize = 16 << 20;
/// The memory limit by default is the size of points and scalars, divided by this number.
const SHARE_OF_MEMORY: usize = 5;

/// No algorithm that the options allow supports these points.
const NO_ALGORITHM: Error = Error::NotPossible {
    what: "the algorithm",
    why: "too many points for it, or none of a curve with its form",
};

impl<'a> Msm<'a> {
    /// No options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the algorithm. [`Algorithm::Straus`] supports up to eight points, four if scalars are split in halves, 64
    /// if they are split in quarters. [`Algorithm::Edwards`] requires points of the prime subgroup of a curve with an
    /// Edwards form.
    pub fn algorithm(self, algorithm: Algorithm) -> Self {
        Self { algorithm: Some(algorithm), ..self }
    }

    /// Sets whether the curve's endomorphism splits scalars: in quarters for curves of G2, else in halves. Splitting
    /// requires points of the prime subgroup of a curve with an endomorphism.
    pub fn endomorphism(self, split: bool) -> Self {
        Self { endomorphism: Some(split), ..self }
    }

    /// Sets the width of windows in bits, between 2 and 16. [`Algorithm::Straus`] has no windows.
    pub fn width(self, width: usize) -> Self {
        Self { width: Some(width), ..self }
    }

    /// Sets the memory limit in bytes, without points and scalars. A lower limit reduces the number of windows that are
    /// processed at a time.
    ///
    /// The default is a fifth of the bytes of points and scalars, but at least 16 MiB. At least one window is processed
    /// at a time, even if it exceeds the limit.
    pub fn memory(self, bytes: usize) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// Sets the progress callback. It is called on any thread, every few thousand additions.
    ///
    /// If it returns `Break`, the sum is cancelled soon, even if that is the last report. There are no reports for sums
    /// of a few points, or while lists are sorted.
    pub fn progress(self, callback: OnProgress<'a>) -> Self {
        Self { progress: Some(callback), ..self }
    }

    /// The callback and the memory limit, if set.
    #[cfg(feature = "std")]
    pub(crate) fn options(&self) -> (Option<OnProgress<'a>>, Option<usize>) {
        (self.progress, self.memory)
    }

    /// Returns the plan of [`msm_vartime`](Self::msm_vartime) for these points and scalars.
    ///
    /// # Errors
    /// The errors of [`msm_vartime`](Self::msm_vartime), except [`Error::Cancelled`].
    pub fn plan<B: Bases + ?Sized, S: MsmScalar<B::Curve>>(
        &self,
        points: &B,
        scalars: &[S],
    ) -> Result<Plan, Error> {
        let (points, scalars) = (Points::of(points), &ScalarSlice::new(scalars));
        Ok(self.for_few(points, scalars).prepare(points, scalars)?.plan)
    }

    /// Computes `sum of scalars[i] points[i]`; infinity for no terms. Variable time in points and scalars.
    ///
    /// All points of the curve are valid, including infinity, repeated and opposite points, and so are all scalars. The
    /// sum has at most 2^30 terms. It runs on the caller's rayon pool with feature `parallel`.
    ///
    /// # Errors
    /// * [`Error::Lengths`] if the numbers of scalars and points differ;
    /// * [`Error::Width`] if the width is out of range;
    /// * [`Error::NotPossible`] if an option is not possible, or there are more than 2^30 points;
    /// * [`Error::Cancelled`] if the callback cancels the sum.
    pub fn msm_vartime<B: Bases + ?Sized, S: MsmScalar<B::Curve>>(
        &self,
        points: &B,
        scalars: &[S],
    ) -> Result<Jacobian<B::Curve>, Error> {
        self.sum_vartime(Points::of(points), &ScalarSlice::new(scalars))
    }

    fn sum_vartime<C: WeierstrassCurve>(
        &self,
        points: Points<'_, C>,
        scalars: &dyn Scalars,
    ) -> Result<Jacobian<C>, Error> {
        let chosen = self.for_few(points, scalars);
        if chosen.algorithm == Some(Algorithm::Straus) {
            return chosen.msm_of_few_vartime(points, scalars);
        }
        let Prepared { plan, split } = self.prepare(points, scalars)?;
        if plan.algorithm == Algorithm::Straus {
            return self.endomorphism(plan.endomorphism).msm_of_few_vartime(points, scalars);
        }
        let monitor = Monitor::new(self.progress, plan.additions);
        let points = points.points();
        let plain = Plain { points, scalars, bits: plan.bits };
        let sum = match (&split, &C::EDWARDS) {
            (Some((Split::Halves(endomorphism), halves)), Some(form))
                if plan.algorithm == Algorithm::Edwards =>
            {
                let images: Vec<_> = points.iter().map(|point| endomorphism.apply(point)).collect();
                plan.run_edwards(form, &[points, &images], halves, &monitor)
            }
            (Some((Split::Halves(endomorphism), halves)), _) => {
                let images = images(points, endomorphism.beta());
                plan.run(&WithImages { points, images: &images }, halves, &monitor)
            }
            (Some((Split::Quarters(psi), quarters)), _) => {
                let points = with_psi(points, psi);
                let images = images(&points, psi.beta());
                plan.run(&WithImages { points: &points, images: &images }, quarters, &monitor)
            }
            (None, Some(form)) if plan.algorithm == Algorithm::Edwards => {
                plan.run_edwards(form, &[points], &plain, &monitor)
            }
            (None, _) => plan.run(&WithImages::none(points), &plain, &monitor),
        };
        if monitor.is_cancelled() { Err(Error::Cancelled) } else { Ok(sum) }
    }
}

/// A plan and the integers that were computed for it.
struct Prepared<C: WeierstrassCurve> {
    plan: Plan,
    /// The parts of the scalars if the plan splits them.
    split: Option<(Split<C>, SubScalars)>,
}

/// The properties of the curve and the points on which the choice depends.
#[derive(Clone, Copy)]
struct Possible {
    /// The number of parts of a scalar and the greatest length of a part in bits, if splitting is possible.
    split: Option<(usize, usize)>,
    /// Whether Edwards buckets are possible.
    edwards: bool,
    /// Whether splitting is required, whatever the memory limit.
    forced: bool,
    /// The size of a coordinate in bytes.
    coordinate: usize,
    prices: Prices,
    points: usize,
    /// The number of multiplications that convert a scalar to an integer.
    conversion: usize,
    /// See [`PackedField::pays_from`].
    packed: usize,
    /// The memory limit in bytes.
    memory: usize,
}

impl Msm<'_> {
    /// Selects Straus for few points if neither the algorithm nor the width is set. Such a sum has no planning and no
    /// threads, and no allocation but for quarters of scalars.
    ///
    /// Without an option for splitting, scalars are split if one is longer than parts and all parts fit the tables, or
    /// if only the parts fit. So whether a sum is possible does not depend on the scalars.
    fn for_few<C: WeierstrassCurve>(self, bases: Points<'_, C>, scalars: &dyn Scalars) -> Self {
        let number = scalars.number();
        let few = 2 * number <= straus::MOST;
        let free = self.algorithm.is_none() && self.width.is_none();
        let chosen = if free && few { self.algorithm(Algorithm::Straus) } else { self };
        match Split::<C>::of_curve().filter(|_| bases.in_subgroup()) {
            Some(split) if chosen.algorithm == Some(Algorithm::Straus) && self.endomorphism.is_none() => {
                let is_long = |index| scalars.get(index).bits() > split.bits();
                let fits = number <= straus::most(split.parts());
                let only_parts_fit = number > straus::most(1);
                chosen.endomorphism(fits && (only_parts_fit || (0..number).any(is_long)))
            }
            _ => chosen,
        }
    }

    /// Checks points, scalars and options. Returns the splitting if points and options allow it.
    fn check<C: WeierstrassCurve>(
        &self,
        bases: Points<'_, C>,
        scalars: &dyn Scalars,
    ) -> Result<Option<Split<C>>, Error> {
        let points = bases.points();
        if points.len() != scalars.number() {
            return Err(Error::Lengths { points: points.len(), scalars: scalars.number() });
        }
        if let Some(width) = self.width.filter(|width| !(NARROWEST..=WIDEST).contains(width)) {
            return Err(Error::Width { width });
        }
        let split = Split::of_curve().filter(|_| bases.in_subgroup());
        if self.endomorphism == Some(true) && split.is_none() {
            let why = "points not known to be in the prime subgroup of a curve with an endomorphism";
            return Err(Error::NotPossible { what: "splitting scalars", why });
        }
        if 2 * points.len() > Member::LIMIT {
            return Err(Error::NotPossible { what: "a sum at once", why: "more than 2^30 points" });
        }
        // All parts are members of one sum.
        let fits = |split: &Split<_>| split.parts() * points.len() <= Member::LIMIT;
        if self.endomorphism == Some(true) && !split.as_ref().is_some_and(fits) {
            return Err(Error::NotPossible { what: "splitting scalars", why: "more than 2^31 parts" });
        }
        Ok(split.filter(|split| self.endomorphism != Some(false) && fits(split)))
    }

    fn msm_of_few_vartime<C: WeierstrassCurve>(
        &self,
        bases: Points<'_, C>,
        scalars: &dyn Scalars,
    ) -> Result<Jacobian<C>, Error> {
        let split = self.check(bases, scalars)?;
        if scalars.number() > straus::most(split.as_ref().map_or(1, Split::parts)) {
            return Err(NO_ALGORITHM);
        }
        let mut terms = bases.points().iter().enumerate().map(|(i, point)| (*point, scalars.get(i)));
        Ok(match split {
            None => straus::msm_vartime(None, &mut terms),
            Some(Split::Halves(endomorphism)) => {
                let mut terms = terms.flat_map(|(point, integer)| {
                    let [first, second] = halves(endomorphism, &integer);
                    [(point, first.into()), (endomorphism.apply(&point), second.into())]
                });
                straus::msm_vartime(Some(endomorphism.beta()), &mut terms)
            }
            Some(Split::Quarters(psi)) => {
                psi.sum_vartime(&mut terms.map(|(point, integer)| (point, quarters(psi, &integer))))
            }
        })
    }

    fn prepare<C: WeierstrassCurve>(
        &self,
        bases: Points<'_, C>,
        scalars: &dyn Scalars,
    ) -> Result<Prepared<C>, Error> {
        let split = self.check(bases, scalars)?;
        let points = bases.points();
        let input = size_of_val(points) + scalars.bytes();
        let possible = Possible {
            split: split.map(|split| (split.parts(), split.bits())),
            forced: self.endomorphism == Some(true),
            edwards: C::EDWARDS.is_some() && bases.in_subgroup(),
            coordinate: size_of::<C::Base>(),
            prices: Prices::of::<C::Base>(),
            points: points.len(),
            conversion: scalars.multiplications(),
            packed: <C::Base as Field>::Packed::pays_from(),
            memory: self.memory.unwrap_or_else(|| LEAST_MEMORY.max(input / SHARE_OF_MEMORY)),
        };
        let plain = Plain { points, scalars, bits: usize::MAX };
        let lengths = Lengths::of(&plain);
        let plan = self.choose(&possible, &lengths, self.endomorphism)?;
        let Some(split) = split.filter(|_| plan.endomorphism) else {
            return Ok(Prepared { plan, split: None });
        };
        let parts = split.integers(&plain);
        // The scalars stay split, even if the lengths of the parts differ from the expected ones.
        let possible = Possible { forced: true, ..possible };
        let plan = self.choose(&possible, &Lengths::of(&parts), Some(true))?;
        Ok(Prepared { plan, split: Some((split, parts)) })
    }

    /// Returns the plan of the least estimated time that the options allow.
    ///
    /// The lengths are those of the scalars, or of their parts if there are more integers than points.
    fn choose(
        &self,
        possible: &Possible,
        lengths: &Lengths,
        endomorphism: Option<bool>,
    ) -> Result<Plan, Error> {
        let are_parts = lengths.number() > possible.points;
        let mut best: Option<(f64, Plan)> = None;
        for split in [false, true] {
            let (parts, bits) = possible.split.unwrap_or((2, usize::MAX));
            let pays = !split || lengths.longest() > bits;
            if endomorphism.map_or(!pays, |option| option != split) {
                continue;
            }
            let expected = Lengths::of_random(parts * lengths.number(), parts * lengths.nonzero(), bits);
            let lengths = if split && !are_parts { &expected } else { lengths };
            for &algorithm in Algorithm::ALL {
                let excluded = match algorithm {
                    Algorithm::Straus => self.width.is_some(),
                    // It never costs less than XYZZ coordinates.
                    Algorithm::Jacobian => true,
                    _ => false,
                };
                if self.algorithm.map_or(excluded, |option| option != algorithm) {
                    continue;
                }
                for width in self.widths(algorithm, lengths.nonzero()) {
                    let Some((time, plan)) = candidate(possible, lengths, algorithm, width, split) else {
                        continue;
                    };
                    if best.as_ref().is_none_or(|(least, _)| time < *least) {
                        best = Some((time, plan));
                    }
                }
            }
        }
        best.map(|(_, plan)| plan).ok_or(NO_ALGORITHM)
    }

    /// The widths to compare. The best width grows by about one bit when the number of terms doubles.
    fn widths(&self, algorithm: Algorithm, terms: usize) -> core::ops::RangeInclusive<usize> {
        let log = terms.max(1).ilog2() as usize;
        match (algorithm, self.width) {
            (Algorithm::Straus, _) => 0..=0,
            (_, Some(width)) => width..=width,
            (_, None) => log.saturating_sub(5).clamp(NARROWEST, WIDEST)..=log.clamp(NARROWEST, WIDEST),
        }
    }
}

/// How much longer a sum is assumed to take with fewer windows at once than [`least_windows_at_once`]. Not measured:
/// more than other widths cost.
const CROWDED: f64 = 4.0;

/// Returns the estimated time of an algorithm in single multiplications, and its plan; `None` if it is not possible.
fn candidate(
    possible: &Possible,
    lengths: &Lengths,
    algorithm: Algorithm,
    width: usize,
    endomorphism: bool,
) -> Option<(f64, Plan)> {
    let (points, integers, prices) = (possible.points, lengths.number(), possible.prices);
    let parts = if endomorphism { possible.split.map_or(2, |(parts, _)| parts) } else { 1 };
    let mut cost = match algorithm {
        Algorithm::Straus if points > straus::most(parts) => return None,
        Algorithm::Edwards if !possible.edwards => return None,
        Algorithm::Straus if parts == 4 => cost::of_quarters(prices, lengths),
        Algorithm::Straus => cost::of_straus(prices, lengths, parts),
        _ => cost::of_buckets(algorithm, prices, lengths, width, integers),
    };
    let windows = if width == 0 { 0 } else { (lengths.longest() + 1).div_ceil(width) };
    let buckets = if width == 0 { 0 } else { 1 << (width - 1) };
    let (fixed, for_each) = memory(possible, algorithm, [points, integers, buckets], parts);
    let windows_at_once = possible.memory.saturating_sub(fixed).checked_div(for_each).unwrap_or(0);
    let crowded = endomorphism && windows_at_once < windows.min(least_windows_at_once());
    if crowded && !possible.forced {
        return None;
    }
    let windows_at_once = windows_at_once.clamp(1, windows.max(1));
    // As many windows for each group, except in the last round.
    let groups = windows::most_groups();
    let is_uneven = algorithm == Algorithm::Affine && windows_at_once > groups && windows_at_once < windows;
    let windows_at_once = windows_at_once - if is_uneven { windows_at_once % groups } else { 0 };
    let rounds = windows.div_ceil(windows_at_once) as f64;
    // Scalars are converted from Montgomery form to measure their lengths, and again for each round of windows. Each
    // image takes one multiplication, or four with that by `psi`.
    let conversions = if endomorphism { 2.0 } else { 1.0 + rounds };
    cost.single += (points * possible.conversion) as f64 * conversions;
    match (parts, algorithm) {
        (1, _) | (4, Algorithm::Straus) => {}
        (2, _) => cost.add_images(points),
        _ => cost.add_images(4 * points),
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts")]
    let plan = Plan {
        algorithm,
        endomorphism,
        points,
        integers,
        nonzero: lengths.nonzero(),
        bits: lengths.longest(),
        width,
        windows,
        windows_at_once,
        threads: vorpal_threads::number(),
        additions: cost.additions as u64,
        multiplications: cost.multiplications() as u64,
        memory: fixed + windows_at_once * for_each,
    };
    // A width that leaves room for more windows comes first.
    let time = cost.time(possible.packed) * if crowded { CROWDED } else { 1.0 };
    Some((time, plan))
}

/// The least number of windows at once for parts of scalars: with one for each group, groups wait for each other, and
/// each round reads all points and images again.
fn least_windows_at_once() -> usize {
    match windows::most_groups() {
        1 => 1,
        groups => 2 * groups,
    }
}

/// The bytes of a sum by buckets, and those of each of its windows, for numbers of points, integers and buckets.
fn memory(
    possible: &Possible,
    algorithm: Algorithm,
    [points, integers, buckets]: [usize; 3],
    parts: usize,
) -> (usize, usize) {
    let (coordinate, point) = (possible.coordinate, 2 * possible.coordinate);
    if buckets == 0 {
        return (0, 0);
    }
    // One coordinate for each image with the same `y`; for quarters, the points and their images by psi as well.
    let images = match (parts, algorithm) {
        (1, _) => 0,
        (2, Algorithm::Edwards) => points * point,
        (2, _) => points * coordinate,
        _ => points * (2 * coordinate + 2 * point),
    };
    let split = if parts == 1 { 0 } else { integers * SubScalars::BYTES };
    // Edwards points are stored as three coordinates. Their buckets have four, in two orders. The others have a point.
    let (stored, bucket) = match algorithm {
        Algorithm::Edwards => (integers * 3 * coordinate, 8 * coordinate),
        _ => (0, point),
    };
    // A sign for each integer in each group of windows; in each window two bytes for a digit and four for a member of a
    // list. Each bucket has two spans and two indices.
    let signs = windows::most_groups() * integers;
    (images + split + stored + signs, 6 * integers + buckets * (bucket + 48))
}

impl Plan {
    /// Computes the sum as planned. The result is unspecified if the monitor cancels the sum.
    fn run<C: WeierstrassCurve>(
        &self,
        terms: &impl Terms<C>,
        integers: &dyn Integers,
        monitor: &Monitor<'_>,
    ) -> Jacobian<C> {
        let Self { width, windows_at_once, .. } = *self;
        match self.algorithm {
            Algorithm::Xyzz => {
                running_buckets::msm_vartime::<C, Xyzz<C>>(terms, integers, width, windows_at_once, monitor)
            }
            Algorithm::Jacobian => running_buckets::msm_vartime::<C, Jacobian<C>>(
                terms,
                integers,
                width,
                windows_at_once,
                monitor,
            ),
            _ => windows::msm_in_windows_vartime(terms, integers, width, windows_at_once, monitor),
        }
    }

    /// Computes the same sum in Edwards form.
    fn run_edwards<C: WeierstrassCurve>(
        &self,
        form: &EdwardsForm<C>,
        points: &[&[Affine<C>]],
        integers: &dyn Integers,
        monitor: &Monitor<'_>,
    ) -> Jacobian<C> {
        let Self { width, windows_at_once, .. } = *self;
        edwards_buckets::msm_vartime(form, points, integers, width, windows_at_once, monitor)
    }
}
