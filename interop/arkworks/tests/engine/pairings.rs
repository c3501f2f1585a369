//! Pairings, beside those of arkworks.

use ark_ec::pairing::{MillerLoopOutput, Pairing, PairingOutput};
use ark_ec::short_weierstrass as sw;
use ark_ec::{AffineRepr, CurveConfig, CurveGroup};
use ark_ff::{AdditiveGroup, Field, UniformRand};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize, Compress, Validate};
use ark_std::Zero;
use ark_std::rand::SeedableRng;
use ark_std::rand::rngs::StdRng;
use vorpal_arkworks::engine::{Affine, G1Prepared, G2Prepared, PairingModel, Projective, VorpalPairing};

use super::points::{outside, special_points};

/// A list of points of G1 and of G2 of arkworks.
type Points<A> = (Vec<<A as Pairing>::G1Affine>, Vec<<A as Pairing>::G2Affine>);

/// Lists of pairs of many lengths, with infinity, equal and opposite points.
fn lists<A: PairingModel<N>, const N: usize>() -> Vec<Points<A>> {
    let rng = &mut StdRng::seed_from_u64(11);
    let left = special_points::<A::Curve1>(rng);
    let right = special_points::<A::Curve2>(rng);
    let mut lists = vec![(vec![], vec![])];
    for number in [1, 2, 3, 5, 9] {
        for first in 0..5 {
            let (mut a, mut b) = (left.clone(), right.clone());
            a.rotate_left(first);
            b.rotate_left((2 * first + number) % right.len());
            lists.push((
                a[..number].iter().map(|point| point.into_affine()).collect(),
                b[..number].iter().map(|point| point.into_affine()).collect(),
            ));
        }
    }
    lists
}

/// The values are those of arkworks bit for bit, with and without stored lines, and with some of both.
fn values<A: PairingModel<N>, const N: usize>() {
    for (a, b) in lists::<A, N>() {
        let expected = A::multi_pairing(a.iter().copied(), b.iter().copied());
        let left: Vec<_> = a.iter().copied().map(Affine::from).collect();
        let right: Vec<_> = b.iter().copied().map(Affine::from).collect();
        let value = VorpalPairing::<A, N>::multi_pairing(&left, &right);
        assert_eq!(value.0, expected.0);
        let prepared: Vec<G2Prepared<A, N>> = right.iter().map(G2Prepared::from).collect();
        for _ in 0..2 {
            assert_eq!(VorpalPairing::<A, N>::multi_pairing(&left, prepared.iter().cloned()).0, expected.0);
        }
        let mixed: Vec<_> = prepared
            .iter()
            .enumerate()
            .map(|(i, q)| if i % 2 == 0 { q.clone() } else { G2Prepared::from(q.point()) })
            .collect();
        assert_eq!(VorpalPairing::<A, N>::multi_pairing(&left, mixed).0, expected.0);
        // By single pairings of projective points.
        let product: PairingOutput<VorpalPairing<A, N>> = left
            .iter()
            .zip(&right)
            .map(|(p, q)| VorpalPairing::<A, N>::pairing(Projective::from(*p), Projective::from(*q)))
            .sum();
        assert_eq!(product.0, expected.0);
    }
}

/// The final exponentiation of any element is that of arkworks.
fn final_exponentiations<A: PairingModel<N>, const N: usize>() {
    let rng = &mut StdRng::seed_from_u64(12);
    let mut elements = vec![A::TargetField::ONE, -A::TargetField::ONE, A::TargetField::from(5u64)];
    elements.extend((0..10).map(|_| A::TargetField::rand(rng)));
    for element in elements {
        let ours = VorpalPairing::<A, N>::final_exponentiation(MillerLoopOutput(element)).unwrap();
        assert_eq!(ours.0, A::final_exponentiation(MillerLoopOutput(element)).unwrap().0);
    }
    let zero = A::TargetField::ZERO;
    assert!(VorpalPairing::<A, N>::final_exponentiation(MillerLoopOutput(zero)).is_none());
    assert!(A::final_exponentiation(MillerLoopOutput(zero)).is_none());
}

fn outputs_and_prepared_points<A: PairingModel<N>, const N: usize>() {
    let rng = &mut StdRng::seed_from_u64(13);
    let seeds = || StdRng::seed_from_u64(14);
    let (ours, theirs) =
        (PairingOutput::<VorpalPairing<A, N>>::rand(&mut seeds()), PairingOutput::<A>::rand(&mut seeds()));
    assert_eq!(ours.0, theirs.0);
    let mut points: Vec<_> =
        special_points::<A::Curve2>(rng).iter().map(|point| point.into_affine()).collect();
    points.extend(outside::<A::Curve2>());
    for compress in [Compress::Yes, Compress::No] {
        for point in &points {
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            let prepared = G2Prepared::<A, N>::from(Affine::from(*point));
            prepared.serialize_with_mode(&mut ours, compress).unwrap();
            A::G2Prepared::from(*point).serialize_with_mode(&mut theirs, compress).unwrap();
            assert!(ours == theirs);
            assert_eq!(prepared.serialized_size(compress), ours.len());
            for validate in [Validate::Yes, Validate::No] {
                let read =
                    |bytes: &[u8]| G2Prepared::<A, N>::deserialize_with_mode(bytes, compress, validate);
                assert_eq!(read(&ours).unwrap().point(), prepared.point());
                assert!(read(&ours[..ours.len() - 1]).is_err());
                // Lines of no point, and missing lines.
                let mut changed = ours.clone();
                for position in [8, ours.len() / 2, ours.len() - 1] {
                    changed[position] ^= 1;
                    assert!(read(&changed).is_err(), "{position}");
                    changed[position] ^= 1;
                }
            }
        }
        for point in special_points::<A::Curve1>(rng) {
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            let prepared = G1Prepared::from(Projective::from(point));
            prepared.serialize_with_mode(&mut ours, compress).unwrap();
            A::G1Prepared::from(point).serialize_with_mode(&mut theirs, compress).unwrap();
            assert_eq!(ours, theirs);
            let read = G1Prepared::<A::Curve1>::deserialize_with_mode(&ours[..], compress, Validate::Yes);
            assert_eq!(read.unwrap().0, prepared.0);
        }
    }
    assert_eq!(G2Prepared::<A, N>::default().point(), Affine::GENERATOR);
    assert_eq!(G1Prepared::<A::Curve1>::default().0, Affine::GENERATOR);
}

/// Lines of two numbers that are no point of the twist are an error. For `x = 0` the tangent gives both numbers back,
/// and only the equation of the curve shows the error; for another `x` they are not the lines of the point it gives.
fn lines_of_no_point<A: PairingModel<N>, const N: usize>() {
    let (zero, one) =
        (<A::Curve2 as CurveConfig>::BaseField::ZERO, <A::Curve2 as CurveConfig>::BaseField::ONE);
    for x in [zero, one] {
        let none = sw::Affine::<A::Curve2>::new_unchecked(x, one);
        assert!(!none.is_on_curve());
        let mut bytes = Vec::new();
        A::G2Prepared::from(none).serialize_compressed(&mut bytes).unwrap();
        assert!(G2Prepared::<A, N>::deserialize_compressed(&bytes[..]).is_err(), "{x}");
    }
}

/// A point outside G2 has no lines, and its loops end.
fn points_outside_g2<A: PairingModel<N>, const N: usize>() {
    let Some(point) = outside::<A::Curve2>() else { panic!("the twist has a cofactor") };
    let prepared = G2Prepared::<A, N>::from(Affine::from(point));
    let p = Affine::<A::Curve1>::GENERATOR;
    let value = VorpalPairing::<A, N>::pairing(p, prepared.clone());
    assert_eq!(VorpalPairing::<A, N>::pairing(p, Affine::from(point)), value);
    assert!(!value.is_zero());
}

macro_rules! for_each_engine {
    ($($name:ident: $engine:ty, $limbs:literal;)*) => {$(
        mod $name {
            #[test]
            fn pairings() {
                super::values::<$engine, $limbs>();
                super::final_exponentiations::<$engine, $limbs>();
                super::outputs_and_prepared_points::<$engine, $limbs>();
                super::lines_of_no_point::<$engine, $limbs>();
                super::points_outside_g2::<$engine, $limbs>();
            }

            #[test]
            #[should_panic(expected = "as many points")]
            fn different_lengths() {
                use ark_ec::AffineRepr;
                type Engine = vorpal_arkworks::engine::VorpalPairing<$engine, $limbs>;
                type G1 = <Engine as ark_ec::pairing::Pairing>::G1Affine;
                type G2 = <Engine as ark_ec::pairing::Pairing>::G2Affine;
                let _ = <Engine as ark_ec::pairing::Pairing>::multi_pairing([G1::GENERATOR; 2], [G2::GENERATOR]);
            }
        }
    )*};
}

for_each_engine! {
    bn254: ark_bn254::Bn254, 4;
    bls12_381: ark_bls12_381::Bls12_381, 6;
    bls12_377: ark_bls12_377::Bls12_377, 6;
}
