//! Multiproofs.

use banderwagon::*;
use ipa_multipoint::crs::CRS;
use ipa_multipoint::lagrange_basis::{LagrangeBasis, PrecomputedWeights};
use ipa_multipoint::multiproof::{MultiPoint, MultiPointProof, OpenError, ProverQuery, VerifierQuery};
use ipa_multipoint::transcript::{Transcript, TranscriptProtocol};

use crate::{digits, down, published, up, values};

fn query(crs: &CRS, poly: &LagrangeBasis, point: usize) -> ProverQuery {
    let result = poly.evaluate_in_domain(point);
    ProverQuery { commitment: crs.commit_lagrange_poly(poly), poly: poly.clone(), point, result }
}

fn claims(queries: &[ProverQuery]) -> Vec<VerifierQuery> {
    queries.iter().cloned().map(VerifierQuery::from).collect()
}

/// SALT's and go-ipa's test, over both kinds of points: the second by `vorpal-ipa`, the first by sums.
#[test]
fn published_multiproofs() {
    let salt = "91e9dc7ca3c84957ec97b482ba45c298301f55f1373dcfe99a22a08482862311";
    let ethereum = "eee8a80357ff74b766eba39db90797d022e8d6dee426ded71234241be504d519";
    let cases = [
        (CRS::with_derived_q(256, b"eth_verkle_oct_2021"), published::SALT_MULTIPROOF, salt),
        (CRS::ethereum(), published::ETHEREUM_MULTIPROOF, ethereum),
    ];
    let weights = PrecomputedWeights::new(256);
    for (crs, expected, state) in cases {
        let queries = [up(), down()].map(|values| query(&crs, &LagrangeBasis::new(values), 0)).to_vec();
        let claims = claims(&queries);
        let mut prover = Transcript::new(b"test");
        let proof = MultiPoint::open(crs.clone(), &weights, &mut prover, queries);
        assert_eq!(hex::encode(proof.to_bytes().unwrap()), expected);
        assert_eq!(digits(&prover.challenge_scalar(b"state")), state);
        let proof = MultiPointProof::from_bytes(&hex::decode(expected).unwrap(), 256).unwrap();
        let mut verifier = Transcript::new(b"test");
        assert!(proof.check(&crs, &weights, &claims, &mut verifier));
        assert_eq!(digits(&verifier.challenge_scalar(b"state")), state);
        let bytes = proof.to_bytes_uncompressed().unwrap();
        assert_eq!(MultiPointProof::from_bytes_unchecked_uncompressed(&bytes, 256).unwrap(), proof);
    }
}

/// Proofs for several points and several polynomials, with repetitions, by sums and with tables.
#[test]
fn round_trips() {
    let cases = [
        (CRS::with_derived_q(1, b"a"), 1),
        (CRS::with_derived_q(4, b"a"), 4),
        (CRS::with_derived_q(16, b"b"), 16),
        (CRS::salt(), 256),
    ];
    for (crs, n) in cases {
        let weights = PrecomputedWeights::new(n);
        let polynomials: Vec<LagrangeBasis> =
            (0..3).map(|seed| LagrangeBasis::new(values(seed, n as u64))).collect();
        for number in [1, 2, 3, 17, 40] {
            let queries: Vec<ProverQuery> =
                (0..number).map(|i| query(&crs, &polynomials[i / 2 % 3], i * i % n)).collect();
            let claims = claims(&queries);
            let proof = MultiPoint::open(crs.clone(), &weights, &mut Transcript::new(b"st"), queries);
            let check = |claims: &[VerifierQuery], label: &[u8]| {
                proof.check(&crs, &weights, claims, &mut Transcript::new(label))
            };
            assert!(check(&claims, b"st"), "{number} queries of {n} values");
            // With one value there are no rounds: the challenges of the label cancel.
            assert!(!check(&claims, b"ts") || n == 1);
            for index in [0, number - 1] {
                let mut wrong = claims.clone();
                wrong[index].result += Fr::one();
                assert!(!check(&wrong, b"st"));
                let mut wrong = claims.clone();
                wrong[index].commitment += crs.Q;
                assert!(!check(&wrong, b"st"));
                // Points outside of the domain.
                for point in [Fr::from(256u64), -Fr::one()] {
                    let mut wrong = claims.clone();
                    wrong[index].point = point;
                    assert!(!check(&wrong, b"st") || n == 1);
                }
            }
            assert!(!check(&claims[1..], b"st") || number > 1 && n == 1);
        }
    }
}

#[test]
fn no_queries_prove_nothing() {
    for (crs, n) in [(CRS::with_derived_q(4, b"a"), 4), (CRS::salt(), 256)] {
        let weights = PrecomputedWeights::new(n);
        let proof = MultiPoint::open(crs.clone(), &weights, &mut Transcript::new(b"st"), Vec::new());
        assert!(proof.g_x_comm.is_zero());
        assert!(!proof.check(&crs, &weights, &[], &mut Transcript::new(b"st")));
    }
}

#[test]
fn wrong_results_have_no_valid_proof() {
    for crs in [CRS::ethereum(), CRS::with_derived_q(256, b"any")] {
        let weights = PrecomputedWeights::new(256);
        let mut wrong = query(&crs, &LagrangeBasis::new(up()), 9);
        wrong.result += Fr::one();
        let right = query(&crs, &LagrangeBasis::new(up()), 9);
        let proof = MultiPoint::open(crs.clone(), &weights, &mut Transcript::new(b"st"), vec![wrong.clone()]);
        for query in [wrong, right] {
            assert!(!proof.check(&crs, &weights, &[query.into()], &mut Transcript::new(b"st")));
        }
    }
}

#[test]
fn queries_that_do_not_fit_are_errors() {
    let crs = CRS::with_derived_q(4, b"a");
    let weights = PrecomputedWeights::new(4);
    let good = query(&crs, &LagrangeBasis::new(values(1, 4)), 3);
    let error = |crs: &CRS, weights: &PrecomputedWeights, changed: ProverQuery| {
        let mut transcript = Transcript::new(b"st");
        let error =
            MultiPoint::try_open(crs, weights, &mut transcript, &[good.clone(), changed]).unwrap_err();
        assert_eq!(transcript.state, b"st");
        error
    };
    let point = error(&crs, &weights, ProverQuery { point: 4, ..good.clone() });
    assert_eq!(point, OpenError::Point { query: 1, point: 4, n: 4 });
    let poly = LagrangeBasis::new(values(1, 5));
    let long = error(&crs, &weights, ProverQuery { poly, ..good.clone() });
    assert_eq!(long, OpenError::Polynomial { query: 1, expected: 4, found: 5 });
    let others = error(&crs, &PrecomputedWeights::new(8), good.clone());
    assert_eq!(others, OpenError::Weights { expected: 4, found: 8 });
    let three = CRS { n: 3, G: crs.G[..3].to_vec(), Q: crs.Q };
    let generators = error(&three, &PrecomputedWeights::new(3), good.clone());
    assert_eq!(generators, OpenError::Generators { found: 3, n: 3 });
    let differs = CRS { n: 8, G: crs.G.clone(), Q: crs.Q };
    assert_eq!(error(&differs, &weights, good.clone()), OpenError::Generators { found: 4, n: 8 });
    // The replaced signature has no error, so it panics with its text; verification has a result.
    let outcome = std::panic::catch_unwind(|| {
        let query = ProverQuery { point: 4, ..good.clone() };
        MultiPoint::open(crs.clone(), &weights, &mut Transcript::new(b"st"), vec![query])
    });
    let text = outcome.unwrap_err().downcast_ref::<String>().unwrap().clone();
    assert_eq!(text, "query 0: the point 4 is not below 4");
    let proof = MultiPoint::open(crs.clone(), &weights, &mut Transcript::new(b"st"), vec![good.clone()]);
    let claims = [VerifierQuery::from(good.clone())];
    for (crs, weights) in [(&three, 3), (&differs, 4), (&crs, 8), (&CRS::salt(), 256)] {
        let weights = PrecomputedWeights::new(weights);
        assert!(!proof.check(crs, &weights, &claims, &mut Transcript::new(b"st")));
    }
}

/// Points that are congruent to a point of the domain modulo a power of two, in every limb.
#[test]
fn points_are_scalars_and_not_their_lowest_bits() {
    for crs in [CRS::ethereum(), CRS::with_derived_q(256, b"any")] {
        let weights = PrecomputedWeights::new(256);
        let query = query(&crs, &LagrangeBasis::new(values(1, 256)), 3);
        let claim = VerifierQuery::from(query.clone());
        let proof = MultiPoint::open(crs.clone(), &weights, &mut Transcript::new(b"st"), vec![query]);
        for bits in [0, 8, 32, 63, 64, 128, 192, 252] {
            let wrong = VerifierQuery { point: claim.point + Fr::from(2u64).pow([bits]), ..claim.clone() };
            assert!(!proof.check(&crs, &weights, &[wrong], &mut Transcript::new(b"st")), "3 + 2^{bits}");
        }
    }
}

/// Queries of one polynomial with two commitments: the second commitment is part of the proof.
#[test]
fn wrong_commitments_have_no_valid_proof() {
    for crs in [CRS::ethereum(), CRS::with_derived_q(256, b"any")] {
        let weights = PrecomputedWeights::new(256);
        let right = query(&crs, &LagrangeBasis::new(up()), 9);
        let wrong = ProverQuery { commitment: right.commitment + crs.Q, ..right.clone() };
        for (first, second) in [(&right, &wrong), (&wrong, &right)] {
            let queries = vec![first.clone(), second.clone()];
            let proof = MultiPoint::open(crs.clone(), &weights, &mut Transcript::new(b"st"), queries.clone());
            for claims in [claims(&queries), claims(&[right.clone(), right.clone()])] {
                assert!(!proof.check(&crs, &weights, &claims, &mut Transcript::new(b"st")));
            }
        }
    }
}

/// A proof of neutral elements and the scalar zero is a proof of zeros only.
#[test]
fn nothing_is_no_proof() {
    for (crs, n) in [(CRS::ethereum(), 256), (CRS::with_derived_q(8, b"a"), 8)] {
        let weights = PrecomputedWeights::new(n);
        let nothing = MultiPointProof::from_bytes(&vec![0; 64 * n.ilog2() as usize + 64], n).unwrap();
        assert!(nothing.g_x_comm.is_zero());
        let zero = query(&crs, &LagrangeBasis::new(vec![Fr::zero()]), 0);
        let poly = LagrangeBasis::new(values(2, n as u64));
        let check = |query: ProverQuery| {
            nothing.check(&crs, &weights, &claims(&[query]), &mut Transcript::new(b"st"))
        };
        assert!(!check(query(&crs, &poly, 0)));
        assert!(!check(ProverQuery { result: Fr::zero(), ..query(&crs, &poly, 0) }));
        assert!(!check(ProverQuery { commitment: Element::zero(), ..query(&crs, &poly, 0) }));
        assert!(check(zero.clone()) && !check(ProverQuery { result: Fr::one(), ..zero }));
    }
}
