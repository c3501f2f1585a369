//! The versions of the witness format, with the proofs of what each version proves.

/// The version of a witness.
///
/// In both versions the verifier knows the root's commitment and checks openings of the vectors below it. The security
/// of both rests on three assumptions about provers and about parties that write to the tree:
///
/// 1. Nobody finds a non-zero vector that commits to the identity or to an element fixed beforehand. Either is a
///    discrete logarithm between generators.
/// 2. Nobody finds two vectors whose commitments differ and hash to the same scalar. A hash is `x / y mod r`. The
///    quotient `x / y` distinguishes elements, and at most five quotients have the same hash. So a collision takes
///    about `2^126` trials.
/// 3. The prover of openings knows, for each opened commitment, a vector with the claimed values.
///
/// Every commitment of a witness except the root's is opened, so by 3 the prover knows its vector.
///
/// # No node below the root hashes to 0 or 1
///
/// The element 0 means "no child", and the element 1 marks a leaf. So [`Witness::verify`](crate::Witness::verify)
/// rejects nodes that hash to 0 or 1. No tree has such a node:
///
/// * An element hashes to 0 if `x / y` is a multiple of `r`: the identity, one element with `r`, one with `3 r`. One
///   element hashes to 1, with `x / y = 2 r + 1`. By 1, nobody knows a vector that commits to one of them, except the
///   zero vector for the identity.
/// * A leaf's vector begins with 1, so it is not zero.
/// * A branch below the root has a child. An update creates a branch if two stems differ below it or if a leaf moves
///   down. [`Tree::remove`](crate::Tree::remove) deletes a branch with its last child, as go-verkle's `Delete` and
///   `DeleteAtStem` do. EIP-6800 removes nothing. By induction from the leaves the child does not hash to 0, so the
///   branch's vector is not zero.
///
/// The root may have no child. The halves `C1` and `C2` of a leaf may have no values, but they are not nodes.
///
/// # Nodes below a branch
///
/// Consider a position below a branch of the tree, and how the witness presents it.
///
/// * As having no node. The branch is opened there with the value 0, so the tree has no node there.
/// * As a leaf. Its hash is the element of the branch, so by 2 its commitment is that of the tree's node. It is opened
///   at 0 with the value 1. A branch has at 0 either 0 or the hash of a node, which is not 1. So the tree has a leaf
///   there. The openings prove its stem and, by 2 again, its halves and values.
/// * As a branch. Again its commitment is that of the tree's node, which may be a leaf. The vector of a leaf is
///   `(1, stem, hash(C1), hash(C2), 0, 0, ...)`. The plain version does not distinguish it from a branch that is opened
///   only at 1, 2, 3 and indices where both are 0.
///
/// A branch is *bound* if it is opened at 0 with a value other than 1, or at 4 or above with a value other than 0. Then
/// it is not a leaf. The root is always a branch. So if all branches in the witness are bound, everything in the
/// witness agrees with the tree, by induction from the root: kinds of nodes, stems, values, and absences. A write
/// depends on nothing else, so the root after writes is then the tree's as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WitnessVersion {
    /// The format of go-verkle and rust-verkle, byte for byte. [`PartialTree::unbound`](crate::PartialTree::unbound)
    /// lists the branches that the openings do not bind.
    Plain,
    /// All branches are bound, so everything in the witness agrees with the tree. A branch that the keys' openings do
    /// not bind is opened at 0 as well, and [`Proof::first_children`](crate::Proof::first_children) contains the value.
    ///
    /// Costs 32 bytes and an opening for each such branch: about one for each absent stem whose path ends below the
    /// root at a missing child. Branches with a child in the witness at a byte of 4 or above need none. Other libraries
    /// reject this version when they read it.
    #[default]
    Bound,
}

impl WitnessVersion {
    /// The transcript label of the proof of openings.
    pub(super) fn label(self) -> &'static [u8] {
        match self {
            Self::Plain => b"vt",
            Self::Bound => b"vorpal vt bound",
        }
    }
}
