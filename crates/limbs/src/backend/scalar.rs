//! Packed values without vectors: one number after the other, by the kernels for single numbers.

use crate::packed::{LANES, Packed, PackedBackend, PackedMontgomery};
use crate::words::{from_word, is_zero, select};

/// The backend of packed values that every processor has: canonical limbs of 64 bits, Montgomery's radix `R = 2^(64 N)`.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

#[inline(always)]
fn number<const N: usize>(packed: &Packed<N>, lane: usize) -> [u64; N] {
    core::array::from_fn(|j| packed.row(j)[lane])
}

#[inline(always)]
fn put<const N: usize>(packed: &mut Packed<N>, lane: usize, number: &[u64; N]) {
    for j in 0..N {
        packed.row_mut(j)[lane] = number[j];
    }
}

/// The number, or 1 if it is zero.
#[inline(always)]
fn unit<const N: usize>(number: &[u64; N]) -> [u64; N] {
    select(number, &from_word(1), is_zero(number))
}

/// `a_i = f(a_i, b_i)`.
#[inline(always)]
fn each<const N: usize>(a: &mut Packed<N>, b: &Packed<N>, f: impl Fn(&[u64; N], &[u64; N]) -> [u64; N]) {
    for lane in 0..LANES {
        let result = f(&number(a, lane), &number(b, lane));
        put(a, lane, &result);
    }
}

impl PackedBackend for Scalar {
    #[inline]
    fn pays_from(self, _: usize) -> usize {
        LANES
    }

    #[allow(clippy::panic, reason = "a program that passes more is wrong")]
    fn load<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Packed<N> {
        assert!(numbers.len() <= LANES, "more numbers than lanes");
        let mut packed = self.one(arithmetic);
        for (lane, from) in numbers.iter().enumerate() {
            put(&mut packed, lane, limbs(from));
        }
        packed
    }

    #[allow(clippy::panic, reason = "a program that passes more is wrong")]
    fn store<const N: usize, T>(
        self,
        _: &PackedMontgomery<N>,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        assert!(numbers.len() <= LANES, "more places than lanes");
        for (lane, to) in numbers.iter_mut().enumerate() {
            *limbs_mut(to) = number(packed, lane);
        }
    }

    fn load_raw<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Packed<N> {
        self.load(arithmetic, numbers, limbs)
    }

    fn store_raw<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        self.store(arithmetic, packed, numbers, limbs_mut);
    }

    fn load_units<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Packed<N> {
        let mut packed = self.load(arithmetic, numbers, limbs);
        for lane in 0..numbers.len() {
            let unit = unit(&number(&packed, lane));
            put(&mut packed, lane, &unit);
        }
        packed
    }

    #[allow(clippy::panic, reason = "a program that passes more is wrong")]
    fn store_units<const N: usize, T>(
        self,
        _: &PackedMontgomery<N>,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        assert!(numbers.len() <= LANES, "more places than lanes");
        for (lane, to) in numbers.iter_mut().enumerate() {
            let place = limbs_mut(to);
            *place = select(&number(packed, lane), &[0; N], is_zero(place));
        }
    }

    fn one<const N: usize>(self, arithmetic: &PackedMontgomery<N>) -> Packed<N> {
        let mut packed = Packed::EMPTY;
        for lane in 0..LANES {
            put(&mut packed, lane, arithmetic.ring().one());
        }
        packed
    }

    fn mul_assign<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, b: &Packed<N>) {
        each(a, b, |a, b| super::mul(arithmetic.ring(), a, b));
    }

    fn square_times<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, times: usize) {
        for lane in 0..LANES {
            let mut power = number(a, lane);
            for _ in 0..times {
                power = super::square(arithmetic.ring(), &power);
            }
            put(a, lane, &power);
        }
    }

    fn add_assign<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, b: &Packed<N>) {
        each(a, b, |a, b| super::add(arithmetic.ring(), a, b));
    }

    fn sub_assign<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, b: &Packed<N>) {
        each(a, b, |a, b| super::sub(arithmetic.ring(), a, b));
    }

    #[inline]
    fn negate_lanes<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, lanes: u16) {
        for lane in (0..LANES).filter(|lane| lanes >> lane & 1 == 1) {
            let negated = super::sub(arithmetic.ring(), &[0; N], &number(a, lane));
            put(a, lane, &negated);
        }
    }

    #[inline]
    fn zero_lanes<const N: usize>(self, _: &PackedMontgomery<N>, a: &Packed<N>) -> u16 {
        (0..LANES).fold(0, |lanes, lane| lanes | u16::from((0..N).all(|j| a.row(j)[lane] == 0)) << lane)
    }

    /// Nothing to do: `S = R`.
    #[inline]
    fn scale_raw<const N: usize>(self, _: &PackedMontgomery<N>, _: &mut Packed<N>) {}

    /// Nothing to do: `S = R`.
    #[inline]
    fn unscale_raw<const N: usize>(self, _: &PackedMontgomery<N>, _: &mut Packed<N>) {}
}
