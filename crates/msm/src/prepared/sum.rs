//! Sums over prepared bases within a memory limit.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};
use vorpal_fields::{Field, LANES, PackedField, PrimeField};

use super::PreparedBases;
use super::digits::{DigitLayout, shared_lists};
use super::plan::WIDEST;
use crate::Error;
use crate::affine_sums::sums_of_lists_vartime;
use crate::cost::{Prices, of_shared_buckets};
use crate::integer::{MsmScalar, ScalarSlice, Scalars};
use crate::lists::{LISTS_PER_BATCH, SHORTEST_PIECE};
use crate::progress::{Monitor, OnProgress};
use crate::recode::Integers;
use crate::scalars::{Lengths, Plain, SubScalars};
use crate::weights::{powers_of_buckets_vartime, sum_of_powers_vartime};

/// Bytes per digit: four in the array of digits, and four in the list of its bucket.
const DIGIT: usize = 8;
/// Bytes of a bucket, empty or not: two copies of its span, and the index of its sum.
const BUCKET: usize = 48;
/// Bytes of a bucket with members, without its sum: its positions in the order of lengths, and in other lists.
const FILLED: usize = 32;
/// Packed values per batch of sixteen lists during the additions.
const PACKED_VALUES: usize = 7;
/// Bytes per scalar during splitting into halves.
const HALVES: usize = 128;
/// The least memory of a sum in bytes.
const LEAST: usize = 64 << 10;

impl<C: WeierstrassCurve<Base: PrimeField>, T: AsRef<[u8]>> PreparedBases<C, T> {
    /// Computes `sum of scalars[i] bases[i]`; missing scalars count as zero. Variable time in bases and scalars. The
    /// sum runs on the caller's rayon pool with feature `parallel`, within [`sum_memory`](Self::sum_memory).
    ///
    /// # Errors
    /// [`Error::TooManyScalars`] if there are more scalars than bases; [`Error::IntegerTooLong`] if an integer has more
    /// bits than the order; [`Error::SumMemory`] if no width of windows fits the memory limit.
    pub fn msm_vartime<S: MsmScalar<C>>(&self, scalars: &[S]) -> Result<Jacobian<C>, Error> {
        self.msm_reporting_vartime(&ScalarSlice::<C, S>::new(scalars), None)
    }

    /// Computes the same sum as [`msm_vartime`](Self::msm_vartime), with reports to the callback: see
    /// [`Msm::progress`](crate::Msm::progress).
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the callback cancels the sum; the errors of [`msm_vartime`](Self::msm_vartime).
    pub fn msm_with_progress_vartime<S: MsmScalar<C>>(
        &self,
        scalars: &[S],
        callback: OnProgress<'_>,
    ) -> Result<Jacobian<C>, Error> {
        self.msm_reporting_vartime(&ScalarSlice::<C, S>::new(scalars), Some(callback))
    }

    fn msm_reporting_vartime(
        &self,
        scalars: &dyn Scalars,
        callback: Option<OnProgress<'_>>,
    ) -> Result<Jacobian<C>, Error> {
        let number = scalars.number();
        if number > self.len() {
            return Err(Error::TooManyScalars { bases: self.len(), scalars: number });
        }
        let plain = Plain::<C> { points: &[], scalars, bits: usize::MAX };
        let bits = Lengths::of(&plain).longest();
        match C::ENDOMORPHISM {
            Some(endomorphism) if self.plan.endomorphism && bits > self.plan.bits => {
                // Checks that the least sum fits the memory limit before the halves are allocated.
                self.layout(number, 2 * number, self.plan.bits)?;
                self.msm_of_integers_vartime(&SubScalars::halves(&plain, endomorphism), number, callback)
            }
            _ if bits > self.plan.bits => Err(Error::IntegerTooLong { bits, most: self.plan.bits }),
            _ => self.msm_of_integers_vartime(&Plain { bits, ..plain }, number, callback),
        }
    }

    /// Chooses the windows of a sum, and the number of sets of buckets that are processed at a time.
    ///
    /// The windows are those of the plan if at least one set fits the limit, else the ones of the least cost that
    /// fit. Tables with factors `2^(c t)` between them support windows of every width `c'` that divides `c t`, with
    /// `t' = c t / c'` sets: every `t'`-th window has a table. Windows of one bit are always possible.
    fn layout(&self, scalars: usize, integers: usize, bits: usize) -> Result<(DigitLayout, usize), Error> {
        let split = integers > scalars;
        let distance = self.plan.width * self.plan.stride;
        let of_width = |width: usize| DigitLayout {
            width,
            stride: distance / width,
            windows: crate::recode::windows(bits, width),
        };
        let given = self.sum_memory;
        let fit = |layout: DigitLayout| {
            let Memory { fixed, set } = memory::<C>(layout, integers, split);
            let sets = given.checked_sub(fixed)?.checked_div(set)?.min(layout.sets());
            (sets > 0).then_some((layout, sets))
        };
        if let Some(planned) = fit(of_width(self.plan.width)) {
            return Ok(planned);
        }
        let widths = || (1..=WIDEST).filter(|width| distance.is_multiple_of(*width)).map(of_width);
        let time = |layout: &DigitLayout| {
            let cost =
                of_shared_buckets(Prices::of::<C::Base>(), integers, bits, layout.width, layout.sets());
            cost.time(<C::Base as Field>::Packed::pays_from())
        };
        let best = widths().filter_map(fit).min_by(|(a, _), (b, _)| time(a).total_cmp(&time(b)));
        best.ok_or_else(|| {
            let least = |layout| memory::<C>(layout, integers, split).least();
            let needed = widths().map(least).min().unwrap_or(usize::MAX);
            Error::SumMemory { scalars, needed, given }
        })
    }

    /// Computes the sum of `integers[i] bases[i]` for `i < number`, and of `integers[number + i] images[i]` if scalars
    /// are split into halves.
    fn msm_of_integers_vartime(
        &self,
        integers: &dyn Integers,
        number: usize,
        callback: Option<OnProgress<'_>>,
    ) -> Result<Jacobian<C>, Error> {
        if integers.bits() == 0 {
            return Ok(Jacobian::IDENTITY);
        }
        let bases = self.plan.points;
        let (layout, at_once) = self.layout(number, integers.number(), integers.bits())?;
        let cost = of_shared_buckets(
            Prices::of::<C::Base>(),
            integers.number(),
            integers.bits(),
            layout.width,
            layout.sets(),
        );
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
        let monitor = Monitor::new(callback, cost.additions as u64);
        let tables = self.tables();
        let images = self.plan.layout::<C>().points();
        let infinite = &self.infinite[..];
        let mut powers = Vec::new();
        for first in (0..layout.sets()).step_by(at_once) {
            let sets = first..layout.sets().min(first + at_once);
            let lists = shared_lists(integers, layout, sets.clone(), |integer, table| {
                let image = integer >= number;
                let point = table * bases + if image { integer - number } else { integer };
                let infinite = infinite.get(point / 64).is_some_and(|bits| bits >> (point % 64) & 1 == 1);
                (!infinite).then_some(if image { images + point } else { point })
            });
            let buckets = sums_of_lists_vartime(&tables, &lists, &monitor);
            drop(lists);
            let positions: Vec<usize> = sets.map(|set| set * layout.width).collect();
            powers.extend(powers_of_buckets_vartime(buckets, &positions, layout.buckets(), &monitor));
            if monitor.is_cancelled() {
                return Err(Error::Cancelled);
            }
        }
        Ok(sum_of_powers_vartime(&powers))
    }
}

/// The approximate memory of a sum in bytes.
struct Memory {
    fixed: usize,
    /// The memory per set of buckets among those that are processed at a time.
    set: usize,
}

impl Memory {
    fn least(&self) -> usize {
        self.fixed.saturating_add(self.set)
    }
}

fn memory<C: WeierstrassCurve>(layout: DigitLayout, integers: usize, split: bool) -> Memory {
    let digits = integers.saturating_mul(layout.windows.div_ceil(layout.sets()));
    let filled = layout.buckets().min(digits);
    let sum = size_of::<Affine<C>>() + FILLED;
    // Long lists are cut into pieces. The number of further lists is independent of the number of sets.
    let pieces = LISTS_PER_BATCH.min(integers.saturating_mul(layout.windows) / SHORTEST_PIECE);
    let lists = LISTS_PER_BATCH.min(filled.saturating_mul(layout.sets()).saturating_add(pieces));
    let packed = lists.div_ceil(LANES) * PACKED_VALUES * size_of::<<C::Base as Field>::Packed>();
    let halves = if split { integers.div_ceil(2).saturating_mul(HALVES) } else { 0 };
    Memory {
        fixed: LEAST
            .saturating_add(halves)
            .saturating_add(pieces * (BUCKET + sum))
            .saturating_add(vorpal_threads::number() * packed),
        set: digits
            .saturating_mul(DIGIT)
            .saturating_add(layout.buckets() * BUCKET)
            .saturating_add(filled * sum),
    }
}
