//! Files of points and scalars.

use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use rayon::prelude::*;
use vorpal::curves::bls12_377::{Bls12_377G1, encoding};
use vorpal::curves::models::weierstrass::{Format, Subgroup};
use vorpal::fields::primes::Bls12_377Scalar;

use super::layout;
use super::sums::{Points, Vector};
use crate::failure::Failure;

const SCALAR_BYTES: usize = 32;

/// What points may be written as. The harness reads 96 bytes if it can, else 48. Uncompressed points are with a flag
/// for the larger `y` or, as at its time, without.
const POINTS: [(usize, Format<Bls12_377G1>); 3] =
    [(96, encoding::ARKWORKS_0_3), (96, encoding::ARKWORKS), (48, encoding::ARKWORKS)];

/// How many items a thread decodes at a time.
const AT_ONCE: usize = 256;

/// Reads and checks all vectors: points of the prime subgroup, scalars below the order, as many of them.
pub(super) fn read(points: &Path, scalars: &Path, bar: &ProgressBar) -> Result<Vec<Vector>, Failure> {
    let (points, scalars) = (File::read(points)?, File::read(scalars)?);
    let scalar_ranges =
        layout::vectors(&scalars.bytes, SCALAR_BYTES).map_err(|reason| scalars.bad(reason))?;
    bar.set_message("decoding points");
    let decoded_points = decode_points(&points, bar)?;
    if decoded_points.len() != scalar_ranges.len() {
        return Err(scalars.bad(format!(
            "{} vectors of scalars for {} vectors of points in {}",
            scalar_ranges.len(),
            decoded_points.len(),
            points.path.display()
        )));
    }
    let vectors = (1..).zip(decoded_points).zip(scalar_ranges);
    let decode = |((which, (decoded, took)), range): ((usize, Decoded), Range<usize>)| {
        let start = Instant::now();
        let decoded_scalars = decode_scalars(&scalars, which, &scalars.bytes[range])?;
        if decoded.points().len() != decoded_scalars.len() {
            return Err(scalars.bad(format!(
                "vector {which}: {} scalars for {} points in {}",
                decoded_scalars.len(),
                decoded.points().len(),
                points.path.display()
            )));
        }
        Ok(Vector { points: decoded, scalars: decoded_scalars, preparation: took + start.elapsed() })
    };
    vectors.map(decode).collect()
}

/// The points of a vector, and how long it took to decode and check them.
type Decoded = (Points, Duration);

struct File<'a> {
    path: &'a Path,
    bytes: Vec<u8>,
}

impl<'a> File<'a> {
    fn read(path: &'a Path) -> Result<Self, Failure> {
        let bytes = std::fs::read(path).map_err(|error| Failure::file(path, error))?;
        Ok(Self { path, bytes })
    }

    fn bad(&self, reason: impl Into<String>) -> Failure {
        Failure::file(self.path, reason.into())
    }
}

/// What is wrong with an item.
struct Malformed {
    /// Where in the file it begins.
    offset: usize,
    /// Which one it is and why, in words.
    reason: String,
}

/// The points of all vectors, in whatever way they are written.
///
/// Of the ways in which the file may be divided that is the first in which all points are good. If there is none, the
/// one that is found wrong last is taken to be meant: the others are soon seen not to be.
fn decode_points(file: &File<'_>, bar: &ProgressBar) -> Result<Vec<Decoded>, Failure> {
    let mut misfits = Vec::new();
    let mut furthest: Option<Malformed> = None;
    for (size, format) in &POINTS {
        match layout::vectors(&file.bytes, *size) {
            Err(reason) if misfits.contains(&reason) => {}
            Err(reason) => misfits.push(reason),
            Ok(ranges) => {
                bar.reset();
                bar.set_length(ranges.len() as u64);
                let vectors = (1..).zip(ranges).map(|(which, range)| {
                    bar.inc(1);
                    decode_vector(&file.bytes, which, range, *size, format)
                });
                match vectors.collect() {
                    Ok(decoded) => return Ok(decoded),
                    Err(malformed) => {
                        if furthest.as_ref().is_none_or(|before| before.offset < malformed.offset) {
                            furthest = Some(malformed);
                        }
                    }
                }
            }
        }
    }
    Err(file.bad(furthest.map_or_else(|| misfits.join("; "), |malformed| malformed.reason)))
}

fn decode_vector(
    file: &[u8],
    which: usize,
    range: Range<usize>,
    size: usize,
    format: &Format<Bls12_377G1>,
) -> Result<Decoded, Malformed> {
    let start = Instant::now();
    let encodings: Vec<&[u8]> = file[range.clone()].chunks_exact(size).collect();
    let decoded: Vec<_> =
        encodings.par_chunks(AT_ONCE).map(|chunk| Subgroup::decode(format, chunk)).collect();
    let mut points = Vec::with_capacity(encodings.len());
    for chunk in decoded {
        match chunk {
            Ok(chunk) => points.extend(chunk.into_inner()),
            Err(failure) => {
                let index = points.len() + failure.index;
                return Err(Malformed {
                    offset: range.start + index * size,
                    reason: format!("vector {which}, point index {index}: {}", failure.error),
                });
            }
        }
    }
    // Each chunk was checked.
    Ok((Subgroup::unchecked(points), start.elapsed()))
}

fn decode_scalars(file: &File<'_>, which: usize, bytes: &[u8]) -> Result<Vec<Bls12_377Scalar>, Failure> {
    let decode = |(index, bytes)| {
        Bls12_377Scalar::from_le_bytes(bytes)
            .map_err(|error| file.bad(format!("vector {which}, scalar index {index}: {error}")))
    };
    bytes.chunks_exact(SCALAR_BYTES).enumerate().map(decode).collect()
}
