//! Attacks on batches. Each is run on a planted verifier that lacks one step of the proof of `sets`, which accepts it,
//! and on the library, which names the wrong sets.

use vorpal_bls::{
    IndexedSet, KeyPoint, KeyTable, MinPk, MinSig, PublicKey, Signature, SignaturePoint, SignatureSet, Suite,
    Variant, Verdict,
};
use vorpal_curves::bls12_381::g2::Bls12_381G2;
use vorpal_curves::bls12_381::{self as g1, g2};
use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};
use vorpal_fields::primes::{Bls12_381Base, Bls12_381Scalar as Scalar};
use vorpal_pairing::bls12_381::Gt;
use vorpal_pairing::bls12_381::product;

use crate::samples::{Owned, sets, valid};

/// A key and the hash of a message.
type Pair<V> = (Affine<<V as Variant>::KeyCurve>, Affine<<V as Variant>::SignatureCurve>);

/// A verifier of the equation of `sets` with weights that are given, and without any check before it.
trait Planted: Variant {
    /// Whether the product is one.
    fn is_one(pairs: &[Pair<Self>], sum: &SignaturePoint<Self>) -> bool;
}

impl Planted for MinPk {
    fn is_one(pairs: &[(g1::Affine, g2::Affine)], sum: &g2::Affine) -> bool {
        product(&[pairs, &[(-g1::Affine::GENERATOR, *sum)]].concat()) == Gt::ONE
    }
}

impl Planted for MinSig {
    fn is_one(pairs: &[(g2::Affine, g1::Affine)], sum: &g1::Affine) -> bool {
        let mut pairs: Vec<_> = pairs.iter().map(|(key, hash)| (*hash, *key)).collect();
        pairs.push((*sum, -g2::Affine::GENERATOR));
        product(&pairs) == Gt::ONE
    }
}

fn planted<V: Planted>(suite: &Suite<V>, sets: &[SignatureSet<'_, V>], weights: &[u64]) -> bool {
    let (mut sum, mut pairs) = (Jacobian::IDENTITY, Vec::new());
    for (set, weight) in sets.iter().zip(weights) {
        let keys = set.keys.iter().fold(Jacobian::IDENTITY, |sum, key| sum.add_affine_vartime(key.point()));
        pairs.push((keys.mul_limbs_vartime(&[*weight]).to_affine(), suite.hash_vartime(set.message)));
        let signature = Jacobian::from_affine(set.signature.point());
        sum = sum.add_vartime(&signature.mul_limbs_vartime(&[*weight]));
    }
    V::is_one(&pairs, &sum.to_affine())
}

fn check<V: Planted>(suite: &Suite<V>, attack: &[Owned<V>], weights: &[u64], wrong: &[usize]) {
    let attack = sets(attack);
    assert!(planted(suite, &attack, weights), "the attack does not pass the planted verifier");
    assert_eq!(suite.verify_sets(&attack), Verdict::Invalid(wrong.to_vec()));
    let members: Vec<usize> = (0..attack.len()).collect();
    let alone = |i: &usize| {
        let set = &attack[*i];
        suite.fast_aggregate_verify(set.keys, set.message, set.signature)
    };
    let by_definition: Vec<usize> = members.into_iter().filter(|i| !alone(i)).collect();
    assert_eq!(by_definition, wrong);
}

/// Faults that cancel under equal weights: no weights at all, or one weight for a message.
fn equal_weights<V: Planted>(suite: &Suite<V>) {
    let generator = SignaturePoint::<V>::GENERATOR;
    let mut attack = valid(suite, 6, |i| i / 3);
    attack[0].add(&generator);
    attack[2].add(&-generator);
    // The weights of a message are the same: 5 and 9.
    for weights in [[1; 6], [5, 5, 5, 9, 9, 9]] {
        check(suite, &attack, &weights, &[0, 2]);
    }
    // Across messages, only without weights.
    let mut attack = valid(suite, 6, |i| i / 3);
    attack[1].add(&generator);
    attack[5].add(&-generator);
    check(suite, &attack, &[1; 6], &[1, 5]);
    assert!(!planted(suite, &sets(&attack), &[5, 5, 5, 9, 9, 9]));
    // Signatures of two sets of a message, exchanged.
    let mut attack = valid(suite, 4, |_| 0);
    (attack[0].signature, attack[3].signature) = (attack[3].signature, attack[0].signature);
    check(suite, &attack, &[1; 4], &[0, 3]);
}

#[test]
fn faults_that_cancel_under_equal_weights_are_named() {
    equal_weights(&Suite::<MinPk>::possession());
    equal_weights(&Suite::<MinSig>::basic());
}

/// Points of a small order vanish where the weights agree modulo the order, or are multiples of it.
fn small_order<V: Planted>(suite: &Suite<V>, point: &SignaturePoint<V>, order: u64) {
    let multiple = |number: u64| Jacobian::from_affine(point).mul_limbs_vartime(&[number]);
    assert!(bool::from(multiple(order).is_identity()) && !bool::from(multiple(1).is_identity()));
    let mut attack = valid(suite, 5, |i| i);
    attack[1].add(point);
    check(suite, &attack, &[7, 2 * order, 7, 7, 7], &[1]);
    attack[4].add(&-*point);
    check(suite, &attack, &[7, 5, 7, 7, 5 + order], &[1, 4]);
    // One signature outside among many, for which membership is checked by random sums.
    let mut many = valid(suite, 150, |i| i % 2);
    many[149].add(point);
    assert_eq!(suite.verify_sets(&sets(&many)), Verdict::Invalid(vec![149]));
    // Single verification checks too.
    assert!(!suite.verify(&attack[1].keys[0], &attack[1].message, attack[1].signature));
}

/// The quotient of the cofactor and the order of G2 by a prime, times the order of the subgroup, of some point.
fn of_order_in_g2(order: u64) -> g2::Affine {
    let mut cofactor = Bls12_381G2::COFACTOR.to_vec();
    let mut rest = 0u128;
    for limb in cofactor.iter_mut().rev() {
        let number = rest << 64 | u128::from(*limb);
        (*limb, rest) = ((number / u128::from(order)) as u64, number % u128::from(order));
    }
    assert_eq!(rest, 0, "the order divides the cofactor");
    let points = (1..99u64).filter_map(|x| g2::Affine::lift_x_vartime(x.into()));
    let multiples = points.map(|(point, _)| {
        let point = Jacobian::from_affine(&point);
        let last = (-Scalar::ONE).to_limbs();
        point.mul_limbs_vartime(&last).add_vartime(&point).mul_limbs_vartime(&cofactor).to_affine()
    });
    multiples.into_iter().find(|point| !point.is_identity_vartime()).unwrap()
}

#[test]
fn signatures_with_a_part_of_small_order_are_named() {
    let of_order_three = g1::Affine::new(Bls12_381Base::ZERO, Bls12_381Base::from(2)).unwrap();
    small_order(&Suite::<MinSig>::basic(), &of_order_three, 3);
    // The group of the points of order 13 is not cyclic, and a multiple of this point is one of them.
    small_order(&Suite::<MinPk>::possession(), &of_order_in_g2(2713), 2713);
}

/// Keys that cancel inside a set, with infinity as the signature.
fn cancelling_keys<V: Planted>(suite: &Suite<V>) {
    let mut attack = valid(suite, 4, |i| i / 2);
    let opposite = PublicKey::from_point(-*attack[1].keys[0].point()).unwrap();
    attack[1].keys.push(opposite);
    attack[1].signature = Signature::from_point(SignaturePoint::<V>::IDENTITY);
    check(suite, &attack, &[3, 5, 7, 11], &[1]);
    // No keys, with infinity.
    attack[1].keys.clear();
    check(suite, &attack, &[3, 5, 7, 11], &[1]);
}

#[test]
fn keys_that_cancel_inside_a_set_are_named() {
    cancelling_keys(&Suite::<MinPk>::possession());
    cancelling_keys(&Suite::<MinSig>::possession());
}

/// Keys that cancel across sets of a message are right, if the signatures are; else both sets are named, although the
/// sums over the message are infinity.
fn cancelling_sets<V: Planted>(suite: &Suite<V>) {
    let mut pair = vec![Owned::new(suite, &[1], b"message").decoded(); 2];
    pair[1].keys[0] = PublicKey::from_point(-*pair[0].keys[0].point()).unwrap();
    pair[1].signature = Signature::from_point(-*pair[0].signature.point());
    assert_eq!(suite.verify_sets(&sets(&pair)), Verdict::Valid);
    pair[0].add(&SignaturePoint::<V>::GENERATOR);
    pair[1].add(&-SignaturePoint::<V>::GENERATOR);
    check(suite, &pair, &[1, 1], &[0, 1]);
}

#[test]
fn keys_that_cancel_across_sets_hide_nothing() {
    cancelling_sets(&Suite::<MinPk>::possession());
    cancelling_sets(&Suite::<MinSig>::possession());
}

/// A key that is chosen as a function of another one: without proofs of possession it is an attack on every verifier of
/// sums. The proof fails for such a key.
#[test]
fn a_rogue_key_has_no_proof_of_possession() {
    let suite = Suite::<MinPk>::possession();
    let (victim, attacker) = (crate::samples::secret(1), crate::samples::secret(2));
    let difference =
        attacker.public_key::<MinPk>().point().add_vartime(&-*victim.public_key::<MinPk>().point());
    let rogue = PublicKey::from_point(difference).unwrap();
    let signature = attacker.sign(&suite, b"message");
    assert!(suite.fast_aggregate_verify(&[victim.public_key(), rogue], b"message", signature));
    assert!(!Suite::verify_possession(&rogue, attacker.prove_possession()));
}

#[test]
fn repeated_sets_are_named_each() {
    let suite = Suite::<MinPk>::possession();
    let good = valid(&suite, 1, |_| 0).remove(0);
    assert_eq!(suite.verify_sets(&vec![good.set(); 40]), Verdict::Valid);
    let mut wrong = good.clone();
    wrong.add(&g2::Affine::GENERATOR);
    let all: Vec<_> = (0..40).map(|i| if i % 4 == 1 { wrong.set() } else { good.set() }).collect();
    assert_eq!(suite.verify_sets(&all), Verdict::Invalid((1..40).step_by(4).collect()));
    assert_eq!(suite.verify_sets(&vec![wrong.set(); 33]), Verdict::Invalid((0..33).collect()));
}

/// Keys that nobody checked, alone, in sums and in tables: wrong signatures are named, also those of other keys, and
/// nothing panics.
fn unchecked_keys<V: Variant>(suite: &Suite<V>, point: &KeyPoint<V>) {
    let bad = PublicKey::from_point_unchecked(*point).unwrap();
    let mut all = valid(suite, 40, |i| i % 30);
    let wrong = [0, 7, 16, 17, 25, 37, 38];
    for position in [0, 7, 16, 17, 37] {
        all[position].keys = vec![bad; 1 + position % 4];
    }
    all[25].add(&SignaturePoint::<V>::GENERATOR);
    all[38].add(&SignaturePoint::<V>::GENERATOR);
    assert_eq!(suite.verify_sets(&sets(&all)), Verdict::Invalid(wrong.to_vec()));
    let mut file = Vec::new();
    let table = KeyTable::new();
    table.append(&[bad; 3]).unwrap();
    table.save(&mut file).unwrap();
    let table = KeyTable::<V>::load(&mut &file[..]).unwrap();
    let sets: Vec<_> = (all.iter())
        .map(|owned| IndexedSet {
            signature: owned.signature,
            indices: &[0, 1, 2, 0][..1 + owned.message[0] as usize % 4],
            message: &owned.message,
        })
        .collect();
    assert_eq!(table.verify_sets(suite, &sets), Verdict::Invalid((0..40).collect()));
}

#[test]
fn keys_of_small_order_verify_nothing() {
    let of_order_three = g1::Affine::new(Bls12_381Base::ZERO, Bls12_381Base::from(2)).unwrap();
    unchecked_keys(&Suite::<MinPk>::possession(), &of_order_three);
    // Of order 13: the points of this order are two factors of the cofactor.
    unchecked_keys(&Suite::<MinSig>::possession(), &of_order_in_g2(169));
}
