//! The status of an element of a batch: the numbers of `vorpal_item` in the C interface.

use vorpal_secp256k1::Error;

pub(crate) const OK: u8 = 0;
pub(crate) const INVALID: u8 = 1;
const SIGNATURE: u8 = 2;
const RECOVERY_ID: u8 = 3;
const NO_POINT: u8 = 4;
const INFINITY: u8 = 5;
const KEY: u8 = 6;

/// The status of an element that is malformed or yields no key.
pub(crate) fn of(error: &Error) -> u8 {
    match error {
        Error::RecoveryId { .. } | Error::RecoveryByte { .. } => RECOVERY_ID,
        Error::NoPoint => NO_POINT,
        Error::Infinity => INFINITY,
        Error::PublicKey(_) => KEY,
        _ => SIGNATURE,
    }
}

/// The status of a well-formed signature.
pub(crate) fn of_verdict(is_valid: bool) -> u8 {
    if is_valid { OK } else { INVALID }
}

/// Writes the verdicts of the well-formed elements, in their order, to the statuses that are [`OK`].
pub(crate) fn put_verdicts(statuses: &mut [u8], verdicts: impl IntoIterator<Item = bool>) {
    let well_formed = statuses.iter_mut().filter(|status| **status == OK);
    for (status, verdict) in well_formed.zip(verdicts) {
        *status = of_verdict(verdict);
    }
}
