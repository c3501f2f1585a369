//! Witnesses: comparison with the definition, partial trees, rejection of modified witnesses, and formats.

mod changes;
mod definition;
mod formats;
mod partial;
mod refusals;

use super::witness_trees::{at, committer, contents, keys, tree};
use vorpal_tree::{Root, Tree, Witness, WitnessVersion};

/// A tree, and a witness with all kinds of ends of paths: missing child, other leaf, own leaf.
pub(crate) fn small() -> (Tree, Root, Witness) {
    let contents = contents([at(&[1, 1], 1), at(&[1, 2], 200), at(&[1, 2], 2), at(&[3], 3)]);
    let (tree, root) = tree(&contents);
    let requested =
        [at(&[1, 2], 2), at(&[1, 2], 4), at(&[1, 2], 200), at(&[1, 1, 7], 0), at(&[1, 9], 9), at(&[3, 3], 3)];
    let witness = tree.prove_with(committer(), keys(&requested), WitnessVersion::Plain).unwrap();
    assert_eq!(witness.proof.statuses, [0b10001, 0b10010, 0b10000, 0b1001]);
    assert_eq!(witness.proof.other_stems.len(), 2);
    (tree, root, witness)
}
