//! Packed values in vectors: rows, conversions, sums and differences, for both forms of limbs.
//!
//! A number has `L` limbs of 52 bits, in `L` rows: five for `N = 4`, eight for `N = 6`. During a computation, *signed
//! words* hold sums of a few limbs, positive or negative, whose carries are not propagated. Each contains a bias
//! ([`biased`](additions::biased)) where vectors have no arithmetic shift.

pub(super) mod additions;
pub(super) mod conversions;
pub(super) mod operands;
pub(super) mod packed;
pub(super) mod signed;

use super::vector::Simd;
use crate::packed::{Packed, PackedModulus};

/// The 52 bits of a limb.
pub(super) const MASK: u64 = (1 << 52) - 1;

/// `2^52`, whose bit pattern has a mantissa of 52 zero bits, where a limb fits.
pub(super) const UNIT: f64 = (1u64 << 52) as f64;
/// The form in which rows hold limbs.
pub(super) trait Form: Simd {
    /// What [`word`](Self::word) adds to a limb.
    const OFFSET: u64;

    /// The limb of one lane of a row.
    fn limb(row: u64) -> u64;

    /// The limb of a row, plus [`OFFSET`](Self::OFFSET).
    fn word(self, row: Self::Words) -> Self::Words;

    /// The form of the low 52 bits of a word. If it is the top word, its other bits are zero.
    fn row(self, word: Self::Words, is_top: bool) -> Self::Words;

    /// A limb in all lanes. By vectors, because an instruction that converts one number may leave the rest of its
    /// register unchanged.
    #[inline(always)]
    fn limbs(self, limb: u64) -> Self::Words {
        self.row(self.words(limb), true)
    }

    /// The signed words of `words + m p`, where `words` are limbs plus [`OFFSET`](Self::OFFSET) and
    /// `m = -words p^-1 mod 2^BITS`, so that the low bits of the sum are zero. `BITS <= 52 L - 64 N`, so `m` times the
    /// top limb of `p` is below `2^52`.
    fn clear_low_bits<const N: usize, const L: usize, const BITS: usize>(
        self,
        modulus: &PackedModulus<N>,
        words: [Self::Words; L],
    ) -> [Self::Words; L];
}

/// The low 52 bits of each word, as doubles.
#[inline(always)]
pub(super) fn doubles<V: Simd>(v: V, words: V::Words) -> V::Doubles {
    let pattern = v.or(v.and(words, v.words(MASK)), v.words(UNIT.to_bits()));
    v.sub_doubles(v.with_bits(pattern), v.doubles(&UNIT))
}

/// The limbs of one vector of a packed value, plus `OFFSET`.
#[inline(always)]
pub(super) fn read<V: Form, const N: usize, const L: usize>(
    v: V,
    packed: &Packed<N>,
    vector: usize,
) -> [V::Words; L] {
    let mut words = [v.words(0); L];
    for j in 0..L {
        words[j] = v.word(v.read(packed, j, vector));
    }
    words
}

/// Stores the low 52 bits of words.
#[inline(always)]
pub(super) fn write<V: Form, const N: usize, const L: usize>(
    v: V,
    packed: &mut Packed<N>,
    vector: usize,
    words: &[V::Words; L],
) {
    for j in 0..L {
        v.write(packed, j, vector, v.row(words[j], j == L - 1));
    }
}
