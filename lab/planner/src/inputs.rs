//! Points and scalars.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use vorpal::curves::models::weierstrass::{Affine, Jacobian, Subgroup, WeierstrassCurve};
use vorpal::fields::PrimeField;

/// `P + i Q` for two multiples of the generator, so no two points are equal.
pub(crate) fn points<C: WeierstrassCurve>(number: usize) -> Subgroup<Vec<Affine<C>>> {
    let multiple = |scalar: u64| Jacobian::<C>::GENERATOR.mul_limbs_vartime(&[scalar]);
    let (first, step) = (multiple(0x9e37_79b9_7f4a_7c15), multiple(0xbf58_476d_1ce4_e5b9).to_affine());
    let points = std::iter::successors(Some(first), |point| Some(point.add_affine_vartime(&step)));
    let points: Vec<_> = points.take(number).collect();
    // Multiples of the generator are in the subgroup.
    Subgroup::unchecked(Jacobian::normalise_batch(&points))
}

/// Random scalars: 512 bits each, reduced.
pub(crate) fn scalars<S: PrimeField>(number: usize) -> Vec<S> {
    let mut random = ChaCha20Rng::seed_from_u64(1);
    let mut bytes = [0; 64];
    let mut scalar = || {
        random.fill_bytes(&mut bytes);
        S::from_le_bytes_reduced(&bytes)
    };
    (0..number).map(|_| scalar()).collect()
}
