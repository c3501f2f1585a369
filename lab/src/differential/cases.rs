//! Generates cases for each operation: random ones, edge cases and invalid inputs.

use contender::message::Bytes;
use contender::modulus::{FIELDS, modulus};

use super::numbers::Ring;
use super::signatures::scalar_edges;
use super::{bls, der, evm, kzg, pairings, proofs, signatures, sums};
use crate::points::{self, K256, P256};
use crate::random::Random;

type Case = Vec<Bytes>;

/// The cases of one round; `None` if the operation is unknown. With `every_size`, slow cases are included.
pub(super) fn generate(operation: &str, every_size: bool, random: &mut Random) -> Option<Vec<Case>> {
    let parts: Vec<&str> = operation.split('.').collect();
    let cases = match parts[..] {
        ["field", name, field] if FIELDS.iter().any(|(known, _)| *known == field) => {
            let operands = if matches!(name, "add" | "sub" | "mul") { 2 } else { 1 };
            field_cases(&Ring::new(&modulus(field)), operands, random)
        }
        ["banderwagon", "decode"] => decodings(random),
        ["secp256k1", "sign"] => signatures::signings(random),
        ["secp256k1", "verify"] => signatures::verifications::<K256>(random),
        ["p256", "sign"] => signatures::p256_signings(random),
        ["p256", "verify"] => signatures::verifications::<P256>(random),
        ["secp256k1", "recover"] => signatures::recoveries(random),
        ["secp256k1", "schnorr_sign"] => signatures::schnorr_signings(random),
        ["secp256k1", "schnorr_verify"] => signatures::schnorr_verifications(random),
        ["secp256k1", "ecdh"] => signatures::exchanges(random),
        ["secp256k1", "der"] => der::encodings(random),
        ["pairing", curve] => pairings::products(curve, random)?,
        ["gt", curve, "power"] => pairings::powers(curve, random)?,
        ["gt", curve, "is_member"] => pairings::elements(curve, random)?,
        ["map_to_curve", curve] => pairings::mapped(curve, random)?,
        ["hash_to_curve", "bls12_381_g2"] => pairings::messages(random),
        ["evm", contract] => evm::inputs(contract, random)?,
        ["bls", "signed"] => bls::signings(random),
        ["bls", "key"] => bls::keys(random),
        ["kzg", "commit" | "blob_proof" | "cells_and_proofs"] => kzg::blobs(random),
        [curve, "is_member"] => pairings::points_of_all_orders(&Curve::new(curve)?, random),
        ["msm", curve] => sums(&Curve::new(curve)?, false, every_size, random),
        ["msm", curve, "u64"] => sums(&Curve::new(curve)?, true, every_size, random),
        ["tree", "key"] => keys(random),
        ["tree", "roots"] => trees(random),
        ["commit"] => commitments(random),
        ["multiproof", "create"] => proofs::openings(random),
        ["witness", "create"] => proofs::witnesses(random),
        [curve, name] => group_cases(&Curve::new(curve)?, name, random)?,
        _ => return None,
    };
    Some(cases.into_iter().map(|case| case.into_iter().map(Bytes).collect()).collect())
}

pub(super) type RawCase = Vec<Vec<u8>>;

/// All pairs of edge values, invalid elements, and random elements.
fn field_cases(ring: &Ring, operands: usize, random: &mut Random) -> Vec<RawCase> {
    let edges = ring.edges();
    let mut cases: Vec<RawCase> = if operands == 1 {
        edges.iter().map(|edge| vec![edge.clone()]).collect()
    } else {
        edges.iter().flat_map(|a| edges.iter().map(|b| vec![a.clone(), b.clone()])).collect()
    };
    for bad in ring.not_canonical() {
        for position in 0..operands {
            let mut case: RawCase = (0..operands).map(|_| ring.element(random)).collect();
            case[position] = bad.clone();
            cases.push(case);
        }
    }
    cases.extend((0..100).map(|_| (0..operands).map(|_| ring.element(random)).collect()));
    cases
}

/// A curve by name, with methods that generate points, their opposites and scalars.
pub(super) struct Curve {
    name: &'static str,
    /// The ring of the coordinates. Encodings are big-endian for Banderwagon and for secp256k1.
    base: Ring,
    pub(super) scalars: Ring,
    /// The number of coefficients of a coordinate.
    degree: usize,
    big_endian: bool,
}

impl Curve {
    pub(super) fn new(name: &str) -> Option<Self> {
        let (name, base, big_endian) = match name {
            "banderwagon" => ("banderwagon", "bls12_381_scalar", true),
            "secp256k1" => ("secp256k1", "secp256k1_base", true),
            "bls12_377_g1" => ("bls12_377_g1", "bls12_377_base", false),
            "bls12_381_g1" => ("bls12_381_g1", "bls12_381_base", false),
            "bn254_g1" => ("bn254_g1", "bn254_base", false),
            "bls12_377_g2" => ("bls12_377_g2", "bls12_377_base", false),
            "bls12_381_g2" => ("bls12_381_g2", "bls12_381_base", false),
            "bn254_g2" => ("bn254_g2", "bn254_base", false),
            _ => return None,
        };
        let modulus = modulus(base);
        let degree = if name.ends_with("_g2") { 2 } else { 1 };
        Some(Self {
            name,
            base: Ring::new(&modulus),
            scalars: Ring::new(&points::order(name)),
            degree,
            big_endian,
        })
    }

    pub(super) fn random(&self, random: &mut Random, count: usize) -> Vec<Vec<u8>> {
        points::random(self.name, random, count)
    }

    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    pub(super) fn infinity(&self) -> Vec<u8> {
        // Zero is also the encoding of Banderwagon's identity.
        vec![0; self.random(&mut Random::new(0, ""), 1)[0].len()]
    }

    /// The opposite point: `-y` for Weierstrass curves, `-x` for Banderwagon.
    pub(super) fn negate(&self, point: &[u8]) -> Vec<u8> {
        let (x, last) = point.split_at(if self.name == "banderwagon" { 0 } else { point.len() / 2 });
        let negate = |number: &[u8]| self.swapped(self.base.negate(&self.swapped(number.to_vec())));
        let coefficients = last.chunks(last.len() / self.degree).flat_map(negate);
        x.iter().copied().chain(coefficients).collect()
    }

    /// Converts between the byte order of this curve and little-endian.
    fn swapped(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        if self.big_endian {
            bytes.reverse();
        }
        bytes
    }

    /// Encodings of no point of the group: off the curve, a coordinate not below the modulus, outside the subgroup, too
    /// short. (A changed encoding of Banderwagon may encode another element; all contenders agree on that too.)
    pub(super) fn bad_points(&self, good: &[u8], random: &mut Random) -> Vec<Vec<u8>> {
        let mut off_curve = good.to_vec();
        off_curve[good.len() / 2 - 1] ^= 1;
        let mut bad = vec![off_curve, good[1..].to_vec(), vec![]];
        let width = if self.name == "banderwagon" { good.len() } else { good.len() / 2 / self.degree };
        for number in self.base.not_canonical() {
            for position in (0..good.len()).step_by(width) {
                let mut point = good.to_vec();
                point[position..position + width].copy_from_slice(&self.swapped(number.clone()));
                bad.push(point);
            }
        }
        bad.extend(points::outside_subgroup(self.name, random));
        bad
    }

    /// Scalars equal to or above the group order.
    fn bad_scalars(&self) -> Vec<Vec<u8>> {
        self.scalars.not_canonical().into_iter().map(|scalar| self.scalar_bytes(scalar)).collect()
    }

    pub(super) fn scalar(&self, random: &mut Random) -> Vec<u8> {
        let scalar = self.scalars.element(random);
        self.scalar_bytes(scalar)
    }

    /// Uniform scalars.
    pub(super) fn random_scalar(&self, random: &mut Random) -> Vec<u8> {
        self.scalar_bytes(random.below_bytes(&self.scalars.modulus()))
    }

    /// The group order minus one.
    pub(super) fn last_scalar(&self) -> Vec<u8> {
        let mut one = vec![0; 32];
        one[0] = 1;
        self.scalar_bytes(self.scalars.negate(&one))
    }

    /// The bit length of the order. Scalars that are powers of two have at most this many bits.
    pub(super) fn scalar_bits(&self) -> usize {
        self.scalars.bits()
    }

    pub(super) fn is_banderwagon(&self) -> bool {
        self.name == "banderwagon"
    }

    /// Scalars are little-endian, except for secp256k1.
    fn scalar_bytes(&self, mut scalar: Vec<u8>) -> Vec<u8> {
        if self.name == "secp256k1" {
            scalar.reverse();
        }
        scalar
    }
}

fn group_cases(curve: &Curve, operation: &str, random: &mut Random) -> Option<Vec<RawCase>> {
    let infinity = curve.infinity();
    let points = curve.random(random, 12);
    let p = &points[0];
    let mut all: Vec<Vec<u8>> = points.clone();
    all.extend([infinity.clone(), curve.negate(p)]);
    let mut cases: Vec<RawCase> = match operation {
        "double" | "neg" => all.iter().map(|point| vec![point.clone()]).collect(),
        "add" => {
            let mut cases: Vec<RawCase> = points.windows(2).map(<[Vec<u8>]>::to_vec).collect();
            // `P + P`, `P - P`, and infinity as either operand.
            for (a, b) in
                [(p, p), (p, &curve.negate(p)), (p, &infinity), (&infinity, p), (&infinity, &infinity)]
            {
                cases.push(vec![a.clone(), b.clone()]);
            }
            cases
        }
        "multiply" => {
            let edges = curve.scalars.edges().into_iter().map(|scalar| curve.scalar_bytes(scalar));
            let mut cases: Vec<RawCase> = edges.map(|scalar| vec![p.clone(), scalar]).collect();
            cases.extend(points.iter().map(|point| vec![point.clone(), curve.scalar(random)]));
            cases.push(vec![infinity, curve.scalar(random)]);
            cases
        }
        _ => return None,
    };
    // Each argument of a case is replaced by an invalid one.
    let sample = cases[0].clone();
    for position in 0..sample.len() {
        let is_scalar = operation == "multiply" && position == 1;
        for bad in if is_scalar { curve.bad_scalars() } else { curve.bad_points(p, random) } {
            let mut case = sample.clone();
            case[position] = bad;
            cases.push(case);
        }
    }
    Some(cases)
}

/// Sums of valid points, and inputs without a result: an invalid point, an invalid scalar, one scalar too many. With
/// `small`, scalars are below `2^64`.
fn sums(curve: &Curve, small: bool, every_size: bool, random: &mut Random) -> Vec<RawCase> {
    let mut cases = sums::cases(curve, small, every_size, random);
    let points = curve.random(random, 2);
    let scalar = |random: &mut Random| {
        if small { [random.bytes(8), vec![0; 24]].concat() } else { curve.scalar(random) }
    };
    let scalars = [scalar(random), scalar(random)];
    for bad in curve.bad_points(&points[1], random) {
        cases.push([vec![points[0].clone(), bad], scalars.to_vec()].concat());
    }
    let mut bad_scalars = curve.bad_scalars();
    if small {
        bad_scalars.push([vec![0; 8], vec![1], vec![0; 23]].concat());
    }
    for bad in bad_scalars {
        cases.push([points.clone(), vec![scalars[0].clone(), bad]].concat());
    }
    cases.push([vec![points[0].clone()], scalars.to_vec()].concat());
    cases
}

/// Valid encodings, their opposites and neighbours, numbers that are not below the modulus, edge values, random
/// numbers, and strings of other lengths.
fn decodings(random: &mut Random) -> Vec<RawCase> {
    let curve = Curve::new("banderwagon").expect("a curve of the list");
    let big_endian = |mut bytes: Vec<u8>| {
        bytes.reverse();
        bytes
    };
    let mut cases: Vec<Vec<u8>> = curve.base.edges().into_iter().map(big_endian).collect();
    cases.extend(curve.base.not_canonical().into_iter().map(big_endian));
    for point in curve.random(random, 20) {
        let mut neighbour = point.clone();
        neighbour[31] ^= 1;
        cases.extend([curve.negate(&point), neighbour, point]);
    }
    cases.extend((0..60).map(|_| big_endian(curve.base.element(random))));
    cases.extend([vec![], vec![0; 31], vec![0; 33]]);
    cases.into_iter().map(|bytes| vec![bytes]).collect()
}

fn keys(random: &mut Random) -> Vec<RawCase> {
    let mut slots: Vec<Vec<u8>> = scalar_edges();
    for small in [0u8, 1, 63, 64, 65, 255] {
        slots.push([vec![0; 31], vec![small]].concat());
    }
    slots.extend([[vec![0; 30], vec![1, 0]].concat(), [vec![1], vec![0; 31]].concat(), vec![0xff; 32]]);
    let mut cases: Vec<RawCase> =
        slots.into_iter().map(|slot| vec![random.bytes(20), vec![2], slot]).collect();
    for address in [vec![0; 20], vec![0xff; 20], random.bytes(20)] {
        cases.extend((0..2).map(|kind| vec![address.clone(), vec![kind], vec![0; 32]]));
    }
    cases
}

/// Trees that change in batches. Stems share prefixes of random lengths. Values are written, overwritten and set to
/// zero. Half of the cases also delete: single values, most or all of the present values, and values that were never
/// written.
fn trees(random: &mut Random) -> Vec<RawCase> {
    let mut cases: Vec<RawCase> = (0..12).map(|number| tree(number % 2 == 1, random)).collect();
    let good = vec![1u32.to_le_bytes().to_vec(), random.bytes(32), random.bytes(32)];
    let (mut bad, mut short) = (good.clone(), good);
    bad[1].pop();
    short[2].pop();
    cases.extend([bad, short]);
    cases
}

fn tree(deletions: bool, random: &mut Random) -> RawCase {
    let mut stems = vec![random.array::<31>()];
    for shared in [30, 30, 29] {
        stems.push(near(&stems[0], shared, random));
    }
    for _ in 0..random.below(8) {
        let (stem, shared) = (stems[random.below(stems.len())], random.below(31));
        stems.push(near(&stem, shared, random));
    }
    let suffixes = [0, 1, 127, 128, 255];
    let mut written: Vec<Vec<u8>> = Vec::new();
    let (mut sizes, mut entries) = (Vec::new(), Vec::new());
    for _ in 0..1 + random.below(8) {
        let mut batch: RawCase = Vec::new();
        // Some batches delete most or all of the present values.
        let removal = if deletions { [0, 0, 0, 3, 4][random.below(5)] } else { 0 };
        for key in written.iter().filter(|_| removal > 0) {
            if random.below(4) < removal {
                batch.extend([key.clone(), Vec::new()]);
            }
        }
        for _ in 0..random.below(16) {
            let stem = &stems[random.below(stems.len())];
            let key = [&stem[..], &[suffixes[random.below(suffixes.len())]]].concat();
            let value = match random.below(5) {
                0 => vec![0; 32],
                1 => vec![0xff; 32],
                2 if deletions => Vec::new(),
                _ => random.bytes(32),
            };
            written.push(key.clone());
            batch.extend([key, value]);
        }
        sizes.extend((batch.len() as u32 / 2).to_le_bytes());
        entries.extend(batch);
    }
    [vec![sizes], entries].concat()
}

/// A random stem that shares a prefix with another stem.
pub(super) fn near(stem: &[u8; 31], shared: usize, random: &mut Random) -> [u8; 31] {
    let mut other = random.array::<31>();
    other[..shared].copy_from_slice(&stem[..shared]);
    other
}

fn commitments(random: &mut Random) -> Vec<RawCase> {
    let ring = Ring::new(&points::order("banderwagon"));
    let mut cases: Vec<RawCase> = ring.edges().into_iter().map(|value| vec![value]).collect();
    for count in [0, 1, 2, 5, 6, 100, 255, 256] {
        cases.push((0..count).map(|_| ring.element(random)).collect());
    }
    // One value at a random position.
    for _ in 0..8 {
        let mut vector = vec![vec![0; 32]; 256];
        vector[random.below(256)] = ring.element(random);
        cases.push(vector);
    }
    cases.extend(ring.not_canonical().into_iter().map(|bad| vec![bad]));
    cases.push(vec![vec![0; 32]; 257]);
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_depend_on_the_seed_only() {
        for operation in [
            "field.mul.bn254_scalar",
            "secp256k1.recover",
            "secp256k1.der",
            "tree.roots",
            "msm.bn254_g1",
            "multiproof.create",
            "witness.create",
            "pairing.bn254",
            "gt.bls12_377.power",
            "gt.bls12_381.is_member",
            "bls12_381_g2.is_member",
            "map_to_curve.bls12_381_g2",
            "hash_to_curve.bls12_381_g2",
            "evm.bls12_g2_msm",
            "p256.verify",
        ] {
            let make = |seed| generate(operation, false, &mut Random::new(seed, operation)).unwrap();
            assert_eq!(make(1), make(1), "{operation}");
            assert_ne!(make(1), make(2), "{operation}");
        }
        for unknown in [
            "field.mul.f7",
            "msm.p384",
            "msm.bn254_g1.u32",
            "bn254_g1.halve",
            "evm.identity",
            "pairing.bls24",
            "nothing",
        ] {
            assert!(generate(unknown, false, &mut Random::new(0, "")).is_none(), "{unknown}");
        }
    }

    #[test]
    fn negation_is_an_involution() {
        for name in ["banderwagon", "secp256k1", "bls12_377_g1", "bls12_381_g2"] {
            let curve = Curve::new(name).unwrap();
            let point = curve.random(&mut Random::new(5, name), 1).remove(0);
            let opposite = curve.negate(&point);
            assert_ne!(opposite, point, "{name}");
            assert_eq!(curve.negate(&opposite), point, "{name}");
        }
    }
}
