//! Many points times scalars, for setups: one secret scalar for all points, or one scalar for each.
//!
//! Sixteen points are multiplied side by side. The digits of a scalar are odd, so that each of them is an addition of
//! one of eight multiples, and no digit is a special case: with windows of `w = 4` bits and an odd `k`,
//!
//! ```text
//! d_i = 2 b_i + 1 - 2^w    for the w bits b_i of k from bit w i + 1 on,
//! k   = 2^(w m) ((k >> w m) | 1) + sum of 2^(w i) d_i for i < m.
//! ```
//!
//! *Proof.* For an odd `k`, `k - d_0 = 2^w + 2^(w+1) (k >> (w+1))`, so `(k - d_0) / 2^w = 2 (k >> (w+1)) + 1`, which is
//! `(k >> w) | 1`, an odd number with the same higher bits. Repeat. ∎ An even `k` is replaced by `r - k`, and the
//! product by its opposite.
//!
//! Source: M. Joye, M. Tunstall, "Exponent recoding and regular exponentiation algorithms", 2009, section 3.2.

use vorpal_curves::models::weierstrass::{Affine, Jacobian, PackedJacobian, WeierstrassCurve};
use vorpal_fields::subtle::{Choice, ConditionallySelectable};
use vorpal_fields::{Field, LANES, PackedField, PrimeField};
use vorpal_limbs::words::bits_at;
use zeroize::Zeroize;

/// The width of a digit in bits.
const WIDTH: usize = 4;
/// The number of odd multiples: the odd numbers below `2^WIDTH`.
const ENTRIES: usize = 1 << (WIDTH - 1);
/// The number of digits below the top one. The top digit covers the bits from 252 to 255.
const DIGITS: usize = 63;

type PackedOf<C> = <<C as WeierstrassCurve>::Base as Field>::Packed;

/// `scalar points[i]` for each point of the prime subgroup. The scalar is secret: time does not depend on it, unless it
/// is zero.
pub(crate) fn all_by<G: WeierstrassCurve<Scalar: PrimeField<Limbs = [u64; 4]>>>(
    points: &[Affine<G>],
    scalar: &G::Scalar,
) -> Vec<Affine<G>> {
    let mut lanes = [LaneDigits::of(scalar); LANES];
    let chunks: Vec<&[Affine<G>]> = points.chunks(LANES).collect();
    let products = vorpal_threads::map(&chunks, |points| {
        products(points, &lanes, |lane| points[lane].mul_vartime(scalar).to_affine())
    });
    lanes.zeroize();
    products.concat()
}

/// `scalars[i] points[i]` for points of the prime subgroup. Time does not depend on the scalars, unless one is zero.
///
/// # Panics
/// If the slices differ in length.
pub(crate) fn each_by<G: WeierstrassCurve<Scalar: PrimeField<Limbs = [u64; 4]>>>(
    points: &[Affine<G>],
    scalars: &[G::Scalar],
) -> Vec<Affine<G>> {
    assert_eq!(points.len(), scalars.len(), "a scalar for each point");
    let chunks: Vec<_> = points.chunks(LANES).zip(scalars.chunks(LANES)).collect();
    let products = vorpal_threads::map(&chunks, |(points, scalars)| {
        let mut lanes: Vec<_> = scalars.iter().map(LaneDigits::of).collect();
        let products = products(points, &lanes, |lane| points[lane].mul_vartime(&scalars[lane]).to_affine());
        lanes.zeroize();
        products
    });
    products.concat()
}

/// The products of at most sixteen points. `single` computes the product of a lane that the formulas do not: one of
/// infinity, or by zero, or one whose last addition is exceptional, as for the scalars near zero and the order.
fn products<G: WeierstrassCurve>(
    points: &[Affine<G>],
    digits: &[LaneDigits],
    single: impl Fn(usize) -> Affine<G>,
) -> Vec<Affine<G>> {
    let table = odd_multiples(points);
    let select = |window: usize| {
        let [mut x, mut y] = table[0];
        let (mut entries, mut negative) = ([0u16; ENTRIES], 0);
        for (lane, digits) in digits.iter().enumerate().take(points.len()) {
            let (entry, sign) = digits.get(window);
            negative |= u16::from(sign) << lane;
            for (i, lanes) in entries.iter_mut().enumerate() {
                // One for equal indices, without a branch: only zero has a borrow.
                #[allow(clippy::cast_possible_truncation, reason = "one bit")]
                let equal = ((i as u64 ^ u64::from(entry)).wrapping_sub(1) >> 63) as u16;
                *lanes |= equal << lane;
            }
        }
        for ([from_x, from_y], lanes) in table.iter().zip(entries) {
            x.assign_lanes(from_x, lanes);
            y.assign_lanes(from_y, lanes);
        }
        y.negate_lanes(negative);
        [x, y]
    };
    let [x, y] = select(DIGITS);
    let mut sums = PackedJacobian::<G>::from_affine(&x, &y);
    for window in (0..DIGITS).rev() {
        for _ in 0..WIDTH {
            sums.double();
        }
        let [x, y] = select(window);
        sums.add_affine(&x, &y);
    }
    let mut sums_of_lanes = vec![Jacobian::IDENTITY; points.len()];
    sums.store(&mut sums_of_lanes);
    // In constant time: their `Z` depend on the scalars.
    let mut products = Jacobian::normalise_batch(&sums_of_lanes);
    let exceptional = sums.zero_lanes();
    for (lane, product) in products.iter_mut().enumerate() {
        if points[lane].is_identity_vartime() || digits[lane].zero {
            *product = Affine::IDENTITY;
        } else if exceptional >> lane & 1 == 1 {
            *product = single(lane);
        } else {
            *product = Affine::conditional_select(product, &-*product, Choice::from(digits[lane].negate));
        }
    }
    products
}

/// `P, 3 P, .., 15 P` in affine coordinates, with one packed inversion for the double and one for the others. Lanes of
/// infinity are unspecified.
fn odd_multiples<G: WeierstrassCurve>(points: &[Affine<G>]) -> [[PackedOf<G>; 2]; ENTRIES] {
    let first = PackedJacobian::<G>::read_affine(points, |point| point);
    let mut sum = PackedJacobian::<G>::from_affine(&first[0], &first[1]);
    let mut double = sum;
    double.double();
    let [double] = normalised([double]);
    let sums: [PackedJacobian<G>; ENTRIES] = core::array::from_fn(|i| {
        if i > 0 {
            sum.add_affine(&double[0], &double[1]);
        }
        sum
    });
    normalised(sums)
}

/// The affine coordinates of points, by one inversion of the product of all `Z`.
fn normalised<G: WeierstrassCurve, const COUNT: usize>(
    points: [PackedJacobian<G>; COUNT],
) -> [[PackedOf<G>; 2]; COUNT] {
    let mut product = PackedOf::<G>::one();
    // The products of the Z before each point.
    let before = points.map(|point| {
        let before = product;
        product.mul_assign(point.coordinates()[2]);
        before
    });
    product.invert_vartime();
    let mut affine = [[PackedOf::<G>::one(); 2]; COUNT];
    for (i, point) in points.iter().enumerate().rev() {
        let [x, y, z] = point.coordinates();
        let (mut inverse, mut square) = (product, product);
        inverse.mul_assign(&before[i]);
        product.mul_assign(z);
        square.square_into(&inverse);
        affine[i][0].mul_into(x, &square);
        square.mul_assign(&inverse);
        affine[i][1].mul_into(y, &square);
    }
    affine
}

/// The digits of an odd scalar, or of its opposite.
#[derive(Clone, Copy)]
struct LaneDigits {
    limbs: [u64; 4],
    /// One if these are the digits of the opposite.
    negate: u8,
    zero: bool,
}

impl Zeroize for LaneDigits {
    fn zeroize(&mut self) {
        self.limbs.zeroize();
        self.negate.zeroize();
        self.zero.zeroize();
    }
}

impl LaneDigits {
    fn of<F: PrimeField<Limbs = [u64; 4]>>(scalar: &F) -> Self {
        let odd = scalar.is_odd();
        let scalar = F::conditional_select(&-*scalar, scalar, odd);
        Self { limbs: scalar.to_limbs(), negate: (!odd).unwrap_u8(), zero: bool::from(scalar.is_zero()) }
    }

    /// The index of the odd multiple for a digit, and whether it is negative (one) or not (zero).
    #[allow(clippy::cast_possible_truncation, reason = "four bits")]
    fn get(&self, window: usize) -> (u8, u8) {
        let bits = bits_at(&self.limbs, window * WIDTH + 1, WIDTH) as u8;
        if window == DIGITS {
            // The top digit is `2 b + 1`, and `b` is below eight.
            return (bits & (ENTRIES as u8 - 1), 0);
        }
        // `2 b + 1 - 16` is `2 (b - 8) + 1` from 8 on, and `-(2 (7 - b) + 1)` below.
        let negative = 1 ^ bits >> (WIDTH - 1);
        let mask = 0u8.wrapping_sub(negative);
        ((bits ^ mask) & (ENTRIES as u8 - 1), negative)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Curve;
    use vorpal_curves::models::weierstrass::Jacobian;
    use vorpal_pairing::{bls12_381::Bls12_381, bn254::Bn254};

    fn products_are_those_of_single_points<G: WeierstrassCurve<Scalar: PrimeField<Limbs = [u64; 4]>>>() {
        let point = |k: u64| Jacobian::<G>::GENERATOR.mul_limbs_vartime(&[k]).to_affine();
        let root = G::Scalar::ROOT_OF_UNITY;
        let edges = [0u64, 1, 2, 3, 15, 16, 17].map(G::Scalar::from);
        let scalars: Vec<_> =
            edges.into_iter().flat_map(|edge| [edge, -edge, root + edge, root.halve() - edge]).collect();
        let points: Vec<_> = (0..scalars.len() as u64).map(point).collect();
        let expected: Vec<_> =
            points.iter().zip(&scalars).map(|(point, k)| point.mul_vartime(k).to_affine()).collect();
        assert_eq!(each_by(&points, &scalars), expected);
        for scalar in [root, -root, G::Scalar::ZERO, G::Scalar::ONE] {
            let expected: Vec<_> =
                points.iter().map(|point| point.mul_vartime(&scalar).to_affine()).collect();
            assert_eq!(all_by(&points, &scalar), expected);
        }
    }

    #[test]
    fn many_products() {
        products_are_those_of_single_points::<<Bn254 as Curve>::G1>();
        products_are_those_of_single_points::<<Bn254 as Curve>::G2>();
        products_are_those_of_single_points::<<Bls12_381 as Curve>::G1>();
        products_are_those_of_single_points::<<Bls12_381 as Curve>::G2>();
    }
}
