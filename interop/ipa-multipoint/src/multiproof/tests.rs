//! Both ways to prove and verify give the same bytes, challenges and verdicts.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use alloc::vec::Vec;

use banderwagon::{Field, Fr, One};

use super::{ProverQuery, VerifierQuery, general, with_tables};
use crate::crs::CRS;
use crate::lagrange_basis::{LagrangeBasis, PrecomputedWeights, integer};
use crate::tables;
use crate::transcript::Transcript;

fn queries(crs: &CRS, number: usize) -> Vec<ProverQuery> {
    let polynomials: Vec<LagrangeBasis> = (0..3)
        .map(|seed| LagrangeBasis::new((0..256).map(|i| integer(i + 300 * seed).pow([u64::MAX])).collect()))
        .collect();
    (0..number)
        .map(|i| {
            let (poly, point) = (&polynomials[i / 3 % 3], i * i * 7 % 256);
            let result = poly.evaluate_in_domain(point);
            ProverQuery { commitment: crs.commit_lagrange_poly(poly), poly: poly.clone(), point, result }
        })
        .collect()
}

#[test]
fn tables_and_sums_agree() {
    let weights = PrecomputedWeights::new(256);
    for crs in [CRS::salt(), CRS::ethereum()] {
        let committer = tables::of(&crs).unwrap();
        // Up to 16 openings, `vorpal-ipa` computes E from the commitments, above from the values.
        for number in [1, 2, 16, 17, 100] {
            let queries = queries(&crs, number);
            let [mut first, mut second] = [Transcript::new(b"st"), Transcript::new(b"st")];
            first.append_u64(b"before", 5);
            second.append_u64(b"before", 5);
            let proof = with_tables::open(committer, &mut first, &queries).unwrap();
            assert_eq!(general::open(&crs, &weights, &mut second, &queries), proof);
            assert_eq!(first.state, second.state);

            let mut claims: Vec<VerifierQuery> = queries.iter().cloned().map(VerifierQuery::from).collect();
            for valid in [true, false] {
                let [mut first, mut second] = [Transcript::new(b"st"), Transcript::new(b"st")];
                first.append_u64(b"before", 5);
                second.append_u64(b"before", 5);
                assert_eq!(with_tables::check(committer, &proof, &claims, &mut first), Some(valid));
                assert_eq!(general::check(&proof, &crs, &weights, &claims, &mut second), valid);
                assert_eq!(first.state, second.state);
                claims[number / 2].result += Fr::one();
            }
        }
    }
}

/// What `vorpal-ipa` does not take is left to the general functions, with the transcript unchanged.
#[test]
fn other_statements_are_left_to_sums() {
    let crs = CRS::salt();
    let committer = tables::of(&crs).unwrap();
    let mut transcript = Transcript::new(b"st");
    assert_eq!(with_tables::open(committer, &mut transcript, &[]), None);
    let mut wrong = queries(&crs, 1);
    let proof = with_tables::open(committer, &mut Transcript::new(b"st"), &wrong).unwrap();
    let mut claims: Vec<VerifierQuery> = wrong.iter().cloned().map(VerifierQuery::from).collect();
    wrong[0].result += Fr::one();
    assert_eq!(with_tables::open(committer, &mut transcript, &wrong), None);
    claims[0].point = integer(256);
    assert_eq!(with_tables::check(committer, &proof, &claims, &mut transcript), None);
    let mut short = proof;
    short.open_proof.L_vec.pop();
    claims[0].point = integer(0);
    assert_eq!(with_tables::check(committer, &short, &claims, &mut transcript), None);
    assert_eq!(transcript.state, b"st");
}

#[test]
fn only_known_points_have_tables() {
    let crs = CRS::salt();
    assert!(tables::of(&crs).is_some());
    let mut changed = crs.clone();
    changed.G.swap(3, 200);
    assert!(tables::of(&changed).is_none());
    let mut changed = crs.clone();
    changed.Q = changed.G[0];
    assert!(tables::of(&changed).is_none());
    let mut changed = crs;
    changed.n = 255;
    assert!(tables::of(&changed).is_none());
    assert!(tables::of(&CRS::with_derived_q(8, b"seed")).is_none());
}

/// Every single generator counts.
#[test]
fn other_points_at_any_index_have_no_tables() {
    for crs in [CRS::salt(), CRS::ethereum()] {
        for index in [0, 1, 127, 254, 255] {
            let mut changed = crs.clone();
            changed.G[index] = -changed.G[index];
            assert!(tables::of(&changed).is_none(), "generator {index}");
        }
        assert!(tables::of(&CRS { Q: -crs.Q, ..crs }).is_none());
    }
}

/// At a point of the domain one Lagrange polynomial is one, and the others are zero. Elsewhere they interpolate.
#[test]
fn lagrange_polynomials_at_all_points() {
    let weights = PrecomputedWeights::new(5);
    let values: Vec<Fr> = (0..5).map(|i| integer(i).pow([4])).collect();
    for point in 0..12 {
        let at_point = LagrangeBasis::evaluate_lagrange_coefficients(&weights, 5, integer(point));
        assert_eq!(crate::math_utils::inner_product(&values, &at_point), integer(point).pow([4]));
        if point < 5 {
            assert_eq!(at_point[point], Fr::one());
            assert_eq!(at_point.iter().filter(|value| **value == integer(0)).count(), 4);
        }
    }
}
