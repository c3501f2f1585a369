//! Checks of the points of files, and digests of them for weights.

use vorpal_curves::Error;
use vorpal_curves::models::weierstrass::{Affine, Subgroup, WeierstrassCurve};
use vorpal_fields::{EncodableField, PrimeField};
use vorpal_msm::{MsmScalar, Signed, Weights, msm_vartime, subgroup_randomised};

use super::SetupError;
use super::blake2b::Blake2b;

/// Refuses points that are not on the curve or not in the prime subgroup. An error has a probability of at most 2^-128.
pub(crate) fn check<G: WeierstrassCurve<Base: EncodableField>>(
    section: &'static str,
    points: &[Affine<G>],
) -> Result<(), SetupError> {
    let outside = |point: &Affine<G>| {
        let (x, y) = point.raw_coordinates();
        Affine::<G>::new_or_identity(*x, *y).is_err()
    };
    if let Some(index) = points.iter().position(outside) {
        return Err(SetupError::Point { section, index });
    }
    match subgroup_randomised(points) {
        Ok(_) => Ok(()),
        Err(Error::OutsideSubgroup { index }) => Err(SetupError::Point { section, index }),
        Err(_) => Err(SetupError::Point { section, index: 0 }),
    }
}

/// Weights of 128 bits that are bound to what was hashed. Entry `i` is the hash and `i`: by requirement 2 of
/// [`Weights`], a hash of all data determines each entry.
pub(crate) fn weights(protocol: &[u8], hash: Blake2b, number: usize) -> Vec<u128> {
    let digest = hash.finalize();
    let entries = (0..number).map(|index| {
        let mut entry = [0; 72];
        entry[..64].copy_from_slice(&digest);
        entry[64..].copy_from_slice(&(index as u64).to_le_bytes());
        entry
    });
    let weights = Weights::of(protocol, entries);
    (0..number).map(|index| weights.weight(index)).collect()
}

/// `sum of weights[i] points[i]` for points of the prime subgroup, over the shorter of both lists.
pub(crate) fn sum<G: WeierstrassCurve>(points: &[Affine<G>], weights: &[u128]) -> Affine<G> {
    let number = points.len().min(weights.len());
    let points = Subgroup::unchecked(&points[..number]);
    let sum = msm_vartime(&points, &weights[..number]).expect("a weight for each point");
    sum.to_affine_vartime()
}

/// `sum of scalars[i] points[i]` for points of the prime subgroup, over the shorter of both lists.
pub(crate) fn sum_of_products<G: WeierstrassCurve<Scalar: PrimeField<Limbs = [u64; 4]>>>(
    points: &[Affine<G>],
    scalars: &[G::Scalar],
) -> Affine<G> {
    let integers: Vec<_> =
        scalars.iter().take(points.len()).map(|scalar| Integer(scalar.to_limbs())).collect();
    let points = Subgroup::unchecked(&points[..integers.len()]);
    msm_vartime(&points, &integers).expect("a scalar for each point").to_affine_vartime()
}

/// The integer of a scalar.
#[derive(Clone, Copy)]
struct Integer([u64; 4]);

impl<G: WeierstrassCurve> MsmScalar<G> for Integer {
    const MULTIPLICATIONS: usize = 0;

    fn to_integer(&self) -> Signed {
        Signed { magnitude: self.0, negative: false }
    }
}
