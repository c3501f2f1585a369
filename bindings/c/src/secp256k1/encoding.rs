//! Encodings of ECDSA signatures: DER and 64 bytes.

use vorpal::secp256k1::Signature;

use crate::entry::call;
use crate::status::vorpal_status;

/// The 64 bytes `r || s` of a signature in DER (strict: the distinguished encoding rules and nothing after it).
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_secp256k1_signature_from_der(
    der: *const u8,
    der_len: usize,
    signature: *mut u8,
) -> vorpal_status {
    call!([], |buffers| {
        let parsed = Signature::from_der(buffers.input(der, der_len, "der")?)?;
        *buffers.place::<[u8; 64]>(signature.cast(), "signature")? = parsed.to_compact();
    })
}

/// The encoding in DER of a signature of 64 bytes `r || s`, at most 72 bytes. `*len` is the size of the buffer before
/// the call and the number of bytes after it; with null as `buffer` only the number is written.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_secp256k1_signature_to_der(
    signature: *const u8,
    buffer: *mut u8,
    len: *mut usize,
) -> vorpal_status {
    call!([], |buffers| {
        let signature = Signature::from_compact(buffers.array::<64>(signature, "signature")?)?;
        buffers.write_sized(signature.to_der().as_ref(), buffer, len)?;
    })
}

/// Replaces an `s` in the upper half of its range by `n - s`, in a signature of 64 bytes. `signature` and `out` may be
/// the same buffer.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_secp256k1_signature_to_low(
    signature: *const u8,
    out: *mut u8,
) -> vorpal_status {
    call!([], |buffers| {
        let parsed = Signature::from_compact(buffers.array::<64>(signature, "signature")?)?;
        let low = parsed.to_low().to_compact();
        // The input is no longer used.
        *crate::buffer::Buffers::default().place::<[u8; 64]>(out.cast(), "out")? = low;
    })
}
