//! Multiproofs: the published proof, proofs of many sizes, and invalid proofs.

use super::textbook::{committer, random_values};
use vorpal_curves::Group;
use vorpal_ipa::{
    Basis, Claim, Commitment, Committer, Error, MultiProof, ProofPart, Query, Scalar, Statement, Transcript,
    Vector,
};
use vorpal_oracle::data;

fn commitments(values: &[Vec<Scalar>]) -> Vec<Commitment> {
    values.iter().map(|values| committer().try_commit(values).unwrap()).collect()
}

fn claims(values: &[Vec<Scalar>], queries: &[Query]) -> Vec<Claim> {
    let claim = |&Query { vector, point }: &Query| {
        let value = values[vector].get(usize::from(point)).copied().unwrap_or(Scalar::ZERO);
        Claim { commitment: vector, point, value }
    };
    queries.iter().map(claim).collect()
}

/// A proof with its commitments and claims.
#[derive(Clone)]
struct Proved {
    commitments: Vec<Commitment>,
    claims: Vec<Claim>,
    proof: MultiProof,
}

impl Proved {
    fn new(label: &[u8], values: &[Vec<Scalar>], queries: &[Query]) -> Self {
        let commitments = commitments(values);
        let vectors: Vec<Vector<'_>> = commitments
            .iter()
            .zip(values)
            .map(|(&commitment, values)| Vector { commitment, values })
            .collect();
        let proof = committer().prove(label, &vectors, queries).unwrap();
        Self { commitments, claims: claims(values, queries), proof }
    }

    fn verified(&self, label: &[u8]) -> bool {
        committer().verify(label, &self.commitments, &self.claims, &self.proof).unwrap()
    }

    fn statement(&self) -> Statement<'_> {
        Statement { commitments: &self.commitments, claims: &self.claims, proof: &self.proof }
    }
}

/// go-ipa, `TestMultiProofConsistency`: the vectors 1, ..., 32 and 32, ..., 1, eight times each, both opened at 0.
#[test]
fn published_multiproof() {
    let up: Vec<Scalar> = (0..256).map(|i| Scalar::from(i % 32 + 1)).collect();
    let down: Vec<Scalar> = (0..256).map(|i| Scalar::from(32 - i % 32)).collect();
    let queries = [Query { vector: 0, point: 0 }, Query { vector: 1, point: 0 }];
    let proved = Proved::new(b"test", &[up.clone(), down.clone()], &queries);
    let published = data::bytes(concat!(
        "4f53588244efaf07a370ee3f9c467f933eed360d4fbf7a19dfc8bc49b67df4711bf1d0a720717cd6a8c75f1a668cb7cb",
        "dd63b48c676b89a7aee4298e71bd7f4013d7657146aa9736817da47051ed6a45fc7b5a61d00eb23e5df82a7f285cc10e",
        "67d444e91618465ca68d8ae4f2c916d1942201b7e2aae491ef0f809867d00e83468fb7f9af9b42ede76c1e90d89dd789",
        "ff22eb09e8b1d062d8a58b6f88b3cbe80136fc68331178cd45a1df9496ded092d976911b5244b85bc3de41e844ec1942",
        "56b39aeee4ea55538a36139211e9910ad6b7a74e75d45b869d0a67aa4bf600930a5f760dfb8e4df9938d1f47b743d71c",
        "78ba8585e3b80aba26d24b1f50b36fa1458e79d54c05f58049245392bc3e2b5c5f9a1b99d43ed112ca82b201fb143d40",
        "1741713188e47f1d6682b0bf496a5d4182836121efff0fd3b030fc6bfb5e21d6314a200963fe75cb856d444a813426b2",
        "084dfdc49dca2e649cb9da8bcb47859a4c629e97898e3547c591e39764110a224150d579c33fb74fa5eb96427036899c",
        "04154feab5344873d36a53a5baefd78c132be419f3f3a8dd8f60f72eb78dd5f43c53226f5ceb68947da3e19a750d760f",
        "b31fa8d4c7f53bfef11c4b89158aa56b1f4395430e16a3128f88e234ce1df7ef865f2d2c4975e8c82225f578310c31fd",
        "41d265fd530cbfa2b8895b228a510b806c31dff3b1fa5c08bffad443d567ed0e628febdd22775776e0cc9cebcaea9c6d",
        "f9279a5d91dd0ee5e7a0434e989a160005321c97026cb559f71db23360105460d959bcdf74bee22c4ad8805a1d497507",
    ));
    assert_eq!(proved.proof.to_bytes().to_vec(), published);
    assert_eq!(MultiProof::from_bytes(&published).unwrap(), proved.proof);
    assert!(proved.verified(b"test"));

    // The transcripts of prover, verifier and go-ipa end in the same state.
    let expected = data::bytes("eee8a80357ff74b766eba39db90797d022e8d6dee426ded71234241be504d519");
    let vectors =
        [(0, &up), (1, &down)].map(|(i, values)| Vector { commitment: proved.commitments[i], values });
    let mut prover = Transcript::new(b"test");
    committer().prove_with_transcript(&mut prover, &vectors, &queries).unwrap();
    assert_eq!(prover.challenge(b"state").to_le_bytes().to_vec(), expected);
    let mut verifier = Transcript::new(b"test");
    let right =
        committer().verify_with_transcript(&mut verifier, &proved.commitments, &proved.claims, &proved.proof);
    assert_eq!(right, Ok(true));
    assert_eq!(verifier.challenge(b"state").to_le_bytes().to_vec(), expected);
}

#[test]
fn round_trips_of_all_sizes() {
    let values: Vec<Vec<Scalar>> = (0..20).map(random_values).collect();
    for number in [1, 2, 255, 256, 257, 2000] {
        // Vectors and points repeat; with 256 or more queries every point occurs.
        let queries: Vec<Query> =
            (0..number).map(|i| Query { vector: i * 7 % 20, point: (255 + i * 3) as u8 }).collect();
        let proved = Proved::new(b"vt", &values, &queries);
        assert!(proved.verified(b"vt"), "{number} queries");
        assert!(!proved.verified(b"verkle"), "{number} queries, another label");
        if number <= 257 {
            assert!(super::textbook::verify("vt", &proved.commitments, &proved.claims, &proved.proof));
        }
    }
}

#[test]
fn special_vectors_and_queries() {
    let values = vec![
        vec![],                                                      // the identity
        vec![Scalar::ZERO; 256],                                     // the identity again
        vec![Scalar::from(9); 256],                                  // constant: the quotient is zero
        vec![-Scalar::ONE],                                          // one value
        (0..256).map(Scalar::from).collect(),                        // the polynomial X
        random_values(7).into_iter().step_by(2).collect::<Vec<_>>(), // 128 values
    ];
    let all = |points: &[u8]| -> Vec<Query> {
        let at = |&point: &u8| (0..values.len()).map(move |vector| Query { vector, point });
        points.iter().flat_map(at).collect()
    };
    let mut cases: Vec<Vec<Query>> = all(&[0, 255]).into_iter().map(|query| vec![query]).collect();
    let twice = Query { vector: 5, point: 3 };
    cases.extend([all(&[0, 255]), all(&[255, 0, 255]), vec![twice, twice], vec![twice; 40]]);
    cases.push((0..256).map(|point| Query { vector: 5, point: point as u8 }).collect());
    for queries in cases {
        let proved = Proved::new(b"own", &values, &queries);
        assert!(proved.verified(b"own"), "{queries:?}");
        assert!(
            super::textbook::verify("own", &proved.commitments, &proved.claims, &proved.proof),
            "{queries:?}"
        );
        let mut wrong = proved.claims.clone();
        wrong.last_mut().unwrap().value += Scalar::ONE;
        let verdict = committer().verify(b"own", &proved.commitments, &wrong, &proved.proof);
        assert_eq!(verdict, Ok(false), "{queries:?}");
    }
}

fn small() -> Proved {
    let values: Vec<Vec<Scalar>> = (0..3).map(random_values).collect();
    let queries = [(0, 0), (1, 0), (2, 255), (1, 17), (0, 0)];
    Proved::new(b"vt", &values, &queries.map(|(vector, point)| Query { vector, point }))
}

#[test]
fn wrong_claims_are_refused() {
    let proved = small();
    assert!(proved.verified(b"vt"));
    let refused = |what: &str, change: &dyn Fn(&mut Vec<Commitment>, &mut Vec<Claim>)| {
        let (mut commitments, mut claims) = (proved.commitments.clone(), proved.claims.clone());
        change(&mut commitments, &mut claims);
        assert_eq!(committer().verify(b"vt", &commitments, &claims, &proved.proof), Ok(false), "{what}");
    };
    for i in 0..proved.claims.len() {
        refused("another value", &|_, claims| claims[i].value += Scalar::ONE);
        refused("a value negated", &|_, claims| claims[i].value = -claims[i].value);
        refused("another point", &|_, claims| claims[i].point ^= 1);
        refused("another commitment", &|_, claims| claims[i].commitment = (claims[i].commitment + 1) % 3);
        refused("a claim less", &|_, claims| claims.truncate(i.max(1)));
        refused("a claim twice", &|_, claims| claims.insert(i, claims[i]));
    }
    for i in 0..3 {
        refused("a commitment negated", &|commitments, _| commitments[i] = -commitments[i]);
        refused("no commitment", &|commitments, _| commitments[i] = Commitment::IDENTITY);
        refused("the generator more", &|commitments, _| commitments[i] += Commitment::generator());
    }
    refused("claims swapped", &|_, claims| claims.swap(0, 1));
    // Two errors that cancel in a sum without challenges.
    refused("opposite errors", &|_, claims| {
        claims[0].value += Scalar::ONE;
        claims[1].value -= Scalar::ONE;
    });
}

#[test]
fn every_changed_byte_is_refused() {
    let proved = small();
    let bytes = proved.proof.to_bytes();
    let (mut unreadable, mut wrong) = (0, 0);
    for i in 0..bytes.len() {
        let mut changed = bytes;
        changed[i] ^= 1 << (i % 8);
        match MultiProof::from_bytes(&changed) {
            Err(error) => {
                unreadable += 1;
                let part = match i / 32 {
                    0 => ProofPart::D,
                    point @ 1..=8 => ProofPart::L(point - 1),
                    point @ 9..=16 => ProofPart::R(point - 9),
                    _ => ProofPart::A,
                };
                match error {
                    Error::ProofPoint { part: named, .. } | Error::ProofScalar { part: named, .. } => {
                        assert_eq!(named, part, "byte {i}");
                    }
                    other => unreachable!("byte {i}: {other}"),
                }
            }
            Ok(proof) => {
                wrong += 1;
                assert_ne!(proof, proved.proof, "byte {i}");
                let verdict = committer().verify(b"vt", &proved.commitments, &proved.claims, &proof);
                assert_eq!(verdict, Ok(false), "byte {i}");
            }
        }
    }
    assert!(unreadable > 100 && wrong > 100, "both kinds occur: {unreadable}, {wrong}");
}

#[test]
fn invalid_encodings_are_rejected() {
    let bytes = small().proof.to_bytes();
    for found in [0, 32, 544, 575, 577, 608] {
        let parsed = MultiProof::from_bytes(&vec![0; found]);
        assert_eq!(parsed, Err(Error::ProofLength { expected: 576, found }));
    }
    // Non-canonical zeros: the modulus of the coordinates as a point, the order of the group as the scalar.
    let coordinate = data::bytes("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
    let order = data::bytes("1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1");
    for part in 0..17 {
        let mut changed = bytes;
        changed[32 * part..][..32].copy_from_slice(&coordinate);
        let error = MultiProof::from_bytes(&changed).unwrap_err();
        let name = match part {
            0 => "D".to_owned(),
            1..=8 => format!("L[{}]", part - 1),
            _ => format!("R[{}]", part - 9),
        };
        assert!(error.to_string().starts_with(&format!("{name} of the proof:")), "{error}");
    }
    let mut changed = bytes;
    changed[544..].copy_from_slice(&order.into_iter().rev().collect::<Vec<_>>());
    let error = MultiProof::from_bytes(&changed).unwrap_err();
    assert_eq!(error, Error::ProofScalar { part: ProofPart::A, error: vorpal_fields::Error::NotCanonical });
    // The identity is a valid element, so the proof can be decoded; it is invalid.
    let proof = MultiProof::from_bytes(&[0; 576]).unwrap();
    let proved = small();
    assert_eq!(committer().verify(b"vt", &proved.commitments, &proved.claims, &proof), Ok(false));
}

#[test]
fn queries_and_claims_out_of_range_are_errors() {
    let proved = small();
    let values = vec![Scalar::ONE; 257];
    let vector = |length| Vector { commitment: Commitment::IDENTITY, values: &values[..length] };
    let prove = |vectors: &[Vector<'_>], queries: &[Query]| committer().prove(b"vt", vectors, queries);
    assert_eq!(prove(&[vector(1)], &[]), Err(Error::NoOpenings));
    assert_eq!(
        prove(&[vector(256), vector(257)], &[Query { vector: 0, point: 0 }]),
        Err(Error::VectorTooLong { vector: 1, found: 257 })
    );
    assert_eq!(
        prove(&[vector(1)], &[Query { vector: 0, point: 0 }, Query { vector: 1, point: 0 }]),
        Err(Error::NoSuchVector { query: 1, vector: 1, vectors: 1 })
    );
    assert_eq!(
        prove(&[], &[Query { vector: 0, point: 0 }]),
        Err(Error::NoSuchVector { query: 0, vector: 0, vectors: 0 })
    );
    let verify = |claims: &[Claim]| committer().verify(b"vt", &proved.commitments, claims, &proved.proof);
    assert_eq!(verify(&[]), Err(Error::NoOpenings));
    let mut claims = proved.claims.clone();
    claims[4].commitment = 3;
    assert_eq!(verify(&claims), Err(Error::NoSuchCommitment { claim: 4, commitment: 3, commitments: 3 }));
}

#[test]
fn batch_verification_finds_the_invalid_proofs() {
    assert_eq!(committer().verify_batch(b"vt", &[]), []);
    let values: Vec<Vec<Scalar>> = (0..4).map(random_values).collect();
    let mut proved: Vec<Proved> = (0..9)
        .map(|i| {
            let queries: Vec<Query> =
                (0..=i).map(|j| Query { vector: j % 4, point: (60 * i + j) as u8 }).collect();
            Proved::new(b"vt", &values, &queries)
        })
        .collect();
    let verdicts = |proved: &[Proved]| {
        let statements: Vec<Statement<'_>> = proved.iter().map(Proved::statement).collect();
        committer().verify_batch(b"vt", &statements)
    };
    assert_eq!(verdicts(&proved), vec![Ok(true); 9]);
    assert_eq!(verdicts(&proved[..1]), [Ok(true)]);

    // Several kinds of errors next to each other; two proofs have opposite errors.
    proved[0].claims[0].value += Scalar::ONE;
    proved[3].proof.argument.a += Scalar::ONE;
    proved[4].proof.argument.a -= Scalar::ONE;
    proved[6].claims.clear();
    proved[8].proof.d = Commitment::IDENTITY;
    let mut expected = vec![Ok(true); 9];
    for wrong in [0, 3, 4, 8] {
        expected[wrong] = Ok(false);
    }
    expected[6] = Err(Error::NoOpenings);
    assert_eq!(verdicts(&proved), expected);
    let statements: Vec<Statement<'_>> = proved.iter().map(Proved::statement).collect();
    assert!(committer().verify_batch(b"verkle", &statements).iter().all(|verdict| *verdict != Ok(true)));
}

/// One proof twice, with errors that cancel in a sum with equal weights.
#[test]
fn batch_verification_finds_opposite_errors() {
    let values = vec![random_values(1)];
    let queries = [Query { vector: 0, point: 7 }];
    let right = Proved::new(b"vt", &values, &queries);
    for times in 1u64..4 {
        let mut proved = vec![right.clone(); 5];
        proved[1].proof.argument.a += Scalar::from(times);
        proved[3].proof.argument.a -= Scalar::from(times);
        let statements: Vec<Statement<'_>> = proved.iter().map(Proved::statement).collect();
        let verdicts = committer().verify_batch(b"vt", &statements);
        assert_eq!(verdicts, [Ok(true), Ok(false), Ok(true), Ok(false), Ok(true)]);
    }
}

/// Batches with parts of several proofs: no invalid proof, one at each end of parts, two with opposite errors in one
/// part, and only invalid ones.
#[test]
fn batch_verification_by_parts() {
    let values = vec![random_values(1)];
    let right = Proved::new(b"vt", &values, &[Query { vector: 0, point: 7 }]);
    let changed = |difference: Scalar| {
        let mut proved = right.clone();
        proved.proof.argument.a += difference;
        proved
    };
    let (more, less) = (changed(Scalar::ONE), changed(-Scalar::ONE));
    for number in [2usize, 15, 16, 17, 33, 50] {
        let part = number.div_ceil(16);
        let ends = [vec![0], vec![number - 1], vec![part - 1, part % number], vec![0, 1]];
        for invalid in ends.into_iter().chain([vec![], (0..number).collect()]) {
            let of = |i: usize| match invalid.iter().position(|index| *index == i) {
                None => right.statement(),
                Some(position) => [&more, &less][position % 2].statement(),
            };
            let statements: Vec<Statement<'_>> = (0..number).map(of).collect();
            let expected: Vec<_> = (0..number).map(|i| Ok(!invalid.contains(&i))).collect();
            assert_eq!(committer().verify_batch(b"vt", &statements), expected, "{number}: {invalid:?}");
        }
    }
}

/// With another `Q` the proof differs, and only committers with this `Q` accept it.
#[test]
fn bases_with_another_q_have_their_own_proofs() {
    let default = Basis::default();
    let q = Commitment::generator().double().to_affine();
    let basis = Basis::from_points(default.generators(), &q).unwrap();
    let other = Committer::with_window(&basis, 4).unwrap();
    let values = random_values(3);
    let vector = Vector { commitment: other.try_commit(&values).unwrap(), values: &values };
    let query = [Query { vector: 0, point: 77 }];
    let claim = [Claim { commitment: 0, point: 77, value: values[77] }];
    let of = |committer: &Committer| committer.prove(b"vt", &[vector], &query).unwrap();
    let (proof, ordinary) = (of(&other), of(committer()));
    assert_eq!(proof.d, ordinary.d);
    assert_ne!(proof.argument.l, ordinary.argument.l);
    let accepts = |committer: &Committer, proof: &MultiProof| {
        committer.verify(b"vt", &[vector.commitment], &claim, proof).unwrap()
    };
    assert!(accepts(&other, &proof) && accepts(committer(), &ordinary));
    assert!(!accepts(&other, &ordinary) && !accepts(committer(), &proof));
}
