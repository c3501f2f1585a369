//! Generates cases for pairings, target groups, membership of points, and hashing to curves.

use contender::modulus::modulus;

use super::cases::{Curve, RawCase};
use super::numbers::Ring;
use crate::random::Random;
use crate::{points, subgroups};

/// The curves of pairings.
const CURVES: [&str; 3] = ["bls12_377", "bls12_381", "bn254"];

/// The groups G1 and G2 of a curve.
fn groups(curve: &str) -> Option<[Curve; 2]> {
    CURVES.contains(&curve).then_some(())?;
    Some([Curve::new(&format!("{curve}_g1"))?, Curve::new(&format!("{curve}_g2"))?])
}

/// Products of no, one and several pairs: random pairs, infinity on either side, equal and opposite points, and points
/// outside the groups.
pub(super) fn products(curve: &str, random: &mut Random) -> Option<Vec<RawCase>> {
    let [g1, g2] = groups(curve)?;
    let (p, q) = (g1.random(random, 8), g2.random(random, 8));
    let (zero, no_q) = (g1.infinity(), g2.infinity());
    let (minus_p, minus_q) = (g1.negate(&p[0]), g2.negate(&q[0]));
    let random_pairs =
        |count: usize| -> RawCase { (0..count).flat_map(|i| [p[i].clone(), q[i].clone()]).collect() };
    let mut cases: Vec<RawCase> = [0, 1, 2, 3, 4, 5, 8].map(random_pairs).into();
    let mut case = |pairs: &[(&Vec<u8>, &Vec<u8>)]| {
        cases.push(pairs.iter().flat_map(|(p, q)| [(*p).clone(), (*q).clone()]).collect());
    };
    case(&[(&zero, &q[0])]);
    case(&[(&p[0], &no_q)]);
    case(&[(&zero, &no_q)]);
    case(&[(&zero, &q[0]), (&p[1], &q[1]), (&p[2], &no_q)]);
    case(&[(&p[0], &q[0]), (&p[0], &q[0])]);
    case(&[(&p[0], &q[0]), (&minus_p, &q[0])]);
    case(&[(&p[0], &q[0]), (&p[0], &minus_q)]);
    case(&[(&minus_p, &minus_q)]);
    case(&[(&p[0], &q[0]), (&p[1], &q[0]), (&p[2], &q[0])]);
    case(&[(&p[0], &q[0]), (&p[0], &q[1]), (&p[0], &q[2])]);
    // An invalid point at either end.
    for (position, bad) in bad_points(&g1, &p[0], random)
        .into_iter()
        .map(|bad| (0, bad))
        .chain(bad_points(&g2, &q[0], random).into_iter().map(|bad| (1, bad)))
    {
        for pair in 0..2 {
            let mut case = random_pairs(2);
            case[2 * pair + position] = bad.clone();
            cases.push(case);
        }
    }
    cases.push(vec![p[0].clone()]);
    Some(cases)
}

/// Encodings of no point, and of points outside the group.
fn bad_points(curve: &Curve, good: &[u8], random: &mut Random) -> Vec<Vec<u8>> {
    let mut bad = curve.bad_points(good, random);
    bad.extend(subgroups::of_small_orders(curve.name(), random));
    bad
}

/// Powers of pairings by edge values and random scalars, and powers of one.
pub(super) fn powers(curve: &str, random: &mut Random) -> Option<Vec<RawCase>> {
    let [g1, g2] = groups(curve)?;
    let (p, q) = (g1.random(random, 1).remove(0), g2.random(random, 1).remove(0));
    let mut scalars = g1.scalars.edges();
    scalars.extend((0..8).map(|_| g1.random_scalar(random)));
    scalars.extend(g1.scalars.not_canonical());
    let mut cases: Vec<RawCase> =
        scalars.into_iter().map(|scalar| vec![p.clone(), q.clone(), scalar]).collect();
    let scalar = g1.random_scalar(random);
    cases.push(vec![g1.infinity(), q, scalar.clone()]);
    cases.push(vec![p, g2.infinity(), scalar]);
    Some(cases)
}

/// Elements of the extension field inside and outside the target group, changed ones, and encodings of no element.
pub(super) fn elements(curve: &str, random: &mut Random) -> Option<Vec<RawCase>> {
    groups(curve)?;
    let mut elements = subgroups::extension_elements(curve, random);
    let base = modulus(&format!("{curve}_base"));
    let ring = Ring::new(&base);
    let width = base.len();
    let member = elements[4].clone();
    for coefficient in 0..12 {
        let at = coefficient * width;
        let mut with = |number: &[u8]| {
            let mut element = member.clone();
            element[at..at + width].copy_from_slice(number);
            elements.push(element);
        };
        let number = &member[at..at + width];
        with(&ring.element(random));
        with(&ring.negate(number));
        ring.not_canonical().iter().for_each(|number| with(number));
    }
    elements.extend([member[1..].to_vec(), [&member[..], &[0]].concat(), vec![]]);
    Some(elements.into_iter().map(|element| vec![element]).collect())
}

/// Points of the prime subgroup, of small orders and of other orders, and encodings of no point.
pub(super) fn points_of_all_orders(curve: &Curve, random: &mut Random) -> Vec<RawCase> {
    let mut points = curve.random(random, 8);
    let opposite = curve.negate(&points[0]);
    points.extend([curve.infinity(), opposite]);
    points.extend((0..8).filter_map(|_| points::outside_subgroup(curve.name(), random)));
    points.extend(bad_points(curve, &points[0].clone(), random));
    points.into_iter().map(|point| vec![point]).collect()
}

/// Elements of the base field: edge values, random ones, and encodings of no element. `None` for another curve than
/// those with maps.
pub(super) fn mapped(curve: &str, random: &mut Random) -> Option<Vec<RawCase>> {
    let degree = match curve {
        "bls12_381_g1" => 1,
        "bls12_381_g2" => 2,
        _ => return None,
    };
    let ring = Ring::new(&modulus("bls12_381_base"));
    let mut cases: Vec<RawCase> = Vec::new();
    for edge in ring.edges() {
        if degree == 1 {
            cases.push(vec![edge]);
        } else {
            let zero = vec![0; edge.len()];
            cases.push(vec![[&edge[..], &zero].concat()]);
            cases.push(vec![[&zero[..], &edge].concat()]);
        }
    }
    let element = |random: &mut Random| ring.element(random);
    cases.extend((0..40).map(|_| vec![(0..degree).flat_map(|_| element(random)).collect()]));
    for bad in ring.not_canonical() {
        for position in 0..degree {
            let coefficient = |i| if i == position { bad.clone() } else { element(random) };
            cases.push(vec![(0..degree).flat_map(coefficient).collect()]);
        }
    }
    Some(cases)
}

/// Messages of lengths around the block size of the hash, with tags of the shortest, usual and greatest length.
pub(super) fn messages(random: &mut Random) -> Vec<RawCase> {
    let mut cases = Vec::new();
    for length in [0, 1, 31, 32, 33, 55, 56, 63, 64, 65, 127, 128, 200] {
        cases.push(vec![random.bytes(length), random.bytes(43)]);
    }
    for length in [1, 2, 31, 32, 33, 63, 64, 65, 200, 254, 255] {
        cases.push(vec![random.bytes(32), random.bytes(length)]);
    }
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_outside_the_subgroup_are_among_the_cases() {
        let curve = Curve::new("bn254_g2").unwrap();
        let cases = points_of_all_orders(&curve, &mut Random::new(1, "orders"));
        assert!(cases.len() > 30, "{}", cases.len());
        assert!(products("bn254", &mut Random::new(1, "pairs")).unwrap().len() > 40);
        assert!(mapped("bn254_g1", &mut Random::new(1, "")).is_none());
    }
}
