//! Tests of sums over prepared bases against the definition, for every plan and adversarial bases and scalars; tests of
//! their encoding, valid and forged.

use core::ops::ControlFlow;

use vorpal_curves::bls12_377::Bls12_377G1;
use vorpal_curves::bn254::Bn254G1;
use vorpal_curves::models::weierstrass::{Affine, Jacobian, Subgroup, WeierstrassCurve};
use vorpal_curves::p256::P256;
use vorpal_fields::{Field, PrimeField};
use vorpal_msm::{Error, FormatError, MsmScalar, PreparedBases, PreparedPlan, Progress, Signed, msm_vartime};
use vorpal_oracle::effort::{self, every};

use super::crc32::crc32;
use super::terms::{multiples, naive, scalars};

/// Strides to test for a number of windows. They include a single set of buckets, a single table, and strides that do
/// not divide the number of windows.
fn strides(windows: usize) -> Vec<usize> {
    let mut strides = vec![1, 2, 3, windows / 2, windows - 1, windows];
    strides.retain(|stride| (1..=windows).contains(stride));
    strides.sort_unstable();
    strides.dedup();
    strides
}

/// Checks the sums of these lists of scalars for every plan of these widths.
fn check_plans<C, S>(points: &[Affine<C>], scalars: &[Vec<S>], widths: &[usize])
where
    C: WeierstrassCurve<Base: PrimeField>,
    S: MsmScalar<C>,
{
    let expected: Vec<Jacobian<C>> = scalars.iter().map(|scalars| naive(points, scalars)).collect();
    let in_subgroup = points.iter().all(Affine::is_in_subgroup_vartime);
    for split in [false, true] {
        if split && C::ENDOMORPHISM.is_none() {
            continue;
        }
        for &width in widths {
            let plan = PreparedPlan::new::<C>(points.len(), width, 1, split).unwrap();
            // With less effort every second stride: the others for another width or number.
            let shift = points.len() + width + usize::from(split);
            let strides = strides(plan.windows).into_iter().enumerate();
            for (_, stride) in strides.filter(|(i, _)| every(2, i + shift)) {
                let plan = PreparedPlan::new::<C>(points.len(), width, stride, split).unwrap();
                assert_eq!(plan.tables, plan.windows.div_ceil(stride));
                let bases = if in_subgroup {
                    PreparedBases::with_plan(&Subgroup::unchecked(points), &plan).unwrap()
                } else if !split {
                    PreparedBases::with_plan(points, &plan).unwrap()
                } else {
                    continue;
                };
                for (scalars, expected) in scalars.iter().zip(&expected) {
                    let sum = bases.msm_vartime(scalars).unwrap();
                    assert_eq!(sum, *expected, "n = {}: {}", points.len(), plan.explain());
                }
            }
        }
    }
}

fn check_numbers<C: WeierstrassCurve<Base: PrimeField>>()
where
    C::Scalar: MsmScalar<C>,
{
    let (points, scalars) = (multiples::<C>(133), scalars::<C::Scalar>(133));
    for n in [0, 1, 2, 3, 40, 133] {
        // As many scalars as bases, and fewer.
        let scalars = [n, n / 2].map(|n| scalars[..n].to_vec());
        let widths: &[usize] = match n {
            40 => &[2, 3, 4, 6, 9, 13],
            // The most tables with full effort only.
            133 if !effort::is_full() => &[7],
            _ => &[2, 7],
        };
        check_plans(&points[..n], &scalars, widths);
    }
    check_plans(&points[..9], &[scalars[..9].to_vec()], &[17]);
}

#[test]
fn every_plan() {
    check_numbers::<Bls12_377G1>();
    check_numbers::<Bn254G1>();
    check_numbers::<P256>();
}

#[test]
fn the_widest_windows() {
    let (points, scalars) = (multiples::<Bn254G1>(33), scalars::<<Bn254G1 as WeierstrassCurve>::Scalar>(33));
    for width in 14..=20 {
        for split in [false, true] {
            let plan = PreparedPlan::new::<Bn254G1>(33, width, 1, split).unwrap();
            let bases = PreparedBases::with_plan(&points, &plan).unwrap();
            assert_eq!(bases.msm_vartime(&scalars).unwrap(), naive(&points, &scalars), "{width}");
        }
    }
}

#[test]
fn chosen_plans_fit_their_memory() {
    let points = Subgroup::unchecked(multiples::<Bls12_377G1>(1000));
    let scalars = scalars::<<Bls12_377G1 as WeierstrassCurve>::Scalar>(1000);
    let expected = naive(points.points(), &scalars);
    assert_eq!(msm_vartime(&points, &scalars).unwrap(), expected);
    let least = 64 + 1000 * 96 + 4;
    assert_eq!(
        PreparedBases::new(&points, least - 1).unwrap_err(),
        Error::Memory { bases: 1000, needed: least, given: least - 1 }
    );
    let mut before = f64::INFINITY;
    for memory in [least, 2 * least, 3 * least, 10 * least, 40 * least] {
        let bases = PreparedBases::new(&points, memory).unwrap();
        assert_eq!(bases.msm_vartime(&scalars).unwrap(), expected, "{}", bases.plan().explain());
        assert!(bases.plan().bytes <= memory && bases.as_bytes().len() == bases.plan().bytes);
        let now = bases.plan().multiplications as f64;
        assert!(now < before, "more memory, fewer multiplications: {}", bases.plan().explain());
        before = now;
        bases.verify_vartime().unwrap();
    }
    // Scalars are not split if the points are not known to be in the subgroup.
    assert!(!PreparedPlan::choose(points.points(), 40 * least).unwrap().endomorphism);
}

/// Infinity, repeated and opposite bases, in one bucket and in many.
fn check_adversarial_bases<C: WeierstrassCurve<Base: PrimeField>>()
where
    C::Scalar: MsmScalar<C>,
{
    let n = if effort::is_full() { 100 } else { 40 };
    let some = multiples::<C>(40);
    let random = scalars::<C::Scalar>(n);
    let (p, q) = (some[0], some[1]);
    let repeated = |choices: &[Affine<C>]| -> Vec<Affine<C>> {
        (0..n).map(|i| choices[i * i % choices.len()]).collect()
    };
    let all: [Vec<Affine<C>>; 5] = [
        vec![p; n],
        vec![Affine::IDENTITY; n],
        repeated(&[p, -p]),
        repeated(&[p, -p, Affine::IDENTITY, q, p, -q, p]),
        (0..n).map(|i| if i % 2 == 0 { some[i / 2 % 40] } else { -some[i / 2 % 40] }).collect(),
    ];
    let constant = |scalar: C::Scalar| vec![scalar; n];
    let few: Vec<C::Scalar> = (0..n).map(|i| C::Scalar::from([1, 2, 3, 4][i % 4])).collect();
    let scalars = [
        random.clone(),
        constant(C::Scalar::ZERO),
        constant(C::Scalar::ONE),
        constant(-C::Scalar::ONE),
        constant(random[0]),
        few,
    ];
    for points in &all {
        check_plans(points, &scalars, &[5]);
    }
}

#[test]
fn adversarial_bases() {
    check_adversarial_bases::<Bls12_377G1>();
    check_adversarial_bases::<Bn254G1>();
}

#[test]
fn bases_outside_the_subgroup() {
    type Point = Affine<Bls12_377G1>;
    type Base = <Bls12_377G1 as WeierstrassCurve>::Base;
    type Scalar = <Bls12_377G1 as WeierstrassCurve>::Scalar;
    let lifted = (1u64..).filter_map(|x| Point::lift_x_vartime(Base::from(x)));
    let outside = lifted.map(|(point, _)| point).find(|point| !point.is_in_subgroup_vartime()).unwrap();
    // A point of order two: its multiples in all tables but the first are infinity.
    let two = Point::new(-Base::ONE, Base::ZERO).unwrap();
    let points: Vec<Point> = (0..40).map(|i| [outside, two, -outside, Point::GENERATOR][i % 4]).collect();
    check_plans(
        &points,
        &[scalars::<Scalar>(40), vec![-Scalar::ONE; 40], vec![Scalar::from(2); 39]],
        &[2, 5],
    );
    let plan = PreparedPlan::new::<Bls12_377G1>(40, 5, 1, true).unwrap();
    assert!(matches!(PreparedBases::with_plan(&points, &plan), Err(Error::NotPossible { .. })));
    // Unchecked points outside the subgroup give invalid sums; `verify_vartime` detects them.
    let bases = PreparedBases::with_plan(&Subgroup::unchecked(&points[..]), &plan).unwrap();
    assert_eq!(bases.verify_vartime(), Err(FormatError::OutsideSubgroup { index: 0 }));
}

/// An integer of any length as a scalar.
#[derive(Clone, Copy)]
struct Whole(Signed);

impl<C: WeierstrassCurve> MsmScalar<C> for Whole {
    const MULTIPLICATIONS: usize = 0;

    fn to_integer(&self) -> Signed {
        self.0
    }
}

#[test]
fn integers_of_any_length() {
    let points = multiples::<Bn254G1>(67);
    let word = |i: usize| (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let whole =
        |i: usize| Whole(Signed { magnitude: [word(i), i as u64, 0, 0], negative: i.is_multiple_of(3) });
    check_plans(&points, &[(0..67).map(whole).collect()], &[4, 16]);
    let mut words: Vec<u64> = (0..67).map(word).collect();
    words[3] = u64::MAX;
    check_plans(&points, &[words], &[6]);
    let mut signed: Vec<i64> = (0..67).map(|i| word(i) as i64).collect();
    signed[..5].copy_from_slice(&[0, 1, -1, i64::MAX, i64::MIN]);
    check_plans(&points, &[signed, vec![-1; 67]], &[6]);
    check_plans(&points, &[vec![u128::MAX; 67]], &[5]);
    // Integers longer than the order are reduced if scalars are split, and rejected otherwise.
    let long = [Whole(Signed { magnitude: [u64::MAX; 4], negative: true }); 2];
    let [plain, split] = [false, true].map(|split| {
        let plan = PreparedPlan::new::<Bn254G1>(67, 6, 2, split).unwrap();
        PreparedBases::with_plan(&points, &plan).unwrap()
    });
    assert_eq!(plain.msm_vartime(&long), Err(Error::IntegerTooLong { bits: 256, most: 254 }));
    assert_eq!(split.msm_vartime(&long).unwrap(), naive(&points, &long));
    assert_eq!(plain.msm_vartime(&[1u64; 68]), Err(Error::TooManyScalars { bases: 67, scalars: 68 }));
}

#[test]
fn rejects_invalid_plans() {
    let points = multiples::<Bn254G1>(3);
    for width in [0, 1, 21, usize::MAX] {
        assert_eq!(PreparedPlan::new::<Bn254G1>(3, width, 1, false), Err(Error::Width { width }));
    }
    let windows = PreparedPlan::new::<Bn254G1>(3, 5, 1, false).unwrap().windows;
    assert_eq!(windows, 51);
    for stride in [0, windows + 1, usize::MAX] {
        assert!(matches!(PreparedPlan::new::<Bn254G1>(3, 5, stride, false), Err(Error::NotPossible { .. })));
    }
    for number in [1 << 31, usize::MAX / 64, usize::MAX] {
        assert!(matches!(PreparedPlan::new::<Bn254G1>(number, 5, 1, true), Err(Error::NotPossible { .. })));
    }
    let plan = PreparedPlan::new::<Bn254G1>(4, 5, 1, false).unwrap();
    assert!(matches!(PreparedBases::with_plan(&points, &plan), Err(Error::NotPossible { .. })));
    let mut plan = PreparedPlan::new::<Bn254G1>(3, 5, 1, false).unwrap();
    plan.width = 63;
    assert_eq!(PreparedBases::with_plan(&points, &plan).unwrap_err(), Error::Width { width: 63 });
}

#[test]
fn on_many_threads() {
    let points = multiples::<Bn254G1>(133);
    let scalars = scalars::<<Bn254G1 as WeierstrassCurve>::Scalar>(133);
    let expected = naive(&points, &scalars);
    for threads in [2, 3, 16] {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| {
            for (width, stride) in [(2, 1), (4, 1), (6, 2), (9, 7)] {
                let plan = PreparedPlan::new::<Bn254G1>(133, width, stride, false).unwrap();
                let bases = PreparedBases::with_plan(&points, &plan).unwrap();
                assert_eq!(bases.msm_vartime(&scalars).unwrap(), expected, "{width} {stride} {threads}");
            }
        });
    }
}

#[test]
fn reports_progress_and_can_be_cancelled() {
    let points = multiples::<Bn254G1>(1000);
    let scalars = scalars::<<Bn254G1 as WeierstrassCurve>::Scalar>(1000);
    let bases = PreparedBases::new(&points, 1 << 20).unwrap();
    let reports = std::sync::Mutex::new(Vec::new());
    let sum = bases.msm_with_progress_vartime(&scalars, &|progress: Progress| {
        reports.lock().unwrap().push(progress);
        ControlFlow::Continue(())
    });
    assert_eq!(sum, bases.msm_vartime(&scalars));
    let reports = reports.into_inner().unwrap();
    assert!(!reports.is_empty() && reports.iter().all(|progress| progress.done <= progress.total));
    let cancelled = bases.msm_with_progress_vartime(&scalars, &|_| ControlFlow::Break(()));
    assert_eq!(cancelled, Err(Error::Cancelled));
}

/// The file with some bytes replaced, and a valid checksum.
fn forged(bytes: &[u8], at: usize, new: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + new.len()].copy_from_slice(new);
    let body = bytes.len() - 4;
    let checksum = crc32(&bytes[..body]).to_le_bytes();
    bytes[body..].copy_from_slice(&checksum);
    bytes
}

fn open(bytes: &[u8]) -> Result<PreparedBases<Bn254G1, &[u8]>, FormatError> {
    PreparedBases::from_bytes(bytes)
}

fn small(split: bool) -> PreparedBases<Bn254G1> {
    let plan = PreparedPlan::new::<Bn254G1>(3, 9, 15, split).unwrap();
    let mut points = multiples::<Bn254G1>(3);
    points[1] = Affine::IDENTITY;
    PreparedBases::with_plan(&points, &plan).unwrap()
}

#[test]
fn round_trips_of_bytes() {
    let scalars: Vec<<Bn254G1 as WeierstrassCurve>::Scalar> = scalars(40);
    let points = multiples::<Bn254G1>(40);
    for (n, split, stride) in [(0, false, 1), (1, true, 2), (40, false, 3), (40, true, 1)] {
        let plan = PreparedPlan::new::<Bn254G1>(n, 6, stride, split).unwrap();
        let bases = PreparedBases::with_plan(&points[..n], &plan).unwrap();
        let expected = bases.msm_vartime(&scalars[..n]).unwrap();
        let bytes = bases.as_bytes();
        assert_eq!(bytes, forged(bytes, 0, &[]), "the checksum is CRC-32");
        assert_eq!(bytes.as_ptr() as usize % 64, 0);
        assert_eq!(bases.clone().as_bytes().as_ptr() as usize % 64, 0);
        let mut written = Vec::new();
        bases.write_to(&mut written).unwrap();
        assert_eq!(bytes, written);
        let again = PreparedBases::<Bn254G1>::read_from(&written[..]).unwrap();
        assert_eq!((again.plan(), again.as_bytes()), (&plan, bytes));
        assert_eq!(again.msm_vartime(&scalars[..n]).unwrap(), expected);
        // Bytes at any address, aligned or not.
        for offset in 0..9 {
            let mut moved = vec![0; offset];
            moved.extend_from_slice(bytes);
            let moved = open(&moved[offset..]).unwrap().msm_vartime(&scalars[..n]).unwrap();
            assert_eq!(moved, expected);
        }
    }
    // Points at infinity survive the round trip.
    let bases = small(true);
    let sum = open(bases.as_bytes()).unwrap().msm_vartime(&scalars[..3]);
    assert_eq!(sum, bases.msm_vartime(&scalars[..3]));
}

#[test]
fn points_are_written_in_montgomery_form() {
    let bases = small(false);
    let (bytes, point) = (bases.as_bytes(), multiples::<Bn254G1>(1)[0]);
    let (x, y) = point.coordinates().unwrap();
    let limbs = [x.to_montgomery(), y.to_montgomery()].concat();
    let expected: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    assert_eq!(bytes[64..128], expected);
    assert_eq!(bytes[128..192], [0; 64], "infinity");
    assert_eq!(bytes[..8], *b"VORPALPB");
}

#[test]
fn rejects_every_flipped_bit_and_every_other_length() {
    for split in [false, true] {
        let bases = small(split);
        let mut bytes = bases.as_bytes().to_vec();
        for bit in 0..8 * bytes.len() {
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(open(&bytes).is_err(), "bit {bit}");
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        for length in 0..bytes.len() {
            let needed = if length < 64 { 68 } else { bytes.len() };
            let error = FormatError::Truncated { needed, found: length };
            assert_eq!(open(&bytes[..length]).unwrap_err(), error);
        }
        let expected = bytes.len();
        bytes.push(0);
        assert_eq!(open(&bytes).unwrap_err(), FormatError::TooLong { expected, found: expected + 1 });
    }
}

#[test]
fn rejects_invalid_fields_of_the_header() {
    let bases = small(false);
    let bytes = bases.as_bytes();
    let error = |at: usize, new: &[u8]| open(&forged(bytes, at, new)).unwrap_err();
    assert_eq!(error(0, b"vorpalpb"), FormatError::Magic { what: "prepared bases" });
    assert_eq!(error(8, &[2]), FormatError::Version { found: 2, known: 1 });
    let field = |name, value| FormatError::Field { name, value };
    assert_eq!(error(12, &[2]), field("the flags", 2));
    // Split scalars have fewer windows, so there is no second table.
    assert_eq!(error(12, &[1]), field("the number of tables", 2));
    assert_eq!(error(24, &[48]), field("the length of a coordinate", 48));
    assert_eq!(error(28, &[1]), field("the width of a window", 1));
    assert_eq!(error(28, &[21]), field("the width of a window", 21));
    assert_eq!(error(28, &[8]), field("the number of tables", 2));
    // Another width with an equal number of tables, but other multiples.
    let wider = forged(bytes, 28, &[10]);
    let invalid = FormatError::WrongMultiple { table: 1, index: 0 };
    assert_eq!(open(&wider).unwrap().verify_vartime(), Err(invalid));
    assert_eq!(error(40, &[0]), field("the stride of the tables", 0));
    assert_eq!(error(40, &[30]), field("the stride of the tables", 30));
    assert_eq!(error(32, &[4]), field("the length in bytes", bytes.len() as u64));
    assert_eq!(error(32, &[0xff; 8]), field("the number of bases", u64::MAX));
    assert_eq!(error(44, &[3]), field("the number of tables", 3));
    assert_eq!(error(48, &[1]), field("the length in bytes", bytes.len() as u64 & !0xff | 1));
    assert_eq!(error(56, &[0, 1]), field("the reserved field", 256));
    let (stored, computed) = (crc32(&bytes[..bytes.len() - 4]) ^ 1, crc32(&bytes[..bytes.len() - 4]));
    let mut invalid = bytes.to_vec();
    invalid[bytes.len() - 4] ^= 1;
    assert_eq!(open(&invalid).unwrap_err(), FormatError::Checksum { stored, computed });
    let other = PreparedBases::<Bls12_377G1, _>::from_bytes(bytes).unwrap_err();
    assert!(matches!(other, FormatError::Curve { expected, found } if expected != found));
}

#[test]
fn rejects_forged_points() {
    let modulus: Vec<u8> = {
        let p = <Bn254G1 as WeierstrassCurve>::Base::MODULUS;
        p.iter().flat_map(|limb| limb.to_le_bytes()).collect()
    };
    for split in [false, true] {
        let bases = small(split);
        let bytes = bases.as_bytes();
        let coordinates = (bytes.len() - 68) / 32;
        let points = 3 * bases.plan().tables;
        assert_eq!(coordinates, points * if split { 3 } else { 2 });
        for coordinate in 0..coordinates {
            for value in [&modulus[..], &[0xff; 32]] {
                let forged = forged(bytes, 64 + 32 * coordinate, value);
                let index = if coordinate < 2 * points { coordinate / 2 } else { coordinate - points };
                // A point and its image share `y`; the error has the lower index, that of the point.
                assert_eq!(open(&forged).unwrap_err(), FormatError::NotCanonical { index });
            }
            // Other canonical coordinates are detected only by `verify_vartime`.
            let forged = forged(bytes, 64 + 32 * coordinate, &[5; 31]);
            let forged = open(&forged).unwrap();
            let error = forged.verify_vartime().unwrap_err();
            if coordinate < 6 {
                assert_eq!(error, FormatError::NotOnCurve { index: coordinate / 2 });
            } else {
                let index = coordinate / if coordinate < 2 * points { 2 } else { 1 };
                let number = if coordinate < 2 * points { index } else { index - 2 * points };
                assert_eq!(error, FormatError::WrongMultiple { table: number / 3, index: number % 3 });
            }
        }
        open(bytes).unwrap().verify_vartime().unwrap();
    }
}
