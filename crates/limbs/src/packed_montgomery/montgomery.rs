//! Packed arithmetic modulo one number, built on a backend's kernels.

use core::ptr::from_mut;

use super::Active;
use super::gather::{into_sixteen, sixteen};
use crate::packed::{Conversion, KernelTable, LANES, Packed, PackedBackend, PackedModulus};
use crate::{Montgomery, count};

/// Operations on packed values modulo one odd `p < R = 2^(64 N)`. Intended as a constant.
///
/// Constant time: only numbers of elements and of squarings, and masks of lanes, are public. Bit `i` of a mask is for
/// lane `i`.
///
/// ```
/// use vorpal_limbs::{Conversion, Montgomery, PackedMontgomery};
/// const M: Montgomery<4> = Montgomery::new([97, 0, 0, 0]);
/// const PACKED: PackedMontgomery<4> = PackedMontgomery::new(&M);
/// let mut numbers = [2, 3, 5].map(|a| M.to_montgomery(&[a, 0, 0, 0]));
/// let mut powers = PACKED.load(&numbers, |limbs| limbs, Conversion::Montgomery);
/// PACKED.square_times(&mut powers, 3);
/// PACKED.store(&powers, &mut numbers, |limbs| limbs, Conversion::Montgomery);
/// assert_eq!(numbers.map(|a| M.from_montgomery(&a)[0]), [2u64.pow(8) % 97, 3u64.pow(8) % 97, 5u64.pow(8) % 97]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PackedMontgomery<const N: usize, B = Active> {
    modulus: PackedModulus<N>,
    backend: B,
}

impl<const N: usize> PackedMontgomery<N> {
    /// Computes the constants of a modulus, for the backend that this process uses.
    pub const fn new(ring: &Montgomery<N>) -> Self {
        Self { modulus: PackedModulus::new(ring), backend: Active }
    }
}

impl<const N: usize, B: PackedBackend> PackedMontgomery<N, B> {
    /// Computes the constants of a modulus, for the given backend.
    pub const fn with_backend(ring: &Montgomery<N>, backend: B) -> Self {
        Self { modulus: PackedModulus::new(ring), backend }
    }

    #[inline(always)]
    fn kernels(&self) -> &'static KernelTable<N> {
        self.backend.kernels()
    }

    /// The ring of the packed numbers.
    #[inline(always)]
    pub const fn ring(&self) -> &Montgomery<N> {
        self.modulus.ring()
    }

    /// The least count of numbers for which packed arithmetic is faster than one number at a time: [`LANES`] without
    /// vectors.
    #[inline]
    pub fn pays_from(&self) -> usize {
        self.kernels().pays_from
    }

    /// Loads up to [`LANES`] numbers below `p`. The remaining lanes hold the conversion of the number `R mod p`: ones
    /// for [`Conversion::Montgomery`]. `limbs` returns the limbs of a number.
    ///
    /// # Panics
    /// If there are more than [`LANES`] numbers.
    #[inline(always)]
    pub fn load<T>(
        &self,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
        conversion: Conversion,
    ) -> Packed<N> {
        let mut packed = Packed::ZERO;
        self.read(&mut packed, numbers, limbs, conversion);
        packed
    }

    /// As [`load`](Self::load), into an existing packed value.
    ///
    /// # Panics
    /// If there are more numbers than [`LANES`].
    #[inline(always)]
    pub fn read<T>(
        &self,
        packed: &mut Packed<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
        conversion: Conversion,
    ) {
        let numbers = sixteen(numbers, limbs, self.ring().one());
        (self.kernels().load)(&self.modulus, packed, &numbers, conversion);
    }

    /// Stores the first numbers, reduced below `p`. `limbs_mut` returns the limbs of a number. Costs at most one
    /// multiplication.
    ///
    /// # Panics
    /// If there are more than [`LANES`] destinations.
    #[inline(always)]
    pub fn store<T>(
        &self,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
        conversion: Conversion,
    ) {
        into_sixteen(numbers, limbs_mut, |numbers| {
            (self.kernels().store)(&self.modulus, packed, numbers, conversion);
        });
    }

    /// `products_i = a_i b_i R^-1 mod p` for each `i`, of numbers below `p`: sixteen at a time if the backend's vectors
    /// multiply them faster than single products, else as [`Montgomery::mul_batch`]. `limbs` and `limbs_mut` return the
    /// limbs of a number.
    ///
    /// # Panics
    /// If the slices differ in length.
    #[inline]
    #[allow(clippy::panic, reason = "slices of different lengths are a bug of the caller")]
    pub fn mul_batch<T>(
        &self,
        products: &mut [T],
        a: &[T],
        b: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        assert!(a.len() == products.len() && b.len() == products.len(), "as many products as pairs");
        let kernel = self.kernels().mul_numbers.filter(|_| self.modulus.has_products_of_numbers());
        let Some(mul) = kernel else {
            return self.ring().mul_batch(products, a, b, limbs, limbs_mut);
        };
        count::multiplications(a.len());
        let one = self.ring().one();
        let (a, last_a) = a.as_chunks::<LANES>();
        let (b, last_b) = b.as_chunks::<LANES>();
        let (products, last_products) = products.as_chunks_mut::<LANES>();
        for ((products, a), b) in products.iter_mut().zip(a).zip(b) {
            let products = &mut products.each_mut().map(&limbs_mut);
            mul(&self.modulus, products, &sixteen(a, &limbs, one), &sixteen(b, &limbs, one));
        }
        for ((product, a), b) in last_products.iter_mut().zip(last_a).zip(last_b) {
            *limbs_mut(product) = crate::backend::mul(self.ring(), limbs(a), limbs(b));
        }
    }

    /// Sixteen ones.
    #[inline]
    pub fn one(&self) -> Packed<N> {
        let mut packed = Packed::ZERO;
        (self.kernels().fill_one)(&self.modulus, &mut packed);
        packed
    }

    /// `product_i = a_i b_i`. 16M.
    #[inline]
    pub fn mul_into(&self, product: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>) {
        count::multiplications(LANES);
        // SAFETY: the pointers come from references.
        unsafe { (self.kernels().mul)(&self.modulus, product, a, b) }
    }

    /// `a_i = a_i b_i`. 16M.
    #[inline]
    pub fn mul_assign(&self, a: &mut Packed<N>, b: &Packed<N>) {
        count::multiplications(LANES);
        let a = from_mut(a);
        // SAFETY: as above; the product may alias a factor.
        unsafe { (self.kernels().mul)(&self.modulus, a, a, b) }
    }

    /// `a_i = a_i b_i`, where `a` is a signed value, loaded as [`Conversion::Signed`], and `b` a packed value that was
    /// loaded raw. 16M.
    ///
    /// Sums and differences of signed values are not reduced, so the caller guarantees bounds: as integers, factors `a`
    /// are in `[-16 p, 16 p)`, and stored values are in `[-32 p, 32 p)`. A loaded value is in `[0, p)`, and a product
    /// is in `[0, 2 p)`. Each signed value is a sum of at most sixteen such values or their negatives.
    #[inline]
    pub fn mul_signed(&self, a: &mut Packed<N>, b: &Packed<N>) {
        count::multiplications(LANES);
        let a = from_mut(a);
        // SAFETY: as above; the product may alias a factor.
        unsafe { (self.kernels().mul_signed)(&self.modulus, a, a, b) }
    }

    /// `(low_i, high_i) = (low_i + high_i, low_i - high_i)`, of signed values: see [`mul_signed`](Self::mul_signed).
    #[inline]
    pub fn sum_and_difference(&self, low: &mut Packed<N>, high: &mut Packed<N>) {
        (self.kernels().sum_and_difference)(&self.modulus, low, high);
    }

    /// `square_i = a_i^2`. 16S.
    #[inline]
    pub fn square_into(&self, square: &mut Packed<N>, a: &Packed<N>) {
        count::squarings(LANES);
        // SAFETY: the pointers come from references.
        unsafe { (self.kernels().square_times)(&self.modulus, square, a, 1) }
    }

    /// `a_i = a_i^(2^times)`. `16 times` S; vectors stay in registers between squarings.
    #[inline]
    pub fn square_times(&self, a: &mut Packed<N>, times: usize) {
        count::squarings(LANES * times);
        let a = from_mut(a);
        // SAFETY: as above; the power may alias the base.
        unsafe { (self.kernels().square_times)(&self.modulus, a, a, times) }
    }

    /// `sum_i = a_i + b_i`.
    #[inline]
    pub fn add_into(&self, sum: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>) {
        // SAFETY: the pointers come from references.
        unsafe { (self.kernels().add)(&self.modulus, sum, a, b) }
    }

    /// `a_i = a_i + b_i`.
    #[inline]
    pub fn add_assign(&self, a: &mut Packed<N>, b: &Packed<N>) {
        let a = from_mut(a);
        // SAFETY: as above; the sum may alias a term.
        unsafe { (self.kernels().add)(&self.modulus, a, a, b) }
    }

    /// `a_i = 2 a_i`.
    #[inline]
    pub fn double_assign(&self, a: &mut Packed<N>) {
        let a = from_mut(a);
        // SAFETY: as above; the sum may alias both terms.
        unsafe { (self.kernels().add)(&self.modulus, a, a, a) }
    }

    /// `difference_i = a_i - b_i`.
    #[inline]
    pub fn sub_into(&self, difference: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>) {
        // SAFETY: the pointers come from references.
        unsafe { (self.kernels().sub)(&self.modulus, difference, a, b) }
    }

    /// `a_i = a_i - b_i`.
    #[inline]
    pub fn sub_assign(&self, a: &mut Packed<N>, b: &Packed<N>) {
        let a = from_mut(a);
        // SAFETY: as above; the difference may alias a term.
        unsafe { (self.kernels().sub)(&self.modulus, a, a, b) }
    }

    /// `a_i = -a_i` in the lanes of the mask.
    #[inline]
    pub fn negate_lanes(&self, a: &mut Packed<N>, lanes: u16) {
        (self.kernels().negate_lanes)(&self.modulus, a, lanes);
    }

    /// The lanes with `a_i = 0`. Time may depend on which lanes are zero.
    #[inline]
    pub fn zero_lanes(&self, a: &Packed<N>) -> u16 {
        (self.kernels().zero_lanes)(&self.modulus, a)
    }

    /// `a_i = v a_i`, for the `v` with `v^2 = R / S`, which maps raw points of a curve to points of an isomorphic
    /// curve.
    ///
    /// For a point `(x, y)` of `y^2 = x^3 + b`, [`Conversion::Raw`] loads the residues `v^2 x` and `v^2 y`. With the
    /// second one scaled, `(v^2 x, v^3 y)` is on `y^2 = x^3 + v^6 b`. Addition formulas that do not use `b` are the
    /// same on both curves. Costs a small fraction of a multiplication.
    #[inline]
    pub fn scale_raw(&self, a: &mut Packed<N>) {
        (self.kernels().scale_raw)(&self.modulus, a);
    }

    /// The inverse of [`scale_raw`](Self::scale_raw): `a_i = a_i / v`. At most 16M.
    #[inline]
    pub fn unscale_raw(&self, a: &mut Packed<N>) {
        count::multiplications(LANES);
        (self.kernels().unscale_raw)(&self.modulus, a);
    }
}
