//! Powers of tau in the Lagrange basis of snarkjs' domains: transforms of points.
//!
//! On the domain of the powers of `w`, of order `n`, the Lagrange polynomial `j` is `1 / n sum of (X / w^j)^i`, so that
//! `L_j(tau) P = 1 / n sum over i of w^(-i j) tau^i P`: the inverse transform of the points `tau^i P`.

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::{Field, PrimeField};
use vorpal_msm::PointLists;

use super::multiples::{all_by, each_by};

/// The points `tau^i P`, `0 <= i < n`, in the Lagrange basis of the powers of the root, whose order is `n`, a power of
/// two. About `n log2 n / 2` multiples and as many sums.
pub(crate) fn lagrange<G: WeierstrassCurve<Scalar: PrimeField<Limbs = [u64; 4]>>>(
    mut points: Vec<Affine<G>>,
    root: &G::Scalar,
) -> Vec<Affine<G>> {
    let one = G::Scalar::from(1);
    let log_size = points.len().trailing_zeros();
    debug_assert!(points.len().is_power_of_two());
    reverse_bits(&mut points);
    let inverse = root.invert_vartime().unwrap_or(one);
    for stage in 0..log_size {
        let half = 1 << stage;
        let step = (stage + 1..log_size).fold(inverse, |root, _| root.square());
        let twiddles: Vec<_> =
            core::iter::successors(Some(one), |power| Some(*power * step)).take(half).collect();
        // All right halves, but for their first points, whose factor is one.
        let places: Vec<usize> =
            (0..points.len()).filter(|place| place & half != 0 && place & (half - 1) != 0).collect();
        let right: Vec<_> = places.iter().map(|place| points[*place]).collect();
        let factors: Vec<_> = places.iter().map(|place| twiddles[place & (half - 1)]).collect();
        for (place, product) in places.iter().zip(each_by(&right, &factors)) {
            points[*place] = product;
        }
        let mut lists = PointLists::new();
        for place in 0..points.len() {
            lists.push([(place & !half, false), (place | half, place & half != 0)]);
        }
        points = lists.sum_vartime(&points);
    }
    let size_inverse = (0..log_size).fold(one, |power, _| power.halve());
    all_by(&points, &size_inverse)
}

/// The coefficients of the polynomial with these values on the powers of the root, whose order is their number.
pub(crate) fn interpolate<F: PrimeField>(values: &mut [F], root: &F) {
    let log_size = values.len().trailing_zeros();
    reverse_bits(values);
    let inverse = root.invert_vartime().unwrap_or(F::ONE);
    for stage in 0..log_size {
        let half = 1 << stage;
        let step = (stage + 1..log_size).fold(inverse, |root, _| root.square());
        for block in values.chunks_exact_mut(2 * half) {
            let (left, right) = block.split_at_mut(half);
            let mut twiddle = F::ONE;
            for (a, b) in left.iter_mut().zip(right) {
                let product = *b * twiddle;
                (*a, *b) = (*a + product, *a - product);
                twiddle *= step;
            }
        }
    }
    let size_inverse = (0..log_size).fold(F::ONE, |power, _| power.halve());
    values.iter_mut().for_each(|value| *value *= size_inverse);
}

/// Exchanges the entries whose indices have reversed bits.
fn reverse_bits<T>(list: &mut [T]) {
    let log_size = list.len().trailing_zeros();
    for i in 0..list.len() {
        let j = i.reverse_bits().checked_shr(usize::BITS - log_size).unwrap_or(0);
        if i < j {
            list.swap(i, j);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Curve;
    use crate::roots::root;
    use vorpal_pairing::{bls12_381::Bls12_381, bn254::Bn254};

    /// The Lagrange basis at `tau` by its definition: `(tau^n - 1) w^j / (n (tau - w^j))`.
    fn transforms_are_lagrange_bases<C: Curve>() {
        let tau = C::Scalar::from(1_000_003);
        for log_size in [0, 1, 3, 5] {
            let (n, root) = (1usize << log_size, root::<C>(log_size));
            let powers: Vec<_> =
                core::iter::successors(Some(C::Scalar::ONE), |power| Some(*power * tau)).take(n).collect();
            let vanishing = powers[n - 1] * tau - C::Scalar::ONE;
            let basis: Vec<_> = core::iter::successors(Some(C::Scalar::ONE), |point| Some(*point * root))
                .take(n)
                .map(|point| {
                    let denominator = C::Scalar::from(n as u64) * (tau - point);
                    vanishing * point * denominator.invert_vartime().unwrap()
                })
                .collect();
            let generator = Affine::<C::G1>::GENERATOR;
            let points = powers.iter().map(|power| generator.mul_vartime(power).to_affine()).collect();
            let expected: Vec<_> =
                basis.iter().map(|value| generator.mul_vartime(value).to_affine()).collect();
            assert_eq!(lagrange(points, &root), expected);
            // The sum of values times the basis is the polynomial at tau.
            let mut values: Vec<_> = (0..n as u64).map(|i| C::Scalar::from(i * i + 5)).collect();
            let expected: C::Scalar = values.iter().zip(&basis).map(|(value, basis)| *value * *basis).sum();
            interpolate(&mut values, &root);
            assert_eq!(values.iter().zip(&powers).map(|(a, b)| *a * *b).sum::<C::Scalar>(), expected);
        }
    }

    #[test]
    fn lagrange_bases() {
        transforms_are_lagrange_bases::<Bn254>();
        transforms_are_lagrange_bases::<Bls12_381>();
    }
}
