//! Proofs of evaluations: the published proof, and comparison with the textbook verifier.

use super::textbook::{committer, inner_product, lagrange, random_values};
use vorpal_ipa::{Commitment, Error, InnerProductProof, ProofPart, Scalar, Transcript, Vector};
use vorpal_oracle::data;

fn vector(values: &[Scalar]) -> Vector<'_> {
    Vector { commitment: committer().try_commit(values).unwrap(), values }
}

/// go-ipa, `TestIPAConsistencySimpleProof`: the values 1, ..., 32 eight times, evaluated at 2101.
#[test]
fn published_evaluation_proof() {
    let values: Vec<Scalar> = (0..256).map(|i| Scalar::from(i % 32 + 1)).collect();
    let vector = vector(&values);
    assert_eq!(
        vector.commitment.encode().to_vec(),
        data::bytes("1b9dff8f5ebbac250d291dfe90e36283a227c64b113c37f1bfb9e7a743cdb128")
    );
    let mut transcript = Transcript::new(b"test");
    let (value, proof) = committer().prove_evaluation(&mut transcript, &vector, Scalar::from(2101)).unwrap();
    assert_eq!(
        value.to_le_bytes().to_vec(),
        data::bytes("4a353e70b03c89f161de002e8713beec0d740a5e20722fd5bd68b30540a33208")
    );
    let state = transcript.challenge(b"state");
    assert_eq!(
        state.to_le_bytes().to_vec(),
        data::bytes("0a81881cbfd7d7197a54ebd67ed6a68b5867f3c783706675b34ece43e85e7306")
    );
    let published = data::bytes(concat!(
        "273395a8febdaed38e94c3d874e99c911a47dd84616d54c55021d5c4131b507e46a4ec2c7e82b77ec2f533994c91ca7e",
        "daef212c666a1169b29c323eabb0cf690e0146638d0e2d543f81da4bd597bf3013e1663f340a8f87b845495598d0a395",
        "1590b6417f868edaeb3424ff174901d1185a53a3ee127fb7be0af42dda44bf992885bde279ef821a298087717ef3f2b7",
        "8b2ede7f5d2ea1b60a4195de86a530eb247fd7e456012ae9a070c61635e55d1b7a340dfab8dae991d6273d099d955281",
        "5434cc1ba7bcdae341cf7928c6f25102370bdf4b26aad3af654d9dff4b3735661db3177342de5aad774a59d3e1b12754",
        "aee641d5f9cd1ecd2751471b308d2d8410add1c9fcc5a2b7371259f0538270832a98d18151f653efbc60895fab8be965",
        "0510449081626b5cd24671d1a3253487d44f589c2ff0da3557e307e520cf4e0054bbf8bdffaa24b7e4cce5092ccae5a0",
        "8281ee24758374f4e65f126cacce64051905b5e2038060ad399c69ca6cb1d596d7c9cb5e161c7dcddc1a7ad62660dd4a",
        "5f69b31229b80e6b3df520714e4ea2b5896ebd48d14c7455e91c1ecf4acc5ffb36937c49413b7d1005dd6efbd526f5af",
        "5d61131ca3fcdae1218ce81c75e62b39100ec7f474b48a2bee6cef453fa1bc3db95c7c6575bc2d5927cbf7413181ac90",
        "5766a4038a7b422a8ef2bf7b5059b5c546c19a33c1049482b9a9093f864913ca82290decf6e9a65bf3f66bc3ba4a8ed1",
        "7b56d890a83bcbe74435a42499dec115",
    ));
    assert_eq!(proof.to_bytes().to_vec(), published);
    let proof = InnerProductProof::from_bytes(&published).unwrap();
    let mut verifier = Transcript::new(b"test");
    assert!(committer().verify_evaluation(
        &mut verifier,
        &vector.commitment,
        Scalar::from(2101),
        value,
        &proof
    ));
    assert_eq!(verifier.challenge(b"state"), state);
}

#[test]
fn evaluations_inside_and_outside_of_the_domain() {
    let values = random_values(1);
    let vector = vector(&values);
    let points = [0, 1, 127, 128, 254, 255, 256, 257, u64::MAX].map(Scalar::from);
    for point in points.into_iter().chain([-Scalar::ONE, values[9]]) {
        let (value, proof) =
            committer().prove_evaluation(&mut Transcript::new(b"ipa"), &vector, point).unwrap();
        assert_eq!(value, inner_product(&values, &lagrange(point)));
        let verify = |point, value, proof: &_| {
            committer().verify_evaluation(
                &mut Transcript::new(b"ipa"),
                &vector.commitment,
                point,
                value,
                proof,
            )
        };
        assert!(verify(point, value, &proof));
        assert!(!verify(point, value + Scalar::ONE, &proof));
        assert!(!verify(point + Scalar::ONE, value, &proof));
        let mut bytes = super::textbook::Bytes::default();
        bytes.label("ipa");
        assert!(super::textbook::verify_evaluation(&mut bytes, vector.commitment, point, value, &proof));
    }
}

#[test]
fn short_constant_and_zero_vectors() {
    let vectors = [vec![], vec![Scalar::ZERO; 256], vec![Scalar::from(7); 256], vec![-Scalar::ONE; 3]];
    for values in &vectors {
        for point in [Scalar::ZERO, Scalar::from(255), Scalar::from(1000)] {
            let vector = vector(values);
            let (value, proof) =
                committer().prove_evaluation(&mut Transcript::new(b"ipa"), &vector, point).unwrap();
            assert_eq!(value, inner_product(values, &lagrange(point)));
            let right = committer().verify_evaluation(
                &mut Transcript::new(b"ipa"),
                &vector.commitment,
                point,
                value,
                &proof,
            );
            assert!(right, "{} values, at {point:?}", values.len());
        }
    }
}

#[test]
fn invalid_inputs_and_encodings_are_rejected() {
    let values = vec![Scalar::ONE; 257];
    let vector = Vector { commitment: Commitment::IDENTITY, values: &values };
    let proved = committer().prove_evaluation(&mut Transcript::new(b"ipa"), &vector, Scalar::ONE);
    assert_eq!(proved, Err(Error::TooManyValues { found: 257 }));
    for found in [0, 31, 512, 543, 545, 576] {
        let parsed = InnerProductProof::from_bytes(&vec![0; found]);
        assert_eq!(parsed, Err(Error::ProofLength { expected: 544, found }));
    }
    let mut bytes = vec![0; 544];
    bytes[32 * 11..32 * 12].fill(0xff);
    assert!(matches!(
        InnerProductProof::from_bytes(&bytes),
        Err(Error::ProofPoint { part: ProofPart::R(3), .. })
    ));
}
