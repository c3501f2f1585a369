//! Blocks as two vectors, whose operations fill each other's waits.
//!
//! A residue `a` is held as `a S mod p` or that plus `p`, in `L` words whose low 52 bits are its limbs; what is
//! above them in all but the highest word means nothing. A product `c = a b` has `2 L` words, and with `F = L - 2`
//! and `rho_i = 2^(-52 i) mod p`, by the schedule `P(L-2),C,C` ("Which multiplication" in ARCHITECTURE.md),
//!
//! `t = floor(c / 2^(52 F)) + c_0 rho_F + ... + c_(F-1) rho_1`, then twice `t = (t + m p) / 2^52`.
//!
//! The folds do not wait for each other, and only the last two digits `m = -t p^-1 mod 2^52` for what is before
//! them.
//!
//! Bound: with `a < k p`, `b < l p` and `p < R = 2^(64 N) = 2^-s S`, the result is below
//!
//! `a b / S + F 2^52 p / 2^104 + (2^104 - 1) p / 2^104 < p (k l 2^-s + 2^-49 + 1)`,
//!
//! where `s` is 4 for four limbs and 32 for six: for `k l <= 15` below `2 p`, whatever `p`. So nothing is
//! subtracted from one multiplication to the next; `2 p < 2^(64 N + 1)` has `L` limbs.
//!
//! Carries wait, too: a word receives at most `2 L` halves of products below `2^52`, `2 F` of folds, four of
//! rounds, and one carry; `(4 L + 1) 2^52 < 2^58`.
//!
//! Cost for a vector, in multiply-adds: `2 L^2` a product, `L (L + 1)` a square, `2 L^2` a reduction (`2 L` for
//! each fold and each round: a round's `m` takes one, and the low half of `m p_0` is known, see [`reduce`]). That
//! is 100 and 80 for four limbs, 256 and 200 for six; Zen 4 starts one a cycle, and nothing else takes time there.

use core::arch::x86_64::{
    __m512i, __mmask8, _mm512_add_epi64, _mm512_and_si512, _mm512_cmplt_epi64_mask, _mm512_load_epi64,
    _mm512_madd52hi_epu64, _mm512_madd52lo_epu64, _mm512_mask_add_epi64, _mm512_mask_mov_epi64,
    _mm512_maskz_mov_epi64, _mm512_or_si512, _mm512_setzero_si512, _mm512_srai_epi64, _mm512_store_epi64,
    _mm512_sub_epi64, _mm512_test_epi64_mask, _mm512_xor_si512,
};
use core::array::from_fn;
use core::hint::black_box;
use core::ptr::from_mut;

use super::lanes::{MASK, broadcast, limbs_52, load, shift_left, shift_right, store, words_64};
use super::{Avx512Ifma, LANES};
use crate::backend::architecture::{cast, cast_mut, into_sixteen, sixteen};
use crate::block::{BLOCK, Block, BlockBackend, Blocks, Constants, Limbs52, limbs_52 as limbs_for};

/// The vectors of a block.
const VECTORS: usize = BLOCK / LANES;

/// A number in each lane, in `L` words.
type Words<const L: usize> = [__m512i; L];

#[inline]
#[target_feature(enable = "avx512f")]
fn read<const N: usize, const L: usize>(block: &Block<N>, vector: usize) -> Words<L> {
    // SAFETY: a row is sixteen words, at a multiple of 64 bytes; LANES vector + LANES <= 16.
    from_fn(|j| unsafe { _mm512_load_epi64(block.row(j)[LANES * vector..][..LANES].as_ptr().cast()) })
}

#[inline]
#[target_feature(enable = "avx512f")]
fn write<const N: usize, const L: usize>(block: &mut Block<N>, vector: usize, words: &Words<L>) {
    for j in 0..L {
        let row = &mut block.row_mut(j)[LANES * vector..][..LANES];
        // SAFETY: as in `read`.
        unsafe { _mm512_store_epi64(row.as_mut_ptr().cast(), words[j]) };
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn add_low<const L: usize>(words: &mut [Words<L>; 2], index: usize, a: __m512i, b: __m512i) {
    let word = &mut words[index / L][index % L];
    *word = _mm512_madd52lo_epu64(*word, a, b);
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn add_high<const L: usize>(words: &mut [Words<L>; 2], index: usize, a: __m512i, b: __m512i) {
    let word = &mut words[index / L][index % L];
    *word = _mm512_madd52hi_epu64(*word, a, b);
}

/// Adds `2^(52 i) a b`.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn add_row<const L: usize>(words: &mut [Words<L>; 2], i: usize, a: &Words<L>, b: __m512i) {
    for j in 0..L {
        add_low(words, i + j, a[j], b);
    }
    for j in 0..L {
        add_high(words, i + j + 1, a[j], b);
    }
}

/// `a b`, lower and upper `L` words, which have not passed on their carries.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn product<const L: usize>(a: &Words<L>, b: &Words<L>) -> [Words<L>; 2] {
    let mut words = [[_mm512_setzero_si512(); L]; 2];
    for i in 0..L / 2 {
        add_row(&mut words, i, a, b[i]);
    }
    for i in L / 2..L {
        add_row(&mut words, i, a, b[i]);
    }
    words
}

/// `a^2` as [`product`]: products of different limbs once, doubled, and the squares.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn square<const L: usize>(a: &Words<L>) -> [Words<L>; 2] {
    let mut words = [[_mm512_setzero_si512(); L]; 2];
    for i in 0..L {
        for j in i + 1..L {
            add_low(&mut words, i + j, a[i], a[j]);
        }
        for j in i + 1..L {
            add_high(&mut words, i + j + 1, a[i], a[j]);
        }
    }
    for index in 1..2 * L - 1 {
        let word = &mut words[index / L][index % L];
        *word = _mm512_add_epi64(*word, *word);
    }
    for i in 0..L {
        add_low(&mut words, 2 * i, a[i], a[i]);
        add_high(&mut words, 2 * i + 1, a[i], a[i]);
    }
    words
}

/// Adds the carry of word `index` to the next.
#[inline]
#[target_feature(enable = "avx512f")]
fn carry<const L: usize>(words: &mut [Words<L>; 2], index: usize, rounded: __m512i) {
    let carry = shift_right(_mm512_add_epi64(words[index / L][index % L], rounded), 52);
    let next = &mut words[(index + 1) / L][(index + 1) % L];
    *next = _mm512_add_epi64(*next, carry);
}

/// A number below `2 p` congruent to `c / S`, by the schedule above.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn reduce<const L: usize>(constants: &Constants, mut c: [Words<L>; 2]) -> Words<L> {
    let zero = _mm512_setzero_si512();
    let mask = broadcast(MASK);
    let folded = L - 2;
    for i in 0..folded {
        carry(&mut c, i, zero);
    }
    for i in 0..folded {
        let rho = &constants.folds[folded - i - 1];
        let limb = c[i / L][i % L];
        for j in 0..L {
            add_low(&mut c, folded + j, limb, broadcast(rho[j]));
        }
        for j in 0..L {
            add_high(&mut c, folded + j + 1, limb, broadcast(rho[j]));
        }
    }
    for i in folded..L {
        let m = _mm512_madd52lo_epu64(zero, c[i / L][i % L], broadcast(constants.negated_inverse));
        // The low half of m p_0 makes the word's limb zero: if it is not zero, that carries one.
        carry(&mut c, i, mask);
        for j in 1..L {
            add_low(&mut c, i + j, m, broadcast(constants.modulus[j]));
        }
        for j in 0..L {
            add_high(&mut c, i + j + 1, m, broadcast(constants.modulus[j]));
        }
    }
    for i in L..2 * L - 1 {
        carry(&mut c, i, zero);
    }
    c[1]
}

/// `result = a b`, all valid blocks, and `result` may be `a` or `b`: a vector is read before it is written.
#[target_feature(enable = "avx512f,avx512ifma")]
unsafe fn mul<const N: usize, const L: usize>(
    constants: &Constants,
    result: *mut Block<N>,
    a: *const Block<N>,
    b: *const Block<N>,
) {
    for vector in 0..VECTORS {
        // SAFETY: the caller's; no reference outlives its use.
        let (first, second) = unsafe { (read(&*a, vector), read(&*b, vector)) };
        let product = product::<L>(&first, &second);
        // Else the compiler reads all constants before the loop, and has to put them somewhere.
        let reduced = reduce(black_box(constants), product);
        // SAFETY: as above.
        unsafe { write(&mut *result, vector, &reduced) };
    }
}

#[target_feature(enable = "avx512f,avx512ifma")]
fn square_into<const N: usize, const L: usize>(constants: &Constants, result: &mut Block<N>, a: &Block<N>) {
    for vector in 0..VECTORS {
        let square = square::<L>(&read(a, vector));
        // As in `mul`.
        write(result, vector, &reduce(black_box(constants), square));
    }
}

#[target_feature(enable = "avx512f,avx512ifma")]
fn square_times<const N: usize, const L: usize>(constants: &Constants, a: &mut Block<N>, times: usize) {
    let mut words: [Words<L>; VECTORS] = [read(a, 0), read(a, 1)];
    for _ in 0..times {
        for vector in 0..VECTORS {
            words[vector] = reduce(constants, square(&words[vector]));
        }
    }
    for vector in 0..VECTORS {
        write(a, vector, &words[vector]);
    }
}

/// Signed carries passed on, limbs cut to 52 bits; the highest word keeps its sign.
#[inline]
#[target_feature(enable = "avx512f")]
fn settle<const L: usize>(mut words: Words<L>) -> Words<L> {
    for j in 0..L - 1 {
        words[j + 1] = _mm512_add_epi64(words[j + 1], _mm512_srai_epi64::<52>(words[j]));
        words[j] = _mm512_and_si512(words[j], broadcast(MASK));
    }
    words
}

/// The limbs, nothing above them.
#[inline]
#[target_feature(enable = "avx512f")]
fn limbs<const L: usize>(words: &Words<L>) -> Words<L> {
    from_fn(|j| if j < L - 1 { _mm512_and_si512(words[j], broadcast(MASK)) } else { words[j] })
}

/// `words`, which stand for a number of either sign, with `multiple` added if it is negative.
#[inline]
#[target_feature(enable = "avx512f")]
fn nonnegative<const L: usize>(words: Words<L>, multiple: &Words<L>) -> Words<L> {
    let mut words = settle(words);
    let negative = _mm512_cmplt_epi64_mask(words[L - 1], _mm512_setzero_si512());
    for j in 0..L {
        words[j] = _mm512_mask_add_epi64(words[j], negative, words[j], multiple[j]);
    }
    settle(words)
}

/// A constant in each lane.
#[inline]
#[target_feature(enable = "avx512f")]
fn everywhere<const L: usize>(limbs: &Limbs52) -> Words<L> {
    from_fn(|j| broadcast(limbs[j]))
}

#[target_feature(enable = "avx512f")]
fn add_assign<const N: usize, const L: usize>(constants: &Constants, a: &mut Block<N>, b: &Block<N>) {
    let doubled = everywhere::<L>(&constants.doubled);
    for vector in 0..VECTORS {
        let (first, second) = (limbs::<L>(&read(a, vector)), limbs::<L>(&read(b, vector)));
        let sum = from_fn(|j| _mm512_sub_epi64(_mm512_add_epi64(first[j], second[j]), doubled[j]));
        write(a, vector, &nonnegative(sum, &doubled));
    }
}

#[target_feature(enable = "avx512f")]
fn sub_assign<const N: usize, const L: usize>(constants: &Constants, a: &mut Block<N>, b: &Block<N>) {
    let doubled = everywhere::<L>(&constants.doubled);
    for vector in 0..VECTORS {
        let (first, second) = (limbs::<L>(&read(a, vector)), limbs::<L>(&read(b, vector)));
        let difference = from_fn(|j| _mm512_sub_epi64(first[j], second[j]));
        write(a, vector, &nonnegative(difference, &doubled));
    }
}

#[target_feature(enable = "avx512f")]
fn sub_into<const N: usize, const L: usize>(
    constants: &Constants,
    result: &mut Block<N>,
    a: &Block<N>,
    b: &Block<N>,
) {
    let doubled = everywhere::<L>(&constants.doubled);
    for vector in 0..VECTORS {
        let (first, second) = (limbs::<L>(&read(a, vector)), limbs::<L>(&read(b, vector)));
        let difference = from_fn(|j| _mm512_sub_epi64(first[j], second[j]));
        write(result, vector, &nonnegative(difference, &doubled));
    }
}

/// In which lanes there is another number than zero.
#[inline]
#[target_feature(enable = "avx512f")]
fn nonzero<const N: usize>(words: &[__m512i; N]) -> __mmask8 {
    let mut any = words[0];
    for word in &words[1..] {
        any = _mm512_or_si512(any, *word);
    }
    _mm512_test_epi64_mask(any, any)
}

#[target_feature(enable = "avx512f,avx512vbmi2")]
fn load_block<const N: usize, const L: usize, const B: usize, const UNITS: bool>(
    numbers: &[&[u64; N]; BLOCK],
    block: &mut Block<B>,
) {
    let (eights, _) = numbers.as_chunks::<LANES>();
    for vector in 0..VECTORS {
        let mut words = load(&eights[vector]);
        if UNITS {
            words[0] = _mm512_mask_mov_epi64(broadcast(1), nonzero(&words), words[0]);
        }
        write::<B, L>(block, vector, &limbs_52(&words, 0));
    }
}

/// With `x < 2 p` and `m = -x p^-1 mod 2^s`, `(x + m p) / 2^s` is an integer congruent to `x R / S`, below
/// `(2 p + (2^s - 1) p) / 2^s < 2 p`. Raw numbers leave without it; units only where there is no zero.
#[target_feature(enable = "avx512f,avx512ifma")]
fn store_block<const N: usize, const L: usize, const B: usize, const RAW: bool, const UNITS: bool>(
    constants: &Constants,
    block: &Block<B>,
    numbers: &mut [&mut [u64; N]; BLOCK],
) {
    let shift = if RAW { 0 } else { 52 * L - 64 * N };
    // 2^s p for p, where the shift is still to come: the low bits will be zero.
    let multiple = everywhere::<L>(if RAW { &constants.modulus } else { &constants.shifted });
    let (eights, _) = numbers.as_chunks_mut::<LANES>();
    for (vector, eight) in eights.iter_mut().enumerate() {
        let mut words: Words<L> = limbs(&read(block, vector));
        if !RAW {
            add_multiple(constants, &mut words, shift);
        }
        let difference = from_fn(|j| _mm512_sub_epi64(words[j], multiple[j]));
        let mut words = words_64(&nonnegative(difference, &multiple), shift);
        if UNITS {
            let kept = nonzero(&load(&eight.each_ref().map(|place| &**place)));
            words = words.map(|word| _mm512_maskz_mov_epi64(kept, word));
        }
        store(&words, eight);
    }
}

/// `2 p - a` or zero in the lanes of the mask.
#[target_feature(enable = "avx512f")]
fn negate_lanes<const N: usize, const L: usize>(constants: &Constants, a: &mut Block<N>, lanes: u16) {
    let doubled = everywhere::<L>(&constants.doubled);
    for vector in 0..VECTORS {
        let words = limbs::<L>(&read(a, vector));
        let negated = from_fn(|j| _mm512_sub_epi64(_mm512_setzero_si512(), words[j]));
        let negated = nonnegative(negated, &doubled);
        let lanes = lanes.to_le_bytes()[vector];
        write(a, vector, &from_fn::<_, L, _>(|j| _mm512_mask_mov_epi64(words[j], lanes, negated[j])));
    }
}

/// In which lanes there is 0 or `p`: the words below `2 p` that stand for zero.
#[target_feature(enable = "avx512f")]
fn zero_lanes<const N: usize, const L: usize>(constants: &Constants, a: &Block<N>) -> u16 {
    let mut lanes = [0; VECTORS];
    for vector in 0..VECTORS {
        let words = limbs::<L>(&read(a, vector));
        let difference = from_fn::<_, L, _>(|j| _mm512_xor_si512(words[j], broadcast(constants.modulus[j])));
        lanes[vector] = !(nonzero(&words) & nonzero(&difference));
    }
    u16::from_le_bytes(lanes)
}

/// `2^(-s / 2) a`: with `m = -a p^-1 mod 2^(s / 2)`, `(a + m p) / 2^(s / 2)` is an integer, and below
/// `(2 p + (2^(s / 2) - 1) p) / 2^(s / 2) < 2 p`.
#[target_feature(enable = "avx512f,avx512ifma")]
fn scale_raw<const N: usize, const L: usize>(constants: &Constants, a: &mut Block<N>) {
    let shift = (52 * L - 64 * N) / 2;
    for vector in 0..VECTORS {
        let mut words = limbs::<L>(&read(a, vector));
        add_multiple(constants, &mut words, shift);
        for j in 0..L - 1 {
            words[j + 1] = _mm512_add_epi64(words[j + 1], shift_right(words[j], 52));
        }
        // What is above the 52 bits of a limb is the next one's, or means nothing.
        let shifted = from_fn::<_, L, _>(|j| {
            let low = shift_right(_mm512_and_si512(words[j], broadcast(MASK)), shift);
            if j == L - 1 {
                return shift_right(words[j], shift);
            }
            _mm512_or_si512(low, shift_left(words[j + 1], 52 - shift))
        });
        write(a, vector, &shifted);
    }
}

/// Adds `m p` with `m = -words p^-1 mod 2^bits`, `bits < 52`: the low bits become zero. Carries wait.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn add_multiple<const L: usize>(constants: &Constants, words: &mut Words<L>, bits: usize) {
    let zero = _mm512_setzero_si512();
    let m = _mm512_madd52lo_epu64(zero, words[0], broadcast(constants.negated_inverse));
    let m = _mm512_and_si512(m, broadcast((1 << bits) - 1));
    for j in 0..L {
        words[j] = _mm512_madd52lo_epu64(words[j], m, broadcast(constants.modulus[j]));
    }
    for j in 0..L - 1 {
        words[j + 1] = _mm512_madd52hi_epu64(words[j + 1], m, broadcast(constants.modulus[j]));
    }
}

/// Sixteen times the same number.
#[inline(always)]
fn constant<const N: usize>(limbs: &Limbs52) -> Block<N> {
    let mut block = Block::EMPTY;
    for j in 0..limbs_for(N).unwrap_or(0) {
        *block.row_mut(j) = [limbs[j]; BLOCK];
    }
    block
}

/// A kernel for the number of limbs. The compiler knows it: nothing is tested at run time.
macro_rules! sized {
    ($n:ident, $kernel:ident($($argument:expr),*)) => {
        // SAFETY: a value of `Avx512Ifma` proves that the features are there.
        unsafe {
            match $n {
                4 => $kernel::<$n, 5>($($argument),*),
                6 => $kernel::<$n, 8>($($argument),*),
                _ => unreachable!("vectors take four and six limbs"),
            }
        }
    };
}

impl Avx512Ifma {
    #[inline(always)]
    #[allow(clippy::panic, reason = "nobody in this crate asks for other limbs")]
    fn load_limbs<const UNITS: bool, const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Block<N> {
        let mut block = Block::EMPTY;
        self.read_limbs::<UNITS, N, T>(blocks, &mut block, numbers, limbs);
        block
    }

    #[inline(always)]
    #[allow(clippy::panic, reason = "nobody in this crate asks for other limbs")]
    fn read_limbs<const UNITS: bool, const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        block: &mut Block<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) {
        let one = blocks.ring().one();
        // SAFETY: `self` proves that the features are there.
        unsafe {
            match N {
                4 => {
                    load_block::<4, 5, N, UNITS>(&sixteen(numbers, |x| cast(limbs(x)), cast(one)), block);
                }
                6 => {
                    load_block::<6, 8, N, UNITS>(&sixteen(numbers, |x| cast(limbs(x)), cast(one)), block);
                }
                _ => unreachable!("vectors take four and six limbs"),
            }
        }
    }

    #[inline(always)]
    #[allow(clippy::panic, reason = "nobody in this crate asks for other limbs")]
    fn store_as<const RAW: bool, const UNITS: bool, const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        block: &Block<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        let constants = blocks.constants();
        match N {
            // SAFETY: `self` proves that the features are there.
            4 => into_sixteen(
                numbers,
                |x| cast_mut(limbs_mut(x)),
                |places| unsafe {
                    store_block::<4, 5, N, RAW, UNITS>(constants, block, places);
                },
            ),
            // SAFETY: as above.
            6 => into_sixteen(
                numbers,
                |x| cast_mut(limbs_mut(x)),
                |places| unsafe {
                    store_block::<6, 8, N, RAW, UNITS>(constants, block, places);
                },
            ),
            _ => unreachable!("vectors take four and six limbs"),
        }
    }
}

impl BlockBackend for Avx512Ifma {
    #[inline]
    fn pays_from(self, _: usize) -> usize {
        // Sixteen squares in the time of three to four by the kernels for single numbers.
        4
    }

    #[inline]
    fn load<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Block<N> {
        let mut block = self.load_limbs::<false, N, T>(blocks, numbers, limbs);
        self.mul_assign(blocks, &mut block, &constant(&blocks.constants().enter));
        block
    }

    #[inline]
    fn store<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        block: &Block<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        self.store_as::<false, false, N, T>(blocks, block, numbers, limbs_mut);
    }

    #[inline]
    fn load_raw<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Block<N> {
        self.load_limbs::<false, N, T>(blocks, numbers, limbs)
    }

    #[inline]
    fn store_raw<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        block: &Block<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        self.store_as::<true, false, N, T>(blocks, block, numbers, limbs_mut);
    }

    #[inline]
    fn load_units<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Block<N> {
        self.load_limbs::<true, N, T>(blocks, numbers, limbs)
    }

    #[inline]
    fn store_units<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        block: &Block<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        self.store_as::<true, true, N, T>(blocks, block, numbers, limbs_mut);
    }

    #[inline]
    fn one<const N: usize>(self, blocks: &Blocks<N>) -> Block<N> {
        constant(&blocks.constants().one)
    }

    #[inline]
    fn mul_assign<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, b: &Block<N>) {
        let a = from_mut(a);
        sized!(N, mul(blocks.constants(), a, a, b));
    }

    #[inline]
    fn square_times<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, times: usize) {
        sized!(N, square_times(blocks.constants(), a, times));
    }

    #[inline]
    fn add_assign<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, b: &Block<N>) {
        sized!(N, add_assign(blocks.constants(), a, b));
    }

    #[inline]
    fn sub_assign<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, b: &Block<N>) {
        sized!(N, sub_assign(blocks.constants(), a, b));
    }

    #[inline]
    fn read_raw<const N: usize, T>(
        self,
        blocks: &Blocks<N>,
        block: &mut Block<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) {
        self.read_limbs::<false, N, T>(blocks, block, numbers, limbs);
    }

    #[inline]
    fn mul_into<const N: usize>(
        self,
        blocks: &Blocks<N>,
        product: &mut Block<N>,
        a: &Block<N>,
        b: &Block<N>,
    ) {
        sized!(N, mul(blocks.constants(), product, a, b));
    }

    #[inline]
    fn square_into<const N: usize>(self, blocks: &Blocks<N>, square: &mut Block<N>, a: &Block<N>) {
        sized!(N, square_into(blocks.constants(), square, a));
    }

    #[inline]
    fn sub_into<const N: usize>(
        self,
        blocks: &Blocks<N>,
        difference: &mut Block<N>,
        a: &Block<N>,
        b: &Block<N>,
    ) {
        sized!(N, sub_into(blocks.constants(), difference, a, b));
    }

    #[inline]
    fn negate_lanes<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>, lanes: u16) {
        sized!(N, negate_lanes(blocks.constants(), a, lanes));
    }

    #[inline]
    fn zero_lanes<const N: usize>(self, blocks: &Blocks<N>, a: &Block<N>) -> u16 {
        sized!(N, zero_lanes(blocks.constants(), a))
    }

    #[inline]
    fn scale_raw<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>) {
        sized!(N, scale_raw(blocks.constants(), a));
    }

    #[inline]
    fn unscale_raw<const N: usize>(self, blocks: &Blocks<N>, a: &mut Block<N>) {
        self.mul_assign(blocks, a, &constant(&blocks.constants().unscale));
    }
}
