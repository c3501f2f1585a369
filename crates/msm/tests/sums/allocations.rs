//! Tests of the memory that is allocated for sums, and for untrusted files and readers.
//!
//! Allocations are counted per thread, so each operation runs on one thread.

use allocation_counter::measure;
use vorpal_curves::Group;
use vorpal_curves::bandersnatch::Banderwagon;
use vorpal_curves::bls12_377::Bls12_377G1;
use vorpal_curves::bls12_381::g2::Bls12_381G2;
use vorpal_curves::bn254::{Affine, Bn254G1, Jacobian};
use vorpal_curves::models::weierstrass::{self, Subgroup, WeierstrassCurve};
use vorpal_fields::primes::Bn254Scalar as Scalar;
use vorpal_fields::{EncodableField, PrimeField};
use vorpal_msm::{
    Algorithm, Error, FixedBases, FormatError, JobId, Msm, MsmScalar, PartialMsm, PreparedBases,
    PreparedPlan, Problem, ReadError, msm_of_readers_vartime, msm_vartime,
};
use vorpal_oracle::effort::sample;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// Runs the function on one thread. Returns the peak of allocated bytes, and the result.
fn peak<T: Send>(f: impl FnOnce() -> T + Send) -> (u64, T) {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(|| {
        let mut result = None;
        let counted = measure(|| result = Some(f()));
        (counted.bytes_max, result.unwrap())
    })
}

fn points<C: WeierstrassCurve>(number: u64) -> Vec<weierstrass::Affine<C>> {
    let step = weierstrass::Affine::GENERATOR;
    let next = |point: &weierstrass::Jacobian<C>| Some(point.add_affine_vartime(&step));
    let first = weierstrass::Jacobian::GENERATOR.mul_limbs_vartime(&[0x9e37_79b9_7f4a_7c15]);
    let multiples = std::iter::successors(Some(first), next).take(number as usize);
    weierstrass::Jacobian::normalise_batch(&multiples.collect::<Vec<_>>())
}

fn scalars<S: PrimeField>(number: usize) -> Vec<S> {
    let factor = S::from_le_bytes_reduced(&[0x9d; 40]);
    core::iter::successors(Some(factor), |scalar| Some(*scalar * factor + S::from(5))).take(number).collect()
}

/// A file with one base and windows of 20 bits, each with its own buckets: 7 million buckets.
fn small_file() -> Vec<u8> {
    let plan = PreparedPlan::new::<Bn254G1>(1, 20, 13, false).unwrap();
    let bytes = PreparedBases::with_plan(&[Affine::GENERATOR], &plan).unwrap().as_bytes().to_vec();
    assert_eq!(bytes.len(), 132);
    bytes
}

#[test]
fn sums_over_a_small_file_stay_within_their_memory() {
    let bytes = small_file();
    let scalar = -Scalar::from(1);
    for given in [None, Some(32 * MIB), Some(MIB), Some(100 * KIB)] {
        let bases = PreparedBases::<Bn254G1, _>::from_bytes(&bytes[..]).unwrap();
        let bases = match given {
            None => bases,
            Some(given) => bases.sum_memory(given as usize),
        };
        let (most, sum) = peak(|| bases.msm_vartime(&[scalar]).unwrap());
        assert_eq!(sum, Jacobian::GENERATOR.neg(), "{given:?}");
        assert!(most <= given.unwrap_or(64 * MIB), "{most} bytes of {given:?}");
    }
    let bases = PreparedBases::<Bn254G1, _>::from_bytes(&bytes[..]).unwrap().sum_memory(1000);
    let (most, sum) = peak(|| bases.msm_vartime(&[scalar]));
    let Err(Error::SumMemory { scalars: 1, needed, given: 1000 }) = sum else { panic!("{sum:?}") };
    assert!(most < KIB && needed > 1000, "{most}");
    let enough = bases.sum_memory(needed);
    let (most, sum) = peak(|| enough.msm_vartime(&[scalar]).unwrap());
    assert!(sum == Jacobian::GENERATOR.neg() && most <= needed as u64, "{most} of {needed}");
}

/// Checks that sums for every plan and memory limit are right and stay within the limit. With less effort, some limits
/// for each plan.
fn check_memory_limits<C: WeierstrassCurve<Base: PrimeField>>(number: usize, plans: &[(usize, usize)])
where
    C::Scalar: MsmScalar<C>,
{
    let (points, random) = (points::<C>(number as u64), scalars::<C::Scalar>(number));
    // Digits in many buckets, and digits that are all in one bucket per window.
    let scalars = [random.clone(), vec![random[0]; number], vec![C::Scalar::from(1); number]];
    let expected = scalars.each_ref().map(|scalars| msm_vartime(&points, scalars).unwrap());
    let points = Subgroup::unchecked(points);
    for &(width, stride) in plans {
        for split in [false, true] {
            // Halves of scalars have fewer windows.
            let windows = PreparedPlan::new::<C>(number, width, 1, split).unwrap().windows;
            let plan = PreparedPlan::new::<C>(number, width, stride.min(windows), split).unwrap();
            let mut bases = PreparedBases::with_plan(&points, &plan).unwrap();
            let mut rejected = [0; 3];
            let limits = |kind: usize| sample((10..28).rev(), 5, kind + width + usize::from(split));
            let cases = (0..3).flat_map(|kind| limits(kind).into_iter().map(move |log| (log, kind)));
            for (log, kind) in cases {
                let given = 1 << log;
                bases = bases.sum_memory(given);
                let (most, sum) = peak(|| bases.msm_vartime(&scalars[kind]));
                match sum {
                    Ok(sum) => {
                        assert_eq!(
                            sum, expected[kind],
                            "{number} bases, {width} {stride} {split}, {given} bytes"
                        );
                        assert!(
                            most <= given as u64,
                            "{most} of {given}: {number} bases, {width} {stride} {split}"
                        );
                        assert_eq!(rejected[kind], 0, "a larger limit was rejected");
                    }
                    Err(error) => {
                        assert!(matches!(error, Error::SumMemory { .. }), "{error}");
                        assert!(most <= 16 * KIB, "{most}");
                        rejected[kind] += 1;
                    }
                }
            }
            assert!(rejected.iter().all(|rejected| *rejected > 0));
        }
    }
}

#[test]
fn sums_stay_within_their_memory() {
    check_memory_limits::<Bn254G1>(1, &[(2, 1), (19, 2), (17, 1)]);
    check_memory_limits::<Bn254G1>(100, &[(2, 1), (8, 3), (12, 7), (16, 16), (20, 1)]);
    check_memory_limits::<Bn254G1>(5000, &[(12, 3), (13, 10)]);
    check_memory_limits::<Bls12_377G1>(700, &[(10, 6), (16, 2)]);
}

/// What a sum allocates beside the memory of its plan: the working sets of batches, and lists of the tasks.
const BESIDE: u64 = MIB;

fn check_plan<C: WeierstrassCurve>(points: &[weierstrass::Affine<C>], msm: Msm<'_>)
where
    C::Scalar: MsmScalar<C> + PrimeField,
{
    let (scalars, points) = (scalars::<C::Scalar>(points.len()), Subgroup::unchecked(points));
    let plan = peak(|| msm.plan(&points, &scalars).unwrap()).1;
    let (most, _) = peak(|| msm.msm_vartime(&points, &scalars).unwrap());
    let explanation = plan.explain();
    assert!(most <= plan.memory as u64 + BESIDE, "{most} bytes, planned {}: {explanation}", plan.memory);
    assert!(2 * most >= plan.memory as u64, "{most} bytes, planned {}: {explanation}", plan.memory);
}

/// A sum needs at most the memory of its plan, and not much less, with and without parts of scalars.
#[test]
fn plans_know_their_memory() {
    fn check<C: WeierstrassCurve>(number: u64, algorithms: &[Algorithm])
    where
        C::Scalar: MsmScalar<C> + PrimeField,
    {
        let points = points::<C>(number);
        for &algorithm in algorithms {
            for split in [false, true] {
                for memory in [0, 8 * MIB, 256 * MIB] {
                    let msm = Msm::new().algorithm(algorithm).endomorphism(split).memory(memory as usize);
                    check_plan(&points, msm);
                }
            }
        }
    }
    check::<Bn254G1>(50_000, &[Algorithm::Affine]);
    check::<Bls12_377G1>(16_000, &[Algorithm::Affine, Algorithm::Edwards]);
    check::<Bls12_381G2>(16_000, &[Algorithm::Affine]);
}

/// The bytes with changes at some positions.
fn changed(bytes: &[u8], changes: &[(usize, &[u8])]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for (position, change) in changes {
        bytes[*position..][..change.len()].copy_from_slice(change);
    }
    bytes
}

#[test]
fn headers_with_huge_numbers_allocate_little() {
    // Prepared bases: 2^30 of them, and the corresponding length.
    let bytes = small_file();
    let plan = PreparedPlan::new::<Bn254G1>(1 << 30, 20, 13, false).unwrap();
    let huge =
        changed(&bytes, &[(32, &(1u64 << 30).to_le_bytes()), (48, &(plan.bytes as u64).to_le_bytes())]);
    let read = |bytes: &[u8]| PreparedBases::<Bn254G1>::read_from(bytes).map(|_| ());
    let (most, result) = peak(|| read(&huge));
    let expected = FormatError::Truncated { needed: plan.bytes, found: 132 };
    assert!(matches!(result, Err(ReadError::Format(error)) if error == expected));
    assert!(most < 2 * MIB, "{most}");
    let (most, result) = peak(|| PreparedBases::<Bn254G1, _>::from_bytes(&huge[..]).map(|_| ()));
    assert_eq!((most < KIB, result), (true, Err(expected)));
    // An invalid header is rejected before the rest is read, from a reader without end.
    let invalid = changed(&bytes, &[(24, &[33])]);
    let (most, result) = peak(|| {
        PreparedBases::<Bn254G1>::read_from(std::io::Read::chain(&invalid[..64], std::io::repeat(0)))
            .map(|_| ())
    });
    let expected = FormatError::Field { name: "the length of a coordinate", value: 33 };
    assert!(matches!(result, Err(ReadError::Format(error)) if error == expected));
    assert!(most < 4 * KIB, "{most}");
    // A reader without end after a valid file.
    let (most, result) = peak(|| {
        PreparedBases::<Bn254G1>::read_from(std::io::Read::chain(&bytes[..], std::io::repeat(0))).map(|_| ())
    });
    let expected = FormatError::TooLong { expected: 132, found: 133 };
    assert!(matches!(result, Err(ReadError::Format(error)) if error == expected));
    assert!(most < 4 * KIB, "{most}");

    // Tables of fixed bases: 2^32 - 1 bases, then the greatest number of entries.
    let label = [7; 32];
    let mut bytes = Vec::new();
    let g = Group::normalise_batch(&[Banderwagon::generator()]);
    FixedBases::<Banderwagon>::new(&g, 2).unwrap().write_to(&label, &mut bytes).unwrap();
    let read = |bytes: &[u8]| FixedBases::<Banderwagon>::read_from(&label, bytes).map(|_| ());
    let long = (1u64 << 40).to_le_bytes();
    let bases = changed(&bytes, &[(48, &u32::MAX.to_le_bytes()), (56, &long)]);
    let (most, result) = peak(|| read(&bases));
    assert!(matches!(result, Err(ReadError::Format(FormatError::Truncated { .. }))));
    assert!(most < 256 * KIB, "{most}");
    let entries = 16 * (1u64 << 15);
    let length = 64 + 4000 + 4000 * entries * 96 + 4;
    let mut many = changed(&bytes, &[(48, &4000u32.to_le_bytes()), (56, &length.to_le_bytes())]);
    many.truncate(64);
    many.extend([16; 4000]);
    let (most, result) = peak(|| read(&many));
    let expected = FormatError::Truncated { needed: length as usize, found: many.len() };
    assert!(matches!(result, Err(ReadError::Format(error)) if error == expected), "{result:?}");
    assert!(most < 256 * KIB, "{most}");
    let (most, result) = peak(|| FixedBases::<Banderwagon>::from_bytes(&label, &many).map(|_| ()));
    assert_eq!((most < KIB, result), (true, Err(expected)));
}

#[test]
fn tables_are_read_without_a_second_copy() {
    let label = [7; 32];
    let g = Group::normalise_batch(&[Banderwagon::generator(); 9]);
    let tables = FixedBases::<Banderwagon>::new(&g, 13).unwrap();
    let mut bytes = Vec::new();
    tables.write_to(&label, &mut bytes).unwrap();
    assert!(bytes.len() as u64 > 60 * MIB, "{}", bytes.len());
    let (most, read) = peak(|| FixedBases::<Banderwagon>::read_from(&label, &bytes[..]).unwrap());
    assert!(most < 2 * bytes.len() as u64, "{most} of {}", bytes.len());
    let mut again = Vec::new();
    read.write_to(&label, &mut again).unwrap();
    assert!(again == bytes);
    // A truncated file is rejected. The error names the first malformed entry if the checksum is valid.
    let cut = peak(|| FixedBases::<Banderwagon>::read_from(&label, &bytes[..bytes.len() - 1]).map(|_| ())).1;
    let expected = FormatError::Truncated { needed: bytes.len(), found: bytes.len() - 1 };
    assert!(matches!(cut, Err(ReadError::Format(error)) if error == expected));
    let index = 70_000;
    let start = 64 + 9 + 96 * index;
    bytes[start..start + 32].fill(0xff);
    let invalid = |bytes: &[u8]| match FixedBases::<Banderwagon>::read_from(&label, bytes) {
        Err(ReadError::Format(error)) => error,
        other => panic!("{:?}", other.map(|_| ())),
    };
    assert!(matches!(invalid(&bytes), FormatError::Checksum { .. }));
    let covered = bytes.len() - 4;
    let checksum = crc32fast::hash(&bytes[..covered]);
    bytes[covered..].copy_from_slice(&checksum.to_le_bytes());
    assert_eq!(invalid(&bytes), FormatError::NotCanonical { index });
    assert_eq!(
        FixedBases::<Banderwagon>::from_bytes(&label, &bytes).map(|_| ()),
        Err(FormatError::NotCanonical { index })
    );
    bytes.push(0);
    let length = bytes.len();
    assert_eq!(invalid(&bytes), FormatError::TooLong { expected: length - 1, found: length });
}

fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The bytes of a partial sum with these rectangles, whose value is infinity.
fn partial(terms: u64, rectangles: &[[u64; 4]]) -> Vec<u8> {
    let problem = Problem { job: JobId::from_bytes([1; 32]), terms, bits: 256 };
    let mut bytes = PartialMsm::<Bn254G1>::empty(problem).unwrap().to_bytes();
    // Removes the number of rectangles, which is zero, infinity and the checksum.
    bytes.truncate(bytes.len() - 6);
    push_number(&mut bytes, rectangles.len() as u64);
    rectangles.iter().flatten().for_each(|number| push_number(&mut bytes, *number));
    bytes.push(0);
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

#[test]
fn memory_of_partial_sums_is_proportional_to_their_bytes() {
    type Partial = PartialMsm<Bn254G1>;
    let terms = 1 << 20;
    // Single cells: every other bit of every other term.
    let cells: Vec<[u64; 4]> =
        (0..60_000).map(|i| [i / 100, i / 100 + 1, i % 100 * 2, i % 100 * 2 + 1]).collect();
    let cells: Vec<[u64; 4]> = cells.iter().map(|c| [2 * c[0], 2 * c[0] + 1, c[2], c[3]]).collect();
    let bytes = partial(terms, &cells);
    let (most, part) = peak(|| Partial::from_bytes(&bytes).unwrap());
    assert_eq!(part.covered().len(), 60_000);
    assert!(most <= 6 * bytes.len() as u64, "{most} of {}", bytes.len());
    // One rectangle more than the limit.
    let cells: Vec<[u64; 4]> = (0..(1 << 16) + 1).map(|i| [2 * i, 2 * i + 1, 0, 1]).collect();
    let bytes = partial(terms, &cells);
    let (most, result) = peak(|| Partial::from_bytes(&bytes));
    let expected = FormatError::Field { name: "the number of rectangles", value: (1 << 16) + 1 };
    assert_eq!((most < KIB, result), (true, Err(expected)));

    // Parts of few rectangles whose merged part has as many as their product. One has 128 rectangles over all terms, on
    // the odd bits. The other has a single cell in every other term, on an even bit.
    let stripes: Vec<[u64; 4]> = (0..128).map(|bit| [0, terms, 2 * bit + 1, 2 * bit + 2]).collect();
    let dots: Vec<[u64; 4]> = (0..50_000).map(|i| [2 * i, 2 * i + 1, 0, 1]).collect();
    let [stripes, dots] = [stripes, dots].map(|cells| Partial::from_bytes(&partial(terms, &cells)).unwrap());
    let (most, merged) = peak(|| stripes.merge(dots));
    assert_eq!(merged, Err(Error::TooManyRectangles { most: 1 << 16 }));
    assert!(most < 16 * MIB, "{most}");
}

#[test]
fn streams_stay_within_their_memory() {
    let number = 60_000;
    let (points, scalars) = (points::<Bn254G1>(number as u64), scalars::<Scalar>(number));
    let mut encoded = [Vec::new(), Vec::new()];
    for (point, scalar) in points.iter().zip(&scalars) {
        let (x, y) = point.coordinates().unwrap();
        encoded[0].extend([x, y].iter().flat_map(EncodableField::to_le_bytes));
        encoded[1].extend(scalar.to_le_bytes());
    }
    let given = 2 * MIB;
    let (most, sum) = peak(|| {
        msm_of_readers_vartime::<Bn254G1>(Msm::new().memory(given as usize), &encoded[0][..], &encoded[1][..])
    });
    assert_eq!(sum.unwrap(), msm_vartime(&points, &scalars).unwrap());
    assert!(most < 2 * given, "{most} of {given}");
}
