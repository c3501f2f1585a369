//! Paths of nodes.

use core::fmt;

use crate::Stem;

/// The path of a node: the bytes that select a child at each branch from the root to the node. They are a common prefix
/// of all stems below the node. The root has the empty path.
///
/// Paths are ordered by length first, so a sorted collection of them is sorted by level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    length: u8,
    bytes: Stem,
}

impl Path {
    /// The path of the root.
    pub const ROOT: Self = Self { length: 0, bytes: [0; 31] };

    /// The length of the path in bytes: the depth of the node, between 0 and 31.
    pub fn depth(&self) -> usize {
        usize::from(self.length)
    }

    /// [`depth`](Self::depth) as a byte.
    pub(crate) fn length(&self) -> u8 {
        self.length
    }

    /// The bytes of the path.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.depth()]
    }

    /// The path with these bytes; `None` if there are more than 31.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut path = Self { length: u8::try_from(bytes.len()).ok()?, bytes: [0; 31] };
        path.bytes.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(path)
    }

    /// The path of the child at `byte`. `self` must be shorter than 31 bytes.
    pub(crate) fn child(&self, byte: u8) -> Self {
        let mut child = *self;
        child.bytes[self.depth()] = byte;
        child.length += 1;
        child
    }

    /// The path of the parent and the last byte, or `None` for the root.
    pub(crate) fn parent(&self) -> Option<(Self, u8)> {
        let mut parent = *self;
        parent.length = self.length.checked_sub(1)?;
        let byte = core::mem::take(&mut parent.bytes[parent.depth()]);
        Some((parent, byte))
    }
}

impl fmt::Display for Path {
    /// `root` or `0x...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.length == 0 {
            return f.write_str("root");
        }
        f.write_str("0x")?;
        self.as_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_and_parents_at_every_depth() {
        let mut path = Path::ROOT;
        let mut seen = vec![path];
        for byte in 0..31u8 {
            let child = path.child(200 - byte);
            assert_eq!(child.parent(), Some((path, 200 - byte)));
            assert_eq!(child.depth(), usize::from(byte) + 1);
            assert_eq!(child.as_bytes().last(), Some(&(200 - byte)));
            path = child;
            seen.push(path);
        }
        assert_eq!(Path::ROOT.parent(), None);
        for path in &seen {
            assert_eq!(Path::from_bytes(path.as_bytes()), Some(*path));
        }
        assert_eq!(Path::from_bytes(&[0; 32]), None);
        assert_eq!(Path::from_bytes(&[0; 256]), None);
        assert!(seen.is_sorted(), "by depth first");
        assert_eq!(Path::ROOT.to_string(), "root");
        assert_eq!(Path::ROOT.child(0).child(0xab).to_string(), "0x00ab");
    }
}
