//! The state with a given root from the records of all pages, for files whose trees of pages are lost.
//!
//! A state begins at its root. The children of each branch are found by the branch's commitment, and the contents of
//! each leaf by the leaf's. So every node follows from the root, and the order or the place of records proves nothing.
//! A record that states a true hash may still be false: where records differ, each is compared with its hash.

use redb::WriteTransaction;
use vorpal_ipa::Committer;

use super::Left;
use super::choice::choose;
use super::records::{Place, Records, Version};
use crate::store::check::is_consistent;
use crate::store::disk::database::{NODES, put};
use crate::store::disk::files::failure;
use crate::store::disk::record;
use crate::{Error, Head, Internal, Node, Path, Root, Stem};

/// The states that the records of a file make up.
pub(super) struct States<'a> {
    records: &'a Records<'a>,
    committer: &'a Committer,
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
    pub(super) fn new(records: &'a Records<'a>, committer: &'a Committer) -> Self {
        Self { records, committer }
    }

    /// The state of a head, if all of its nodes are left.
    pub(super) fn whole(&self, head: &'a Head) -> Option<State<'a>> {
        let mut nodes = Vec::new();
        let is_empty = head.root == Head::default().root;
        let mut roots = self.records.versions(&Path::ROOT).iter();
        let is_whole = is_empty
            || roots
                .any(|version| self.find(&Path::ROOT, version, Some(&head.root), head.blocks, &mut nodes));
        is_whole.then_some(State { records: self.records, head, nodes })
    }

    /// Finds the record of a node and those of all nodes below it. `root` is the commitment that the root has.
    fn find(
        &self,
        path: &Path,
        version: &Version,
        root: Option<&Root>,
        blocks: u64,
        nodes: &mut Vec<(Path, Place)>,
    ) -> bool {
        let found = nodes.len();
        for (_, place) in &version.records {
            let record = self.records.bytes(*place);
            let Some(node) = record.and_then(|record| record::open_node(path, &record).ok()) else {
                continue;
            };
            let is_root =
                |root: &Root| matches!(&node, Node::Internal(node) if node.commitment().encode() == *root);
            // Alone, a record is compared by the check of the whole state.
            let is_alone = version.records.len() == 1 && root.is_none();
            if !root.is_none_or(is_root) || !(is_alone || is_consistent(path, &node, self.committer)) {
                continue;
            }
            nodes.push((*path, *place));
            match node {
                Node::Leaf(_) => return true,
                Node::Internal(branch) => {
                    if path.depth() < size_of::<Stem>() && self.find_children(path, &branch, blocks, nodes) {
                        return true;
                    }
                }
            }
            nodes.truncate(found);
        }
        false
    }

    /// Finds the records of all nodes below a branch.
    fn find_children(
        &self,
        path: &Path,
        branch: &Internal,
        blocks: u64,
        nodes: &mut Vec<(Path, Place)>,
    ) -> bool {
        let all = |path: &Path| self.records.versions(path).iter().collect::<Vec<_>>();
        let dated = |path: &Path| self.records.dated(path, blocks);
        let candidates = |of: &dyn Fn(&Path) -> Vec<&'a Version>| {
            let of = |byte| Some((byte, of(&path.child(byte)))).filter(|(_, versions)| !versions.is_empty());
            branch.children().map(of).collect::<Option<Vec<_>>>()
        };
        let by_commitment = |children: Vec<_>| {
            let commitment = branch.commitment();
            let by_branches =
                choose(self.committer, commitment, &children, |version| self.records.origins(version));
            by_branches
                .or_else(|| choose(self.committer, commitment, &children, |version| version.sources.clone()))
        };
        let chosen = candidates(&dated).and_then(by_commitment);
        let chosen = chosen.or_else(|| candidates(&all).and_then(by_commitment));
        chosen.is_some_and(|children| {
            let mut children = children.into_iter();
            children.all(|(byte, child)| self.find(&path.child(byte), child, None, blocks, nodes))
        })
    }
}
