//! Conversion of prehashes of any length to the 32 bytes that are signed.

use signature::Error;

/// The minimum length of a prehash: half the length of the order, which resists collisions with fewer than `2^64`
/// operations.
const SHORTEST: usize = 16;

/// The 32 bytes whose number is signed for this prehash.
pub(super) fn hash_of(prehash: &[u8]) -> Result<[u8; 32], Error> {
    if prehash.len() < SHORTEST {
        return Err(Error::new());
    }
    let leftmost = &prehash[..prehash.len().min(32)];
    let mut hash = [0; 32];
    hash[32 - leftmost.len()..].copy_from_slice(leftmost);
    Ok(hash)
}
