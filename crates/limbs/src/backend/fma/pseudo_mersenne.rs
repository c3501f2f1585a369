//! Arithmetic of packed values modulo `p = 2^256 - c` with `c < 2^48`, such as the base field of secp256k1 with
//! `c = 2^32 + 977`.
//!
//! As for 52-bit multipliers (`x86_64/ifma`), the upper half of a product folds into the lower half by `2^260 = 16 c`,
//! so the radix is `S = 1`: residues are represented by themselves, below `2 p`. But words are signed here, because
//! lower halves are.
//!
//! A product `a b < 4 p^2 < 2^514` has ten words of halves: lower ones of magnitude at most `2^51`, upper ones below
//! `2^52` and not negative.
//!
//! 1. The carries of the upper five words are propagated: `h_0, .., h_4`. These words contain both halves of all
//!    products of their columns, and upper halves of the column below. So they represent a number that is not negative,
//!    and at most `(a b + 5 2^51 2^208) / 2^260 < 2^254 + 2^3`. One is added to `h_4`, so that it is positive by the
//!    bounds of its words alone, and `h_4 <= 2^46 + 1`.
//! 2. `16 c h` is added to the lower five words, and a sixth word below `2^47`. The number may be negative, because
//!    word 4 is at least `-6 2^51`. So `128 p = 2^55 2^208 - 128 c` is added, and `16 c 2^208` subtracted for the one.
//! 3. Word 0 is at least `-10 2^52`, and words 1 to 3 are at least `-5 2^51`, so the carry into word 4 is at least -3,
//!    and below 8. `t`, the part at `2^256` and above, is read from word 4 less 256, without this carry. That is at
//!    least `2^55 - 6 2^51 - 16 c - 256 > 0`, and below `20 2^52`. So `t < 2^9 + 2^51`.
//! 4. `c t` is added to words 0 and 1, and carries are propagated. The carry into word 4 contains the bias of word 3:
//!    the 256. So the sum is positive, and below `2^256 + 264 2^208 + 2^52 c < 2^257 - 2 c = 2 p`.
//!
//! Cost for a vector: 25 products of limbs in a product, 15 in a square, 6 in a reduction.

use super::super::lanes::additions::propagate_carries;
use super::super::lanes::operands::Operands;
use super::super::lanes::{Form, MASK};
use super::super::vector::{Operation, Simd, each};
use super::limbs::{HIGH, NO_LOW, UNIT, halves};
use super::product::{BIAS, Limbs, Reduction, Words, add_product, carry_on, doubles_of};
use super::{AT_ONCE, MAX_LIMBS};
use crate::packed::{LANES, PseudoMersenne};

/// The number of limbs.
const L: usize = 5;

/// The number of bits of the highest limb below `2^256`.
const TOP: usize = 256 - 52 * (L - 1);

/// The multiple of `p` that a product receives.
const MULTIPLE: u64 = 128;

impl Reduction<L> for PseudoMersenne {
    const START: [u64; 2 * MAX_LIMBS] = {
        let mut start = [0u64; 2 * MAX_LIMBS];
        let mut first = 0;
        // The limbs of the product, then 16 c. The sixth word of the fold is apart.
        while first < L + 1 {
            let position = if first < L { first } else { 0 };
            let mut j = position;
            while j < position + L {
                start[j] = start[j].wrapping_add(NO_LOW);
                if first < L || j + 1 < L {
                    start[j + 1] = start[j + 1].wrapping_sub(HIGH.to_bits());
                }
                j += 1;
            }
            first += 1;
        }
        // c t.
        start[0] = start[0].wrapping_add(NO_LOW);
        start[1] = start[1].wrapping_sub(HIGH.to_bits());
        // Word 4 has no bias while t is read; nor has the highest.
        let mut j = 0;
        while j < 2 * L - 1 {
            if j != L - 1 {
                start[j] = start[j].wrapping_add(BIAS);
                if j != L - 2 {
                    start[j + 1] = start[j + 1].wrapping_sub(BIAS >> 52);
                }
            }
            j += 1;
        }
        start[L - 1] = start[L - 1].wrapping_add((MULTIPLE << TOP) - (BIAS >> 52));
        start[2 * L - 1] = start[2 * L - 1].wrapping_add(1);
        start
    };

    #[inline(always)]
    fn reduce<V: Simd>(&self, v: V, mut words: [Words<V, L>; AT_ONCE]) -> [Limbs<V, L>; AT_ONCE] {
        let zero = v.doubles(&0.0);
        let [c, folded] = [v.doubles(&self.doubles[0]), v.doubles(&self.doubles[1])];
        let mut upper = [[zero; AT_ONCE]; L];
        each!(j in [0 1 2 3 4] {
            upper[j] = doubles_of(v, &words, L + j);
            if j < L - 1 {
                for words in &mut words {
                    carry_on(v, words, L + j);
                }
            }
        });
        let mut sixth = [v.words(0); AT_ONCE];
        each!(j in [0 1 2 3 4] {
            each!(n in [0 1] {
                if j < L - 1 {
                    add_product(v, &mut words[n], j, upper[j][n], folded);
                } else {
                    let [low, high] = halves(v, upper[j][n], folded);
                    words[n][0][j] = v.sub(words[n][0][j], low);
                    sixth[n] = v.sub(high, v.words(HIGH.to_bits()));
                }
            });
        });
        let [multiple, one] = [v.words(MULTIPLE * self.c), v.words(16 * self.c)];
        let mut top = [zero; AT_ONCE];
        for n in 0..AT_ONCE {
            let word = &mut words[n][0][L - 1];
            *word = v.sub(*word, one);
            let t = v.add(v.shift_right(*word, TOP), v.shift_left(sixth[n], 52 - TOP));
            *word = v.and(*word, v.words((1 << TOP) - 1));
            top[n] = small(v, t);
        }
        let top = v.depend_on_both(top);
        each!(n in [0 1] {
            words[n][0][0] = v.sub(words[n][0][0], multiple);
            add_product(v, &mut words[n], 0, top[n], c);
        });
        each!(j in [0 1 2 3] {
            for words in &mut words {
                carry_on(v, words, j);
            }
        });
        let mut results = [[zero; L]; AT_ONCE];
        each!(j in [0 1 2 3 4] {
            let limb = doubles_of(v, &words, j);
            for n in 0..AT_ONCE {
                results[n][j] = limb[n];
            }
        });
        results
    }
}

/// A word below `2^52` as a double.
#[inline(always)]
fn small<V: Simd>(v: V, word: V::Words) -> V::Doubles {
    v.sub_doubles(v.with_bits(v.or(word, v.words(UNIT.to_bits()))), v.doubles(&UNIT))
}

/// The constants of sums, for all vectors.
struct SumConstants<V: Simd> {
    /// Added to the words of a sum.
    start: [V::Words; L],
    c: V::Doubles,
}

impl<V: Form> SumConstants<V> {
    /// For words that contain `offset`, and lack the limbs of a multiple of `p`.
    #[inline(always)]
    fn new(v: V, prime: &PseudoMersenne, offset: u64, multiple: [u64; L]) -> Self {
        let mut start = [v.words(0); L];
        for j in 0..L {
            start[j] = v.words(multiple[j].wrapping_sub(offset));
        }
        Self { start, c: v.doubles(&prime.doubles[0]) }
    }

    /// A number below `2 p` congruent to the sum, whose words are not negative and below `2^55`, the highest below
    /// `2^51`. So `t < 8`, and `c t` is below `2^51`. The result is below `2^256 + 9 2^208 + 8 c < 2 p`.
    #[inline(always)]
    fn reduce(&self, v: V, mut words: [V::Words; L]) -> [V::Words; L] {
        for j in 0..L {
            words[j] = v.add(words[j], self.start[j]);
        }
        let t = small(v, v.shift_right(words[L - 1], TOP));
        words[L - 1] = v.and(words[L - 1], v.words((1 << TOP) - 1));
        let folded = v.to_bits(v.fused(t, self.c, v.doubles(&UNIT)));
        words[0] = v.add(words[0], v.sub(folded, v.words(UNIT.to_bits())));
        propagate_carries(v, words)
    }
}

/// `result = a + b`. The words of the sum are below `2^53`, the highest below `2^50`.
pub(super) struct Add<'a>(pub &'a PseudoMersenne);

impl<V: Form, const N: usize> Operation<V, N> for Add<'_> {
    #[inline(always)]
    fn run(self, v: V, operands: Operands<N>) {
        let constants = SumConstants::new(v, self.0, V::OFFSET.wrapping_mul(2), [0; L]);
        for vector in 0..LANES / V::IN_A_VECTOR {
            // Each vector is read before it is written.
            let [mut sum, b] = operands.read::<V, L>(v, vector);
            for j in 0..L {
                sum[j] = v.add(v.word(sum[j]), v.word(b[j]));
            }
            operands.write(v, vector, &constants.reduce(v, sum));
        }
    }
}

/// `result = a - b`, from `a - b + 4 p`. Four times each limb of `p` is at least any limb of a number below `2 p`, so
/// no word is negative. Words are below `2^55`, the highest below `2^50 + 2^49`.
pub(super) struct Sub<'a>(pub &'a PseudoMersenne);

impl<V: Form, const N: usize> Operation<V, N> for Sub<'_> {
    #[inline(always)]
    fn run(self, v: V, operands: Operands<N>) {
        let limbs = [MASK + 1 - self.0.c, MASK, MASK, MASK, (1 << TOP) - 1];
        let constants = SumConstants::new(v, self.0, 0, limbs.map(|limb| 4 * limb));
        for vector in 0..LANES / V::IN_A_VECTOR {
            // Each vector is read before it is written.
            let [mut difference, b] = operands.read::<V, L>(v, vector);
            for j in 0..L {
                difference[j] = v.sub(v.word(difference[j]), v.word(b[j]));
            }
            operands.write(v, vector, &constants.reduce(v, difference));
        }
    }
}
