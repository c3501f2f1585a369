//! Keys that are ready for proofs.

use std::ffi::c_char;
use std::fs::File;
use std::path::Path;

use vorpal::groth16::file::{Container, FileError, Input, Kind};
use vorpal::groth16::{Curve, CurveId, Prover, ProverError, Witness, Zkey, json};

use super::{Any, AnyProver, flag, with};
use crate::buffer::Buffers;
use crate::context::vorpal_ctx;
use crate::entry::{call, enter};
use crate::error::Failure;
use crate::file::of_file;
use crate::handle::{Handle, free, give};
use crate::status::vorpal_status::{self, VORPAL_ERROR_BUFFER};

/// A proving key of Groth16 that is ready for proofs. Several threads may use a prover at the same time.
#[derive(Debug)]
pub struct vorpal_groth16_prover {
    prover: AnyProver,
}

impl Handle for vorpal_groth16_prover {}

/// Why a key is refused: its file, or its contents.
type Refused<'a> = &'a (dyn Fn(String) -> Failure + Sync);

/// Reads a key of either curve.
fn read(input: impl Input + Send, check: bool, refused: Refused<'_>) -> Result<AnyProver, Failure> {
    let malformed = |error: FileError| refused(error.to_string());
    let mut file = Container::new(input, Kind::Zkey).map_err(malformed)?;
    Ok(match CurveId::of(&mut file).map_err(malformed)? {
        CurveId::Bn254 => Any::Bn254(prepare(&mut file, check, refused)?),
        CurveId::Bls12_381 => Any::Bls12_381(prepare(&mut file, check, refused)?),
    })
}

fn prepare<C: Curve>(
    file: &mut Container<impl Input>,
    check: bool,
    refused: Refused<'_>,
) -> Result<Prover<C>, Failure> {
    let of_prover = |error| match error {
        ProverError::File(error) => refused(error.to_string()),
        error => Failure::from(error),
    };
    if !check {
        return Prover::read(file).map_err(of_prover);
    }
    let key = Zkey::<C>::read(file).map_err(|error| refused(error.to_string()))?;
    key.check_points().map_err(|error| refused(error.to_string()))?;
    Prover::new(key).map_err(of_prover)
}

/// Creates a prover of a key in the format `.zkey` of snarkjs, of `zkey_len` bytes, on BN254 or BLS12-381. The prover
/// keeps no reference to the bytes.
///
/// Lengths, indices and the range of coordinates are checked. With `check` 1 and not 0, so is that all points are in
/// their groups: proofs of a key with others may reveal the witness.
///
/// # Safety
/// `ctx` is null or a context; `zkey` is null or to `zkey_len` bytes; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_groth16_prover_new(
    ctx: *const vorpal_ctx,
    zkey: *const u8,
    zkey_len: usize,
    check: i32,
    out: *mut *mut vorpal_groth16_prover,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        buffers.check_out(out)?;
        let (zkey, check) = (buffers.input(zkey, zkey_len, "zkey")?, flag(check, "check")?);
        let refused = |reason: String| Failure::input(format_args!("zkey: {reason}"));
        let prover = ctx.run(|| read(zkey, check, &refused))??;
        give(out, vorpal_groth16_prover { prover });
    })
}

/// Creates a prover of the key in a file, as `vorpal_groth16_prover_new`. Only the sections that proofs need are read.
///
/// # Safety
/// `ctx` is null or a context; `path` is null or to a text with a final zero; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_groth16_prover_open(
    ctx: *const vorpal_ctx,
    path: *const c_char,
    check: i32,
    out: *mut *mut vorpal_groth16_prover,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        buffers.check_out(out)?;
        let (path, check): (&Path, bool) = (buffers.path(path, "path")?, flag(check, "check")?);
        let refused = |reason: String| of_file(path, reason);
        let file = File::open(path).map_err(|error| of_file(path, error))?;
        let prover = ctx.run(|| read(file, check, &refused))??;
        give(out, vorpal_groth16_prover { prover });
    })
}

/// The longest JSON of a proof, and of so many public signals: numbers have at most as many decimal digits as bytes
/// times 2.41, so 78 or 116 digits for a coordinate and 78 for a signal. Each has four further bytes at most in a list,
/// and a proof has 250 further bytes at most.
fn sizes<C: Curve>(signals: usize) -> (usize, usize) {
    use vorpal::groth16::Coordinate;
    let digits = |bytes: usize| bytes * 241 / 100 + 1;
    let proof = 8 * digits(<C::Base as Coordinate>::BYTES) + 250;
    (proof, signals * (digits(<C::Scalar as Coordinate>::BYTES) + 5) + 4)
}

fn sizes_of(prover: &AnyProver) -> (usize, usize) {
    with!(prover, |prover, C| sizes::<C>(prover.verification_key().ic.len() - 1))
}

/// Writes the number of bytes that suffice for the JSON of each proof of the key, and of its public signals.
///
/// # Safety
/// `prover` is null or a prover; `proof_len` and `signals_len` are null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_groth16_prover_sizes(
    prover: *const vorpal_groth16_prover,
    proof_len: *mut usize,
    signals_len: *mut usize,
) -> vorpal_status {
    call!([prover: vorpal_groth16_prover], |buffers| {
        let proof_len = buffers.place(proof_len, "proof_len")?;
        let signals_len = buffers.place(signals_len, "signals_len")?;
        (*proof_len, *signals_len) = sizes_of(&prover.prover);
    })
}

/// Writes the key that verifies the proofs, as JSON like that of snarkjs. `*len` is the size of the buffer before the
/// call and the number of bytes after it; there is no final zero. A null buffer asks for the number.
///
/// # Safety
/// `prover` is null or a prover; `len` is null or writable; `buffer` is null or has `*len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_groth16_prover_key(
    prover: *const vorpal_groth16_prover,
    buffer: *mut u8,
    len: *mut usize,
) -> vorpal_status {
    call!([prover: vorpal_groth16_prover], |buffers| {
        let text = with!(&prover.prover, |prover, C| prover.verification_key().to_json());
        let text = text.map_err(|error| Failure::input(format_args!("the verification key: {error}")))?;
        buffers.write_sized(text.as_bytes(), buffer, len)?;
    })
}

/// A place for a text: a buffer, and the number that is its size before the call and the length of the text after it.
struct Place<'a> {
    buffer: &'a mut [u8],
    len: &'a mut usize,
}

impl<'a> Place<'a> {
    /// # Safety
    /// As for [`Buffers::output`], with the length `*len`.
    unsafe fn new(
        buffers: &mut Buffers,
        (buffer, buffer_name): (*mut u8, &'static str),
        (len, len_name): (*mut usize, &'static str),
    ) -> Result<Self, Failure> {
        // SAFETY: the caller's promise.
        let len = unsafe { buffers.place(len, len_name) }?;
        // SAFETY: the caller's promise.
        Ok(Self { buffer: unsafe { buffers.output(buffer, *len, buffer_name) }?, len })
    }

    fn write(self, text: &str) {
        self.buffer[..text.len()].copy_from_slice(text.as_bytes());
        *self.len = text.len();
    }
}

/// Proves with a witness in the format `.wtns` of circom, of `wtns_len` bytes. The proof and the public signals are
/// JSON like that of snarkjs, without a final zero. `*proof_len` and `*signals_len` are the sizes of the buffers before
/// the call, at least those of `vorpal_groth16_prover_sizes`, and the numbers of bytes after it. With smaller buffers
/// the call computes nothing: it fails with `VORPAL_ERROR_BUFFER` and writes these sizes.
///
/// A witness that does not satisfy the circuit has a proof, too, which is not valid. Blinding factors are those of the
/// operating system. The time depends on the witness.
///
/// # Safety
/// `ctx` is null or a context, `prover` null or a prover; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_groth16_prove(
    ctx: *const vorpal_ctx,
    prover: *const vorpal_groth16_prover,
    wtns: *const u8,
    wtns_len: usize,
    proof: *mut u8,
    proof_len: *mut usize,
    signals: *mut u8,
    signals_len: *mut usize,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, prover: vorpal_groth16_prover], |buffers| {
        let wtns = buffers.input(wtns, wtns_len, "wtns")?;
        let proof = Place::new(&mut buffers, (proof, "proof"), (proof_len, "proof_len"))?;
        let signals = Place::new(&mut buffers, (signals, "signals"), (signals_len, "signals_len"))?;
        let needed = sizes_of(&prover.prover);
        if *proof.len < needed.0 || *signals.len < needed.1 {
            let message = format_args!(
                "proof and signals have {} and {} bytes; {} and {} are required",
                *proof.len, *signals.len, needed.0, needed.1
            );
            let failure = Failure::new(VORPAL_ERROR_BUFFER, message);
            (*proof.len, *signals.len) = needed;
            return Err(failure);
        }
        let texts = ctx.run(|| with!(&prover.prover, |prover, C| prove::<C>(prover, wtns)))??;
        proof.write(&texts.0);
        signals.write(&texts.1);
    })
}

/// The JSON of a proof and of the public signals.
fn prove<C: Curve>(prover: &Prover<C>, witness: &[u8]) -> Result<(String, String), Failure> {
    let witness =
        Witness::<C>::from_bytes(witness).map_err(|error| Failure::input(format_args!("wtns: {error}")))?;
    let proof = prover.prove(&witness)?;
    Ok((proof.to_json(), json::write_public::<C>(prover.public_signals(&witness)?)))
}

/// Frees a prover; null is ignored.
///
/// # Safety
/// `prover` is null or a prover that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_groth16_prover_free(prover: *mut vorpal_groth16_prover) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(prover) };
        Ok(())
    });
}
