//! Packed sums for curves without an endomorphism: digits that are integers, and tables of their multiples.
//!
//! The digits of a number to the base `2^w` are in `[-2^(w - 1), 2^(w - 1)]` (A. Booth, "A signed binary multiplication
//! technique", 1951): with the bits `b_i` of the number and `b_-1 = 0`, the digit of window `i` is
//!
//! `d_i = b_(w i - 1) + sum of 2^j b_(w i + j) for j < w, minus 2^w b_(w i + w - 1)`.
//!
//! The sum of the `2^(w i) d_i` is the number, since the subtracted term of a window is the first term of the next one.
//! The highest window must have no subtracted term: `w` windows times their number exceed 256. A digit is a function of
//! `w + 1` bits, so there are no carries between windows.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, PackedJacobian, WeierstrassCurve};
use vorpal_fields::{Field, LANES, PackedField, PrimeField};
use vorpal_limbs::backend::Backend;
use vorpal_limbs::words::bits_at;

use super::same_z::{Link, Summand};
use super::{PackedTable, Sum, Term};
use crate::curve::FourLimbCurve;

type PackedOf<C> = <<C as WeierstrassCurve>::Base as Field>::Packed;

/// The number of bits of a window of `u2`.
const WIDTH: usize = 5;
/// The number of multiples of a point.
const ENTRIES: usize = 1 << (WIDTH - 1);
/// The number of windows for the narrowest table, which is the maximum.
const MOST_WINDOWS: usize = windows(2);

/// The number of windows of a number of 256 bits.
const fn windows(width: usize) -> usize {
    257usize.div_ceil(width)
}

/// A point in the coordinates of packed points, stored without a change of radix.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Entry<F> {
    x: F,
    y: F,
}

/// The multiples `G, 2 G, .., 2^(w - 1) G` of the generator, of 64 bytes each.
#[derive(Clone, Debug)]
pub struct WindowTable<C: FourLimbCurve> {
    width: usize,
    entries: Vec<Entry<C::Base>>,
    /// Whether the multiple is infinity, which happens for tiny groups only.
    is_identity: Vec<bool>,
}

impl<C: FourLimbCurve> WindowTable<C> {
    /// Builds the table for windows of `width` bits, from 2 to 14.
    ///
    /// # Panics
    /// For other widths.
    #[allow(clippy::panic, reason = "other widths are an error of the caller")]
    pub(crate) fn new(width: usize) -> Self {
        assert!((2..=14).contains(&width), "windows of 2 to 14 bits");
        let generator = Affine::<C>::GENERATOR;
        let next = |multiple: &Jacobian<C>| Some(multiple.add_affine_vartime(&generator));
        let multiples: Vec<_> =
            core::iter::successors(Some(Jacobian::GENERATOR), next).take(1 << (width - 1)).collect();
        let multiples = Jacobian::normalise_batch(&multiples);
        let zero = C::Base::ZERO;
        let mut entries = vec![Entry { x: zero, y: zero }; multiples.len()];
        for (points, entries) in multiples.chunks(LANES).zip(entries.chunks_mut(LANES)) {
            let [x, y] = PackedJacobian::<C>::read_affine(points, |point| point);
            x.store_raw(entries, |entry| &mut entry.x);
            y.store_raw(entries, |entry| &mut entry.y);
        }
        let is_identity = multiples.iter().map(Affine::is_identity_vartime).collect();
        Self { width, entries, is_identity }
    }

    /// Reads the multiple of the generator for the digit of each lane into `x` and `y`. Returns the lanes whose
    /// multiple is not infinity.
    #[inline]
    fn read(&self, row: &Row, x: &mut PackedOf<C>, y: &mut PackedOf<C>) -> u16 {
        let lanes = row.read(x, y, |_, index| &self.entries[index]);
        let finite = |lane: &usize| !self.is_identity[row.index(*lane)];
        (0..LANES).filter(finite).fold(0, |mask, lane| mask | 1 << lane) & lanes
    }
}

/// The digits of one window: one for each lane.
#[derive(Clone, Copy, Debug)]
struct Row([i16; LANES]);

impl Row {
    const ZERO: Self = Self([0; LANES]);

    /// The index of the multiple of a lane; an unused one for a digit of zero.
    #[inline]
    fn index(&self, lane: usize) -> usize {
        usize::from(self.0[lane].unsigned_abs().saturating_sub(1))
    }

    /// Reads each lane's entry, with the sign of the digit, into `x` and `y`. Returns the lanes with a digit other than
    /// zero.
    #[inline]
    fn read<'a, F: Field>(
        &self,
        x: &mut F::Packed,
        y: &mut F::Packed,
        entry: impl Fn(usize, usize) -> &'a Entry<F>,
    ) -> u16 {
        let entries: [&Entry<F>; LANES] = core::array::from_fn(|lane| entry(lane, self.index(lane)));
        x.read_raw(&entries, |entry| &entry.x);
        y.read_raw(&entries, |entry| &entry.y);
        let lanes = |test: fn(i16) -> bool| {
            self.0.iter().enumerate().fold(0, |mask, (lane, digit)| mask | u16::from(test(*digit)) << lane)
        };
        y.negate_lanes(lanes(|digit| digit < 0));
        lanes(|digit| digit != 0)
    }
}

/// Writes the digits of an integer of 256 bits to the rows, in one lane.
fn recode(limbs: &[u64; 4], width: usize, lane: usize, rows: &mut [Row]) {
    let mask = (1 << (width + 1)) - 1;
    for (window, row) in rows.iter_mut().enumerate() {
        let bits = match window {
            0 => limbs[0] << 1 & mask,
            _ => bits_at(limbs, window * width - 1, width + 1),
        };
        #[allow(clippy::cast_possible_truncation, reason = "at most 15 bits and a sign")]
        let digit = ((bits + 1) >> 1) as i16 - ((bits >> width) << width) as i16;
        row.0[lane] = digit;
    }
}

/// The multiples `P, 2 P, .., 16 P` of sixteen points.
struct FirstMultiples<C: WeierstrassCurve> {
    entries: [[Entry<C::Base>; LANES]; ENTRIES],
    chain: [Link<C>; ENTRIES],
    /// The lanes without multiples: a formula met an exceptional case, or the point is infinity.
    failed: u16,
}

impl<C: WeierstrassCurve> FirstMultiples<C> {
    /// Storage for multiples, without valid contents before [`fill`](Self::fill).
    fn new() -> Self {
        let zero = C::Base::ZERO;
        Self {
            entries: [[Entry { x: zero, y: zero }; LANES]; ENTRIES],
            chain: [Link::new(); ENTRIES],
            failed: 0,
        }
    }

    /// Computes the multiples of at most sixteen points. For each point this takes the double, 5M + 2S for each further
    /// multiple, a share of an inversion, and 4M + 1S for each multiple to make it affine.
    ///
    /// Each multiple is the previous one plus the point, of the same `Z` ([`Summand`]). Unlike with an endomorphism and
    /// `a = 0`, the multiples are made affine on the curve of the points: with `a = -3` doublings on an isomorphic
    /// curve take 1M more.
    fn fill<T>(&mut self, items: &[T], point: impl Fn(&T) -> &Affine<C>) {
        let [x, y] = PackedJacobian::<C>::read_affine(items, point);
        let Self { entries, chain, failed } = self;
        let (double, mut summand) = Summand::<C>::double(&x, &y);
        chain[1] = double;
        let mut inverse = double.ratio;
        for i in 2..ENTRIES {
            let (before, after) = chain.split_at_mut(i);
            summand.add(&before[i - 1], &mut after[0]);
            inverse.mul_assign(&after[0].ratio);
        }
        *failed = inverse.zero_lanes();
        inverse.invert_vartime();
        entries[0].put(&x, &y);
        for (entry, link) in entries.iter_mut().zip(chain.iter()).skip(1).rev() {
            summand.set_scaled(link, &inverse);
            entry.put(&summand.X, &summand.Y);
            inverse.mul_assign(&link.ratio);
        }
    }

    /// Reads the multiple of each lane's point for the digit of the lane into `x` and `y`. Returns the lanes with a
    /// digit other than zero.
    #[inline]
    fn read(&self, row: &Row, x: &mut PackedOf<C>, y: &mut PackedOf<C>) -> u16 {
        row.read(x, y, |lane, index| &self.entries[index][lane])
    }
}

/// Storage of packed points.
trait Put<B> {
    /// Stores the points.
    fn put(&mut self, x: &B, y: &B);
}

impl<F: Field> Put<F::Packed> for [Entry<F>; LANES] {
    fn put(&mut self, x: &F::Packed, y: &F::Packed) {
        x.store_raw(self, |entry| &mut entry.x);
        y.store_raw(self, |entry| &mut entry.y);
    }
}

/// For curves without an endomorphism. Does not allocate.
///
/// `u2` has 52 windows of 5 bits, and `u1` the windows of the table. Both share one chain of doublings. With windows of
/// 11 bits for `G` and `a = -3`, a sum takes 255 doublings of 5M + 4S (one M of them by a constant), and 76 additions
/// of 8M + 3S.
///
/// If a formula meets an exceptional case, `Z` is zero ([`PackedJacobian`]), and `single` computes this sum. Random
/// scalars do not lead to exceptional cases on a curve of 256 bits. An attacker who constructs such scalars slows down
/// only the sums with these scalars: every lane is computed on its own, no weights are involved, and no lane can change
/// another one. The inversions that lanes share leave zeros out.
impl<C: FourLimbCurve> PackedTable<C> for WindowTable<C> {
    fn pays_from(backend: Backend) -> usize {
        match backend {
            Backend::Avx2Fma => 12,
            _ => <C::Base as Field>::Packed::pays_from(),
        }
    }

    #[allow(clippy::panic, reason = "other lengths are an error of the caller")]
    fn lincomb_batch_vartime(
        &self,
        terms: &[Term<C>],
        sums: &mut [Affine<C>],
        single: impl Fn(&Term<C>) -> Affine<C>,
    ) {
        assert!(terms.len() == sums.len(), "the slices have equal lengths");
        let mut multiples = FirstMultiples::new();
        let mut of_points = [Row::ZERO; windows(WIDTH)];
        let mut of_generator = [Row::ZERO; MOST_WINDOWS];
        let of_generator = &mut of_generator[..windows(self.width)];
        let highest = (WIDTH * (windows(WIDTH) - 1)).max(self.width * (windows(self.width) - 1));
        for (terms, sums) in terms.chunks(LANES).zip(sums.chunks_mut(LANES)) {
            for lane in 0..LANES {
                // Unused lanes repeat the last term, so that they need no mask.
                let term = &terms[lane.min(terms.len() - 1)];
                recode(&term.u1.to_limbs(), self.width, lane, of_generator);
                recode(&term.u2.to_limbs(), WIDTH, lane, &mut of_points);
            }
            multiples.fill(terms, |term| &term.point);
            let mut sum = Sum::new();
            for position in (0..=highest).rev() {
                if sum.present != 0 {
                    sum.lanes.double();
                }
                if position % WIDTH == 0 && position / WIDTH < windows(WIDTH) {
                    let lanes = multiples.read(&of_points[position / WIDTH], &mut sum.x, &mut sum.y);
                    sum.add(lanes, None);
                }
                if position % self.width == 0 && position / self.width < of_generator.len() {
                    let lanes = self.read(&of_generator[position / self.width], &mut sum.x, &mut sum.y);
                    sum.add(lanes, None);
                }
            }
            sum.lanes.store_affine_vartime(sums);
            let failed = sum.lanes.zero_lanes() | multiples.failed;
            for (lane, (result, term)) in sums.iter_mut().zip(terms).enumerate() {
                if sum.present >> lane & 1 == 0 {
                    *result = Affine::IDENTITY;
                } else if failed >> lane & 1 == 1 {
                    *result = single(term);
                }
            }
        }
    }
}
