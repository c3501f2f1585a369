//! Readers of the files of points and scalars of `vorpal msm`.

use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use rayon::prelude::*;
use vorpal::curves::models::weierstrass::{Format, Subgroup};
use vorpal::fields::PrimeField;

use super::curve::Curve;
use super::layout;
use super::sums::{Points, Vector};
use crate::failure::Failure;

const SCALAR_BYTES: usize = 32;

/// The number of points that a thread decodes in one call.
const CHUNK: usize = 256;

/// Reads all vectors. Checks that points are in the prime subgroup, that scalars are below the order, and that each
/// vector has as many points as scalars.
pub(super) fn read<C: Curve>(
    points: &Path,
    scalars: &Path,
    bar: &ProgressBar,
) -> Result<Vec<Vector<C>>, Failure> {
    let (points, scalars) = (File::read(points)?, File::read(scalars)?);
    let scalar_ranges =
        layout::vectors(&scalars.bytes, SCALAR_BYTES).map_err(|reason| scalars.malformed(reason))?;
    bar.set_message("decoding points");
    let decoded_points = decode_points(&points, bar)?;
    if decoded_points.len() != scalar_ranges.len() {
        return Err(scalars.malformed(format!(
            "{} vectors of scalars for {} vectors of points in {}",
            scalar_ranges.len(),
            decoded_points.len(),
            points.path.display()
        )));
    }
    let vectors = (1..).zip(decoded_points).zip(scalar_ranges);
    let decode = |((which, (decoded, took)), range): ((usize, Decoded<C>), Range<usize>)| {
        let start = Instant::now();
        let decoded_scalars = decode_scalars::<C::Scalar>(&scalars, which, &scalars.bytes[range])?;
        if decoded.points().len() != decoded_scalars.len() {
            return Err(scalars.malformed(format!(
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

/// The points of a vector, and the time to decode and check them.
type Decoded<C> = (Points<C>, Duration);

struct File<'a> {
    path: &'a Path,
    bytes: Vec<u8>,
}

impl<'a> File<'a> {
    fn read(path: &'a Path) -> Result<Self, Failure> {
        let bytes = std::fs::read(path).map_err(|error| Failure::file(path, error))?;
        Ok(Self { path, bytes })
    }

    fn malformed(&self, reason: impl Into<String>) -> Failure {
        Failure::file(self.path, reason.into())
    }
}

/// A malformed item of a file.
struct Malformed {
    /// The offset of the item in the file.
    offset: usize,
    /// The index of the item and the reason, for the error message.
    reason: String,
}

/// Decodes the points of all vectors in the first of the [formats](Curve::formats) in which all points are valid.
///
/// If there is none, the error is that of the format whose first invalid point has the largest offset. A file that is
/// read in a format other than its own fails early.
fn decode_points<C: Curve>(file: &File<'_>, bar: &ProgressBar) -> Result<Vec<Decoded<C>>, Failure> {
    let mut misfits = Vec::new();
    let mut furthest: Option<Malformed> = None;
    for (size, format) in &C::formats() {
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
    Err(file.malformed(furthest.map_or_else(|| misfits.join("; "), |malformed| malformed.reason)))
}

fn decode_vector<C: Curve>(
    file: &[u8],
    which: usize,
    range: Range<usize>,
    size: usize,
    format: &Format<C>,
) -> Result<Decoded<C>, Malformed> {
    let start = Instant::now();
    let encodings: Vec<&[u8]> = file[range.clone()].chunks_exact(size).collect();
    let decoded: Vec<_> = encodings.par_chunks(CHUNK).map(|chunk| Subgroup::decode(format, chunk)).collect();
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

fn decode_scalars<S: PrimeField>(file: &File<'_>, which: usize, bytes: &[u8]) -> Result<Vec<S>, Failure> {
    let decode = |(index, bytes)| {
        S::from_le_bytes(bytes)
            .map_err(|error| file.malformed(format!("vector {which}, scalar index {index}: {error}")))
    };
    bytes.chunks_exact(SCALAR_BYTES).enumerate().map(decode).collect()
}
