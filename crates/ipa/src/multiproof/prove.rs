//! Creation of multiproofs.

use alloc::vec::Vec;

use vorpal_curves::bandersnatch::encoding::BANDERWAGON;
use vorpal_curves::{Group, PointFormat};
use vorpal_fields::Acc;
use vorpal_msm::FewBases;

use super::{MultiProof, Query, Vector, evaluations, open, powers, quotients};
use crate::domain::{Domain, Values, inner_product};
use crate::inner_product::{self, Evaluation};
use crate::{Commitment, Committer, Error, Scalar, Transcript, WIDTH};

/// An unreduced sum of products.
type Sum = Acc<vorpal_fields::primes::BandersnatchScalarModulus, 4>;

impl Committer {
    /// Proves the value of `vectors[query.vector]` at `query.point` for each query, in the order of the queries.
    /// Queries may repeat. `label` identifies the protocol: `vt` for the proofs of state trees.
    ///
    /// The vectors' commitments are not checked: with a wrong one the verifier rejects the proof. Costs about seven
    /// commitments to 256 values, 256 products for each different query and 512 for each different point. Runs on the
    /// caller's rayon pool with feature `parallel`.
    ///
    /// # Errors
    /// [`Error::NoOpenings`], [`Error::NoSuchVector`], [`Error::VectorTooLong`].
    ///
    /// ```
    /// use vorpal_ipa::{Basis, Claim, Committer, Query, Scalar, Vector};
    /// let committer = Committer::with_window(&Basis::default(), 4)?; // small tables
    /// let values = [3, 1, 4].map(Scalar::from);
    /// let vector = Vector { commitment: committer.commit(&values), values: &values };
    /// let proof = committer.prove(b"vt", &[vector], &[Query { vector: 0, point: 2 }])?;
    /// let claim = Claim { commitment: 0, point: 2, value: Scalar::from(4) };
    /// assert!(committer.verify(b"vt", &[vector.commitment], &[claim], &proof)?);
    /// # Ok::<(), vorpal_ipa::Error>(())
    /// ```
    pub fn prove(
        &self,
        label: &[u8],
        vectors: &[Vector<'_>],
        queries: &[Query],
    ) -> Result<MultiProof, Error> {
        self.prove_with_transcript(&mut Transcript::new(label), vectors, queries)
    }

    /// [`prove`](Self::prove) as a part of a larger protocol: continues the given transcript.
    ///
    /// # Errors
    /// As for [`prove`](Self::prove).
    pub fn prove_with_transcript(
        &self,
        transcript: &mut Transcript,
        vectors: &[Vector<'_>],
        queries: &[Query],
    ) -> Result<MultiProof, Error> {
        check(vectors, queries)?;
        let commitments: Vec<Commitment> = vectors.iter().map(|vector| vector.commitment).collect();
        let encodings = BANDERWAGON.encode_batch(&commitments);
        let claims = queries
            .iter()
            .map(|query| (&encodings[query.vector], query.point, vectors[query.vector].value(query.point)));
        let r = open(transcript, claims);

        let domain = Domain::get();
        let openings = openings(vectors, queries, r);
        let groups: Vec<&[Opening]> = openings.chunk_by(|left, right| left.point == right.point).collect();
        let parts: Vec<(u8, Values, Values)> = vorpal_threads::map(&groups, |group| {
            let f = weighted_sum(vectors, group);
            (group[0].point, f, domain.quotient(&f, group[0].point))
        });
        let mut g = [Scalar::ZERO; WIDTH];
        for (_, _, quotient) in &parts {
            for (sum, value) in g.iter_mut().zip(quotient) {
                *sum += *value;
            }
        }
        let d = self.commit(&g);
        let t = quotients(transcript, &d.to_affine());

        let inverse_distances = Domain::inverse_distances(&t);
        let terms: Vec<(Scalar, &[Scalar])> = parts
            .iter()
            .map(|(point, f, _)| (inverse_distances[usize::from(*point)], f.as_slice()))
            .collect();
        let h = sum_of_multiples(&terms);
        let e = match openings.len() {
            ..=FEW => weighted_commitments(vectors, &openings, &inverse_distances),
            _ => self.commit(&h),
        };
        let sent = Commitment::normalise_batch(&[e, e - d]);
        evaluations(transcript, &sent[0]);

        let difference: Values = core::array::from_fn(|i| h[i] - g[i]);
        let lagrange = domain.lagrange(&t, &inverse_distances);
        let value = inner_product(&difference, &lagrange);
        let statement = Evaluation { commitment: sent[1], point: t, value };
        let argument = inner_product::prove(self, transcript, &statement, &difference, &lagrange);
        Ok(MultiProof { d, argument })
    }
}

fn check(vectors: &[Vector<'_>], queries: &[Query]) -> Result<(), Error> {
    if queries.is_empty() {
        return Err(Error::NoOpenings);
    }
    for (index, vector) in vectors.iter().enumerate() {
        if vector.values.len() > WIDTH {
            return Err(Error::VectorTooLong { vector: index, found: vector.values.len() });
        }
    }
    for (index, query) in queries.iter().enumerate() {
        if query.vector >= vectors.len() {
            return Err(Error::NoSuchVector { query: index, vector: query.vector, vectors: vectors.len() });
        }
    }
    Ok(())
}

/// The maximal number of openings for which computing `E` from the commitments is faster than from the values.
const FEW: usize = 16;

/// A vector that is opened at a point, and the sum of the powers of `r` of its queries.
struct Opening {
    point: u8,
    vector: usize,
    factor: Scalar,
}

/// The openings of the queries, sorted by point and vector, without repetitions.
fn openings(vectors: &[Vector<'_>], queries: &[Query], r: Scalar) -> Vec<Opening> {
    debug_assert!(queries.iter().all(|query| query.vector < vectors.len()));
    let mut openings: Vec<Opening> = queries
        .iter()
        .zip(powers(r))
        .map(|(query, factor)| Opening { point: query.point, vector: query.vector, factor })
        .collect();
    openings.sort_by_key(|opening| (opening.point, opening.vector));
    openings.dedup_by(|next, kept| {
        let same = (next.point, next.vector) == (kept.point, kept.vector);
        if same {
            kept.factor += next.factor;
        }
        same
    });
    openings
}

/// Computes `E` from the commitments.
fn weighted_commitments(
    vectors: &[Vector<'_>],
    openings: &[Opening],
    inverse_distances: &Values,
) -> Commitment {
    let commitments: Vec<Commitment> =
        openings.iter().map(|opening| vectors[opening.vector].commitment).collect();
    let factors =
        openings.iter().map(|opening| opening.factor * inverse_distances[usize::from(opening.point)]);
    FewBases::new(&commitments)
        .msm_sparse_vartime(factors.enumerate())
        .expect("as many commitments as factors")
}

/// `sum of factor f` over the openings.
fn weighted_sum(vectors: &[Vector<'_>], openings: &[Opening]) -> Values {
    let terms: Vec<(Scalar, &[Scalar])> =
        openings.iter().map(|opening| (opening.factor, vectors[opening.vector].values)).collect();
    sum_of_multiples(&terms)
}

/// `sum of factor values` over the terms; missing values are zero.
///
/// For each index, the products of up to `CHUNK` vectors are added to a sum in registers before the next index.
fn sum_of_multiples(terms: &[(Scalar, &[Scalar])]) -> Values {
    const CHUNK: usize = 16;
    let mut sums = [Sum::new(); WIDTH];
    for terms in terms.chunks(CHUNK) {
        for (index, sum) in sums.iter_mut().enumerate() {
            let values = terms.iter().filter_map(|(factor, values)| Some((*factor, *values.get(index)?)));
            // Most elements of the vectors of state trees are zero.
            sum.extend(values.filter(|(_, value)| !value.is_zero_vartime()));
        }
    }
    sums.map(|sum| sum.reduce())
}
