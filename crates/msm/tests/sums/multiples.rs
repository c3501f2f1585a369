//! Tests of many multiples of one point against multiplication one at a time.

use vorpal_curves::bls12_377::Bls12_377G1;
use vorpal_curves::bls12_381::g2::Bls12_381G2;
use vorpal_curves::bls12_381::{self, Bls12_381G1};
use vorpal_curves::bn254::Bn254G1;
use vorpal_curves::bn254::g2::Bn254G2;
use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};
use vorpal_curves::p256::P256;
use vorpal_fields::primes::Bls12_381Base;
use vorpal_msm::{MsmScalar, multiples_vartime};
use vorpal_oracle::effort::cases;

use super::terms::{multiples, naive, scalars};

fn check<C: WeierstrassCurve, S: MsmScalar<C>>(point: &Affine<C>, scalars: &[S]) {
    let products: Vec<Jacobian<C>> = scalars.iter().map(|scalar| naive(&[*point], &[*scalar])).collect();
    assert_eq!(
        multiples_vartime(point, scalars),
        Jacobian::normalise_batch(&products),
        "n = {}",
        scalars.len()
    );
}

fn check_curve<C: WeierstrassCurve>()
where
    C::Scalar: MsmScalar<C>,
{
    let points = multiples::<C>(4);
    for (n, point) in [0, 1, 2, 3, 15, 100].into_iter().zip(points.iter().chain(&points)) {
        check(point, &scalars::<C::Scalar>(n));
    }
    check(&Affine::GENERATOR, &scalars::<C::Scalar>(cases(700)));
    check(&Affine::IDENTITY, &scalars::<C::Scalar>(20));
    check(&points[0], &[0u64; 30]);
    check(&points[0], &[i64::MIN, i64::MAX, -1, 0, 1, 2, -3]);
    check(&points[0], &[u128::MAX, 1 << 127, (1 << 127) - 1, 0]);
    check(&points[0], &[true, false, true]);
}

#[test]
fn of_every_curve() {
    check_curve::<Bn254G1>();
    check_curve::<Bn254G2>();
    check_curve::<Bls12_381G1>();
    check_curve::<Bls12_381G2>();
    check_curve::<Bls12_377G1>();
    check_curve::<P256>();
}

/// The table of a point of a small order has infinity.
#[test]
fn of_a_point_of_order_three() {
    let point = bls12_381::Affine::new(Bls12_381Base::ZERO, Bls12_381Base::from(2)).unwrap();
    let integers: Vec<u64> = (0..500).collect();
    check(&point, &integers);
    let expected: Vec<_> =
        [bls12_381::Affine::IDENTITY, point, -point].into_iter().cycle().take(500).collect();
    assert_eq!(multiples_vartime(&point, &integers), expected);
}
