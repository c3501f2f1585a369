//! The operators of every type of points, for values and references, against the functions for public points.

#![allow(clippy::op_ref, reason = "operators of references are tested too")]

use vorpal_curves::bandersnatch::{Bandersnatch, Banderwagon};
use vorpal_curves::bls12_377::Bls12_377G1;
use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal_curves::bn254::Bn254G1;
use vorpal_curves::grumpkin::Grumpkin;
use vorpal_curves::models::edwards::ExtendedEdwards;
use vorpal_curves::models::weierstrass::{Affine, Jacobian, Projective, WeierstrassCurve};
use vorpal_curves::p256::P256;
use vorpal_curves::pallas::Pallas;
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_curves::vesta::Vesta;
use vorpal_curves::{Group, bls12_377};
use vorpal_fields::{Fe, Modulus};
use vorpal_oracle::effort::every;

/// Both sides as values and as references, and the assigning form.
macro_rules! every_form {
    ($a:ident $operator:tt $b:ident, $assign:tt: $expected:expr) => {
        let expected = $expected;
        assert!(&$a $operator &$b == expected);
        assert!(&$a $operator $b == expected);
        assert!($a $operator &$b == expected);
        assert!($a $operator $b == expected);
        let mut changed = $a;
        changed $assign $b;
        assert!(changed == expected);
        changed = $a;
        changed $assign &$b;
        assert!(changed == expected);
    };
}

/// Scalars at the edges, and one with all kinds of digits.
fn scalars<M: Modulus<4>>() -> Vec<Fe<M, 4>> {
    let one = Fe::<M, 4>::ONE;
    let half = one.halve();
    let random = (1..200).fold(Fe::from(3), |power: Fe<M, 4>, i| power.square() + Fe::from(i));
    vec![Fe::ZERO, one, one.double(), Fe::from(15), Fe::from(16), Fe::from(17), half, -half, -one, random]
}

fn weierstrass<C: WeierstrassCurve<Scalar = Fe<M, 4>>, M: Modulus<4>>() {
    let g = Jacobian::<C>::GENERATOR;
    let points: Vec<Affine<C>> =
        [0u64, 1, 2, 3, 5].map(|k| g.mul_limbs_vartime(&[k]).to_affine()).into_iter().collect();
    let points: Vec<Affine<C>> = points.iter().flat_map(|point| [*point, -point]).collect();
    for (i, p) in points.iter().enumerate() {
        let p = *p;
        let (jacobian, projective) = (Jacobian::from(p), Projective::from(p));
        assert_eq!((-jacobian, -&jacobian), (jacobian.neg(), jacobian.neg()));
        assert_eq!((-projective, -&projective), (projective.neg(), projective.neg()));
        assert_eq!(Jacobian::from(projective), jacobian);
        assert_eq!(Projective::from(jacobian), projective);
        // With less effort too some pairs are equal, and some opposite.
        for (_, q) in points.iter().enumerate().filter(|(j, _)| every(3, i + j)) {
            let q = *q;
            let (other, other_projective) = (Jacobian::from(q), Projective::from(q));
            let (sum, difference) = (jacobian.add_affine_vartime(&q), jacobian.sub_affine_vartime(&q));
            every_form!(jacobian + other, +=: sum);
            every_form!(jacobian - other, -=: difference);
            every_form!(jacobian + q, +=: sum);
            every_form!(jacobian - q, -=: difference);
            assert_eq!((p + other, p - other, p + &other, &p - other), (sum, difference, sum, difference));
            let (sum, difference) = (Projective::from(sum), Projective::from(difference));
            every_form!(projective + other_projective, +=: sum);
            every_form!(projective - other_projective, -=: difference);
            every_form!(projective + q, +=: sum);
            every_form!(projective - q, -=: difference);
            assert_eq!((p + other_projective, p - other_projective), (sum, difference));
            assert_eq!((p + q, p - q, &p + &q, &p - &q), (sum, difference, sum, difference));
        }
    }
    let total = g.mul_limbs_vartime(&[11]);
    let points = [1u64, 2, 3, 5].map(|k| g.mul_limbs_vartime(&[k]).to_affine());
    assert_eq!(points.iter().sum::<Jacobian<C>>(), total);
    assert_eq!(points.into_iter().sum::<Projective<C>>(), Projective::from(total));
    assert_eq!(points.map(Jacobian::from).iter().sum::<Jacobian<C>>(), total);
    assert_eq!(
        [Projective::<C>::IDENTITY; 0].iter().sum::<Projective<C>>() + Affine::INFINITY,
        Projective::IDENTITY
    );

    for (i, scalar) in scalars::<M>().into_iter().enumerate() {
        let points = [Affine::INFINITY, Affine::GENERATOR, points[3], -points[2]];
        for (_, p) in points.into_iter().enumerate().filter(|(j, _)| every(3, i + j)) {
            let product = Jacobian::from(p).mul_limbs_vartime(&scalar.to_limbs());
            let (jacobian, projective) = (Jacobian::from(p), Projective::from(p));
            every_form!(jacobian * scalar, *=: product);
            every_form!(projective * scalar, *=: Projective::from(product));
            assert_eq!((p * scalar, &p * &scalar), (product.into(), product.into()));
            assert_eq!((scalar * p, &scalar * &p), (product.into(), product.into()));
            assert_eq!((scalar * jacobian, scalar * projective), (product, product.into()));
            assert_eq!((p.mul_vartime(&scalar), jacobian.mul_vartime(&scalar)), (product, product));
            assert_eq!(projective.mul_vartime(&scalar), product.into());
        }
    }
}

#[test]
fn points_of_weierstrass_curves_are_groups() {
    weierstrass::<Secp256k1, _>();
    weierstrass::<P256, _>();
    weierstrass::<Bn254G1, _>();
    weierstrass::<Bls12_381G1, _>();
    weierstrass::<Bls12_381G2, _>();
    weierstrass::<Bls12_377G1, _>();
    weierstrass::<Pallas, _>();
    weierstrass::<Vesta, _>();
    weierstrass::<Grumpkin, _>();
}

#[test]
fn sums_in_jacobian_coordinates_have_no_exceptions_on_a_curve_of_even_order() {
    // (-1, 0) is a point of order two of y^2 = x^3 + 1.
    let two = bls12_377::Affine::new(-Fe::ONE, Fe::ZERO).unwrap();
    let g = bls12_377::Jacobian::GENERATOR;
    let other = g.add_affine_vartime(&two);
    for (a, b) in [(g, other), (other, g), (two.into(), two.into()), (other, other), (two.into(), g)] {
        assert_eq!(a + b, a.add_vartime(&b));
        assert_eq!(a - b, a.add_vartime(&b.neg()));
        assert_eq!(a + b.to_affine(), a.add_vartime(&b));
    }
    assert_eq!(g - other, two.into());
}

#[test]
fn banderwagon_and_bandersnatch_are_groups() {
    let g = Banderwagon::generator();
    let multiples = [0u64, 1, 2, 3, 5].map(|k| g.mul_limbs_vartime(&[k]));
    for p in multiples.into_iter().flat_map(|point| [point, -point]) {
        for q in multiples {
            let (a, b) = (p.to_affine(), q.to_affine());
            let (sum, difference) = (p.add_vartime(&q), p.add_vartime(&-q));
            every_form!(p + q, +=: sum);
            every_form!(p - q, -=: difference);
            every_form!(p + b, +=: sum);
            every_form!(p - b, -=: difference);
            assert_eq!((a + q, a - q, a + b, a - b), (sum, difference, sum, difference));
            let (p, q) = (p.to_point(), q.to_point());
            let (sum, difference) = (p.add_unchecked(&q), p.add_unchecked(&-q));
            every_form!(p + q, +=: sum);
            every_form!(p - q, -=: difference);
        }
    }
    assert_eq!(multiples.iter().sum::<Banderwagon>(), g.mul_limbs_vartime(&[11]));
    let point = ExtendedEdwards::<Bandersnatch>::generator();
    for scalar in scalars() {
        for element in [g, multiples[0], -multiples[4]] {
            let product = element.mul_vartime(&scalar);
            every_form!(element * scalar, *=: product);
            let affine = element.to_affine();
            assert_eq!((scalar * element, affine * scalar, &scalar * affine), (product, product, product));
        }
        let product = point.mul_vartime(&scalar);
        every_form!(point * scalar, *=: product);
        let affine = point.to_affine().unwrap();
        assert_eq!((scalar * point, affine * scalar, scalar * affine), (product, product, product));
    }
}
