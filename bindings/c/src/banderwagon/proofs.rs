//! Proofs about committed vectors as parts of larger protocols, with elements and scalars in Montgomery form.
//!
//! A transcript is the text that its next challenge is the hash of: all labels and messages since the last challenge,
//! which the label and the 32 bytes of that challenge precede, or since the beginning. Every proof ends with the
//! challenge `x`, so that the transcript continues with `x` and the 32 bytes of that challenge, little-endian.

use vorpal::curves::bandersnatch::Banderwagon;
use vorpal::ipa::{Claim, InnerProductProof, MultiProof, Query, Scalar, Transcript, Vector};

use super::committer::vorpal_committer;
use super::stored::{Limbs, finite, scalars, store};
use crate::buffer::Buffers;
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_status;
use crate::verdict::refuse;

/// The points `L` of eight rounds, then the points `R`.
const ARGUMENT: usize = 16;

/// Proves values of committed vectors, and continues a transcript.
///
/// `transcript` is everything that precedes the proof since the last challenge: see
/// `vorpal_banderwagon_verify_vartime`. There are `count` commitments of 12 limbs (see
/// `vorpal_banderwagon_decode_batch_vartime`), and for each 256 values of four limbs in Montgomery form. Opening `i` of
/// `openings` is of vector `vectors_opened[i]` at the point `points[i]`.
///
/// `proof` receives 208 limbs: the points `D`, `L` of eight rounds and `R` of eight rounds, 12 limbs each, and the last
/// scalar. `challenge` receives the last challenge, four limbs in Montgomery form. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `committer` null or a committer; each other pointer is null or to memory of the stated
/// length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_banderwagon_prove_vartime(
    ctx: *const vorpal_ctx,
    committer: *const vorpal_committer,
    transcript: *const u8,
    transcript_len: usize,
    count: usize,
    commitments: *const u64,
    values: *const u64,
    openings: usize,
    vectors_opened: *const u32,
    points: *const u8,
    proof: *mut u64,
    challenge: *mut u64,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, committer: vorpal_committer], |buffers| {
        let mut transcript = Transcript::new(buffers.input(transcript, transcript_len, "transcript")?);
        let commitments = finite(&mut buffers, commitments, count, "commitments")?;
        let values = vectors(&mut buffers, values, count)?;
        let opened = buffers.input(vectors_opened, openings, "vectors_opened")?;
        let points = buffers.input(points, openings, "points")?;
        let proof = buffers.place::<[u64; 208]>(proof.cast(), "proof")?;
        let challenge = buffers.place::<[u64; 4]>(challenge.cast(), "challenge")?;
        let vector = |(commitment, values)| Vector { commitment, values };
        let vectors: Vec<_> = commitments.into_iter().zip(values.chunks_exact(256)).map(vector).collect();
        let query = |(vector, point): (&u32, &u8)| Query { vector: *vector as usize, point: *point };
        let queries: Vec<_> = opened.iter().zip(points).map(query).collect();
        let created =
            ctx.run(|| committer.committer.prove_with_transcript(&mut transcript, &vectors, &queries))??;
        write_element(&mut proof[..12], &created.d);
        write_argument(&mut proof[12..], &created.argument);
        *challenge = last(&transcript);
    })
}

/// Verifies a multiproof, and continues a transcript: `*valid` becomes 1 or 0, and 0 if the call fails.
///
/// `transcript` is the text that the next challenge is the hash of: all labels and messages since the beginning, or the
/// label and the 32 bytes of the last challenge and everything after them. After the proof, it continues with `x` and
/// the 32 bytes of `challenge`, little-endian. Opening `i` of `openings` claims that commitment `commitments_opened[i]`
/// of the `count` ones has the value `values[i]` (four limbs) at the point `points[i]`. The other arguments are those
/// of `vorpal_banderwagon_prove_vartime`. Elements are not checked to be in the group. Variable time.
///
/// # Safety
/// As for `vorpal_banderwagon_prove_vartime`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_banderwagon_verify_vartime(
    ctx: *const vorpal_ctx,
    committer: *const vorpal_committer,
    transcript: *const u8,
    transcript_len: usize,
    count: usize,
    commitments: *const u64,
    openings: usize,
    commitments_opened: *const u32,
    points: *const u8,
    values: *const u64,
    proof: *const u64,
    challenge: *mut u64,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([ctx: vorpal_ctx, committer: vorpal_committer], |buffers| {
        let mut transcript = Transcript::new(buffers.input(transcript, transcript_len, "transcript")?);
        let commitments = finite(&mut buffers, commitments, count, "commitments")?;
        let opened = buffers.input(commitments_opened, openings, "commitments_opened")?;
        let points = buffers.input(points, openings, "points")?;
        let values = scalars(&mut buffers, values, openings, "values")?;
        let (elements, a) = read_proof(&mut buffers, proof, 1 + ARGUMENT)?;
        let challenge = buffers.place::<[u64; 4]>(challenge.cast(), "challenge")?;
        let valid = buffers.place(valid, "valid")?;
        let proof = MultiProof { d: elements[0], argument: argument(&elements[1..], a) };
        let claim = |((commitment, point), value): ((&u32, &u8), Scalar)| Claim {
            commitment: *commitment as usize,
            point: *point,
            value,
        };
        let claims: Vec<Claim> = opened.iter().zip(points).zip(values).map(claim).collect();
        let result = ctx.run(|| {
            committer.committer.verify_with_transcript(&mut transcript, &commitments, &claims, &proof)
        })??;
        *challenge = last(&transcript);
        *valid = i32::from(result);
    })
}

/// Proves the value at `point` of the polynomial with the values `values` at 0, .., 255, and continues a transcript:
/// see `vorpal_banderwagon_verify_vartime`. `commitment` has 12 limbs, `values` 256 scalars and `point` one, of four
/// limbs each. `value` receives the value. `proof` receives 196 limbs: the points `L` and `R` of eight rounds, 12 limbs
/// each, and the last scalar; `challenge` the last challenge. Variable time.
///
/// # Safety
/// As for `vorpal_banderwagon_prove_vartime`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_banderwagon_prove_evaluation_vartime(
    ctx: *const vorpal_ctx,
    committer: *const vorpal_committer,
    transcript: *const u8,
    transcript_len: usize,
    commitment: *const u64,
    values: *const u64,
    point: *const u64,
    value: *mut u64,
    proof: *mut u64,
    challenge: *mut u64,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, committer: vorpal_committer], |buffers| {
        let mut transcript = Transcript::new(buffers.input(transcript, transcript_len, "transcript")?);
        let commitment = finite(&mut buffers, commitment, 1, "commitment")?[0];
        let values = vectors(&mut buffers, values, 1)?;
        let point = scalars(&mut buffers, point, 1, "point")?[0];
        let place = buffers.place::<[u64; 4]>(value.cast(), "value")?;
        let proof = buffers.place::<[u64; 196]>(proof.cast(), "proof")?;
        let challenge = buffers.place::<[u64; 4]>(challenge.cast(), "challenge")?;
        let vector = Vector { commitment, values: &values };
        let (value, created) =
            ctx.run(|| committer.committer.prove_evaluation(&mut transcript, &vector, point))??;
        *place = value.to_montgomery();
        write_argument(proof, &created);
        *challenge = last(&transcript);
    })
}

/// Verifies a proof of `vorpal_banderwagon_prove_evaluation_vartime` for `value`, and continues a transcript: `*valid`
/// becomes 1 or 0, and 0 if the call fails. Variable time.
///
/// # Safety
/// As for `vorpal_banderwagon_prove_vartime`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_banderwagon_verify_evaluation_vartime(
    ctx: *const vorpal_ctx,
    committer: *const vorpal_committer,
    transcript: *const u8,
    transcript_len: usize,
    commitment: *const u64,
    point: *const u64,
    value: *const u64,
    proof: *const u64,
    challenge: *mut u64,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([ctx: vorpal_ctx, committer: vorpal_committer], |buffers| {
        let mut transcript = Transcript::new(buffers.input(transcript, transcript_len, "transcript")?);
        let commitment = finite(&mut buffers, commitment, 1, "commitment")?[0];
        let point = scalars(&mut buffers, point, 1, "point")?[0];
        let value = scalars(&mut buffers, value, 1, "value")?[0];
        let (elements, a) = read_proof(&mut buffers, proof, ARGUMENT)?;
        let challenge = buffers.place::<[u64; 4]>(challenge.cast(), "challenge")?;
        let valid = buffers.place(valid, "valid")?;
        let proof = argument(&elements, a);
        let result = ctx.run(|| {
            committer.committer.verify_evaluation(&mut transcript, &commitment, point, value, &proof)
        })?;
        *challenge = last(&transcript);
        *valid = i32::from(result);
    })
}

/// The values of `count` vectors.
///
/// # Safety
/// There are 256 scalars for each at the pointer, which nobody writes to during the lifetime.
unsafe fn vectors(buffers: &mut Buffers, values: *const u64, count: usize) -> Result<Vec<Scalar>, Failure> {
    let number = count.checked_mul(256).ok_or_else(|| Failure::argument("count is too large"))?;
    // SAFETY: the caller's promise.
    unsafe { scalars(buffers, values, number, "values") }
}

/// The points and the scalar of a proof.
///
/// # Safety
/// There are `12 count + 4` limbs at the pointer, which nobody writes to during the lifetime.
unsafe fn read_proof(
    buffers: &mut Buffers,
    proof: *const u64,
    count: usize,
) -> Result<(Vec<Banderwagon>, Scalar), Failure> {
    crate::buffer::check_pointer(proof, "proof")?;
    // SAFETY: the caller's promise; the pointer is not null.
    unsafe {
        let elements = finite(buffers, proof, count, "proof")?;
        let a = scalars(buffers, proof.wrapping_add(12 * count), 1, "the scalar of proof")?[0];
        Ok((elements, a))
    }
}

/// The argument with these points and this scalar.
fn argument(elements: &[Banderwagon], a: Scalar) -> InnerProductProof {
    let (l, r) = elements.split_at(ARGUMENT / 2);
    InnerProductProof { l: std::array::from_fn(|i| l[i]), r: std::array::from_fn(|i| r[i]), a }
}

fn write_argument(place: &mut [u64], argument: &InnerProductProof) {
    for (place, element) in place.chunks_exact_mut(12).zip(argument.l.iter().chain(&argument.r)) {
        write_element(place, element);
    }
    place[12 * ARGUMENT..].copy_from_slice(&argument.a.to_montgomery());
}

fn write_element(place: &mut [u64], element: &Banderwagon) {
    let limbs: Limbs = store(element);
    place.copy_from_slice(limbs.as_flattened());
}

/// The last challenge of a transcript; every proof has one.
fn last(transcript: &Transcript) -> [u64; 4] {
    transcript.last_challenge().map_or([0; 4], |challenge| challenge.to_montgomery())
}
