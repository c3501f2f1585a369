//! Pedersen commitments over Banderwagon and multiproofs, byte for byte those of go-ipa and rust-verkle.

mod commit;
mod committer;
mod elements;
mod multiproof;
mod proofs;
mod representatives;
mod stored;
mod sums;

pub use committer::vorpal_committer;

use vorpal::curves::PointFormat;
use vorpal::curves::bandersnatch::encoding::BANDERWAGON;
use vorpal::ipa::{Commitment, Scalar};

use crate::buffer::Buffers;
use crate::error::Failure;

/// Scalars of 32 bytes, little-endian, below the order.
fn scalars(bytes: &[[u8; 32]], name: &str) -> Result<Vec<Scalar>, Failure> {
    let scalar = |(i, bytes): (usize, &[u8; 32])| {
        Scalar::from_le_bytes(bytes)
            .map_err(|error| Failure::input(format_args!("{name}: number {i}: {error}")))
    };
    bytes.iter().enumerate().map(scalar).collect()
}

/// `count` commitments of `length` bytes each, 32 or 64.
///
/// # Safety
/// So many bytes are at the pointer, and nobody writes to them during the call.
unsafe fn commitments(
    buffers: &mut Buffers,
    pointer: *const u8,
    count: usize,
    length: usize,
    trusted: i32,
    name: &'static str,
) -> Result<Vec<Commitment>, Failure> {
    check_length(length)?;
    let total = count.checked_mul(length).ok_or_else(|| Failure::argument("count is too large"))?;
    // SAFETY: the caller's promise.
    let bytes = unsafe { buffers.input(pointer, total, name) }?;
    let encodings: Vec<&[u8]> = bytes.chunks_exact(length).collect();
    let decoded = match trusted {
        0 => BANDERWAGON.decode_all(&encodings),
        _ => BANDERWAGON.decode_all_on_curve(&encodings),
    };
    let points = decoded.map_err(|error| Failure::input(format_args!("{name}: {error}")))?;
    Ok(points.iter().map(|point| Commitment::from(*point)).collect())
}

fn check_length(length: usize) -> Result<(), Failure> {
    match length {
        32 | 64 => Ok(()),
        _ => Err(Failure::argument(format_args!("commitment_len is {length}, not 32 or 64"))),
    }
}

/// The place for `count` commitments of `length` bytes each.
///
/// # Safety
/// There is memory for them at the pointer, which nobody else uses during the lifetime.
unsafe fn place<'a>(
    buffers: &mut Buffers,
    pointer: *mut u8,
    count: usize,
    length: usize,
) -> Result<&'a mut [u8], Failure> {
    check_length(length)?;
    let total = count.checked_mul(length).ok_or_else(|| Failure::argument("count is too large"))?;
    // SAFETY: the caller's promise.
    unsafe { buffers.output(pointer, total, "out") }
}

/// Writes commitments to their place. Runs on the current thread pool.
fn write(commitments: &[Commitment], length: usize, place: &mut [u8]) {
    if length == 32 {
        for (place, encoding) in place.chunks_exact_mut(32).zip(BANDERWAGON.encode_batch(commitments)) {
            place.copy_from_slice(&encoding);
        }
    } else {
        let points = Commitment::normalise_batch_parallel(commitments);
        for (place, point) in place.chunks_exact_mut(64).zip(points) {
            place.copy_from_slice(BANDERWAGON.encode_uncompressed(&point).as_ref());
        }
    }
}

/// Terms of sparse vectors: vector `i` has the terms from `offsets[i]` to `offsets[i + 1]`.
///
/// # Safety
/// There are `count + 1` offsets, and as many indices and values as the last offset says.
unsafe fn terms(
    buffers: &mut Buffers,
    count: usize,
    offsets: *const usize,
    indices: *const u8,
    (values, name): (*const u8, &'static str),
) -> Result<Vec<Vec<(u8, Scalar)>>, Failure> {
    // SAFETY: the caller's promise.
    let offsets = unsafe { self::offsets(buffers, count, offsets) }?;
    let number = offsets.last().copied().unwrap_or(0);
    // SAFETY: the caller's promise.
    let indices = unsafe { buffers.input(indices, number, "indices") }?;
    // SAFETY: the caller's promise.
    let values = scalars(unsafe { buffers.items::<32>(values, number, name) }?, name)?;
    Ok(sparse(offsets, indices, &values))
}

/// The ascending offsets of the terms of `count` vectors; none for no vectors.
///
/// # Safety
/// There are `count + 1` offsets at the pointer, which nobody writes to during the lifetime.
unsafe fn offsets<'a>(
    buffers: &mut Buffers,
    count: usize,
    offsets: *const usize,
) -> Result<&'a [usize], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    let number = count.checked_add(1).ok_or_else(|| Failure::argument("count is too large"))?;
    // SAFETY: the caller's promise.
    let offsets = unsafe { buffers.input(offsets, number, "offsets") }?;
    match offsets.windows(2).position(|pair| pair[0] > pair[1]) {
        None => Ok(offsets),
        Some(i) => Err(Failure::argument(format_args!("offsets: number {} is below number {i}", i + 1))),
    }
}

/// The terms of each vector.
fn sparse(offsets: &[usize], indices: &[u8], values: &[Scalar]) -> Vec<Vec<(u8, Scalar)>> {
    let terms = |range: std::ops::Range<usize>| {
        indices[range.clone()].iter().copied().zip(values[range].iter().copied())
    };
    offsets.windows(2).map(|pair| terms(pair[0]..pair[1]).collect()).collect()
}
