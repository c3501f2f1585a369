//! Removal of values: [`Tree::remove`](crate::Tree::remove) deletes values, empty leaves and empty branches.

use core::convert::Infallible;

use rayon::slice::ParallelSliceMut;
use vorpal_ipa::Scalar;

use crate::dirty::{DirtyNode, DirtyNodes, node_mut};
use crate::update::record_delta;
use crate::{Error, Key, Node, Store};

impl DirtyNodes {
    /// Removes values from the state given by the store and the dirty nodes. On error the state is unchanged.
    pub(crate) fn remove(&mut self, store: &impl Store, mut keys: Vec<Key>) -> Result<(), Error> {
        if keys.is_empty() {
            return Ok(());
        }
        keys.par_sort();
        self.load(store, &keys)?;
        // No step after this one can fail. The root node remains, even without children.
        if let Some(root) = &mut self.root {
            root.remove(&keys);
        }
        self.discard_unchanged();
        Ok(())
    }
}

impl DirtyNode {
    /// Removes the values of the keys, and the nodes below that then hold no values. The stems of all keys must begin
    /// with this path. All nodes on the paths to the keys must be loaded.
    fn remove(&mut self, keys: &[Key]) {
        match self.node.as_deref() {
            None => {}
            Some(Node::Leaf(leaf)) => {
                let is_held = |key: &Key| key.stem == leaf.stem && leaf.get(key.suffix).is_some();
                if keys.iter().any(is_held) {
                    self.remove_values(keys);
                }
            }
            Some(Node::Internal(_)) => self.remove_below(keys),
        }
    }

    fn remove_values(&mut self, keys: &[Key]) {
        let Self { node, deltas, .. } = self;
        let Some(Node::Leaf(leaf)) = node_mut(node) else { return };
        for key in keys {
            if key.stem == leaf.stem
                && let Some(value) = leaf.remove(key.suffix)
            {
                record_delta(deltas, key.suffix, Some(&value), None);
            }
        }
        let is_empty = leaf.is_empty();
        self.changed = true;
        if is_empty {
            self.delete_node();
        }
    }

    fn remove_below(&mut self, keys: &[Key]) {
        let Ok(()) = self.each_below(keys, |dirty, keys| {
            dirty.remove(keys);
            Ok::<(), Infallible>(())
        });
        if !self.below.iter().any(|(_, dirty)| dirty.changed) {
            return;
        }
        self.changed = true;
        let Self { node, below, .. } = self;
        let Some(Node::Internal(internal)) = node_mut(node) else { return };
        for (byte, _) in below.iter().filter(|(_, dirty)| dirty.changed && dirty.node.is_none()) {
            internal.children.remove(*byte);
        }
        if internal.children.is_empty() && self.path.depth() > 0 {
            self.delete_node();
        }
    }

    /// Deletes the node at this path. A later node at this path starts with the commitment to zero.
    fn delete_node(&mut self) {
        self.node = None;
        self.deltas = Default::default();
        for (_, dirty) in &mut self.below {
            dirty.in_parent = Scalar::ZERO;
        }
    }
}
