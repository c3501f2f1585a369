//! The groups G1 of pairing curves, and sums in them.

use contender::{Contender, Group};
use vorpal::curves::bls12_377::Bls12_377G1;
use vorpal::curves::bls12_381::Bls12_381G1;
use vorpal::curves::bn254::Bn254G1;
use vorpal::curves::models::weierstrass::{Affine, Jacobian, Subgroup, WeierstrassCurve};
use vorpal::fields::{Field, PrimeField};
use vorpal::msm::{MsmScalar, msm_vartime};

use crate::all_algorithms::sum_by_all_algorithms;
use crate::fields::{decode, encode};

pub(crate) fn register(contender: &mut Contender) {
    curve::<Bls12_377G1>(contender, "bls12_377_g1");
    curve::<Bls12_381G1>(contender, "bls12_381_g1");
    curve::<Bn254G1>(contender, "bn254_g1");
}

/// Decodes a point without checking the subgroup.
fn affine<C: WeierstrassCurve<Base: PrimeField>>(bytes: &[u8]) -> Option<Affine<C>> {
    let (x, y) = bytes.split_at(bytes.len() / 2);
    let (x, y) = (decode::<C::Base>(x)?, decode::<C::Base>(y)?);
    if x == C::Base::ZERO && y == C::Base::ZERO { Some(Affine::INFINITY) } else { Affine::new(x, y).ok() }
}

fn point<C: WeierstrassCurve<Base: PrimeField>>(bytes: &[u8]) -> Option<Jacobian<C>> {
    let affine = affine::<C>(bytes)?;
    affine.is_in_subgroup_vartime().then(|| Jacobian::from_affine(&affine))
}

fn encoding<C: WeierstrassCurve<Base: PrimeField>>(point: &Jacobian<C>) -> Vec<u8> {
    // Infinity is (0, 0) in both encodings.
    let affine = point.to_affine();
    let (x, y) = affine.raw_coordinates();
    [encode(x), encode(y)].concat()
}

/// The sum by the public interface. The protocol contains points of the subgroup only, and no contender checks
/// membership.
fn sum<C: WeierstrassCurve, S: MsmScalar<C>>(points: &[Affine<C>], scalars: &[S]) -> Jacobian<C> {
    msm_vartime(&Subgroup::unchecked(points), scalars).expect("as many points as scalars")
}

fn curve<C>(contender: &mut Contender, name: &'static str)
where
    C: WeierstrassCurve<Base: PrimeField, Scalar: MsmScalar<C>>,
{
    Group::new(contender, name, point::<C>, encoding::<C>, decode::<C::Scalar>)
        .operations(Jacobian::add_vartime, Jacobian::double, Jacobian::neg, |point, scalar| {
            point.mul_limbs_vartime(scalar.to_limbs().as_ref())
        })
        .latencies(
            ("Jacobian::double", |a: &mut Jacobian<C>| *a = a.double()),
            ("Jacobian::add_vartime", |a: &mut Jacobian<C>, b: &Jacobian<C>| *a = a.add_vartime(b)),
            affine::<C>,
            ("Jacobian::add_affine_vartime", |a: &mut Jacobian<C>, b: &Affine<C>| {
                *a = a.add_affine_vartime(b);
            }),
        )
        .msm("msm_vartime of a Subgroup", &[10, 12, 14, 16, 18], affine::<C>, |points, scalars, _| {
            sum::<C, C::Scalar>(points, scalars)
        })
        .msm_u64(
            "msm_vartime of a Subgroup and u64",
            affine::<C>,
            contender::number,
            |points, scalars: &[u64], _| sum::<C, u64>(points, scalars),
        )
        .compared_msm(affine::<C>, sum_by_all_algorithms::<C, C::Scalar>)
        .compared_msm_u64(affine::<C>, contender::number, sum_by_all_algorithms::<C, u64>);
}
