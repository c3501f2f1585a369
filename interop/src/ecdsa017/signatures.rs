//! Signatures.

use ecdsa::{EcdsaCurve, RecoveryId};
use vorpal_secp256k1::{RecoverableSignature, Signature};

use super::Error;
use super::curve::check;

/// The signature as `ecdsa::Signature`, which has a DER form of its own.
///
/// # Errors
/// [`Error::OtherCurve`].
pub fn signature_to<C: EcdsaCurve>(signature: &Signature) -> Result<ecdsa::Signature<C>, Error> {
    check::<C>()?;
    ecdsa::Signature::from_slice(&signature.to_compact()).map_err(|_| Error::OtherCurve)
}

/// The signature of an `ecdsa::Signature`, in the lower or upper half of the range of `s`.
///
/// # Errors
/// [`Error::OtherCurve`].
pub fn signature_from<C: EcdsaCurve>(signature: &ecdsa::Signature<C>) -> Result<Signature, Error> {
    check::<C>()?;
    let bytes = signature.to_bytes();
    let compact = bytes.as_slice().try_into().map_err(|_| Error::OtherCurve)?;
    Ok(Signature::from_compact(compact)?)
}

/// A signature with its recovery identifier as the pair that `ecdsa` makes of it.
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

/// A signature with its recovery identifier of the pair that `ecdsa` makes of it.
///
/// # Errors
/// [`Error::OtherCurve`].
pub fn recoverable_from<C: EcdsaCurve>(
    signature: &ecdsa::Signature<C>,
    id: RecoveryId,
) -> Result<RecoverableSignature, Error> {
    Ok(RecoverableSignature::new(signature_from(signature)?, id.to_byte())?)
}
