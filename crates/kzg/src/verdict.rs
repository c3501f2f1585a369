//! The search for the wrong entries of a batch, by halving.

use alloc::vec::Vec;
use core::ops::Range;

use vorpal_curves::bls12_381::Affine;
use vorpal_pairing::bls12_381::{Gt, PreparedG2, product_prepared};

/// The result of a batch that names what is wrong.
///
/// Names cost time: a batch of `n` entries with one wrong entry takes about `log2 n` further products of two pairings,
/// and each further wrong entry at most about as many. In the worst case, all entries are wrong: `n - 1` products, each
/// with sums over half of its range, and for cells with a sum of at least 64 points. Whoever sends wrong entries
/// chooses this cost. A batch of entries of one sender bounds what it costs the others, and
/// [`verify_cell_kzg_proof_batch`](crate::Setup::verify_cell_kzg_proof_batch) and
/// [`verify_blob_kzg_proof_batch`](crate::Setup::verify_blob_kzg_proof_batch) name nothing, at the cost of one product.
///
/// ```
/// use vorpal_kzg::Verdict;
/// assert!(Verdict::Valid.is_valid());
/// assert!(!Verdict::Invalid(vec![3]).is_valid());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Verdict {
    /// All entries are valid.
    Valid,
    /// The indices of all entries that are not valid, in ascending order.
    Invalid(Vec<usize>),
}

impl Verdict {
    /// Whether all entries are valid.
    pub fn is_valid(&self) -> bool {
        matches!(self, Self::Valid)
    }
}

/// The two sums of a set of entries: of the proofs, and of the rest of the equation.
///
/// ```text
/// e(proofs, t^k H) e(rest, -H) = 1
/// ```
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    pub(crate) proofs: Affine,
    pub(crate) rest: Affine,
}

/// The points of G2 of the equation.
#[derive(Clone, Copy)]
pub(crate) struct Equation<'a> {
    pub(crate) power: &'a PreparedG2,
    pub(crate) negated_generator: &'a PreparedG2,
}

impl Equation<'_> {
    /// The left side, one if the equation holds.
    pub(crate) fn value(&self, sides: &Sides) -> Gt {
        product_prepared(&[(sides.proofs, self.power), (sides.rest, self.negated_generator)])
    }
}

/// Appends the positions of wrong entries in a range whose equation has the value `value`.
///
/// The values of two halves of a set are multiplied to that of the set, so one pairing tells both. A range whose value
/// is one has no wrong entry, but with the probability of the lemma of [`Weights`](vorpal_msm::Weights): the ranges do
/// not depend on weights. With one wrong entry among `n` there are about `log2 n` pairings. Ranges longer than a part
/// consist of whole parts, whose sums the caller keeps; below, sums are computed once more for as many entries as a
/// part has.
pub(crate) fn wrong_entries(
    range: Range<usize>,
    part: usize,
    value: &Gt,
    equation: &Equation<'_>,
    sides: &mut dyn FnMut(Range<usize>) -> Sides,
    wrong: &mut Vec<usize>,
) {
    if *value == Gt::ONE {
        return;
    }
    if range.len() <= 1 {
        wrong.extend(range);
        return;
    }
    let half = range.len() / 2;
    let middle = range.start + if range.len() > part { half.next_multiple_of(part) } else { half };
    let first = equation.value(&sides(range.start..middle));
    let second = *value * first.inverse();
    wrong_entries(range.start..middle, part, &first, equation, sides, wrong);
    wrong_entries(middle..range.end, part, &second, equation, sides, wrong);
}
