//! Generates openings of polynomials, and changes of their proofs.

use contender::message::Bytes;

use super::{Asked, refused};
use crate::differential::Expected;
use crate::differential::cases::RawCase;
use crate::differential::numbers::Ring;
use crate::points;
use crate::random::Random;

const WIDTH: usize = 256;

/// Openings of few and of many polynomials, at places that repeat, at the ends, everywhere; the same opening twice; of
/// polynomials that are zero, constant, nearly zero, and what is no opening.
pub(in crate::differential) fn openings(random: &mut Random) -> Vec<RawCase> {
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

pub(super) fn changes(arguments: &[Bytes], made: &[Bytes], random: &mut Random) -> Vec<Asked> {
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

#[cfg(test)]
mod tests {
    use super::super::questions;
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
}
