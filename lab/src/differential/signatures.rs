//! Generates cases for signatures on secp256k1 and P-256, and shared secrets on secp256k1.

use contender::modulus::modulus;

use super::cases::{Curve, RawCase};
use super::numbers::Ring;
use crate::points::{self, K256, Numbers, P256, Signature};
use crate::random::Random;
use crate::schnorr::{self, Kind};

/// Numbers around the order and the prime of secp256k1, big-endian.
pub(super) fn scalar_edges() -> Vec<Vec<u8>> {
    edges::<K256>()
}

/// Numbers around the order and the prime of the curve, big-endian.
fn edges<C: Numbers>() -> Vec<Vec<u8>> {
    let ring = Ring::new(&points::modulus::<C::ScalarField>());
    let mut edges = [ring.edges(), ring.not_canonical()].concat();
    edges.push(points::modulus::<C::Base>());
    for edge in &mut edges {
        edge.reverse();
    }
    edges
}

/// Hashes not below the order are left out, because libraries derive different nonces from them: RFC 6979 reduces them
/// first (bits2octets), libsecp256k1 does not. Both signatures are valid.
pub(super) fn signings(random: &mut Random) -> Vec<RawCase> {
    let edges = scalar_edges();
    let below_order = |hash: &Vec<u8>| hash.iter().lt(modulus("secp256k1_scalar").iter().rev());
    let mut cases: Vec<RawCase> = edges.iter().map(|secret| vec![secret.clone(), random.bytes(32)]).collect();
    let secret = points::sign::<K256>(random).secret;
    cases.extend(edges.into_iter().filter(below_order).map(|hash| vec![secret.clone(), hash]));
    cases.extend((0..10).map(|_| vec![points::sign::<K256>(random).secret, random.bytes(32)]));
    cases
}

/// The libraries follow RFC 6979 for all hashes.
pub(super) fn p256_signings(random: &mut Random) -> Vec<RawCase> {
    let edges = edges::<P256>();
    let mut cases: Vec<RawCase> = edges.iter().map(|secret| vec![secret.clone(), random.bytes(32)]).collect();
    let secret = points::sign::<P256>(random).secret;
    cases.extend(edges.into_iter().map(|hash| vec![secret.clone(), hash]));
    cases.extend((0..10).map(|_| vec![points::sign::<P256>(random).secret, random.bytes(32)]));
    cases.extend([vec![secret[1..].to_vec(), random.bytes(32)], vec![secret, random.bytes(31)]]);
    cases
}

/// Valid signatures, signatures with one change, signatures whose two products coincide, and signatures whose `x`
/// exceeds the order.
fn changed<C: Numbers>(random: &mut Random, parts: impl Fn(&Signature) -> RawCase) -> Vec<RawCase> {
    let mut cases = Vec::new();
    for _ in 0..6 {
        let signature = points::sign::<C>(random);
        let case = parts(&signature);
        let mut high = case.clone();
        high[2] = points::negate_scalar::<C>(&signature.s);
        let flipped = flipped(&case, random);
        cases.extend([case, high, flipped]);
    }
    let special = [
        points::wrapped::<C>(random),
        points::coincident::<C>(random, false),
        points::coincident::<C>(random, true),
        points::recovering_to_infinity::<C>(random),
    ];
    cases.extend(special.iter().map(&parts));
    let case = parts(&points::sign::<C>(random));
    let mut zeros = case.clone();
    (zeros[1], zeros[2]) = (vec![0; 32], vec![0; 32]);
    cases.push(zeros);
    for edge in edges::<C>() {
        for position in 0..3 {
            let mut case = case.clone();
            case[position] = edge.clone();
            cases.push(case);
        }
    }
    cases
}

pub(super) fn verifications<C: Numbers>(random: &mut Random) -> Vec<RawCase> {
    let parts = |s: &Signature| vec![s.hash.clone(), s.r.clone(), s.s.clone(), s.public_key.clone()];
    let mut cases = changed::<C>(random, parts);
    let mut case = parts(&points::sign::<C>(random));
    case[3] = vec![0; 64];
    cases.push(case);
    cases
}

pub(super) fn recoveries(random: &mut Random) -> Vec<RawCase> {
    let parts = |s: &Signature| vec![s.hash.clone(), s.r.clone(), s.s.clone(), vec![s.recovery_id]];
    let mut cases: Vec<RawCase> =
        changed::<K256>(random, parts).into_iter().filter(|case| case[3][0] < 4).collect();
    for recovery_id in 0..4 {
        for r in scalar_edges() {
            cases.push(vec![random.bytes(32), r, random.bytes(32), vec![recovery_id]]);
        }
        let signature = points::sign::<K256>(random);
        cases.push(vec![signature.hash, signature.r, signature.s, vec![recovery_id]]);
    }
    cases
}

/// Lengths of messages for Schnorr signatures: the length of a hash, zero, and lengths below and above the block size
/// of the hash, 64 bytes.
const LENGTHS: [usize; 8] = [32, 0, 1, 17, 31, 33, 64, 100];

/// A copy of a case with one flipped bit in one argument.
fn flipped(case: &RawCase, random: &mut Random) -> RawCase {
    let mut flipped = case.clone();
    let position = random.below(case.len());
    if !case[position].is_empty() {
        let bit = random.below(8 * case[position].len());
        flipped[position][bit / 8] ^= 1 << (bit % 8);
    }
    flipped
}

pub(super) fn schnorr_signings(random: &mut Random) -> Vec<RawCase> {
    let edges = scalar_edges();
    let mut cases: Vec<RawCase> =
        edges.iter().map(|secret| vec![secret.clone(), random.bytes(32), random.bytes(32)]).collect();
    for length in LENGTHS {
        let signature = schnorr::sign(random, length);
        cases.push(vec![signature.secret, signature.message, signature.auxiliary]);
    }
    let secret = points::sign::<K256>(random).secret;
    for edge in edges {
        cases.push(vec![secret.clone(), edge.clone(), random.bytes(32)]);
        cases.push(vec![secret.clone(), random.bytes(32), edge]);
    }
    cases.push(vec![secret[1..].to_vec(), random.bytes(32), random.bytes(32)]);
    cases.push(vec![secret, random.bytes(32), random.bytes(31)]);
    cases
}

pub(super) fn schnorr_verifications(random: &mut Random) -> Vec<RawCase> {
    let parts = |s: &schnorr::Signature| vec![s.message.clone(), s.signature.clone(), s.key.clone()];
    let with = |case: &RawCase, r: &[u8], s: &[u8]| {
        let mut case = case.clone();
        case[1] = [r, s].concat();
        case
    };
    let mut cases = Vec::new();
    for length in LENGTHS {
        let case = parts(&schnorr::sign(random, length));
        for _ in 0..3 {
            cases.push(flipped(&case, random));
        }
        let (r, s) = case[1].split_at(32);
        cases.extend([with(&case, r, &points::negate_scalar::<K256>(s)), with(&case, s, r), case.clone()]);
    }
    for kind in [Kind::OddNonce, Kind::OddKey, Kind::Infinity] {
        cases.push(parts(&schnorr::signature(random, 32, kind)));
    }
    let case = parts(&schnorr::sign(random, 32));
    let (r, s) = case[1].split_at(32);
    let mut base = Ring::new(&modulus("secp256k1_base")).edges();
    base.iter_mut().for_each(|edge| edge.reverse());
    for edge in [scalar_edges(), base].concat() {
        cases.extend([with(&case, &edge, s), with(&case, r, &edge)]);
        cases.push(vec![case[0].clone(), case[1].clone(), edge.clone()]);
        cases.push(vec![edge, case[1].clone(), case[2].clone()]);
    }
    cases.push(with(&case, &[0; 32], &[0; 32]));
    for position in 1..3 {
        let mut short = case.clone();
        short[position].pop();
        cases.push(short);
    }
    cases
}

pub(super) fn exchanges(random: &mut Random) -> Vec<RawCase> {
    let curve = Curve::new("secp256k1").expect("a curve of the list");
    let points = curve.random(random, 12);
    let mut cases: Vec<RawCase> =
        scalar_edges().into_iter().map(|secret| vec![secret, points[0].clone()]).collect();
    for point in &points {
        let secret = curve.random_scalar(random);
        // The opposite point yields the same secret.
        let opposite = points::negate_scalar::<K256>(&secret);
        cases.push(vec![secret.clone(), curve.negate(point)]);
        cases.extend([vec![secret, point.clone()], vec![opposite, point.clone()]]);
    }
    let secret = curve.random_scalar(random);
    cases.push(vec![secret.clone(), curve.infinity()]);
    cases.push(vec![secret[1..].to_vec(), points[0].clone()]);
    cases.extend(curve.bad_points(&points[0], random).into_iter().map(|bad| vec![secret.clone(), bad]));
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_every_length_are_verified() {
        let mut random = Random::new(1, "secp256k1.schnorr_verify");
        let cases = schnorr_verifications(&mut random);
        assert!(cases.len() > 150);
        for length in LENGTHS {
            assert!(cases.iter().any(|case| case[0].len() == length), "{length}");
        }
    }
}
