//! Sixteen numbers at a time, in the form that the vectors of this processor like best.
//!
//! Long dependent chains (powers, roots) of many numbers, and running products over batches, pay for the way into
//! vectors and out of them once, not at every step: a [`Packed`] stays in its form until it is
//! [stored](PackedMontgomery::store).
//!
//! The form is the backend's. Vectors hold numbers in limbs of 52 bits with a Montgomery radix `S = 2^(52 L)`,
//! `L = ceil((64 N + 4) / 52)`, and below `2 p` instead of `p`; AVX-512 has `S = 1` for primes `2^256 - c` with
//! `c < 2^48`. Scalar code has `S = R = 2^(64 N)`, canonical limbs. Row `j` of a packed value holds limb `j` of all sixteen.
//! Which backend it is, is chosen once per process, so packed values never meet packed values of another form; tests that name
//! backends keep them apart.

mod backend;
mod constants;

pub use backend::PackedBackend;

#[allow(unused_imports, reason = "where there are no vectors")]
pub(crate) use constants::{Constants, Doubles, Limbs52, PseudoMersenne, limbs_52};

use crate::Montgomery;
use crate::backend::{Scalar, narrow_vectors, wide_vectors};
use crate::fault::{Fault, place};

/// How many numbers a [`Packed`] holds.
pub const LANES: usize = 16;

/// Sixteen residues modulo the `p` of the [`PackedMontgomery`] that made them. 1 KiB and less for up to six limbs.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Packed<const N: usize> {
    // N + 2 rows, which Rust cannot write as one array.
    low: [[u64; LANES]; N],
    high: [[u64; LANES]; 2],
}

impl<const N: usize> Packed<N> {
    pub(crate) const EMPTY: Self = Self { low: [[0; LANES]; N], high: [[0; LANES]; 2] };

    /// Limb `j` of every number.
    #[inline(always)]
    pub(crate) fn row(&self, j: usize) -> &[u64; LANES] {
        if j < N { &self.low[j] } else { &self.high[j - N] }
    }

    /// As [`row`](Self::row).
    #[inline(always)]
    pub(crate) fn row_mut(&mut self, j: usize) -> &mut [u64; LANES] {
        if j < N { &mut self.low[j] } else { &mut self.high[j - N] }
    }

    /// Takes the numbers of `other` in the lanes of the mask: lane `i` where bit `i` is set.
    #[inline]
    pub fn assign_lanes(&mut self, other: &Self, lanes: u16) {
        let masks: [u64; LANES] = core::array::from_fn(|i| 0u64.wrapping_sub(u64::from(lanes >> i & 1)));
        for j in 0..N + 2 {
            let (row, from) = (self.row_mut(j), other.row(j));
            for i in 0..LANES {
                row[i] ^= (row[i] ^ from[i]) & masks[i];
            }
        }
    }

    /// Takes the number of `other` in lane `from` to lane `to`.
    #[inline]
    pub fn copy_lane(&mut self, to: usize, other: &Self, from: usize) {
        for j in 0..N + 2 {
            self.row_mut(j)[to] = other.row(j)[from];
        }
    }
}

/// Operations on packed values modulo one odd `p < R = 2^(64 N)`. Meant to be a constant.
///
/// Same time whatever the values; numbers of elements and of squarings are public, and so are masks of lanes.
///
/// ```
/// use vorpal_limbs::{PackedMontgomery, Montgomery};
/// const M: Montgomery<4> = Montgomery::new([97, 0, 0, 0]);
/// const ARITHMETIC: PackedMontgomery<4> = PackedMontgomery::new(&M);
/// let mut numbers = [2, 3, 5].map(|a| M.to_montgomery(&[a, 0, 0, 0]));
/// let mut packed = ARITHMETIC.load(&numbers, |limbs| limbs);
/// ARITHMETIC.square_times(&mut packed, 3);
/// ARITHMETIC.store(&packed, &mut numbers, |limbs| limbs);
/// assert_eq!(numbers.map(|a| M.from_montgomery(&a)[0]), [2u64.pow(8) % 97, 3u64.pow(8) % 97, 5u64.pow(8) % 97]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PackedMontgomery<const N: usize> {
    ring: Montgomery<N>,
    constants: Constants,
    doubles: Doubles,
    pseudo_mersenne: Option<PseudoMersenne>,
}

/// A method of the backend that this process uses for packed values of `N` limbs.
macro_rules! by_backend {
    ($backend:ident => $call:expr) => {{
        if limbs_52(N).is_some()
            && let Some($backend) = wide_vectors()
        {
            return $call;
        }
        if N == 4
            && let Some($backend) = narrow_vectors()
        {
            return $call;
        }
        let $backend = Scalar;
        $call
    }};
}

impl<const N: usize> PackedMontgomery<N> {
    /// The constants of a modulus.
    pub const fn new(ring: &Montgomery<N>) -> Self {
        let constants = Constants::new(ring);
        Self {
            ring: *ring,
            constants,
            doubles: Doubles::new(&constants),
            pseudo_mersenne: PseudoMersenne::new(ring),
        }
    }

    /// The ring whose numbers these are.
    #[inline(always)]
    pub const fn ring(&self) -> &Montgomery<N> {
        &self.ring
    }

    #[inline(always)]
    #[allow(dead_code, reason = "where there are no vectors")]
    pub(crate) const fn constants(&self) -> &Constants {
        &self.constants
    }

    #[inline(always)]
    #[allow(dead_code, reason = "where there are no vectors")]
    pub(crate) const fn doubles(&self) -> &Doubles {
        &self.doubles
    }

    #[inline(always)]
    #[allow(dead_code, reason = "where there are no vectors")]
    pub(crate) const fn pseudo_mersenne(&self) -> Option<&PseudoMersenne> {
        self.pseudo_mersenne.as_ref()
    }

    /// From how many numbers on packed arithmetic costs less than single numbers, one after the other: [`LANES`] where there
    /// are no vectors.
    #[inline]
    pub fn pays_from(&self) -> usize {
        by_backend!(backend => backend.pays_from(N))
    }

    /// A packed value of up to [`LANES`] numbers `a R mod p` below `p`, and ones in the places left. `limbs` says where
    /// the limbs of a number are. About a multiplication of the packed value; none by the scalar backend.
    ///
    /// # Panics
    /// If there are more numbers.
    #[inline]
    pub fn load<T>(&self, numbers: &[T], limbs: impl Fn(&T) -> &[u64; N]) -> Packed<N> {
        by_backend!(backend => backend.load(self, numbers, limbs))
    }

    /// The first numbers of a packed value as `a R mod p` below `p`. `limbs_mut` says where the limbs of a number are. A
    /// fraction of a multiplication.
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
        by_backend!(backend => backend.store(self, packed, numbers, limbs_mut));
    }

    /// As [`load`](Self::load) without a change of the radix: the numbers `x` as they stand, which packed values read as
    /// the residues `x / S`. For computations in which the radix cancels, such as inverses by running products.
    ///
    /// # Panics
    /// If there are more numbers than [`LANES`].
    #[inline]
    pub fn load_raw<T>(&self, numbers: &[T], limbs: impl Fn(&T) -> &[u64; N]) -> Packed<N> {
        by_backend!(backend => backend.load_raw(self, numbers, limbs))
    }

    /// The way back from [`load_raw`](Self::load_raw): residues `a` as `a S mod p`, below `p`.
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
        by_backend!(backend => backend.store_raw(self, packed, numbers, limbs_mut));
    }

    /// As [`load_raw`](Self::load_raw), with the number 1 in the place of each zero: units, if `p` is prime.
    ///
    /// # Panics
    /// If there are more numbers than [`LANES`].
    #[inline]
    pub fn load_units<T>(&self, numbers: &[T], limbs: impl Fn(&T) -> &[u64; N]) -> Packed<N> {
        by_backend!(backend => backend.load_units(self, numbers, limbs))
    }

    /// As [`store_raw`](Self::store_raw), but for places that hold zero: those keep it.
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
        by_backend!(backend => backend.store_units(self, packed, numbers, limbs_mut));
    }

    /// Sixteen ones.
    #[inline]
    pub fn one(&self) -> Packed<N> {
        by_backend!(backend => backend.one(self))
    }

    /// `a_i = a_i b_i` for each `i`. 16M.
    #[inline]
    pub fn mul_assign(&self, a: &mut Packed<N>, b: &Packed<N>) {
        crate::count::multiplications(LANES);
        place(Fault::PackedDispatch, a.row(0)[0]);
        by_backend!(backend => backend.mul_assign(self, a, b));
    }

    /// `a_i b_i` for each `i`, as a packed value of its own. 16M.
    #[inline]
    #[must_use]
    pub fn mul(&self, a: &Packed<N>, b: &Packed<N>) -> Packed<N> {
        let mut product = *a;
        self.mul_assign(&mut product, b);
        product
    }

    /// `product_i = a_i b_i` for each `i`. 16M.
    #[inline]
    pub fn mul_into(&self, product: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>) {
        crate::count::multiplications(LANES);
        by_backend!(backend => backend.mul_into(self, product, a, b));
    }

    /// `square_i = a_i^2` for each `i`. 16S.
    #[inline]
    pub fn square_into(&self, square: &mut Packed<N>, a: &Packed<N>) {
        crate::count::squarings(LANES);
        by_backend!(backend => backend.square_into(self, square, a));
    }

    /// `sum_i = a_i + b_i` for each `i`.
    #[inline]
    pub fn add_into(&self, sum: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>) {
        by_backend!(backend => backend.add_into(self, sum, a, b));
    }

    /// `difference_i = a_i - b_i` for each `i`.
    #[inline]
    pub fn sub_into(&self, difference: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>) {
        by_backend!(backend => backend.sub_into(self, difference, a, b));
    }

    /// As [`load_raw`](Self::load_raw), to a packed value that is there already.
    ///
    /// # Panics
    /// If there are more numbers than [`LANES`].
    #[inline]
    pub fn read_raw<T>(&self, packed: &mut Packed<N>, numbers: &[T], limbs: impl Fn(&T) -> &[u64; N]) {
        by_backend!(backend => backend.read_raw(self, packed, numbers, limbs));
    }

    /// `a_i = a_i^(2^times)` for each `i`. `16 times` S; vectors stay in registers from one squaring to the next.
    #[inline]
    pub fn square_times(&self, a: &mut Packed<N>, times: usize) {
        crate::count::squarings(LANES * times);
        by_backend!(backend => backend.square_times(self, a, times));
    }

    /// `a_i = a_i + b_i` for each `i`.
    #[inline]
    pub fn add_assign(&self, a: &mut Packed<N>, b: &Packed<N>) {
        by_backend!(backend => backend.add_assign(self, a, b));
    }

    /// `a_i = a_i - b_i` for each `i`.
    #[inline]
    pub fn sub_assign(&self, a: &mut Packed<N>, b: &Packed<N>) {
        by_backend!(backend => backend.sub_assign(self, a, b));
    }

    /// `a_i = -a_i` in the lanes of the mask: lane `i` where bit `i` is set.
    #[inline]
    pub fn negate_lanes(&self, a: &mut Packed<N>, lanes: u16) {
        by_backend!(backend => backend.negate_lanes(self, a, lanes));
    }

    /// In which lanes `a_i = 0`: bit `i` for lane `i`. Time may depend on the numbers that are zero.
    #[inline]
    pub fn zero_lanes(&self, a: &Packed<N>) -> u16 {
        by_backend!(backend => backend.zero_lanes(self, a))
    }

    /// `a_i = v a_i`, for the `v` with `v^2 = R / S` that makes raw points of a curve points of a curve again.
    ///
    /// Of a point `(x, y)` of `y^2 = x^3 + b`, [`load_raw`](Self::load_raw) gives the residues `v^2 x` and `v^2 y`.
    /// With the second one scaled, `(v^2 x, v^3 y)` lies on `y^2 = x^3 + v^6 b`, and formulas that do not use `b`
    /// add such points as they add the points themselves. A small fraction of a multiplication.
    #[inline]
    pub fn scale_raw(&self, a: &mut Packed<N>) {
        by_backend!(backend => backend.scale_raw(self, a));
    }

    /// The way back from [`scale_raw`](Self::scale_raw): `a_i = a_i / v`. At most 16M.
    #[inline]
    pub fn unscale_raw(&self, a: &mut Packed<N>) {
        crate::count::multiplications(LANES);
        by_backend!(backend => backend.unscale_raw(self, a));
    }
}
