//! Sums over a few points that are used several times.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::Group;
use vorpal_fields::{EncodableField, PrimeField};

use crate::{Error, non_adjacent_form_vartime};

/// Digits are odd and below `2^(WIDTH - 1)` in magnitude.
const WIDTH: usize = 5;
/// The multiples 1, 3, ..., 15.
const MULTIPLES: usize = 1 << (WIDTH - 2);

/// Odd multiples of a few points, for several sums in which all points share the doublings (E. Straus, "Addition chains
/// of vectors", 1964). For up to some dozen points; for more points, buckets need fewer additions.
///
/// Preparing `n` points costs `n` doublings, `7 n` additions and one normalisation of `8 n` points. A sum costs one
/// doubling per bit of the longest scalar, and one mixed addition for every sixth bit of each scalar.
///
/// ```
/// use vorpal_curves::{Group, bandersnatch::Banderwagon};
/// use vorpal_fields::primes::BandersnatchScalar as Scalar;
/// use vorpal_msm::FewBases;
/// let g = Banderwagon::generator();
/// let bases = FewBases::new(&[g, g.double()]);
/// // 3 G - 5 (2 G) = -7 G
/// let sum = bases.msm_sparse_vartime([(0, Scalar::from(3)), (1, -Scalar::from(5))])?;
/// assert_eq!(sum, g.mul_vartime(&-Scalar::from(7)));
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FewBases<G: Group> {
    /// The odd multiples of the first base, of the second base, and so on.
    multiples: Vec<G::Affine>,
}

impl<G: Group> FewBases<G> {
    /// The multiples of these points.
    pub fn new(bases: &[G]) -> Self {
        let mut multiples = Vec::with_capacity(bases.len() * MULTIPLES);
        for base in bases {
            let twice = base.double();
            let mut multiple = *base;
            multiples.push(multiple);
            for _ in 1..MULTIPLES {
                multiple = multiple.add_vartime(&twice);
                multiples.push(multiple);
            }
        }
        Self { multiples: G::normalise_batch(&multiples) }
    }

    /// The number of bases.
    pub fn len(&self) -> usize {
        self.multiples.len() / MULTIPLES
    }

    /// Whether there are no bases.
    pub fn is_empty(&self) -> bool {
        self.multiples.is_empty()
    }

    /// `sum of scalar bases[index]` over the terms `(index, scalar)`, which may repeat. Time depends on the terms.
    ///
    /// # Errors
    /// [`Error::NoSuchBase`] if an index is out of range.
    pub fn msm_sparse_vartime(
        &self,
        terms: impl IntoIterator<Item = (usize, G::Scalar)>,
    ) -> Result<G, Error> {
        let mut rows = Vec::new();
        for (index, scalar) in terms {
            let multiples = self.multiples.chunks_exact(MULTIPLES).nth(index);
            let multiples = multiples.ok_or(Error::NoSuchBase { bases: self.len(), index })?;
            // The smaller integer of s and -s: small negative scalars have few digits, like small positive ones.
            let negative = bool::from(scalar.is_lexicographically_largest());
            let magnitude = if negative { -scalar } else { scalar }.to_limbs();
            // A carry may require one digit more than bits.
            let mut digits = vec![0; 64 * magnitude.as_ref().len() + 1];
            non_adjacent_form_vartime(magnitude.as_ref(), WIDTH, &mut digits);
            rows.push((multiples, digits, negative));
        }
        // No doublings above the highest digit.
        let tops = rows.iter().filter_map(|(_, digits, _)| digits.iter().rposition(|&digit| digit != 0));
        let top = tops.max().map_or(0, |top| top + 1);
        let mut sum = G::IDENTITY;
        for position in (0..top).rev() {
            sum = sum.double();
            for (multiples, digits, negative) in &rows {
                let digit = digits[position];
                if digit != 0 {
                    let multiple = &multiples[usize::from(digit.unsigned_abs() / 2)];
                    sum = if (digit < 0) == *negative {
                        sum.add_affine_vartime(multiple)
                    } else {
                        sum.sub_affine_vartime(multiple)
                    };
                }
            }
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vorpal_curves::bandersnatch::Banderwagon;
    use vorpal_curves::secp256k1::Jacobian;

    /// Compares sums with edge cases of scalars and points to separate multiplications.
    fn sums_agree<G: Group>(generator: G)
    where
        G::Scalar: From<u64>,
    {
        let bases: Vec<G> = (0..17u64)
            .map(|i| match i {
                3 => G::IDENTITY,
                5 => generator.neg(),
                _ => generator.mul_limbs_vartime(&[i * i * i]),
            })
            .collect();
        let few = FewBases::new(&bases);
        assert!(few.len() == 17 && !few.is_empty());
        let seed = G::Scalar::from(0x9e37_79b9_7f4a_7c15);
        let mut scalars: Vec<G::Scalar> = [0, 1, 2, 15, 16, 17, 31, u64::MAX].map(G::Scalar::from).into();
        scalars.extend(scalars.clone().into_iter().map(|scalar| -scalar));
        scalars.extend((1..20).scan(seed, |power, _| {
            *power = *power * *power + seed;
            Some(*power)
        }));
        let sum = |terms: &[(usize, G::Scalar)]| {
            let expected = terms
                .iter()
                .fold(G::IDENTITY, |sum, (index, s)| sum.add_vartime(&bases[*index].mul_vartime(s)));
            assert_eq!(few.msm_sparse_vartime(terms.iter().copied()), Ok(expected), "{terms:?}");
        };
        sum(&[]);
        for &scalar in &scalars {
            sum(&[(1, scalar)]);
            sum(&[(1, scalar), (5, scalar), (1, scalar)]);
        }
        let all: Vec<(usize, G::Scalar)> =
            scalars.iter().enumerate().map(|(i, &scalar)| (i * 5 % 17, scalar)).collect();
        sum(&all);
        let out = few.msm_sparse_vartime([(17, G::Scalar::from(1))]);
        assert_eq!(out, Err(Error::NoSuchBase { bases: 17, index: 17 }));
        let none = FewBases::<G>::new(&[]);
        assert!(none.is_empty() && none.msm_sparse_vartime([]) == Ok(G::IDENTITY));
    }

    #[test]
    fn sums_match_separate_multiplications() {
        sums_agree(Banderwagon::generator());
        sums_agree(Jacobian::GENERATOR);
    }
}
