//! Packed arithmetic of a backend.

use super::{Packed, PackedMontgomery};

/// Packed arithmetic of a backend. AVX-512 takes four and six limbs, AVX2 four; they panic on others.
///
/// Every method takes packed values that the same backend made for the same modulus.
pub trait PackedBackend: Copy {
    /// From how many numbers on packed arithmetic of `n` limbs costs less than single numbers, one after the other.
    fn pays_from(self, n: usize) -> usize;

    /// See [`PackedMontgomery::load`].
    fn load<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Packed<N>;

    /// See [`PackedMontgomery::store`].
    fn store<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    );

    /// See [`PackedMontgomery::load_raw`].
    fn load_raw<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Packed<N>;

    /// See [`PackedMontgomery::store_raw`].
    fn store_raw<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    );

    /// See [`PackedMontgomery::load_units`].
    fn load_units<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Packed<N>;

    /// See [`PackedMontgomery::store_units`].
    fn store_units<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    );

    /// See [`PackedMontgomery::one`].
    fn one<const N: usize>(self, arithmetic: &PackedMontgomery<N>) -> Packed<N>;

    /// See [`PackedMontgomery::mul_assign`].
    fn mul_assign<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, b: &Packed<N>);

    /// See [`PackedMontgomery::square_times`].
    fn square_times<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, times: usize);

    /// See [`PackedMontgomery::add_assign`].
    fn add_assign<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, b: &Packed<N>);

    /// See [`PackedMontgomery::sub_assign`].
    fn sub_assign<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, b: &Packed<N>);

    /// See [`PackedMontgomery::read_raw`].
    fn read_raw<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        packed: &mut Packed<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) {
        *packed = self.load_raw(arithmetic, numbers, limbs);
    }

    /// See [`PackedMontgomery::mul_into`].
    #[inline]
    fn mul_into<const N: usize>(
        self,
        arithmetic: &PackedMontgomery<N>,
        product: &mut Packed<N>,
        a: &Packed<N>,
        b: &Packed<N>,
    ) {
        *product = *a;
        self.mul_assign(arithmetic, product, b);
    }

    /// See [`PackedMontgomery::square_into`].
    #[inline]
    fn square_into<const N: usize>(
        self,
        arithmetic: &PackedMontgomery<N>,
        square: &mut Packed<N>,
        a: &Packed<N>,
    ) {
        *square = *a;
        self.square_times(arithmetic, square, 1);
    }

    /// See [`PackedMontgomery::add_into`].
    #[inline]
    fn add_into<const N: usize>(
        self,
        arithmetic: &PackedMontgomery<N>,
        sum: &mut Packed<N>,
        a: &Packed<N>,
        b: &Packed<N>,
    ) {
        *sum = *a;
        self.add_assign(arithmetic, sum, b);
    }

    /// See [`PackedMontgomery::sub_into`].
    #[inline]
    fn sub_into<const N: usize>(
        self,
        arithmetic: &PackedMontgomery<N>,
        difference: &mut Packed<N>,
        a: &Packed<N>,
        b: &Packed<N>,
    ) {
        *difference = *a;
        self.sub_assign(arithmetic, difference, b);
    }

    /// See [`PackedMontgomery::negate_lanes`].
    fn negate_lanes<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, lanes: u16);

    /// See [`PackedMontgomery::zero_lanes`].
    fn zero_lanes<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &Packed<N>) -> u16;

    /// See [`PackedMontgomery::scale_raw`].
    fn scale_raw<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>);

    /// See [`PackedMontgomery::unscale_raw`].
    fn unscale_raw<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>);
}
