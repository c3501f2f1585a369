//! All records of a file with valid checksums, whether redb's trees lead to them or not.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use vorpal_ipa::{Committer, Scalar};

use super::pages::{PAGE, Pages, ranges};
use crate::store::check::is_consistent;
use crate::store::disk::record;
use crate::{Head, Path, Root};

/// Where a record of a node was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// In the history: the node was at the path before this block.
    Before(u64),
    /// Among the nodes, in the page at this offset, or below it.
    Page(u64),
}

/// The place of a record in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    offset: u64,
    length: u64,
}

/// The records at a path that state one hash: that of a node which was there at some time, and perhaps false ones.
#[derive(Debug)]
pub(super) struct Version {
    /// The hash that the records state.
    pub(super) hash: Scalar,
    /// The different records, by a hash with a random key.
    pub(super) records: Vec<(u64, Place)>,
    /// In ascending order.
    pub(super) sources: Vec<Source>,
}

/// The most heads with the root that are tried. Each takes a search, or a full check.
const MOST_HEADS: usize = 100;

/// The ranges of the file with records of leaves that contain whole pages. The contents of each leaf are those of its
/// commitments, so the record was written for it.
fn large_leaves(pages: &Pages, committer: &Committer) -> Vec<Range<u64>> {
    let mut found = Vec::new();
    for (offset, page) in pages.leaves() {
        for (key, value) in ranges(&page, None) {
            let at = offset + value.start as u64..offset + value.end as u64;
            let (Some(key), Some(record)) = (page.get(key), page.get(value)) else { continue };
            let is_leaf = |path: &[u8]| {
                let Some(path) = Path::from_bytes(path) else { return false };
                record::open_node(&path, record).is_ok_and(|node| is_consistent(&path, &node, committer))
            };
            let path = key.get(size_of::<u64>()..);
            if record.len() as u64 >= PAGE && (is_leaf(key) || path.is_some_and(is_leaf)) {
                found.push(at);
            }
        }
    }
    found
}

/// An index of the records of a file: about 250 bytes of memory for each.
pub(super) struct Records<'a> {
    pages: &'a Pages,
    versions: HashMap<Path, Vec<Version>>,
    /// The branches of redb that lead to a page: their offsets by that of the page.
    above: HashMap<u64, Vec<u64>>,
    /// The different states with the root, by ascending numbers of blocks.
    pub(super) heads: Vec<Head>,
    key: RandomState,
}

impl<'a> Records<'a> {
    /// Reads all pages, except those that lie in the values of a leaf: their bytes are chosen by whoever chose the
    /// values. `root` is that of the wanted states.
    pub(super) fn read(pages: &'a Pages, root: &Root, committer: &Committer) -> Self {
        let mut records = Self {
            pages,
            versions: HashMap::new(),
            above: HashMap::new(),
            heads: Vec::new(),
            key: RandomState::new(),
        };
        let values = large_leaves(pages, committer);
        let is_page = |offset: &u64| !values.iter().any(|range| range.contains(offset));
        for (offset, page) in pages.leaves().filter(|(offset, _)| is_page(offset)) {
            records.add_heads(&page, root);
            records.add_nodes(offset, &page);
        }
        for (branch, children) in pages.branches().filter(|(offset, _)| is_page(offset)) {
            children.into_iter().for_each(|child| records.above.entry(child).or_default().push(branch));
        }
        records.heads.sort_by_key(|head| head.blocks);
        records
    }

    fn add_heads(&mut self, page: &[u8], root: &Root) {
        for (key, value) in ranges(page, Some(size_of::<u64>())) {
            let (Some(key), Some(record)) = (page.get(key), page.get(value)) else { continue };
            let Some(blocks) = key.first_chunk().map(|blocks| u64::from_le_bytes(*blocks)) else { continue };
            if let Ok(head) = record::open_head(blocks, record)
                && head.root == *root
                && self.heads.len() < MOST_HEADS
                && !self.heads.contains(&head)
            {
                self.heads.push(head);
            }
        }
    }

    fn add_nodes(&mut self, offset: u64, page: &[u8]) {
        for (key, value) in ranges(page, None) {
            let at = offset + value.start as u64;
            let (Some(key), Some(record)) = (page.get(key), page.get(value)) else { continue };
            let of = |path: &[u8], source| {
                let path = Path::from_bytes(path)?;
                Some((path, record::open_hash(&path, record).ok()?, source))
            };
            // The checksum includes the path, so it tells the two tables apart.
            let before = || {
                let (block, path) = key.split_first_chunk()?;
                of(path, Source::Before(u64::from_le_bytes(*block)))
            };
            // Nodes below the root are not empty, so their hash is not zero. A child with this hash would fit anywhere.
            if let Some((path, hash, source)) = of(key, Source::Page(offset)).or_else(before)
                && hash != Scalar::ZERO
            {
                let place = Place { offset: at, length: record.len() as u64 };
                self.add(path, hash, (self.key.hash_one(record), place), source);
            }
        }
    }

    fn add(&mut self, path: Path, hash: Scalar, record: (u64, Place), source: Source) {
        let versions = self.versions.entry(path).or_default();
        let found = versions.iter().position(|version| version.hash == hash);
        let at = found.unwrap_or_else(|| {
            versions.push(Version { hash, records: Vec::new(), sources: Vec::new() });
            versions.len() - 1
        });
        let Version { records, sources, .. } = &mut versions[at];
        if records.iter().all(|(digest, _)| *digest != record.0) {
            records.push(record);
        }
        if let Err(position) = sources.binary_search(&source) {
            sources.insert(position, source);
        }
    }

    /// The nodes that were at a path at some time.
    pub(super) fn versions(&self, path: &Path) -> &[Version] {
        self.versions.get(path).map_or(&[], |versions| versions)
    }

    /// The nodes that may be at a path after `blocks` blocks, as far as the history tells: those from before the first
    /// later block that changed the path, otherwise those from before no block.
    pub(super) fn dated(&self, path: &Path, blocks: u64) -> Vec<&Version> {
        let versions = self.versions(path);
        let sources = versions.iter().flat_map(|version| &version.sources);
        let later = sources.filter_map(|source| match source {
            Source::Before(block) if *block > blocks => Some(*block),
            _ => None,
        });
        match later.min() {
            Some(block) => {
                versions.iter().filter(|version| version.sources.contains(&Source::Before(block))).collect()
            }
            None => {
                let is_page = |source: &Source| matches!(source, Source::Page(_));
                let never_before: Vec<&Version> =
                    versions.iter().filter(|version| version.sources.iter().all(is_page)).collect();
                if !never_before.is_empty() {
                    return never_before;
                }
                // The node was at the path before, and came back.
                versions.iter().filter(|version| version.sources.iter().any(is_page)).collect()
            }
        }
    }

    /// The sources of a version, with the highest branches of redb that lead to a page instead of the page. In
    /// ascending order.
    pub(super) fn origins(&self, version: &Version) -> Vec<Source> {
        let mut origins = BTreeSet::new();
        for source in &version.sources {
            let Source::Page(page) = source else {
                origins.insert(*source);
                continue;
            };
            let (mut open, mut seen) = (vec![*page], HashSet::from([*page]));
            while let Some(page) = open.pop() {
                match self.above.get(&page) {
                    Some(above) => open.extend(above.iter().filter(|branch| seen.insert(**branch))),
                    None => drop(origins.insert(Source::Page(page))),
                }
            }
        }
        origins.into_iter().collect()
    }

    /// The bytes of a record.
    pub(super) fn bytes(&self, place: Place) -> Option<Vec<u8>> {
        self.pages.bytes(place.offset, place.length)
    }
}
