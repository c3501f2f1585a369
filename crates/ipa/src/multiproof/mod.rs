//! One proof for values of many committed vectors at many points (D. Feist, "PCS multiproofs using random evaluation",
//! 2021).
//!
//! Claim `i` is that the polynomial `f_i` with the commitment `C_i` has the value `y_i` at `z_i`, one of `0, ..., 255`.
//! For a challenge `r` the prover commits to
//!
//! ```text
//! g(X) = sum of r^i (f_i(X) - y_i) / (X - z_i)        D = [g]
//! ```
//!
//! which is a polynomial only if all claims are true. The verifier checks this at a challenge `t`, where
//! `g(t) = h(t) - v` with
//!
//! ```text
//! h(X) = sum of r^i f_i(X) / (t - z_i)        v = sum of r^i y_i / (t - z_i)
//! E = [h] = sum of r^i / (t - z_i) C_i
//! ```
//!
//! The verifier computes `E` from the commitments. An inner product argument proves that `E - D` commits to a
//! polynomial with the value `v` at `t`. The prover divides once for each different `z`, after adding up all `r^i f_i`
//! with this `z`.
//!
//! Transcript: the label `multiproof`; for each claim `C`, `z`, `y`; challenge `r`; `D`; challenge `t`; `E`; then the
//! transcript of the argument.

mod batch;
mod claims;
mod proof;
mod prove;
mod verify;

pub use batch::Statement;
pub use claims::{Claim, Query, Vector};
pub use proof::MultiProof;

use vorpal_curves::bandersnatch::AffineBanderwagon;

use crate::{Scalar, Transcript};

/// Appends the encoded commitment, the point and the value of each claim. Returns the challenge `r`.
fn open<'a>(transcript: &mut Transcript, claims: impl Iterator<Item = (&'a [u8; 32], u8, Scalar)>) -> Scalar {
    transcript.append_label(b"multiproof");
    for (commitment, point, value) in claims {
        transcript.append_message(b"C", commitment);
        transcript.append_scalar(b"z", &Scalar::from(u64::from(point)));
        transcript.append_scalar(b"y", &value);
    }
    transcript.challenge(b"r")
}

/// Appends `D`. Returns the challenge `t`.
fn quotients(transcript: &mut Transcript, d: &AffineBanderwagon) -> Scalar {
    transcript.append_message(b"D", &d.encode());
    transcript.challenge(b"t")
}

/// Appends `E`.
fn evaluations(transcript: &mut Transcript, e: &AffineBanderwagon) {
    transcript.append_message(b"E", &e.encode());
}

/// `1, r, r^2, ...`.
fn powers(r: Scalar) -> impl Iterator<Item = Scalar> {
    core::iter::successors(Some(Scalar::ONE), move |power| Some(*power * r))
}
