//! Tests of partial sums: cuts by terms and bits, orders of merging, missing and overlapping parts, and their encoding.

use vorpal_curves::bls12_377::Bls12_377G1;
use vorpal_curves::bn254::Bn254G1;
use vorpal_curves::models::weierstrass::{Affine, Jacobian, Subgroup, WeierstrassCurve};
use vorpal_fields::{EncodableField, PrimeField};
use vorpal_msm::{Cells, Error, FormatError, JobId, Msm, MsmScalar, PartialMsm, Problem, msm_vartime};

use super::crc32::crc32;
use super::terms::{multiples, scalars};

type Scalar = <Bn254G1 as WeierstrassCurve>::Scalar;
type Partial = PartialMsm<Bn254G1>;

const JOB: JobId = JobId::from_bytes([7; 32]);

/// Distinct points, every ninth at infinity.
fn points<C: WeierstrassCurve>(number: usize) -> Vec<Affine<C>> {
    let mut points = multiples(number);
    points.iter_mut().skip(8).step_by(9).for_each(|point| *point = Affine::IDENTITY);
    points
}

/// The parts of a sum that is cut at the given terms and bits.
fn grid<S: MsmScalar<C>, C: WeierstrassCurve>(
    problem: Problem,
    points: &[Affine<C>],
    scalars: &[S],
    terms: &[usize],
    bits: &[u32],
) -> Vec<PartialMsm<C>> {
    let mut parts = Vec::new();
    for rows in terms.windows(2) {
        for columns in bits.windows(2) {
            let range = rows[0]..rows[1];
            let (points, scalars) = (&points[range.clone()], &scalars[range]);
            let bits = columns[0]..columns[1];
            let first = rows[0] as u64;
            let part = PartialMsm::of_bits_vartime(problem, first, bits, points, scalars, Msm::new());
            parts.push(part.unwrap());
        }
    }
    parts
}

/// Merges the parts in several orders, with a round trip through bytes at each step.
fn check_merges<C: WeierstrassCurve<Base: PrimeField>>(parts: &[PartialMsm<C>], expected: &Jacobian<C>) {
    let number = parts.len();
    let round_trip = |part: &PartialMsm<C>| {
        let again = PartialMsm::from_bytes(&part.to_bytes()).unwrap();
        assert_eq!(again, *part);
        again
    };
    let orders: [Vec<usize>; 3] = [
        (0..number).collect(),
        (0..number).rev().collect(),
        // A permutation, if 101 does not divide the number.
        (0..number).map(|i| (i * 101 + 7) % number).collect(),
    ];
    let mut encodings = Vec::new();
    for order in orders {
        let mut sum: Option<PartialMsm<C>> = None;
        for (i, part) in order.iter().map(|i| round_trip(&parts[*i])).enumerate() {
            let merged = match sum {
                None => part,
                Some(sum) if i % 2 == 0 => sum.merge(part).unwrap(),
                Some(sum) => part.merge(sum).unwrap(),
            };
            if i + 1 < number {
                assert!(matches!(merged.clone().finish(), Err(Error::Missing(_))));
            }
            sum = Some(round_trip(&merged));
        }
        let sum = sum.unwrap();
        assert_eq!(sum.covered(), [sum.problem().all()]);
        encodings.push(sum.to_bytes());
        assert_eq!(sum.finish().unwrap(), *expected);
    }
    assert!(encodings.iter().all(|bytes| *bytes == encodings[0]), "the encoding is independent of the order");
}

fn check_cuts<C: WeierstrassCurve<Base: PrimeField>>()
where
    C::Scalar: MsmScalar<C>,
{
    let (points, scalars) = (points::<C>(40), scalars::<C::Scalar>(40));
    let expected = msm_vartime(&points, &scalars).unwrap();
    let longest = <C::Scalar as PrimeField>::BITS;
    for bits in [longest as u32, 256] {
        let problem = Problem { job: JOB, terms: 40, bits };
        for (terms, cuts) in [
            (vec![0, 40], vec![0, bits]),
            (vec![0, 1, 2, 17, 40], vec![0, bits]),
            (vec![0, 40], vec![0, 1, 64, 65, 128, 200, bits]),
            (vec![0, 13, 26, 40], vec![0, 63, 193, bits]),
        ] {
            check_merges(&grid(problem, &points, &scalars, &terms, &cuts), &expected);
        }
    }
}

#[test]
fn parts_of_terms_and_bits() {
    check_cuts::<Bn254G1>();
    check_cuts::<Bls12_377G1>();
}

#[test]
fn parts_of_machine_integers() {
    let points = points::<Bn254G1>(30);
    let mut integers: Vec<i64> =
        (1..=30i64).map(|i| i.wrapping_mul(0x1e37_79b9_7f4a_7c15) * (1 - i % 2 * 2)).collect();
    integers[..5].copy_from_slice(&[i64::MIN, i64::MAX, 0, 1, -1]);
    let expected = msm_vartime(&points, &integers).unwrap();
    let problem = Problem { job: JOB, terms: 30, bits: 64 };
    check_merges(&grid(problem, &points, &integers, &[0, 7, 30], &[0, 10, 11, 60, 64]), &expected);
    let single: Vec<u32> = (0..=64).collect();
    check_merges(&grid(problem, &points, &integers, &[0, 30], &single), &expected);
    // Scalars of points in the subgroup may be split if the part contains all bits.
    let subgroup = Subgroup::unchecked(&points[..]);
    let msm = Msm::new().endomorphism(true);
    let scalars = scalars::<Scalar>(30);
    let whole =
        PartialMsm::of_terms_vartime(Problem { job: JOB, terms: 30, bits: 254 }, 0, &subgroup, &scalars, msm)
            .unwrap();
    assert_eq!(whole.finish().unwrap(), msm_vartime(&points, &scalars).unwrap());
}

#[test]
fn empty_problems_and_empty_parts() {
    for problem in [Problem { job: JOB, terms: 0, bits: 254 }, Problem { job: JOB, terms: 9, bits: 0 }] {
        let empty = Partial::empty(problem).unwrap();
        assert_eq!(empty.covered(), []);
        assert_eq!(Partial::from_bytes(&empty.to_bytes()).unwrap(), empty);
        assert_eq!(
            empty.merge(Partial::empty(problem).unwrap()).unwrap().finish().unwrap(),
            Jacobian::IDENTITY
        );
    }
    let problem = Problem { job: JOB, terms: 1, bits: 1 };
    let missing = Error::Missing(problem.all());
    assert_eq!(Partial::empty(problem).unwrap().finish(), Err(missing));
    assert!(matches!(
        Partial::empty(Problem { job: JOB, terms: 1, bits: 257 }),
        Err(Error::NotPossible { .. })
    ));
    // Parts without cells.
    let empty = Partial::of_bits_vartime(problem, 1, 0..1, &[], &[] as &[u8], Msm::new()).unwrap();
    let narrow = Partial::of_bits_vartime(problem, 0, 1..1, &points(1), &[1u8], Msm::new()).unwrap();
    assert_eq!((empty.covered(), narrow.covered()), (&[][..], &[][..]));
    assert_eq!(narrow.merge(empty).unwrap().finish(), Err(missing));
}

#[test]
fn rejects_overlapping_missing_and_outside_cells() {
    let points = points::<Bn254G1>(10);
    let scalars = [5u8; 10];
    let problem = Problem { job: JOB, terms: 10, bits: 8 };
    let part = |terms: core::ops::Range<usize>, bits: core::ops::Range<u32>| {
        let first = terms.start as u64;
        Partial::of_bits_vartime(problem, first, bits, &points[terms.clone()], &scalars[terms], Msm::new())
            .unwrap()
    };
    let cells = |first_term, end_term, first_bit, end_bit| Cells { first_term, end_term, first_bit, end_bit };
    for (one, other, both) in [
        (part(0..10, 0..8), part(0..10, 0..8), cells(0, 10, 0, 8)),
        (part(0..5, 0..8), part(4..10, 0..8), cells(4, 5, 0, 8)),
        (part(0..10, 0..4), part(3..4, 3..8), cells(3, 4, 3, 4)),
        (part(2..3, 7..8), part(0..10, 0..8), cells(2, 3, 7, 8)),
    ] {
        assert_eq!(one.clone().merge(other.clone()), Err(Error::Overlap(both)));
        assert_eq!(other.merge(one), Err(Error::Overlap(both)));
    }
    for (parts, missing) in [
        (vec![part(0..9, 0..8)], cells(9, 10, 0, 8)),
        (vec![part(1..10, 0..8)], cells(0, 1, 0, 8)),
        (vec![part(0..10, 0..7)], cells(0, 10, 7, 8)),
        (vec![part(0..10, 1..8)], cells(0, 10, 0, 1)),
        (vec![part(0..10, 0..3), part(0..10, 5..8)], cells(0, 10, 3, 5)),
        (vec![part(0..3, 0..8), part(6..10, 0..8)], cells(3, 6, 0, 8)),
        (vec![part(0..10, 0..3), part(0..4, 3..8), part(5..10, 3..8)], cells(4, 5, 3, 8)),
    ] {
        let sum = parts.into_iter().reduce(|sum, part| sum.merge(part).unwrap()).unwrap();
        assert_eq!(sum.finish(), Err(Error::Missing(missing)));
    }
    let other = Partial::empty(Problem { job: JOB, terms: 10, bits: 9 }).unwrap();
    let error = Error::Problems { terms: 10, bits: 8, other_terms: 10, other_bits: 9 };
    assert_eq!(part(0..1, 0..8).merge(other), Err(error));
    let outside = |first, bits, number: usize| {
        Partial::of_bits_vartime(problem, first, bits, &points[..number], &scalars[..number], Msm::new())
            .unwrap_err()
    };
    for (first, bits, number) in
        [(9, 0..8, 2), (u64::MAX, 0..8, 2), (0, 0..9, 1), (0, 9..9, 1), (11, 0..8, 0)]
    {
        assert!(matches!(outside(first, bits, number), Error::Outside { terms: 10, bits: 8, .. }));
    }
    let long = Partial::of_terms_vartime(problem, 0, &points, &[256u32; 10], Msm::new());
    assert_eq!(long, Err(Error::IntegerTooLong { bits: 9, most: 8 }));
    let lengths = Partial::of_terms_vartime(problem, 0, &points[..9], &scalars, Msm::new());
    assert_eq!(lengths, Err(Error::Lengths { points: 9, scalars: 10 }));
    let cancelling = Msm::new().progress(&|_| core::ops::ControlFlow::Break(()));
    let many = vec![Affine::GENERATOR; 1000];
    let problem = Problem { job: JOB, terms: 1000, bits: 254 };
    let cancelled = Partial::of_terms_vartime(problem, 0, &many, &scalars_of(1000), cancelling);
    assert_eq!(cancelled, Err(Error::Cancelled));
}

fn scalars_of(number: usize) -> Vec<Scalar> {
    scalars(number)
}

/// Appends the checksum.
fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = crc32(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

#[test]
fn rejects_malformed_encodings() {
    let points = points::<Bn254G1>(300);
    let problem = Problem { job: JOB, terms: 300, bits: 254 };
    let scalars = scalars::<Scalar>(300);
    let part = Partial::of_bits_vartime(problem, 0, 7..200, &points, &scalars, Msm::new()).unwrap();
    let other =
        Partial::of_bits_vartime(problem, 20, 0..7, &points[20..30], &scalars[20..30], Msm::new()).unwrap();
    let part = part.merge(other).unwrap();
    assert_eq!(part.covered().len(), 3);
    let bytes = part.to_bytes();
    assert_eq!(Partial::from_bytes(&bytes).unwrap(), part);
    let fixed = 4 + 1 + 8 + 32;
    assert_eq!(bytes[13..fixed], JOB.to_bytes());
    // 300, 254, 3 rectangles; terms 0..20, 20..30, 30..300.
    let numbers: [u8; 24] =
        [0xac, 2, 0xfe, 1, 3, 0, 20, 7, 200, 1, 20, 30, 0, 200, 1, 30, 0xac, 2, 7, 200, 1, 0, 0, 0];
    assert_eq!(bytes[fixed..fixed + 21], numbers[..21]);
    let point = fixed + 21;
    assert_eq!(bytes.len(), point + 33 + 4);
    for bit in 0..8 * bytes.len() {
        let mut invalid = bytes.clone();
        invalid[bit / 8] ^= 1 << (bit % 8);
        assert!(Partial::from_bytes(&invalid).is_err(), "bit {bit}");
    }
    for length in 0..bytes.len() {
        let error = Partial::from_bytes(&bytes[..length]).unwrap_err();
        assert!(
            matches!(error, FormatError::Truncated { found, needed } if found == length && needed > length)
        );
    }
    let mut long = bytes.clone();
    long.push(0);
    let error = FormatError::TooLong { expected: bytes.len(), found: bytes.len() + 1 };
    assert_eq!(Partial::from_bytes(&long).unwrap_err(), error);

    let forged = |at: usize, old: usize, new: &[u8]| {
        let mut forged = bytes[..bytes.len() - 4].to_vec();
        forged.splice(at..at + old, new.iter().copied());
        Partial::from_bytes(&with_checksum(forged)).unwrap_err()
    };
    let field = |name, value| FormatError::Field { name, value };
    assert_eq!(forged(0, 1, b"v"), FormatError::Magic { what: "a partial sum" });
    assert_eq!(forged(4, 1, &[1]), FormatError::Version { found: 1, known: 2 });
    assert!(
        matches!(forged(5, 1, &[bytes[5] ^ 1]), FormatError::Curve { expected, found } if expected ^ found == 1)
    );
    assert!(matches!(PartialMsm::<Bls12_377G1>::from_bytes(&bytes), Err(FormatError::Curve { .. })));
    // A number in more bytes than necessary, a number of too many bytes, and numbers of bits above the limit.
    assert_eq!(forged(fixed, 2, &[0xac, 0x82, 0]), field("the number of terms", 300));
    assert!(matches!(forged(fixed, 2, &[0xff; 11]), FormatError::Field { name: "the number of terms", .. }));
    assert_eq!(forged(fixed + 2, 2, &[0x81, 2]), field("the bits", 257));
    assert_eq!(forged(fixed + 2, 2, &[0x80, 0x80, 0x80, 0x80, 0x10]), field("the bits", 1 << 32));
    // Rectangles that are not in normal form: adjacent strips with equal bits, strips with an equal first term and
    // different ends, overlapping strips. Then an empty, a reversed and an outside rectangle, descending rectangles,
    // strips with an equal end, and two rectangles that form one.
    let rectangles: [&[u8]; 9] = [
        &[2, 0, 20, 7, 9, 20, 30, 7, 9],
        &[2, 0, 20, 7, 9, 0, 30, 10, 11],
        &[2, 0, 20, 7, 9, 19, 30, 10, 11],
        &[1, 0, 0, 7, 9],
        &[1, 9, 3, 7, 9],
        &[1, 0, 20, 7, 0xff, 1],
        &[2, 20, 30, 0, 9, 0, 20, 7, 9],
        &[2, 0, 20, 7, 9, 10, 20, 8, 9],
        &[2, 0, 20, 7, 9, 0, 20, 9, 10],
    ];
    for rectangles in rectangles {
        assert_eq!(forged(fixed + 4, 17, rectangles), FormatError::Cells, "{rectangles:?}");
    }
    // Numbers of rectangles that exceed the bytes, the cells, the limit, and the greatest `u64`.
    let list = "the number of rectangles";
    assert_eq!(forged(fixed + 4, 17, &[50]), FormatError::Truncated { needed: 250, found: 87 });
    assert_eq!(forged(fixed, 21, &[2, 3, 5]), field(list, 5));
    assert_eq!(forged(fixed + 4, 1, &[0x81, 0x80, 4]), field(list, (1 << 16) + 1));
    let largest = [&[0xff; 9][..], &[1]].concat();
    assert_eq!(forged(fixed + 4, 1, &largest), field(list, u64::MAX));
    // Points: two invalid signs, a coordinate not below p, a point off the curve, bytes after infinity.
    assert_eq!(forged(point, 1, &[1]), FormatError::Sum);
    assert_eq!(forged(point, 1, &[4]), FormatError::Sum);
    assert_eq!(forged(point + 1, 32, &[0xff; 32]), FormatError::Sum);
    let none = (0..).find(|x| Affine::<Bn254G1>::lift_x_vartime(u64::from(*x).into()).is_none()).unwrap();
    let mut x = [0u8; 32];
    x[0] = none;
    assert_eq!(forged(point + 1, 32, &x), FormatError::Sum);
    assert!(matches!(forged(point, 1, &[0]), FormatError::TooLong { .. }));
    // The other sign encodes the negative point, which is valid with a new checksum.
    let mut negated = bytes[..bytes.len() - 4].to_vec();
    negated[point] ^= 1;
    assert_ne!(Partial::from_bytes(&with_checksum(negated)).unwrap(), part);
}

#[test]
fn encodings_of_sums_of_order_two() {
    type Base = <Bls12_377G1 as WeierstrassCurve>::Base;
    let two = Affine::<Bls12_377G1>::new(-Base::ONE, Base::ZERO).unwrap();
    let problem = Problem { job: JOB, terms: 1, bits: 1 };
    let part = PartialMsm::of_terms_vartime(problem, 0, &[two], &[1u8], Msm::new()).unwrap();
    let mut bytes = part.to_bytes();
    assert_eq!(
        PartialMsm::<Bls12_377G1>::from_bytes(&bytes).unwrap().finish().unwrap(),
        Jacobian::from_affine(&two)
    );
    // The sign of an odd `y`, although `y` is zero.
    bytes.truncate(bytes.len() - 4);
    let sign = bytes.len() - 49;
    assert_eq!(bytes[sign], 2);
    bytes[sign] = 3;
    assert_eq!(PartialMsm::<Bls12_377G1>::from_bytes(&with_checksum(bytes)), Err(FormatError::Sum));
}

#[test]
fn rejects_parts_of_different_jobs() {
    let points = points::<Bn254G1>(40);
    let (one, other) = (scalars::<Scalar>(40), scalars::<Scalar>(41)[1..].to_vec());
    let ids = [&one, &other].map(|scalars| JobId::of(&points, scalars).unwrap());
    assert_ne!(ids[0], ids[1]);
    // The first half of one job and the second half of another job of equal size, with the same points.
    let half = |job, terms: core::ops::Range<usize>, scalars: &[Scalar]| {
        let problem = Problem { job, terms: 40, bits: 254 };
        let first = terms.start as u64;
        Partial::of_terms_vartime(problem, first, &points[terms.clone()], &scalars[terms], Msm::new())
            .unwrap()
    };
    let (front, back) = (half(ids[0], 0..20, &one), half(ids[1], 20..40, &other));
    let error = front.clone().merge(back.clone()).unwrap_err();
    assert_eq!(error, Error::Jobs { job: ids[0], other: ids[1] });
    for id in ids {
        assert!(error.to_string().contains(&id.to_string()), "{error} names {id}");
    }
    assert_eq!(back.clone().merge(front.clone()), Err(Error::Jobs { job: ids[1], other: ids[0] }));
    // The encoding contains the identifier of the job.
    let [front, back] = [front, back].map(|part| Partial::from_bytes(&part.to_bytes()).unwrap());
    assert_eq!((front.problem().job, back.problem().job), (ids[0], ids[1]));
    assert!(matches!(front.clone().merge(back), Err(Error::Jobs { .. })));
    // Empty parts belong to a job as well.
    let empty = Partial::empty(Problem { job: ids[1], terms: 40, bits: 254 }).unwrap();
    assert!(matches!(front.clone().merge(empty), Err(Error::Jobs { .. })));
    let whole = front.merge(half(ids[0], 20..40, &one)).unwrap();
    assert_eq!(whole.finish().unwrap(), msm_vartime(&points, &one).unwrap());
}

/// An independent implementation of the inputs of SHA-256 for each part of the terms.
fn hash_inputs(points: &[Affine<Bn254G1>], integers: &[(u64, bool)]) -> Vec<Vec<u8>> {
    let mut parts = Vec::new();
    for (points, integers) in points.chunks(4096).zip(integers.chunks(4096)) {
        let mut bytes = b"vorpal partial sum, terms, 1\0".to_vec();
        for (point, (integer, negative)) in points.iter().zip(integers) {
            match point.coordinates() {
                Some((x, y)) => bytes.extend([x, y].iter().flat_map(EncodableField::to_le_bytes)),
                None => bytes.extend([0; 64]),
            }
            bytes.extend(integer.to_le_bytes());
            bytes.extend([0; 24]);
            bytes.push(u8::from(*negative) + 2 * u8::from(point.coordinates().is_none()));
        }
        parts.push(bytes);
    }
    parts
}

#[test]
fn identifiers_are_digests_of_points_and_integers() {
    use sha2::{Digest, Sha256};
    let points = points::<Bn254G1>(5000);
    let integers: Vec<(u64, bool)> = (0..5000).map(|i| (i * i * 77, i % 3 == 1)).collect();
    let signed: Vec<i64> =
        integers.iter().map(|(n, negative)| *n as i64 * if *negative { -1 } else { 1 }).collect();
    let mut whole = b"vorpal partial sum, whole, 1\0".to_vec();
    let curve = Partial::empty(Problem { job: JOB, terms: 0, bits: 0 }).unwrap().to_bytes()[5..13].to_vec();
    whole.extend(curve);
    whole.extend(5000u64.to_le_bytes());
    for part in hash_inputs(&points, &integers) {
        whole.extend(Sha256::digest(part));
    }
    let id = JobId::of(&points, &signed).unwrap();
    assert_eq!(id.to_bytes()[..], Sha256::digest(&whole)[..]);
    assert_eq!(
        id,
        JobId::of(&Subgroup::unchecked(&points[..]), &signed).unwrap(),
        "the identifier is independent of the type of the points"
    );
    assert_eq!(id.to_string().len(), 64);
    assert_eq!(format!("{JOB:?}"), format!("JobId({})", "07".repeat(32)));

    // Changes of points, scalars or their order change the identifier.
    let mut seen = vec![id];
    let mut differs = |points: &[Affine<Bn254G1>], integers: &[i64]| {
        let id = JobId::of(points, integers).unwrap();
        assert!(!seen.contains(&id));
        seen.push(id);
    };
    for index in [0, 1, 4095, 4096, 4999] {
        let (mut points, mut integers) = (points.clone(), signed.clone());
        integers[index] += 1;
        differs(&points, &integers);
        integers[index] -= 1;
        points[index] = if points[index] == points[1] { points[2] } else { points[1] };
        differs(&points, &integers);
    }
    let (mut swapped, mut integers) = (points.clone(), signed.clone());
    swapped.swap(10, 4500);
    differs(&swapped, &integers);
    integers.swap(10, 4500);
    differs(&swapped, &integers);
    differs(&points[..4096], &signed[..4096]);
    differs(&[], &[]);
    assert_eq!(JobId::of(&points, &signed[1..]), Err(Error::Lengths { points: 5000, scalars: 4999 }));
}
