//! The profiles of a committer: table sizes.

/// The memory for the tables of a [`Committer`](crate::Committer).
///
/// Windows of `w` bits take `ceil(253 / w)` additions for a full scalar and `ceil(253 / w) 2^(w - 1)` entries of 96
/// bytes. The first five bases have wider windows: key hashes use them, and so does the first part of every leaf.
/// In `Medium` the last 23 bases have windows of 7 bits and take 37 additions.
///
/// | Profile | Budget | Tables | First five | Others |
/// |---|---|---|---|---|
/// | [`Small`](Self::Small) | 32 MiB | 29.5 MiB | 11 bits, 23 additions | 5 bits, 51 additions |
/// | [`Medium`](Self::Medium) | 128 MiB | 128.0 MiB | 13 bits, 20 additions | 8 bits, 32 additions |
/// | [`Large`](Self::Large) | 340 MiB | 298.1 MiB | 15 bits, 17 additions | 9 bits, 29 additions |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// At most 32 MiB: for small machines and short programs.
    Small,
    /// At most 128 MiB.
    #[default]
    Medium,
    /// At most 340 MiB.
    Large,
}

impl Profile {
    /// All profiles, the smallest first.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// The maximal size of the tables in bytes.
    pub fn budget(self) -> usize {
        match self {
            Self::Small => 32 << 20,
            Self::Medium => 128 << 20,
            Self::Large => 340 << 20,
        }
    }

    /// The width of the windows of a base.
    pub(crate) fn width(self, base: usize) -> usize {
        match self {
            Self::Small if base < FIRST => 11,
            Self::Small => 5,
            Self::Medium if base < FIRST => 13,
            // Narrower windows of the last bases compensate for the wider windows of the first.
            Self::Medium if base >= LAST => 7,
            Self::Medium => 8,
            Self::Large if base < FIRST => 15,
            Self::Large => 9,
        }
    }
}

/// The number of bases with wider windows; none in a build of the lab that measures their share.
const FIRST: usize = if cfg!(vorpal_equal_tables) { 0 } else { 5 };
/// The index of the first base with narrower windows in the medium profile, chosen so that the tables fit the budget.
const LAST: usize = crate::WIDTH - 23;
