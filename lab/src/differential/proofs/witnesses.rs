//! Generates trees and witnesses, and changes of the witnesses.

use contender::message::Bytes;
use serde_json::Value;

use super::{NamedCase, refused};
use crate::differential::Expected;
use crate::differential::cases::{RawCase, near};
use crate::points;
use crate::random::Random;

/// Trees whose stems share prefixes of random lengths. The proved keys are present keys, absent suffixes, stems with
/// another stem's leaf on their path, and stems with an empty path. Some keys are written: new values, changed values,
/// equal values, and zero.
pub(in crate::differential) fn witnesses(random: &mut Random) -> Vec<RawCase> {
    let mut cases: Vec<RawCase> =
        (0..8).map(|size| witness([0, 1, 2, 6, 12, 20, 40, 60][size], random)).collect();
    let mut bad = cases[4].clone();
    bad[1].pop();
    let mut short = cases[4].clone();
    short.pop();
    cases.extend([bad, short, vec![vec![0; 12]]]);
    cases
}

fn witness(entries: usize, random: &mut Random) -> RawCase {
    let first = random.array::<31>();
    let mut stems = vec![first];
    for _ in 0..entries.div_ceil(3) {
        let stem = stems[random.below(stems.len())];
        let shared = [0, 0, 1, 2, random.below(30), 29, 30][random.below(7)];
        stems.push(near(&stem, shared, random));
    }
    let suffixes = [0, 1, 2, 127, 128, 200, 255];
    let mut tree: std::collections::BTreeMap<[u8; 32], [u8; 32]> = Default::default();
    let value = |random: &mut Random| match random.below(4) {
        0 => [0; 32],
        1 => [0xff; 32],
        _ => random.array::<32>(),
    };
    let key = |stem: &[u8; 31], suffix: u8| -> [u8; 32] {
        [&stem[..], &[suffix]].concat().try_into().expect("31 and 1")
    };
    for _ in 0..entries {
        let at = key(&stems[random.below(stems.len())], suffixes[random.below(suffixes.len())]);
        tree.insert(at, value(random));
    }
    let present: Vec<[u8; 32]> = tree.keys().copied().collect();
    let mut wanted = std::collections::BTreeSet::new();
    for _ in 0..1 + random.below(1 + 2 * entries) {
        let stem = &stems[random.below(stems.len())];
        let absent = near(stem, [0, 1, 2, random.below(30), 29, 30][random.below(6)], random);
        wanted.insert(match random.below(4) {
            0 if !present.is_empty() => present[random.below(present.len())],
            1 => key(stem, suffixes[random.below(suffixes.len())]),
            2 => key(stem, random.word() as u8),
            _ => key(&absent, suffixes[random.below(suffixes.len())]),
        });
    }
    let mut writes = Vec::new();
    for key in &wanted {
        match random.below(4) {
            0 => writes.push((*key, value(random))),
            // A value equal to the present one.
            1 if random.below(3) == 0 && tree.contains_key(key) => writes.push((*key, tree[key])),
            _ => {}
        }
    }
    let sizes = [tree.len(), wanted.len(), writes.len()];
    let sizes = sizes.into_iter().flat_map(|size| (size as u32).to_le_bytes()).collect();
    let pairs = |pairs: Vec<([u8; 32], [u8; 32])>| {
        pairs.into_iter().flat_map(|(key, value)| [key.to_vec(), value.to_vec()])
    };
    let mut case: RawCase = vec![sizes];
    case.extend(pairs(tree.into_iter().collect()));
    case.extend(wanted.into_iter().map(|key| key.to_vec()));
    case.extend(pairs(writes));
    case
}

pub(super) fn changes(made: &[Bytes], random: &mut Random) -> Vec<NamedCase> {
    let [before, after, _, text] = made else { return Vec::new() };
    let Ok(witness) = serde_json::from_slice::<Value>(&text.0) else { return Vec::new() };
    let roots = [before.0.clone(), after.0.clone()];
    let with = |witness: &Value| [&roots[..], &[serde_json::to_vec(witness).expect("it is JSON")]].concat();
    let mut named_cases = vec![("unchanged".to_owned(), Expected::Accepted, with(&witness))];
    for (position, root) in ["before", "after"].iter().enumerate() {
        let mut case = with(&witness);
        case[position] = points::random("banderwagon", random, 1).remove(0);
        named_cases.push(refused(format!("another root {root} the writes"), case));
    }
    // A digit anywhere in the proof.
    let texts = strings(&witness["verkleProof"], "/verkleProof");
    for _ in 0..8 {
        let path = &texts[random.below(texts.len())];
        let mut changed = witness.clone();
        if let Some(value) = changed.pointer_mut(path)
            && change_digit(value, random)
        {
            // go-verkle does not always check the status of an absent stem that has another stem's leaf on its path.
            let status = path == "/verkleProof/depthExtensionPresent";
            let expected = if status { Expected::RefusedByOurs } else { Expected::Refused };
            named_cases.push((format!("a digit of {path} changed"), expected, with(&changed)));
        }
    }
    named_cases.extend(
        changed_lists(&witness, random)
            .into_iter()
            .map(|(what, expected, changed)| (what, expected, with(&changed))),
    );
    named_cases.extend(
        changed_differences(&witness, random)
            .into_iter()
            .map(|(what, expected, changed)| (what, expected, with(&changed))),
    );
    named_cases
}

type Changed = (String, Expected, Value);

/// Changes of the lists of commitments and other stems: one removed, one added, two exchanged.
fn changed_lists(witness: &Value, random: &mut Random) -> Vec<Changed> {
    let mut all = Vec::new();
    for name in ["commitmentsByPath", "otherStems"] {
        let path = format!("/verkleProof/{name}");
        let Some(list) = witness.pointer(&path).and_then(Value::as_array) else { continue };
        let mut change = |what: &str, expected, list: Vec<Value>| {
            let mut changed = witness.clone();
            if let Some(position) = changed.pointer_mut(&path) {
                *position = Value::Array(list);
            }
            all.push((format!("{name}: {what}"), expected, changed));
        };
        if !list.is_empty() {
            let position = random.below(list.len());
            let mut less = list.clone();
            less.remove(position);
            change(&format!("{position} removed"), Expected::Refused, less);
            let mut twice = list.clone();
            twice.push(list[position].clone());
            // go-verkle does not check commitments that belong to no path.
            let expected = if name == "otherStems" { Expected::Refused } else { Expected::RefusedByOurs };
            change(&format!("{position} repeated at the end"), expected, twice);
            let other = random.below(list.len());
            if list[position] != list[other] {
                let mut swapped = list.clone();
                swapped.swap(position, other);
                change(&format!("{position} and {other} exchanged"), Expected::Refused, swapped);
            }
        }
    }
    all
}

/// Changes of values before and after, suffixes and stems.
fn changed_differences(witness: &Value, random: &mut Random) -> Vec<Changed> {
    let mut all = Vec::new();
    let Some(stems) = witness["stateDiff"].as_array() else { return all };
    for _ in 0..4 {
        let stem = random.below(stems.len());
        let suffixes = stems[stem]["suffixDiffs"].as_array().map_or(0, Vec::len);
        if suffixes == 0 {
            continue;
        }
        let path = format!("/stateDiff/{stem}/suffixDiffs/{}", random.below(suffixes));
        for name in ["currentValue", "newValue"] {
            let path = format!("{path}/{name}");
            let mut changed = witness.clone();
            let Some(value) = changed.pointer_mut(&path) else { continue };
            if value.is_null() || random.below(2) == 0 && change_digit(value, random) {
                if value.is_null() {
                    *value = Value::String(format!("0x{}", hex::encode(random.array::<32>())));
                }
            } else {
                *value = Value::Null;
            }
            all.push((format!("{path} changed"), Expected::Refused, changed));
        }
    }
    // An absent key may also be absent under another suffix or stem, so the changed statement may be true.
    let stem = random.below(stems.len());
    let mut changed = witness.clone();
    if let Some(value) = changed.pointer_mut(&format!("/stateDiff/{stem}/stem"))
        && change_digit(value, random)
    {
        let stems = changed["stateDiff"].as_array().into_iter().flatten().map(|diff| diff["stem"].as_str());
        // go-verkle accepts the keys in any order.
        let expected = if stems.is_sorted() { Expected::Agreement } else { Expected::RefusedByOurs };
        all.push((format!("stem {stem} changed"), expected, changed));
    }
    if stems.len() > 1 {
        let mut less = stems.clone();
        less.remove(stem);
        let mut changed = witness.clone();
        changed["stateDiff"] = Value::Array(less);
        all.push((format!("stem {stem} removed"), Expected::Refused, changed));
    }
    all
}

/// The JSON pointers of all strings in a value.
fn strings(value: &Value, path: &str) -> Vec<String> {
    match value {
        Value::String(_) => vec![path.to_owned()],
        Value::Array(list) => {
            list.iter().enumerate().flat_map(|(i, value)| strings(value, &format!("{path}/{i}"))).collect()
        }
        Value::Object(members) => {
            members.iter().flat_map(|(name, value)| strings(value, &format!("{path}/{name}"))).collect()
        }
        _ => Vec::new(),
    }
}

/// Changes one digit of a hexadecimal number with the prefix 0x. Returns false if it has no digits.
fn change_digit(value: &mut Value, random: &mut Random) -> bool {
    let Value::String(text) = value else { return false };
    let Some(digits) = text.strip_prefix("0x").filter(|digits| !digits.is_empty()) else { return false };
    let position = 2 + random.below(digits.len());
    let digit = text[position..=position].chars().next().and_then(|digit| digit.to_digit(16));
    let Some(other) = digit.and_then(|digit| char::from_digit(digit ^ 1 << random.below(4), 16)) else {
        return false;
    };
    text.replace_range(position..=position, &other.to_string());
    true
}

#[cfg(test)]
mod tests {
    use super::super::test_cases;
    use super::*;

    #[test]
    fn changes_of_a_witness_are_distinct() {
        let text = r#"{"stateDiff":[
            {"stem":"0x0102","suffixDiffs":[{"suffix":3,"currentValue":null,"newValue":"0x07"}]},
            {"stem":"0x0103","suffixDiffs":[{"suffix":3,"currentValue":"0x55","newValue":null}]}],"verkleProof":{
            "commitmentsByPath":["0xaa","0xbb"],"d":"0xcc","depthExtensionPresent":"0x0a","otherStems":["0xdd"],
            "ipaProof":{"cl":["0x11"],"cr":["0x22"],"finalEvaluation":"0x33"}}}"#;
        let made: Vec<Bytes> = [&[1; 32][..], &[2; 32], &[3; 576], text.as_bytes()].map(Bytes::from).to_vec();
        let mut random = Random::new(4, "witness");
        let named_cases = test_cases("witness.verify", "bob", &[], &made, &mut random);
        assert!(named_cases.len() > 15, "{}", named_cases.len());
        let accepted =
            named_cases.iter().filter(|test_case| matches!(test_case.expected, Expected::Accepted)).count();
        assert_eq!(accepted, 1);
        let original = &named_cases[0].arguments;
        assert!(named_cases[1..].iter().all(|test_case| &test_case.arguments != original));
    }

    #[test]
    fn cases_have_the_declared_numbers_of_arguments() {
        let mut random = Random::new(5, "witnesses");
        for case in witnesses(&mut random).iter().take(8) {
            let sizes: Vec<usize> = case[0]
                .chunks_exact(4)
                .map(|size| u32::from_le_bytes(size.try_into().unwrap()) as usize)
                .collect();
            assert_eq!(case.len(), 1 + 2 * sizes[0] + sizes[1] + 2 * sizes[2]);
            assert!(sizes[1] > 0);
            let wanted = &case[1 + 2 * sizes[0]..][..sizes[1]];
            let writes = &case[1 + 2 * sizes[0] + sizes[1]..];
            assert!(writes.iter().step_by(2).all(|key| wanted.contains(key)));
        }
    }
}
