//! Points known beforehand: tables of their multiples.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::Group;
use vorpal_fields::PrimeField;

use crate::digits::{Digits, digit_count};
use crate::{Error, threads};

/// Tables for a vector of bases: for each base `B` and each window `w` of `width` bits the multiples
/// `1, 2, ..., 2^(width - 1)` of `2^(width w) B`, normalised. A multiplication by a scalar is then one mixed addition
/// per non-zero digit, without doublings.
///
/// Memory: `bases * ceil(bits / width) * 2^(width - 1)` points; with windows of 8 bits 4096 points per base of 253 or
/// 256 bits (for Banderwagon, 96 bytes a point, 384 KiB a base).
///
/// ```
/// use vorpal_curves::{Group, bandersnatch::Banderwagon};
/// use vorpal_fields::primes::BandersnatchScalar as Scalar;
/// use vorpal_msm::FixedBases;
/// let g = Banderwagon::generator();
/// let table = FixedBases::<Banderwagon>::new(&[g.to_affine(), g.double().to_affine()], 8)?;
/// // 3 G + 5 (2 G) = 13 G
/// let sum = table.msm_vartime(&[Scalar::from(3), Scalar::from(5)])?;
/// assert_eq!(sum, g.mul_vartime(&Scalar::from(13)));
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FixedBases<G: Group> {
    width: usize,
    bases: usize,
    /// Multiple `m` of window `w` of base `b` at `[(b * windows + w) * 2^(width - 1) + m - 1]`.
    multiples: Vec<G::Affine>,
}

impl<G: Group> FixedBases<G> {
    /// Tables for `bases` with windows of `width` bits. On the caller's rayon pool with feature `parallel`, a single
    /// base on the calling thread alone. Time depends on the bases.
    ///
    /// # Errors
    /// [`Error::Width`] unless `2 <= width <= 16`.
    pub fn new(bases: &[G::Affine], width: usize) -> Result<Self, Error> {
        if !(2..=16).contains(&width) {
            return Err(Error::Width { width });
        }
        let Some(placeholder) = bases.first() else {
            return Ok(Self { width, bases: 0, multiples: Vec::new() });
        };
        let per_base = Self::windows(width) << (width - 1);
        let mut multiples = vec![*placeholder; bases.len() * per_base];
        threads::fill_chunks(bases, &mut multiples, per_base, |base| Self::multiples_of(base, width));
        Ok(Self { width, bases: bases.len(), multiples })
    }

    fn multiples_of(base: &G::Affine, width: usize) -> Vec<G::Affine> {
        // Window bases first, normalised, so that their multiples are mixed additions.
        let mut power = G::from_affine(base);
        let mut window_bases = Vec::with_capacity(Self::windows(width));
        for _ in 0..Self::windows(width) {
            window_bases.push(power);
            power = (0..width).fold(power, |power, _| power.double());
        }
        let mut multiples = Vec::with_capacity(Self::windows(width) << (width - 1));
        for window_base in G::normalise_batch(&window_bases) {
            let mut multiple = G::IDENTITY;
            for _ in 0..1usize << (width - 1) {
                multiple = multiple.add_affine_vartime(&window_base);
                multiples.push(multiple);
            }
        }
        G::normalise_batch(&multiples)
    }

    fn windows(width: usize) -> usize {
        digit_count(G::Scalar::BITS, width)
    }

    /// How many bases there are.
    pub fn len(&self) -> usize {
        self.bases
    }

    /// Whether there are no bases.
    pub fn is_empty(&self) -> bool {
        self.bases == 0
    }

    /// The memory that the tables take, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.multiples.as_slice())
    }

    /// `sum of scalars[i] bases[i]`; missing scalars count as zero. Time depends on the scalars. No allocation.
    ///
    /// # Errors
    /// [`Error::TooManyScalars`] if there are more scalars than bases.
    pub fn msm_vartime(&self, scalars: &[G::Scalar]) -> Result<G, Error> {
        if scalars.len() > self.bases {
            return Err(Error::TooManyScalars { bases: self.bases, scalars: scalars.len() });
        }
        self.msm_sparse_vartime(scalars.iter().copied().enumerate())
    }

    /// `sum of scalar bases[index]` over the terms `(index, scalar)`, which may repeat. Time depends on the terms. No
    /// allocation.
    ///
    /// # Errors
    /// [`Error::NoSuchBase`] if an index is none of a base.
    pub fn msm_sparse_vartime(
        &self,
        terms: impl IntoIterator<Item = (usize, G::Scalar)>,
    ) -> Result<G, Error> {
        terms.into_iter().try_fold(G::IDENTITY, |sum, (index, scalar)| self.add_vartime(sum, index, &scalar))
    }

    fn add_vartime(&self, mut sum: G, index: usize, scalar: &G::Scalar) -> Result<G, Error> {
        if index >= self.bases {
            return Err(Error::NoSuchBase { bases: self.bases, index });
        }
        let row = 1 << (self.width - 1);
        let per_base = Self::windows(self.width) * row;
        let rows = self.multiples[index * per_base..][..per_base].chunks_exact(row);
        for (row, digit) in rows.zip(Digits::of_scalar_vartime(scalar, self.width)) {
            if digit > 0 {
                sum = sum.add_affine_vartime(&row[digit.unsigned_abs() as usize - 1]);
            } else if digit < 0 {
                sum = sum.sub_affine_vartime(&row[digit.unsigned_abs() as usize - 1]);
            }
        }
        Ok(sum)
    }
}
