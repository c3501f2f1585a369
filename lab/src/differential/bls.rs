//! Generates secret keys and messages, encodings of keys, and changes of signatures.

use contender::message::Bytes;
use contender::modulus::modulus;

use super::Expected;
use super::numbers::Ring;
use crate::ethereum;
use crate::random::Random;

type RawCase = Vec<Vec<u8>>;

/// A key, a message and a signature.
type Set = [Vec<u8>; 3];

/// A name, the expected outcome, and the arguments.
type NamedCase = (String, Expected, RawCase);

/// Bytes of a compressed key.
const KEY: usize = 48;
/// The most sets in a batch.
const SETS: usize = 20;

fn secret(random: &mut Random) -> Vec<u8> {
    let mut secret = random.element("bls12_381_scalar");
    secret.reverse();
    secret
}

/// Secret keys, each with a message: several messages, one message, keys that add up to zero, edges of secret keys.
pub(super) fn signings(random: &mut Random) -> Vec<RawCase> {
    let ring = Ring::new(&modulus("bls12_381_scalar"));
    let reversed = |mut bytes: Vec<u8>| {
        bytes.reverse();
        bytes
    };
    let mut cases: Vec<RawCase> = Vec::new();
    for edge in ring.edges().into_iter().chain(ring.not_canonical()) {
        cases.push(vec![reversed(edge), random.bytes(32)]);
    }
    for length in [0, 1, 31, 32, 33, 64, 200] {
        cases.push(vec![secret(random), random.bytes(length)]);
    }
    cases.extend([31, 33].map(|length| vec![random.bytes(length), random.bytes(32)]));
    for count in [2, 3, 1 + random.below(SETS), SETS] {
        cases.push((0..count).flat_map(|_| [secret(random), random.bytes(32)]).collect());
        let message = random.bytes(32);
        cases.push((0..count).flat_map(|_| [secret(random), message.clone()]).collect());
        // Two messages, of which one has keys that add up to zero.
        let key = secret(random);
        let opposite = reversed(ring.negate(&reversed(key.clone())));
        let other = random.bytes(32);
        let mut case = vec![key, message.clone(), opposite, message];
        case.extend((0..count).flat_map(|_| [secret(random), other.clone()]));
        cases.push(case);
    }
    cases
}

/// Encodings of keys: points of the curve, most of them outside of the subgroup, all flags, numbers that are not
/// canonical, other lengths.
pub(super) fn keys(random: &mut Random) -> Vec<RawCase> {
    let mut encodings: Vec<Vec<u8>> = (0..8).map(|_| compressed(KEY, random)).collect();
    encodings.push(ethereum::compressed_outside_of_subgroup(random));
    encodings.extend((0..8).flat_map(|flags| flagged(&compressed(KEY, random), flags)));
    for numbers in [vec![0; KEY], largest(KEY)] {
        encodings.extend((0..8).flat_map(|flags| flagged(&numbers, flags)));
    }
    encodings.extend([0, 1, KEY - 1, KEY + 1, 2 * KEY].map(|length| vec![0x80; length]));
    encodings.into_iter().map(|encoding| vec![encoding]).collect()
}

/// Bytes that may be the compressed encoding of a point.
fn compressed(length: usize, random: &mut Random) -> Vec<u8> {
    let mut bytes = random.bytes(length);
    bytes[0] = 0x80 | bytes[0] & 0x2f;
    bytes
}

/// The encoding with these three flags, and with one in which the last byte differs.
fn flagged(encoding: &[u8], flags: u8) -> [Vec<u8>; 2] {
    let mut flagged = encoding.to_vec();
    flagged[0] = flags << 5 | flagged[0] & 0x1f;
    let mut other = flagged.clone();
    other[encoding.len() - 1] ^= 1;
    [flagged, other]
}

/// Numbers above the prime.
fn largest(length: usize) -> Vec<u8> {
    let mut bytes = vec![0xff; length];
    bytes[0] = 0x1f;
    bytes
}

fn infinity(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    bytes[0] = 0xc0;
    bytes
}

/// The cases of a function that is given what `bls.signed` has made.
pub(super) fn changes(
    operation: &str,
    arguments: &[Bytes],
    made: &[Bytes],
    random: &mut Random,
) -> Vec<NamedCase> {
    let (signed, [aggregate]) = made.as_chunks::<2>() else { return Vec::new() };
    let (rows, []) = arguments.as_chunks::<2>() else { return Vec::new() };
    let sets: Vec<Set> = rows
        .iter()
        .zip(signed)
        .map(|([_, message], [key, signature])| [key.0.clone(), message.0.clone(), signature.0.clone()])
        .collect();
    match operation {
        "bls.verify" => singles(&sets[random.below(sets.len())], random),
        "bls.sets" => batches(&sets, random),
        "bls.aggregate_verify" => aggregates(&sets, &aggregate.0, random),
        _ => fast_aggregates(&sets, &aggregate.0, random),
    }
}

/// Encodings in place of a good one: flags, every byte position in turns, other points, lengths.
fn encodings(good: &[u8], random: &mut Random) -> Vec<(String, Vec<u8>)> {
    let mut encodings: Vec<(String, Vec<u8>)> = Vec::new();
    for flags in 0..8 {
        encodings.push((format!("flags {flags}"), flagged(good, flags)[0].clone()));
        encodings
            .push((format!("infinity with flags {flags}"), flagged(&vec![0; good.len()], flags)[0].clone()));
    }
    for _ in 0..4 {
        let at = random.below(8 * good.len());
        let mut changed = good.to_vec();
        changed[at / 8] ^= 1 << (at % 8);
        encodings.push((format!("bit {at}"), changed));
        encodings.push(("a random encoding".to_owned(), compressed(good.len(), random)));
    }
    // Both halves of a coordinate in the quadratic extension.
    let mut low = good.to_vec();
    let half = good.len() - KEY;
    low[half..].copy_from_slice(&largest(KEY));
    if half == 0 {
        low[0] |= 0x80;
    }
    encodings.push(("a number above the prime".to_owned(), low));
    let mut high = largest(good.len());
    high[0] |= 0x80;
    encodings.push(("all numbers above the prime".to_owned(), high));
    for length in [0, good.len() - 1, good.len() + 1, 2 * good.len()] {
        let mut changed = good.to_vec();
        changed.resize(length, 0);
        encodings.push((format!("{length} bytes"), changed));
    }
    encodings
}

fn singles(set: &Set, random: &mut Random) -> Vec<NamedCase> {
    let mut named = vec![("unchanged".to_owned(), Expected::Accepted, set.to_vec())];
    let mut other = set.to_vec();
    other[1].push(0);
    named.push(("a longer message".to_owned(), Expected::Refused, other));
    for (part, name) in [(0, "key"), (2, "signature")] {
        for (what, encoding) in encodings(&set[part], random) {
            let mut case = set.to_vec();
            case[part] = encoding;
            named.push((format!("{name}: {what}"), Expected::Agreement, case));
        }
    }
    named
}

fn batches(sets: &[Set], random: &mut Random) -> Vec<NamedCase> {
    let case = |sets: &[Set]| -> RawCase { sets.concat() };
    let mut named = vec![
        ("no sets".to_owned(), Expected::Agreement, Vec::new()),
        ("all sets".to_owned(), Expected::Agreement, case(sets)),
        ("all sets twice".to_owned(), Expected::Agreement, case(&[sets, sets].concat())),
    ];
    let mut changed = |what: String, change: &dyn Fn(&mut Vec<Set>)| {
        let mut sets = sets.to_vec();
        change(&mut sets);
        named.push((what, Expected::Agreement, case(&sets)));
    };
    let first = random.below(sets.len());
    // Every round changes another set, and one set has no other places.
    for round in 0..sets.len().min(3) {
        let i = (first + round) % sets.len();
        // Another one, if there is one.
        let j = (i + 1 + random.below(sets.len().max(2) - 1)) % sets.len();
        // For sets of one message, the sums over both stay the same.
        changed(format!("signatures {i} and {j} exchanged"), &|sets| {
            let replaced = sets[i][2].clone();
            sets[i][2] = core::mem::replace(&mut sets[j][2], replaced);
        });
        changed(format!("keys {i} and {j} exchanged"), &|sets| {
            let replaced = sets[i][0].clone();
            sets[i][0] = core::mem::replace(&mut sets[j][0], replaced);
        });
        changed(format!("messages {i} and {j} changed"), &|sets| {
            sets[i][1].push(0);
            sets[j][1].push(1);
        });
        let outside = compressed(2 * KEY, random);
        changed(format!("a random signature {i}"), &|sets| sets[i][2].clone_from(&outside));
        changed(format!("random signatures {i} and {j}"), &|sets| {
            sets[i][2].clone_from(&outside);
            sets[j][2].clone_from(&outside);
            // The opposite point.
            sets[j][2][0] ^= 0x20;
        });
        changed(format!("infinity as signature {i}"), &|sets| sets[i][2] = infinity(2 * KEY));
        changed(format!("signature {i} with the other sign"), &|sets| sets[i][2][0] ^= 0x20);
    }
    named
}

fn aggregates(sets: &[Set], aggregate: &[u8], random: &mut Random) -> Vec<NamedCase> {
    let case = |sets: &[Set], signature: &[u8]| -> RawCase {
        let members = sets.iter().flat_map(|[key, message, _]| [key.clone(), message.clone()]);
        std::iter::once(signature.to_vec()).chain(members).collect()
    };
    let mut reversed = sets.to_vec();
    reversed.reverse();
    let mut named = vec![
        ("all members".to_owned(), Expected::Agreement, case(sets, aggregate)),
        ("all members reversed".to_owned(), Expected::Agreement, case(&reversed, aggregate)),
        ("one member less".to_owned(), Expected::Agreement, case(&sets[1..], aggregate)),
        ("no members, infinity".to_owned(), Expected::Refused, case(&[], &infinity(2 * KEY))),
    ];
    for (what, encoding) in encodings(aggregate, random) {
        named.push((format!("signature: {what}"), Expected::Agreement, case(sets, &encoding)));
    }
    let mut members = sets.to_vec();
    let at = random.below(sets.len());
    members[at][1].push(0);
    named.push((format!("another message {at}"), Expected::Refused, case(&members, aggregate)));
    named
}

fn fast_aggregates(sets: &[Set], aggregate: &[u8], random: &mut Random) -> Vec<NamedCase> {
    let message = &sets[0][1];
    let of_one: Vec<&Set> = sets.iter().filter(|set| set[1] == *message).collect();
    let case = |number: usize, signature: &[u8]| -> RawCase {
        let keys = of_one[..number].iter().map(|set| set[0].clone());
        [message.clone(), signature.to_vec()].into_iter().chain(keys).collect()
    };
    let all = of_one.len();
    let mut named = vec![
        ("the keys of the message".to_owned(), Expected::Agreement, case(all, aggregate)),
        ("a key less".to_owned(), Expected::Agreement, case(all - 1, aggregate)),
        ("no keys, infinity".to_owned(), Expected::Refused, case(0, &infinity(2 * KEY))),
        // Keys that add up to zero.
        ("infinity".to_owned(), Expected::Refused, case(all, &infinity(2 * KEY))),
    ];
    for (what, encoding) in encodings(aggregate, random) {
        named.push((format!("signature: {what}"), Expected::Agreement, case(all, &encoding)));
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_what_was_signed_differ() {
        let random = &mut Random::new(1, "bls");
        let arguments: Vec<Bytes> = (0..4).map(|i| Bytes(vec![i; 32])).collect();
        let made: Vec<Bytes> = [48, 96, 48, 96, 96]
            .iter()
            .enumerate()
            .map(|(i, length)| Bytes(vec![i as u8; *length]))
            .collect();
        for operation in ["bls.verify", "bls.sets", "bls.aggregate_verify", "bls.fast_aggregate_verify"] {
            let cases = changes(operation, &arguments, &made, random);
            let mut distinct: Vec<&RawCase> = cases.iter().map(|(_, _, case)| case).collect();
            distinct.sort();
            distinct.dedup();
            assert!(distinct.len() > 12, "{operation}: {}", distinct.len());
        }
    }
}
