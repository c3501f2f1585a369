//! The contract 9: the compression function F of BLAKE2b (EIP-152).
//!
//! No library offers it with a number of rounds, so it is written here. It is a hash function, and not part of the
//! engine.

use crate::Error;
use crate::input::part;

/// The first 64 bits of the fractional parts of the square roots of the primes up to 19 (RFC 7693, section 2.6).
const START: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// The order of the message words in each round (RFC 7693, section 2.7).
const ORDER: [[usize; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/// Applies F to the state `h`: message `m`, offset `t`, final flag (RFC 7693, section 3.2).
pub fn compress(rounds: u32, h: &mut [u64; 8], m: &[u64; 16], t: [u64; 2], is_final: bool) {
    let mut v = [0; 16];
    v[..8].copy_from_slice(h);
    v[8..].copy_from_slice(&START);
    v[12] ^= t[0];
    v[13] ^= t[1];
    if is_final {
        v[14] = !v[14];
    }
    // Rounds with constant orders: indices of words are constants, and the state stays in registers.
    let mut left = rounds;
    while left > 0 {
        let now = left.min(10);
        left -= now;
        ten_rounds(&mut v, m, now);
    }
    for (i, word) in h.iter_mut().enumerate() {
        *word ^= v[i] ^ v[i + 8];
    }
}

/// The first `rounds` rounds, at most ten.
fn ten_rounds(state: &mut [u64; 16], m: &[u64; 16], rounds: u32) {
    let mut v = *state;
    macro_rules! rounds {
        ($($round:literal)*) => {
            $(if rounds > $round {
                round::<$round>(&mut v, m);
            })*
        };
    }
    rounds!(0 1 2 3 4 5 6 7 8 9);
    *state = v;
}

/// A round: G on the four columns of the state, then on the four diagonals.
#[inline(always)]
fn round<const ROUND: usize>(v: &mut [u64; 16], m: &[u64; 16]) {
    let word = |i: usize| m[const { &ORDER[ROUND] }[i]];
    mix(v, [0, 4, 8, 12], word(0), word(1));
    mix(v, [1, 5, 9, 13], word(2), word(3));
    mix(v, [2, 6, 10, 14], word(4), word(5));
    mix(v, [3, 7, 11, 15], word(6), word(7));
    mix(v, [0, 5, 10, 15], word(8), word(9));
    mix(v, [1, 6, 11, 12], word(10), word(11));
    mix(v, [2, 7, 8, 13], word(12), word(13));
    mix(v, [3, 4, 9, 14], word(14), word(15));
}

/// The mixing function G (RFC 7693, section 3.1).
#[inline(always)]
fn mix(v: &mut [u64; 16], [a, b, c, d]: [usize; 4], x: u64, y: u64) {
    for (word, turns) in [(x, [32, 24]), (y, [16, 63])] {
        v[a] = v[a].wrapping_add(v[b]).wrapping_add(word);
        v[d] = (v[d] ^ v[a]).rotate_right(turns[0]);
        v[c] = v[c].wrapping_add(v[d]);
        v[b] = (v[b] ^ v[c]).rotate_right(turns[1]);
    }
}

/// Rounds (4 bytes, big-endian), state (64), message (128), offset (16), final flag (1): the new state.
///
/// # Errors
/// [`Error::Length`] for another length than 213, [`Error::Flag`].
pub fn run(input: &[u8]) -> Result<[u8; 64], Error> {
    let words = |start: usize, i: usize| u64::from_le_bytes(part(input, start + 8 * i));
    if input.len() != 213 {
        return Err(Error::Length { found: input.len() });
    }
    let is_final = match input[212] {
        flag @ (0 | 1) => flag == 1,
        found => return Err(Error::Flag { found }),
    };
    let mut h = core::array::from_fn(|i| words(4, i));
    let m = core::array::from_fn(|i| words(68, i));
    compress(u32::from_be_bytes(part(input, 0)), &mut h, &m, [words(196, 0), words(196, 1)], is_final);
    let mut output = [0; 64];
    for (bytes, word) in output.chunks_exact_mut(8).zip(h) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    Ok(output)
}

/// One for each round; none for an input of another length.
pub(crate) fn gas(input: &[u8]) -> u64 {
    if input.len() == 213 { u32::from_be_bytes(part(input, 0)).into() } else { 0 }
}
