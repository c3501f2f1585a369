//! Conversions of signatures.

use ecdsa::{EcdsaCurve, RecoveryId};
use vorpal_secp256k1::{RecoverableSignature, Signature};

use super::Error;
use super::curve::check;

/// Converts a signature to `ecdsa::Signature`, which has its own DER encoding.
///
/// # Errors
/// [`Error::OtherCurve`].
pub fn signature_to<C: EcdsaCurve>(signature: &Signature) -> Result<ecdsa::Signature<C>, Error> {
    check::<C>()?;
    ecdsa::Signature::from_slice(&signature.to_compact()).map_err(|_| Error::OtherCurve)
}

/// Converts an `ecdsa::Signature`; `s` may be in either half of its range.
///
/// `ecdsa` verifies low signatures only, on curves with `NORMALIZE_S`, as secp256k1. So does
/// [`PublicKey::verify_low`](vorpal_secp256k1::PublicKey::verify_low), and
/// [`PublicKey::verify`](vorpal_secp256k1::PublicKey::verify) accepts both.
///
/// # Errors
/// [`Error::OtherCurve`].
pub fn signature_from<C: EcdsaCurve>(signature: &ecdsa::Signature<C>) -> Result<Signature, Error> {
    check::<C>()?;
    let bytes = signature.to_bytes();
    let compact = bytes.as_slice().try_into().map_err(|_| Error::OtherCurve)?;
    Ok(Signature::from_compact(compact)?)
}

/// Converts a signature with its recovery identifier to the pair of types that `ecdsa` uses.
///
/// # Errors
/// [`Error::OtherCurve`].
pub fn recoverable_to<C: EcdsaCurve>(
    signature: &RecoverableSignature,
) -> Result<(ecdsa::Signature<C>, RecoveryId), Error> {
    let found = signature.recovery_id();
    let id = RecoveryId::from_byte(found).ok_or(vorpal_secp256k1::Error::RecoveryId { found })?;
    Ok((signature_to(&signature.signature())?, id))
}

/// Converts the pair of types that `ecdsa` uses to a signature with its recovery identifier.
///
/// # Errors
/// [`Error::OtherCurve`].
pub fn recoverable_from<C: EcdsaCurve>(
    signature: &ecdsa::Signature<C>,
    id: RecoveryId,
) -> Result<RecoverableSignature, Error> {
    Ok(RecoverableSignature::new(signature_from(signature)?, id.to_byte())?)
}
