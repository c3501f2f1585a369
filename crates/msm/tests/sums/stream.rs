//! Tests of sums of terms in pieces of any length with chunks of any length, and from valid and malformed readers.

use core::ops::ControlFlow;
use std::io::{self, Read};

use vorpal_curves::bls12_377::Bls12_377G1;
use vorpal_curves::bn254::Bn254G1;
use vorpal_curves::models::weierstrass::{Affine, Jacobian, Subgroup, WeierstrassCurve};
use vorpal_fields::{EncodableField, PrimeField};
use vorpal_msm::{
    Error, FormatError, Msm, MsmScalar, MsmStream, PointReader, Progress, ReadError, ScalarReader,
    msm_of_readers_vartime, msm_vartime,
};
use vorpal_oracle::effort::every;

use super::terms::{multiples, scalars};

type Scalar = <Bn254G1 as WeierstrassCurve>::Scalar;

/// Distinct points, with infinity, repeated and opposite points among them.
fn points<C: WeierstrassCurve>(number: usize) -> Vec<Affine<C>> {
    let mut points = multiples(number);
    let special = [Affine::IDENTITY, Affine::GENERATOR, -Affine::GENERATOR];
    for (point, special) in points.iter_mut().skip(8).step_by(9).zip(special.iter().cycle()) {
        *point = *special;
    }
    points
}

/// Memory limits for the smallest chunks, and for chunks of about 500 terms of BN254.
const MEMORY: [usize; 2] = [0, 96 * 1000];

fn check_pieces<C: WeierstrassCurve>()
where
    C::Scalar: MsmScalar<C>,
{
    let (points, scalars) = (points::<C>(1100), scalars::<C::Scalar>(1100));
    // With less effort, some pieces for each number and memory limit.
    for (i, n) in [0, 1, 2, 3, 40, 133, 256, 257, 512, 1000, 1100].into_iter().enumerate() {
        let expected = msm_vartime(&points[..n], &scalars[..n]).unwrap();
        for (j, memory) in MEMORY.into_iter().enumerate() {
            let pieces = [1, 7, 255, 256, 300, 1100].into_iter().enumerate();
            for (_, piece) in pieces.filter(|(k, _)| every(4, i + 2 * j + k)) {
                let mut stream = MsmStream::new(Msm::new().memory(memory));
                assert!(stream.chunk() >= 256 && stream.chunk() <= 500);
                for (points, scalars) in points[..n].chunks(piece).zip(scalars[..n].chunks(piece)) {
                    stream.push(points, scalars).unwrap();
                }
                assert_eq!(stream.terms(), n as u64);
                assert_eq!(stream.finish().unwrap(), expected, "{n} in pieces of {piece}");
            }
        }
    }
}

#[test]
fn pieces_of_any_length() {
    check_pieces::<Bn254G1>();
    check_pieces::<Bls12_377G1>();
}

#[test]
fn pieces_inside_and_outside_the_subgroup() {
    type Scalar = <Bls12_377G1 as WeierstrassCurve>::Scalar;
    type Base = <Bls12_377G1 as WeierstrassCurve>::Base;
    let inside = points::<Bls12_377G1>(300);
    // Points of order two, for which split scalars give invalid sums.
    let outside = vec![Affine::<Bls12_377G1>::new(-Base::ONE, Base::ZERO).unwrap(); 301];
    let scalars = scalars::<Scalar>(301);
    let mut expected = Jacobian::IDENTITY;
    let mut stream = MsmStream::new(Msm::new().memory(0));
    for (known, number) in [(true, 300), (false, 301), (true, 100), (false, 1), (true, 299), (true, 57)] {
        if known {
            stream.push(&Subgroup::unchecked(&inside[..number]), &scalars[..number]).unwrap();
            expected = expected.add_vartime(&msm_vartime(&inside[..number], &scalars[..number]).unwrap());
        } else {
            stream.push(&outside[..number], &scalars[..number]).unwrap();
            expected = expected.add_vartime(&msm_vartime(&outside[..number], &scalars[..number]).unwrap());
        }
    }
    assert_eq!(stream.finish().unwrap(), expected);
}

#[test]
fn a_push_of_unequal_lengths_adds_no_terms() {
    let mut stream = MsmStream::<Bn254G1, u64>::new(Msm::new());
    stream.push(&points(3), &[1, 2, 3]).unwrap();
    assert_eq!(stream.push(&points(3), &[1, 2]), Err(Error::Lengths { points: 3, scalars: 2 }));
    assert_eq!(stream.terms(), 3);
    assert_eq!(stream.finish(), msm_vartime(&points(3), &[1u64, 2, 3]));
}

#[test]
fn progress_over_all_chunks() {
    let (points, scalars) = (points::<Bn254G1>(2000), scalars::<Scalar>(2000));
    let reports = std::sync::Mutex::new(Vec::new());
    let callback = |progress: Progress| {
        reports.lock().unwrap().push(progress);
        ControlFlow::Continue(())
    };
    let mut stream = MsmStream::new(Msm::new().memory(0).progress(&callback)).expecting(2000);
    for (points, scalars) in points.chunks(100).zip(scalars.chunks(100)) {
        stream.push(points, scalars).unwrap();
    }
    assert_eq!(stream.finish(), msm_vartime(&points, &scalars));
    let reports = reports.into_inner().unwrap();
    assert!(reports.len() > 10 && reports.iter().all(|progress| progress.done <= progress.total));
    let most = reports.iter().map(|progress| progress.done).max().unwrap();
    // The first report estimates the total within 30 percent.
    assert!(
        most * 10 > reports[0].total * 7 && most * 10 < reports[0].total * 13,
        "{most}, {:?}",
        reports[0]
    );
    // The sum is cancelled in the second chunk.
    let enough = reports[0].total / 5;
    let callback = |progress: Progress| {
        if progress.done > enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut stream = MsmStream::new(Msm::new().memory(0).progress(&callback));
    let pushed = stream.push(&points, &scalars);
    assert_eq!(pushed, Err(Error::Cancelled));
}

fn bytes_of_points<C: WeierstrassCurve<Base: PrimeField>>(points: &[Affine<C>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for point in points {
        let (x, y) = point.coordinates().unwrap_or_default();
        bytes.extend_from_slice(x.to_le_bytes().as_ref());
        bytes.extend_from_slice(y.to_le_bytes().as_ref());
    }
    bytes
}

fn bytes_of_scalars<S: PrimeField>(scalars: &[S]) -> Vec<u8> {
    scalars.iter().flat_map(|scalar| scalar.to_le_bytes().as_ref().to_vec()).collect()
}

/// A reader that returns a few bytes at a time, with interruptions, and at the end an error, if there is one.
struct Slow<'a> {
    bytes: &'a [u8],
    calls: usize,
    error: Option<io::ErrorKind>,
}

impl<'a> Slow<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, calls: 0, error: None }
    }
}

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls.is_multiple_of(5) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if let (true, Some(error)) = (self.bytes.is_empty(), self.error) {
            return Err(error.into());
        }
        let number = buffer.len().min(self.calls % 977 + 1);
        self.bytes.read(&mut buffer[..number])
    }
}

fn check_readers<C: WeierstrassCurve<Base: PrimeField>>()
where
    C::Scalar: MsmScalar<C>,
{
    let (points, scalars) = (points::<C>(1000), scalars::<C::Scalar>(1000));
    for n in [0, 1, 2, 3, 40, 133, 256, 1000] {
        let (points, scalars) = (&points[..n], &scalars[..n]);
        let bytes = (bytes_of_points(points), bytes_of_scalars(scalars));
        for memory in MEMORY {
            let msm = Msm::new().memory(memory);
            let sum = msm_of_readers_vartime::<C>(msm, Slow::new(&bytes.0), Slow::new(&bytes.1)).unwrap();
            assert_eq!(sum, msm_vartime(points, scalars).unwrap(), "{n}");
        }
    }
}

#[test]
fn readers() {
    check_readers::<Bn254G1>();
    check_readers::<Bls12_377G1>();
}

#[test]
fn readers_in_pieces() {
    let points = points::<Bn254G1>(30);
    let bytes = bytes_of_points(&points);
    assert_eq!(bytes[64 * 8..64 * 9], [0; 64], "infinity");
    let mut reader = PointReader::<Bn254G1, _>::new(&bytes[..]);
    let mut read = Vec::new();
    for (most, number) in [(0, 0), (7, 7), (1, 1), (40, 22), (1, 0), (9, 0)] {
        let some = reader.next_points(most).unwrap();
        assert_eq!(some.len(), number);
        read.extend(some);
    }
    assert_eq!(read, points);
}

fn format<T>(result: Result<T, ReadError>) -> FormatError {
    match result {
        Err(ReadError::Format(error)) => error,
        _ => panic!("an error of the format is expected"),
    }
}

#[test]
fn rejects_malformed_points() {
    let bytes = bytes_of_points(&points::<Bn254G1>(12));
    let all = |bytes: &[u8]| {
        let mut reader = PointReader::<Bn254G1, _>::new(bytes);
        // Indices in errors count from the start of the reader, not of the piece.
        (0..4).try_for_each(|_| reader.next_points(3).map(|_| ()))
    };
    all(&bytes).unwrap();
    let modulus: Vec<u8> =
        <Bn254G1 as WeierstrassCurve>::Base::MODULUS.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    for index in 0..12 {
        for coordinate in [0, 32] {
            for value in [&modulus[..], &[0xff; 32]] {
                let mut invalid = bytes.clone();
                invalid[64 * index + coordinate..][..32].copy_from_slice(value);
                assert_eq!(format(all(&invalid)), FormatError::NotCanonical { index });
            }
            let mut invalid = bytes.clone();
            invalid[64 * index + coordinate] ^= 1;
            assert_eq!(format(all(&invalid)), FormatError::NotOnCurve { index });
        }
    }
    for length in (0..bytes.len()).filter(|length| length % 64 != 0) {
        let error = FormatError::Truncated { needed: length.next_multiple_of(64), found: length };
        assert_eq!(format(all(&bytes[..length])), error);
    }
}

#[test]
fn rejects_malformed_scalars_unequal_lengths_and_failing_readers() {
    let (points, scalars) = (points::<Bn254G1>(300), scalars::<Scalar>(300));
    let bytes = (bytes_of_points(&points), bytes_of_scalars(&scalars));
    let modulus: Vec<u8> = Scalar::MODULUS.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    for index in [0, 1, 255, 256, 299] {
        let mut invalid = bytes.1.clone();
        invalid[32 * index..][..32].copy_from_slice(&modulus);
        let mut reader = ScalarReader::<Bn254G1, _>::new(&invalid[..]);
        assert_eq!(format(reader.next_scalars(300)), FormatError::NotCanonical { index });
    }
    let sum = |points: &[u8], scalars: &[u8]| {
        msm_of_readers_vartime::<Bn254G1>(Msm::new().memory(0), points, scalars)
    };
    assert_eq!(
        format(sum(&bytes.0, &bytes.1[..32 * 9 + 1])),
        FormatError::Truncated { needed: 320, found: 289 }
    );
    for (number, points, scalars) in [(299, 300, 299), (256, 300, 256), (0, 256, 0)] {
        let error = sum(&bytes.0, &bytes.1[..32 * number]).unwrap_err();
        assert!(
            matches!(error, ReadError::Sum(error) if error == Error::Lengths { points, scalars }),
            "{error}"
        );
        let error = sum(&bytes.0[..64 * number], &bytes.1).unwrap_err();
        let (points, scalars) = (scalars, points);
        assert!(
            matches!(error, ReadError::Sum(error) if error == Error::Lengths { points, scalars }),
            "{error}"
        );
    }
    let broken = Slow { error: Some(io::ErrorKind::ConnectionReset), ..Slow::new(&bytes.0) };
    let error = msm_of_readers_vartime::<Bn254G1>(Msm::new(), broken, &bytes.1[..]).unwrap_err();
    assert!(matches!(error, ReadError::Io(error) if error.kind() == io::ErrorKind::ConnectionReset));
    let cancelled = Msm::new().progress(&|_| ControlFlow::Break(()));
    let error = msm_of_readers_vartime::<Bn254G1>(cancelled, &bytes.0[..], &bytes.1[..]).unwrap_err();
    assert!(matches!(error, ReadError::Sum(Error::Cancelled)));
}
