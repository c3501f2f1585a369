//! Polynomials with fewer values than generators: missing values are zero, in every function.

use banderwagon::*;
use ipa_multipoint::crs::CRS;
use ipa_multipoint::ipa::create;
use ipa_multipoint::lagrange_basis::{LagrangeBasis, PrecomputedWeights};
use ipa_multipoint::math_utils::inner_product;
use ipa_multipoint::multiproof::{MultiPoint, MultiPointProof, ProverQuery, VerifierQuery};
use ipa_multipoint::transcript::Transcript;

use crate::{lagrange, values};

/// The values with zeros up to `n`.
fn filled(values: &[Fr], n: usize) -> LagrangeBasis {
    let mut values = values.to_vec();
    values.resize(n, Fr::zero());
    LagrangeBasis::new(values)
}

fn open(crs: &CRS, queries: &[ProverQuery]) -> (MultiPointProof, Vec<u8>) {
    let mut transcript = Transcript::new(b"st");
    let weights = PrecomputedWeights::new(crs.n);
    (MultiPoint::open(crs.clone(), &weights, &mut transcript, queries.to_vec()), transcript.state)
}

/// Stems of a tree: four values of 256.
#[test]
fn four_values_have_a_proof() {
    let short = LagrangeBasis::new([1u64, 7, 2, 3].map(Fr::from).to_vec());
    for crs in [CRS::ethereum(), CRS::salt(), CRS::with_generator_q(256, b"other points")] {
        let commitment = crs.commit_lagrange_poly(&filled(short.values(), 256));
        assert_eq!(crs.commit_lagrange_poly(&short), commitment);
        let query = ProverQuery { commitment, poly: short.clone(), point: 1, result: Fr::from(7u64) };
        let (proof, _) = open(&crs, std::slice::from_ref(&query));
        let check = |query: ProverQuery| {
            let weights = PrecomputedWeights::new(256);
            proof.check(&crs, &weights, &[VerifierQuery::from(query)], &mut Transcript::new(b"st"))
        };
        assert!(check(query.clone()));
        assert!(!check(ProverQuery { result: Fr::from(2u64), ..query }));
    }
}

/// Short polynomials of every length beside full ones, at points with and without values, in one proof: the bytes and
/// the transcript of the same polynomials with zeros.
#[test]
fn zeros_change_no_proof() {
    for (crs, n) in
        [(CRS::ethereum(), 256), (CRS::with_derived_q(16, b"b"), 16), (CRS::with_derived_q(1, b"c"), 1)]
    {
        let lengths = [0, 1, 2, 3, n / 2, n - 1, n];
        // The first two orders have the shorter polynomial before and after the longer at the same point.
        for order in [lengths.to_vec(), lengths.iter().rev().copied().collect(), vec![1, n, 1, 0, n]] {
            let of = |filled_up: bool| -> Vec<ProverQuery> {
                let query = |(i, length): (usize, &usize)| {
                    let values = values(i as u64, *length as u64);
                    let full = filled(&values, n);
                    let point = [n - 1, 0, n - 1, n / 2][i % 4];
                    let result = full.evaluate_in_domain(point);
                    let commitment = crs.commit_lagrange_poly(&full);
                    let poly = if filled_up { full } else { LagrangeBasis::new(values) };
                    ProverQuery { commitment, poly, point, result }
                };
                order.iter().filter(|length| **length <= n).enumerate().map(query).collect()
            };
            let (short, full) = (of(false), of(true));
            let (proof, state) = open(&crs, &short);
            assert_eq!((&proof, &state), (&open(&crs, &full).0, &open(&crs, &full).1));
            let claims: Vec<VerifierQuery> = short.into_iter().map(VerifierQuery::from).collect();
            let weights = PrecomputedWeights::new(n);
            assert!(proof.check(&crs, &weights, &claims, &mut Transcript::new(b"st")));
        }
    }
}

#[test]
fn arguments_about_short_vectors() {
    let (crs, point) = (CRS::with_derived_q(8, b"a"), Fr::from(77u64));
    let b = lagrange(8, point);
    for length in 0..=8 {
        let a = values(5, length);
        let full = filled(&a, 8);
        let commitment = crs.commit_lagrange_poly(&full);
        let prove =
            |a: Vec<Fr>| create(&mut Transcript::new(b"t"), crs.clone(), a, commitment, b.clone(), point);
        let proof = prove(a);
        assert_eq!(proof, prove(full.values().to_vec()));
        let value = inner_product(full.values(), &b);
        let mut transcript = Transcript::new(b"t");
        assert!(proof.verify_multiexp(&mut transcript, &crs, b.clone(), commitment, point, value));
    }
    // More values than generators, or a public vector of another length.
    for (a, b) in [(9, 8), (8, 7), (8, 9), (7, 7)] {
        let (a, b) = (values(1, a), values(2, b));
        let outcome = std::panic::catch_unwind(|| {
            create(&mut Transcript::new(b"t"), crs.clone(), a, Element::zero(), b, point)
        });
        assert!(outcome.is_err());
    }
}
