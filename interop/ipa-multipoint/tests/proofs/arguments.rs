//! Inner product arguments.

use banderwagon::*;
use ipa_multipoint::crs::CRS;
use ipa_multipoint::ipa::{IPAProof, create};
use ipa_multipoint::lagrange_basis::LagrangeBasis;
use ipa_multipoint::math_utils::{inner_product, powers_of};
use ipa_multipoint::transcript::{Transcript, TranscriptProtocol};

use crate::{digits, lagrange, published, up, values};

/// SALT's and go-ipa's test: the same statement over both kinds of points.
#[test]
fn published_arguments() {
    let seed: &[u8] = b"eth_verkle_oct_2021";
    let salt = "6332c17c4534a52d4d8c44ab22d143bd071050e7f25238137b18675c9953850c";
    let ethereum = "0a81881cbfd7d7197a54ebd67ed6a68b5867f3c783706675b34ece43e85e7306";
    let cases = [
        (CRS::with_derived_q(256, seed), published::SALT_ARGUMENT, salt),
        (CRS::ethereum(), published::ETHEREUM_ARGUMENT, ethereum),
    ];
    for (crs, expected, state) in cases {
        let commitment = crs.commit_lagrange_poly(&LagrangeBasis::new(up()));
        let encoding = "1b9dff8f5ebbac250d291dfe90e36283a227c64b113c37f1bfb9e7a743cdb128";
        assert_eq!(hex::encode(commitment.to_bytes()), encoding);
        let point = Fr::from(2101u64);
        let b = lagrange(256, point);
        let value = inner_product(&up(), &b);
        assert_eq!(digits(&value), "4a353e70b03c89f161de002e8713beec0d740a5e20722fd5bd68b30540a33208");
        let mut prover = Transcript::new(b"test");
        let proof = create(&mut prover, crs.clone(), up(), commitment, b.clone(), point);
        assert_eq!(hex::encode(proof.to_bytes().unwrap()), expected);
        assert_eq!(digits(&prover.challenge_scalar(b"state")), state);
        let proof = IPAProof::from_bytes(&hex::decode(expected).unwrap(), 256).unwrap();
        let mut verifier = Transcript::new(b"test");
        assert!(proof.verify_multiexp(&mut verifier, &crs, b.clone(), commitment, point, value));
        assert_eq!(digits(&verifier.challenge_scalar(b"state")), state);
        assert!(proof.verify(
            &mut Transcript::new(b"test"),
            crs.clone(),
            b.clone(),
            commitment,
            point,
            value
        ));
        assert!(proof.verify_semi_multiexp(&mut Transcript::new(b"test"), &crs, b, commitment, point, value));
    }
}

#[test]
fn round_trips_of_all_lengths() {
    for rounds in 0..8 {
        let n = 1 << rounds;
        let crs = CRS::with_derived_q(n, b"random seed");
        let (a, point) = (values(3, n as u64), Fr::from(77u64));
        // Any public vector, not only Lagrange polynomials.
        let b = powers_of(point, n);
        let value = inner_product(&a, &b);
        let commitment = crs.commit_lagrange_poly(&LagrangeBasis::new(a.clone()));
        let proof = create(&mut Transcript::new(b"t"), crs.clone(), a, commitment, b.clone(), point);
        assert_eq!((proof.L_vec.len(), proof.R_vec.len()), (rounds, rounds));
        let verify = |proof: &IPAProof, label: &[u8], b: &[Fr], commitment, value| {
            proof.verify_multiexp(&mut Transcript::new(label), &crs, b.to_vec(), commitment, point, value)
        };
        assert!(verify(&proof, b"t", &b, commitment, value));
        assert!(!verify(&proof, b"t", &b, commitment, value + Fr::one()));
        assert!(!verify(&proof, b"t", &b, commitment + crs.Q, value));
        // Without rounds there is only the first challenge, which multiplies the value: it cancels.
        assert!(!verify(&proof, b"u", &b, commitment, value) || rounds == 0);
        assert!(!verify(&proof, b"t", &[&b[..], &[point]].concat(), commitment, value));
        assert!(!verify(&proof, b"t", &b[1..], commitment, value));
        let mut other = proof.clone();
        other.a += Fr::one();
        assert!(!verify(&other, b"t", &b, commitment, value));
        for changed in 0..rounds {
            let mut other = proof.clone();
            other.L_vec[changed] += crs.Q;
            assert!(!verify(&other, b"t", &b, commitment, value));
            let mut other = proof.clone();
            other.R_vec[changed] = -other.R_vec[changed];
            assert!(!verify(&other, b"t", &b, commitment, value));
        }
        // Another number of rounds.
        let mut longer = proof.clone();
        longer.L_vec.push(crs.Q);
        assert!(!verify(&longer, b"t", &b, commitment, value));
        longer.R_vec.push(crs.Q);
        assert!(!verify(&longer, b"t", &b, commitment, value));
        // Bytes.
        let bytes = proof.to_bytes().unwrap();
        assert_eq!(bytes.len(), 32 * (2 * rounds + 1));
        assert_eq!(IPAProof::from_bytes(&bytes, n).unwrap(), proof);
        let bytes = proof.to_bytes_uncompressed().unwrap();
        assert_eq!(IPAProof::from_bytes_unchecked_uncompressed(&bytes, n).unwrap(), proof);
    }
}

/// Lists of points or numbers of generators that do not fit each other.
#[test]
fn arguments_that_do_not_fit_are_invalid() {
    let (crs, point) = (CRS::with_derived_q(8, b"random seed"), Fr::from(77u64));
    let (a, b) = (values(3, 8), powers_of(point, 8));
    let value = inner_product(&a, &b);
    let commitment = crs.commit_lagrange_poly(&LagrangeBasis::new(a.clone()));
    let proof = create(&mut Transcript::new(b"t"), crs.clone(), a, commitment, b.clone(), point);
    let verify = |proof: &IPAProof, crs: &CRS| {
        proof.verify_multiexp(&mut Transcript::new(b"t"), crs, b.clone(), commitment, point, value)
    };
    assert!(verify(&proof, &crs));
    for (left, right) in [(2, 3), (3, 2), (3, 4), (4, 3), (0, 3), (3, 0), (2, 2), (0, 0)] {
        let mut changed = proof.clone();
        changed.L_vec.resize(left, crs.Q);
        changed.R_vec.resize(right, crs.Q);
        assert!(!verify(&changed, &crs), "{left} and {right} points");
    }
    for n in [0, 4, 7, 9, 16] {
        assert!(!verify(&proof, &CRS { n, ..crs.clone() }));
        let mut changed = crs.clone();
        changed.G.resize(n, crs.Q);
        assert!(!verify(&proof, &changed) && !verify(&proof, &CRS { n, ..changed }), "{n} generators");
    }
}
