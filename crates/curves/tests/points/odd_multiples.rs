//! Multiples of a point on one curve, by addition one after the other.

use vorpal_curves::bls12_381::Bls12_381G1;
use vorpal_curves::models::weierstrass::{
    Affine, Isomorphism, Jacobian, LinearTerm, Multiples, OddMultiples, WeierstrassCurve,
};
use vorpal_curves::p256::P256;
use vorpal_curves::secp256k1::Secp256k1;

/// The points `1, 2, ..` times a point.
fn multiples<C: WeierstrassCurve>(point: &Affine<C>) -> impl Iterator<Item = Jacobian<C>> {
    let point = *point;
    core::iter::successors(Some(Jacobian::from_affine(&point)), move |sum| {
        Some(sum.add_affine_vartime(&point))
    })
}

fn check<C: WeierstrassCurve>(
    isomorphism: &Isomorphism<C>,
    points: &[Affine<C>],
    expected: impl Iterator<Item = Jacobian<C>>,
) {
    for (point, expected) in points.iter().zip(expected) {
        assert_eq!(isomorphism.undo(&Jacobian::from_affine(point)), expected);
        assert_eq!(isomorphism.apply(&expected.to_affine()), *point);
    }
}

fn of_points<C: WeierstrassCurve>() {
    let points: Vec<_> =
        multiples(&Affine::<C>::GENERATOR).step_by(7).take(4).map(|point| point.to_affine()).collect();
    for point in &points {
        let odd = OddMultiples::<C, 8>::of(point).unwrap();
        check(&odd.isomorphism(), odd.points(), multiples(point).step_by(2));
        for (multiple, expected) in odd.normalise_vartime().iter().zip(multiples(point).step_by(2)) {
            assert_eq!(*multiple, expected.to_affine());
        }
        check(&OddMultiples::<C, 1>::of(point).unwrap().isomorphism(), &[], multiples(point));
        let all = Multiples::<C, 16>::of(point).unwrap();
        check(&all.isomorphism(), all.points(), multiples(point));
        let two = Multiples::<C, 2>::of(point).unwrap();
        check(&two.isomorphism(), two.points(), multiples(point));
    }
    // Every choice of four lists.
    for chosen in 0..16 {
        let mut lists: [_; 4] = core::array::from_fn(|i| {
            let point = (chosen >> i & 1 == 1).then_some(&points[i]);
            point.and_then(OddMultiples::<C, 4>::of)
        });
        let isomorphism = OddMultiples::to_one_curve_vartime(&mut lists);
        for (list, point) in lists.iter().zip(&points) {
            let Some(list) = list else { continue };
            check(&isomorphism, list.points(), multiples(point).step_by(2));
            if C::A == LinearTerm::Zero {
                check(&list.isomorphism(), list.points(), multiples(point).step_by(2));
            } else {
                assert_eq!(
                    isomorphism.apply(&points[0]),
                    points[0],
                    "the lists are not on the curve of the points"
                );
            }
        }
    }
    assert!(OddMultiples::<C, 8>::of(&Affine::IDENTITY).is_none());
    assert!(Multiples::<C, 8>::of(&Affine::IDENTITY).is_none());
}

#[test]
fn of_points_of_three_curves() {
    of_points::<Secp256k1>();
    of_points::<P256>();
    of_points::<Bls12_381G1>();
}

/// `(0, 2)` has order three: all lists but those of one and two points meet infinity or equal points.
#[test]
fn of_a_point_of_order_three() {
    type Base = <Bls12_381G1 as WeierstrassCurve>::Base;
    let small = Affine::<Bls12_381G1>::new(Base::from(0), Base::from(2)).unwrap();
    assert!(OddMultiples::<Bls12_381G1, 2>::of(&small).is_none());
    assert!(OddMultiples::<Bls12_381G1, 8>::of(&small).is_none());
    assert!(Multiples::<Bls12_381G1, 3>::of(&small).is_none());
    let two = Multiples::<Bls12_381G1, 2>::of(&small).unwrap();
    check(&two.isomorphism(), two.points(), multiples(&small));
}
