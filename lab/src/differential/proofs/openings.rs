//! Generates openings of polynomials, and changes of their proofs.

use contender::message::Bytes;

use super::{NamedCase, refused};
use crate::differential::Expected;
use crate::differential::cases::RawCase;
use crate::differential::numbers::Ring;
use crate::points;
use crate::random::Random;

const WIDTH: usize = 256;

/// Openings of one to five polynomials, at repeated positions, at the first and last positions, and at all
/// positions. Some openings occur twice. Polynomials are zero, constant, zero except at one position, or random. Some
/// cases are no valid openings.
pub(in crate::differential) fn openings(random: &mut Random) -> Vec<RawCase> {
    let ring = Ring::new(&points::order("banderwagon"));
    let edges = ring.edges();
    let polynomial = |random: &mut Random| -> Vec<u8> {
        let kind = random.below(6);
        let constant = ring.element(random);
        let only = random.below(WIDTH);
        let value = |position: usize| match kind {
            0 => vec![0; 32],
            1 => constant.clone(),
            2 if position == only => constant.clone(),
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
        let mut positions: Vec<u8> = match (openings, random.below(3)) {
            (WIDTH, _) => (0..=255).collect(),
            (_, 0) => vec![random.word() as u8; openings],
            (_, 1) => (0..openings).map(|_| [0, 1, 127, 128, 254, 255][random.below(6)]).collect(),
            _ => random.bytes(openings),
        };
        if openings > 3 {
            // The same opening again, adjacent and at the end.
            (which[1], positions[1]) = (which[0], positions[0]);
            (which[openings - 1], positions[openings - 1]) = (which[0], positions[0]);
        }
        cases.push(case(&which, &positions, polynomials));
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

fn case(which: &[u32], positions: &[u8], polynomials: Vec<Vec<u8>>) -> RawCase {
    let which = which.iter().flat_map(|index| index.to_le_bytes()).collect();
    [vec![which, positions.to_vec()], polynomials].concat()
}

pub(super) fn changes(arguments: &[Bytes], made: &[Bytes], random: &mut Random) -> Vec<NamedCase> {
    let [which, positions, polynomials @ ..] = arguments else { return Vec::new() };
    let [proof, commitments @ ..] = made else { return Vec::new() };
    let which: Vec<usize> = which
        .0
        .chunks_exact(4)
        .map(|index| u32::from_le_bytes(index.try_into().expect("four bytes")) as usize)
        .collect();
    let mut good: RawCase = vec![proof.0.clone(), positions.0.clone()];
    for (index, position) in which.iter().zip(&positions.0) {
        good.push(commitments[*index].0.clone());
        good.push(polynomials[*index].0[32 * usize::from(*position)..][..32].to_vec());
    }
    // If all polynomials are zero, the proof is zero and does not depend on the positions.
    let zero = which.iter().all(|index| polynomials[*index].0.iter().all(|byte| *byte == 0));
    let statement = if zero { Expected::Agreement } else { Expected::Refused };
    let changed = |change: &dyn Fn(&mut RawCase)| {
        let mut case = good.clone();
        change(&mut case);
        case
    };
    let mut named_cases = vec![("unchanged".to_owned(), Expected::Accepted, good.clone())];
    // `D`, one of the `L`, one of the `R`, the scalar.
    for part in [0, 1 + random.below(8), 9 + random.below(8), 17] {
        let position = 32 * part + random.below(32);
        let bit = 1 << random.below(8);
        named_cases.push(refused(
            format!("byte {position} of the proof changed"),
            changed(&|case| case[0][position] ^= bit),
        ));
    }
    let opening = random.below(which.len());
    let (commitment, value) = (2 + 2 * opening, 3 + 2 * opening);
    let bit = 1 << random.below(8);
    named_cases.push(refused("a value changed", changed(&|case| case[value][0] ^= bit)));
    named_cases.push(("a position changed".to_owned(), statement, changed(&|case| case[1][opening] ^= bit)));
    let point = points::random("banderwagon", random, 1).remove(0);
    named_cases.push(refused("another commitment", changed(&|case| case[commitment].clone_from(&point))));
    named_cases.push(refused("a truncated proof", changed(&|case| case[0].truncate(575))));
    named_cases.push(refused("a proof with an extra byte", changed(&|case| case[0].push(0))));
    let order = points::order("banderwagon");
    named_cases.push(refused(
        "the scalar plus the order",
        changed(&|case| case[0][544..].copy_from_slice(&sum(&proof.0[544..], &order))),
    ));
    named_cases
        .push(refused("a value plus the order", changed(&|case| case[value] = sum(&good[value], &order))));
    named_cases.push((
        "an opening repeated".to_owned(),
        statement,
        changed(&|case| {
            let (commitment, value) = (case[commitment].clone(), case[value].clone());
            case.extend([commitment, value]);
            let position = case[1][opening];
            case[1].push(position);
        }),
    ));
    if which.len() > 1 {
        named_cases.push((
            "one opening removed".to_owned(),
            statement,
            changed(&|case| {
                case.drain(commitment..=value);
                case[1].remove(opening);
            }),
        ));
        let other = (opening + 1) % which.len();
        let same = |a: usize, b: usize| {
            good[2 + 2 * a..4 + 2 * a] == good[2 + 2 * b..4 + 2 * b] && positions.0[a] == positions.0[b]
        };
        if !same(opening, other) {
            named_cases.push((
                "two openings exchanged".to_owned(),
                statement,
                changed(&|case| {
                    case[1].swap(opening, other);
                    case.swap(commitment, 2 + 2 * other);
                    case.swap(value, 3 + 2 * other);
                }),
            ));
        }
    }
    named_cases
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
    use super::super::test_cases;
    use super::*;

    #[test]
    fn changes_of_openings_are_distinct() {
        let mut random = Random::new(3, "openings");
        for arguments in openings(&mut random).into_iter().take(8) {
            let arguments: Vec<Bytes> = arguments.into_iter().map(Bytes).collect();
            let made: Vec<Bytes> = std::iter::once(Bytes(vec![7; 576]))
                .chain((2..arguments.len()).map(|_| Bytes(vec![5; 32])))
                .collect();
            let named_cases = test_cases("multiproof.verify", "alice", &arguments, &made, &mut random);
            assert!(named_cases.len() >= 12, "{}", named_cases.len());
            assert!(matches!(named_cases[0].expected, Expected::Accepted));
            for (i, test_case) in named_cases.iter().enumerate() {
                assert!(test_case.what.starts_with("alice, "), "{}", test_case.what);
                let alike = named_cases.iter().filter(|other| other.arguments == test_case.arguments).count();
                assert_eq!(alike, 1, "test_case {i}: {}", test_case.what);
            }
        }
    }
}
