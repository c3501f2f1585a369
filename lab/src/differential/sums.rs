//! Generates cases for sums of products: every small number of points, and points and scalars that collide in buckets.

use super::cases::{Curve, RawCase};
use super::numbers::powers_of_two;
use crate::random::Random;

/// Large numbers of points.
const LARGE: [usize; 5] = [8103, 8104, 8105, 1 << 13, 1 << 16];

/// Kinds of point lists.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Points {
    Distinct,
    /// One point, repeated.
    Equal,
    /// Three points, repeated in turn.
    Repeated,
    /// `P, -P, Q, -Q, ...`.
    Opposite,
    /// `P, -P, P, -P, ...`.
    Alternating,
    /// All points at infinity.
    Infinity,
    /// A mixture of all kinds, with equal probability.
    Mixed,
}

const POINTS: [Points; 7] = [
    Points::Distinct,
    Points::Equal,
    Points::Repeated,
    Points::Opposite,
    Points::Alternating,
    Points::Infinity,
    Points::Mixed,
];

/// Kinds of scalar lists.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Scalars {
    /// Edge values and random ones.
    Any,
    Random,
    Zero,
    One,
    /// The order minus one, which is -1.
    Last,
    /// One random scalar, repeated: one bucket of each window contains all points.
    Same,
    /// Scalars below one bound of `2^8`, `2^16`, ..., `2^128`.
    Small,
    /// Scalars with a single bit.
    PowersOfTwo,
    Mixed,
}

const SCALARS: [Scalars; 9] = [
    Scalars::Any,
    Scalars::Random,
    Scalars::Zero,
    Scalars::One,
    Scalars::Last,
    Scalars::Same,
    Scalars::Small,
    Scalars::PowersOfTwo,
    Scalars::Mixed,
];

/// The valid cases of a round: every number of points up to 40, every combination of kinds, and rarely a large number
/// of points. With `every_size`, all large numbers of points.
pub(super) fn cases(curve: &Curve, small: bool, every_size: bool, random: &mut Random) -> Vec<RawCase> {
    let mut cases = Vec::new();
    for count in 0..=40 {
        let (points, scalars) = (POINTS[random.below(POINTS.len())], SCALARS[random.below(SCALARS.len())]);
        cases.push(sum(curve, points, scalars, small, count, random));
    }
    for points in POINTS {
        for scalars in SCALARS {
            let count = 2 + random.below(70);
            cases.push(sum(curve, points, scalars, small, count, random));
        }
    }
    cases.push(sum(curve, Points::Mixed, Scalars::Mixed, small, 1500, random));
    // Banderwagon has no rare sizes, because decoding each point takes a square root.
    let rare = match random.below(32) {
        _ if curve.is_banderwagon() => None,
        0 => Some(1 << 16),
        1..8 => Some(LARGE[random.below(LARGE.len() - 1)]),
        _ => None,
    };
    let large: Vec<usize> = if every_size { LARGE.to_vec() } else { rare.into_iter().collect() };
    for count in large {
        cases.push(sum(curve, Points::Distinct, Scalars::Random, small, count, random));
        let (points, scalars) = (POINTS[random.below(POINTS.len())], SCALARS[random.below(SCALARS.len())]);
        cases.push(sum(curve, points, scalars, small, count, random));
    }
    cases
}

fn sum(
    curve: &Curve,
    points: Points,
    scalars: Scalars,
    small: bool,
    count: usize,
    random: &mut Random,
) -> RawCase {
    let mut case = self::points(curve, points, count, random);
    case.extend(self::scalars(curve, scalars, small, count, random));
    case
}

fn points(curve: &Curve, kind: Points, count: usize, random: &mut Random) -> RawCase {
    // Distinct points and their opposites, enough for every kind.
    let distinct = curve.random(random, count.max(3));
    let infinity = curve.infinity();
    let opposite = |index: usize, turn: usize| {
        if turn.is_multiple_of(2) { distinct[index].clone() } else { curve.negate(&distinct[index]) }
    };
    let point = |kind: Points, i: usize| match kind {
        Points::Distinct | Points::Mixed => distinct[i].clone(),
        Points::Equal => distinct[0].clone(),
        Points::Repeated => distinct[i % 3].clone(),
        Points::Opposite => opposite(i / 2, i),
        Points::Alternating => opposite(0, i),
        Points::Infinity => infinity.clone(),
    };
    (0..count)
        .map(|i| match kind {
            Points::Mixed => point(POINTS[random.below(POINTS.len() - 1)], i),
            _ => point(kind, i),
        })
        .collect()
}

/// With `small`, all scalars are below `2^64`.
fn scalars(curve: &Curve, kind: Scalars, small: bool, count: usize, random: &mut Random) -> RawCase {
    let last = if small { vec![0xff; 8] } else { curve.last_scalar() };
    let powers = powers_of_two(if small { 64 } else { curve.scalar_bits() });
    let bits = [8, 16, 32, 64, 128][random.below(if small { 4 } else { 5 })];
    let number = |bytes: &[u8]| {
        let mut number = bytes.to_vec();
        number.resize(32, 0);
        number
    };
    let draw = |kind: Scalars, random: &mut Random| match kind {
        Scalars::Any | Scalars::Same if !small => curve.scalar(random),
        Scalars::Random if !small => curve.random_scalar(random),
        Scalars::Any | Scalars::Same | Scalars::Random | Scalars::Mixed => number(&random.bytes(8)),
        Scalars::Zero => number(&[]),
        Scalars::One => number(&[1]),
        Scalars::Last => number(&last),
        Scalars::Small => number(&random.bytes(bits / 8)),
        Scalars::PowersOfTwo => powers[random.below(powers.len())].clone(),
    };
    let same = draw(Scalars::Same, random);
    (0..count)
        .map(|_| match kind {
            Scalars::Same => same.clone(),
            Scalars::Mixed => {
                let kind = SCALARS[random.below(SCALARS.len() - 1)];
                if kind == Scalars::Same { same.clone() } else { draw(kind, random) }
            }
            _ => draw(kind, random),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::points;

    #[test]
    fn every_size_includes_all_sizes() {
        let curve = Curve::new("bn254_g1").unwrap();
        let numbers: Vec<usize> = cases(&curve, false, true, &mut Random::new(1, "sizes"))
            .iter()
            .map(|case| case.len() / 2)
            .collect();
        for number in (0..=40).chain(LARGE) {
            assert!(numbers.contains(&number), "{number}");
        }
    }

    #[test]
    fn kinds_have_the_documented_properties() {
        let curve = Curve::new("bn254_g1").unwrap();
        let mut random = Random::new(2, "kinds");
        let order = BigUint::from_bytes_le(&points::order("bn254_g1"));
        for kind in POINTS {
            let points = points(&curve, kind, 60, &mut random);
            assert_eq!(points.len(), 60);
            let mut distinct = points.clone();
            distinct.sort();
            distinct.dedup();
            let infinite = distinct.contains(&curve.infinity());
            match kind {
                Points::Distinct => assert_eq!((distinct.len(), infinite), (60, false)),
                Points::Opposite => {
                    assert_eq!((distinct.len(), infinite), (60, false));
                    assert!(points.chunks(2).all(|pair| curve.negate(&pair[0]) == pair[1]));
                }
                Points::Equal => assert_eq!(distinct.len(), 1),
                Points::Alternating => assert_eq!(distinct.len(), 2),
                Points::Repeated => assert_eq!(distinct.len(), 3),
                Points::Infinity => assert_eq!((distinct.len(), infinite), (1, true)),
                Points::Mixed => assert!(infinite && distinct.len() > 10),
            }
        }
        for small in [false, true] {
            for kind in SCALARS {
                let scalars = scalars(&curve, kind, small, 60, &mut random);
                let numbers: Vec<BigUint> =
                    scalars.iter().map(|scalar| BigUint::from_bytes_le(scalar)).collect();
                let limit = if small { BigUint::from(1u8) << 64 } else { order.clone() };
                assert!(scalars.iter().all(|scalar| scalar.len() == 32));
                assert!(numbers.iter().all(|number| *number < limit), "{kind:?}");
                let (all, last) = (numbers.windows(2).all(|pair| pair[0] == pair[1]), &limit - 1u8);
                assert_eq!(
                    all,
                    matches!(kind, Scalars::Zero | Scalars::One | Scalars::Last | Scalars::Same),
                    "{kind:?}"
                );
                match kind {
                    Scalars::Last => assert_eq!(numbers[0], last),
                    Scalars::PowersOfTwo => assert!(numbers.iter().all(|number| number.count_ones() == 1)),
                    _ => {}
                }
            }
        }
    }
}
