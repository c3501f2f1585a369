//! The groups G1 and G2 of pairing curves, and sums in them.

use contender::{Contender, Group};
use vorpal::curves::bls12_377::{Bls12_377G1, g2::Bls12_377G2};
use vorpal::curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal::curves::bn254::{Bn254G1, g2::Bn254G2};
use vorpal::curves::models::weierstrass::{Affine, Jacobian, Subgroup, WeierstrassCurve};
use vorpal::fields::{EncodableField, Field, PrimeField};
use vorpal::msm::{Algorithm, Msm, MsmScalar, msm_vartime, subgroup_randomised};

use crate::all_algorithms::sum_by_all_algorithms;
use crate::fields::decode;

pub(crate) fn register(contender: &mut Contender) {
    curve::<Bls12_377G1>(contender, "bls12_377_g1");
    curve::<Bls12_381G1>(contender, "bls12_381_g1");
    curve::<Bn254G1>(contender, "bn254_g1");
    group::<Bls12_377G2>(contender, "bls12_377_g2", &[]);
    group::<Bls12_381G2>(contender, "bls12_381_g2", &[12]);
    group::<Bn254G2>(contender, "bn254_g2", &[]);
}

/// Decodes a point without checking the subgroup.
pub(crate) fn affine<C: WeierstrassCurve<Base: EncodableField>>(bytes: &[u8]) -> Option<Affine<C>> {
    let (x, y) = bytes.split_at(bytes.len() / 2);
    let (x, y) = (C::Base::from_le_bytes(x).ok()?, C::Base::from_le_bytes(y).ok()?);
    if x == C::Base::ZERO && y == C::Base::ZERO { Some(Affine::IDENTITY) } else { Affine::new(x, y).ok() }
}

fn point<C: WeierstrassCurve<Base: EncodableField>>(bytes: &[u8]) -> Option<Jacobian<C>> {
    let affine = affine::<C>(bytes)?;
    affine.is_in_subgroup_vartime().then(|| Jacobian::from_affine(&affine))
}

/// Encodes a point.
pub(crate) fn encode_affine<C: WeierstrassCurve<Base: EncodableField>>(point: &Affine<C>) -> Vec<u8> {
    // Infinity is (0, 0) in both encodings.
    let (x, y) = point.raw_coordinates();
    [x.to_le_bytes().as_ref(), y.to_le_bytes().as_ref()].concat()
}

fn encoding<C: WeierstrassCurve<Base: EncodableField>>(point: &Jacobian<C>) -> Vec<u8> {
    encode_affine(&point.to_affine())
}

/// The sum by the public interface. The protocol contains points of the subgroup only, and no contender checks
/// membership.
fn sum<C: WeierstrassCurve, S: MsmScalar<C>>(points: &[Affine<C>], scalars: &[S]) -> Jacobian<C> {
    msm_vartime(&Subgroup::unchecked(points), scalars).expect("as many points as scalars")
}

/// Membership of a single point. It is compared with batches that contain the point among members, and with the
/// randomised check of many copies of it.
///
/// # Panics
/// If two functions differ. The process then ends, and the lab shows the case.
fn is_member_by_all_functions<C: WeierstrassCurve<Base: EncodableField>>(point: &Affine<C>) -> bool {
    let expected = point.is_in_subgroup_vartime();
    // Full and partial packed values, and enough points for the randomised check.
    for size in [1, 17, 300] {
        let mut points = vec![Affine::GENERATOR; size];
        points[size - 1] = *point;
        assert_eq!(Subgroup::new(points.as_slice()).is_ok(), expected, "Subgroup::new of {size}");
        assert_eq!(subgroup_randomised(points.as_slice()).is_ok(), expected, "subgroup_randomised of {size}");
        points.fill(*point);
        assert_eq!(
            subgroup_randomised(points.as_slice()).is_ok(),
            expected,
            "subgroup_randomised, {size} times"
        );
    }
    expected
}

/// Operations, membership, and sums of `2^log_sizes` points.
fn group<'c, C>(
    contender: &'c mut Contender,
    name: &'static str,
    log_sizes: &[u32],
) -> Group<'c, Jacobian<C>, C::Scalar>
where
    C: WeierstrassCurve<Base: EncodableField, Scalar: MsmScalar<C>>,
{
    Group::new(contender, name, point::<C>, encoding::<C>, decode::<C::Scalar>)
        .operations(Jacobian::add_vartime, Jacobian::double, Jacobian::neg, |point, scalar| {
            point.mul_limbs_vartime(scalar.to_limbs().as_ref())
        })
        .membership(affine::<C>, is_member_by_all_functions)
        .members("exact", "Subgroup::new", affine::<C>, |points| Subgroup::new(points).is_ok())
        .members("randomised", "subgroup_randomised, error 2^-128", affine::<C>, |points| {
            subgroup_randomised(points).is_ok()
        })
        .msm("msm_vartime of a Subgroup", log_sizes, affine::<C>, |points, scalars, _| {
            sum::<C, C::Scalar>(points, scalars)
        })
        .compared_msm(affine::<C>, sum_by_all_algorithms::<C, C::Scalar>)
}

fn curve<C>(contender: &mut Contender, name: &'static str)
where
    C: WeierstrassCurve<Base: EncodableField, Scalar: MsmScalar<C>>,
{
    let mut group = group::<C>(contender, name, &[10, 12, 14, 16, 18]);
    for &algorithm in Algorithm::ALL {
        let exists = match algorithm {
            // It sums a few points only.
            Algorithm::Straus => false,
            Algorithm::Edwards => C::EDWARDS.is_some(),
            _ => true,
        };
        if exists {
            let path = format!("Msm::algorithm, {algorithm}");
            group = group.msm_by(algorithm.name(), &path, affine::<C>, move |points, scalars, _| {
                let sum = Msm::new().algorithm(algorithm).msm_vartime(&Subgroup::unchecked(points), scalars);
                sum.expect("as many points as scalars")
            });
        }
    }
    group
        .latencies(
            ("Jacobian::double", |a: &mut Jacobian<C>| *a = a.double()),
            ("Jacobian::add_vartime", |a: &mut Jacobian<C>, b: &Jacobian<C>| *a = a.add_vartime(b)),
            affine::<C>,
            ("Jacobian::add_affine_vartime", |a: &mut Jacobian<C>, b: &Affine<C>| {
                *a = a.add_affine_vartime(b);
            }),
        )
        .msm_u64(
            "msm_vartime of a Subgroup and u64",
            affine::<C>,
            contender::number,
            |points, scalars: &[u64], _| sum::<C, u64>(points, scalars),
        )
        .compared_msm_u64(affine::<C>, contender::number, sum_by_all_algorithms::<C, u64>);
}
