//! Verification of witnesses.

use std::ops::Range;

use rayon::prelude::*;
use vorpal_curves::PointFormat;
use vorpal_curves::bandersnatch::encoding::BANDERWAGON;
use vorpal_ipa::{Claim, Commitment, Committer, MultiProof, Scalar};

use super::outline::{
    ABSENT_EMPTY, DEPTH_SHIFT, NodeKind, NodeSource, OpenedValue, Opening, Outline, PRESENT, Request, Role,
};
use super::{MAX_KEYS, PartialTree, Proof, Witness, WitnessVersion, check_ascending, malformed};
use crate::node::Committed;
use crate::update::elements;
use crate::{Error, Key, Path, Root, Value};

/// The number of commitments that one rayon task decodes or hashes. The cost of the inversion per hash is then 2.5M.
const CHUNK: usize = 128;

impl Witness {
    /// Verifies that the tree with this root has the current values, and returns the part of the tree that the witness
    /// contains. New values are ignored: see [`PartialTree::root_after`].
    ///
    /// Every part of the witness is checked: order, lengths, no missing and no additional items, canonical points,
    /// consistency of the statuses of different keys, and that no node below the root hashes to 0 or 1. A proof is
    /// valid for other keys than its own in one case only: keys of stems that the same openings prove absent.
    ///
    /// The witness must prove everything that it shows, as every witness of [`WitnessVersion::Bound`] does. A witness
    /// of [`WitnessVersion::Plain`] does so if each of its branches is bound; [`verify_with`](Self::verify_with)
    /// accepts the others.
    ///
    /// # Errors
    /// [`Error::Witness`] for a violation of the format, [`Error::NoKeys`], [`Error::TooManyKeys`], [`Error::Root`];
    /// [`Error::WitnessRefused`] if the witness is well-formed but does not prove its values; [`Error::Unbound`] with
    /// the first branch of a plain witness that may be a leaf.
    pub fn verify(&self, committer: &Committer, root: &Root) -> Result<PartialTree, Error> {
        self.verify_with(committer, root, WitnessVersion::Bound)
    }

    /// [`verify`](Self::verify) for callers that demand a given version, which states what the witness must prove. Each
    /// demand accepts the formats of both versions.
    ///
    /// * [`WitnessVersion::Bound`]: everything that it shows. A witness with an unbound branch is an error.
    /// * [`WitnessVersion::Plain`]: what the format of other libraries proves. [`PartialTree::unbound`] lists the
    ///   branches that may be leaves, and [`PartialTree::get`] does not return absence below them.
    ///
    /// # Errors
    /// As for [`verify`](Self::verify); [`Error::Unbound`] only if `Bound` is demanded.
    pub fn verify_with(
        &self,
        committer: &Committer,
        root: &Root,
        demand: WitnessVersion,
    ) -> Result<PartialTree, Error> {
        let (keys, values) = self.request()?;
        let request = Request::new(&keys);
        let outline = outline(&request, &self.proof)?;
        check_values(&outline, &request, &values)?;
        let committed = commitments(&outline, &self.proof, root)?;
        let first_children = first_children(&outline, &self.proof)?;
        let argument = MultiProof::from_bytes(&self.proof.argument)
            .map_err(|error| malformed("verkleProof.d or ipaProof", error.to_string()))?;

        let claim_values = ClaimValues {
            outline: &outline,
            values: &values,
            committed: &committed,
            first_children: &first_children,
        };
        let claims: Vec<Claim> = outline.openings.iter().map(|opening| claim_values.claim(opening)).collect();
        let commitments: Vec<Commitment> = committed.iter().map(|committed| committed.commitment).collect();
        match committer.verify(self.proof.version().label(), &commitments, &claims, &argument) {
            Ok(true) => {
                let basis = *committer.basis_digest();
                PartialTree::new(&outline, &keys, &values, &committed, basis).demand(demand)
            }
            Ok(false) => Err(Error::WitnessRefused),
            Err(error) => Err(Error::Committer(error)),
        }
    }

    /// The keys and their current values. Checks that the keys are distinct and in order.
    fn request(&self) -> Result<(Vec<Key>, Vec<Option<Value>>), Error> {
        let found = self.stems.iter().map(|diff| diff.suffixes.len()).fold(0, usize::saturating_add);
        if found > MAX_KEYS || self.stems.len() > MAX_KEYS {
            return Err(Error::TooManyKeys { found: found.max(self.stems.len()) });
        }
        if found == 0 {
            return Err(Error::NoKeys);
        }
        check_ascending(self.stems.iter().map(|diff| diff.stem))
            .map_err(|i| malformed(format!("stateDiff[{i}].stem"), "not above the one before"))?;
        for (i, diff) in self.stems.iter().enumerate() {
            if diff.suffixes.is_empty() {
                return Err(malformed(format!("stateDiff[{i}].suffixDiffs"), "empty"));
            }
            check_ascending(diff.suffixes.iter().map(|diff| diff.suffix)).map_err(|j| {
                malformed(format!("stateDiff[{i}].suffixDiffs[{j}].suffix"), "not above the one before")
            })?;
        }
        Ok(self.entries().map(|(key, diff)| (key, diff.current)).unzip())
    }
}

/// The outline of the keys by the statuses and other stems of a proof.
fn outline(request: &Request<'_>, proof: &Proof) -> Result<Outline, Error> {
    if proof.statuses.len() != request.groups.len() {
        let reason = format!("{} bytes for {} stems", proof.statuses.len(), request.groups.len());
        return Err(malformed("verkleProof.depthExtensionPresent", reason));
    }
    let mut nodes = ClaimedNodes { request, proof, other_stems_used: 0, nodes: 0 };
    let outline = Outline::new(request, proof.version(), &mut nodes)?;
    if nodes.other_stems_used != proof.other_stems.len() {
        let place = format!("verkleProof.otherStems[{}]", nodes.other_stems_used);
        return Err(malformed(place, "not on the path of any key"));
    }
    if outline.vectors.len() - 1 != proof.commitments.len() {
        let reason =
            format!("{} of them; the keys need {}", proof.commitments.len(), outline.vectors.len() - 1);
        return Err(malformed("verkleProof.commitmentsByPath", reason));
    }
    let found = proof.first_children.as_ref().map_or(0, Vec::len);
    if outline.first_children.len() != found {
        let reason = format!("{found} of them; the keys need {}", outline.first_children.len());
        return Err(malformed("verkleProof.firstChildren", reason));
    }
    Ok(outline)
}

/// The kinds of nodes according to a proof.
struct ClaimedNodes<'a> {
    request: &'a Request<'a>,
    proof: &'a Proof,
    /// The number of other stems that were used for leaves. They are in order, as the visits are.
    other_stems_used: usize,
    /// The number of nodes below the root so far. Each has at least one commitment.
    nodes: usize,
}

impl NodeSource for ClaimedNodes<'_> {
    fn node_at(&mut self, _: usize, path: Path, stems: Range<usize>) -> Result<NodeKind, Error> {
        let invalid = |stem: usize, reason: &str| {
            Err(malformed(format!("verkleProof.depthExtensionPresent[{stem}]"), reason))
        };
        let ends_here = |stem: usize| usize::from(self.proof.statuses[stem] >> DEPTH_SHIFT) == path.depth();
        let any_ends = ends_here(stems.start);
        let mut present = None;
        // Whether a status claims that there is no node.
        let mut any_empty = false;
        for stem in stems.clone() {
            let status = self.proof.statuses[stem];
            let kind = status & ((1 << DEPTH_SHIFT) - 1);
            if kind > PRESENT {
                return invalid(stem, "the low three bits must be 0, 1 or 2");
            }
            if status >> DEPTH_SHIFT == 0 {
                return invalid(stem, "a depth of 0; the root is always a branch");
            }
            if ends_here(stem) != any_ends {
                return invalid(
                    stem,
                    "the paths of two stems disagree: a leaf or no node for one, a branch for the other",
                );
            }
            any_empty |= kind == ABSENT_EMPTY;
            if any_ends && kind == PRESENT && present.replace(stem).is_some() {
                return invalid(stem, "two leaves at one path");
            }
        }
        if !(any_ends && any_empty) {
            self.nodes += 1;
            if self.nodes > self.proof.commitments.len() {
                let reason = format!("{} of them; the keys need more", self.proof.commitments.len());
                return Err(malformed("verkleProof.commitmentsByPath", reason));
            }
        }
        if !any_ends {
            return Ok(NodeKind::Branch);
        }
        if any_empty {
            let differs = stems.clone().find(|stem| self.proof.statuses[*stem] & 3 != ABSENT_EMPTY);
            return match differs {
                Some(stem) => {
                    invalid(stem, "a leaf where another stem's status claims that there is no node")
                }
                None => Ok(NodeKind::Empty),
            };
        }
        if let Some(stem) = present {
            return Ok(NodeKind::Leaf(*self.request.stem(stem)));
        }
        let index = self.other_stems_used;
        let place = || format!("verkleProof.otherStems[{index}]");
        let Some(other) = self.proof.other_stems.get(index) else {
            return Err(malformed(place(), format!("missing; there must be a leaf at {path}")));
        };
        if !other.starts_with(path.as_bytes()) {
            return Err(malformed(place(), format!("does not begin with the path {path} of its leaf")));
        }
        if stems.clone().any(|stem| self.request.stem(stem) == other) {
            return Err(malformed(place(), "also the stem of a key"));
        }
        self.other_stems_used += 1;
        Ok(NodeKind::Leaf(*other))
    }
}

/// Checks that keys of absent stems have no values.
fn check_values(outline: &Outline, request: &Request<'_>, values: &[Option<Value>]) -> Result<(), Error> {
    for (stem, (status, keys)) in outline.statuses.iter().zip(&request.groups).enumerate() {
        if status & 3 != PRESENT
            && let Some(i) = values[keys.clone()].iter().position(Option::is_some)
        {
            let place = format!("stateDiff[{stem}].suffixDiffs[{i}].currentValue");
            return Err(malformed(place, "a value, but the stem's status is absent"));
        }
    }
    Ok(())
}

/// The commitments of all vectors, the root's first, with their hashes.
fn commitments(outline: &Outline, proof: &Proof, root: &Root) -> Result<Vec<Committed>, Error> {
    let root = Commitment::decode(root).map_err(|error| Error::Root { reason: error.to_string() })?;
    let decoded = proof.commitments.par_chunks(CHUNK).flat_map_iter(|chunk| BANDERWAGON.decode_batch(chunk));
    let mut commitments = vec![root];
    for (i, decoded) in decoded.collect::<Vec<_>>().into_iter().enumerate() {
        commitments.push(decoded.map(Commitment::from).map_err(|error| {
            let path = outline.visits[outline.vectors[i + 1].visit].path;
            let place = format!("verkleProof.commitmentsByPath[{i}] (of the node at {path})");
            malformed(place, error.to_string())
        })?);
    }
    let hashes: Vec<Scalar> =
        commitments.par_chunks(CHUNK).flat_map_iter(Commitment::map_to_scalar_field_batch).collect();
    let committed = commitments.into_iter().zip(hashes);
    let committed: Vec<_> = committed.map(|(commitment, hash)| Committed { commitment, hash }).collect();
    check_hashes(outline, &committed)?;
    Ok(committed)
}

/// Checks that no node below the root hashes to zero, which means "no child", or to one, which marks a leaf: see
/// [`WitnessVersion`](super::WitnessVersion). The root and the halves of a leaf may be commitments to the zero vector.
fn check_hashes(outline: &Outline, committed: &[Committed]) -> Result<(), Error> {
    for (i, (vector, committed)) in outline.vectors.iter().zip(committed).enumerate().skip(1) {
        let reason = match vector.role {
            Role::Node if committed.hash == Scalar::ZERO => "hashes to 0, which means that there is no node",
            Role::Node if committed.hash == Scalar::ONE => "hashes to 1, the marker of a leaf",
            _ => continue,
        };
        let path = outline.visits[vector.visit].path;
        // The proof does not contain the root's commitment.
        let place = format!("verkleProof.commitmentsByPath[{}] (of the node at {path})", i - 1);
        return Err(malformed(place, reason));
    }
    Ok(())
}

/// The hashes of first children, as many as the outline requires. Checks that none is the marker of a leaf.
fn first_children(outline: &Outline, proof: &Proof) -> Result<Vec<Scalar>, Error> {
    let encoded = proof.first_children.iter().flatten();
    let hashes = encoded.zip(&outline.first_children).enumerate().map(|(i, (bytes, vector))| {
        let path = outline.visits[outline.vectors[*vector].visit].path;
        let invalid = |reason: &str| {
            malformed(format!("verkleProof.firstChildren[{i}] (of the branch at {path})"), reason)
        };
        let hash = Scalar::from_le_bytes(bytes).map_err(|_| invalid("not below the order of the group"))?;
        if hash == Scalar::ONE { Err(invalid("1, the marker of a leaf")) } else { Ok(hash) }
    });
    hashes.collect()
}

/// The data of a witness that determine the values of claims.
struct ClaimValues<'a> {
    outline: &'a Outline,
    values: &'a [Option<Value>],
    committed: &'a [Committed],
    first_children: &'a [Scalar],
}

impl ClaimValues<'_> {
    fn claim(&self, opening: &Opening) -> Claim {
        let value = match opening.value {
            OpenedValue::Nothing => Scalar::ZERO,
            OpenedValue::Marker => Scalar::ONE,
            OpenedValue::Stem => Scalar::from_le_bytes_reduced(self.outline.leaf_stem(opening.vector)),
            OpenedValue::Hash(vector) => self.committed[vector].hash,
            OpenedValue::First(number) => self.first_children[number],
            OpenedValue::Value { key, half } => {
                self.values[key].as_ref().map_or(Scalar::ZERO, |value| elements(value)[half])
            }
        };
        Claim { commitment: opening.vector, point: opening.point, value }
    }
}
