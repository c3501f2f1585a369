//! Verification of many cells by two sums.
//!
//! Entry `k` of a batch claims that cell `c` of the blob with the commitment `C` has certain values, with the proof
//! `P`. Let `I` be the polynomial of degree below 64 with these values on the cell, and `a = h_c^64`. The claim holds
//! if and only if the point
//!
//! ```text
//! D_k = C_k - I_k(t) G + a_k P_k - t^64 P_k
//! ```
//!
//! is infinity, because `C - I(t) G` is then the commitment to the multiple `(X^64 - a) q` for `P = q(t) G`. (That no
//! one finds a proof of wrong values is the assumption of KZG; `D_k = 0` is the equation of the specification.) With
//! weights `w_k`,
//!
//! ```text
//! e(sum of w_k P_k, t^64 H) = e(sum of w_k C_k - (sum of w_k I_k)(t) G + sum of w_k a_k P_k, H)
//! ```
//!
//! holds if and only if the sum of all `w_k D_k` is infinity.
//!
//! # Soundness
//!
//! The weights are those of [`Weights`]: 128 bits each, drawn after the batch is fixed and bound to it. Its three
//! requirements hold. (1) Every entry is hashed at its position; malformed ones are errors before. (2) An entry is
//! hashed as the bytes of its commitment, the index of the cell, the 64 scalars and the bytes of the proof, which
//! determine `D_k`. Points and scalars have one encoding each. (3) The sets that are checked are all entries with
//! proofs in the subgroup, and ranges of a fixed order when a batch fails. So the lemma there bounds the probability
//! that a batch with a wrong entry passes by `2^-128` for each set. It covers entries that an attacker chose to cancel
//! each other, in one column or over several, and entries that repeat: each has its own weight, which is independent of
//! the others. The powers of a hash in the specification have the same purpose; no verdict depends on them, except with
//! such probabilities.
//!
//! `D_k` is in the subgroup only if `C_k` and `P_k` are: all points are checked before any sum. Whether a proof is in
//! the subgroup does not depend on weights, so neither do the sets without those outside.
//!
//! # Sums
//!
//! Cells are never interpolated one by one. The values of all cells of one column are added with their weights, and
//! one polynomial for each column is interpolated. Scalars are read as stored forms, so that the values lack a factor
//! `R = 2^256`, which the sum of the column takes once ([`scalars::read_divided`]). If all entries have one column,
//! then `sum of w_k a_k P_k = a sum of w_k P_k` needs no second sum over the proofs. The order of entries is by column,
//! then by position, and in parts of 1,024 entries whose sums are kept for the search of wrong entries.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use vorpal_curves::bls12_381::{Affine, Bls12_381G1, Jacobian};
use vorpal_curves::models::weierstrass::Subgroup;
use vorpal_fields::SmallAcc;
use vorpal_fields::primes::{Bls12_381Scalar as Scalar, Bls12_381ScalarModulus};
use vorpal_msm::{MsmScalar, Weights, msm_vartime};

use crate::block::BlockCommitments;
use crate::decoding::{check_subgroup, exact, index, points_on_curve};
use crate::domains::Domains;
use crate::parameters::{BYTES_PER_CELL, CELLS_PER_BLOB, SCALARS_PER_CELL};
use crate::scalars;
use crate::setup::SetupPoints;
use crate::verdict::{Equation, Sides, Verdict, wrong_entries};
use crate::{Argument, Error};

/// The domain separator of the weights.
const PROTOCOL: &[u8] = b"vorpal cells of EIP-7594, version 1";
/// The number of entries of a part.
const PART: usize = 1024;
/// The bytes of an entry for the weights.
const ENTRY: usize = 48 + 8 + BYTES_PER_CELL + 48;

/// The bytes of an entry.
#[derive(Clone, Copy, Debug)]
pub struct CellProof<'a> {
    /// The index of the commitment of the cell's blob in the block.
    pub commitment: u64,
    /// The index of the cell: the column.
    pub index: u64,
    /// The 2,048 bytes of the cell.
    pub cell: &'a [u8],
    /// The 48 bytes of the proof.
    pub proof: &'a [u8],
}

/// Entries that are decoded, but for the check that their proofs are in the subgroup.
#[derive(Clone, Debug, Default)]
pub(crate) struct CellBatch {
    commitments: Vec<usize>,
    columns: Vec<usize>,
    /// The scalars of all cells, each divided by `R`.
    values: Vec<Scalar>,
    proofs: Vec<Affine>,
    encodings: Vec<[u8; 48]>,
}

impl CellBatch {
    pub(crate) fn len(&self) -> usize {
        self.columns.len()
    }

    /// Appends entries, or none of them.
    pub(crate) fn extend(&mut self, block: &BlockCommitments, cells: &[CellProof<'_>]) -> Result<(), Error> {
        let first = self.len();
        let mut encodings = Vec::with_capacity(cells.len());
        let mut values = Vec::with_capacity(SCALARS_PER_CELL * cells.len());
        let (mut commitments, mut columns) = (Vec::new(), Vec::new());
        for (i, cell) in cells.iter().enumerate() {
            let position = first + i;
            commitments.push(index(Argument::CommitmentIndex, position, cell.commitment, block.len())?);
            columns.push(index(Argument::CellIndex, position, cell.index, CELLS_PER_BLOB)?);
            let scalars = scalars::read_divided(cell.cell, SCALARS_PER_CELL);
            values.extend(scalars.map_err(|reason| Error::Malformed {
                argument: Argument::Cell,
                index: Some(position),
                reason,
            })?);
            encodings.push(*exact(Argument::Proof, Some(position), cell.proof)?);
        }
        let proofs = points_on_curve(Argument::Proof, &encodings).map_err(|error| moved(error, first))?;
        self.commitments.extend(commitments);
        self.columns.extend(columns);
        self.values.extend(values);
        self.proofs.extend(proofs);
        self.encodings.extend(encodings);
        Ok(())
    }

    /// The bytes of an entry that determine its equation.
    fn entry(&self, block: &BlockCommitments, k: usize) -> [u8; ENTRY] {
        let mut bytes = [0; ENTRY];
        let (commitment, rest) = bytes.split_at_mut(48);
        let (index, rest) = rest.split_at_mut(8);
        let (cell, proof) = rest.split_at_mut(BYTES_PER_CELL);
        commitment.copy_from_slice(&block.bytes()[self.commitments[k]]);
        index.copy_from_slice(&(self.columns[k] as u64).to_be_bytes());
        let (scalars, _) = cell.as_chunks_mut::<32>();
        for (scalar, bytes) in self.cell(k).iter().zip(scalars) {
            *bytes = scalar.to_montgomery_le_bytes();
        }
        proof.copy_from_slice(&self.encodings[k]);
        bytes
    }

    fn weights(&self, block: &BlockCommitments) -> Weights {
        Weights::of(PROTOCOL, (0..self.len()).map(|k| self.entry(block, k)))
    }

    fn cell(&self, k: usize) -> &[Scalar] {
        &self.values[SCALARS_PER_CELL * k..SCALARS_PER_CELL * (k + 1)]
    }

    /// Whether all entries are valid. With `name`, those that are not are named. A proof outside the subgroup is an
    /// error.
    pub(crate) fn verify(
        &self,
        block: &BlockCommitments,
        setup: &SetupPoints,
        name: bool,
    ) -> Result<Verdict, Error> {
        check_subgroup(Argument::Proof, &self.proofs)?;
        Ok(self.verify_some((0..self.len()).collect(), block, setup, name))
    }

    /// As [`verify`](Self::verify), but an entry with a proof outside the subgroup is not valid.
    pub(crate) fn verdict(&self, block: &BlockCommitments, setup: &SetupPoints, name: bool) -> Verdict {
        let mut wrong = match check_subgroup(Argument::Proof, &self.proofs) {
            Ok(()) => Vec::new(),
            Err(_) if !name => return Verdict::Invalid(Vec::new()),
            Err(_) => Affine::outside_subgroup_vartime(&self.proofs),
        };
        let others = (0..self.len()).filter(|k| wrong.binary_search(k).is_err()).collect();
        let found = self.verify_some(others, block, setup, name);
        match found {
            Verdict::Valid if wrong.is_empty() => Verdict::Valid,
            Verdict::Valid => Verdict::Invalid(wrong),
            Verdict::Invalid(others) => {
                wrong.extend(others);
                wrong.sort_unstable();
                Verdict::Invalid(wrong)
            }
        }
    }

    /// Verifies the entries at these positions, whose proofs are in the subgroup.
    fn verify_some(
        &self,
        mut order: Vec<usize>,
        block: &BlockCommitments,
        setup: &SetupPoints,
        name: bool,
    ) -> Verdict {
        let number = order.len();
        if number == 0 {
            return Verdict::Valid;
        }
        order.sort_by_key(|k| self.columns[*k]);
        // One entry needs no weight: the weight 1 is as good as any other.
        let weights = match number {
            1 => vec![1; self.len()],
            _ => {
                let weights = self.weights(block);
                (0..self.len()).map(|k| weights.weight(k)).collect()
            }
        };
        let sums = Sums { batch: self, block, setup, order, weights };
        let lines = setup.lines();
        let equation = Equation { power: &lines.last, negated_generator: &lines.negated_generator };
        let parts: Vec<Partial> =
            (0..number).step_by(PART).map(|start| sums.partial(start..number.min(start + PART))).collect();
        let value = equation.value(&sums.sides(parts.iter()));
        if value == vorpal_pairing::bls12_381::Gt::ONE {
            return Verdict::Valid;
        }
        let mut wrong = Vec::new();
        if name {
            // Ranges of whole parts first: their sums are known.
            let mut sides = |range: Range<usize>| {
                let is_whole = range.start.is_multiple_of(PART)
                    && (range.end.is_multiple_of(PART) || range.end == number);
                if is_whole {
                    sums.sides(parts[range.start / PART..range.end.div_ceil(PART)].iter())
                } else {
                    sums.sides([sums.partial(range)].iter())
                }
            };
            wrong_entries(0..number, PART, &value, &equation, &mut sides, &mut wrong);
            wrong = wrong.into_iter().map(|place| sums.order[place]).collect();
            wrong.sort_unstable();
        }
        Verdict::Invalid(wrong)
    }
}

/// The error of an entry of a part of a batch, with its index in the batch.
fn moved(error: Error, first: usize) -> Error {
    match error {
        Error::Malformed { argument, index, reason } => {
            Error::Malformed { argument, index: index.map(|index| index + first), reason }
        }
        error => error,
    }
}

/// A batch with its weights, from which sums over ranges of the order are computed.
struct Sums<'a> {
    batch: &'a CellBatch,
    block: &'a BlockCommitments,
    setup: &'a SetupPoints,
    /// The entries that are verified, by column.
    order: Vec<usize>,
    weights: Vec<u128>,
}

/// The sums of a range.
struct Partial {
    /// `sum of w_k P_k`.
    proofs: Affine,
    /// `sum of w_k a_k P_k`.
    shifted: Affine,
    /// The coefficients of `sum of w_k I_k`.
    coefficients: [Scalar; SCALARS_PER_CELL],
    /// The sums of the weights of each commitment that occurs. A block may have many more.
    commitments: BTreeMap<usize, Scalar>,
}

impl Sums<'_> {
    fn partial(&self, range: Range<usize>) -> Partial {
        let batch = self.batch;
        let entries = &self.order[range];
        let points: Vec<Affine> = entries.iter().map(|k| batch.proofs[*k]).collect();
        let weights: Vec<u128> = entries.iter().map(|k| self.weights[*k]).collect();
        let proofs = sum(&points, &weights);
        let domains = Domains::get();
        let column = |k: usize| batch.columns[k];
        let is_one_column = column(entries[0]) == column(entries[entries.len() - 1]);
        let shifted = if is_one_column {
            sum(&[proofs], &[domains.cell_constant(column(entries[0]))])
        } else {
            let scalars: Vec<Scalar> = (entries.iter())
                .map(|k| domains.cell_constant(column(*k)) * Scalar::from_u128(self.weights[*k]))
                .collect();
            sum(&points, &scalars)
        };
        let mut commitments = BTreeMap::new();
        for k in entries {
            let sum = commitments.entry(batch.commitments[*k]).or_insert(Scalar::ZERO);
            *sum += Scalar::from_u128(self.weights[*k]);
        }
        Partial { proofs, shifted, coefficients: self.coefficients(entries), commitments }
    }

    /// The coefficients of `sum of w_k I_k` over entries that are ordered by column.
    fn coefficients(&self, entries: &[usize]) -> [Scalar; SCALARS_PER_CELL] {
        let (batch, radix) = (self.batch, scalars::radix());
        let (mut columns, mut values) = (Vec::new(), Vec::new());
        for entries in entries.chunk_by(|a, b| batch.columns[*a] == batch.columns[*b]) {
            columns.push(batch.columns[entries[0]]);
            values.extend((0..SCALARS_PER_CELL).map(|j| {
                let mut sum = SmallAcc::<Bls12_381ScalarModulus, 4, u128>::new();
                for k in entries {
                    sum.add_product(batch.cell(*k)[j], self.weights[*k]);
                }
                sum.reduce() * radix
            }));
        }
        Domains::get().interpolate_cells(&columns, &mut values);
        let mut coefficients = [Scalar::ZERO; SCALARS_PER_CELL];
        for values in values.chunks(SCALARS_PER_CELL) {
            coefficients.iter_mut().zip(values).for_each(|(sum, value)| *sum += *value);
        }
        coefficients
    }

    /// Both sides of the equation for the union of ranges.
    fn sides<'p>(&self, parts: impl Iterator<Item = &'p Partial>) -> Sides {
        let (mut proofs, mut shifted) = (Jacobian::IDENTITY, Jacobian::IDENTITY);
        let (mut commitments, mut powers) = (BTreeMap::new(), [Scalar::ZERO; SCALARS_PER_CELL]);
        for part in parts {
            proofs = proofs.add_affine_vartime(&part.proofs);
            shifted = shifted.add_affine_vartime(&part.shifted);
            for (commitment, weight) in &part.commitments {
                *commitments.entry(*commitment).or_insert(Scalar::ZERO) += *weight;
            }
            powers.iter_mut().zip(&part.coefficients).for_each(|(sum, coefficient)| *sum -= *coefficient);
        }
        let mut points: Vec<Affine> = commitments.keys().map(|k| self.block.points()[*k]).collect();
        points.extend_from_slice(self.setup.powers().points());
        let scalars: Vec<Scalar> = commitments.into_values().chain(powers).collect();
        let rest = Jacobian::from_affine(&sum(&points, &scalars)).add_vartime(&shifted);
        Sides { proofs: proofs.to_affine_vartime(), rest: rest.to_affine_vartime() }
    }
}

/// A sum of multiples of points of the subgroup.
pub(crate) fn sum<S: MsmScalar<Bls12_381G1>>(points: &[Affine], scalars: &[S]) -> Affine {
    let sum = msm_vartime(&Subgroup::unchecked(points), scalars);
    sum.expect("a scalar for each point").to_affine_vartime()
}

#[cfg(test)]
mod tests {
    use vorpal_curves::PointFormat;
    use vorpal_curves::bls12_381::encoding::ZCASH;

    use super::*;

    /// Whoever can change a part of an entry without changing the weights can choose it after them.
    #[test]
    fn weights_depend_on_every_part_of_an_entry() {
        let points = [Affine::GENERATOR, -Affine::GENERATOR];
        let [one, two] = points.map(|point| ZCASH.encode_compressed(&point));
        let block = BlockCommitments::new(&[one, two]).unwrap();
        let entry = |commitment, index, scalar: usize, value, proof: &[u8; 48]| {
            let mut cell = [0; BYTES_PER_CELL];
            cell[32 * scalar + 31] = value;
            let mut batch = CellBatch::default();
            batch.extend(&block, &[CellProof { commitment, index, cell: &cell, proof }]).unwrap();
            batch.entry(&block, 0)
        };
        let mut entries = vec![entry(0, 0, 0, 0, &one), entry(1, 0, 0, 0, &one), entry(0, 0, 0, 0, &two)];
        entries.extend((1..CELLS_PER_BLOB as u64).map(|index| entry(0, index, 0, 0, &one)));
        entries.extend((0..SCALARS_PER_CELL).map(|scalar| entry(0, 0, scalar, 1, &one)));
        let number = entries.len();
        entries.sort_unstable();
        entries.dedup();
        assert_eq!(entries.len(), number);
    }
}
