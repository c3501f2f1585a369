//! From the values on a subgroup to those on a coset of it.

use alloc::collections::TryReserveError;

use vorpal_fields::{LANES, PackedField, PrimeField};

use crate::Error;
use crate::domain::check_root;
use crate::transform::{self, TILE};
use crate::twiddles::Twiddles;

/// The change from the values of a polynomial of degree below `n` on the subgroup of order `n` to those on a coset of
/// it, all in bit-reversed order: an interpolation on a [`Domain`](crate::Domain) and an evaluation on another. It
/// holds the tables of these transforms alone, `3 n / 2` elements, and takes half the time of both domains to make.
///
/// ```
/// use vorpal_fields::primes::Bn254Scalar as Fr;
/// use vorpal_ntt::{CosetChange, Domain, Order};
/// let (subgroup, coset) = (Domain::<Fr>::new(8)?, Domain::coset(8, Fr::from(5))?);
/// let change = CosetChange::with_root(3, subgroup.root(), coset.shift())?;
/// let mut values: Vec<Fr> = (0..8).map(Fr::from).collect();
/// let mut expected = values.clone();
/// change.apply(&mut values)?;
/// subgroup.interpolate(&mut expected, Order::BitReversed)?;
/// coset.evaluate(&mut expected, Order::BitReversed)?;
/// assert_eq!(values, expected);
/// # Ok::<(), vorpal_ntt::Error>(())
/// ```
pub struct CosetChange<F: PrimeField> {
    log_size: u32,
    size_inverse: F,
    inverse: Twiddles<F>,
    forward: Twiddles<F>,
    /// Whether transforms are in vectors. Then the tables and `raw_size_inverse` are for raw loads.
    packed: bool,
    raw_size_inverse: F,
}

impl<F: PrimeField> core::fmt::Debug for CosetChange<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CosetChange").field("log_size", &self.log_size).finish_non_exhaustive()
    }
}

impl<F: PrimeField> CosetChange<F> {
    /// The change from the points `w^i` to the points `c w^i`, for a root of unity `w` of order `2^log_size` and a
    /// shift `c`. About `2 n` multiplications, and `3 n / 2` more where transforms are in vectors.
    ///
    /// # Errors
    /// Those of [`Domain::with_root`](crate::Domain::with_root).
    pub fn with_root(log_size: u32, root: F, shift: F) -> Result<Self, Error> {
        check_root(log_size, &root, &shift)?;
        let no_memory = |_: TryReserveError| Error::Memory { size: 1 << log_size };
        let inverse_root = root.invert_vartime().expect("a root of unity is not zero");
        let mut inverse = Twiddles::subgroup(inverse_root, log_size).map_err(no_memory)?;
        let of_subgroup = Twiddles::subgroup(root, log_size).map_err(no_memory)?;
        let mut forward = Twiddles::coset(&of_subgroup, shift, log_size).map_err(no_memory)?;
        let size_inverse = (0..log_size).fold(F::ONE, |power, _| power.halve());
        let packed = 1 << log_size >= TILE && F::Packed::pays_from() < LANES;
        let mut raw_size_inverse = [size_inverse];
        if packed {
            (inverse, forward) = (inverse.into_raw(), forward.into_raw());
            F::Packed::load(&raw_size_inverse, |x| x).store_raw(&mut raw_size_inverse, |x| x);
        }
        let [raw_size_inverse] = raw_size_inverse;
        Ok(Self { log_size, size_inverse, inverse, forward, packed, raw_size_inverse })
    }

    /// The number of points.
    pub fn size(&self) -> usize {
        1 << self.log_size
    }

    /// Replaces the values on the subgroup by those on the coset, in place. With `n = 2^k`: `k n` M at most. Constant
    /// time.
    ///
    /// # Errors
    /// If there is not one value for each point. The list does not change then.
    pub fn apply(&self, values: &mut [F]) -> Result<(), Error> {
        self.check(values)?;
        if self.packed {
            transform::packed::interpolate(values, &self.inverse, &self.raw_size_inverse);
            transform::packed::evaluate(values, &self.forward);
        } else {
            transform::single::interpolate(values, 0, 0, &self.inverse);
            values.iter_mut().for_each(|value| *value *= self.size_inverse);
            transform::single::evaluate(values, 0, 0, &self.forward);
        }
        Ok(())
    }

    /// As [`apply`](Self::apply), on the threads of the caller's rayon pool.
    ///
    /// # Errors
    /// As there.
    #[cfg(feature = "parallel")]
    pub fn apply_parallel(&self, values: &mut [F]) -> Result<(), Error> {
        self.check(values)?;
        if self.packed {
            transform::parallel::interpolate(values, 0, 0, &self.inverse, &self.raw_size_inverse);
            transform::parallel::evaluate(values, 0, 0, &self.forward);
        } else {
            transform::single::interpolate_parallel(values, 0, 0, &self.inverse);
            transform::single::scale_parallel(values, self.size_inverse);
            transform::single::evaluate_parallel(values, 0, 0, &self.forward);
        }
        Ok(())
    }

    fn check(&self, values: &[F]) -> Result<(), Error> {
        let (expected, found) = (self.size(), values.len());
        if found == expected { Ok(()) } else { Err(Error::Length { expected, found }) }
    }
}
