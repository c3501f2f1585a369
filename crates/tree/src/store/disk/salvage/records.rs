//! All records of a file with valid checksums, whether redb's trees lead to them or not.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use vorpal_ipa::{Committer, Scalar};

use super::pages::{PAGE, Pages, ranges};
use super::work::Work;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    offset: u64,
    length: u64,
}

/// The records at a path that state one hash: that of a node which was there at some time, and perhaps false ones.
#[derive(Debug)]
pub(super) struct Version {
    /// The hash that the records state.
    pub(super) hash: Scalar,
    /// The different records.
    pub(super) records: Vec<Place>,
    /// In ascending order.
    pub(super) sources: Vec<Source>,
}

/// A record of a node.
struct Found {
    path: Path,
    hash: [u8; 32],
    /// A hash of the record with a random key: equal records have equal ones.
    digest: u64,
    place: Place,
    source: Source,
}

/// The most heads with the root that are tried. Each takes a search, or a full check.
const MOST_HEADS: usize = 100;

/// The pages that lie in records of leaves. The contents of each of these leaves are those of its commitments, so the
/// record was written for it.
fn in_leaves(pages: &Pages, committer: &Committer) -> HashSet<u64> {
    let mut found = HashSet::new();
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
                found.extend((at.start.div_ceil(PAGE)..at.end.div_ceil(PAGE)).map(|page| page * PAGE));
            }
        }
    }
    found
}

/// Adds the records of nodes in a page that may be a leaf.
fn find_nodes(offset: u64, page: &[u8], key: &RandomState, found: &mut Vec<Found>) {
    for (name, value) in ranges(page, None) {
        let at = offset + value.start as u64;
        let (Some(name), Some(record)) = (page.get(name), page.get(value)) else { continue };
        let of = |path: &[u8], source| {
            let path = Path::from_bytes(path)?;
            Some((path, record::open_hash(&path, record).ok()?, source))
        };
        // The checksum includes the path, so it tells the two tables apart.
        let before = || {
            let (block, path) = name.split_first_chunk()?;
            of(path, Source::Before(u64::from_le_bytes(*block)))
        };
        // Nodes below the root are not empty, so their hash is not zero. A child with this hash would fit anywhere.
        if let Some((path, hash, source)) = of(name, Source::Page(offset)).or_else(before)
            && hash != Scalar::ZERO
        {
            let place = Place { offset: at, length: record.len() as u64 };
            found.push(Found { path, hash: hash.to_le_bytes(), digest: key.hash_one(record), place, source });
        }
    }
}

/// An index of the records of a file: about 250 bytes of memory for each.
pub(super) struct Records<'a> {
    pages: &'a Pages,
    versions: HashMap<Path, Vec<Version>>,
    /// The branches of redb that lead to a page: their offsets by that of the page.
    above: HashMap<u64, Vec<u64>>,
    /// The different states with the root, by ascending numbers of blocks.
    pub(super) heads: Vec<Head>,
}

impl<'a> Records<'a> {
    /// Reads all pages, except those that lie in the values of a leaf: their bytes are chosen by whoever chose the
    /// values. `root` is that of the wanted states.
    pub(super) fn read(pages: &'a Pages, root: &Root, committer: &Committer, work: &Work) -> Self {
        let mut records = Self { pages, versions: HashMap::new(), above: HashMap::new(), heads: Vec::new() };
        let values = in_leaves(pages, committer);
        let is_page = |offset: &u64| !values.contains(offset);
        let (mut found, key) = (Vec::new(), RandomState::new());
        for (offset, page) in pages.leaves().filter(|(offset, _)| is_page(offset)) {
            records.add_heads(&page, root);
            find_nodes(offset, &page, &key, &mut found);
        }
        work.allow(found.len());
        records.add_nodes(found, work);
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

    /// Sorts the records and makes versions of them, so the time is almost linear in their number.
    fn add_nodes(&mut self, mut found: Vec<Found>, work: &Work) {
        let key = |found: &Found| (found.path, found.hash, found.digest, found.place);
        found.sort_unstable_by(|one, other| {
            // A sort cannot end early, and what it compares is in memory.
            let _ = work.spend(1);
            key(one).cmp(&key(other))
        });
        for of_node in found.chunk_by(|one, other| (one.path, one.hash) == (other.path, other.hash)) {
            let Some(Found { path, hash, .. }) = of_node.first() else { continue };
            let Ok(hash) = Scalar::from_le_bytes(hash) else { continue };
            let records = of_node.chunk_by(|one, other| one.digest == other.digest);
            let records = records.filter_map(|same| Some(same.first()?.place)).collect();
            let sources: BTreeSet<Source> = of_node.iter().map(|found| found.source).collect();
            let version = Version { hash, records, sources: sources.into_iter().collect() };
            self.versions.entry(*path).or_default().push(version);
        }
    }

    /// The number of sources of all nodes at a path.
    pub(super) fn sources(&self, path: &Path) -> usize {
        self.versions(path).iter().map(|version| version.sources.len()).sum()
    }

    /// The nodes that were at a path at some time.
    pub(super) fn versions(&self, path: &Path) -> &[Version] {
        self.versions.get(path).map_or(&[], |versions| versions)
    }

    /// The nodes that may be at a path after `blocks` blocks, as far as the history tells: those from before the first
    /// later block that changed the path, otherwise those from before no block. As many operations as there are
    /// [sources](Self::sources).
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
    /// ascending order. `None` if the search has had too many operations.
    pub(super) fn origins(&self, version: &Version, work: &Work) -> Option<Vec<Source>> {
        let mut origins = BTreeSet::new();
        for source in &version.sources {
            work.spend(1)?;
            let Source::Page(page) = source else {
                origins.insert(*source);
                continue;
            };
            let (mut open, mut seen) = (vec![*page], HashSet::from([*page]));
            while let Some(page) = open.pop() {
                let Some(above) = self.above.get(&page) else {
                    origins.insert(Source::Page(page));
                    continue;
                };
                work.spend(above.len())?;
                open.extend(above.iter().filter(|branch| seen.insert(**branch)));
            }
        }
        Some(origins.into_iter().collect())
    }

    /// The version at a path that states a hash.
    pub(super) fn version(&self, path: &Path, hash: &Scalar) -> Option<&Version> {
        self.versions(path).iter().find(|version| version.hash == *hash)
    }

    /// The bytes of a record.
    pub(super) fn bytes(&self, place: Place) -> Option<Vec<u8>> {
        self.pages.bytes(place.offset, place.length)
    }
}
