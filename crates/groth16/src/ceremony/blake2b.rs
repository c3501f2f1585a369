//! BLAKE2b with 64 bytes of output (RFC 7693, without a key), for the transcripts of ceremonies.
//!
//! Files of ceremonies contain the state of a hash after the points of a contribution, and the verifier continues it.
//! Libraries for BLAKE2b do not give their state away.

use zeroize::Zeroize;

/// The length of a block.
const BLOCK: usize = 128;

/// The length of a [state](Blake2b::state) in bytes.
pub(crate) const STATE: usize = 216;

/// The initial values: those of SHA-512.
const INITIAL: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// The order of the words of a block in each of the ten rounds; rounds 10 and 11 repeat the first two.
const ORDERS: [[u8; 16]; 10] = [
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

/// The words that the two halves of a round mix: columns, then diagonals.
const MIXED: [[usize; 4]; 8] = [
    [0, 4, 8, 12],
    [1, 5, 9, 13],
    [2, 6, 10, 14],
    [3, 7, 11, 15],
    [0, 5, 10, 15],
    [1, 6, 11, 12],
    [2, 7, 8, 13],
    [3, 4, 9, 14],
];

/// A hash of bytes that are given in parts. It is wiped when dropped, since they may be randomness of a contributor.
#[derive(Clone)]
pub(crate) struct Blake2b {
    chain: [u64; 8],
    /// The number of bytes before the buffered ones.
    hashed: u64,
    buffer: [u8; BLOCK],
    /// The number of buffered bytes. The last block is compressed by `finalize` alone, so a full buffer remains.
    filled: usize,
}

impl Drop for Blake2b {
    fn drop(&mut self) {
        self.chain.zeroize();
        self.buffer.zeroize();
    }
}

impl Blake2b {
    /// The hash of no bytes yet.
    pub(crate) fn new() -> Self {
        let mut chain = INITIAL;
        // The parameter block: 64 bytes of output, no key, fanout and depth of one.
        chain[0] ^= 0x0101_0040;
        Self { chain, hashed: 0, buffer: [0; BLOCK], filled: 0 }
    }

    /// Appends bytes.
    pub(crate) fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.filled == BLOCK {
                // A state of a file may claim any number.
                self.hashed = self.hashed.wrapping_add(BLOCK as u64);
                self.compress(self.hashed, false);
                self.filled = 0;
            }
            let (part, rest) = bytes.split_at(bytes.len().min(BLOCK - self.filled));
            self.buffer[self.filled..self.filled + part.len()].copy_from_slice(part);
            self.filled += part.len();
            bytes = rest;
        }
    }

    /// The hash.
    pub(crate) fn finalize(mut self) -> [u8; 64] {
        self.buffer[self.filled..].fill(0);
        self.compress(self.hashed.wrapping_add(self.filled as u64), true);
        let mut output = [0; 64];
        for (bytes, word) in output.chunks_exact_mut(8).zip(self.chain) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        output
    }

    /// The state in the format of snarkjs: the buffer, the chaining value, the numbers of hashed and of buffered bytes,
    /// and eight zeros.
    pub(crate) fn state(&self) -> [u8; STATE] {
        let mut state = [0; STATE];
        let (buffer, rest) = state.split_at_mut(BLOCK);
        buffer.copy_from_slice(&self.buffer);
        let (chain, numbers) = rest.split_at_mut(64);
        for (bytes, word) in chain.chunks_exact_mut(8).zip(self.chain) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        numbers[..8].copy_from_slice(&self.hashed.to_le_bytes());
        numbers[8..16].copy_from_slice(&(self.filled as u64).to_le_bytes());
        state
    }

    /// The hash with this state; `None` if it buffers more than a block.
    pub(crate) fn of_state(state: &[u8; STATE]) -> Option<Self> {
        let (words, _) = state.as_chunks::<8>();
        let word = |i: usize| u64::from_le_bytes(words[i]);
        let filled = usize::try_from(word(25)).ok().filter(|filled| *filled <= BLOCK)?;
        let mut buffer = [0; BLOCK];
        buffer.copy_from_slice(&state[..BLOCK]);
        let chain = core::array::from_fn(|i| word(BLOCK / 8 + i));
        Some(Self { chain, hashed: word(24), buffer, filled })
    }

    /// The hash of some bytes.
    pub(crate) fn digest(bytes: &[u8]) -> [u8; 64] {
        let mut hash = Self::new();
        hash.update(bytes);
        hash.finalize()
    }

    /// Mixes the buffer into the chaining value. `length` is the number of bytes up to the buffer's end.
    fn compress(&mut self, length: u64, last: bool) {
        let mut words = [0; 16];
        for (word, bytes) in words.iter_mut().zip(self.buffer.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        let mut v = [0; 16];
        v[..8].copy_from_slice(&self.chain);
        v[8..].copy_from_slice(&INITIAL);
        v[12] ^= length;
        if last {
            v[14] = !v[14];
        }
        for order in ORDERS.iter().chain(&ORDERS[..2]) {
            for (mixed, [x, y]) in MIXED.iter().zip(order.as_chunks().0) {
                mix(&mut v, *mixed, words[usize::from(*x)], words[usize::from(*y)]);
            }
        }
        for (i, word) in self.chain.iter_mut().enumerate() {
            *word ^= v[i] ^ v[i + 8];
        }
    }
}

/// The function `G` of the RFC.
#[inline(always)]
fn mix(v: &mut [u64; 16], [a, b, c, d]: [usize; 4], x: u64, y: u64) {
    for (word, [first, second]) in [(x, [32, 24]), (y, [16, 63])] {
        v[a] = v[a].wrapping_add(v[b]).wrapping_add(word);
        v[d] = (v[d] ^ v[a]).rotate_right(first);
        v[c] = v[c].wrapping_add(v[d]);
        v[b] = (v[b] ^ v[c]).rotate_right(second);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The hash of "abc" in the RFC's appendix A, and that of no bytes, which every ceremony starts from.
    #[test]
    fn hashes_are_those_of_the_rfc() {
        let abc = "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1\
                   7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923";
        assert_eq!(hex(&Blake2b::digest(b"abc")), abc);
        let empty = "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419\
                     d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce";
        assert_eq!(hex(&Blake2b::digest(b"")), empty);
    }

    /// The hash does not depend on the parts, also where they end with a block, nor on a stored state.
    #[test]
    fn parts_and_states() {
        let bytes: Vec<u8> = (0..=255).cycle().take(700).collect();
        let whole = Blake2b::digest(&bytes);
        for split in [0, 1, 127, 128, 129, 256, 511, 640, 700] {
            let mut hash = Blake2b::new();
            hash.update(&bytes[..split]);
            let mut hash = Blake2b::of_state(&hash.state()).unwrap();
            hash.update(&bytes[split..]);
            assert_eq!(hash.finalize(), whole);
        }
        let mut state = Blake2b::new().state();
        state[200] = 129;
        assert!(Blake2b::of_state(&state).is_none());
    }
}
