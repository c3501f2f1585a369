//! Conversions of digests to bytes, and checks of lengths.

use signature::digest::{Digest, Output};
use vorpal_secp256k1::Error;

/// The bytes as an array if there are exactly `N`.
pub(super) fn exactly<const N: usize>(bytes: &[u8]) -> Result<[u8; N], Error> {
    bytes.try_into().map_err(|_| Error::Length { expected: N, found: bytes.len() })
}

/// The digest after it was updated by `f`.
pub(super) fn digest_of<D: Digest>(
    f: impl Fn(&mut D) -> Result<(), signature::Error>,
) -> Result<Output<D>, signature::Error> {
    let mut digest = D::new();
    f(&mut digest)?;
    Ok(digest.finalize())
}
