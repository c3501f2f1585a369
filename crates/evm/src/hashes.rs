//! The contracts 2, 3 and 4: SHA-256, RIPEMD-160 and the identity (Yellow Paper, appendix E).

use alloc::vec::Vec;

use ripemd::Ripemd160;
use sha2::{Digest, Sha256};

/// SHA-256 of the input.
#[must_use]
pub fn sha256(input: &[u8]) -> [u8; 32] {
    Sha256::digest(input).into()
}

/// Twelve zero bytes and RIPEMD-160 of the input.
#[must_use]
pub fn ripemd160(input: &[u8]) -> [u8; 32] {
    let mut output = [0; 32];
    output[12..].copy_from_slice(&Ripemd160::digest(input));
    output
}

/// The input.
#[must_use]
pub fn identity(input: &[u8]) -> Vec<u8> {
    input.to_vec()
}

/// `base + word` gas for each 32 bytes or part of them.
pub(crate) fn gas_by_words(input: &[u8], base: u64, word: u64) -> u64 {
    base + word * input.len().div_ceil(32) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The examples of FIPS 180-2 and of the authors of RIPEMD-160.
    #[test]
    fn published_examples() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hex(&sha256(b"abc")), expected);
        let expected = "0000000000000000000000008eb208f7e05d987a9b044a8e98c6b087f15a0bfc";
        assert_eq!(hex(&ripemd160(b"abc")), expected);
        assert_eq!(identity(b"abc"), b"abc");
        assert_eq!([0, 1, 32, 33].map(|n| gas_by_words(&[0; 33][..n], 60, 12)), [60, 72, 72, 84]);
    }
}
