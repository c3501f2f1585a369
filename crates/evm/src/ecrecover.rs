//! The contract 1: the address that signed a hash (Yellow Paper, appendix F).

use vorpal_secp256k1::{Recovery, recover};

use crate::input::{padded, part};

/// Hash, `v`, `r` and `s`, each of 32 bytes: twelve zero bytes and the address. `None` if there is no such key, which
/// is an empty output and no failure. Missing bytes are zeros.
#[must_use]
pub fn run(input: &[u8]) -> Option<[u8; 32]> {
    let input: [u8; 128] = padded(input);
    let recovery_id = match input[32..64] {
        [ref zeros @ .., v @ (27 | 28)] if zeros.iter().all(|byte| *byte == 0) => v - 27,
        _ => return None,
    };
    let recovery = Recovery { hash: part(&input, 0), r: part(&input, 64), s: part(&input, 96), recovery_id };
    let address = recover(&recovery).ok()?.ethereum_address();
    let mut output = [0; 32];
    output[12..].copy_from_slice(&address);
    Some(output)
}
