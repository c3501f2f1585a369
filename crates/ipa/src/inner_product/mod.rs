//! The inner product argument: a proof that a committed vector has a given inner product with a public vector.
//!
//! Let `C = <a, G>` be the commitment to the vector `a` of 256 values, and let `b` be a vector that both sides know.
//! The prover proves knowledge of an `a` with `<a, b> = v` (B. Bunz, J. Bootle, D. Boneh, A. Poelstra, P. Wuille, G.
//! Maxwell, "Bulletproofs: short proofs for confidential transactions and more", 2017, section 3; for polynomials in
//! evaluation form D. Feist, "Inner product arguments", 2021). With `b_i = L_i(t)`, the Lagrange polynomials of
//! `0, ..., 255` at `t`, the product is the value at `t` of the polynomial with the values `a`.
//!
//! Let `Q' = w Q` for the group's generator `Q` and a challenge `w`. Eight rounds preserve the equation
//! `P = <a, G> + <a, b> Q'` and halve the vectors. Each round writes `a = a_0 || a_1` in halves, likewise `b` and `G`.
//! The prover sends
//!
//! ```text
//! L = <a_1, G_0> + <a_1, b_0> Q'        R = <a_0, G_1> + <a_0, b_1> Q'
//! ```
//!
//! and a challenge `x` folds `a <- a_0 + x a_1`, `b <- b_0 + x^-1 b_1`, `G <- G_0 + x^-1 G_1`, so that
//! `P <- P + x L + x^-1 R`. At the end the prover sends the one remaining value `a`.
//!
//! The generators need not be folded. After `k` rounds generator `j` of the remaining `256 / 2^k` is the sum of
//! `s_h G_i` over `i = h 256 / 2^k + j`. Here `s_h` is the product of the `x^-1` of those rounds whose bit is set in
//! `h`; the first round has the most significant bit. So `L` and `R` are sums over the original generators, and the
//! verifier checks one equation:
//!
//! ```text
//! C + w (v - a <b, s>) Q + sum of (x_k L_k + x_k^-1 R_k) - a <s, G> = 0
//! ```
//!
//! Transcript: the label `ipa`; `C`, `input point` (`t`), `output point` (`v`), challenge `w`; in each round `L`, `R`,
//! challenge `x`.

mod proof;
mod prove;
mod relation;
mod verify;

use vorpal_curves::bandersnatch::AffineBanderwagon;

pub use proof::InnerProductProof;
pub(crate) use proof::{PartsReader, write_parts};
pub(crate) use prove::prove;
pub(crate) use relation::{Relation, sum_of_multiples};
pub(crate) use verify::relation;

use crate::{Scalar, Transcript};

/// The number of rounds: 256 values can be halved eight times.
pub(crate) const ROUNDS: usize = 8;

/// The statement of the argument: a commitment, and the value of the committed polynomial at a point.
pub(crate) struct Evaluation {
    pub(crate) commitment: AffineBanderwagon,
    pub(crate) point: Scalar,
    pub(crate) value: Scalar,
}

impl Evaluation {
    /// Appends the statement. Returns the challenge `w`.
    fn open(&self, transcript: &mut Transcript) -> Scalar {
        transcript.append_label(b"ipa");
        transcript.append_message(b"C", &self.commitment.encode());
        transcript.append_scalar(b"input point", &self.point);
        transcript.append_scalar(b"output point", &self.value);
        transcript.challenge(b"w")
    }
}

/// Appends `L` and `R` of a round. Returns the challenge `x`.
fn round(transcript: &mut Transcript, l: &AffineBanderwagon, r: &AffineBanderwagon) -> Scalar {
    transcript.append_message(b"L", &l.encode());
    transcript.append_message(b"R", &r.encode());
    transcript.challenge(b"x")
}
