//! The form of limbs as doubles, and both halves of a product.

use super::super::lanes::Form;
use super::super::lanes::additions::biased;
pub(in super::super) use super::super::lanes::{UNIT, doubles};
use super::super::vector::Simd;
use crate::packed::PackedModulus;

/// `2^104`.
pub(super) const HIGH: f64 = UNIT * UNIT;
/// `2^104 - 3 2^51`.
pub(super) const LOW: f64 = HIGH - 1.5 * UNIT;
/// The pattern of a low half of zero.
pub(super) const NO_LOW: u64 = (-1.5 * UNIT).to_bits();

/// The patterns of both halves of `a b`.
#[inline(always)]
pub(super) fn halves<V: Simd>(v: V, a: V::Doubles, b: V::Doubles) -> [V::Words; 2] {
    let high = v.fused(a, b, v.doubles(&HIGH));
    let low = v.fused(a, b, v.sub_doubles(v.doubles(&LOW), high));
    [v.to_bits(low), v.to_bits(high)]
}

/// See [`Form::clear_low_bits`]. `BITS <= 32`.
#[inline(always)]
pub(in super::super) fn clear_low_bits<V: Form, const N: usize, const L: usize, const BITS: usize>(
    v: V,
    modulus: &PackedModulus<N>,
    mut words: [V::Words; L],
) -> [V::Words; L] {
    const { assert!(BITS <= 32) };
    let inverse = v.words(modulus.constants().negated_inverse);
    let m = doubles(v, v.and(v.mul_32(words[0], inverse), v.words((1 << BITS) - 1)));
    let p = &modulus.doubles().modulus;
    let mut above = v.words(HIGH.to_bits());
    for j in 0..L - 1 {
        let [low, high] = halves(v, m, v.doubles(&p[j]));
        let start =
            biased::<V, L>(j).wrapping_sub(V::OFFSET).wrapping_add(NO_LOW).wrapping_sub(HIGH.to_bits());
        words[j] = v.add(v.sub(words[j], low), v.add(above, v.words(start)));
        above = high;
    }
    // The product with the top limb has one limb.
    let top = v.to_bits(v.fused(m, v.doubles(&p[L - 1]), v.doubles(&UNIT)));
    let start = biased::<V, L>(L - 1).wrapping_sub(V::OFFSET).wrapping_sub(UNIT.to_bits());
    let start = start.wrapping_sub(HIGH.to_bits());
    words[L - 1] = v.add(v.add(words[L - 1], top), v.add(above, v.words(start)));
    words
}

/// The limb of one lane of a row.
#[inline(always)]
pub(in super::super) fn limb(row: u64) -> u64 {
    (f64::from_bits(row) + UNIT).to_bits().wrapping_sub(UNIT.to_bits())
}

/// The limb below the exponent of `2^52`.
#[inline(always)]
pub(in super::super) fn word<V: Simd>(v: V, row: V::Words) -> V::Words {
    v.to_bits(v.add_doubles(v.with_bits(row), v.doubles(&UNIT)))
}

/// The form of the low 52 bits of a word.
#[inline(always)]
pub(in super::super) fn row<V: Simd>(v: V, word: V::Words) -> V::Words {
    v.to_bits(doubles(v, word))
}

/// Implements [`Form`] for rows that hold limbs as doubles.
macro_rules! form {
    ($vectors:ident) => {
        impl $crate::backend::lanes::Form for $vectors {
            const OFFSET: u64 = $crate::backend::fma::limbs::UNIT.to_bits();

            #[inline(always)]
            fn limb(row: u64) -> u64 {
                $crate::backend::fma::limbs::limb(row)
            }

            #[inline(always)]
            fn word(self, row: Self::Words) -> Self::Words {
                $crate::backend::fma::limbs::word(self, row)
            }

            #[inline(always)]
            fn row(self, word: Self::Words, _: bool) -> Self::Words {
                $crate::backend::fma::limbs::row(self, word)
            }

            #[inline(always)]
            fn clear_low_bits<const N: usize, const L: usize, const BITS: usize>(
                self,
                modulus: &PackedModulus<N>,
                words: [Self::Words; L],
            ) -> [Self::Words; L] {
                $crate::backend::fma::limbs::clear_low_bits::<Self, N, L, BITS>(self, modulus, words)
            }
        }
    };
}
pub(in super::super) use form;

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::super::super::lanes::MASK;
    use super::super::super::vector::Kernel;
    use super::*;
    use crate::backend::architecture::{Avx2Fma, Avx512Fma};
    use crate::packed::{LANES, Packed};

    /// The patterns of both halves of a product, in the rows of a packed value.
    struct Halves(f64, f64);

    impl<V: Simd> Kernel<V> for Halves {
        type Output = Packed<4>;

        #[inline(always)]
        fn run(self, v: V) -> Packed<4> {
            let mut rows = Packed::ZERO;
            let [low, high] = halves(v, v.doubles(&self.0), v.doubles(&self.1));
            for vector in 0..LANES / V::IN_A_VECTOR {
                v.write(&mut rows, 0, vector, low);
                v.write(&mut rows, 1, vector, high);
            }
            rows
        }
    }

    /// Both halves of every product of edge values, including ties of the rounding, recovered from their patterns.
    #[test]
    fn halves_of_products_are_exact() {
        if let Some(vector) = Avx2Fma::detect() {
            check_halves(vector);
        }
        if let Some(vector) = Avx512Fma::detect() {
            check_halves(vector);
        }
    }

    fn check_halves<V: Simd>(vector: V) {
        let middle = 1u64 << 51;
        let mut edges =
            vec![0, 1, 2, 3, 5, middle - 1, middle, middle + 1, MASK - 1, MASK, 1 << 26, (1 << 26) + 1];
        edges.extend([0x000f_0f0f_0f0f_0f0f, 0x0005_5555_5555_5555, 0x000a_aaaa_aaaa_aaaa, MASK - (1 << 26)]);
        let (mut ties, mut negative) = ([0; 2], 0);
        for &a in &edges {
            for &b in &edges {
                let rows = vector.run(Halves(a as f64, b as f64));
                let (low, high) = (rows.row(0), rows.row(1));
                assert_eq!((*low, *high), ([low[0]; LANES], [high[0]; LANES]));
                let low = NO_LOW.wrapping_sub(low[0]).cast_signed();
                let high = high[0].wrapping_sub(HIGH.to_bits());
                assert!(high < 1 << 52 && low.unsigned_abs() <= middle, "{a:x} {b:x}");
                let product = i128::from(high) << 52;
                assert_eq!(product + i128::from(low), i128::from(a) * i128::from(b), "{a:x} {b:x}");
                negative += usize::from(low < 0);
                ties[usize::from(low < 0)] += usize::from(low.unsigned_abs() == middle);
            }
        }
        assert!(ties[0] > 0 && ties[1] > 0 && negative > 20, "the edge values do not cover every case");
    }

    #[test]
    fn constants_are_exact() {
        assert_eq!(HIGH.to_bits(), (1023 + 104) << 52);
        assert_eq!(LOW.to_bits(), ((1023 + 104) << 52) - 3);
        assert_eq!(NO_LOW, (1 << 63) + ((1023 + 52) << 52) + (1 << 51));
    }
}
