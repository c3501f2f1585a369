//! Sums of lists of affine points: sixteen lists side by side, many such groups sharing an inversion.
//!
//! The lists are sorted by length and taken sixteen at a time, each in a lane of [packed values](PackedField). Step `k`
//! adds the `k`-th point of every list to its sum by the affine formulas
//!
//! `lambda = (y2 - y1) / (x2 - x1)`, `x3 = lambda^2 - x1 - x2`, `y3 = lambda (x1 - x3) - y1`,
//!
//! whose inversions are shared by all groups at work ([`AT_ONCE`] lists, six packed values for each sixteen of them:
//! 384 KiB for elements of six limbs, which a second-level cache holds): running products lane by lane, 3M for each
//! addition, and one inversion + 48M for the sixteen lanes of a step. With 2M + 1S for the formulas, an addition costs
//! 5M + 1S. No two additions of a step have the same list, so there are no conflicts to schedule around, whatever the
//! points and however they are distributed: lists that are much longer than the others are cut into pieces first, and
//! the sums of the pieces are added in another round.
//!
//! Every sum is right for any points of the curve. A lane whose sum is at infinity or whose list has ended keeps aside;
//! equal points are doubled with `lambda = 3 x1^2 / 2 y1` by the same shared inversion; opposite points leave infinity.
//!
//! Points are read raw, on the isomorphic curve that [`PackedField`] describes: affine formulas do not use `b`.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Deref;

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::{Field, LANES, PackedField, prefetch};

use crate::lists::{AT_ONCE, Lists, Member, Pieces, Span, by_length};
use crate::progress::Monitor;
use crate::terms::Terms;
use crate::threads;

const ALL: u16 = u16::MAX;
/// For each thread: more parts than that even out by themselves.
const FEW_PARTS: usize = 4;

/// The sums of lists.
pub(crate) struct Sums<C: WeierstrassCurve> {
    /// As threads found them: the sum of number `n` is element `n mod AT_ONCE` of part `n / AT_ONCE`.
    parts: Vec<Vec<Affine<C>>>,
    /// The number of the sum of each list, [`NOTHING`] for lists without members.
    numbers: Vec<usize>,
}

/// No number of a sum.
const NOTHING: usize = usize::MAX;

impl<C: WeierstrassCurve> Sums<C> {
    /// The sum of a list as a member of others; none if it is infinity.
    pub(crate) fn member(&self, list: usize) -> Option<Member> {
        let number = self.numbers[list];
        (number != NOTHING && *self.sum(number) != Affine::INFINITY).then(|| Member::new(number, false))
    }

    /// The sum of a list.
    pub(crate) fn get(&self, list: usize) -> Affine<C> {
        self.member(list).map_or(Affine::INFINITY, |member| *self.sum(member.index()))
    }

    #[inline(always)]
    fn sum(&self, number: usize) -> &Affine<C> {
        &self.parts[number / AT_ONCE][number % AT_ONCE]
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
    fn ask_for(&self, index: usize) {
        prefetch(self.sum(index));
    }
}

/// The sum of each list; anything where the monitor has been told to give up. Time depends on the terms.
pub(crate) fn sums_of_lists_vartime<C: WeierstrassCurve>(
    terms: &(impl Terms<C> + ?Sized),
    lists: &Lists,
    monitor: &Monitor<'_>,
) -> Sums<C> {
    let Pieces { spans, cut } = lists.cut();
    let parts = dealt(by_length(&spans));
    let mut numbers = vec![NOTHING; spans.len()];
    for (number, part) in parts.iter().enumerate() {
        for (i, &list) in part.iter().enumerate() {
            numbers[list] = AT_ONCE * number + i;
        }
    }
    let parts = threads::map(&parts, |part| {
        if monitor.is_cancelled() {
            return vec![Affine::INFINITY; part.len()];
        }
        let spans: Vec<Span> = part.iter().map(|&list| spans[list]).collect();
        let sums = sums_at_once(terms, &lists.members, &spans);
        monitor.advance(spans.iter().map(|span| span.length - 1).sum());
        sums
    });
    let mut sums = Sums { parts, numbers };
    if !cut.is_empty() {
        let mut rest = Lists::default();
        for (_, pieces) in &cut {
            rest.push(pieces.clone().filter_map(|piece| sums.member(piece)));
        }
        let whole = sums_of_lists_vartime(&sums, &rest, monitor);
        let before = AT_ONCE * sums.parts.len();
        for ((list, _), number) in cut.iter().zip(whole.numbers) {
            sums.numbers[*list] = if number == NOTHING { NOTHING } else { before + number };
        }
        sums.parts.extend(whole.parts);
    }
    sums.numbers.truncate(lists.spans.len());
    sums
}

/// How many of so many lists share inversions: as many as can, in as many parts for each thread.
pub(crate) fn lists_at_once(lists: usize) -> usize {
    let threads = threads::number();
    let parts = lists.div_ceil(AT_ONCE * threads).max(1) * threads;
    lists.div_ceil(parts).next_multiple_of(LANES).clamp(LANES, AT_ONCE)
}

/// Lists in parts that share inversions, sixteen after sixteen. They come in order of length, and stay so. Where there
/// are few parts for several threads, each gets long and short ones, so that threads have the same to do; many parts
/// have lists of one length each, so that lanes end together.
fn dealt(order: Vec<usize>) -> Vec<Vec<usize>> {
    let at_once = lists_at_once(order.len());
    let number = order.len().div_ceil(at_once);
    let threads = threads::number();
    if threads == 1 || number > FEW_PARTS * threads {
        return order.chunks(at_once).map(<[usize]>::to_vec).collect();
    }
    let mut parts = vec![Vec::with_capacity(at_once); number];
    for (i, lanes) in order.chunks(LANES).enumerate() {
        parts[i % number].extend_from_slice(lanes);
    }
    parts
}

/// Sixteen lists, the longest first, and their sums so far.
struct Group<B> {
    x: B,
    y: B,
    /// The points to be added.
    row_x: B,
    /// Their `y`, then the numerators of the slopes.
    row_y: B,
    /// The denominators of the slopes.
    denominator: B,
    /// The product of the denominators of the groups before.
    before: B,
    /// Lanes whose sum is not infinity.
    present: u16,
    /// Lanes whose sum is replaced.
    changing: u16,
}

/// The sum of each span: at most [`AT_ONCE`], none empty, the longest first.
fn sums_at_once<C: WeierstrassCurve>(
    terms: &(impl Terms<C> + ?Sized),
    members: &[Member],
    spans: &[Span],
) -> Vec<Affine<C>> {
    let rows: Vec<&[Span]> = spans.chunks(LANES).collect();
    let mut groups = Vec::with_capacity(rows.len());
    for (g, spans) in rows.iter().enumerate() {
        ask_for(terms, members, rows.get(g + 2).copied().unwrap_or_default(), 0);
        groups.push(Group::first(terms, members, spans));
        ask_for(terms, members, spans, 1);
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
            // The points of the next step, a few at a time: processors have room for a few dozen requests.
            let mut lanes = spans.chunks(LANES / 4);
            let mut ask = || ask_for(terms, members, lanes.next().unwrap_or_default(), step + 1);
            ask();
            group.before.mul_assign(&product);
            ask();
            product.mul_assign(&group.denominator);
            group.add(ask);
        }
    }
    let mut sums = Vec::with_capacity(spans.len());
    for (group, spans) in groups.iter_mut().zip(&rows) {
        group.store(spans.len(), &mut sums);
    }
    sums
}

/// The members of number `step` of sixteen spans or fewer, the first one's where a span has none.
#[inline]
fn row(members: &[Member], spans: &[Span], step: usize) -> [Member; LANES] {
    let first = members[spans[0].start + step];
    core::array::from_fn(|lane| match spans.get(lane) {
        Some(span) if step < span.length => members[span.start + step],
        _ => first,
    })
}

#[inline]
fn ask_for<C: WeierstrassCurve>(
    terms: &(impl Terms<C> + ?Sized),
    members: &[Member],
    spans: &[Span],
    step: usize,
) {
    for span in spans {
        if step < span.length {
            terms.ask_for(members[span.start + step].index());
        }
    }
}

/// Reads a row of points, negated where the members say so.
#[inline]
fn read<C: WeierstrassCurve>(
    terms: &(impl Terms<C> + ?Sized),
    row: &[Member; LANES],
    x: &mut <C::Base as Field>::Packed,
    y: &mut <C::Base as Field>::Packed,
) {
    x.read_raw(&row.map(|member| terms.x(member.index())), |x| x);
    y.read_raw(&row.map(|member| terms.y(member.index())), |y| y);
    y.scale_raw();
    y.negate_lanes((0..LANES).fold(0, |lanes, lane| lanes | u16::from(row[lane].is_negative()) << lane));
}

/// The first lanes.
const fn lanes(number: usize) -> u16 {
    if number < LANES { (1 << number) - 1 } else { ALL }
}

impl<B: PackedField> Group<B> {
    /// The sums are the first points.
    fn first<C: WeierstrassCurve>(
        terms: &(impl Terms<C> + ?Sized),
        members: &[Member],
        spans: &[Span],
    ) -> Self
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

    /// Loads the points of a step, and finds the numerators and denominators of their slopes.
    #[inline]
    fn prepare<C: WeierstrassCurve>(
        &mut self,
        terms: &(impl Terms<C> + ?Sized),
        members: &[Member],
        spans: &[Span],
        step: usize,
    ) where
        C::Base: Field<Packed = B>,
    {
        read(terms, &row(members, spans, step), &mut self.row_x, &mut self.row_y);
        let given = lanes(spans.partition_point(|span| step < span.length));
        let both = self.present & given;
        self.denominator.sub_into(&self.row_x, &self.x);
        let same_x = self.denominator.zero_lanes() & both;
        let fresh = given & !self.present;
        if fresh | same_x != 0 {
            self.set_apart(fresh, same_x);
        }
        self.row_y.sub_assign(&self.y);
        self.changing = both & self.present;
        if same_x & self.present != 0 {
            self.set_slopes_of_tangents(same_x & self.present);
        }
        self.present |= fresh;
        if self.changing != ALL {
            self.denominator.assign_lanes(&B::one(), !self.changing);
        }
    }

    /// Sums that begin, and sums that end at infinity.
    #[cold]
    fn set_apart(&mut self, fresh: u16, same_x: u16) {
        self.x.assign_lanes(&self.row_x, fresh);
        self.y.assign_lanes(&self.row_y, fresh);
        let mut sum = self.row_y;
        sum.add_assign(&self.y);
        self.present &= !(sum.zero_lanes() & same_x);
    }

    /// `3 x^2 / 2 y`: of equal points that are not opposite, so `y` is not zero.
    #[cold]
    fn set_slopes_of_tangents(&mut self, lanes: u16) {
        let mut square = self.x;
        square.square_into(&self.x);
        let mut numerator = square;
        numerator.add_assign(&square);
        numerator.add_assign(&square);
        self.row_y.assign_lanes(&numerator, lanes);
        let mut denominator = self.y;
        denominator.add_assign(&self.y);
        self.denominator.assign_lanes(&denominator, lanes);
    }

    /// Adds the points, with the inverses of the denominators in `before`. Between products there is time for something
    /// else, twice.
    #[inline]
    fn add(&mut self, mut meanwhile: impl FnMut()) {
        let Self { x: x1, y: y1, row_x: x2, row_y: slope, denominator: x3, before: y3, .. } = self;
        meanwhile();
        slope.mul_assign(y3);
        meanwhile();
        x3.square_into(slope);
        x3.sub_assign(x1);
        x3.sub_assign(x2);
        if self.changing == ALL {
            // Nothing else is left of the sum but x1 - x3 and y1.
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
            sums.push(if present { Affine::new_unchecked(x, y) } else { Affine::INFINITY });
        }
    }
}
