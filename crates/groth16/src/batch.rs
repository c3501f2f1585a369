//! Verification of many proofs of one circuit.
//!
//! # Soundness
//!
//! Entry `i` has the signals `x_i` and the points `A_i, B_i, C_i`. Let `IC(x_i)` be the sum of the signals' points.
//! Write GT additively. The entry is valid if its points are in their groups and
//!
//! ```text
//! D_i = e(A_i, B_i) - e(IC(x_i), gamma H) - e(C_i, delta H) - e(alpha G, beta H) = 0.
//! ```
//!
//! 1. An entry with a wrong number of signals, or a point that is not on its curve, is invalid by itself. The points
//!    `A_i` and `C_i` of the others are checked for membership in G1, before they are multiplied. The check is exact,
//!    or that of [`subgroup_randomised`], in which a list with a point outside passes with a probability of `2^-128` at
//!    most.
//! 2. The points `B_i` are checked for membership in G2 exactly, by the Miller loop of the product that they are in:
//!    they are not multiplied by weights. If one is outside, each is checked alone.
//! 3. For the set `S` of the other entries, the product of pairings is `sum of a_i D_i over S`, with weights `a_i`
//!    below `2^128`:
//!
//!    ```text
//!    sum of e(a_i A_i, B_i) - e(sum of a_i IC(x_i), gamma H)
//!        - e(sum of a_i C_i, delta H) - e(sum of a_i alpha G, beta H).
//!    ```
//!
//!    If it is not zero, `S` is halved.
//!
//! All `D_i` are in GT, whose order is a prime above `2^128`. By the lemma of [`Weights`], each sum with an invalid
//! entry is zero with a probability of at most `2^-128`. The requirements hold: the hash of an entry covers the key,
//! the signals with their number, and all coordinates; the sets follow from the entries, as membership, halves and
//! exact checks do not depend on weights. There are fewer than `2 n` sums, and two lists of points. So the verdict on
//! `n` entries is wrong with a probability of at most `(2 n + 2) 2^-128`. Without randomness, `t` times that for an
//! attacker who computes `t` hashes.

use alloc::vec;
use alloc::vec::Vec;

use sha2::{Digest, Sha256};
use vorpal_curves::models::weierstrass::{Affine, Jacobian, Subgroup};
use vorpal_fields::PrimeField;
use vorpal_msm::{Weights, msm_vartime, subgroup_randomised};

use crate::verifier::{on_curve, update};
use crate::{Curve, Points, Proof, Verdict, Verifier};

/// The domain separator of the weights.
const PROTOCOL: &[u8] = b"vorpal Groth16 batch, version 1";

/// A proof with its public signals.
#[derive(Clone, Copy, Debug)]
pub struct Statement<'a, C: Curve> {
    /// The public signals.
    pub signals: &'a [C::Scalar],
    /// The proof.
    pub proof: Proof<C>,
}

impl<C: Curve> Verifier<C> {
    /// Verifies many proofs together, and names the wrong ones. A wrong verdict on `n` proofs has a probability of at
    /// most `(2 n + 2) 2^-128`; without randomness of the operating system, `t` times that for an attacker who computes
    /// `t` hashes.
    pub fn verify_batch(&self, statements: &[Statement<'_, C>]) -> Verdict {
        let weights = Weights::of(PROTOCOL, statements.iter().map(|statement| self.entry(statement)));
        let (well_formed, mut invalid): (Vec<usize>, Vec<usize>) =
            (0..statements.len()).partition(|index| self.is_well_formed(&statements[*index]));
        let (members, outside) = in_g1(statements, well_formed);
        invalid.extend(outside);
        let batch = Batch { verifier: self, statements, weights };
        batch.search(&members, &mut invalid);
        if invalid.is_empty() && !statements.is_empty() {
            return Verdict::Valid;
        }
        invalid.sort_unstable();
        Verdict::Invalid(invalid)
    }

    /// A hash of everything that determines whether a statement is valid.
    fn entry(&self, statement: &Statement<'_, C>) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.digest);
        hash.update((statement.signals.len() as u64).to_le_bytes());
        for signal in statement.signals {
            hash.update(signal.to_limbs().map(u64::to_le_bytes).as_flattened());
        }
        update(&mut hash, &statement.proof.a);
        update(&mut hash, &statement.proof.b);
        update(&mut hash, &statement.proof.c);
        hash.finalize().into()
    }

    fn is_well_formed(&self, Statement { signals, proof }: &Statement<'_, C>) -> bool {
        self.same_number(signals).is_ok()
            && on_curve("pi_a", &proof.a).is_ok()
            && on_curve("pi_b", &proof.b).is_ok()
            && on_curve("pi_c", &proof.c).is_ok()
    }
}

/// Parts the statements by whether both points of G1 are in the subgroup.
fn in_g1<C: Curve>(statements: &[Statement<'_, C>], indices: Vec<usize>) -> (Vec<usize>, Vec<usize>) {
    let points = |point: fn(&Proof<C>) -> Affine<C::G1>| -> Vec<Affine<C::G1>> {
        indices.iter().map(|index| point(&statements[*index].proof)).collect()
    };
    let mut outside = Vec::new();
    for points in [points(|proof| proof.a), points(|proof| proof.c)] {
        if subgroup_randomised(&points[..]).is_err() {
            let places = Affine::outside_subgroup_vartime(&points);
            outside.extend(places.into_iter().map(|place| indices[place]));
        }
    }
    outside.sort_unstable();
    outside.dedup();
    let members = indices.into_iter().filter(|index| outside.binary_search(index).is_err()).collect();
    (members, outside)
}

struct Batch<'a, 'b, C: Curve> {
    verifier: &'a Verifier<C>,
    statements: &'a [Statement<'b, C>],
    weights: Weights,
}

impl<C: Curve> Batch<'_, '_, C> {
    /// Appends the invalid ones of these statements, whose points are on their curves, and in G1 where they should be.
    fn search(&self, indices: &[usize], invalid: &mut Vec<usize>) {
        if indices.is_empty() {
            return;
        }
        match self.product(indices) {
            Some(product) if product == C::product(&[]) => {}
            Some(_) if indices.len() == 1 => invalid.extend(indices),
            Some(_) => {
                let (left, right) = indices.split_at(indices.len() / 2);
                self.search(left, invalid);
                self.search(right, invalid);
            }
            None => {
                let is_member = |index: &usize| self.statements[*index].proof.b.is_in_subgroup_vartime();
                let (members, outside): (Vec<usize>, Vec<usize>) =
                    indices.iter().partition(|index| is_member(index));
                if outside.is_empty() {
                    // The product says no more, so each one is verified alone.
                    invalid.extend(members.into_iter().filter(|index| !self.is_valid(*index)));
                } else {
                    invalid.extend(outside);
                    self.search(&members, invalid);
                }
            }
        }
    }

    fn is_valid(&self, index: usize) -> bool {
        let Statement { signals, proof } = &self.statements[index];
        self.verifier.verify(signals, proof) == Ok(true)
    }

    /// The weighted product; `None` if a point `B` is not in G2.
    fn product(&self, indices: &[usize]) -> Option<C::Target> {
        let key = &self.verifier.key;
        let weights: Vec<u128> = indices.iter().map(|index| self.weights.weight(*index)).collect();
        let proofs = || indices.iter().map(|index| &self.statements[*index].proof);
        #[allow(clippy::cast_possible_truncation, reason = "the lower and the upper half")]
        let multiple = |point: &Affine<C::G1>, weight: u128| {
            Jacobian::from_affine(point).mul_limbs_vartime(&[weight as u64, (weight >> 64) as u64])
        };
        let multiples: Vec<Jacobian<C::G1>> =
            proofs().zip(&weights).map(|(proof, weight)| multiple(&proof.a, *weight)).collect();
        let left = Jacobian::normalise_batch(&multiples);

        // The weights of the signals: sums over all statements.
        let mut first = C::Scalar::from(0);
        let mut signals = vec![C::Scalar::from(0); self.verifier.signals()];
        for (index, weight) in indices.iter().zip(&weights) {
            let weight = scalar::<C>(*weight);
            first += weight;
            for (sum, signal) in signals.iter_mut().zip(self.statements[*index].signals) {
                *sum += *signal * weight;
            }
        }
        let of_signals = self.verifier.sum_of_signals(first, &signals);
        let points: Vec<Affine<C::G1>> = proofs().map(|proof| proof.c).collect();
        let of_c = msm_vartime(&Subgroup::unchecked(&points[..]), &weights).expect("a weight for each point");
        let alpha = key.alpha_g1.mul_vartime(&first).to_affine_vartime();

        let mut pairs: Vec<Points<C>> = left.into_iter().zip(proofs().map(|proof| proof.b)).collect();
        pairs.extend([
            (-of_signals, key.gamma_g2),
            (-of_c.to_affine_vartime(), key.delta_g2),
            (-alpha, key.beta_g2),
        ]);
        C::product_checked(&pairs)
    }
}

fn scalar<C: Curve>(weight: u128) -> C::Scalar {
    C::Scalar::from_le_bytes_reduced(&weight.to_le_bytes())
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use vorpal_curves::bn254::{self as g1, g2};

    use super::*;
    use crate::{Bn254, VerificationKey};

    /// Whoever can change a part of a statement or of the key without changing the weights can choose it after them.
    #[test]
    fn weights_depend_on_the_key_and_on_every_part_of_a_statement() {
        let (g, h) = (g1::Affine::GENERATOR, g2::Affine::GENERATOR);
        let (g2, h2) = (g.add_vartime(&g), h.add_vartime(&h));
        let (g3, h3) = (g2.add_vartime(&g), h2.add_vartime(&h));
        let key = VerificationKey { alpha_g1: g, beta_g2: h, gamma_g2: h, delta_g2: h2, ic: vec![g, g2, g3] };
        let signals = [3u64, 5].map(<Bn254 as Curve>::Scalar::from);
        let proof = Proof { a: g, b: h, c: g };
        let mut entries = BTreeSet::new();
        let mut number = 0;
        let mut insert =
            |key: &VerificationKey<Bn254>, signals: &[<Bn254 as Curve>::Scalar], proof: Proof<Bn254>| {
                entries.insert(Verifier::new(key.clone()).unwrap().entry(&Statement { signals, proof }));
                number += 1;
            };
        insert(&key, &signals, proof);
        for other in [&[signals[1], signals[0]][..], &signals[..1], &[signals[0]; 2], &[], &[signals[0]; 3]] {
            insert(&key, other, proof);
        }
        for other in [Proof { a: g2, ..proof }, Proof { b: h2, ..proof }, Proof { c: g2, ..proof }] {
            insert(&key, &signals, other);
        }
        insert(&VerificationKey { alpha_g1: g2, ..key.clone() }, &signals, proof);
        insert(&VerificationKey { beta_g2: h2, ..key.clone() }, &signals, proof);
        insert(&VerificationKey { gamma_g2: h3, ..key.clone() }, &signals, proof);
        insert(&VerificationKey { delta_g2: h3, ..key.clone() }, &signals, proof);
        for ic in [vec![g, g3, g2], vec![g, g2], vec![g, g2, g3, g], vec![-g, g2, g3], vec![g, g2, -g3]] {
            insert(&VerificationKey { ic, ..key.clone() }, &signals, proof);
        }
        assert_eq!(entries.len(), number);
    }
}
