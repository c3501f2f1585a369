//! Domains: subgroups of roots of unity and their cosets.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

use vorpal_fields::{LANES, PackedField, PrimeField};

use crate::Error;
use crate::reversal::reverse_bits;
use crate::transform::batch::Batch;
use crate::transform::{self, TILE};
use crate::twiddles::Twiddles;

/// The order of values on a domain of `n` points. Coefficients are always in natural order, least degree first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Value `i` is that at point `i`.
    Natural,
    /// Value `i` is that at the point whose index has the `log2 n` bits of `i` reversed. Transforms are faster without
    /// the permutation.
    BitReversed,
}

/// The points `c w^i`, `0 <= i < n`, for `n` a power of two, a root of unity `w` of order `n`, and a shift `c`: a
/// subgroup for `c = 1`, otherwise a coset. It holds the tables of transforms: `n` elements for a subgroup, `2 n` for a
/// coset.
///
/// `w` is `g^((p - 1) / n)` for the smallest generator `g` of the field, as in arkworks and gnark-crypto, unless the
/// caller gives it ([`with_root`](Self::with_root)).
///
/// ```
/// use vorpal_fields::primes::Bn254Scalar;
/// use vorpal_ntt::{Domain, Order};
///
/// let domain = Domain::<Bn254Scalar>::new(4)?;
/// let mut values = [1, 2, 3, 4].map(Bn254Scalar::from);
/// domain.evaluate(&mut values, Order::Natural)?;
/// assert_eq!(values[0], Bn254Scalar::from(10)); // at 1
/// assert_eq!(values[2], -Bn254Scalar::from(2)); // at -1
/// domain.interpolate(&mut values, Order::Natural)?;
/// assert_eq!(values, [1, 2, 3, 4].map(Bn254Scalar::from));
/// # Ok::<(), vorpal_ntt::Error>(())
/// ```
pub struct Domain<F: PrimeField> {
    log_size: u32,
    root: F,
    shift: F,
    /// The inverse of the size.
    size_inverse: F,
    forward: Twiddles<F>,
    inverse: Twiddles<F>,
    /// Whether transforms are in vectors. Then the tables and `raw_size_inverse` are for raw loads.
    packed: bool,
    raw_size_inverse: F,
}

/// Refuses a root of unity of another order than `2^log_size`, and a shift of zero.
pub(crate) fn check_root<F: PrimeField>(log_size: u32, root: &F, shift: &F) -> Result<(), Error> {
    if shift.is_zero_vartime() {
        return Err(Error::ZeroShift);
    }
    // The order divides 2^k and not 2^(k - 1) if the power by the latter is -1.
    let half = (1..log_size).fold(*root, |power, _| power.square());
    let expected = if log_size == 0 { F::ONE } else { -F::ONE };
    if log_size > F::TWO_ADICITY || half != expected {
        return Err(Error::Root { log_size });
    }
    Ok(())
}

impl<F: PrimeField> Domain<F> {
    /// The subgroup with the least power of two of points that is at least `size`. About `n` multiplications,
    /// and `n` more where transforms are in vectors.
    ///
    /// # Errors
    /// [`Error::Size`] if the field has no root of unity of that order, [`Error::Memory`] if there is no memory for the
    /// tables.
    pub fn new(size: usize) -> Result<Self, Error> {
        Self::with_shift(size, F::ONE)
    }

    /// The coset `c w^i` of that subgroup. About `3 n` multiplications, and `2 n` more where transforms are in vectors.
    ///
    /// # Errors
    /// [`Error::ZeroShift`] if `shift` is zero, and those of [`new`](Self::new).
    pub fn coset(size: usize, shift: F) -> Result<Self, Error> {
        if shift.is_zero_vartime() {
            return Err(Error::ZeroShift);
        }
        Self::with_shift(size, shift)
    }

    /// The points `c w^i` for a root of unity `w` of the caller: for protocols that take `w` from another generator.
    /// The order of `w` is a power of two, and the number of points. As many multiplications as [`new`](Self::new) if
    /// the shift `c` is one, else as [`coset`](Self::coset).
    ///
    /// ```
    /// use vorpal_fields::primes::Bn254Scalar;
    /// use vorpal_ntt::{Domain, Error};
    /// let fourth = Domain::<Bn254Scalar>::new(4)?.root();
    /// let domain = Domain::with_root(2, -fourth, Bn254Scalar::ONE)?;
    /// assert_eq!((domain.size(), domain.root()), (4, -fourth));
    /// assert!(matches!(Domain::with_root(1, fourth, Bn254Scalar::ONE), Err(Error::Root { log_size: 1 })));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Root`] if the order of `root` is not `2^log_size`, and those of [`coset`](Self::coset).
    pub fn with_root(log_size: u32, root: F, shift: F) -> Result<Self, Error> {
        check_root(log_size, &root, &shift)?;
        Self::of_root(log_size, 1 << log_size, root, shift)
    }

    fn with_shift(size: usize, shift: F) -> Result<Self, Error> {
        let too_large = Error::Size { size, two_adicity: F::TWO_ADICITY };
        let log_size = size.max(1).checked_next_power_of_two().ok_or(too_large)?.trailing_zeros();
        if log_size > F::TWO_ADICITY {
            return Err(too_large);
        }
        let root = (log_size..F::TWO_ADICITY).fold(F::ROOT_OF_UNITY, |root, _| root.square());
        Self::of_root(log_size, size, root, shift)
    }

    /// The domain of a root of unity of order `2^log_size` and a shift other than zero. Errors name `size`.
    fn of_root(log_size: u32, size: usize, root: F, shift: F) -> Result<Self, Error> {
        let inverse =
            |x: F| x.invert_vartime().expect("roots of unity, shifts and powers of two are not zero");
        let twiddles = |root: F, shift: F| {
            let subgroup = Twiddles::subgroup(root, log_size)?;
            if shift == F::ONE { Ok(subgroup) } else { Twiddles::coset(&subgroup, shift, log_size) }
        };
        let no_memory = |_: TryReserveError| Error::Memory { size };
        let mut forward = twiddles(root, shift).map_err(no_memory)?;
        let mut backward = twiddles(inverse(root), inverse(shift)).map_err(no_memory)?;
        let size_inverse = (0..log_size).fold(F::ONE, |power, _| power.halve());
        let packed = 1 << log_size >= TILE && F::Packed::pays_from() < LANES;
        let mut raw_size_inverse = [size_inverse];
        if packed {
            (forward, backward) = (forward.into_raw(), backward.into_raw());
            F::Packed::load(&raw_size_inverse, |x| x).store_raw(&mut raw_size_inverse, |x| x);
        }
        let [raw_size_inverse] = raw_size_inverse;
        Ok(Self { log_size, root, shift, size_inverse, forward, inverse: backward, packed, raw_size_inverse })
    }

    /// The number of points.
    pub fn size(&self) -> usize {
        1 << self.log_size
    }

    /// The binary logarithm of the number of points.
    pub fn log_size(&self) -> u32 {
        self.log_size
    }

    /// The root of unity `w`, whose order is the number of points.
    pub fn root(&self) -> F {
        self.root
    }

    /// The shift `c`.
    pub fn shift(&self) -> F {
        self.shift
    }

    /// The inverse of the number of points.
    pub fn size_inverse(&self) -> F {
        self.size_inverse
    }

    /// The points, in natural order. `n` multiplications.
    pub fn points(&self) -> impl Iterator<Item = F> {
        let root = self.root;
        core::iter::successors(Some(self.shift), move |&point| Some(point * root)).take(self.size())
    }

    /// Replaces coefficients by the values at the points:
    ///
    /// ```text
    /// values_i = sum_j coefficients_j (c w^i)^j.
    /// ```
    ///
    /// In place. With `n = 2^k`: `k n / 2` M on a coset, at least `n - 16` fewer on a subgroup. Constant time: only
    /// the domain is public.
    ///
    /// # Errors
    /// If there is not one coefficient for each point. The list does not change then.
    pub fn evaluate(&self, values: &mut [F], order: Order) -> Result<(), Error> {
        self.evaluate_by(values, order, |values| {
            if self.packed {
                transform::packed::evaluate(values, &self.forward);
            } else {
                transform::single::evaluate(values, 0, 0, &self.forward);
            }
        })
    }

    /// Replaces the values at the points by the coefficients of the polynomial of degree below `n`: the inverse of
    /// [`evaluate`](Self::evaluate), for the same order of values. As many multiplications and `n` more. Constant time.
    ///
    /// # Errors
    /// If there is not one value for each point. The list does not change then.
    pub fn interpolate(&self, values: &mut [F], order: Order) -> Result<(), Error> {
        self.interpolate_by(values, order, |values| {
            if self.packed {
                transform::packed::interpolate(values, &self.inverse, &self.raw_size_inverse);
            } else {
                transform::single::interpolate(values, 0, 0, &self.inverse);
                values.iter_mut().for_each(|value| *value *= self.size_inverse);
            }
        })
    }

    /// [`evaluate`](Self::evaluate) of many lists, one after the other: faster than each of them, if they are short and
    /// transforms are in vectors.
    ///
    /// ```
    /// use vorpal_fields::primes::Bn254Scalar;
    /// use vorpal_ntt::{Domain, Order};
    /// let domain = Domain::<Bn254Scalar>::new(2)?;
    /// let mut values = [1, 2, 3, 4].map(Bn254Scalar::from);
    /// domain.evaluate_batch(&mut values, Order::Natural)?;
    /// assert_eq!(values, [3, -1, 7, -1].map(Bn254Scalar::from_i64));
    /// # Ok::<(), vorpal_ntt::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Lists`] if the number of elements is no multiple of the number of points. They do not change then.
    pub fn evaluate_batch(&self, values: &mut [F], order: Order) -> Result<(), Error> {
        self.each(values, order, false)
    }

    /// [`interpolate`](Self::interpolate) of many lists, as [`evaluate_batch`](Self::evaluate_batch).
    ///
    /// # Errors
    /// [`Error::Lists`] if the number of elements is no multiple of the number of points. They do not change then.
    pub fn interpolate_batch(&self, values: &mut [F], order: Order) -> Result<(), Error> {
        self.each(values, order, true)
    }

    /// Transforms each of many lists, short ones sixteen at a time.
    fn each(&self, values: &mut [F], order: Order, inverse: bool) -> Result<(), Error> {
        let size = self.size();
        if !values.len().is_multiple_of(size) {
            return Err(Error::Lists { size, found: values.len() });
        }
        let pays = size < TILE && values.len() / size >= F::Packed::pays_from();
        let twiddles = if inverse { &self.inverse } else { &self.forward };
        let mut batch = pays.then(|| Batch::new(twiddles, self.log_size));
        let unused = usize::BITS - self.log_size;
        let reversed =
            |i: usize| if order == Order::Natural && size > 1 { i.reverse_bits() >> unused } else { i };
        for values in values.chunks_mut(LANES * size) {
            match &mut batch {
                Some(batch) if values.len() / size >= F::Packed::pays_from() => {
                    if inverse {
                        batch.read(values, reversed);
                        batch.interpolate(&self.size_inverse);
                        batch.store(values, |i| i);
                    } else {
                        batch.read(values, |i| i);
                        batch.evaluate();
                        batch.store(values, reversed);
                    }
                }
                _ if inverse => values.chunks_mut(size).try_for_each(|list| self.interpolate(list, order))?,
                _ => values.chunks_mut(size).try_for_each(|list| self.evaluate(list, order))?,
            }
        }
        Ok(())
    }

    /// As [`evaluate`](Self::evaluate), on the threads of the caller's rayon pool. One thread permutes values to
    /// natural order.
    ///
    /// # Errors
    /// If there is not one coefficient for each point. The list does not change then.
    #[cfg(feature = "parallel")]
    pub fn evaluate_parallel(&self, values: &mut [F], order: Order) -> Result<(), Error> {
        self.evaluate_by(values, order, |values| {
            if self.packed {
                transform::parallel::evaluate(values, 0, 0, &self.forward);
            } else {
                transform::single::evaluate_parallel(values, 0, 0, &self.forward);
            }
        })
    }

    /// As [`interpolate`](Self::interpolate), on the threads of the caller's rayon pool. One thread permutes values
    /// from natural order.
    ///
    /// # Errors
    /// If there is not one value for each point. The list does not change then.
    #[cfg(feature = "parallel")]
    pub fn interpolate_parallel(&self, values: &mut [F], order: Order) -> Result<(), Error> {
        self.interpolate_by(values, order, |values| {
            if self.packed {
                transform::parallel::interpolate(values, 0, 0, &self.inverse, &self.raw_size_inverse);
            } else {
                transform::single::interpolate_parallel(values, 0, 0, &self.inverse);
                transform::single::scale_parallel(values, self.size_inverse);
            }
        })
    }

    /// Evaluates by a transform to bit-reversed order.
    fn evaluate_by(
        &self,
        values: &mut [F],
        order: Order,
        transform: impl FnOnce(&mut [F]),
    ) -> Result<(), Error> {
        self.check(values.len())?;
        transform(values);
        if order == Order::Natural {
            reverse_bits(values);
        }
        Ok(())
    }

    /// Interpolates by a transform from bit-reversed order.
    fn interpolate_by(
        &self,
        values: &mut [F],
        order: Order,
        transform: impl FnOnce(&mut [F]),
    ) -> Result<(), Error> {
        self.check(values.len())?;
        if order == Order::Natural {
            reverse_bits(values);
        }
        transform(values);
        Ok(())
    }

    /// Whether a list has one element for each point.
    pub(crate) fn check(&self, found: usize) -> Result<(), Error> {
        let expected = self.size();
        if found == expected { Ok(()) } else { Err(Error::Length { expected, found }) }
    }

    /// `x^n`. `log2 n` S.
    fn power_of_size(&self, x: F) -> F {
        (0..self.log_size).fold(x, |power, _| power.square())
    }

    /// The vanishing polynomial at `x`: `x^n - c^n`. `2 log2 n` S.
    pub fn vanishing_at(&self, x: &F) -> F {
        self.power_of_size(*x) - self.power_of_size(self.shift)
    }

    /// The Lagrange polynomials at `x`, in natural order: polynomial `i` is 1 at point `i` and 0 at the other points.
    ///
    /// ```text
    /// L_i(x) = (x^n - c^n) v_i / (n c^n (x - v_i)),   v_i = c w^i.
    /// ```
    ///
    /// About `7 n` M and an inversion. Time depends on whether `x` is a point of the domain.
    pub fn lagrange_vartime(&self, x: &F) -> Vec<F> {
        let constant = self.power_of_size(self.shift);
        let vanishing = self.power_of_size(*x) - constant;
        if vanishing.is_zero_vartime() {
            return self.points().map(|point| if point == *x { F::ONE } else { F::ZERO }).collect();
        }
        let mut inverses: Vec<F> = self.points().map(|point| *x - point).collect();
        F::batch_invert(&mut inverses);
        let factor = vanishing * self.size_inverse * constant.invert_vartime().expect("a shift is not zero");
        inverses.iter().zip(self.points()).map(|(&inverse, point)| inverse * point * factor).collect()
    }

    /// The value at any `x` of the polynomial of degree below `n` with these values at the points: the sum of the
    /// values times [`lagrange_vartime`](Self::lagrange_vartime). Time depends on whether `x` is a point.
    ///
    /// # Errors
    /// If there is not one value for each point.
    pub fn evaluate_at_vartime(&self, values: &[F], order: Order, x: &F) -> Result<F, Error> {
        self.check(values.len())?;
        let mut weights = self.lagrange_vartime(x);
        if order == Order::BitReversed {
            reverse_bits(&mut weights);
        }
        Ok(values.iter().zip(weights).map(|(&value, weight)| value * weight).sum())
    }
}
