//! Comparison with the fields of arkworks 0.5, and of all fields with those for arkworks 0.6.

#[allow(clippy::duplicate_mod, reason = "the same code for another version of arkworks")]
#[path = "same.rs"]
mod same;

use core::fmt::Debug;

use ark_ff_05 as ark_ff;
use ark_ff_05::PrimeField;
use vorpal_arkworks::ark05::fields::*;
use vorpal_arkworks::convert::{self, Counterpart};
use vorpal_arkworks::fields as ark06;

#[test]
fn as_arkworks() {
    same::field::<Bn254Base, ark_bn254_05::Fq>();
    same::field::<Bn254Scalar, ark_bn254_05::Fr>();
}

/// Conversions of arkworks' own elements keep their values, and so do products.
fn conversions<A: PrimeField + Counterpart>()
where
    A::Vorpal: Copy + core::ops::Mul<Output = A::Vorpal>,
{
    let ours = |a: A, b: A| A::from_vorpal(&(a.to_vorpal() * b.to_vorpal()));
    let numbers: Vec<A> =
        core::iter::successors(Some(-A::ONE), |x| Some(x.square() - A::GENERATOR)).take(9).collect();
    for pair in numbers.windows(2) {
        assert_eq!(ours(pair[0], pair[1]), pair[0] * pair[1]);
    }
    assert_eq!(convert::from_vorpal::<A>(&convert::to_vorpal(&numbers)), numbers);
    assert_eq!(convert::into_arkworks::<A>(convert::into_vorpal(numbers.clone())), numbers);
}

#[test]
fn conversions_keep_values() {
    conversions::<ark_bn254_05::Fq>();
    conversions::<ark_bn254_05::Fr>();
}

/// Constants and results are those of the field for arkworks 0.6, whose limbs are the same.
fn versions<A, B>()
where
    A: PrimeField + Counterpart<Vorpal: PartialEq + Debug>,
    B: ::ark_ff::PrimeField + Counterpart<Vorpal = A::Vorpal>,
{
    let same = |a: A, b: B| assert_eq!(a.to_vorpal(), b.to_vorpal());
    let option = |a: Option<A>, b: Option<B>| match (a, b) {
        (Some(a), Some(b)) => same(a, b),
        (a, b) => assert!(a.is_none() && b.is_none()),
    };
    assert_eq!(A::MODULUS.as_ref(), B::MODULUS.as_ref());
    same(A::GENERATOR, B::GENERATOR);
    same(A::TWO_ADIC_ROOT_OF_UNITY, B::TWO_ADIC_ROOT_OF_UNITY);
    option(A::LARGE_SUBGROUP_ROOT_OF_UNITY, B::LARGE_SUBGROUP_ROOT_OF_UNITY);
    let (mut a, mut b) = (-A::ONE, -B::ONE);
    for _ in 0..12 {
        (a, b) = (a.square() - A::GENERATOR, b.square() - B::GENERATOR);
        same(a, b);
        assert_eq!(A::sum_of_products(&[a, -a, A::ONE], &[a, A::ONE, a]), a.square());
        assert_eq!(a.into_bigint().as_ref(), b.into_bigint().as_ref());
        option(a.inverse(), b.inverse());
        option(a.sqrt(), b.sqrt());
    }
}

#[test]
fn as_for_arkworks_0_6() {
    versions::<Bn254Base, ark06::Bn254Base>();
    versions::<Bn254Scalar, ark06::Bn254Scalar>();
    versions::<Bls12_381Base, ark06::Bls12_381Base>();
    versions::<Bls12_381Scalar, ark06::Bls12_381Scalar>();
    versions::<Bls12_377Base, ark06::Bls12_377Base>();
    versions::<Bls12_377Scalar, ark06::Bls12_377Scalar>();
    versions::<BandersnatchScalar, ark06::BandersnatchScalar>();
    versions::<Secp256k1Base, ark06::Secp256k1Base>();
    versions::<Secp256k1Scalar, ark06::Secp256k1Scalar>();
    versions::<P256Base, ark06::P256Base>();
    versions::<P256Scalar, ark06::P256Scalar>();
}
