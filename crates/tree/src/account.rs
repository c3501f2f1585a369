//! The positions of an account's data in the tree (EIP-6800, "Tree embedding").

use crate::{Error, Value};

const HEADER_STORAGE_OFFSET: u8 = 64;
const CODE_OFFSET: u64 = 128;

/// A position in an account: a tree index, which is hashed into the stem, and a suffix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Little-endian.
    tree_index: [u8; 32],
    suffix: u8,
}

impl Position {
    /// The position of version, code size, nonce and balance: see [`BasicData`].
    pub const BASIC_DATA: Self = Self { tree_index: [0; 32], suffix: 0 };
    /// The position of the Keccak-256 hash of the code.
    pub const CODE_HASH: Self = Self { tree_index: [0; 32], suffix: 1 };

    /// The position of the storage slot `slot`, a big-endian integer. The first 64 slots are in the stem of the header,
    /// at the suffixes 64 to 127. Slot `s >= 64` has the position `256^31 + s`, that is, the tree index
    /// `2^240 + floor(s / 256)` and the suffix `s mod 256`.
    pub fn storage(slot: &[u8; 32]) -> Self {
        let suffix = slot[31];
        if slot[..31] == [0; 31] && suffix < HEADER_STORAGE_OFFSET {
            return Self { tree_index: [0; 32], suffix: HEADER_STORAGE_OFFSET + suffix };
        }
        // floor(s / 256), little-endian in 31 bytes, plus 2^240: adds one to byte 30, with a carry to byte 31.
        let mut tree_index = [0; 32];
        for (target, byte) in tree_index.iter_mut().zip(slot[..31].iter().rev()) {
            *target = *byte;
        }
        let (byte, carry) = tree_index[30].overflowing_add(1);
        tree_index[30] = byte;
        tree_index[31] = u8::from(carry);
        Self { tree_index, suffix }
    }

    /// The position `128 + number` of the 31-byte chunk `number` of the code.
    pub fn code_chunk(number: u32) -> Self {
        let position = CODE_OFFSET + u64::from(number);
        let mut tree_index = [0; 32];
        tree_index[..8].copy_from_slice(&(position / 256).to_le_bytes());
        Self { tree_index, suffix: position.to_le_bytes()[0] }
    }

    /// The tree index: 32 little-endian bytes.
    pub fn tree_index(&self) -> &[u8; 32] {
        &self.tree_index
    }

    /// The suffix.
    pub fn suffix(&self) -> u8 {
        self.suffix
    }
}

/// The value at [`Position::BASIC_DATA`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BasicData {
    version: u8,
    /// Three bytes, big-endian.
    code_size: [u8; 3],
    nonce: u64,
    balance: u128,
}

impl BasicData {
    /// The data of an account without code, with this nonce and balance (in wei), in version 0 of the layout.
    pub fn new(nonce: u64, balance: u128) -> Self {
        Self { nonce, balance, ..Self::default() }
    }

    /// The same data with a code size of `size` bytes.
    ///
    /// # Errors
    /// [`Error::CodeSize`] unless the size is below `2^24`.
    pub fn with_code_size(self, size: u32) -> Result<Self, Error> {
        match size.to_be_bytes() {
            [0, code_size @ ..] => Ok(Self { code_size, ..self }),
            _ => Err(Error::CodeSize { found: size }),
        }
    }

    /// The value: version (1 byte), four zero bytes, code size (3), nonce (8), balance (16). Integers are big-endian.
    pub fn to_value(&self) -> Value {
        let mut value = [0; 32];
        value[0] = self.version;
        value[5..8].copy_from_slice(&self.code_size);
        value[8..16].copy_from_slice(&self.nonce.to_be_bytes());
        value[16..].copy_from_slice(&self.balance.to_be_bytes());
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    /// Tree index and suffix of a slot, by the specification with big integers.
    fn by_specification(slot: &BigUint) -> (BigUint, u32) {
        let position =
            if *slot < BigUint::from(64u8) { slot + 64u8 } else { slot + (BigUint::from(1u8) << 248) };
        (&position >> 8, u32::try_from(position % 256u32).unwrap())
    }

    #[test]
    fn storage_slots_near_every_boundary() {
        let one = BigUint::from(1u8);
        let mut slots: Vec<BigUint> = (0u32..600).map(BigUint::from).collect();
        for bits in [16, 64, 128, 240, 247, 248, 249, 255] {
            for near in [(&one << bits) - 1u8, &one << bits, (&one << bits) + 255u8] {
                slots.push(near);
            }
        }
        slots.push((&one << 256) - 1u8);
        slots.push((&one << 256) - (&one << 248));
        for slot in slots {
            let mut bytes = [0; 32];
            let digits = slot.to_bytes_be();
            bytes[32 - digits.len()..].copy_from_slice(&digits);
            let position = Position::storage(&bytes);
            let (index, suffix) = by_specification(&slot);
            assert_eq!(BigUint::from_bytes_le(position.tree_index()), index, "slot {slot:x}");
            assert_eq!(u32::from(position.suffix()), suffix, "slot {slot:x}");
        }
    }

    #[test]
    fn positions_of_code_chunks() {
        for (number, index, suffix) in
            [(0, 0, 128), (127, 0, 255), (128, 1, 0), (383, 1, 255), (u32::MAX, 1 << 24, 127)]
        {
            let position = Position::code_chunk(number);
            assert_eq!(BigUint::from_bytes_le(position.tree_index()), BigUint::from(index as u32));
            assert_eq!(position.suffix(), suffix);
        }
    }

    #[test]
    fn layout_of_basic_data() {
        let data = BasicData::new(0x0506_0708_090a_0b0c, 0xff);
        let mut expected = [0; 32];
        expected[8..16].copy_from_slice(&[5, 6, 7, 8, 9, 10, 11, 12]);
        expected[31] = 0xff;
        assert_eq!(data.to_value(), expected);
        expected[5..8].copy_from_slice(&[2, 3, 4]);
        assert_eq!(data.with_code_size(0x0002_0304).unwrap().to_value(), expected);
        assert_eq!(data.with_code_size(1 << 24), Err(Error::CodeSize { found: 1 << 24 }));
        assert_eq!(BasicData::new(0, u128::MAX).to_value()[16..], [0xff; 16]);
    }
}
