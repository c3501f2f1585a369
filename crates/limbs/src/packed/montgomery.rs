//! Packed arithmetic modulo one number, derived from a backend's kernels.

use core::ptr::from_mut;

use super::gather::{into_sixteen, sixteen};
use super::{Active, Conversion, LANES, Packed, PackedBackend, PackedModulus};
use crate::{Montgomery, count};

/// Operations on packed values modulo one odd `p < R = 2^(64 N)`. Meant to be a constant.
///
/// Same time whatever the values; numbers of elements and of squarings are public, and so are masks of lanes. A mask has
/// bit `i` for lane `i`.
///
/// ```
/// use vorpal_limbs::{Montgomery, PackedMontgomery};
/// const M: Montgomery<4> = Montgomery::new([97, 0, 0, 0]);
/// const PACKED: PackedMontgomery<4> = PackedMontgomery::new(&M);
/// let mut numbers = [2, 3, 5].map(|a| M.to_montgomery(&[a, 0, 0, 0]));
/// let mut powers = PACKED.load(&numbers, |limbs| limbs);
/// PACKED.square_times(&mut powers, 3);
/// PACKED.store(&powers, &mut numbers, |limbs| limbs);
/// assert_eq!(numbers.map(|a| M.from_montgomery(&a)[0]), [2u64.pow(8) % 97, 3u64.pow(8) % 97, 5u64.pow(8) % 97]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PackedMontgomery<const N: usize, B = Active> {
    modulus: PackedModulus<N>,
    backend: B,
}

impl<const N: usize> PackedMontgomery<N> {
    /// The constants of a modulus, for the backend that this process uses.
    pub const fn new(ring: &Montgomery<N>) -> Self {
        Self { modulus: PackedModulus::new(ring), backend: Active }
    }
}

impl<const N: usize, B: PackedBackend> PackedMontgomery<N, B> {
    /// The constants of a modulus, for one backend.
    pub const fn with_backend(ring: &Montgomery<N>, backend: B) -> Self {
        Self { modulus: PackedModulus::new(ring), backend }
    }

    /// The ring whose numbers these are.
    #[inline(always)]
    pub const fn ring(&self) -> &Montgomery<N> {
        self.modulus.ring()
    }

    /// From how many numbers on packed arithmetic costs less than one number after the other: [`LANES`] where there
    /// are no vectors.
    #[inline]
    pub fn pays_from(&self) -> usize {
        self.backend.pays_from(N)
    }

    #[inline]
    fn load_as<T>(
        &self,
        packed: &mut Packed<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
        conversion: Conversion,
    ) {
        let numbers = sixteen(numbers, limbs, self.ring().one());
        self.backend.load(&self.modulus, packed, &numbers, conversion);
    }

    #[inline]
    fn store_as<T>(
        &self,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
        conversion: Conversion,
    ) {
        into_sixteen(numbers, limbs_mut, |numbers| {
            self.backend.store(&self.modulus, packed, numbers, conversion);
        });
    }

    /// Up to [`LANES`] numbers `a R mod p` below `p`, and ones in the lanes left. `limbs` gives the limbs of a number.
    /// About a multiplication; none by the scalar backend.
    ///
    /// # Panics
    /// If there are more numbers.
    #[inline]
    pub fn load<T>(&self, numbers: &[T], limbs: impl Fn(&T) -> &[u64; N]) -> Packed<N> {
        let mut packed = Packed::EMPTY;
        self.load_as(&mut packed, numbers, limbs, Conversion::Montgomery);
        packed
    }

    /// The first numbers as `a R mod p` below `p`. `limbs_mut` gives the limbs of a number. A fraction of a
    /// multiplication.
    ///
    /// # Panics
    /// If there are more places than [`LANES`].
    #[inline]
    pub fn store<T>(
        &self,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        self.store_as(packed, numbers, limbs_mut, Conversion::Montgomery);
    }

    /// As [`load`](Self::load) without a change of the radix: the number `x` is the residue `x / S`. For computations in
    /// which the radix cancels, such as inverses by running products.
    ///
    /// # Panics
    /// If there are more numbers than [`LANES`].
    #[inline]
    pub fn load_raw<T>(&self, numbers: &[T], limbs: impl Fn(&T) -> &[u64; N]) -> Packed<N> {
        let mut packed = Packed::EMPTY;
        self.read_raw(&mut packed, numbers, limbs);
        packed
    }

    /// As [`load_raw`](Self::load_raw), to a packed value that is there.
    ///
    /// # Panics
    /// If there are more numbers than [`LANES`].
    #[inline]
    pub fn read_raw<T>(&self, packed: &mut Packed<N>, numbers: &[T], limbs: impl Fn(&T) -> &[u64; N]) {
        self.load_as(packed, numbers, limbs, Conversion::Raw);
    }

    /// The inverse of [`load_raw`](Self::load_raw): residues `a` as `a S mod p`, below `p`.
    ///
    /// # Panics
    /// If there are more places than [`LANES`].
    #[inline]
    pub fn store_raw<T>(
        &self,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        self.store_as(packed, numbers, limbs_mut, Conversion::Raw);
    }

    /// As [`load_raw`](Self::load_raw), with the number 1 in place of each zero: units, if `p` is prime.
    ///
    /// # Panics
    /// If there are more numbers than [`LANES`].
    #[inline]
    pub fn load_units<T>(&self, numbers: &[T], limbs: impl Fn(&T) -> &[u64; N]) -> Packed<N> {
        let mut packed = Packed::EMPTY;
        self.load_as(&mut packed, numbers, limbs, Conversion::Units);
        packed
    }

    /// As [`store_raw`](Self::store_raw), except where there is zero: zeros stay.
    ///
    /// # Panics
    /// If there are more places than [`LANES`].
    #[inline]
    pub fn store_units<T>(
        &self,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        self.store_as(packed, numbers, limbs_mut, Conversion::Units);
    }

    /// Sixteen ones.
    #[inline]
    pub fn one(&self) -> Packed<N> {
        self.load::<[u64; N]>(&[], |limbs| limbs)
    }

    /// `product_i = a_i b_i`. 16M.
    #[inline]
    pub fn mul_into(&self, product: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>) {
        count::multiplications(LANES);
        // SAFETY: pointers of references.
        unsafe { self.backend.mul(&self.modulus, product, a, b) }
    }

    /// `a_i = a_i b_i`. 16M.
    #[inline]
    pub fn mul_assign(&self, a: &mut Packed<N>, b: &Packed<N>) {
        count::multiplications(LANES);
        let a = from_mut(a);
        // SAFETY: as above; the product may be a factor.
        unsafe { self.backend.mul(&self.modulus, a, a, b) }
    }

    /// `square_i = a_i^2`. 16S.
    #[inline]
    pub fn square_into(&self, square: &mut Packed<N>, a: &Packed<N>) {
        count::squarings(LANES);
        // SAFETY: pointers of references.
        unsafe { self.backend.square_times(&self.modulus, square, a, 1) }
    }

    /// `a_i = a_i^(2^times)`. `16 times` S; vectors stay in registers from one squaring to the next.
    #[inline]
    pub fn square_times(&self, a: &mut Packed<N>, times: usize) {
        count::squarings(LANES * times);
        let a = from_mut(a);
        // SAFETY: as above; the power may be the base.
        unsafe { self.backend.square_times(&self.modulus, a, a, times) }
    }

    /// `sum_i = a_i + b_i`.
    #[inline]
    pub fn add_into(&self, sum: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>) {
        // SAFETY: pointers of references.
        unsafe { self.backend.add(&self.modulus, sum, a, b) }
    }

    /// `a_i = a_i + b_i`.
    #[inline]
    pub fn add_assign(&self, a: &mut Packed<N>, b: &Packed<N>) {
        let a = from_mut(a);
        // SAFETY: as above; the sum may be a term.
        unsafe { self.backend.add(&self.modulus, a, a, b) }
    }

    /// `difference_i = a_i - b_i`.
    #[inline]
    pub fn sub_into(&self, difference: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>) {
        // SAFETY: pointers of references.
        unsafe { self.backend.sub(&self.modulus, difference, a, b) }
    }

    /// `a_i = a_i - b_i`.
    #[inline]
    pub fn sub_assign(&self, a: &mut Packed<N>, b: &Packed<N>) {
        let a = from_mut(a);
        // SAFETY: as above; the difference may be a term.
        unsafe { self.backend.sub(&self.modulus, a, a, b) }
    }

    /// `a_i = -a_i` in the lanes of the mask.
    #[inline]
    pub fn negate_lanes(&self, a: &mut Packed<N>, lanes: u16) {
        self.backend.negate_lanes(&self.modulus, a, lanes);
    }

    /// The lanes with `a_i = 0`. Time may depend on the numbers that are zero.
    #[inline]
    pub fn zero_lanes(&self, a: &Packed<N>) -> u16 {
        self.backend.zero_lanes(&self.modulus, a)
    }

    /// `a_i = v a_i`, for the `v` with `v^2 = R / S` that makes raw points of a curve points of a curve again.
    ///
    /// Of a point `(x, y)` of `y^2 = x^3 + b`, [`load_raw`](Self::load_raw) gives the residues `v^2 x` and `v^2 y`. With
    /// the second one scaled, `(v^2 x, v^3 y)` lies on `y^2 = x^3 + v^6 b`, and formulas that do not use `b` add such
    /// points as they add the points themselves. A small fraction of a multiplication.
    #[inline]
    pub fn scale_raw(&self, a: &mut Packed<N>) {
        self.backend.scale_raw(&self.modulus, a);
    }

    /// The inverse of [`scale_raw`](Self::scale_raw): `a_i = a_i / v`. At most 16M.
    #[inline]
    pub fn unscale_raw(&self, a: &mut Packed<N>) {
        count::multiplications(LANES);
        self.backend.unscale_raw(&self.modulus, a);
    }
}
