//! The functions that prove.

use std::ffi::{c_char, c_int, c_ulonglong, c_void};

use vorpal_groth16::{Bn254, Prover, ProverError, Witness};

use crate::call::{Failure, Message, OK, PROVER_ERROR, PROVER_INVALID_WITNESS_LENGTH, call};
use crate::memory::{Place, bytes, check, path};
use crate::{text, threads};

/// What a prover object is.
type Key = Prover<Bn254>;

/// A prover of a key.
fn create(key: impl FnOnce() -> Result<Key, ProverError> + Send) -> Result<Key, Failure> {
    threads::run(|| key().map_err(Failure::new))?
}

/// The arguments of a proof beside the key.
struct Arguments<'a> {
    witness: &'a [u8],
    proof: Place,
    public: Place,
}

impl<'a> Arguments<'a> {
    /// # Safety
    /// Each pointer is null, or to memory of the stated size; numbers are readable and writable.
    unsafe fn new(
        (wtns_buffer, wtns_size): (*const c_void, c_ulonglong),
        (proof_buffer, proof_size): (*mut c_char, *mut c_ulonglong),
        (public_buffer, public_size): (*mut c_char, *mut c_ulonglong),
    ) -> Result<Self, Failure> {
        // SAFETY: the caller's promise.
        let witness = unsafe { bytes(wtns_buffer, wtns_size, "wtns_buffer") }?;
        let proof = Place::new(proof_buffer, proof_size, "proof")?;
        let public = Place::new(public_buffer, public_size, "public")?;
        Ok(Self { witness, proof, public })
    }

    /// Proves, and writes the results.
    ///
    /// # Safety
    /// As for [`new`](Self::new); nobody else uses the memory meanwhile.
    unsafe fn prove(self, key: &Key) -> Result<c_int, Failure> {
        let of_prover = |error| match error {
            ProverError::Witness { .. } => Failure::with_code(PROVER_INVALID_WITNESS_LENGTH, error),
            error => Failure::new(error),
        };
        let Self { witness, proof, public } = self;
        let texts = threads::run(|| {
            let witness = Witness::from_bytes(witness).map_err(Failure::new)?;
            let signals = text::of_signals(key.public_signals(&witness).map_err(of_prover)?)?;
            Ok((text::of_proof(&key.prove(&witness).map_err(of_prover)?)?, signals))
        })?;
        let (of_proof, of_signals) = texts?;
        // SAFETY: the caller's promise.
        unsafe { Place::write_both([(&proof, &of_proof), (&public, &of_signals)]) }?;
        Ok(OK)
    }
}

/// Creates a prover of a key in memory, which the caller may change or free afterwards.
///
/// # Safety
/// Each pointer is null, or to memory of the stated size; `prover_object` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn groth16_prover_create(
    prover_object: *mut *mut c_void,
    zkey_buffer: *const c_void,
    zkey_size: c_ulonglong,
    error_msg: *mut c_char,
    error_msg_maxsize: c_ulonglong,
) -> c_int {
    // SAFETY: the contract of the function.
    unsafe {
        call(Message::new(error_msg, error_msg_maxsize), PROVER_ERROR, || {
            check(prover_object, "prover_object")?;
            let key = bytes(zkey_buffer, zkey_size, "zkey_buffer")?;
            give(prover_object, create(|| Key::from_bytes(key))?);
            Ok(OK)
        })
    }
}

/// Creates a prover of a key in a file.
///
/// # Safety
/// Each pointer is null, or to a text with a final zero or memory of the stated size; `prover_object` is null or
/// writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn groth16_prover_create_zkey_file(
    prover_object: *mut *mut c_void,
    zkey_file_path: *const c_char,
    error_msg: *mut c_char,
    error_msg_maxsize: c_ulonglong,
) -> c_int {
    // SAFETY: the contract of the function.
    unsafe {
        call(Message::new(error_msg, error_msg_maxsize), PROVER_ERROR, || {
            check(prover_object, "prover_object")?;
            let path = path(zkey_file_path, "zkey_file_path")?;
            give(prover_object, create(|| Key::open(path))?);
            Ok(OK)
        })
    }
}

/// # Safety
/// The pointer is writable.
unsafe fn give(prover_object: *mut *mut c_void, key: Key) {
    // SAFETY: the caller's promise.
    unsafe { prover_object.write_unaligned(Box::into_raw(Box::new(key)).cast()) };
}

/// Proves with a prover. Several threads may use it at the same time.
///
/// # Safety
/// `prover_object` is null, or a prover that was created and not destroyed. Each other pointer is null, or to memory of
/// the stated size that nobody else uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn groth16_prover_prove(
    prover_object: *mut c_void,
    wtns_buffer: *const c_void,
    wtns_size: c_ulonglong,
    proof_buffer: *mut c_char,
    proof_size: *mut c_ulonglong,
    public_buffer: *mut c_char,
    public_size: *mut c_ulonglong,
    error_msg: *mut c_char,
    error_msg_maxsize: c_ulonglong,
) -> c_int {
    // SAFETY: the contract of the function.
    unsafe {
        call(Message::new(error_msg, error_msg_maxsize), PROVER_ERROR, || {
            check(prover_object, "prover_object")?;
            let (proof, public) = ((proof_buffer, proof_size), (public_buffer, public_size));
            let arguments = Arguments::new((wtns_buffer, wtns_size), proof, public)?;
            arguments.prove(&*prover_object.cast::<Key>())
        })
    }
}

/// Frees a prover; null is ignored.
///
/// # Safety
/// The pointer is null, or a prover that was created, not destroyed, and that nobody uses any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn groth16_prover_destroy(prover_object: *mut c_void) {
    if !prover_object.is_null() {
        // SAFETY: it came from `Box::into_raw`, and the contract of the function.
        drop(unsafe { Box::from_raw(prover_object.cast::<Key>()) });
    }
}

/// Proves with a key in memory.
///
/// # Safety
/// Each pointer is null, or to memory of the stated size that nobody else uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn groth16_prover(
    zkey_buffer: *const c_void,
    zkey_size: c_ulonglong,
    wtns_buffer: *const c_void,
    wtns_size: c_ulonglong,
    proof_buffer: *mut c_char,
    proof_size: *mut c_ulonglong,
    public_buffer: *mut c_char,
    public_size: *mut c_ulonglong,
    error_msg: *mut c_char,
    error_msg_maxsize: c_ulonglong,
) -> c_int {
    // SAFETY: the contract of the function.
    unsafe {
        call(Message::new(error_msg, error_msg_maxsize), PROVER_ERROR, || {
            let key = bytes(zkey_buffer, zkey_size, "zkey_buffer")?;
            let (proof, public) = ((proof_buffer, proof_size), (public_buffer, public_size));
            let arguments = Arguments::new((wtns_buffer, wtns_size), proof, public)?;
            arguments.prove(&create(|| Key::from_bytes(key))?)
        })
    }
}

/// Proves with a key in a file.
///
/// # Safety
/// Each pointer is null, or to a text with a final zero or memory of the stated size that nobody else uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn groth16_prover_zkey_file(
    zkey_file_path: *const c_char,
    wtns_buffer: *const c_void,
    wtns_size: c_ulonglong,
    proof_buffer: *mut c_char,
    proof_size: *mut c_ulonglong,
    public_buffer: *mut c_char,
    public_size: *mut c_ulonglong,
    error_msg: *mut c_char,
    error_msg_maxsize: c_ulonglong,
) -> c_int {
    // SAFETY: the contract of the function.
    unsafe {
        call(Message::new(error_msg, error_msg_maxsize), PROVER_ERROR, || {
            let path = path(zkey_file_path, "zkey_file_path")?;
            let (proof, public) = ((proof_buffer, proof_size), (public_buffer, public_size));
            let arguments = Arguments::new((wtns_buffer, wtns_size), proof, public)?;
            arguments.prove(&create(|| Key::open(path))?)
        })
    }
}
