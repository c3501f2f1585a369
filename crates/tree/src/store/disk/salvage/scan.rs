//! The state with a given root from the records of all pages, for files whose trees of pages are lost.
//!
//! A state begins at its root. The children of each branch are found by the branch's commitment, and the contents of
//! each leaf by the leaf's. So every node follows from the root, and the order or the place of records proves nothing.
//! A record that states a true hash may still be false: where records differ, each is compared with its hash.
//!
//! Nobody can find two lists of children with one commitment. So the first list that fits is the right one, and each
//! node is searched once: a branch of which something is missing below is not searched a second time in another record,
//! such as one with the other encoding of its commitment. Every point of the curve has the hash of one element alone
//! (`hash = x / y`; the squares of the two `y` with this ratio have the product `1 / (d hash^2)`, and `d` is not a
//! square). So a point that has the hash of the node is the commitment.

use redb::WriteTransaction;
use vorpal_curves::PointFormat;
use vorpal_curves::bandersnatch::encoding::BANDERWAGON;
use vorpal_ipa::{Commitment, Committer};

use super::Left;
use super::choice::choose;
use super::records::{Place, Records, Source, Version};
use super::work::Work;
use crate::store::check::is_consistent;
use crate::store::disk::database::{NODES, put};
use crate::store::disk::files::failure;
use crate::store::disk::record;
use crate::{Error, Head, Internal, Node, Path, Stem};

/// The states that the records of a file make up.
pub(super) struct States<'a> {
    records: &'a Records<'a>,
    committer: &'a Committer,
    work: &'a Work,
}

/// A state: its head and its nodes.
pub(super) struct State<'a> {
    records: &'a Records<'a>,
    head: &'a Head,
    nodes: Vec<(Path, Place)>,
}

impl State<'_> {
    /// Writes the state to a store without nodes.
    pub(super) fn write(&self, transaction: &WriteTransaction) -> Result<Left, Error> {
        let mut nodes = transaction.open_table(NODES).map_err(failure)?;
        for (path, place) in &self.nodes {
            put(&mut nodes, path.as_bytes(), self.records.bytes(*place).as_deref())?;
        }
        Ok(Left { heads: [(self.head.blocks, self.head.clone())].into(), ..Left::default() })
    }
}

impl<'a> States<'a> {
    pub(super) fn new(records: &'a Records<'a>, committer: &'a Committer, work: &'a Work) -> Self {
        Self { records, committer, work }
    }

    /// The state of a head, if all of its nodes are left, and if the search does not have too many operations.
    pub(super) fn whole(&self, head: &'a Head) -> Option<State<'a>> {
        let mut nodes = Vec::new();
        if head.root != Head::default().root {
            let root = Commitment::from(BANDERWAGON.decode(&head.root).ok()?);
            let version = self.records.version(&Path::ROOT, &root.map_to_scalar_field())?;
            self.find(&Path::ROOT, version, head.blocks, &mut nodes)?;
        }
        Some(State { records: self.records, head, nodes })
    }

    /// Finds the record of a node and those of all nodes below it.
    fn find(
        &self,
        path: &Path,
        version: &Version,
        blocks: u64,
        nodes: &mut Vec<(Path, Place)>,
    ) -> Option<()> {
        // Alone, a record is compared by the check of the whole state. The root has a hash that proves it.
        let is_alone = version.records.len() == 1 && *path != Path::ROOT;
        for place in &version.records {
            self.work.spend(1)?;
            let record = self.records.bytes(*place);
            let Some(node) = record.and_then(|record| record::open_node(path, &record).ok()) else {
                continue;
            };
            if !(is_alone || is_consistent(path, &node, self.committer)) {
                continue;
            }
            let children = match node {
                Node::Leaf(_) => Some(Vec::new()),
                Node::Internal(branch) if path.depth() < size_of::<Stem>() => {
                    self.children(path, &branch, blocks)
                }
                Node::Internal(_) => None,
            };
            if let Some(children) = children {
                nodes.push((*path, *place));
                return children
                    .into_iter()
                    .try_for_each(|(byte, child)| self.find(&path.child(byte), child, blocks, nodes));
            }
        }
        None
    }

    /// The children of a branch, if they are left.
    fn children(&self, path: &Path, branch: &Internal, blocks: u64) -> Option<Vec<(u8, &'a Version)>> {
        let all = |path: &Path| self.records.versions(path).iter().collect::<Vec<_>>();
        let dated = |path: &Path| self.records.dated(path, blocks);
        let candidates = |of: &dyn Fn(&Path) -> Vec<&'a Version>| {
            let of = |byte| {
                let path = path.child(byte);
                self.work.spend(self.records.sources(&path))?;
                Some((byte, of(&path))).filter(|(_, versions)| !versions.is_empty())
            };
            branch.children().map(of).collect::<Option<Vec<_>>>()
        };
        let by_commitment = |children: Vec<_>| {
            let choose = |origins: &dyn Fn(&Version) -> Option<Vec<Source>>| {
                choose(self.committer, branch.commitment(), &children, origins, self.work)
            };
            choose(&|version| self.records.origins(version, self.work))
                .or_else(|| choose(&|version| Some(version.sources.clone())))
        };
        let chosen = candidates(&dated).and_then(by_commitment);
        chosen.or_else(|| candidates(&all).and_then(by_commitment))
    }
}
