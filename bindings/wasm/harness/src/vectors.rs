//! A vector in the types of both libraries.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use vorpal_curves::PointFormat;
use vorpal_curves::bls12_377::encoding::ARKWORKS;
use vorpal_curves::bls12_377::{Affine, Jacobian};
use vorpal_curves::models::weierstrass::Subgroup;
use vorpal_fields::primes::Bls12_377Scalar;
use vorpal_msm::msm_vartime;

use crate::reference::Reference;

/// The random bytes for a scalar: 128 bits more than the order has, so that the remainder is nearly uniform.
const WIDE: usize = 48;

/// Points of the prime subgroup and as many scalars.
pub(crate) struct Vector {
    points: Subgroup<Vec<Affine>>,
    scalars: Vec<Bls12_377Scalar>,
    reference: Reference,
}

impl Vector {
    /// The vector in the types of both libraries. The numbers of points and scalars are equal.
    pub(crate) fn new(points: Vec<Affine>, scalars: Vec<Bls12_377Scalar>) -> Result<Self, String> {
        let encoded: Vec<_> = points.iter().map(|point| ARKWORKS.encode_uncompressed(point)).collect();
        let numbers: Vec<_> = scalars.iter().map(Bls12_377Scalar::to_le_bytes).collect();
        let reference = Reference::new(&encoded, &numbers)?;
        // The caller decoded points of the subgroup, or computed multiples of its generator.
        Ok(Self { points: Subgroup::unchecked(points), scalars, reference })
    }

    /// Points `P + i Q` for random multiples `P` and `Q` of the generator, and random scalars.
    pub(crate) fn random(input: &[u8], count: usize) -> Result<Self, String> {
        let (drawn, rest) = input.as_chunks::<WIDE>();
        if drawn.len() != count + 2 || !rest.is_empty() {
            return Err(format!("{} random bytes for {count} elements", input.len()));
        }
        let mut drawn = drawn.iter().map(|bytes| Bls12_377Scalar::from_le_bytes_reduced(bytes));
        let mut multiple =
            || drawn.next().map(|scalar| Jacobian::GENERATOR.mul_limbs_vartime(&scalar.to_limbs()));
        let (Some(first), Some(step)) = (multiple(), multiple()) else {
            return Err("no random bytes".to_string());
        };
        let step = step.to_affine();
        let points = core::iter::successors(Some(first), |point| Some(point.add_affine_vartime(&step)));
        let points: Vec<Jacobian> = points.take(count).collect();
        Self::new(Jacobian::normalise_batch(&points), drawn.collect())
    }

    pub(crate) fn len(&self) -> usize {
        self.scalars.len()
    }

    pub(crate) fn sum_by_arkworks(&self) -> Result<Vec<u8>, String> {
        self.reference.sum()
    }

    pub(crate) fn sum_by_vorpal(&self) -> Result<Vec<u8>, String> {
        let sum = msm_vartime(&self.points, &self.scalars).map_err(|error| error.to_string())?;
        Ok(ARKWORKS.encode_compressed(&sum.to_affine_vartime()).to_vec())
    }
}
