// Jolt's BN254 fields by Vorpal: the traits of `jolt-field`, a crate of https://github.com/a16z/jolt. docs/jolt.md
// explains it. It replaces the folder `crates/jolt-field/src/bn254`, unchanged.

use jolt_field::signed::S256;
use jolt_field::{Accumulator, CanonicalBytes, CanonicalEncoding, Field, Ring, WithAccumulator};
use rand_core::RngCore;
use vorpal_fields::primes::{Bn254BaseModulus, Bn254ScalarModulus};
use vorpal_fields::{Fe, MixedAcc, SmallAcc};

/// Implements `From` for integers of the types listed, by a conversion of `Ring`.
macro_rules! from_integers {
    ($field:ident: $via:ident $($integer:ty)*) => {$(
        impl From<$integer> for $field {
            #[inline(always)]
            fn from(integer: $integer) -> Self {
                Self::$via(integer as _)
            }
        }
    )*};
}

/// Defines a field of Jolt and two accumulators, from a modulus of Vorpal, a table of small integers, and the
/// conversion of two limbs to a challenge.
macro_rules! field {
    (
        $field:ident, $accumulator:ident, $small:ident, $modulus:ty,
        table: $table:expr, challenge: |$low:ident, $high:ident| $challenge:expr $(,)?
    ) => {
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
        #[repr(transparent)]
        pub struct $field(pub Fe<$modulus, 4>);

        jolt_field::impl_ring_ops!(impl[] $field {
            add(a, b): $field(a.0 + b.0),
            sub(a, b): $field(a.0 - b.0),
            mul(a, b): $field(a.0 * b.0),
            neg(a): $field(-a.0),
            zero: $field(Fe::ZERO),
            one: $field(Fe::ONE),
        });
        jolt_field::impl_serde_bytes!(impl[] $field, 32);
        from_integers!($field: from_u128 u128);
        from_integers!($field: from_i128 i128);
        from_integers!($field: from_u64 bool u8 u16 u32 u64);
        from_integers!($field: from_i64 i8 i16 i32 i64);

        impl std::fmt::Display for $field {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::fmt::Debug for $field {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::ops::Div for $field {
            type Output = Self;
            #[inline]
            #[allow(clippy::suspicious_arithmetic_impl, reason = "a quotient is a product with an inverse")]
            fn div(self, divisor: Self) -> Self {
                $field(self.0 * divisor.0.invert().expect("a divisor is not zero"))
            }
        }

        impl<'a> std::ops::Div<&'a $field> for $field {
            type Output = Self;
            #[inline]
            fn div(self, divisor: &'a $field) -> Self {
                self / *divisor
            }
        }

        impl Ring for $field {
            #[inline]
            fn from_u64(integer: u64) -> Self {
                let table: &[Fe<$modulus, 4>] = $table;
                $field(table.get(integer as usize).copied().unwrap_or_else(|| Fe::from_u64(integer)))
            }
            #[inline]
            fn from_i64(integer: i64) -> Self {
                $field(Fe::from_i64(integer))
            }
            #[inline]
            fn from_u128(integer: u128) -> Self {
                $field(Fe::from_u128(integer))
            }
            #[inline]
            fn from_i128(integer: i128) -> Self {
                $field(Fe::from_i128(integer))
            }
            #[inline(always)]
            fn square(&self) -> Self {
                $field(self.0.square())
            }
            #[inline]
            fn pow2(exponent: usize) -> Self {
                $field(Fe::pow2(exponent))
            }
            #[inline(always)]
            fn mul_u64(&self, integer: u64) -> Self {
                $field(self.0.mul_u64(integer))
            }
            #[inline(always)]
            fn mul_i64(&self, integer: i64) -> Self {
                $field(self.0.mul_i64(integer))
            }
            #[inline(always)]
            fn mul_u128(&self, integer: u128) -> Self {
                $field(self.0.mul_u128(integer))
            }
            #[inline(always)]
            fn mul_i128(&self, integer: i128) -> Self {
                $field(self.0.mul_i128(integer))
            }
            #[inline]
            fn mul_pow_2(&self, exponent: usize) -> Self {
                $field(self.0.mul_pow2(exponent))
            }
        }

        impl Field for $field {
            #[inline]
            fn inverse(&self) -> Option<Self> {
                self.0.invert_vartime().map($field)
            }
            #[inline]
            fn random<R: RngCore>(rng: &mut R) -> Self {
                $field(Fe::random_with(|bytes| rng.fill_bytes(bytes)))
            }
            #[inline(always)]
            fn half(self) -> Self {
                $field(self.0.halve())
            }
            #[inline]
            fn two_inv() -> Self {
                $field(Fe::ONE.halve())
            }
        }

        impl CanonicalBytes for $field {
            const NUM_BYTES: usize = Fe::<$modulus, 4>::BYTES;
            #[inline]
            fn to_bytes_le(&self, out: &mut [u8]) {
                out.copy_from_slice(&self.0.to_le_bytes());
            }
        }

        impl CanonicalEncoding for $field {
            const MODULUS_BITS: u32 = Fe::<$modulus, 4>::BITS as u32;
            #[inline]
            fn from_bytes_le_reduced(bytes: &[u8]) -> Self {
                $field(Fe::from_le_bytes_reduced(bytes))
            }
            #[inline]
            fn from_bytes_le_checked(bytes: &[u8]) -> Option<Self> {
                Fe::from_le_bytes(bytes).ok().map($field)
            }
            #[inline]
            fn to_u128_checked(&self) -> Option<u128> {
                self.0.to_u128()
            }
            #[inline]
            fn from_u128_checked(integer: u128) -> Option<Self> {
                Some(Self::from_u128(integer))
            }
            #[inline]
            fn from_u128_reduced(integer: u128) -> Self {
                Self::from_u128(integer)
            }
            #[inline]
            fn num_bits(&self) -> u32 {
                self.0.bit_length_vartime() as u32
            }
            /// 125 bits of at most 16 bytes, in the two high limbs of an integer below the prime.
            #[inline]
            fn from_challenge_bytes(bytes: &[u8]) -> Self {
                let mut first = [0; 16];
                let length = bytes.len().min(16);
                first[..length].copy_from_slice(&bytes[..length]);
                let integer = u128::from_le_bytes(first);
                let ($low, $high) = (integer as u64, (integer >> 64) as u64 & (u64::MAX >> 3));
                $field($challenge.expect("2^253 is below the prime"))
            }
            #[inline]
            fn from_scalar_challenge_bytes(bytes: &[u8]) -> Self {
                $field(Fe::from_be_bytes_reduced(bytes))
            }
        }

        #[derive(Clone, Copy, Debug, Default)]
        pub struct $accumulator(MixedAcc<$modulus, 4>);

        impl WithAccumulator for $field {
            type Accumulator = $accumulator;
            type SmallScalarAccumulator = $small;
            type SignedProductAccumulator = $accumulator;
        }

        impl Accumulator for $accumulator {
            type Element = $field;
            #[inline(always)]
            fn add(&mut self, value: $field) {
                self.0.add(value.0);
            }
            #[inline(always)]
            fn merge(&mut self, other: Self) {
                self.0.merge(&other.0);
            }
            #[inline]
            fn reduce(self) -> $field {
                $field(self.0.reduce())
            }
            #[inline(always)]
            fn fmadd(&mut self, a: $field, b: $field) {
                self.0.add_product(a.0, b.0);
            }
            #[inline(always)]
            fn fmadd_u8(&mut self, a: $field, b: u8) {
                self.0.add_integer_product(a.0, b);
            }
            #[inline(always)]
            fn fmadd_u64(&mut self, a: $field, b: u64) {
                self.0.add_integer_product(a.0, b);
            }
            #[inline(always)]
            fn fmadd_i64(&mut self, a: $field, b: i64) {
                self.0.add_integer_product(a.0, b);
            }
            #[inline(always)]
            fn fmadd_s256(&mut self, a: $field, b: &S256) {
                self.0.add_signed_product(a.0, !b.is_positive, &b.magnitude.0);
            }
        }

        /// As above, for sums of few other terms than products with `u64` and `i64`.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $small(SmallAcc<$modulus, 4, i64>);

        impl Accumulator for $small {
            type Element = $field;
            #[inline(always)]
            fn add(&mut self, value: $field) {
                self.0.add(value.0);
            }
            #[inline(always)]
            fn merge(&mut self, other: Self) {
                self.0.merge(&other.0);
            }
            #[inline]
            fn reduce(self) -> $field {
                $field(self.0.reduce())
            }
            #[inline(always)]
            fn fmadd(&mut self, a: $field, b: $field) {
                self.0.add(a.0 * b.0);
            }
            #[inline(always)]
            fn fmadd_u8(&mut self, a: $field, b: u8) {
                self.0.add_integer_product(a.0, b);
            }
            #[inline(always)]
            fn fmadd_u64(&mut self, a: $field, b: u64) {
                self.0.add_integer_product(a.0, b);
            }
            #[inline(always)]
            fn fmadd_i64(&mut self, a: $field, b: i64) {
                self.0.add_integer_product(a.0, b);
            }
        }
    };
}

/// 512 KiB, as in Jolt.
static SMALL: [Fe<Bn254ScalarModulus, 4>; 1 << 14] = Fe::integers();

field!(
    Fr, FrAccumulator, FrSmallScalarAccumulator, Bn254ScalarModulus,
    table: &SMALL, challenge: |low, high| Fe::from_montgomery([0, 0, low, high]),
);
field!(
    Fq, FqAccumulator, FqSmallScalarAccumulator, Bn254BaseModulus,
    table: &[], challenge: |low, high| Fe::from_limbs(&[0, 0, low, high]),
);

/// Jolt's names of the accumulators of `Fr`.
pub type WideAccumulator = FrAccumulator;
pub type FrSignedProductAccumulator = FrAccumulator;
