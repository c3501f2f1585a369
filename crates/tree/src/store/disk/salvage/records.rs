//! All records of a file with valid checksums, whether redb's trees lead to them or not.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use vorpal_ipa::Scalar;

use super::pages::{Pages, ranges};
use crate::store::disk::database::{BASIS, FORMAT, WINDOW};
use crate::store::disk::record;
use crate::{Head, Node, Path};

/// Where a record of a node was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// In the history: the node was at the path before this block.
    Before(u64),
    /// Among the nodes, in the page at this offset, or below it.
    Page(u64),
}

/// A node that was at a path at some time.
#[derive(Debug)]
pub(super) struct Version {
    /// The hash that the record states.
    pub(super) hash: Scalar,
    /// The offset of a record in the file, and its length.
    pub(super) record: (u64, u64),
    /// In ascending order.
    pub(super) sources: Vec<Source>,
}

/// An index of the records of a file: about 200 bytes of memory for each.
pub(super) struct Records<'a> {
    pages: &'a Pages,
    versions: HashMap<Path, Vec<Version>>,
    /// The branches of redb that lead to a page: their offsets by that of the page.
    above: HashMap<u64, Vec<u64>>,
    /// The different states by their number of blocks.
    pub(super) heads: BTreeMap<u64, Vec<Head>>,
    pub(super) window: Option<u64>,
    pub(super) basis: Option<[u8; 32]>,
}

impl<'a> Records<'a> {
    /// Reads all pages.
    pub(super) fn read(pages: &'a Pages) -> Self {
        let mut records = Self {
            pages,
            versions: HashMap::new(),
            above: HashMap::new(),
            heads: BTreeMap::new(),
            window: None,
            basis: None,
        };
        for (offset, page) in pages.leaves() {
            records.add_heads(&page);
            records.add_description(&page);
            records.add_nodes(offset, &page);
        }
        for (branch, children) in pages.branches() {
            children.into_iter().for_each(|child| records.above.entry(child).or_default().push(branch));
        }
        records
    }

    fn add_heads(&mut self, page: &[u8]) {
        for (key, value) in ranges(page, Some(size_of::<u64>())) {
            let (Some(key), Some(record)) = (page.get(key), page.get(value)) else { continue };
            let Some(blocks) = key.first_chunk().map(|blocks| u64::from_le_bytes(*blocks)) else { continue };
            if let Ok(head) = record::open_head(blocks, record) {
                let heads = self.heads.entry(blocks).or_default();
                if !heads.contains(&head) {
                    heads.push(head);
                }
            }
        }
    }

    /// These entries have no checksum, so all three must be in the page.
    fn add_description(&mut self, page: &[u8]) {
        let entries: Vec<_> =
            ranges(page, None).map_while(|(key, value)| Some((page.get(key)?, page.get(value)?))).collect();
        if let [(basis, digest), (format, _), (window, size)] = entries[..]
            && [basis, format, window] == [BASIS.as_bytes(), FORMAT.as_bytes(), WINDOW.as_bytes()]
            && let (Ok(digest), Ok(size)) = (digest.try_into(), size.try_into())
        {
            (self.basis, self.window) = (Some(digest), Some(u64::from_le_bytes(size)));
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
            if let Some((path, hash, source)) = of(key, Source::Page(offset)).or_else(before) {
                self.add(path, hash, (at, record.len() as u64), source);
            }
        }
    }

    fn add(&mut self, path: Path, hash: Scalar, record: (u64, u64), source: Source) {
        let versions = self.versions.entry(path).or_default();
        let sources = match versions.iter_mut().find(|version| version.hash == hash) {
            Some(version) => &mut version.sources,
            None => {
                versions.push(Version { hash, record, sources: Vec::new() });
                let last = versions.len() - 1;
                &mut versions[last].sources
            }
        };
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
            None => versions
                .iter()
                .filter(|version| version.sources.iter().all(|source| matches!(source, Source::Page(_))))
                .collect(),
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

    /// The record of a node.
    pub(super) fn record(&self, version: &Version) -> Option<Vec<u8>> {
        let (offset, length) = version.record;
        self.pages.bytes(offset, length)
    }

    /// A node.
    pub(super) fn node(&self, path: &Path, version: &Version) -> Option<Node> {
        record::open_node(path, &self.record(version)?).ok()
    }
}
