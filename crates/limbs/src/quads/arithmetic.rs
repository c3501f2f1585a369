//! Arithmetic of quads modulo a prime.

use super::ring::QuadRing;
use super::{LIMBS, QuadLimbs, reduction};
use crate::bound::Bound;
use crate::fault::{Fault, leak_if_active};
use crate::quad_backend::{QuadBackend, order};

/// The largest bound of a sum that can be normalised.
pub(super) const LARGEST: u64 = 895;

/// Four numbers below `2 p`, in limbs below `2^52`: operands of products.
#[derive(Clone, Copy, Debug)]
pub struct Quad<V> {
    limbs: [V; LIMBS],
}

/// Four signed numbers in words whose carries are not propagated: products and their sums.
#[derive(Clone, Copy, Debug)]
pub struct QuadSum<V> {
    words: [V; LIMBS],
    /// In absolute value, words are below this many times `2^52`.
    bound: Bound,
}

impl<V> From<Quad<V>> for QuadSum<V> {
    #[inline(always)]
    fn from(quad: Quad<V>) -> Self {
        Self { words: quad.limbs, bound: Bound::new(1) }
    }
}

/// Arithmetic modulo a prime with the vectors of a backend.
#[derive(Clone, Copy, Debug)]
pub struct QuadArithmetic<K> {
    lanes: K,
    ring: &'static QuadRing,
}

impl<K: QuadBackend> QuadArithmetic<K> {
    /// The arithmetic of a prime.
    #[inline(always)]
    pub const fn new(lanes: K, ring: &'static QuadRing) -> Self {
        Self { lanes, ring }
    }
}

/// Memory.
impl<K: QuadBackend> QuadArithmetic<K> {
    /// Four numbers below `2 p`, unchecked.
    #[inline(always)]
    pub fn load(self, limbs: &QuadLimbs) -> Quad<K::Vector> {
        Quad { limbs: each!(self.lanes, j => self.lanes.load(&limbs[j])) }
    }

    /// Two numbers of 256 bits, below `2 p`, in the lower lanes, and the upper lanes of `upper`.
    #[inline(always)]
    pub fn load_pair(self, a: &[u64; 4], b: &[u64; 4], upper: &QuadLimbs) -> Quad<K::Vector> {
        leak_if_active(Fault::Quads, a[0]);
        self.split([self.lanes.load(a), self.lanes.load(b)], upper)
    }

    /// The limbs of 52 bits of two numbers, given their words in the lanes of vectors.
    #[inline(always)]
    fn split(self, [a, b]: [K::Vector; 2], upper: &QuadLimbs) -> Quad<K::Vector> {
        let lanes = self.lanes;
        let (even, odd) = (lanes.interleave_even(a, b), lanes.interleave_odd(a, b));
        let words = [
            even,
            odd,
            lanes.permute::<{ order([2, 3, 2, 3]) }>(even),
            lanes.permute::<{ order([2, 3, 2, 3]) }>(odd),
        ];
        let mask = lanes.broadcast((1 << 52) - 1);
        let limbs = each!(lanes, j => {
            // The word and the bit at which the limb begins.
            const POSITIONS: [(usize, u32); LIMBS] = [(0, 0), (0, 52), (1, 40), (2, 28), (3, 16)];
            let (word, bit) = POSITIONS[j];
            let mut limb = lanes.shift_right(words[word], bit);
            if j != 0 && j != 4 {
                limb = lanes.or(limb, lanes.shift_left(words[word + 1], 64 - bit));
            }
            lanes.blend::<0b1100>(lanes.and(limb, mask), lanes.load(&upper[j]))
        });
        Quad { limbs }
    }

    /// Writes four numbers.
    #[inline(always)]
    pub fn store(self, quad: Quad<K::Vector>) -> QuadLimbs {
        let mut limbs = [[0; 4]; LIMBS];
        for j in 0..LIMBS {
            self.lanes.store(quad.limbs[j], &mut limbs[j]);
        }
        limbs
    }

    /// A sum of words with signs, below `bound 2^52` in absolute value, unchecked: for tests and proofs.
    #[doc(hidden)]
    #[inline(always)]
    pub fn load_sum(self, words: &QuadLimbs, bound: u64) -> QuadSum<K::Vector> {
        QuadSum { words: each!(self.lanes, j => self.lanes.load(&words[j])), bound: Bound::new(bound) }
    }

    /// Writes the words of a sum: for tests and proofs.
    #[doc(hidden)]
    #[inline(always)]
    pub fn store_sum(self, sum: QuadSum<K::Vector>) -> QuadLimbs {
        self.store(Quad { limbs: sum.words })
    }

    /// The residue in `[0, p)` of a lane in memory.
    #[inline(always)]
    pub fn residue(self, limbs: &QuadLimbs, lane: usize) -> [u64; 4] {
        self.ring.residue(&limbs.map(|row| row[lane]))
    }
}

/// Look-ups in tables by secret indices: every entry is read.
impl<K: QuadBackend> QuadArithmetic<K> {
    /// Entry `index` of a table; zeros for an index beyond it.
    #[inline(always)]
    pub fn lookup(self, table: &[QuadLimbs], index: u64) -> Quad<K::Vector> {
        let lanes = self.lanes;
        leak_if_active(Fault::Lookup, index);
        let (one, index) = (lanes.broadcast(1), lanes.broadcast(index));
        let mut here = lanes.broadcast(0);
        let mut limbs = [here; LIMBS];
        for entry in table {
            let mask = lanes.equals(here, index);
            for j in 0..LIMBS {
                limbs[j] = lanes.or(limbs[j], lanes.and(lanes.load(&entry[j]), mask));
            }
            here = lanes.add(here, one);
        }
        Quad { limbs }
    }

    /// As [`load_pair`](Self::load_pair), entry `index` of a table of pairs; zeros in the lower lanes for an index
    /// beyond it.
    #[inline(always)]
    pub fn lookup_pair(
        self,
        table: impl Iterator<Item = [[u64; 4]; 2]>,
        index: u64,
        upper: &QuadLimbs,
    ) -> Quad<K::Vector> {
        let lanes = self.lanes;
        leak_if_active(Fault::Lookup, index);
        let (one, index) = (lanes.broadcast(1), lanes.broadcast(index));
        let mut here = lanes.broadcast(0);
        let mut found = [here; 2];
        for entry in table {
            let mask = lanes.equals(here, index);
            for i in 0..2 {
                found[i] = lanes.or(found[i], lanes.and(lanes.load(&entry[i]), mask));
            }
            here = lanes.add(here, one);
        }
        self.split(found, upper)
    }
}

/// Selections.
impl<K: QuadBackend> QuadArithmetic<K> {
    /// `b` if the mask is all ones, `a` if it is zero.
    #[inline(always)]
    pub fn select(self, a: Quad<K::Vector>, b: Quad<K::Vector>, mask: u64) -> Quad<K::Vector> {
        let lanes = self.lanes;
        let masks = [lanes.broadcast(!mask), lanes.broadcast(mask)];
        let limbs =
            each!(lanes, j => lanes.or(lanes.and(a.limbs[j], masks[0]), lanes.and(b.limbs[j], masks[1])));
        Quad { limbs }
    }
}

/// Products.
impl<K: QuadBackend> QuadArithmetic<K> {
    /// `a_0 b_0 + .. + a_(T-1) b_(T-1)`, for at most four products. `50 T + 16` multiply-adds.
    #[inline(always)]
    pub fn sum_of_products<const T: usize>(
        self,
        a: [Quad<K::Vector>; T],
        b: [Quad<K::Vector>; T],
    ) -> QuadSum<K::Vector> {
        const { assert!(T <= 4, "a sum has too many products") };
        let lanes = self.lanes;
        // Separate sums of low and high halves shorten the chains.
        let mut low = [lanes.broadcast(0); 2 * LIMBS];
        let mut high = low;
        for t in 0..T {
            for i in 0..LIMBS {
                for j in 0..LIMBS {
                    let (a, b) = (a[t].limbs[j], b[t].limbs[i]);
                    low[i + j] = lanes.multiply_add_low(low[i + j], a, b);
                    high[i + j + 1] = lanes.multiply_add_high(high[i + j + 1], a, b);
                }
            }
        }
        for k in 0..2 * LIMBS {
            low[k] = lanes.add(low[k], high[k]);
        }
        let words = reduction::fold(lanes, &self.ring.reduction, low);
        QuadSum { words, bound: Bound::new(9 * T as u64 + self.ring.reduction.added()) }
    }

    /// The product of each lane.
    #[inline(always)]
    pub fn product(self, a: Quad<K::Vector>, b: Quad<K::Vector>) -> QuadSum<K::Vector> {
        self.sum_of_products([a], [b])
    }

    /// The residues of a sum, below `2 p`.
    ///
    /// # Panics
    /// In debug builds, if the bound of the sum is too large.
    #[inline(always)]
    pub fn normalise(self, sum: QuadSum<K::Vector>) -> Quad<K::Vector> {
        debug_assert!(sum.bound.get() <= LARGEST, "a sum may exceed its bound");
        let lanes = self.lanes;
        let mut limbs = each!(lanes, j => lanes.add(sum.words[j], lanes.broadcast(self.ring.bias[j])));
        let top = lanes.shift_right(limbs[4], 48);
        limbs[4] = lanes.and(limbs[4], lanes.broadcast((1 << 48) - 1));
        let mut limbs = reduction::fold_top(lanes, &self.ring.reduction, limbs, top);
        for j in 0..LIMBS - 1 {
            limbs[j + 1] = lanes.add(limbs[j + 1], lanes.shift_right(limbs[j], 52));
            limbs[j] = lanes.and(limbs[j], lanes.broadcast((1 << 52) - 1));
        }
        Quad { limbs }
    }
}

/// Sums, lane by lane.
impl<K: QuadBackend> QuadArithmetic<K> {
    /// `a + b`.
    #[inline(always)]
    pub fn add(self, a: QuadSum<K::Vector>, b: QuadSum<K::Vector>) -> QuadSum<K::Vector> {
        let words = each!(self.lanes, j => self.lanes.add(a.words[j], b.words[j]));
        QuadSum { words, bound: Bound::new(a.bound.get() + b.bound.get()) }
    }

    /// `a - b`.
    #[inline(always)]
    pub fn sub(self, a: QuadSum<K::Vector>, b: QuadSum<K::Vector>) -> QuadSum<K::Vector> {
        let words = each!(self.lanes, j => self.lanes.sub(a.words[j], b.words[j]));
        QuadSum { words, bound: Bound::new(a.bound.get() + b.bound.get()) }
    }

    /// `-a`.
    #[inline(always)]
    pub fn negative(self, a: QuadSum<K::Vector>) -> QuadSum<K::Vector> {
        let words = each!(self.lanes, j => self.lanes.sub(self.lanes.broadcast(0), a.words[j]));
        QuadSum { words, bound: a.bound }
    }

    /// `factor a` for a constant factor between 1 and 1023, by a shift and an addition for each of its bits.
    ///
    /// # Panics
    /// In debug builds, for other factors. All sums with larger ones exceed the bound of
    /// [`normalise`](Self::normalise).
    #[inline(always)]
    pub fn times(self, a: QuadSum<K::Vector>, factor: u32) -> QuadSum<K::Vector> {
        debug_assert!((1..1024).contains(&factor), "a factor has other bits than those that are added");
        let lanes = self.lanes;
        let first = factor.trailing_zeros();
        let words = each!(lanes, j => {
            let mut sum = lanes.shift_left(a.words[j], first);
            for bit in first + 1..10 {
                if factor >> bit & 1 == 1 {
                    sum = lanes.add(sum, lanes.shift_left(a.words[j], bit));
                }
            }
            sum
        });
        QuadSum { words, bound: Bound::new(u64::from(factor) * a.bound.get()) }
    }

    /// The negatives of the numbers whose lanes in `mask` are all ones; zeros for none.
    #[inline(always)]
    pub fn negate(self, a: QuadSum<K::Vector>, mask: &[u64; 4]) -> QuadSum<K::Vector> {
        let lanes = self.lanes;
        let mask = lanes.load(mask);
        // `a - 2 a` where the mask is set.
        let words =
            each!(lanes, j => lanes.sub(a.words[j], lanes.and(lanes.shift_left(a.words[j], 1), mask)));
        QuadSum { words, bound: a.bound }
    }

    /// Lane `i` of the result is lane `ORDER_i` of `a`.
    #[inline(always)]
    pub fn permute<const ORDER: i32>(self, a: QuadSum<K::Vector>) -> QuadSum<K::Vector> {
        let words = each!(self.lanes, j => self.lanes.permute::<ORDER>(a.words[j]));
        QuadSum { words, bound: a.bound }
    }

    /// As [`permute`](Self::permute), for normalised numbers.
    #[inline(always)]
    pub fn permuted<const ORDER: i32>(self, a: Quad<K::Vector>) -> Quad<K::Vector> {
        Quad { limbs: each!(self.lanes, j => self.lanes.permute::<ORDER>(a.limbs[j])) }
    }

    /// The lanes of `b` whose bits are set in `LANES`, and the other lanes of `a`.
    #[inline(always)]
    pub fn blend<const LANES: u8>(self, a: QuadSum<K::Vector>, b: QuadSum<K::Vector>) -> QuadSum<K::Vector> {
        let words = each!(self.lanes, j => self.lanes.blend::<LANES>(a.words[j], b.words[j]));
        QuadSum { words, bound: Bound::new(a.bound.get().max(b.bound.get())) }
    }

    /// As [`blend`](Self::blend), for normalised numbers.
    #[inline(always)]
    pub fn blended<const LANES: u8>(self, a: Quad<K::Vector>, b: Quad<K::Vector>) -> Quad<K::Vector> {
        Quad { limbs: each!(self.lanes, j => self.lanes.blend::<LANES>(a.limbs[j], b.limbs[j])) }
    }
}
