//! Hashes of other lengths than 32 bytes.

use signature::Error;

/// No hash that is worth signing is shorter: half the order's length, against which a collision takes `2^64` tries.
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
