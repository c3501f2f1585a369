//! Proofs: made by every contender that makes them, verified by every one that verifies, as they are and changed.

use contender::message::Bytes;
use serde_json::Value;

use super::cases::{RawCase, near};
use super::numbers::Ring;
use super::{Expected, Question};
use crate::points;
use crate::random::Random;

/// The operation that makes what this one verifies.
pub(super) fn made_by(operation: &str) -> Option<&'static str> {
    match operation {
        "multiproof.verify" => Some("multiproof.create"),
        "witness.verify" => Some("witness.create"),
        _ => None,
    }
}

/// What is asked about a proof: itself, and changed in many ways. `arguments` and `made` are those of the operation that
/// made it, `origin` says by whom and of which case.
pub(super) fn questions(
    operation: &str,
    origin: &str,
    arguments: &[Bytes],
    made: &[Bytes],
    random: &mut Random,
) -> Vec<Question> {
    let questions = match operation {
        "multiproof.verify" => openings_questions(arguments, made, random),
        _ => witness_questions(made, random),
    };
    let named = |(what, expected, arguments): (String, Expected, RawCase)| Question {
        arguments: arguments.into_iter().map(Bytes).collect(),
        expected,
        what: format!("{origin}, {what}"),
    };
    questions.into_iter().map(named).collect()
}

/// What is asked in every round of an operation: witnesses that the tests of `vorpal-tree` make, and no contender.
pub(super) fn files(operation: &str) -> Vec<Question> {
    if operation != "witness.verify" {
        return Vec::new();
    }
    let files = [
        // The root after is that of no tree. go-verkle 0.2.2 accepts it.
        (
            "an absent stem below a commitment to nothing",
            Expected::RefusedByOurs,
            include_str!("../../../crates/tree/tests/witness_too_deep.json"),
        ),
        (
            "a bound witness",
            Expected::AcceptedByOursOnly,
            include_str!("../../../crates/tree/tests/witness_bound.json"),
        ),
    ];
    let question = |(what, expected, text): (&str, Expected, &str)| {
        let file: Value = serde_json::from_str(text).expect("the file is JSON");
        let root = |name: &str| {
            let digits = file[name].as_str().and_then(|text| text.strip_prefix("0x"));
            Bytes(hex::decode(digits.unwrap_or_default()).expect("the root is hexadecimal"))
        };
        let witness = serde_json::to_vec(&file["executionWitness"]).expect("it is JSON");
        Question {
            arguments: vec![root("root"), root("rootAfter"), Bytes(witness)],
            expected,
            what: what.to_owned(),
        }
    };
    files.map(question).into()
}

type Asked = (String, Expected, RawCase);

const WIDTH: usize = 256;

/// What was changed in a proof that must be refused then.
fn refused(what: impl Into<String>, arguments: RawCase) -> Asked {
    (what.into(), Expected::Refused, arguments)
}

/// Openings of few and of many polynomials, at places that repeat, at the ends, everywhere; the same opening twice; of
/// polynomials that are zero, constant, nearly zero, and what is no opening.
pub(super) fn openings(random: &mut Random) -> Vec<RawCase> {
    let ring = Ring::new(&points::order("banderwagon"));
    let edges = ring.edges();
    let polynomial = |random: &mut Random| -> Vec<u8> {
        let kind = random.below(6);
        let constant = ring.element(random);
        let only = random.below(WIDTH);
        let value = |place: usize| match kind {
            0 => vec![0; 32],
            1 => constant.clone(),
            2 if place == only => constant.clone(),
            2 => vec![0; 32],
            3 => edges[random.below(edges.len())].clone(),
            _ => ring.element(random),
        };
        (0..WIDTH).flat_map(value).collect()
    };
    let mut cases = Vec::new();
    for (polynomials, openings) in [(1, 1), (1, 2), (1, 1), (2, 3), (3, 8), (5, 24), (2, WIDTH), (4, 40)] {
        let polynomials: Vec<Vec<u8>> = (0..polynomials).map(|_| polynomial(random)).collect();
        let mut which: Vec<u32> = (0..openings).map(|_| random.below(polynomials.len()) as u32).collect();
        let mut places: Vec<u8> = match (openings, random.below(3)) {
            (WIDTH, _) => (0..=255).collect(),
            (_, 0) => vec![random.word() as u8; openings],
            (_, 1) => (0..openings).map(|_| [0, 1, 127, 128, 254, 255][random.below(6)]).collect(),
            _ => random.bytes(openings),
        };
        if openings > 3 {
            // The same once more, next to each other and not.
            (which[1], places[1]) = (which[0], places[0]);
            (which[openings - 1], places[openings - 1]) = (which[0], places[0]);
        }
        cases.push(case(&which, &places, polynomials));
    }
    let good = polynomial(random);
    let mut not_canonical = good.clone();
    not_canonical[32..64].copy_from_slice(&ring.modulus());
    cases.extend([
        case(&[], &[], vec![good.clone()]),
        case(&[1], &[0], vec![good.clone()]),
        case(&[0], &[0, 1], vec![good.clone()]),
        case(&[0], &[0], vec![not_canonical]),
        case(&[0], &[0], vec![good[32..].to_vec()]),
    ]);
    cases
}

fn case(which: &[u32], places: &[u8], polynomials: Vec<Vec<u8>>) -> RawCase {
    let which = which.iter().flat_map(|index| index.to_le_bytes()).collect();
    [vec![which, places.to_vec()], polynomials].concat()
}

fn openings_questions(arguments: &[Bytes], made: &[Bytes], random: &mut Random) -> Vec<Asked> {
    let [which, places, polynomials @ ..] = arguments else { return Vec::new() };
    let [proof, commitments @ ..] = made else { return Vec::new() };
    let which: Vec<usize> = which
        .0
        .chunks_exact(4)
        .map(|index| u32::from_le_bytes(index.try_into().expect("four bytes")) as usize)
        .collect();
    let mut good: RawCase = vec![proof.0.clone(), places.0.clone()];
    for (index, place) in which.iter().zip(&places.0) {
        good.push(commitments[*index].0.clone());
        good.push(polynomials[*index].0[32 * usize::from(*place)..][..32].to_vec());
    }
    // The proof of openings of zero is zero wherever they are.
    let zero = which.iter().all(|index| polynomials[*index].0.iter().all(|byte| *byte == 0));
    let statement = if zero { Expected::Agreement } else { Expected::Refused };
    let changed = |change: &dyn Fn(&mut RawCase)| {
        let mut case = good.clone();
        change(&mut case);
        case
    };
    let mut asked = vec![("as it is".to_owned(), Expected::Accepted, good.clone())];
    // D, one of the L, one of the R, the scalar.
    for part in [0, 1 + random.below(8), 9 + random.below(8), 17] {
        let place = 32 * part + random.below(32);
        let bit = 1 << random.below(8);
        asked.push(refused(
            format!("byte {place} of the proof changed"),
            changed(&|case| case[0][place] ^= bit),
        ));
    }
    let opening = random.below(which.len());
    let (commitment, value) = (2 + 2 * opening, 3 + 2 * opening);
    let bit = 1 << random.below(8);
    asked.push(refused("a value changed", changed(&|case| case[value][0] ^= bit)));
    asked.push(("a place changed".to_owned(), statement, changed(&|case| case[1][opening] ^= bit)));
    let point = points::random("banderwagon", random, 1).remove(0);
    asked.push(refused("another commitment", changed(&|case| case[commitment].clone_from(&point))));
    asked.push(refused("a proof cut short", changed(&|case| case[0].truncate(575))));
    asked.push(refused("a proof with a byte more", changed(&|case| case[0].push(0))));
    let order = points::order("banderwagon");
    asked.push(refused(
        "the scalar plus the order",
        changed(&|case| case[0][544..].copy_from_slice(&sum(&proof.0[544..], &order))),
    ));
    asked.push(refused("a value plus the order", changed(&|case| case[value] = sum(&good[value], &order))));
    asked.push((
        "an opening twice".to_owned(),
        statement,
        changed(&|case| {
            let (commitment, value) = (case[commitment].clone(), case[value].clone());
            case.extend([commitment, value]);
            let place = case[1][opening];
            case[1].push(place);
        }),
    ));
    if which.len() > 1 {
        asked.push((
            "an opening less".to_owned(),
            statement,
            changed(&|case| {
                case.drain(commitment..=value);
                case[1].remove(opening);
            }),
        ));
        let other = (opening + 1) % which.len();
        let same = |a: usize, b: usize| {
            good[2 + 2 * a..4 + 2 * a] == good[2 + 2 * b..4 + 2 * b] && places.0[a] == places.0[b]
        };
        if !same(opening, other) {
            asked.push((
                "two openings in the other order".to_owned(),
                statement,
                changed(&|case| {
                    case[1].swap(opening, other);
                    case.swap(commitment, 2 + 2 * other);
                    case.swap(value, 3 + 2 * other);
                }),
            ));
        }
    }
    asked
}

/// The sum of two numbers of 32 bytes, little-endian.
fn sum(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut carry = 0;
    let digits = a.iter().zip(b).map(|(a, b)| {
        let digit = u16::from(*a) + u16::from(*b) + carry;
        carry = digit >> 8;
        digit as u8
    });
    digits.collect()
}

/// Trees whose stems share beginnings of every length; wanted are keys that are there, suffixes that are not, stems
/// beside which another's leaf is, and stems where nothing is. Some of them are written: anew, over what was there, with
/// what was there already, with zero.
pub(super) fn witnesses(random: &mut Random) -> Vec<RawCase> {
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
            // What is there already.
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

fn witness_questions(made: &[Bytes], random: &mut Random) -> Vec<Asked> {
    let [before, after, _, text] = made else { return Vec::new() };
    let Ok(witness) = serde_json::from_slice::<Value>(&text.0) else { return Vec::new() };
    let roots = [before.0.clone(), after.0.clone()];
    let with = |witness: &Value| [&roots[..], &[serde_json::to_vec(witness).expect("it is JSON")]].concat();
    let mut asked = vec![("as it is".to_owned(), Expected::Accepted, with(&witness))];
    for (place, root) in ["before", "after"].iter().enumerate() {
        let mut case = with(&witness);
        case[place] = points::random("banderwagon", random, 1).remove(0);
        asked.push(refused(format!("another root {root}"), case));
    }
    // A digit anywhere in the proof.
    let texts = strings(&witness["verkleProof"], "/verkleProof");
    for _ in 0..8 {
        let path = &texts[random.below(texts.len())];
        let mut changed = witness.clone();
        if let Some(value) = changed.pointer_mut(path)
            && change_digit(value, random)
        {
            // What go-verkle is told of a stem beside another's leaf, it does not always look at.
            let status = path == "/verkleProof/depthExtensionPresent";
            let expected = if status { Expected::RefusedByOurs } else { Expected::Refused };
            asked.push((format!("a digit of {path} changed"), expected, with(&changed)));
        }
    }
    asked.extend(
        changed_lists(&witness, random)
            .into_iter()
            .map(|(what, expected, changed)| (what, expected, with(&changed))),
    );
    asked.extend(
        changed_differences(&witness, random)
            .into_iter()
            .map(|(what, expected, changed)| (what, expected, with(&changed))),
    );
    asked
}

type Changed = (String, Expected, Value);

/// Commitments and other stems left out, added, in another order.
fn changed_lists(witness: &Value, random: &mut Random) -> Vec<Changed> {
    let mut all = Vec::new();
    for name in ["commitmentsByPath", "otherStems"] {
        let path = format!("/verkleProof/{name}");
        let Some(list) = witness.pointer(&path).and_then(Value::as_array) else { continue };
        let mut change = |what: &str, expected, list: Vec<Value>| {
            let mut changed = witness.clone();
            if let Some(place) = changed.pointer_mut(&path) {
                *place = Value::Array(list);
            }
            all.push((format!("{name}: {what}"), expected, changed));
        };
        if !list.is_empty() {
            let place = random.below(list.len());
            let mut less = list.clone();
            less.remove(place);
            change(&format!("{place} left out"), Expected::Refused, less);
            let mut twice = list.clone();
            twice.push(list[place].clone());
            // go-verkle does not look at commitments that no path asks for.
            let expected = if name == "otherStems" { Expected::Refused } else { Expected::RefusedByOurs };
            change(&format!("{place} once more at the end"), expected, twice);
            let other = random.below(list.len());
            if list[place] != list[other] {
                let mut swapped = list.clone();
                swapped.swap(place, other);
                change(&format!("{place} and {other} exchanged"), Expected::Refused, swapped);
            }
        }
    }
    all
}

/// Values before and after, suffixes and stems changed.
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
    // Where nothing is, nothing is under other suffixes and stems either: not always a false statement.
    let stem = random.below(stems.len());
    let mut changed = witness.clone();
    if let Some(value) = changed.pointer_mut(&format!("/stateDiff/{stem}/stem"))
        && change_digit(value, random)
    {
        let stems = changed["stateDiff"].as_array().into_iter().flatten().map(|diff| diff["stem"].as_str());
        // go-verkle takes the keys in any order.
        let expected = if stems.is_sorted() { Expected::Agreement } else { Expected::RefusedByOurs };
        all.push((format!("stem {stem} changed"), expected, changed));
    }
    if stems.len() > 1 {
        let mut less = stems.clone();
        less.remove(stem);
        let mut changed = witness.clone();
        changed["stateDiff"] = Value::Array(less);
        all.push((format!("stem {stem} left out"), Expected::Refused, changed));
    }
    all
}

/// The paths of all texts in a value.
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

/// Changes one digit of a hexadecimal number with 0x; false if it has none.
fn change_digit(value: &mut Value, random: &mut Random) -> bool {
    let Value::String(text) = value else { return false };
    let Some(digits) = text.strip_prefix("0x").filter(|digits| !digits.is_empty()) else { return false };
    let place = 2 + random.below(digits.len());
    let digit = text[place..=place].chars().next().and_then(|digit| digit.to_digit(16));
    let Some(other) = digit.and_then(|digit| char::from_digit(digit ^ 1 << random.below(4), 16)) else {
        return false;
    };
    text.replace_range(place..=place, &other.to_string());
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_about_openings_is_another() {
        let mut random = Random::new(3, "openings");
        for arguments in openings(&mut random).into_iter().take(8) {
            let arguments: Vec<Bytes> = arguments.into_iter().map(Bytes).collect();
            let made: Vec<Bytes> = std::iter::once(Bytes(vec![7; 576]))
                .chain((2..arguments.len()).map(|_| Bytes(vec![5; 32])))
                .collect();
            let asked = questions("multiproof.verify", "alice", &arguments, &made, &mut random);
            assert!(asked.len() >= 12, "{}", asked.len());
            assert!(matches!(asked[0].expected, Expected::Accepted));
            for (i, question) in asked.iter().enumerate() {
                assert!(question.what.starts_with("alice, "), "{}", question.what);
                let alike = asked.iter().filter(|other| other.arguments == question.arguments).count();
                assert_eq!(alike, 1, "question {i}: {}", question.what);
            }
        }
    }

    #[test]
    fn every_question_about_a_witness_is_another() {
        let text = r#"{"stateDiff":[{"stem":"0x0102","suffixDiffs":[{"suffix":3,"currentValue":null,"newValue":"0x07"}]},
            {"stem":"0x0103","suffixDiffs":[{"suffix":3,"currentValue":"0x55","newValue":null}]}],"verkleProof":{
            "commitmentsByPath":["0xaa","0xbb"],"d":"0xcc","depthExtensionPresent":"0x0a","otherStems":["0xdd"],
            "ipaProof":{"cl":["0x11"],"cr":["0x22"],"finalEvaluation":"0x33"}}}"#;
        let made: Vec<Bytes> = [&[1; 32][..], &[2; 32], &[3; 576], text.as_bytes()].map(Bytes::from).to_vec();
        let mut random = Random::new(4, "witness");
        let asked = questions("witness.verify", "bob", &[], &made, &mut random);
        assert!(asked.len() > 15, "{}", asked.len());
        let accepted =
            asked.iter().filter(|question| matches!(question.expected, Expected::Accepted)).count();
        assert_eq!(accepted, 1);
        let original = &asked[0].arguments;
        assert!(asked[1..].iter().all(|question| &question.arguments != original));
    }

    #[test]
    fn files_are_witnesses() {
        assert!(files("multiproof.verify").is_empty());
        let asked = files("witness.verify");
        assert_eq!(asked.len(), 2);
        for question in asked {
            let [root, after, text] = &question.arguments[..] else { panic!("{}", question.what) };
            assert_eq!((root.0.len(), after.0.len()), (32, 32));
            assert!(serde_json::from_slice::<Value>(&text.0).unwrap()["verkleProof"].is_object());
        }
    }

    #[test]
    fn witnesses_have_what_they_say() {
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
