//! Sets of bytes: the children of an internal node, the suffixes of a leaf.

/// A set of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bitmap([u64; 4]);

impl Bitmap {
    pub(crate) const EMPTY: Self = Self([0; 4]);
    pub(crate) const FULL: Self = Self([u64::MAX; 4]);

    /// The index of the word that contains the bit of `byte`, and the word with only this bit set.
    fn position(byte: u8) -> (usize, u64) {
        (usize::from(byte / 64), 1 << (byte % 64))
    }

    pub(crate) fn contains(&self, byte: u8) -> bool {
        let (word, bit) = Self::position(byte);
        self.0[word] & bit != 0
    }

    pub(crate) fn insert(&mut self, byte: u8) {
        let (word, bit) = Self::position(byte);
        self.0[word] |= bit;
    }

    pub(crate) fn remove(&mut self, byte: u8) {
        let (word, bit) = Self::position(byte);
        self.0[word] &= !bit;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The set as 32 bytes: byte `b` is bit `7 - b mod 8` of byte `b / 8`.
    pub(crate) fn to_bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (chunk, word) in bytes.chunks_exact_mut(8).zip(self.0) {
            chunk.copy_from_slice(&word.reverse_bits().to_be_bytes());
        }
        bytes
    }

    /// The inverse of [`to_bytes`](Self::to_bytes). Each of the 2^256 inputs is valid.
    pub(crate) fn from_bytes(bytes: &[u8; 32]) -> Self {
        let mut words = [0; 4];
        for (word, chunk) in words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_be_bytes(*chunk).reverse_bits();
        }
        Self(words)
    }

    /// The number of members.
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The number of members less than `byte`.
    pub(crate) fn rank(&self, byte: u8) -> usize {
        let (word, bit) = Self::position(byte);
        let below: u32 = self.0[..word].iter().map(|word| word.count_ones()).sum();
        (below + (self.0[word] & (bit - 1)).count_ones()) as usize
    }

    /// The members in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (0..=255).filter(|byte| self.contains(*byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_operations_agree_with_a_list_of_members() {
        let mut bitmap = Bitmap::EMPTY;
        let members: Vec<u8> =
            (0..=255).filter(|byte| byte % 3 == 0 || *byte > 250 || byte % 64 == 63).collect();
        for byte in members.iter().rev() {
            assert!(!bitmap.contains(*byte));
            bitmap.insert(*byte);
            bitmap.insert(*byte);
        }
        assert_eq!(bitmap.iter().collect::<Vec<_>>(), members);
        assert_eq!(bitmap.len(), members.len());
        let bytes = bitmap.to_bytes();
        for byte in 0..=255u8 {
            let bit = bytes[usize::from(byte / 8)] & (0x80 >> (byte % 8));
            assert_eq!(bit != 0, members.contains(&byte));
        }
        assert_eq!(Bitmap::from_bytes(&bytes), bitmap);
        for byte in 0..=255 {
            assert_eq!(bitmap.contains(byte), members.contains(&byte));
            assert_eq!(bitmap.rank(byte), members.iter().filter(|member| **member < byte).count());
        }
        for byte in members {
            assert!(!bitmap.is_empty());
            bitmap.remove(byte);
            bitmap.remove(byte);
            assert!(!bitmap.contains(byte));
        }
        assert!(bitmap.is_empty());
    }
}
