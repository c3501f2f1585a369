//! Products of powers in the target group: by tables for a few, by buckets for many.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::Quarter;
use vorpal_fields::PrimeField;
use vorpal_fields::tower::Cyclotomic;

use crate::gt_power::{Factor, product_vartime};
use crate::{Engine, Error, Gt};

/// Costs in multiplications of `Fp`: a product, a square, the three images of an element by the Frobenius map.
const PRODUCT: usize = 54;
const SQUARE: usize = 18;
const IMAGES: usize = 40;
/// The cost of a factor with a table: the table, and its share of the products.
const FACTOR: usize = 3000;
/// The greatest width of a window.
const WIDEST: usize = 12;

/// The width of the windows if buckets cost less than tables. `None` for tables.
///
/// A window of `c` bits takes `c` squares and, if no bucket stays empty, a product for each of the `4 n` digits and for
/// each of the `2^(c - 1)` buckets: two to weigh it, but none for its first digit.
fn best_width(number: usize, quarter_bits: usize) -> Option<usize> {
    let cost = |width: usize| {
        let windows = (quarter_bits + 1).div_ceil(width);
        IMAGES * number + windows * (PRODUCT * (4 * number + (1 << (width - 1))) + SQUARE * width)
    };
    let width = (2..=WIDEST).min_by_key(|width| cost(*width))?;
    (cost(width) < FACTOR * number + SQUARE * quarter_bits).then_some(width)
}

impl<E: Engine<N>, const N: usize> Gt<E, N> {
    /// The product of all `bases[i]^scalars[i]`; one for none. Time depends on the scalars.
    ///
    /// About 3,000M for each of a few bases; for 256 bases 2,000M each, by buckets.
    ///
    /// # Errors
    /// [`Error::Lengths`] if the numbers of bases and scalars differ.
    ///
    /// ```
    /// use vorpal_curves::bn254::{Affine, g2};
    /// use vorpal_fields::primes::Bn254Scalar;
    /// use vorpal_pairing::bn254::{Gt, pairing};
    /// let e = pairing(&Affine::GENERATOR, &g2::Affine::GENERATOR);
    /// let scalars = [2, 3].map(Bn254Scalar::from);
    /// assert_eq!(Gt::multi_pow_vartime(&[e.square(), e.inverse()], &scalars), Ok(e));
    /// ```
    pub fn multi_pow_vartime(bases: &[Self], scalars: &[E::Scalar]) -> Result<Self, Error> {
        if bases.len() != scalars.len() {
            return Err(Error::Lengths { bases: bases.len(), scalars: scalars.len() });
        }
        let quarters = scalars.iter().map(|scalar| E::PSI.split(&scalar.to_limbs()));
        Ok(match best_width(bases.len(), E::PSI.quarter_bits()) {
            Some(width) => by_buckets_vartime(bases, quarters, width),
            None => {
                let factors: Vec<_> =
                    bases.iter().zip(quarters).map(|(base, quarters)| Factor::new(base, &quarters)).collect();
                product_vartime(&factors)
            }
        })
    }
}

/// The product by windows of `width` bits, the most significant first.
fn by_buckets_vartime<E: Engine<N>, const N: usize>(
    bases: &[Gt<E, N>],
    quarters: impl Iterator<Item = [Quarter; 4]>,
    width: usize,
) -> Gt<E, N> {
    let windows = (E::PSI.quarter_bits() + 1).div_ceil(width);
    let mut terms = Vec::with_capacity(4 * bases.len());
    for (base, quarters) in bases.iter().zip(quarters) {
        for (j, quarter) in quarters.iter().enumerate() {
            let image = if j == 0 { base.0 } else { base.0.frobenius(j) };
            let image = if quarter.negative.into() { image.invert() } else { image };
            terms.push((image, digits(quarter.magnitude, width)));
        }
    }
    let mut product: Option<Cyclotomic<E::Modulus, N>> = None;
    for window in (0..windows).rev() {
        product = product.map(|product| (0..width).fold(product, |product, _| product.square()));
        let mut buckets = vec![None; 1 << (width - 1)];
        for (image, digits) in &terms {
            let digit = digits[window];
            if digit != 0 {
                let bucket = &mut buckets[usize::from(digit.unsigned_abs()) - 1];
                multiply(bucket, &if digit < 0 { image.invert() } else { *image });
            }
        }
        // The product of the buckets from the highest down to `d`, for every `d`: bucket `d` is in `d` of them.
        let mut above = None;
        for bucket in buckets.iter().rev() {
            if let Some(bucket) = bucket {
                multiply(&mut above, bucket);
            }
            if let Some(above) = &above {
                multiply(&mut product, above);
            }
        }
    }
    Gt(product.unwrap_or(Cyclotomic::ONE))
}

/// Multiplies a product of no factors yet, or of some.
fn multiply<M: vorpal_fields::tower::TowerModulus<N>, const N: usize>(
    product: &mut Option<Cyclotomic<M, N>>,
    factor: &Cyclotomic<M, N>,
) {
    *product = Some(product.map_or(*factor, |product| product.mul(factor)));
}

/// The digits of a magnitude in windows of at most [`WIDEST`] bits, in `(-2^(width - 1), 2^(width - 1)]`, for the least
/// width: 33 windows.
fn digits(magnitude: u64, width: usize) -> [i16; 33] {
    let mut digits = [0; 33];
    let (mut rest, whole) = (u128::from(magnitude), 1u128 << width);
    for digit in &mut digits {
        let low = rest % whole;
        rest >>= width;
        let value = i16::try_from(low).unwrap_or(0);
        if 2 * low > whole {
            rest += 1;
            *digit = value - (1 << width);
        } else {
            *digit = value;
        }
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use vorpal_fields::tower::{Fp2, Fp12};

    #[test]
    fn digits_of_edges() {
        for width in 2..=WIDEST {
            for magnitude in [0, 1, 2, 3, 0x8888_8888_8888_8888, u64::MAX, u64::MAX - 1, 1 << 63, 0x7fff_ffff]
            {
                let digits = digits(magnitude, width);
                let sum = digits.iter().rev().try_fold(0i128, |sum, digit| {
                    sum.checked_mul(1 << width).map(|sum| sum + i128::from(*digit))
                });
                assert_eq!(sum, Some(i128::from(magnitude)), "{magnitude:x} in windows of {width} bits");
                let half = 1 << (width - 1);
                assert!(digits.iter().all(|digit| -half < *digit && *digit <= half));
                assert!(digits[65usize.div_ceil(width)..].iter().all(|digit| *digit == 0));
            }
        }
    }

    /// All widths against powers, with quarters whose highest digit leaves a carry.
    fn every_width<E: Engine<N>, const N: usize>() {
        let coefficients =
            core::array::from_fn(|i| Fp2::new((i as u64 + 2).into(), (3 * i as u64 + 5).into()));
        let base =
            Cyclotomic::project_vartime(&Fp12::<E::Modulus, N>::from_coefficients(coefficients)).unwrap();
        let largest = u64::MAX >> (64 - E::PSI.quarter_bits());
        let magnitudes = [[largest, largest / 2 + 1, 0, 1], [largest / 2, 3, largest - 1, largest]];
        let quarters = magnitudes.map(|magnitudes| {
            [0, 1, 2, 3].map(|j| Quarter { magnitude: magnitudes[j], negative: u8::from(j == 3).into() })
        });
        let bases = [Gt::<E, N>(base), Gt(base.square())];
        let mut expected = Cyclotomic::ONE;
        for (base, quarters) in bases.iter().zip(&quarters) {
            for (j, quarter) in quarters.iter().enumerate() {
                let power = base.0.frobenius(j).pow_vartime(&[quarter.magnitude]);
                expected = expected.mul(&if j == 3 { power.invert() } else { power });
            }
        }
        for width in 2..=WIDEST {
            let product = by_buckets_vartime(&bases, quarters.into_iter(), width);
            assert!(product == Gt(expected), "windows of {width} bits");
        }
    }

    #[test]
    fn buckets_of_every_width() {
        every_width::<crate::bls12_381::Bls12_381, 6>();
        every_width::<crate::bls12_377::Bls12_377, 6>();
        every_width::<crate::bn254::Bn254, 4>();
    }

    #[test]
    fn widths() {
        assert_eq!([0, 1, 2, 16].map(|number| best_width(number, 64)), [None; 4]);
        assert_eq!(best_width(256, 64), Some(9));
        assert!(best_width(1 << 20, 64) > Some(10));
    }
}
