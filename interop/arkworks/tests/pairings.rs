//! Values of pairings are arkworks', not only up to a power.

#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a failure fails the test")]

use ark_ec::pairing::{MillerLoopOutput, PairingOutput};
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{Field, UniformRand, Zero};
use ark_std::rand::{SeedableRng, rngs::StdRng};
use vorpal_arkworks::functions::{
    SamePairing, final_exponentiation, miller_loop, multi_miller_loop, multi_pairing, pairing,
};

fn engine<P: SamePairing>() {
    let mut random = StdRng::seed_from_u64(10);
    let (mut p, mut q) = (vec![P::G1Affine::generator()], vec![P::G2Affine::generator()]);
    for _ in 0..6 {
        p.push(P::G1::rand(&mut random).into_affine());
        q.push(P::G2::rand(&mut random).into_affine());
    }
    (p[2], q[3]) = (P::G1Affine::zero(), P::G2Affine::zero());
    (p[5], q[5]) = (p[4], q[4]); // an equal pair
    p[6] = (-p[4].into_group()).into_affine(); // an opposite point
    q[6] = q[4];

    for (p, q) in p.iter().zip(&q) {
        let expected = P::pairing(*p, *q);
        assert_eq!(pairing::<P>(*p, *q), expected);
        // Each final exponentiation accepts both values of the Miller loop.
        let (ours, theirs) = (miller_loop::<P>(*p, *q), P::miller_loop(*p, *q));
        assert_eq!(P::final_exponentiation(ours), Some(expected));
        assert_eq!(final_exponentiation::<P>(theirs), Some(expected));
        assert_eq!(final_exponentiation::<P>(MillerLoopOutput(ours.0 * theirs.0)), Some(expected + expected));
    }
    for number in 0..=p.len() {
        let (p, q) = (&p[..number], &q[..number]);
        let expected = P::multi_pairing(p.iter().copied(), q.iter().copied());
        assert_eq!(multi_pairing::<P>(p.iter().copied(), q.iter().copied()), expected, "{number} pairs");
        let value = multi_miller_loop::<P>(p.iter().copied(), q.iter().copied());
        assert_eq!(final_exponentiation(value), Some(expected));
    }
    // Projective points.
    let (g, h) = (P::G1::generator(), P::G2::generator());
    assert_eq!(pairing::<P>(g, h), P::pairing(g, h));
    assert_eq!(multi_pairing::<P>([g, -g], [h, h]), PairingOutput::zero());

    let none = MillerLoopOutput::<P>(P::TargetField::zero());
    assert_eq!(final_exponentiation(none), None);
    assert_eq!(P::final_exponentiation(none), None);
    // Any other value.
    for value in [P::TargetField::ONE, P::TargetField::from(2u64), P::TargetField::rand(&mut random)] {
        let value = MillerLoopOutput::<P>(value);
        assert_eq!(final_exponentiation(value), P::final_exponentiation(value));
    }
}

#[test]
fn bn254() {
    engine::<ark_bn254::Bn254>();
}

#[test]
fn bls12_381() {
    engine::<ark_bls12_381::Bls12_381>();
}

#[test]
fn bls12_377() {
    engine::<ark_bls12_377::Bls12_377>();
}

#[test]
#[should_panic(expected = "as many points of G1 as of G2")]
fn lengths() {
    let g = ark_bn254::G1Affine::generator();
    let _ = multi_pairing::<ark_bn254::Bn254>([g], [] as [ark_bn254::G2Affine; 0]);
}
