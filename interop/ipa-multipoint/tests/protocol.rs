//! Transcripts, points, polynomials and committers.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use banderwagon::*;
use ipa_multipoint::committer::{Committer, DefaultCommitter};
use ipa_multipoint::crs::CRS;
use ipa_multipoint::ipa::{multi_scalar_mul_par, slow_vartime_multiscalar_mul};
use ipa_multipoint::lagrange_basis::{LagrangeBasis, PrecomputedWeights};
use ipa_multipoint::math_utils::{inner_product, powers_of, powers_of_par};
use ipa_multipoint::transcript::{Transcript, TranscriptProtocol};
use sha2::{Digest, Sha256};

fn digits(scalar: &Fr) -> String {
    let mut bytes = [0; 32];
    scalar.serialize_compressed(&mut bytes[..]).unwrap();
    hex::encode(bytes)
}

fn integer(i: usize) -> Fr {
    Fr::from(i as u64)
}

/// The vectors of the specification's transcript, which go-ipa, rust-verkle and SALT have as well.
#[test]
fn published_challenges() {
    let mut transcript = Transcript::new(b"simple_protocol");
    let first = transcript.challenge_scalar(b"simple_challenge");
    assert_eq!(digits(&first), "c2aa02607cbdf5595f00ee0dd94a2bbff0bed6a2bf8452ada9011eadb538d003");
    assert_ne!(transcript.challenge_scalar(b"simple_challenge"), first);

    let mut transcript = Transcript::new(b"simple_protocol");
    transcript.append_scalar(b"five", &Fr::from(5u64));
    transcript.append_scalar(b"five again", &Fr::from(5u64));
    let challenge = transcript.challenge_scalar(b"simple_challenge");
    assert_eq!(digits(&challenge), "498732b694a8ae1622d4a9347535be589e4aee6999ffc0181d13fe9e4d037b0b");

    let mut transcript = Transcript::new(b"simple_protocol");
    transcript.append_scalar(b"-1", &-Fr::one());
    transcript.domain_sep(b"separate me");
    transcript.append_scalar(b"-1 again", &-Fr::one());
    transcript.domain_sep(b"separate me again");
    transcript.append_scalar(b"now 1", &Fr::one());
    let challenge = transcript.challenge_scalar(b"simple_challenge");
    assert_eq!(digits(&challenge), "14f59938e9e9b1389e74311a464f45d3d88d8ac96adf1c1129ac466de088d618");

    let mut transcript = Transcript::new(b"simple_protocol");
    transcript.append_point(b"generator", &Element::prime_subgroup_generator());
    let challenge = transcript.challenge_scalar(b"simple_challenge");
    assert_eq!(digits(&challenge), "8c2dafe7c0aabfa9ed542bb2cbf0568399ae794fc44fdfd7dff6cc0e6144921c");
}

#[test]
fn the_state_is_public_bytes() {
    let mut transcript = Transcript::new(b"a");
    transcript.append_u64(b"n", 258);
    transcript.append_raw(b"raw");
    assert_eq!(transcript.state, b"an\0\0\0\0\0\0\x01\x02raw");
    let challenge = transcript.challenge_scalar(b"c");
    assert_eq!(hex::encode(&transcript.state), format!("63{}", digits(&challenge)));
}

fn digest(encodings: &[[u8; 32]]) -> String {
    hex::encode(Sha256::digest(encodings.as_flattened()))
}

fn encodings(crs: &CRS) -> Vec<[u8; 32]> {
    Element::batch_to_bytes(&[&crs.G[..], &[crs.Q]].concat())
}

/// The published points: SALT's 257 and the first 256 of them, and those of Ethereum.
#[test]
fn published_points() {
    let salt = encodings(&CRS::salt());
    assert_eq!(hex::encode(salt[0]), "2816c0c3ac2555ec31fd5790f97bec3ec9b87d25136507bae595567416e76b80");
    assert_eq!(hex::encode(salt[255]), "046e3ca0b403c4bb91b27583d57d305945cae298ce18386cd0c0a0d5d76871ab");
    assert_eq!(hex::encode(salt[256]), "1f646c11fcb94d2200b61770bdc72cd834d088048a425ca752507ebbec7ed6c1");
    assert_eq!(digest(&salt[..256]), "e0d59418bbe04c1f4ec7493a9ed30497982d4ab5480d68b5e8ce426dd756d136");
    // Of all points that SALT 1.0.5 contains as text.
    assert_eq!(digest(&salt), "56cec640c5aba1cd9d57f7a579f086315ffac2b0292c7582120ef74889e78b9a");
    let ethereum = encodings(&CRS::ethereum());
    assert_eq!(hex::encode(ethereum[0]), "01587ad1336675eb912550ec2a28eb8923b824b490dd2ba82e48f14590a298a0");
    assert_eq!(digest(&ethereum[..256]), "1fcaea10bf24f750200e06fa473c76ff0468007291fa548e2d99f09ba9256fdb");
    assert_eq!(ethereum[256], Element::prime_subgroup_generator().to_bytes());
    let seed = b"eth_verkle_oct_2021";
    assert_eq!(encodings(&CRS::with_derived_q(256, seed))[..256], ethereum[..256]);
    assert_eq!(encodings(&CRS::with_generator_q(256, seed)), ethereum);
}

#[test]
fn seeds_have_points_of_every_number() {
    for n in [0, 1, 2, 5] {
        let crs = CRS::with_derived_q(n, b"seed");
        assert_eq!((crs.n, crs.G.len(), crs.max_number_of_elements()), (n, n, n));
        assert_eq!(CRS::with_derived_q(n + 1, b"seed").G[n], crs.Q);
        let other = CRS::with_generator_q(n, b"seed");
        assert_eq!((other.n, other.G, other.Q), (n, crs.G, Element::prime_subgroup_generator()));
    }
}

#[test]
fn weights_are_those_of_the_definition() {
    for n in [0, 1, 2, 3, 7, 256] {
        let weights = PrecomputedWeights::new(n);
        assert_eq!(weights.domain_size(), n);
        for i in 0..n {
            let definition = PrecomputedWeights::compute_barycentric_weight_for(i, n);
            assert_eq!(weights.get_barycentric_weight(i), definition);
            assert_eq!(weights.get_inverse_barycentric_weight(i) * definition, Fr::one());
            let ratio = weights.get_ratio_of_barycentric_weights(i, n - 1 - i);
            assert_eq!(ratio * weights.get_barycentric_weight(n - 1 - i), definition);
            if i > 0 {
                assert_eq!(weights.get_inverted_element(i, false) * integer(i), Fr::one());
                assert_eq!(weights.get_inverted_element(i, true) * integer(i), -Fr::one());
            }
        }
    }
}

#[test]
#[should_panic(expected = "zero has no inverse")]
fn the_inverse_of_zero_is_refused() {
    PrecomputedWeights::new(4).get_inverted_element(0, false);
}

#[test]
#[allow(clippy::op_ref, reason = "the operators of references are tested")]
fn polynomials_are_vectors() {
    let values = |seed: u64| (0..4).map(|i| Fr::from(seed).pow([i + 1])).collect::<Vec<Fr>>();
    let (f, h) = (LagrangeBasis::new(values(5)), LagrangeBasis::new(values(7)));
    let of = |map: &dyn Fn(usize) -> Fr| LagrangeBasis::new((0..4).map(map).collect());
    let (x, y) = (values(5), values(7));
    assert_eq!(f.clone() + h.clone(), of(&|i| x[i] + y[i]));
    assert_eq!(f.clone() + &h, of(&|i| x[i] + y[i]));
    assert_eq!(&f - &h, of(&|i| x[i] - y[i]));
    assert_eq!(-&f, of(&|i| -x[i]));
    assert_eq!(-f.clone(), of(&|i| -x[i]));
    let three = Fr::from(3u64);
    assert_eq!(f.clone() * three, of(&|i| x[i] * three));
    assert_eq!(f.clone() * &three, of(&|i| x[i] * three));
    assert_eq!(&f - &three, of(&|i| x[i] - three));
    assert_eq!(f.clone() - &three, of(&|i| x[i] - three));
    let none = LagrangeBasis::new(Vec::new());
    assert_eq!(none.clone() + &f, f);
    assert_eq!(f.clone() + &none, f);
    assert_eq!(&none - &f, -&f);
    assert_eq!((f.values(), f.evaluate_in_domain(2)), (&x[..], x[2]));
    // Missing values are zero, on either side.
    let short = LagrangeBasis::new(vec![three]);
    let first = |i| if i == 0 { three } else { Fr::zero() };
    for sum in [f.clone() + &short, short.clone() + &f, f.clone() + short.clone(), short.clone() + f.clone()]
    {
        assert_eq!(sum, of(&|i| x[i] + first(i)));
    }
    assert_eq!(&f - &short, of(&|i| x[i] - first(i)));
    assert_eq!(&short - &f, of(&|i| first(i) - x[i]));
}

#[test]
fn products_and_powers() {
    let point = Fr::from(3u64).pow([u64::MAX]);
    for n in [0, 1, 2, 100] {
        let powers = powers_of(point, n);
        assert_eq!(powers.len(), n);
        assert_eq!(powers_of_par(point, n), powers);
        for (i, power) in powers.iter().enumerate() {
            assert_eq!(*power, point.pow([i as u64]));
        }
        let expected = (0..n).fold(Fr::zero(), |sum, i| sum + powers[i] * powers[n - 1 - i]);
        assert_eq!(inner_product(&powers, &powers.iter().rev().copied().collect::<Vec<_>>()), expected);
    }
    assert!(std::panic::catch_unwind(|| inner_product(&[point], &[])).is_err());
}

#[test]
fn commitments_agree_with_sums() {
    let crs = CRS::ethereum();
    let committer = DefaultCommitter::new(&crs.G);
    let all: Vec<Fr> = (0..256).map(|i| integer(i + 3).pow([u64::MAX - 1])).collect();
    for n in [0, 1, 2, 5, 6, 63, 64, 255, 256] {
        let expected = slow_vartime_multiscalar_mul(all[..n].iter(), crs.G[..n].iter());
        assert_eq!(multi_scalar_mul_par(&crs.G[..n], &all[..n]), expected);
        assert_eq!(committer.commit_lagrange(&all[..n]), expected);
        assert_eq!(crs.commit_lagrange_poly(&LagrangeBasis::new(all[..n].to_vec())), expected);
        let other = CRS { n, G: crs.G[..n].to_vec(), Q: crs.Q };
        assert_eq!(other.commit_lagrange_poly(&LagrangeBasis::new(all[..n].to_vec())), expected);
    }
    for index in [0, 4, 5, 255] {
        assert_eq!(committer.scalar_mul(all[9], index), crs[index] * all[9]);
    }
    let sparse = committer.commit_sparse(vec![(all[1], 200), (all[2], 3), (-all[1], 200), (all[3], 200)]);
    assert_eq!(sparse, crs[3] * all[2] + crs[200] * all[3]);
    assert_eq!(committer.commit_sparse(Vec::new()), Element::zero());
    // The provided method of the trait.
    struct Single<'a>(&'a DefaultCommitter);
    impl Committer for Single<'_> {
        fn commit_lagrange(&self, evaluations: &[Fr]) -> Element {
            self.0.commit_lagrange(evaluations)
        }
        fn scalar_mul(&self, value: Fr, lagrange_index: usize) -> Element {
            self.0.scalar_mul(value, lagrange_index)
        }
    }
    assert_eq!(Single(&committer).commit_sparse(vec![(all[2], 3), (all[3], 200)]), sparse);
    // Any number of points.
    for n in [0, 1, 4, 7] {
        let few = DefaultCommitter::new(&crs.G[..n]);
        assert_eq!(few.commit_lagrange(&all[..n]), committer.commit_lagrange(&all[..n]));
        let outcome = std::panic::catch_unwind(|| few.scalar_mul(Fr::one(), n));
        assert!(outcome.is_err());
    }
    let text = format!("{:?}", DefaultCommitter::new(&crs.G[5..5]));
    assert_eq!(text, "DefaultCommitter { points: 0, bytes: 0 }");
}
