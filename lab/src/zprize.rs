//! The test vectors of the ZPrize 2022 harness for mobile devices (celo-org/zprize-mobile-harness, `src/lib.rs`).
//!
//! `points` and `scalars` are sequences of vectors. A vector is `u64 LE n` and n items. A point is a point of BLS12-377
//! G1 in 48 bytes: `x` little-endian with two flags in the last byte (0x80: `y` is the larger of `y` and `-y`; 0x40:
//! infinity). A scalar has 32 bytes, little-endian. `result.txt` contains one point for each vector.

use std::sync::OnceLock;

use ark_bls12_377::{Fq, G1Affine};
use ark_ff::{BigInteger, Field, PrimeField};
use contender::message::Bytes;
use contender::{Column, Columns};

use crate::data::{self, Skipped};

const POINT: usize = 48;
const SCALAR: usize = 32;

/// All vectors and the published sums.
pub(crate) fn vectors() -> Result<(Columns, Vec<Bytes>), Skipped> {
    // Decoding takes seventy thousand square roots, so the result is kept.
    static VECTORS: OnceLock<Result<(Columns, Vec<Bytes>), String>> = OnceLock::new();
    VECTORS.get_or_init(|| load().map_err(|skipped| skipped.0)).clone().map_err(Skipped)
}

fn load() -> Result<(Columns, Vec<Bytes>), Skipped> {
    let folder = data::folder("zprize")?;
    let file = |name: &str| data::read(&folder.join(name));
    let (points, scalars) = (split(&file("points")?, POINT)?, split(&file("scalars")?, SCALAR)?);
    if points.len() != scalars.len() {
        return Err(Skipped(format!(
            "zprize: {} vectors of points, {} of scalars",
            points.len(),
            scalars.len()
        )));
    }
    let mut columns = Vec::new();
    for (points, scalars) in points.iter().zip(scalars) {
        let points: Result<Vec<Vec<u8>>, Skipped> = points.iter().map(|bytes| decode(bytes)).collect();
        columns.extend([Column::new(points?), Column::new(scalars)]);
    }
    let results = file("result.txt")?;
    let published: Result<Vec<Bytes>, Skipped> =
        results.chunks_exact(POINT).map(|bytes| decode(bytes).map(Bytes)).collect();
    Ok((Columns(columns), published?))
}

/// Splits the content of a file into its vectors.
fn split(mut bytes: &[u8], width: usize) -> Result<Vec<Vec<Vec<u8>>>, Skipped> {
    let mut vectors = Vec::new();
    let short = || Skipped("zprize: a vector ends too early".to_owned());
    while !bytes.is_empty() {
        let (count, rest) = bytes.split_first_chunk::<8>().ok_or_else(short)?;
        let length = u64::from_le_bytes(*count) as usize * width;
        let (content, rest) = rest.split_at_checked(length).ok_or_else(short)?;
        vectors.push(content.chunks_exact(width).map(<[u8]>::to_vec).collect());
        bytes = rest;
    }
    Ok(vectors)
}

/// Decodes a point into `x` and `y`, little-endian.
fn decode(bytes: &[u8]) -> Result<Vec<u8>, Skipped> {
    let mut x = bytes.to_vec();
    let flags = std::mem::replace(&mut x[POINT - 1], bytes[POINT - 1] & 0x3f) & 0xc0;
    if flags & 0x40 != 0 {
        return Ok(vec![0; 2 * POINT]);
    }
    let x = Fq::from_le_bytes_mod_order(&x);
    let y =
        (x.square() * x + Fq::ONE).sqrt().ok_or(Skipped("zprize: a point is not on the curve".to_owned()))?;
    let larger = y.into_bigint() > (-y).into_bigint();
    let y = if larger == (flags & 0x80 != 0) { y } else { -y };
    let point = G1Affine::new_unchecked(x, y);
    Ok([point.x, point.y].iter().flat_map(|number| number.into_bigint().to_bytes_le()).collect())
}
