//! Generates encodings of signatures (ITU-T X.690; BIP 66): valid ones, and ones with a single error.

use super::cases::RawCase;
use super::signatures::scalar_edges;
use crate::points::{self, K256};
use crate::random::Random;

const SEQUENCE: u8 = 0x30;
const INTEGER: u8 = 0x02;

/// Encodes a value with a length below `2^16`: the tag, the shortest length, the value.
fn encode(tag: u8, value: &[u8]) -> Vec<u8> {
    let length = value.len();
    let [high, low] = u16::try_from(length).expect("short").to_be_bytes();
    let length: &[u8] = match length {
        0..128 => &[low],
        128..256 => &[0x81, low],
        _ => &[0x82, high, low],
    };
    [&[tag], length, value].concat()
}

/// The digits of a nonnegative number, without leading zeros except one where the first bit would be a sign.
fn digits(number: &[u8]) -> Vec<u8> {
    let start = number.iter().position(|byte| *byte != 0).unwrap_or(number.len().saturating_sub(1));
    let digits = &number[start..];
    let pad: &[u8] = if digits.first().is_some_and(|byte| *byte >= 0x80) { &[0] } else { &[] };
    [pad, digits].concat()
}

fn sequence(integers: &[Vec<u8>]) -> Vec<u8> {
    encode(SEQUENCE, &integers.concat())
}

fn signature(r: &[u8], s: &[u8]) -> Vec<u8> {
    sequence(&[encode(INTEGER, &digits(r)), encode(INTEGER, &digits(s))])
}

/// Integers whose encoding differs from a valid one; most of them are invalid.
fn changed_integers(number: &[u8]) -> Vec<Vec<u8>> {
    let digits = digits(number);
    let with_length = |length: &[u8]| [&[INTEGER], length, &digits].concat();
    let length = digits.len() as u8;
    vec![
        // Superfluous leading zeros, a missing leading zero, a negative number.
        encode(INTEGER, &[&[0], &digits[..]].concat()),
        encode(INTEGER, &[&[0; 4], &digits[..]].concat()),
        encode(INTEGER, &[&[0; 120], &digits[..]].concat()),
        encode(INTEGER, &[&[0xff], &digits[..]].concat()),
        encode(INTEGER, digits.strip_prefix(&[0]).unwrap_or(&digits)),
        encode(INTEGER, &[&[0x80], &digits[..]].concat()),
        // More than 256 bits.
        encode(INTEGER, &[&[1], &[0; 32][..]].concat()),
        encode(INTEGER, &[&[0x7f; 33][..]].concat()),
        encode(INTEGER, &[&[0x12; 130][..]].concat()),
        // Empty or missing integers.
        encode(INTEGER, &[]),
        vec![INTEGER],
        vec![],
        // Lengths that are not the shortest, missing or wrong.
        with_length(&[0x81, length]),
        with_length(&[0x82, 0, length]),
        with_length(&[0x84, 0, 0, 0, length]),
        with_length(&[0x89, 0, 0, 0, 0, 0, 0, 0, 0, length]),
        with_length(&[0x80]),
        with_length(&[0xff]),
        with_length(&[length - 1]),
        with_length(&[length + 1]),
        // Other types.
        encode(0x03, &digits),
        encode(0x22, &digits),
        encode(0x82, &digits),
    ]
}

/// Sequences that differ from a valid one.
fn changed_sequences(right: &[u8]) -> Vec<Vec<u8>> {
    let value = &right[2..];
    let length = value.len() as u8;
    let with_header = |header: &[u8]| [header, value].concat();
    vec![
        with_header(&[SEQUENCE, 0x81, length]),
        with_header(&[SEQUENCE, 0x82, 0, length]),
        with_header(&[SEQUENCE, 0x80]),
        [&[SEQUENCE, 0x80], value, &[0, 0]].concat(),
        with_header(&[SEQUENCE, length - 1]),
        with_header(&[SEQUENCE, length + 1]),
        with_header(&[0x31, length]),
        with_header(&[0x10, length]),
        // Trailing bytes outside and inside of the sequence, and a third integer.
        [right, &[0]].concat(),
        [right, right].concat(),
        encode(SEQUENCE, &[value, &[0]].concat()),
        encode(SEQUENCE, &[value, &[INTEGER, 1, 1]].concat()),
        encode(SEQUENCE, &[value, &[5, 0][..]].concat()),
        encode(SEQUENCE, right),
    ]
}

/// Random valid encodings, edge values of both numbers, single flipped bits, truncations, and the changes above.
pub(super) fn encodings(random: &mut Random) -> Vec<RawCase> {
    let mut cases =
        vec![vec![], vec![SEQUENCE], vec![SEQUENCE, 0], sequence(&[vec![INTEGER, 0], vec![INTEGER, 0]])];
    let right = points::sign::<K256>(random);
    let (r, s) = (&right.r, &right.s);
    let edges = scalar_edges();
    for edge in &edges {
        cases.extend([signature(edge, s), signature(r, edge), signature(edge, edge)]);
    }
    // Numbers of every length.
    for length in 1..=34 {
        let mut number = random.bytes(length);
        number[0] |= 1;
        cases.extend([signature(&number, s), signature(r, &number)]);
        number[0] |= 0x80;
        cases.extend([signature(&number, s), signature(r, &number)]);
    }
    let (whole_r, whole_s) = (encode(INTEGER, &digits(r)), encode(INTEGER, &digits(s)));
    for number in [r, &vec![0x7f], &edges[random.below(edges.len())]] {
        for changed in changed_integers(number) {
            cases.push(sequence(&[changed.clone(), whole_s.clone()]));
            cases.push(sequence(&[whole_r.clone(), changed]));
        }
    }
    let right = signature(r, s);
    cases.extend((0..right.len()).map(|length| right[..length].to_vec()));
    // Truncated encodings whose length matches the truncation.
    for length in 0..right.len() - 2 {
        cases.push(encode(SEQUENCE, &right[2..][..length]));
    }
    for bit in 0..8 * right.len() {
        // Every bit of the first five bytes, and some of the others.
        if bit < 40 || random.below(4) == 0 {
            let mut flipped = right.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            cases.push(flipped);
        }
    }
    cases.extend(changed_sequences(&right));
    cases.extend((0..20).map(|_| {
        let length = random.below(80);
        let mut bytes = random.bytes(length);
        if let [tag, said, ..] = &mut bytes[..] {
            (*tag, *said) = (SEQUENCE, length as u8 - 2);
        }
        bytes
    }));
    cases.push(right);
    cases.into_iter().map(|bytes| vec![bytes]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_the_shortest() {
        assert_eq!(signature(&[0, 0, 5], &[0, 0x80]), [0x30, 7, 2, 1, 5, 2, 2, 0, 0x80]);
        assert_eq!(signature(&[0; 32], &[1]), [0x30, 6, 2, 1, 0, 2, 1, 1]);
        assert_eq!(encode(SEQUENCE, &[7; 130])[..3], [0x30, 0x81, 130]);
        assert_eq!(encode(SEQUENCE, &[7; 300])[..4], [0x30, 0x82, 1, 44]);
    }

    #[test]
    fn changed_encodings_differ_from_the_original() {
        let number = [0x85, 3];
        let right = encode(INTEGER, &digits(&number));
        assert!(changed_integers(&number).iter().all(|changed| *changed != right));
        let right = signature(&number, &number);
        assert!(changed_sequences(&right).iter().all(|changed| *changed != right));
    }
}
