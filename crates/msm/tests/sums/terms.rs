//! Points and scalars for tests, and their sum according to the definition.

use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};
use vorpal_fields::PrimeField;
use vorpal_msm::MsmScalar;

/// Computes `sum of scalars[i] points[i]`, one term at a time.
pub(crate) fn naive<C: WeierstrassCurve, S: MsmScalar<C>>(
    points: &[Affine<C>],
    scalars: &[S],
) -> Jacobian<C> {
    points.iter().zip(scalars).fold(Jacobian::IDENTITY, |sum, (point, scalar)| {
        let integer = scalar.to_integer();
        let product = Jacobian::from_affine(point).mul_limbs_vartime(&integer.magnitude);
        sum.add_vartime(&if integer.negative { product.neg() } else { product })
    })
}

/// Distinct multiples of the generator.
pub(crate) fn multiples<C: WeierstrassCurve>(number: usize) -> Vec<Affine<C>> {
    let step = Jacobian::<C>::GENERATOR.mul_limbs_vartime(&[0x9e37_79b9_7f4a_7c15, 77]);
    let mut point = Jacobian::<C>::GENERATOR.mul_limbs_vartime(&[12345]);
    let mut points = Vec::new();
    for _ in 0..number {
        points.push(point);
        point = point.add_vartime(&step);
    }
    Jacobian::normalise_batch(&points)
}

/// Pseudorandom scalars. Every third one is 0, 1, -1, 2^100 or -2^100.
pub(crate) fn scalars<S: PrimeField>(number: usize) -> Vec<S> {
    let factor = S::from(0x9e37_79b9_7f4a_7c15).square().square() + S::ONE;
    let mut scalar = S::from(3);
    let mut scalars = Vec::new();
    let power = (0..100).fold(S::ONE, |power, _| power.double());
    let edges = [S::ZERO, S::ONE, -S::ONE, power, -power];
    for i in 0..number {
        scalar = scalar * factor + S::ONE;
        scalars.push(if i % 3 == 2 { edges[i / 3 % edges.len()] } else { scalar });
    }
    scalars
}
