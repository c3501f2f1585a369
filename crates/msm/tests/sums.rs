//! Buckets and tables against one multiplication at a time, on both curve shapes.

#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "a test stops at the first surprise"
)]

use proptest::prelude::*;
use vorpal_curves::Group;
use vorpal_curves::bandersnatch::Banderwagon;
use vorpal_curves::secp256k1::Jacobian;
use vorpal_fields::{Field, PrimeField};
use vorpal_msm::{Error, FixedBases, group_msm_vartime};

fn naive<G: Group>(points: &[G], scalars: &[G::Scalar]) -> G {
    points.iter().zip(scalars).fold(G::IDENTITY, |sum, (p, s)| sum.add_vartime(&p.mul_vartime(s)))
}

/// A deterministic scalar, of all bits.
fn scalar<S: PrimeField>(seed: u64) -> S {
    (1..=4u64).fold(S::from(seed), |sum, i| sum.square() * S::from(0x9e37_79b9_7f4a_7c15) + S::from(i))
}

/// Scalars that make digits hard: zero, one, the largest, powers of two and their neighbours.
fn hard_scalars<S: PrimeField>() -> Vec<S> {
    let mut scalars = vec![S::ZERO, S::ONE, -S::ONE, -S::from(2)];
    let mut power = S::ONE;
    for _ in 0..S::BITS {
        power = power.double();
        scalars.extend([power, power - S::ONE, -power]);
    }
    scalars
}

fn check<G: Group>(points: &[G], scalars: &[G::Scalar]) {
    let affine = G::normalise_batch(points);
    assert_eq!(group_msm_vartime::<G>(&affine, scalars), Ok(naive(points, scalars)), "n = {}", points.len());
}

fn every_size_and_shape<G: Group>(generator: G) {
    let points: Vec<G> = (0..600).map(|i| generator.mul_vartime(&scalar(i))).collect();
    let scalars: Vec<G::Scalar> = (1000..1600).map(scalar).collect();
    for n in (0..=40).chain([100, 255, 600]) {
        check(&points[..n], &scalars[..n]);
    }
    let n = 300;
    let (zero, one) = (G::Scalar::ZERO, G::Scalar::ONE);
    let opposite: Vec<G> = (0..n).map(|i| if i % 2 == 0 { points[0] } else { points[0].neg() }).collect();
    let mut with_identity = points[..n].to_vec();
    for i in [0, 1, 7, n - 1] {
        with_identity[i] = G::IDENTITY;
    }
    for points in [&points[..n], &vec![points[0]; n], &opposite, &with_identity, &vec![G::IDENTITY; n]] {
        for scalars in [&scalars[..n], &vec![scalars[0]; n], &vec![zero; n], &vec![one; n], &vec![-one; n]] {
            check(points, scalars);
        }
    }
    let hard: Vec<G::Scalar> = hard_scalars();
    let points: Vec<G> = (0..hard.len()).map(|i| points[i % 600]).collect();
    check(&points, &hard);
}

#[test]
fn banderwagon_sums() {
    every_size_and_shape(Banderwagon::generator());
}

#[test]
fn secp256k1_sums() {
    every_size_and_shape(Jacobian::GENERATOR);
}

fn tables<G: Group>(generator: G) {
    let bases: Vec<G> = vec![generator, generator.double(), generator.neg(), G::IDENTITY, generator];
    let affine = G::normalise_batch(&bases);
    for width in [2, 3, 5, 8, 12] {
        let table = FixedBases::<G>::new(&affine, width).unwrap();
        assert_eq!(table.len(), 5);
        assert!(!table.is_empty());
        let points = (5 * G::Scalar::BITS.div_ceil(width)) << (width - 1);
        assert_eq!(table.bytes(), points * size_of::<G::Affine>());
        for s in hard_scalars::<G::Scalar>().into_iter().chain((0..5).map(scalar)) {
            for n in [0, 1, 4, 5] {
                let scalars: Vec<_> = (0..n).map(|i| s * G::Scalar::from(i + 1)).collect();
                assert_eq!(table.msm_vartime(&scalars), Ok(naive(&bases, &scalars)));
            }
            // Repeated and unordered terms.
            let terms = [(4, s), (0, s.square()), (4, -s), (2, s)];
            let expected = generator.mul_vartime(&(s.square() - s));
            assert_eq!(table.msm_sparse_vartime(terms), Ok(expected));
        }
    }
}

#[test]
fn banderwagon_tables() {
    tables(Banderwagon::generator());
}

#[test]
fn secp256k1_tables() {
    tables(Jacobian::GENERATOR);
}

#[test]
fn wrong_shapes_are_errors() {
    let g = Banderwagon::generator();
    let affine = [g.to_affine(), g.to_affine()];
    let one = <Banderwagon as Group>::Scalar::ONE;
    assert_eq!(
        group_msm_vartime::<Banderwagon>(&affine, &[one]),
        Err(Error::Lengths { points: 2, scalars: 1 })
    );
    assert_eq!(group_msm_vartime::<Banderwagon>(&[], &[one]), Err(Error::Lengths { points: 0, scalars: 1 }));
    for width in [0, 1, 17, usize::MAX] {
        assert_eq!(FixedBases::<Banderwagon>::new(&affine, width).unwrap_err(), Error::Width { width });
    }
    let table = FixedBases::<Banderwagon>::new(&affine, 4).unwrap();
    assert_eq!(table.msm_vartime(&[one; 3]), Err(Error::TooManyScalars { bases: 2, scalars: 3 }));
    assert_eq!(table.msm_sparse_vartime([(2, one)]), Err(Error::NoSuchBase { bases: 2, index: 2 }));
    let empty = FixedBases::<Banderwagon>::new(&[], 8).unwrap();
    assert!(empty.is_empty());
    assert_eq!(empty.msm_vartime(&[]), Ok(Banderwagon::IDENTITY));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn random_multisets(indices in proptest::collection::vec((0u64..9, 0u64..9, any::<bool>()), 0..80)) {
        // Few points and few scalars: repeats, opposites and cancellation are the rule.
        let g = Jacobian::GENERATOR;
        let points: Vec<_> = indices.iter().map(|(p, _, negate)| {
            let point = g.mul_limbs_vartime(&[*p]);
            if *negate { point.neg() } else { point }
        }).collect();
        let scalars: Vec<_> = indices.iter().map(|(_, s, _)| if *s < 5 { scalar(*s) } else { -scalar::<<Jacobian as Group>::Scalar>(*s - 5) }).collect();
        check(&points, &scalars);
    }
}
