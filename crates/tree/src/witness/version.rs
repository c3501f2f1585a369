//! The versions of the format, and the proof of what each shows.

/// How much a witness shows.
///
/// In both versions the verifier knows the root's commitment and checks openings of the vectors below it. It assumes
/// of whoever makes a witness or writes to the tree:
///
/// 1. Nobody finds a vector, other than zero, that commits to the identity or to an element fixed beforehand. Either
///    is a discrete logarithm between generators.
/// 2. Nobody finds two vectors whose commitments differ and hash to the same scalar. A hash is `x / y mod r`. The
///    quotient `x / y` tells elements apart, and at most five quotients share a hash: a collision takes about `2^126`
///    trials.
/// 3. Who makes a proof of openings knows a vector behind each commitment opened, with the values claimed.
///
/// Every commitment of a witness but the root's is opened, so by 3 its vector is known.
///
/// # No node below the root hashes to 0 or 1
///
/// Zero stands for "no child" and 1 for "a leaf", so [`Witness::verify`](crate::Witness::verify) refuses nodes that
/// hash to them. No tree has any:
///
/// * An element hashes to 0 if `x / y` is a multiple of `r`: the identity, one element with `r`, one with `3 r`. One
///   element hashes to 1, with `x / y = 2 r + 1`. By 1, nobody knows a vector behind one of them, but for the vector
///   of zeros behind the identity.
/// * A leaf's vector begins with 1, so it is not zero.
/// * A branch below the root has a child. An update makes a branch where two stems part or a leaf has to move down;
///   [`Tree::remove`](crate::Tree::remove) takes a branch away with its last child, as go-verkle's `Delete` and
///   `DeleteAtStem` do; EIP-6800 removes nothing. By induction from the leaves the child does not hash to 0, so the
///   branch's vector is not zero.
///
/// The root may have no child. The halves `C1` and `C2` of a leaf may hold no value, and are not nodes.
///
/// # What lies below a branch
///
/// Take a node that is shown below a branch of the tree.
///
/// * It is shown as missing. The branch is opened there and holds 0, so the tree has no node there.
/// * It is shown as a leaf. Its hash is the one in the branch, so by 2 its commitment is that of the tree's node. It
///   is opened at 0 and holds 1. A branch has there 0 or the hash of a node, which is not 1. So the tree has a leaf
///   there, and the openings show its stem and, by 2 again, its halves and values.
/// * It is shown as a branch. Again its commitment is that of the tree's node, which may be a leaf. A leaf holds
///   `(1, stem, hash(C1), hash(C2), 0, 0, ...)`, and nothing in the plain version tells it from a branch that is
///   opened only where both hold 0, or only at 1, 2 and 3.
///
/// A branch is *bound* if it is opened at 0 and does not hold 1, or if it is opened at 4 or above and does not hold 0:
/// then it is no leaf. The root is always a branch. So if all branches shown are bound, everything shown is the
/// tree's, by induction from the root: kinds, stems, values, and what is missing. A write needs nothing else, so the
/// root after writes is then the tree's as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WitnessVersion {
    /// As go-verkle and rust-verkle have it, byte for byte. What its openings do not bind,
    /// [`PartialTree::unbound`](crate::PartialTree::unbound) lists.
    #[default]
    Plain,
    /// All branches are bound, so that what is shown is the tree. A branch that the keys' openings do not bind is
    /// opened at 0 as well, and [`Proof::first_children`](crate::Proof::first_children) tells the value.
    ///
    /// Costs 32 bytes and an opening for each such branch: about one for each absent stem whose path ends below the
    /// root where there is nothing. Branches with a child shown under a byte of 4 or above need none. Other libraries
    /// refuse this version when they read it.
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
