//! Inner product arguments: proofs that a committed vector has an inner product with a public vector.
//!
//! The protocol is that of `vorpal-ipa`, whose module on it has the derivation, for every power of two as the length
//! and for any public vector. (B. Bünz et al., "Bulletproofs: short proofs for confidential transactions and more",
//! 2017, section 3; D. Feist, "Inner product arguments", 2021.)
#![allow(non_snake_case, reason = "points are capitals in the literature")]

mod proof;
mod verify;

use alloc::vec;
use alloc::vec::Vec;

use banderwagon::{Element, Field, Fr, One, Zero, multi_scalar_mul};

use crate::crs::CRS;
use crate::math_utils::inner_product;
use crate::transcript::{Transcript, TranscriptProtocol};

pub use proof::IPAProof;
pub(crate) use proof::{log2, points_and_scalar};

/// Proves that the committed vector `a_vec` has the inner product `<a_vec, b_vec>` with `b_vec`. For a polynomial by
/// its values, `b_vec` contains the Lagrange polynomials at `input_point`. Missing values of `a_vec` are zero, as in
/// commitments.
///
/// The generators are not folded: after some rounds, generator `j` of the remaining ones is the sum of the multiples of
/// the original ones by `factors`, which are products of inverse challenges. So each round costs two sums over `n / 2`
/// points, and no multiplications of single points.
///
/// # Panics
/// Unless the number of generators is a power of two, `a_vec` has at most as many values, and `b_vec` as many.
pub fn create(
    transcript: &mut Transcript,
    crs: CRS,
    mut a_vec: Vec<Fr>,
    a_comm: Element,
    mut b_vec: Vec<Fr>,
    input_point: Fr,
) -> IPAProof {
    let n = crs.G.len();
    assert!(n.is_power_of_two(), "{n} generators are not a power of two");
    assert!(a_vec.len() <= n && b_vec.len() == n, "vectors of {} and {} for {n}", a_vec.len(), b_vec.len());
    a_vec.resize(n, Fr::zero());
    let w = open(transcript, &a_comm, &input_point, &inner_product(&a_vec, &b_vec));
    let Q = crs.Q * w;
    let mut factors = vec![Fr::one()];
    let (mut L_vec, mut R_vec) = (Vec::new(), Vec::new());
    while a_vec.len() > 1 {
        let half = a_vec.len() / 2;
        let ((a_L, a_R), (b_L, b_R)) = (a_vec.split_at(half), b_vec.split_at(half));
        let L = sum(&crs.G, &factors, a_R, 0, &Q, &inner_product(a_R, b_L));
        let R = sum(&crs.G, &factors, a_L, half, &Q, &inner_product(a_L, b_R));
        let x = round(transcript, &L, &R);
        // A challenge is zero with a probability of 2^-252, and then there is no proof.
        let inverse = x.inverse().expect("a challenge is not zero");
        a_vec = fold(a_L, a_R, &x);
        b_vec = fold(b_L, b_R, &inverse);
        factors = factors.iter().flat_map(|factor| [*factor, *factor * inverse]).collect();
        L_vec.push(L);
        R_vec.push(R);
    }
    IPAProof { L_vec, R_vec, a: a_vec[0] }
}

/// Appends the statement. Returns the challenge `w`.
fn open(transcript: &mut Transcript, commitment: &Element, input_point: &Fr, output_point: &Fr) -> Fr {
    transcript.domain_sep(b"ipa");
    transcript.append_point(b"C", commitment);
    transcript.append_scalar(b"input point", input_point);
    transcript.append_scalar(b"output point", output_point);
    transcript.challenge_scalar(b"w")
}

/// Appends `L` and `R` of a round. Returns the challenge `x`.
fn round(transcript: &mut Transcript, L: &Element, R: &Element) -> Fr {
    transcript.append_point(b"L", L);
    transcript.append_point(b"R", R);
    transcript.challenge_scalar(b"x")
}

/// The sum of `factor_h half_j G_i` with `i = 2 h |half| + first + j`, and of `product Q`.
fn sum(G: &[Element], factors: &[Fr], half: &[Fr], first: usize, Q: &Element, product: &Fr) -> Element {
    let blocks = G.chunks_exact(2 * half.len()).zip(factors);
    let terms = blocks.flat_map(|(G, factor)| {
        G[first..].iter().zip(half).map(move |(point, value)| (*point, *factor * value))
    });
    let (points, scalars): (Vec<Element>, Vec<Fr>) = terms.chain([(*Q, *product)]).unzip();
    multi_scalar_mul(&points, &scalars)
}

/// `low + x high`.
fn fold(low: &[Fr], high: &[Fr], x: &Fr) -> Vec<Fr> {
    low.iter().zip(high).map(|(low, high)| *low + *x * high).collect()
}

/// `sum of scalar point`.
///
/// # Panics
/// If the numbers of scalars and points differ.
pub fn slow_vartime_multiscalar_mul<'a>(
    scalars: impl Iterator<Item = &'a Fr>,
    points: impl Iterator<Item = &'a Element>,
) -> Element {
    let (points, scalars): (Vec<Element>, Vec<Fr>) = (points.copied().collect(), scalars.copied().collect());
    multi_scalar_mul(&points, &scalars)
}

/// `sum of scalars[i] bases[i]`, on the caller's rayon pool with feature `parallel`.
///
/// # Panics
/// If the numbers of scalars and bases differ.
pub fn multi_scalar_mul_par(bases: &[Element], scalars: &[Fr]) -> Element {
    multi_scalar_mul(bases, scalars)
}
