//! Sums of lists of affine points: sixteen lists per packed group, with inversions shared by many groups.
//!
//! The lists are sorted by length and processed in groups of sixteen, one per lane of [packed values](PackedField).
//! Step `k` adds the `k`-th point of every list to its sum by the affine formulas
//!
//! `lambda = (y2 - y1) / (x2 - x1)`, `x3 = lambda^2 - x1 - x2`, `y3 = lambda (x1 - x3) - y1`.
//!
//! All groups of a batch share the inversions: [`LISTS_PER_BATCH`] lists, six packed values for each sixteen of them,
//! in total 384 KiB for elements of six limbs, which fits the L2 cache. Running products in each lane cost 3M per
//! addition, and one inversion + 48M for the sixteen lanes of a step. With 2M + 1S for the formulas, an addition costs
//! 5M + 1S.
//!
//! No two additions of a step belong to the same list, so there are no conflicts for any distribution of the points.
//! Lists that are much longer than the others are first cut into pieces, and a second round adds the sums of the
//! pieces.
//!
//! Every sum is correct for any points. Lanes whose sum is at infinity or whose list has ended are masked. Equal points
//! are doubled with `lambda = (3 x1^2 + a) / 2 y1` by the same shared inversion. The sum of opposite points is
//! infinity.
//!
//! Without vectors for the field, [`single_sums`] computes the same sums faster.
//!
//! Points are read raw, on the isomorphic curve that [`PackedField`] describes: affine formulas do not use `b`, and
//! only tangents use `a`, which is `v^4 a` there.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Deref;

use vorpal_curves::models::weierstrass::{Affine, LinearTerm, WeierstrassCurve};
use vorpal_fields::{Field, LANES, PackedField, prefetch};

use crate::lists::{LISTS_PER_BATCH, Lists, Member, Pieces, Span, by_length};
use crate::progress::Monitor;
use crate::single_sums;
use crate::terms::Terms;

const ALL: u16 = u16::MAX;
/// The number of parts per thread above which the work of the threads is balanced without further measures.
const FEW_PARTS: usize = 4;

/// The sums of lists.
pub(crate) struct Sums<C: WeierstrassCurve> {
    /// The results of the tasks: the sum of number `n` is element `n mod LISTS_PER_BATCH` of part `n /
    /// LISTS_PER_BATCH`.
    parts: Vec<Vec<Affine<C>>>,
    /// The number of the sum of each list, [`NO_SUM`] for lists without members and sums that are infinity.
    numbers: Vec<usize>,
}

/// Marks a list whose sum is infinity.
const NO_SUM: usize = usize::MAX;

impl<C: WeierstrassCurve> Sums<C> {
    /// The sum of a list as a member of other lists, or `None` if the sum is infinity.
    pub(crate) fn member(&self, list: usize) -> Option<Member> {
        let number = self.numbers[list];
        (number != NO_SUM).then(|| Member::new(number, false))
    }

    /// The sum of a list.
    pub(crate) fn get(&self, list: usize) -> Affine<C> {
        self.member(list).map_or(Affine::IDENTITY, |member| *self.sum(member.index()))
    }

    #[inline(always)]
    fn sum(&self, number: usize) -> &Affine<C> {
        &self.parts[number / LISTS_PER_BATCH][number % LISTS_PER_BATCH]
    }
}

impl<C: WeierstrassCurve> Terms<C> for Sums<C> {
    #[inline(always)]
    fn x(&self, index: usize) -> impl Deref<Target = C::Base> {
        self.sum(index).raw_coordinates().0
    }

    #[inline(always)]
    fn y(&self, index: usize) -> impl Deref<Target = C::Base> {
        self.sum(index).raw_coordinates().1
    }

    #[inline(always)]
    fn prefetch(&self, index: usize) {
        prefetch(self.sum(index));
    }
}

/// The sum of each list; unspecified if the monitor is cancelled. Time depends on the terms.
pub(crate) fn sums_of_lists_vartime<C: WeierstrassCurve>(
    terms: &impl Terms<C>,
    lists: &Lists,
    monitor: &Monitor<'_>,
) -> Sums<C> {
    let Pieces { spans, cut } = lists.cut();
    let parts = distribute(by_length(&spans));
    let mut numbers = vec![NO_SUM; spans.len()];
    for (number, part) in parts.iter().enumerate() {
        for (i, &list) in part.iter().enumerate() {
            numbers[list] = LISTS_PER_BATCH * number + i;
        }
    }
    let results = vorpal_threads::map(&parts, |part| {
        if monitor.is_cancelled() {
            return (vec![Affine::IDENTITY; part.len()], part.clone());
        }
        let spans: Vec<Span> = part.iter().map(|&list| spans[list]).collect();
        let sums = if one_by_one::<C::Base>() {
            single_sums::sums_vartime(terms, &lists.members, &spans)
        } else {
            packed_sums_vartime(terms, &lists.members, &spans)
        };
        monitor.advance(spans.iter().map(|span| span.length - 1).sum());
        let lists = part.iter().zip(&sums).filter(|(_, sum)| sum.is_identity_vartime());
        let infinite = lists.map(|(list, _)| *list).collect();
        (sums, infinite)
    });
    let mut parts = Vec::with_capacity(results.len());
    for (sums, infinite) in results {
        parts.push(sums);
        infinite.into_iter().for_each(|list| numbers[list] = NO_SUM);
    }
    let mut sums = Sums { parts, numbers };
    if !cut.is_empty() {
        let mut rest = Lists::default();
        for (_, pieces) in &cut {
            rest.push(pieces.clone().filter_map(|piece| sums.member(piece)));
        }
        let whole = sums_of_lists_vartime(&sums, &rest, monitor);
        let before = LISTS_PER_BATCH * sums.parts.len();
        for ((list, _), number) in cut.iter().zip(whole.numbers) {
            sums.numbers[*list] = if number == NO_SUM { NO_SUM } else { before + number };
        }
        sums.parts.extend(whole.parts);
    }
    sums.numbers.truncate(lists.spans.len());
    sums
}

/// Whether sums are faster one by one: on processors without vectors for the field.
pub(crate) fn one_by_one<F: Field>() -> bool {
    F::Packed::pays_from() >= LANES
}

/// The number of lists that share inversions: as many as possible, with the same number of parts for each thread.
pub(crate) fn lists_per_batch(lists: usize) -> usize {
    let threads = vorpal_threads::number();
    let parts = lists.div_ceil(LISTS_PER_BATCH * threads).max(1) * threads;
    lists.div_ceil(parts).next_multiple_of(LANES).clamp(LANES, LISTS_PER_BATCH)
}

/// Distributes lists, in groups of sixteen, to parts that share inversions. Lists are and remain ordered by length. If
/// there are few parts for several threads, every part gets long and short lists, which balances the threads. Otherwise
/// the lists of a part have about the same length, so that lanes end together.
fn distribute(order: Vec<usize>) -> Vec<Vec<usize>> {
    let at_once = lists_per_batch(order.len());
    let number = order.len().div_ceil(at_once);
    let threads = vorpal_threads::number();
    if threads == 1 || number > FEW_PARTS * threads {
        return order.chunks(at_once).map(<[usize]>::to_vec).collect();
    }
    let mut parts = vec![Vec::with_capacity(at_once); number];
    for (i, lanes) in order.chunks(LANES).enumerate() {
        parts[i % number].extend_from_slice(lanes);
    }
    parts
}

/// The partial sums of sixteen lists, the longest list first.
struct Group<B> {
    x: B,
    y: B,
    /// The `x` of the points to be added.
    row_x: B,
    /// The `y` of the points to be added, then the numerators of the slopes.
    row_y: B,
    /// The denominators of the slopes.
    denominator: B,
    /// The product of the denominators of the preceding groups.
    before: B,
    /// Lanes whose sum is not infinity.
    present: u16,
    /// Lanes whose sum changes in this step.
    changing: u16,
}

/// The sum of each span: at most [`LISTS_PER_BATCH`], none empty, the longest first.
pub(crate) fn packed_sums_vartime<C: WeierstrassCurve>(
    terms: &impl Terms<C>,
    members: &[Member],
    spans: &[Span],
) -> Vec<Affine<C>> {
    let rows: Vec<&[Span]> = spans.chunks(LANES).collect();
    let mut groups = Vec::with_capacity(rows.len());
    for (g, spans) in rows.iter().enumerate() {
        prefetch_members(terms, members, rows.get(g + 2).copied().unwrap_or_default(), 0);
        groups.push(Group::first(terms, members, spans));
        prefetch_members(terms, members, spans, 1);
    }
    let mut active = rows.len();
    for step in 1.. {
        while active > 0 && rows[active - 1][0].length <= step {
            active -= 1;
        }
        if active == 0 {
            break;
        }
        let mut product = <C::Base as Field>::Packed::one();
        for (group, spans) in groups[..active].iter_mut().zip(&rows) {
            group.prepare::<C>(terms, members, spans, step);
            group.before = product;
            product.mul_assign(&group.denominator);
        }
        product.invert_vartime();
        for (group, spans) in groups[..active].iter_mut().zip(&rows).rev() {
            // Prefetches the points of the next step, a few at a time: processors queue a few dozen requests.
            let mut lanes = spans.chunks(LANES / 4);
            let mut prefetch_some =
                || prefetch_members(terms, members, lanes.next().unwrap_or_default(), step + 1);
            prefetch_some();
            group.before.mul_assign(&product);
            prefetch_some();
            product.mul_assign(&group.denominator);
            group.add(prefetch_some);
        }
    }
    let mut sums = Vec::with_capacity(spans.len());
    for (group, spans) in groups.iter_mut().zip(&rows) {
        group.store(spans.len(), &mut sums);
    }
    sums
}

/// Member number `step` of each of at most sixteen spans; that of the first span for lanes without such a member.
#[inline]
fn row(members: &[Member], spans: &[Span], step: usize) -> [Member; LANES] {
    let first = members[spans[0].start + step];
    core::array::from_fn(|lane| match spans.get(lane) {
        Some(span) if step < span.length => members[span.start + step],
        _ => first,
    })
}

#[inline]
fn prefetch_members<C: WeierstrassCurve>(
    terms: &impl Terms<C>,
    members: &[Member],
    spans: &[Span],
    step: usize,
) {
    for span in spans {
        if step < span.length {
            terms.prefetch(members[span.start + step].index());
        }
    }
}

/// Reads a row of points, negated for negative members.
#[inline]
fn read<C: WeierstrassCurve>(
    terms: &impl Terms<C>,
    row: &[Member; LANES],
    x: &mut <C::Base as Field>::Packed,
    y: &mut <C::Base as Field>::Packed,
) {
    x.read_raw(&row.map(|member| terms.x(member.index())), |x| x);
    y.read_raw(&row.map(|member| terms.y(member.index())), |y| y);
    y.scale_raw();
    y.negate_lanes((0..LANES).fold(0, |lanes, lane| lanes | u16::from(row[lane].is_negative()) << lane));
}

/// The mask of the first `number` lanes.
const fn lanes(number: usize) -> u16 {
    if number < LANES { (1 << number) - 1 } else { ALL }
}

impl<B: PackedField> Group<B> {
    /// The group whose sums are the first points of the lists.
    fn first<C: WeierstrassCurve>(terms: &impl Terms<C>, members: &[Member], spans: &[Span]) -> Self
    where
        C::Base: Field<Packed = B>,
    {
        let one = B::one();
        let present = lanes(spans.len());
        let mut group = Self {
            x: one,
            y: one,
            row_x: one,
            row_y: one,
            denominator: one,
            before: one,
            present,
            changing: 0,
        };
        read(terms, &row(members, spans, 0), &mut group.x, &mut group.y);
        group
    }

    /// Loads the points of a step and computes the numerators and denominators of the slopes.
    #[inline]
    fn prepare<C: WeierstrassCurve>(
        &mut self,
        terms: &impl Terms<C>,
        members: &[Member],
        spans: &[Span],
        step: usize,
    ) where
        C::Base: Field<Packed = B>,
        B: PackedField<Element = C::Base>,
    {
        read(terms, &row(members, spans, step), &mut self.row_x, &mut self.row_y);
        let given = lanes(spans.partition_point(|span| step < span.length));
        let both = self.present & given;
        self.denominator.sub_into(&self.row_x, &self.x);
        let same_x = self.denominator.zero_lanes() & both;
        let fresh = given & !self.present;
        if fresh | same_x != 0 {
            self.start_and_cancel(fresh, same_x);
        }
        self.row_y.sub_assign(&self.y);
        self.changing = both & self.present;
        if same_x & self.present != 0 {
            self.set_slopes_of_tangents::<C>(same_x & self.present);
        }
        self.present |= fresh;
        if self.changing != ALL {
            self.denominator.assign_lanes(&B::one(), !self.changing);
        }
    }

    /// Assigns the point to each sum that starts, and removes the sums that become infinity from `present`.
    #[cold]
    fn start_and_cancel(&mut self, fresh: u16, same_x: u16) {
        self.x.assign_lanes(&self.row_x, fresh);
        self.y.assign_lanes(&self.row_y, fresh);
        let mut sum = self.row_y;
        sum.add_assign(&self.y);
        self.present &= !(sum.zero_lanes() & same_x);
    }

    /// Sets the slopes `(3 x^2 + a) / 2 y` for equal points that are not opposite, so `y` is not zero.
    #[cold]
    fn set_slopes_of_tangents<C: WeierstrassCurve>(&mut self, lanes: u16)
    where
        B: PackedField<Element = C::Base>,
    {
        let mut square = self.x;
        square.square_into(&self.x);
        if let LinearTerm::MinusThree = C::A {
            // Coordinates are raw: 1 reads as v^2, and the linear term is -3 v^4 x.
            let mut one = B::one();
            one.read_raw(&[C::Base::ONE; LANES], |one| one);
            let mut fourth_power = one;
            fourth_power.square_into(&one);
            square.sub_assign(&fourth_power);
        }
        let mut numerator = square;
        numerator.add_assign(&square);
        numerator.add_assign(&square);
        self.row_y.assign_lanes(&numerator, lanes);
        let mut denominator = self.y;
        denominator.add_assign(&self.y);
        self.denominator.assign_lanes(&denominator, lanes);
    }

    /// Adds the points, given the inverses of the denominators in `before`. Calls `interleave` twice between the
    /// products.
    #[inline]
    fn add(&mut self, mut interleave: impl FnMut()) {
        let Self { x: x1, y: y1, row_x: x2, row_y: slope, denominator: x3, before: y3, .. } = self;
        interleave();
        slope.mul_assign(y3);
        interleave();
        x3.square_into(slope);
        x3.sub_assign(x1);
        x3.sub_assign(x2);
        if self.changing == ALL {
            // Every lane changes, so x1 and y1 need no masks.
            x2.sub_into(x1, x3);
            x2.mul_assign(slope);
            x1.clone_from(x3);
            y3.sub_into(x2, y1);
            y1.clone_from(y3);
        } else {
            y3.sub_into(x1, x3);
            y3.mul_assign(slope);
            y3.sub_assign(y1);
            x1.assign_lanes(x3, self.changing);
            y1.assign_lanes(y3, self.changing);
        }
    }

    /// Appends the sums of the first lanes.
    fn store<C: WeierstrassCurve>(&mut self, number: usize, sums: &mut Vec<Affine<C>>)
    where
        C::Base: Field<Packed = B>,
        B: PackedField<Element = C::Base>,
    {
        let mut coordinates = [[C::Base::ZERO; LANES]; 2];
        self.y.unscale_raw();
        self.x.store_raw(&mut coordinates[0], |x| x);
        self.y.store_raw(&mut coordinates[1], |y| y);
        for lane in 0..number {
            let present = self.present >> lane & 1 == 1;
            let [x, y] = [coordinates[0][lane], coordinates[1][lane]];
            sums.push(if present { Affine::new_unchecked(x, y) } else { Affine::IDENTITY });
        }
    }
}
