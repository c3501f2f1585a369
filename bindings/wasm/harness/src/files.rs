//! Files of vectors in the form of ZPrize 2022: each vector is a number (8 bytes, little-endian) and so many items.
//! Points have 48 bytes (compressed) or 96, in the format of arkworks; scalars have 32 bytes, little-endian.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use vorpal_curves::PointFormat;
use vorpal_curves::bls12_377::encoding::{ARKWORKS, ARKWORKS_0_3};
use vorpal_curves::bls12_377::{Affine, Bls12_377G1};
use vorpal_curves::models::weierstrass::Format;
use vorpal_fields::primes::Bls12_377Scalar;

use crate::vectors::Vector;

const SCALAR: usize = 32;
/// An empty vector takes eight bytes of a file and much more memory.
const MOST_VECTORS: usize = 10_000;
/// The formats of points with their lengths, in the order of the harness of ZPrize.
const FORMATS: [(usize, Format<Bls12_377G1>); 3] = [(96, ARKWORKS_0_3), (96, ARKWORKS), (48, ARKWORKS)];

/// The vectors of both files. Points are checked to be in the prime subgroup, and scalars to be below the order.
pub(crate) fn read(points: &[u8], scalars: &[u8]) -> Result<Vec<Vector>, String> {
    let scalars: Vec<Vec<Bls12_377Scalar>> = (1..)
        .zip(split(scalars, SCALAR).map_err(|error| format!("scalars: {error}"))?)
        .map(|(which, vector)| read_scalars(which, vector))
        .collect::<Result<_, _>>()?;
    let points = read_points(points).map_err(|error| format!("points: {error}"))?;
    if points.len() != scalars.len() {
        return Err(format!("{} vectors of points, {} of scalars", points.len(), scalars.len()));
    }
    let vector = |(which, (points, scalars)): (usize, (Vec<Affine>, Vec<Bls12_377Scalar>))| {
        if points.len() != scalars.len() {
            return Err(format!("vector {which}: {} points, {} scalars", points.len(), scalars.len()));
        }
        Vector::new(points, scalars)
    };
    (1..).zip(points.into_iter().zip(scalars)).map(vector).collect()
}

fn read_scalars(which: usize, bytes: &[u8]) -> Result<Vec<Bls12_377Scalar>, String> {
    let scalar = |(index, bytes)| {
        Bls12_377Scalar::from_le_bytes(bytes)
            .map_err(|error| format!("scalars: vector {which}, scalar index {index}: {error}"))
    };
    bytes.chunks_exact(SCALAR).enumerate().map(scalar).collect()
}

/// The points in the first format in which all are valid; otherwise the error of the last format that fits the file.
fn read_points(file: &[u8]) -> Result<Vec<Vec<Affine>>, String> {
    let mut reason = "no vector".to_string();
    for (length, format) in FORMATS {
        match split(file, length) {
            Err(error) => reason = error,
            Ok(vectors) => {
                let decode = |(which, bytes): (usize, &[u8])| {
                    let encodings: Vec<&[u8]> = bytes.chunks_exact(length).collect();
                    format.decode_all(&encodings).map_err(|failure| {
                        format!("vector {which}, point index {}: {}", failure.index, failure.error)
                    })
                };
                match (1..).zip(vectors).map(decode).collect() {
                    Ok(points) => return Ok(points),
                    Err(error) => reason = error,
                }
            }
        }
    }
    Err(reason)
}

/// The items of each vector, if vectors of items of this length fill the file.
fn split(mut rest: &[u8], item: usize) -> Result<Vec<&[u8]>, String> {
    let mut vectors = Vec::new();
    while !rest.is_empty() {
        let which = vectors.len() + 1;
        if which > MOST_VECTORS {
            return Err(format!("more than {MOST_VECTORS} vectors"));
        }
        let ends = || format!("vector {which}: the file ends before its items of {item} bytes");
        let (number, items) = rest.split_first_chunk::<8>().ok_or_else(ends)?;
        let length = usize::try_from(u64::from_le_bytes(*number)).ok();
        let length = length.and_then(|number| number.checked_mul(item)).ok_or_else(ends)?;
        let (vector, after) = items.split_at_checked(length).ok_or_else(ends)?;
        vectors.push(vector);
        rest = after;
    }
    if vectors.is_empty() { Err("no vector".to_string()) } else { Ok(vectors) }
}
