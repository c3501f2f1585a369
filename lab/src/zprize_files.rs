//! The test vectors of the ZPrize 2022 harness for mobile devices (celo-org/zprize-mobile-harness, `src/lib.rs`).
//!
//! `points` and `scalars` are sequences of vectors. A vector is `u64 LE n` and n items. A point is a point of BLS12-377
//! G1 in 48 bytes: `x` little-endian with two flags in the last byte (0x80: `y` is the larger of `y` and `-y`; 0x40:
//! infinity). A scalar has 32 bytes, little-endian. `result.txt` contains one point for each vector.

use std::path::Path;
use std::sync::OnceLock;

use ark_bls12_377::{Fq, G1Affine};
use ark_ff::{BigInteger, Field, PrimeField};
use contender::message::Bytes;
use contender::{Column, Columns};

use crate::data::{self, Skipped};

const POINT: usize = 48;
const SCALAR: usize = 32;

/// A vector: its points and its scalars.
pub(crate) type Vector = [Column; 2];

/// All vectors of the test data and the published sums.
pub(crate) fn vectors() -> Result<(Columns, Vec<Bytes>), Skipped> {
    // Decoding takes seventy thousand square roots, so the result is kept.
    static VECTORS: OnceLock<Result<(Columns, Vec<Bytes>), String>> = OnceLock::new();
    let load = || {
        let folder = data::folder("zprize")?;
        Ok((Columns(read(&folder)?.into_iter().flatten().collect()), published(&folder)?))
    };
    VECTORS.get_or_init(|| load().map_err(|skipped: Skipped| skipped.0)).clone().map_err(Skipped)
}

/// The vectors of a folder.
pub(crate) fn read(folder: &Path) -> Result<Vec<Vector>, Skipped> {
    let (points_file, scalars_file) = (folder.join("points"), folder.join("scalars"));
    let (points, scalars) = (split(&points_file, POINT)?, split(&scalars_file, SCALAR)?);
    let lengths = |vectors: &[Vec<Vec<u8>>]| vectors.iter().map(Vec::len).collect::<Vec<_>>();
    if lengths(&points) != lengths(&scalars) {
        return Err(Skipped(format!(
            "{}: vectors of {:?} points, but {} has vectors of {:?} scalars",
            points_file.display(),
            lengths(&points),
            scalars_file.display(),
            lengths(&scalars)
        )));
    }
    let decode = |(points, scalars): (Vec<Vec<u8>>, Vec<Vec<u8>>)| {
        let points: Result<Vec<Vec<u8>>, Skipped> =
            points.iter().map(|bytes| decode(bytes, &points_file)).collect();
        Ok([Column::new(points?), Column::new(scalars)])
    };
    points.into_iter().zip(scalars).map(decode).collect()
}

/// The published sums of a folder.
pub(crate) fn published(folder: &Path) -> Result<Vec<Bytes>, Skipped> {
    let path = folder.join("result.txt");
    data::read(&path)?.chunks_exact(POINT).map(|bytes| decode(bytes, &path).map(Bytes)).collect()
}

/// Splits the content of a file into its vectors.
fn split(path: &Path, width: usize) -> Result<Vec<Vec<Vec<u8>>>, Skipped> {
    let content = data::read(path)?;
    let (mut bytes, mut vectors) = (content.as_slice(), Vec::new());
    while !bytes.is_empty() {
        let short = || {
            let which = vectors.len() + 1;
            Skipped(format!("{}: vector {which} ends before its items of {width} bytes", path.display()))
        };
        let (count, rest) = bytes.split_first_chunk::<8>().ok_or_else(short)?;
        let length = usize::try_from(u64::from_le_bytes(*count)).ok().and_then(|n| n.checked_mul(width));
        let (items, rest) = length.and_then(|length| rest.split_at_checked(length)).ok_or_else(short)?;
        vectors.push(items.chunks_exact(width).map(<[u8]>::to_vec).collect());
        bytes = rest;
    }
    Ok(vectors)
}

/// Decodes a point into `x` and `y`, little-endian.
fn decode(bytes: &[u8], path: &Path) -> Result<Vec<u8>, Skipped> {
    let mut x = bytes.to_vec();
    let flags = std::mem::replace(&mut x[POINT - 1], bytes[POINT - 1] & 0x3f) & 0xc0;
    if flags & 0x40 != 0 {
        return Ok(vec![0; 2 * POINT]);
    }
    let x = Fq::from_le_bytes_mod_order(&x);
    let none = || Skipped(format!("{}: a point is not on the curve", path.display()));
    let y = (x.square() * x + Fq::ONE).sqrt().ok_or_else(none)?;
    let larger = y.into_bigint() > (-y).into_bigint();
    let y = if larger == (flags & 0x80 != 0) { y } else { -y };
    let point = G1Affine::new_unchecked(x, y);
    Ok([point.x, point.y].iter().flat_map(|number| number.into_bigint().to_bytes_le()).collect())
}
