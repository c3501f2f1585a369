/// A set of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bitmap([u64; 4]);

impl Bitmap {
    pub(crate) const EMPTY: Self = Self([0; 4]);

    fn place(byte: u8) -> (usize, u64) {
        (usize::from(byte / 64), 1 << (byte % 64))
    }

    pub(crate) fn contains(&self, byte: u8) -> bool {
        let (word, bit) = Self::place(byte);
        self.0[word] & bit != 0
    }

    pub(crate) fn insert(&mut self, byte: u8) {
        let (word, bit) = Self::place(byte);
        self.0[word] |= bit;
    }

    /// How many members are smaller than `byte`.
    pub(crate) fn rank(&self, byte: u8) -> usize {
        let (word, bit) = Self::place(byte);
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
    fn every_byte() {
        let mut bitmap = Bitmap::EMPTY;
        let members: Vec<u8> =
            (0..=255).filter(|byte| byte % 3 == 0 || *byte > 250 || byte % 64 == 63).collect();
        for byte in members.iter().rev() {
            assert!(!bitmap.contains(*byte));
            bitmap.insert(*byte);
            bitmap.insert(*byte);
        }
        assert_eq!(bitmap.iter().collect::<Vec<_>>(), members);
        for byte in 0..=255 {
            assert_eq!(bitmap.contains(byte), members.contains(&byte));
            assert_eq!(bitmap.rank(byte), members.iter().filter(|member| **member < byte).count());
        }
    }
}
