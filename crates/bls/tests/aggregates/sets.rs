//! Batches of sets: every wrong set is named, and no other, for many numbers and positions.

use vorpal_bls::{MinPk, MinSig, SignatureSet, Suite, Variant, Verdict};
use vorpal_oracle::effort::{every, is_full, sample};

use crate::samples::{Owned, sets, valid};

/// Every set alone, as the definition has it.
fn by_definition<V: Variant>(suite: &Suite<V>, sets: &[SignatureSet<'_, V>]) -> Verdict {
    let wrong = sets
        .iter()
        .enumerate()
        .filter(|(_, set)| !suite.fast_aggregate_verify(set.keys, set.message, set.signature));
    let wrong: Vec<usize> = wrong.map(|(index, _)| index).collect();
    if wrong.is_empty() && !sets.is_empty() { Verdict::Valid } else { Verdict::Invalid(wrong) }
}

/// Makes a set wrong, in a way that depends on a number.
fn spoil<V: Variant>(set: &mut Owned<V>, way: usize) {
    match way % 3 {
        // Another signature of the subgroup.
        0 => set.add(&vorpal_bls::SignaturePoint::<V>::GENERATOR),
        // Infinity.
        1 => set.signature = vorpal_bls::Signature::from_point(vorpal_bls::SignaturePoint::<V>::IDENTITY),
        // No keys.
        _ => set.keys.clear(),
    }
}

/// All of a number of sets are valid, and each single wrong set is named.
fn numbers<V: Variant>(
    suite: &Suite<V>,
    all: &[usize],
    message: impl Fn(usize) -> usize + Copy,
    step: usize,
) {
    for &number in all {
        let good = valid(suite, number, message);
        assert_eq!(suite.verify_sets(&sets(&good)), Verdict::Valid, "{number}");
        for position in sample(0..number, step, number) {
            let mut some = good.clone();
            spoil(&mut some[position], position);
            let found = suite.verify_sets(&sets(&some));
            assert_eq!(found, Verdict::Invalid(vec![position]), "{number}");
        }
    }
}

#[test]
fn each_wrong_set_is_named_among_distinct_messages() {
    let all = if is_full() { (1..=300).collect() } else { vec![1, 2, 3, 15, 17, 33, 70] };
    numbers(&Suite::<MinPk>::possession(), &all, |i| i, 31);
}

#[test]
fn each_wrong_set_is_named_among_equal_messages() {
    let all = if is_full() { (1..=300).collect() } else { vec![2, 16, 17, 31, 49, 140] };
    let suite = Suite::<MinPk>::possession();
    numbers(&suite, &all, |_| 0, 29);
    numbers(&suite, &all[..all.len() / 2], |i| i / 5, 23);
}

#[test]
fn each_wrong_set_is_named_with_signatures_in_g1() {
    let all = if is_full() { (1..=100).collect() } else { vec![1, 2, 16, 33, 40] };
    let suite = Suite::<MinSig>::basic();
    numbers(&suite, &all, |i| i, 17);
    numbers(&suite, &all, |i| i % 3, 19);
}

/// One message with several parts among others, so that ranges begin and end inside of messages.
#[test]
fn long_runs_of_a_message_among_short_ones() {
    let suite = Suite::<MinPk>::possession();
    let message = |i: usize| match i {
        0..5 => i,
        5..75 => 100,
        75..95 => 101,
        95..100 => i,
        _ => 102,
    };
    let good = valid(&suite, 140, message);
    assert!(suite.verify_sets(&sets(&good)).is_valid());
    for wrong in [
        vec![0],
        vec![4, 5],
        vec![74, 75],
        vec![5, 6, 30, 99],
        vec![20, 80, 120],
        vec![139],
        (0..140).collect(),
    ] {
        let mut some = good.clone();
        for position in &wrong {
            spoil(&mut some[*position], position / 2);
        }
        assert_eq!(suite.verify_sets(&sets(&some)), Verdict::Invalid(wrong));
    }
}

#[test]
fn all_pairs_of_wrong_sets_are_named() {
    let suite = Suite::<MinPk>::possession();
    for (number, step) in [(2, 1), (5, 1), (18, 11), (40, 61)] {
        let good = valid(&suite, number, |i| i % 7);
        let pairs = (0..number).flat_map(|i| (0..i).map(move |j| (j, i)));
        for (index, (first, second)) in pairs.enumerate().filter(|(index, _)| every(step, *index)) {
            let mut some = good.clone();
            spoil(&mut some[first], index);
            spoil(&mut some[second], index / 3);
            assert_eq!(suite.verify_sets(&sets(&some)), Verdict::Invalid(vec![first, second]), "{number}");
        }
    }
}

/// Sets of several keys, in every scheme.
fn several_keys<V: Variant>() {
    for suite in [Suite::<V>::basic(), Suite::augmentation(), Suite::possession()] {
        let mut all: Vec<Owned<V>> = (0..6).map(|i| Owned::new(&suite, &[i], &[i as u8 / 2])).collect();
        all.extend([&[1usize, 2][..], &[3, 4, 5], &[1, 1, 1]].map(|keys| Owned::new(&suite, keys, b"many")));
        assert_eq!(suite.verify_sets(&sets(&all)), by_definition(&suite, &sets(&all)));
        all[7].keys.swap_remove(0);
        all[1].message = all[4].message.clone();
        assert_eq!(suite.verify_sets(&sets(&all)), by_definition(&suite, &sets(&all)));
    }
}

#[test]
fn sets_have_any_number_of_keys() {
    several_keys::<MinPk>();
    several_keys::<MinSig>();
}

#[test]
fn no_sets_are_not_valid() {
    let suite = Suite::<MinPk>::possession();
    assert_eq!(suite.verify_sets(&[]), Verdict::Invalid(vec![]));
    assert_eq!(suite.verify_sets_with_randomness(&[], &[1; 32]), Verdict::Invalid(vec![]));
}

#[test]
fn randomness_of_the_caller_gives_the_same_verdicts() {
    let suite = Suite::<MinPk>::possession();
    let mut all = valid(&suite, 20, |i| i % 4);
    assert_eq!(suite.verify_sets_with_randomness(&sets(&all), &[9; 32]), Verdict::Valid);
    spoil(&mut all[11], 0);
    assert_eq!(suite.verify_sets_with_randomness(&sets(&all), &[9; 32]), Verdict::Invalid(vec![11]));
}
