//! A reader of redb's pages for files that redb refuses. It follows the trees of one commit and skips what is damaged.
//!
//! redb's file, format 3; numbers are little-endian:
//!
//! * First page: 9 bytes of magic, 3 bytes, the size of pages (4 bytes), the pages of a region's header (4), the pages
//!   of a region's data (4). At 64 and 192: two commits, each with a version (1), whether there is a root (1), 6
//!   bytes, a link to the root, other fields, at 104 the number of the transaction (8), and at 112 a checksum of the
//!   112 bytes before it.
//! * Link: the number of a page (8), the page's checksum (16).
//! * Number of a page: 20 bits of index, 20 bits of region, and 5 bits of order at the top. A page of order `o` has
//!   `2^o` times the size of a page, and the index counts pages of this order.
//! * Leaf: 1, a byte, the number of entries (2), the ends of the keys (4 each, unless keys have a fixed length), the
//!   ends of the values (4 each), the keys, the values.
//! * Branch: 2, a byte, the number of keys (2), 4 bytes, a checksum for each child (16 each), the numbers of the
//!   children's pages (8 each), the keys. There is one child more than keys.
//! * The root leads to a tree of tables: name, and a definition with, at 9, whether there is a root (1) and a link to
//!   it.
//! * Checksum: XXH3 of 128 bits, little-endian. That of a page covers its bytes up to the end of the last value of a
//!   leaf, or of the last key of a branch.
//!
//! A page whose checksum is not that of its link is damaged, or is another page: one that was overwritten since
//! contains anything, also values that look like a page. A link in an intact page leads to a page of the tree, so a
//! damaged leaf there loses only the records that are damaged themselves. Links in a damaged page are followed only to
//! pages that have the checksum of the link. The scan has no links, so it compares no checksum of redb.

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::ops::Range;

use redb::StorageBackend;
use redb::backends::FileBackend;
use twox_hash::XxHash3_128;

pub(super) const PAGE: u64 = 4096;
/// The offsets of the two commits, and the bytes of a commit that its checksum covers.
const COMMITS: [usize; 2] = [64, 192];
const COMMIT: usize = 112;
const LEAF: u8 = 1;
const BRANCH: u8 = 2;
/// The largest order of a page that is read: 16 MiB. redb's largest order is 20, but its larger pages contain only
/// labels longer than any node.
const MAX_ORDER: u32 = 12;

/// The largest leaf that a scan reads. A leaf has one page, or several if a record does not fit: a node's has at most 9
/// KiB.
const MAX_LEAF: usize = 1 << 18;

/// An entry of a table, by its key and its value.
type Visit<'a> = &'a mut dyn FnMut(&[u8], &[u8]) -> Result<(), crate::Error>;
/// The same with whether the page of the entry is intact.
type VisitOfPage<'a> = &'a mut dyn FnMut(&[u8], &[u8], bool) -> Result<(), crate::Error>;

/// The pages of a file.
pub(super) struct Pages {
    file: FileBackend,
    length: u64,
    header: Vec<u8>,
}

/// The root of one of the file's two commits.
#[derive(Clone, Copy)]
pub(super) struct CommitRoot {
    transaction: u64,
    root: Link,
}

/// The number of a page and its checksum.
#[derive(Clone, Copy)]
struct Link {
    page: u64,
    checksum: u128,
}

impl Link {
    /// The link whose parts are at these offsets.
    fn read(bytes: &[u8], page: usize, checksum: usize) -> Option<Self> {
        Some(Self {
            page: page_number(bytes, page)?,
            checksum: array(bytes, checksum).map(u128::from_le_bytes)?,
        })
    }
}

/// The `N` bytes at an offset.
fn array<const N: usize>(bytes: &[u8], offset: usize) -> Option<[u8; N]> {
    bytes.get(offset..)?.first_chunk().copied()
}

fn number(bytes: &[u8], offset: usize) -> Option<usize> {
    array(bytes, offset).map(u32::from_le_bytes).and_then(|number| number.try_into().ok())
}

fn page_number(bytes: &[u8], offset: usize) -> Option<u64> {
    array(bytes, offset).map(u64::from_le_bytes)
}

/// The number of entries of a leaf, or of keys of a branch.
fn count(page: &[u8]) -> Option<usize> {
    array(page, 2).map(u16::from_le_bytes).map(usize::from)
}

impl Pages {
    pub(super) fn open(file: File) -> io::Result<Self> {
        let file = FileBackend::new(file).map_err(io::Error::other)?;
        let length = file.len()?;
        let mut header = vec![0; usize::try_from(PAGE.min(length)).unwrap_or(0)];
        file.read(0, &mut header)?;
        Ok(Self { file, length, header })
    }

    /// The commits of the file with valid checksums, the newest first.
    pub(super) fn commits(&self) -> Vec<CommitRoot> {
        let commit = |offset: usize| {
            let slot = self.header.get(offset..)?;
            let checked = slot.get(..COMMIT)?;
            let is_valid =
                array(slot, COMMIT).map(u128::from_le_bytes) == Some(XxHash3_128::oneshot(checked));
            let [_, 1, ..] = slot else { return None };
            let commit = CommitRoot { root: Link::read(slot, 8, 16)?, transaction: page_number(slot, 104)? };
            is_valid.then_some(commit)
        };
        let mut commits: Vec<CommitRoot> = COMMITS.into_iter().filter_map(commit).collect();
        commits.sort_by_key(|commit| std::cmp::Reverse(commit.transaction));
        commits
    }

    /// The entries of a table in a commit, as far as they can be read. `key_length` is the length of keys, if it is
    /// fixed.
    ///
    /// # Errors
    /// Those of `visit`.
    pub(super) fn table(
        &self,
        commit: CommitRoot,
        name: &str,
        key_length: Option<usize>,
        visit: Visit<'_>,
    ) -> Result<(), crate::Error> {
        let mut root = None;
        self.walk((commit.root, true), None, &mut |key, definition, is_intact| {
            if key == name.as_bytes() && definition.get(9) == Some(&1) {
                root = Link::read(definition, 10, 18).map(|root| (root, is_intact));
            }
            Ok(())
        })?;
        root.map_or(Ok(()), |root| self.walk(root, key_length, &mut |key, value, _| visit(key, value)))
    }

    /// Visits the entries at and below the page of a link, with whether their page is intact; the link comes with
    /// whether its own page is. Each page is visited once, so the walk ends whatever the pages contain.
    fn walk(
        &self,
        root: (Link, bool),
        key_length: Option<usize>,
        visit: VisitOfPage<'_>,
    ) -> Result<(), crate::Error> {
        // Several numbers lead to one page of a high order, so pages are known by place.
        let (mut open, mut seen) = (vec![root], HashSet::new());
        while let Some((link, is_certain)) = open.pop() {
            let Some(place) = self.place(link.page).filter(|place| !seen.contains(place)) else { continue };
            let Some(page) = self.bytes(place.0, place.1) else { continue };
            let is_intact = checksum(&page, key_length) == Some(link.checksum);
            if !is_intact && !is_certain {
                continue;
            }
            seen.insert(place);
            match page.first() {
                Some(&LEAF) => {
                    for (key, value) in entries(&page, key_length) {
                        visit(key, value, is_intact)?;
                    }
                }
                Some(&BRANCH) => open.extend(children(&page).rev().map(|link| (link, is_intact))),
                _ => {}
            }
        }
        Ok(())
    }

    /// All pages of the file that may be leaves, used or not, with their offsets. A leaf of several pages begins at one
    /// of them.
    pub(super) fn leaves(&self) -> impl Iterator<Item = (u64, Vec<u8>)> {
        let offsets = (1..self.length / PAGE).map(|page| page * PAGE);
        offsets.filter_map(|offset| Some((offset, self.leaf(offset)?)))
    }

    /// All pages of the file that may be branches, used or not: their offsets and those of their children.
    pub(super) fn branches(&self) -> impl Iterator<Item = (u64, Vec<u64>)> {
        let offsets = (1..self.length / PAGE).map(|page| page * PAGE);
        offsets.filter_map(|offset| {
            let page = self.bytes(offset, PAGE)?;
            if page.first() != Some(&BRANCH) {
                return None;
            }
            let children = children(&page).filter_map(|link| Some(self.place(link.page)?.0));
            Some((offset, children.collect()))
        })
    }

    /// The bytes of a leaf at an offset: at least one page, and up to the end of its last value.
    fn leaf(&self, offset: u64) -> Option<Vec<u8>> {
        let page = self.bytes(offset, PAGE)?;
        if page.first() != Some(&LEAF) {
            return None;
        }
        // The last end comes after those of the keys, unless keys have a fixed length.
        let pairs = count(&page)?.checked_sub(1)?;
        let end = [8 * pairs + 8, 4 * pairs + 4].into_iter().filter_map(|at| number(&page, at));
        let end = end.filter(|end| *end <= MAX_LEAF).max().unwrap_or(0) as u64;
        if end <= PAGE { Some(page) } else { self.bytes(offset, end).or(Some(page)) }
    }

    /// The bytes at an offset, if they are in the file and can be read.
    pub(super) fn bytes(&self, offset: u64, length: u64) -> Option<Vec<u8>> {
        if offset.checked_add(length)? > self.length {
            return None;
        }
        let mut bytes = vec![0; usize::try_from(length).ok()?];
        self.file.read(offset, &mut bytes).ok()?;
        Some(bytes)
    }

    /// The offset and the size of a page.
    fn place(&self, number: u64) -> Option<(u64, u64)> {
        let order = u32::try_from(number >> 59).ok().filter(|order| *order <= MAX_ORDER)?;
        let (index, region) = (number & 0xf_ffff >> order, number >> 20 & 0xf_ffff);
        let [header_pages, data_pages] = [16, 20].map(|at| self::number(&self.header, at));
        let (header_pages, data_pages) = (header_pages? as u64, data_pages? as u64);
        let size = PAGE << order;
        // All factors are below 2^33, so nothing overflows; the sum is compared with the file's length.
        let region_start = region.checked_mul((header_pages + data_pages) * PAGE)?.checked_add(PAGE)?;
        Some((region_start.checked_add(header_pages * PAGE + index * size)?, size))
    }
}

/// The links to the children of a branch.
fn children(page: &[u8]) -> impl DoubleEndedIterator<Item = Link> {
    let children = count(page).map_or(0, |keys| keys + 1);
    (0..children).filter_map(move |i| Link::read(page, 8 + 16 * children + 8 * i, 8 + 16 * i))
}

/// The checksum of a page with at least one entry.
fn checksum(page: &[u8], key_length: Option<usize>) -> Option<u128> {
    let count = count(page)?;
    let last = count.checked_sub(1)?;
    let end = match (page.first()?, key_length) {
        (&LEAF, None) => number(page, 4 + 4 * count + 4 * last)?,
        (&LEAF, Some(_)) => number(page, 4 + 4 * last)?,
        (&BRANCH, None) => number(page, 8 + 24 * (count + 1) + 4 * last)?,
        (&BRANCH, Some(length)) => 8 + 24 * (count + 1) + length * count,
        _ => return None,
    };
    page.get(..end).map(XxHash3_128::oneshot)
}

/// The ranges of a leaf's keys and values, as far as their bounds are in the page. No two ranges of values overlap, so
/// all of them together are no longer than the page.
pub(super) fn ranges(
    page: &[u8],
    key_length: Option<usize>,
) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
    let pairs = count(page).unwrap_or(0);
    let (keys_at, key_ends) = match key_length {
        Some(_) => (4 + 4 * pairs, 4),
        None => (4 + 8 * pairs, 4 + 4 * pairs),
    };
    // The end of key `i`; the keys' section begins where key 0 does.
    let key_end = move |i: usize| match key_length {
        Some(length) => Some(keys_at + length * (i + 1)),
        None => number(page, 4 + 4 * i),
    };
    let value_end = move |i: usize| number(page, key_ends + 4 * i);
    let mut used = 0;
    (0..pairs).filter_map(move |i| {
        let key_start = if i == 0 { keys_at } else { key_end(i - 1)? };
        let value_start = if i == 0 { key_end(pairs - 1)? } else { value_end(i - 1)? };
        let (key, value) = (key_start..key_end(i)?, value_start..value_end(i)?);
        if value.start < used || value.end < value.start || value.end > page.len() {
            return None;
        }
        used = value.end;
        Some((key, value))
    })
}

/// The entries of a leaf whose bounds are within the page.
fn entries(page: &[u8], key_length: Option<usize>) -> impl Iterator<Item = (&[u8], &[u8])> {
    ranges(page, key_length).filter_map(|(key, value)| Some((page.get(key)?, page.get(value)?)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::io::Write;

    use super::*;

    /// A number of a page leads to at most 16 MiB, and to nothing beyond the end of the file, however long it is.
    #[test]
    fn pages_have_bounded_sizes() {
        let mut file = tempfile::tempfile().unwrap();
        let mut header = [0; 4096];
        header[20..24].copy_from_slice(&(1u32 << 20).to_le_bytes());
        file.write_all(&header).unwrap();
        let length = (5 << 30) + PAGE;
        file.set_len(length).unwrap();
        let pages = Pages::open(file).unwrap();
        let place = |order: u64, index| pages.place(order << 59 | index);
        for order in 0..32 {
            let expected = (order <= 12).then(|| (PAGE, PAGE << order));
            assert_eq!(place(order, 0), expected, "{order}");
            // Bits above those of an index have no meaning.
            assert_eq!(place(order, 0xf_ffff & !(0xf_ffff >> order)), expected, "{order}");
        }
        let last = (length - PAGE) / (PAGE << 12) - (4 << 30) / (PAGE << 12);
        // The second region begins 4 GiB after the first.
        let read = |index| {
            let (start, size) = place(12, 1 << 20 | index).unwrap();
            pages.bytes(start, size).map(|bytes| bytes.len() as u64)
        };
        assert_eq!((read(last - 1), read(last)), (Some(PAGE << 12), None));
    }

    /// Values that overlap are no entries, so the entries of a page are no longer than the page.
    #[test]
    fn entries_do_not_overlap() {
        let pairs = 400u16;
        let mut page = vec![0; 4096];
        page[0] = LEAF;
        page[2..4].copy_from_slice(&pairs.to_le_bytes());
        let pairs = usize::from(pairs);
        for i in 0..pairs {
            // Keys without bytes, and values that end at the page's end and at its middle by turns.
            let ends = [(4 + 4 * i, 3600), (4 + 4 * (pairs + i), if i % 2 == 0 { 4096 } else { 3600 })];
            ends.iter().for_each(|(at, end)| page[*at..at + 4].copy_from_slice(&u32::to_le_bytes(*end)));
        }
        let total: usize = entries(&page, None).map(|(_, value)| value.len()).sum();
        assert_eq!(total, 496);
    }
}
