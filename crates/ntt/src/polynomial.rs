//! Polynomials as lists of coefficients, least degree first.

use alloc::vec::Vec;

use vorpal_fields::PrimeField;

use crate::{Domain, Error, Order};

/// The product of two polynomials, with `a.len() + b.len() - 1` coefficients; none if one has none.
///
/// Three transforms of the least power of two of that size. Constant time: the lengths are public.
///
/// ```
/// use vorpal_fields::primes::Bn254Scalar;
///
/// let [a, b] = [[1, 2], [3, 4]].map(|list| list.map(Bn254Scalar::from));
/// assert_eq!(vorpal_ntt::multiply(&a, &b)?, [3, 10, 8].map(Bn254Scalar::from));
/// # Ok::<(), vorpal_ntt::Error>(())
/// ```
///
/// # Errors
/// If the field has no domain of that size.
pub fn multiply<F: PrimeField>(a: &[F], b: &[F]) -> Result<Vec<F>, Error> {
    if a.is_empty() || b.is_empty() {
        return Ok(Vec::new());
    }
    let length = a.len() + b.len() - 1;
    let domain = Domain::new(length)?;
    let values = |coefficients: &[F]| {
        let mut values = coefficients.to_vec();
        values.resize(domain.size(), F::ZERO);
        domain.evaluate(&mut values, Order::BitReversed).map(|()| values)
    };
    let (mut product, factor) = (values(a)?, values(b)?);
    product.iter_mut().zip(factor).for_each(|(product, factor)| *product *= factor);
    domain.interpolate(&mut product, Order::BitReversed)?;
    product.truncate(length);
    Ok(product)
}

/// The value at `x` of the polynomial with these coefficients, least degree first, by Horner's rule: one multiplication
/// for each coefficient. Constant time: the number of coefficients is public.
///
/// ```
/// use vorpal_fields::primes::Bn254Scalar as F;
/// assert_eq!(vorpal_ntt::evaluate_at(&[1, 2, 3].map(F::from), &F::from(10)), F::from(321));
/// ```
#[doc(alias = "evaluate")]
pub fn evaluate_at<F: PrimeField>(coefficients: &[F], x: &F) -> F {
    coefficients.iter().rev().fold(F::ZERO, |value, &coefficient| value * *x + coefficient)
}

/// The quotient and the remainder of the division by `X^n - constant`: `(q, r)` with `a = q (X^n - constant) + r` and
/// `r` of at most `n` coefficients. As `X^n = constant` modulo the divisor, a coefficient times `constant` moves down
/// by `n`: one multiplication for each coefficient of `q`. Constant time: `n` and the number of coefficients are
/// public.
///
/// The divisor `X - z` has `n = 1`; the remainder is then the value at `z`. So an opening of a polynomial commitment is
/// one division:
///
/// ```
/// use vorpal_fields::primes::Bn254Scalar as F;
/// let polynomial = [1, 2, 3].map(F::from); // 1 + 2 X + 3 X^2
/// let (quotient, remainder) = vorpal_ntt::divide_by_vanishing(&polynomial, 1, &F::from(10));
/// assert_eq!(remainder, [F::from(321)]);
/// assert_eq!(quotient, [32, 3].map(F::from)); // 321 + (X - 10) (32 + 3 X)
/// ```
///
/// # Panics
/// If `n` is zero.
#[doc(alias("divide_by_linear", "quotient", "synthetic_division"))]
pub fn divide_by_vanishing<F: PrimeField>(coefficients: &[F], n: usize, constant: &F) -> (Vec<F>, Vec<F>) {
    assert!(n > 0, "division by a polynomial of degree 0");
    let mut remainder = coefficients.to_vec();
    let mut quotient = remainder.split_off(n.min(remainder.len()));
    // Coefficient i of the quotient gets the one at i + n, which is complete, as it is further up.
    for i in (0..quotient.len().saturating_sub(n)).rev() {
        let above = quotient[i + n];
        quotient[i] += above * *constant;
    }
    remainder.iter_mut().zip(&quotient).for_each(|(low, &high)| *low += high * *constant);
    (quotient, remainder)
}

impl<F: PrimeField> Domain<F> {
    /// Divides values on this coset by those of `X^n - 1`: the values of the quotient, if the polynomial vanishes on
    /// the subgroup of `n` points. The step of a prover between transforms.
    ///
    /// With `n` the number of points of this coset `c w^i`, the divisor has the same value `c^n - 1` everywhere: one
    /// multiplication for each value. With `k n` points it has `k` values. Constant time; the domains are public.
    ///
    /// # Errors
    /// If there is not one value for each point, if `n` is not a power of two that divides their number, or if the
    /// divisor is zero somewhere on this coset. Nothing changes then.
    pub fn divide_values_by_vanishing(&self, values: &mut [F], order: Order, n: usize) -> Result<(), Error> {
        self.check(values.len())?;
        if !n.is_power_of_two() || n > self.size() {
            return Err(Error::Divisor { size: n, points: self.size() });
        }
        // At point i: c^n (w^n)^i - 1, where w^n has order k.
        let log_n = n.trailing_zeros();
        let power = |x: F| (0..log_n).fold(x, |power, _| power.square());
        let (shift, root) = (power(self.shift()), power(self.root()));
        let periods = self.size() / n;
        let mut divisors: Vec<F> = core::iter::successors(Some(shift), |&value| Some(value * root))
            .take(periods)
            .map(|value| value - F::ONE)
            .collect();
        if divisors.iter().any(F::is_zero_vartime) {
            return Err(Error::Vanishes { size: n });
        }
        F::batch_invert(&mut divisors);
        match order {
            Order::Natural => {
                values
                    .iter_mut()
                    .zip(divisors.iter().cycle())
                    .for_each(|(value, &inverse)| *value *= inverse);
            }
            Order::BitReversed => {
                // The lowest bits of an index are the highest of the position.
                crate::reversal::reverse_bits(&mut divisors);
                for (values, &inverse) in values.chunks_exact_mut(n).zip(&divisors) {
                    values.iter_mut().for_each(|value| *value *= inverse);
                }
            }
        }
        Ok(())
    }
}
