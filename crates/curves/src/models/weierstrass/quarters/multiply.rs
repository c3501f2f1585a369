//! Multiplication of points of G2 by the quarters of a scalar.

use alloc::vec::Vec;

use vorpal_fields::subtle::{ConditionallyNegatable, ConditionallySelectable};
use vorpal_fields::{Field, PrimeField, batch_invert};

use super::super::{Affine, Jacobian, OddMultiples, Projective, Psi, WeierstrassCurve};
use super::Quarter;

/// The width of the digits: odd and below `2^(WIDTH - 1)` in magnitude.
const WIDTH: u32 = 5;
/// The number of odd multiples of a table.
const ODD: usize = 1 << (WIDTH - 2);

/// # Multiplication
///
/// The points are in G2; for other points the results are unspecified.
impl<C: WeierstrassCurve> Psi<C> {
    /// `beta = a^(p + 1)`, a cube root of unity in `Fp`: `psi^2(x, y) = (beta x, -y)`. 1M of `Fp2`.
    ///
    /// With `w^6 = xi`, `a` and `b` are `xi^((p - 1) / 3)` and `xi^((p - 1) / 2)`, or the inverses. So `beta` is
    /// `xi^((p^2 - 1) / 3)` or its inverse, and `b^(p + 1) = xi^((p^2 - 1) / 2) = -1`, as `xi` is not a square.
    pub fn beta(&self) -> C::Base {
        self.x * self.x.frobenius()
    }

    /// `[P, psi(P), psi^2(P), psi^3(P)]`. 5M of `Fp2`.
    pub fn powers(&self, point: &Affine<C>) -> [Affine<C>; 4] {
        let beta = self.beta();
        let square = |point: &Affine<C>| -Affine { x: beta * point.x, y: point.y };
        let once = self.apply(point);
        [*point, once, square(point), square(&once)]
    }

    /// `scalar point` for a point of G2. Time depends on both.
    ///
    /// A quarter as many doublings as the scalar has bits, and an addition of a table's entry for about each sixth
    /// digit of the four quarters. The tables are odd multiples with the same `Z`, brought to a `Z` in `Fp` by the
    /// conjugate: with it, `psi` commutes with the isomorphism, so the tables of the powers of `psi` are images. No
    /// inversion. For BLS12-381 about 2,670 multiplications of `Fp`.
    ///
    /// ```
    /// use vorpal_curves::bls12_381::g2::{Affine, Bls12_381G2, Jacobian};
    /// use vorpal_curves::models::weierstrass::WeierstrassCurve;
    /// use vorpal_fields::primes::Bls12_381Scalar;
    /// let psi = Bls12_381G2::PSI.unwrap();
    /// let product = psi.mul_vartime(&Affine::GENERATOR, &-Bls12_381Scalar::from(3));
    /// assert_eq!(product, Jacobian::GENERATOR.mul_limbs_vartime(&[3]).neg());
    /// assert_eq!(psi.mul(&Affine::GENERATOR, &2.into()).to_jacobian(), Jacobian::GENERATOR.double());
    /// ```
    #[must_use]
    pub fn mul_vartime(&self, point: &Affine<C>, scalar: &C::Scalar) -> Jacobian<C>
    where
        C::Scalar: PrimeField<Limbs = [u64; 4]>,
    {
        let Some(multiples) = OddMultiples::<C, ODD>::of(point) else {
            // Infinity, or an order below 2 ODD.
            return Jacobian::from_affine(point).mul_limbs_vartime(&scalar.to_limbs());
        };
        let conjugate = multiples.scale().frobenius();
        let (points, z) = (multiples.scaled_by(&conjugate), multiples.scale() * conjugate);
        let term = Term::new(self, points, &self.split(&scalar.to_limbs()));
        let sum = sum_vartime(&[term], self.quarter_bits());
        Jacobian { Z: sum.Z * z, ..sum }
    }

    /// The sum of `quarters[0] P + quarters[1] psi(P) + ..` over the terms, for points of G2: of products with scalars
    /// that [`split`](Self::split) has split. Time depends on the terms.
    ///
    /// As [`mul_vartime`](Self::mul_vartime), with shared doublings and one inversion, which makes all tables affine.
    #[must_use]
    pub fn sum_vartime(&self, terms: impl Iterator<Item = (Affine<C>, [Quarter; 4])>) -> Jacobian<C> {
        let (mut multiples, mut scales, mut quarters) = (Vec::new(), Vec::new(), Vec::new());
        let mut rest = Jacobian::IDENTITY;
        for (point, four) in terms {
            if let Some(odd) = OddMultiples::<C, ODD>::of(&point) {
                scales.push(odd.scale());
                multiples.push(odd);
                quarters.push(four);
            } else {
                // Infinity, or an order below 2 ODD.
                for (power, quarter) in self.powers(&point).iter().zip(&four) {
                    let product = Jacobian::from_affine(power).mul_limbs_vartime(&[quarter.magnitude]);
                    let product = if quarter.negative.into() { product.neg() } else { product };
                    rest = rest.add_vartime(&product);
                }
            }
        }
        batch_invert(&mut scales);
        let terms: Vec<_> = multiples
            .iter()
            .zip(scales)
            .zip(&quarters)
            .map(|((odd, inverse), quarters)| Term::new(self, odd.scaled_by(&inverse), quarters))
            .collect();
        sum_vartime(&terms, self.quarter_bits()).add_vartime(&rest)
    }

    /// `scalar point` for a point of G2. Constant time.
    ///
    /// The digits of the four quarters are aligned in [columns](super::Columns): a doubling and a complete addition of
    /// an entry of one table of eight for each. 63 doublings and 71 additions for BLS12, one more of each for BN: for
    /// BLS12-381 3,930 multiplications of `Fp`.
    #[must_use]
    pub fn mul(&self, point: &Affine<C>, scalar: &C::Scalar) -> Projective<C>
    where
        C::Scalar: PrimeField<Limbs = [u64; 4]>,
    {
        let quarters = self.split(&scalar.to_limbs());
        let mut bases = self.powers(point);
        for (base, quarter) in bases.iter_mut().zip(&quarters) {
            base.conditional_negate(quarter.negative);
        }
        let mut table = [Projective::from_affine(&bases[0]); 8];
        for i in 1..8usize {
            let top = i.ilog2() as usize;
            table[i] = table[i - (1 << top)].add_affine(&bases[top + 1]);
        }
        let columns = self.columns(&quarters);
        let entry = |i: usize| {
            let (number, negative) = columns.column(i);
            // At most eight. The check for overflow would be a branch on a secret.
            let entry = Projective::lookup(&table, number.wrapping_add(1));
            Projective::conditional_select(&entry, &entry.neg(), negative)
        };
        let top = columns.number() - 1;
        let sum = (0..top).rev().fold(entry(top), |sum, i| sum.double().add(&entry(i)));
        sum.add_affine(&Affine::conditional_select(&Affine::IDENTITY, &-bases[0], columns.is_even()))
    }
}

/// The odd multiples of a point and their images by the powers of `psi`, with the digits of four quarters.
struct Term<C: WeierstrassCurve> {
    tables: [[Affine<C>; ODD]; 4],
    digits: [[i8; 65]; 4],
}

impl<C: WeierstrassCurve> Term<C> {
    /// 4M of `Fp2` for each multiple, and 1M.
    fn new(psi: &Psi<C>, points: [Affine<C>; ODD], quarters: &[Quarter; 4]) -> Self {
        let (beta, images) = (psi.beta(), points.map(|point| psi.apply(&point)));
        let twice = |points: &[Affine<C>; ODD]| points.map(|point| -Affine { x: beta * point.x, y: point.y });
        Self {
            tables: [points, images, twice(&points), twice(&images)],
            digits: quarters.map(|quarter| quarter.digits_vartime(WIDTH)),
        }
    }
}

/// The sum of the products of all terms. The doublings are shared.
fn sum_vartime<C: WeierstrassCurve>(terms: &[Term<C>], bits: usize) -> Jacobian<C> {
    let mut sum = Jacobian::<C>::IDENTITY;
    for i in (0..=bits).rev() {
        if !sum.Z.is_zero_vartime() {
            sum = sum.double();
        }
        for term in terms {
            for (table, digits) in term.tables.iter().zip(&term.digits) {
                let entry = &table[usize::from(digits[i].unsigned_abs() / 2)];
                sum = match digits[i] {
                    0 => sum,
                    1.. => sum.add_affine_vartime(entry),
                    _ => sum.sub_affine_vartime(entry),
                };
            }
        }
    }
    sum
}
