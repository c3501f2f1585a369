//! Committees, threshold signatures, and rounds of drand's chains.

use vorpal_bls::drand::{Chain, Round, randomness};
use vorpal_bls::{
    CheckedSignature, Committee, Error, MinPk, MinSig, PartialSignature, PublicKey, SecretKey, Signature,
    Suite, Variant, Verdict,
};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_oracle::data::bytes;

use crate::samples::secret;

#[test]
fn committees_verify_any_members() {
    let suite = Suite::<MinPk>::possession();
    for number in [1, 2, 7, 20] {
        let keys: Vec<PublicKey<MinPk>> = (0..number).map(|i| secret(i).public_key()).collect();
        let committee = Committee::new(&keys);
        assert_eq!(committee.len(), number);
        for rest in 0..number {
            // Each number of members that are present, at other positions.
            let present: Vec<bool> = (0..number).map(|i| (5 * i + rest) % number <= rest).collect();
            let some: Vec<PublicKey<MinPk>> =
                keys.iter().zip(&present).filter(|(_, present)| **present).map(|(key, _)| *key).collect();
            assert_eq!(committee.sum(&present), PublicKey::aggregate(&some));
        }
        assert_eq!(committee.sum(&vec![false; number]), Err(Error::Empty));
        let lengths = Error::Lengths { what: "flags", expected: number, found: number + 1 };
        assert_eq!(committee.sum(&vec![true; number + 1]), Err(lengths));
    }
    let keys: Vec<PublicKey<MinPk>> = (0..8).map(|i| secret(i).public_key()).collect();
    let committee = Committee::new(&keys);
    let present: Vec<bool> = (0..8).map(|i| i != 3).collect();
    let parts: Vec<_> = (0..8).filter(|i| *i != 3).map(|i| secret(i).sign(&suite, b"root")).collect();
    let signature: Signature<MinPk> = CheckedSignature::aggregate(&parts).unwrap().into();
    assert!(committee.verify(&suite, &present, b"root", signature));
    assert!(!committee.verify(&suite, &present, b"other", signature));
    assert!(!committee.verify(&suite, &[true; 8], b"root", signature));
    assert!(!committee.verify(&suite, &present[1..], b"root", signature));
    assert!(!committee.verify(&suite, &[false; 8], b"root", signature));
    // A total of infinity, without the member that cancels.
    let opposite = PublicKey::from_point(-*keys[0].point()).unwrap();
    let committee = Committee::new(&[keys[0], opposite]);
    assert_eq!(committee.sum(&[true, true]), Err(Error::InfinitySum));
    assert_eq!(committee.sum(&[true, false]), Ok(keys[0]));
    let nobody = Committee::<MinPk>::new(&[]);
    assert_eq!(nobody.sum(&[]), Err(Error::Empty));
    assert!(nobody.is_empty() && !committee.is_empty());
}

/// Augmentation needs no proofs of possession, so a member may have a rogue key: the attacker knows the secret key of
/// the sum alone.
#[test]
fn a_committee_with_augmentation_has_no_sums() {
    let suite = Suite::<MinPk>::augmentation();
    let [honest, attacker] = [secret(1), secret(2)];
    let key = honest.public_key::<MinPk>();
    let sum = attacker.public_key::<MinPk>();
    let rogue = PublicKey::from_point(sum.point().add_vartime(&-*key.point())).unwrap();
    let committee = Committee::new(&[key, rogue]);
    assert_eq!(committee.sum(&[true, true]), Ok(sum));
    let forged: Signature<MinPk> = attacker.sign(&suite, b"root").into();
    assert!(!suite.fast_aggregate_verify(&[key, rogue], b"root", forged));
    assert!(!committee.verify(&suite, &[true, true], b"root", forged));
    let single: Signature<MinPk> = honest.sign(&suite, b"root").into();
    assert!(committee.verify(&suite, &[true, false], b"root", single));
}

/// With augmentation the shares sign different messages, so no combination is a signature.
#[test]
fn shares_with_augmentation_do_not_combine() {
    let suite = Suite::<MinPk>::augmentation();
    let coefficients = [Scalar::from(5u64), Scalar::from(2u64)];
    let partials = [1, 2].map(|index| {
        let share = share(&coefficients, index);
        let signature = share.sign(&suite, b"duty").into();
        PartialSignature { index, key: share.public_key(), signature }
    });
    assert_eq!(suite.combine_partials(b"duty", &partials, 2), Err(Error::AugmentedShares));
}

/// The share `f(index)` of a polynomial.
fn share(coefficients: &[Scalar], index: u32) -> SecretKey {
    let x = Scalar::from(u64::from(index));
    let value = coefficients.iter().rev().fold(Scalar::ZERO, |sum, coefficient| sum * x + *coefficient);
    SecretKey::from_be_bytes(&value.to_be_bytes()).unwrap()
}

fn thresholds<V: Variant>(suite: &Suite<V>) {
    let coefficients: Vec<Scalar> =
        (3..7).map(|i| Scalar::from_be_bytes(&*secret(i).to_be_bytes()).unwrap()).collect();
    let group = share(&coefficients, 0);
    let expected = group.sign(suite, b"duty");
    assert!(suite.verify(&group.public_key(), b"duty", expected));
    let indices = [1, 2, 5, 9, 1000, u32::MAX];
    let partial = |index: u32| {
        let secret = share(&coefficients, index);
        PartialSignature { index, key: secret.public_key(), signature: secret.sign(suite, b"duty").into() }
    };
    let mut partials: Vec<_> = indices.into_iter().map(partial).collect();
    let checked = |range: std::ops::Range<usize>| {
        let range = partials[range].iter();
        range.map(|one| (one.index, one.signature.check().unwrap())).collect::<Vec<_>>()
    };
    for start in 0..3 {
        assert_eq!(CheckedSignature::combine(&checked(start..start + 4)), Ok(expected));
    }
    assert_eq!(CheckedSignature::combine(&checked(0..6)), Ok(expected));
    assert_ne!(CheckedSignature::combine(&checked(0..3)), Ok(expected));
    let combine = |partials: &[_], threshold| suite.combine_partials(b"duty", partials, threshold);
    let found = combine(&partials, 4).unwrap();
    assert_eq!((found.signature, found.invalid), (Some(expected), vec![]));
    partials[1].signature = partials[0].signature;
    partials[4].key = partials[0].key;
    let found = combine(&partials, 4).unwrap();
    assert_eq!((found.signature, found.invalid), (Some(expected), vec![1, 4]));
    let found = combine(&partials[..5], 4).unwrap();
    assert_eq!((found.signature, found.invalid), (None, vec![1, 4]));
    partials[3].index = 1;
    assert_eq!(combine(&partials, 4).err(), Some(Error::ShareTwice { position: 3, index: 1 }));
    partials[5].index = 0;
    assert_eq!(combine(&partials, 4).err(), Some(Error::ShareZero { position: 5 }));
    assert_eq!(combine(&partials[..1], 0).err(), Some(Error::Empty));
    assert_eq!(combine(&[], 1).err(), Some(Error::Empty));
    assert_eq!(CheckedSignature::<V>::combine(&[]), Err(Error::Empty));
}

#[test]
fn any_shares_of_a_threshold_give_the_signature_of_the_group() {
    thresholds(&Suite::<MinPk>::possession());
    thresholds(&Suite::<MinSig>::basic());
}

/// The keys of chains of drand, and published rounds.
const DEFAULT: &str =
    "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31";
const ROUNDS: [(u64, &str, &str, &str); 2] = [
    (
        1337,
        "80d95247ddf1bb3acf5738497a5f10406be283144603f63d714bb1a44ff6b93285ae2697fffeb50c68862bd9fbecd4b2\
         04b1798d2686b4ac5d573615031d9d67e6168bde9a7adf1161430a498ca701a25c216aee3e38ffd5290369034fa050a2",
        "945b08dcb30e24da281ccf14a646f0630ceec515af5c5895e18cc1b19edd65d156b71c776a369af3487f1bc6af106250\
         0b059e01095cc0eedce91713977d7735cac675554edfa0d0481bb991ed93d333d08286192c05bf6b65d20f23a37fc7bb",
        "2660664f8d4bc401194d80d81da20a1e79480f65b8e2d205aecbd143b5bfb0d3",
    ),
    (
        3_311_596,
        "8ed588f2a7716fb1349e2d9803da5db0005e98a83783c353d4a08f183236a9ad91d70ddb01266f4b7c576983db464b43\
         0e65680b9e0098552758afd6c1e6afcb77e3f62fe1b93d42d1cb63abbb2205512fe12fbf74ea9c5ac3b8f5c1e283a1d8",
        "a696b9409ababce45749c3a4ec369074453dd4a79967734e1390d969c8ad8d98897d217b9121e92c8ddebbddda8d92f9\
         00e3bd6bf9deb166863b1a19390d743f82774001487594c5c09e581db7365f02b70a2c8cc41ce32446ef08e4890c4754",
        "647c07b2abbf7ff2afb4d670214f565e5cd9f9c91bfdcecb59a21f3c78d73920",
    ),
];
const QUICKNET: &str = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d10\
     64510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a";
const FASTNET: &str = "a0b862a7527fee3a731bcb59280ab6abd62d5c0b6ea03dc4ddf6612fdfc9d01f01c31542541771903475eb1ec6615f8d\
     0df0b8b6dce385811d6dcf8cbefb8759e5e616a3dfd054c928940766d9a5b9db91e3b697e5d70a975181e007f87fca5e";

#[test]
fn rounds_of_the_default_chain() {
    let chain = Chain::chained(DEFAULT.parse().unwrap());
    let unchained = Chain::unchained(*chain.key());
    for (number, previous, signature, random) in ROUNDS {
        let (previous, signature): (_, Signature<_>) = (bytes(previous), signature.parse().unwrap());
        let found = chain.verify(number, &previous, signature).unwrap();
        assert_eq!(found.as_slice(), bytes(random));
        assert!(chain.verify(number + 1, &previous, signature).is_none());
        assert!(chain.verify(number, &previous[1..], signature).is_none());
        assert!(unchained.verify(number, &previous, signature).is_none());
    }
    let owned = ROUNDS.map(|(number, previous, signature, _)| (number, bytes(previous), signature));
    let mut rounds: Vec<_> = owned
        .iter()
        .map(|(number, previous, signature)| Round {
            number: *number,
            previous,
            signature: signature.parse().unwrap(),
        })
        .collect();
    assert_eq!(chain.verify_rounds(&rounds), Verdict::Valid);
    rounds[1].number += 1;
    assert_eq!(chain.verify_rounds(&rounds), Verdict::Invalid(vec![1]));
}

#[test]
fn rounds_of_chains_in_g1() {
    let quicknet = Chain::unchained_in_g1(QUICKNET.parse().unwrap());
    let signature: Signature<MinSig> =
        "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b"
            .parse()
            .unwrap();
    let found = quicknet.verify(657_413, &[], signature).unwrap();
    let random = bytes("fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587");
    assert_eq!(found.as_slice(), random);
    assert_eq!(randomness(signature)[..], random);
    assert!(quicknet.verify(657_414, &[], signature).is_none());
    // The chain under the tag of the other group.
    let key: PublicKey<MinSig> = FASTNET.parse().unwrap();
    let fastnet = Chain::unchained_in_g1_under_tag_of_g2(key);
    let signature: Signature<MinSig> =
        "9544ddce2fdbe8688d6f5b4f98eed5d63eee3902e7e162050ac0f45905a55657714880adabe3c3096b92767d886567d0"
            .parse()
            .unwrap();
    assert!(fastnet.verify(1, &[], signature).is_some());
    assert!(fastnet.verify(2, &[], signature).is_none());
    assert!(Chain::unchained_in_g1(key).verify(1, &[], signature).is_none());
}
