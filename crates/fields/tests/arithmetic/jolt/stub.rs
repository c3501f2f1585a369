//! The part of `jolt-field` that `bn254.rs` implements and calls: the traits with the methods that Jolt's code
//! requires, and its two macros, with the operators by value alone. Jolt is not on crates.io.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// The generator's trait of the version of `rand_core` that Jolt uses.
pub(crate) mod rand_core {
    pub(crate) trait RngCore {
        fn fill_bytes(&mut self, bytes: &mut [u8]);
    }
}

pub(crate) mod signed {
    /// An integer's absolute value, its lowest limb first.
    pub(crate) struct Magnitude(pub [u64; 4]);

    /// A sign and 256 bits.
    pub(crate) struct S256 {
        pub magnitude: Magnitude,
        pub is_positive: bool,
    }
}

/// What `impl_ring_ops` implements.
pub(crate) trait Operators:
    Copy
    + Default
    + Eq
    + Hash
    + Debug
    + Display
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
{
    fn zero() -> Self;
    fn one() -> Self;
}

pub(crate) trait Ring:
    Operators + From<u64> + From<i64> + From<u128> + From<i128> + From<bool>
{
    fn from_u64(integer: u64) -> Self;
    fn from_i64(integer: i64) -> Self;
    fn from_u128(integer: u128) -> Self;
    fn from_i128(integer: i128) -> Self;
    fn square(&self) -> Self;
    fn pow2(exponent: usize) -> Self;
    fn mul_u64(&self, integer: u64) -> Self;
    fn mul_i64(&self, integer: i64) -> Self;
    fn mul_u128(&self, integer: u128) -> Self;
    fn mul_i128(&self, integer: i128) -> Self;
    fn mul_pow_2(&self, exponent: usize) -> Self;
}

pub(crate) trait Field: Ring + Div<Output = Self> + for<'a> Div<&'a Self, Output = Self> {
    fn inverse(&self) -> Option<Self>;
    fn random<R: rand_core::RngCore>(rng: &mut R) -> Self;
    fn half(self) -> Self;
    fn two_inv() -> Self;
}

pub(crate) trait CanonicalBytes {
    const NUM_BYTES: usize;
    fn to_bytes_le(&self, out: &mut [u8]);
}

pub(crate) trait CanonicalEncoding: CanonicalBytes + Sized {
    const MODULUS_BITS: u32;
    fn from_bytes_le_reduced(bytes: &[u8]) -> Self;
    fn from_bytes_le_checked(bytes: &[u8]) -> Option<Self>;
    fn to_u128_checked(&self) -> Option<u128>;
    fn from_u128_checked(integer: u128) -> Option<Self>;
    fn from_u128_reduced(integer: u128) -> Self;
    fn num_bits(&self) -> u32;
    fn from_challenge_bytes(bytes: &[u8]) -> Self;
    fn from_scalar_challenge_bytes(bytes: &[u8]) -> Self;
}

pub(crate) trait WithAccumulator: Sized {
    type Accumulator: Accumulator<Element = Self>;
    type SmallScalarAccumulator: Accumulator<Element = Self>;
    type SignedProductAccumulator: Accumulator<Element = Self>;
}

pub(crate) trait Accumulator: Copy + Debug + Default {
    type Element;
    fn add(&mut self, value: Self::Element);
    fn merge(&mut self, other: Self);
    fn reduce(self) -> Self::Element;
    fn fmadd(&mut self, a: Self::Element, b: Self::Element);
    fn fmadd_u8(&mut self, a: Self::Element, b: u8);
    fn fmadd_u64(&mut self, a: Self::Element, b: u64);
    fn fmadd_i64(&mut self, a: Self::Element, b: i64);
    /// Jolt computes it from the others where an accumulator has no better algorithm.
    fn fmadd_s256(&mut self, _a: Self::Element, _b: &signed::S256) {
        unimplemented!("the accumulators of small integers do not have it")
    }
}

macro_rules! impl_ring_ops {
    (impl[] $field:ident {
        add($a:ident, $b:ident): $add:expr,
        sub($c:ident, $d:ident): $sub:expr,
        mul($e:ident, $f:ident): $mul:expr,
        neg($g:ident): $neg:expr,
        zero: $zero:expr,
        one: $one:expr $(,)?
    }) => {
        impl std::ops::Add for $field {
            type Output = Self;
            fn add(self, $b: Self) -> Self {
                let $a = self;
                $add
            }
        }
        impl std::ops::Sub for $field {
            type Output = Self;
            fn sub(self, $d: Self) -> Self {
                let $c = self;
                $sub
            }
        }
        impl std::ops::Mul for $field {
            type Output = Self;
            fn mul(self, $f: Self) -> Self {
                let $e = self;
                $mul
            }
        }
        impl std::ops::Neg for $field {
            type Output = Self;
            fn neg(self) -> Self {
                let $g = self;
                $neg
            }
        }
        impl jolt_field::Operators for $field {
            fn zero() -> Self {
                $zero
            }
            fn one() -> Self {
                $one
            }
        }
    };
}

macro_rules! impl_serde_bytes {
    (impl[] $field:ident, $bytes:literal) => {
        const _: () = assert!(<$field as jolt_field::CanonicalBytes>::NUM_BYTES == $bytes);
    };
}

pub(crate) use {impl_ring_ops, impl_serde_bytes};
