//! Vectors of four lanes: words of 32 bits, and their products of 64 bits.
//!
//! WebAssembly has these vectors as `v128`. Other targets compute the same lane by lane, for tests.

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub(super) use plain::{Products, Words};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) use wasm::{Products, Words};

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use core::arch::wasm32::{
        i32x4_add, i32x4_mul, i32x4_shuffle, i32x4_sub, i64x2_add, u32x4_shr, u32x4_splat, u64x2,
        u64x2_extmul_high_u32x4, u64x2_extmul_low_u32x4, u64x2_shl, u64x2_shr, u64x2_splat, v128, v128_and,
    };

    /// Four words of 32 bits.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Words(v128);

    /// Four words of 64 bits.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Products(v128, v128);

    impl Words {
        #[inline(always)]
        pub(in super::super) fn splat(word: u32) -> Self {
            Self(u32x4_splat(word))
        }

        /// The lower and the upper halves of four words of 64 bits.
        #[inline(always)]
        pub(in super::super) fn halves([a, b, c, d]: [u64; 4]) -> [Self; 2] {
            let (x, y) = (u64x2(a, b), u64x2(c, d));
            [Self(i32x4_shuffle::<0, 2, 4, 6>(x, y)), Self(i32x4_shuffle::<1, 3, 5, 7>(x, y))]
        }

        /// Four words of 64 bits from their halves.
        #[inline(always)]
        pub(in super::super) fn joined([low, high]: [Self; 2]) -> [u64; 4] {
            use core::arch::wasm32::u64x2_extract_lane as lane;
            let x = i32x4_shuffle::<0, 4, 1, 5>(low.0, high.0);
            let y = i32x4_shuffle::<2, 6, 3, 7>(low.0, high.0);
            [lane::<0>(x), lane::<1>(x), lane::<0>(y), lane::<1>(y)]
        }

        #[inline(always)]
        pub(in super::super) fn plus(self, other: Self) -> Self {
            Self(i32x4_add(self.0, other.0))
        }

        #[inline(always)]
        pub(in super::super) fn minus(self, other: Self) -> Self {
            Self(i32x4_sub(self.0, other.0))
        }

        /// The product, which fits.
        #[inline(always)]
        pub(in super::super) fn times(self, other: Self) -> Self {
            Self(i32x4_mul(self.0, other.0))
        }

        #[inline(always)]
        pub(in super::super) fn and(self, mask: u32) -> Self {
            Self(v128_and(self.0, u32x4_splat(mask)))
        }

        #[inline(always)]
        pub(in super::super) fn shift_right(self, bits: u32) -> Self {
            Self(u32x4_shr(self.0, bits))
        }
    }

    impl Products {
        #[inline(always)]
        pub(in super::super) fn zero() -> Self {
            Self(u64x2_splat(0), u64x2_splat(0))
        }

        #[inline(always)]
        pub(in super::super) fn of(a: Words, b: Words) -> Self {
            Self(u64x2_extmul_low_u32x4(a.0, b.0), u64x2_extmul_high_u32x4(a.0, b.0))
        }

        #[inline(always)]
        pub(in super::super) fn plus(self, other: Self) -> Self {
            Self(i64x2_add(self.0, other.0), i64x2_add(self.1, other.1))
        }

        #[inline(always)]
        pub(in super::super) fn and(self, mask: u64) -> Self {
            let mask = u64x2_splat(mask);
            Self(v128_and(self.0, mask), v128_and(self.1, mask))
        }

        #[inline(always)]
        pub(in super::super) fn shift_right(self, bits: u32) -> Self {
            Self(u64x2_shr(self.0, bits), u64x2_shr(self.1, bits))
        }

        #[inline(always)]
        pub(in super::super) fn shift_left(self, bits: u32) -> Self {
            Self(u64x2_shl(self.0, bits), u64x2_shl(self.1, bits))
        }

        /// The lower halves.
        #[inline(always)]
        pub(in super::super) fn low(self) -> Words {
            Words(i32x4_shuffle::<0, 2, 4, 6>(self.0, self.1))
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod plain {
    use core::array::from_fn;

    /// Four words of 32 bits.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Words([u32; 4]);

    /// Four words of 64 bits.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Products([u64; 4]);

    impl Words {
        #[inline(always)]
        pub(in super::super) fn splat(word: u32) -> Self {
            Self([word; 4])
        }

        /// The lower and the upper halves of four words of 64 bits.
        #[inline(always)]
        #[allow(clippy::cast_possible_truncation, reason = "the halves")]
        pub(in super::super) fn halves(words: [u64; 4]) -> [Self; 2] {
            [Self(words.map(|word| word as u32)), Self(words.map(|word| (word >> 32) as u32))]
        }

        /// Four words of 64 bits from their halves.
        #[inline(always)]
        pub(in super::super) fn joined([low, high]: [Self; 2]) -> [u64; 4] {
            from_fn(|i| u64::from(low.0[i]) | u64::from(high.0[i]) << 32)
        }

        /// The sum, which fits, as do differences and products: tests run with checks of overflow.
        #[inline(always)]
        pub(in super::super) fn plus(self, other: Self) -> Self {
            Self(from_fn(|i| self.0[i] + other.0[i]))
        }

        #[inline(always)]
        pub(in super::super) fn minus(self, other: Self) -> Self {
            Self(from_fn(|i| self.0[i] - other.0[i]))
        }

        /// The product, which fits.
        #[inline(always)]
        pub(in super::super) fn times(self, other: Self) -> Self {
            Self(from_fn(|i| self.0[i] * other.0[i]))
        }

        #[inline(always)]
        pub(in super::super) fn and(self, mask: u32) -> Self {
            Self(self.0.map(|word| word & mask))
        }

        #[inline(always)]
        pub(in super::super) fn shift_right(self, bits: u32) -> Self {
            Self(self.0.map(|word| word >> bits))
        }
    }

    impl Products {
        #[inline(always)]
        pub(in super::super) fn zero() -> Self {
            Self([0; 4])
        }

        #[inline(always)]
        pub(in super::super) fn of(a: Words, b: Words) -> Self {
            Self(from_fn(|i| u64::from(a.0[i]) * u64::from(b.0[i])))
        }

        /// The sum, which fits.
        #[inline(always)]
        pub(in super::super) fn plus(self, other: Self) -> Self {
            Self(from_fn(|i| self.0[i] + other.0[i]))
        }

        #[inline(always)]
        pub(in super::super) fn and(self, mask: u64) -> Self {
            Self(self.0.map(|word| word & mask))
        }

        #[inline(always)]
        pub(in super::super) fn shift_right(self, bits: u32) -> Self {
            Self(self.0.map(|word| word >> bits))
        }

        #[inline(always)]
        pub(in super::super) fn shift_left(self, bits: u32) -> Self {
            Self(self.0.map(|word| word << bits))
        }

        /// The lower halves.
        #[inline(always)]
        #[allow(clippy::cast_possible_truncation, reason = "the lower halves")]
        pub(in super::super) fn low(self) -> Words {
            Words(self.0.map(|word| word as u32))
        }
    }
}
