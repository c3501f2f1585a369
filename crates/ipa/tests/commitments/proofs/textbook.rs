//! A textbook verifier: it folds the generators in every round, computes Lagrange polynomials by their products, and
//! hashes the transcript's bytes directly.

use std::sync::OnceLock;

use sha2::{Digest, Sha256};
use vorpal_curves::Group;
use vorpal_ipa::{Basis, Claim, Commitment, Committer, InnerProductProof, MultiProof, Scalar};

pub(crate) fn committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::with_window(&Basis::default(), 6).unwrap())
}

fn basis() -> &'static Basis {
    static BASIS: OnceLock<Basis> = OnceLock::new();
    BASIS.get_or_init(Basis::default)
}

/// 256 pseudorandom scalars derived from a seed.
pub(crate) fn random_values(seed: u64) -> Vec<Scalar> {
    let scalar = |i: u64| {
        let digest = Sha256::new().chain_update(seed.to_le_bytes()).chain_update(i.to_le_bytes()).finalize();
        Scalar::from_le_bytes_reduced(&digest)
    };
    (0..256).map(scalar).collect()
}

/// A transcript that keeps its bytes.
#[derive(Default)]
pub(crate) struct Bytes(Vec<u8>);

impl Bytes {
    pub(crate) fn label(&mut self, label: &str) {
        self.0.extend(label.as_bytes());
    }
    pub(crate) fn point(&mut self, label: &str, point: &Commitment) {
        self.label(label);
        self.0.extend(point.encode());
    }
    pub(crate) fn scalar(&mut self, label: &str, scalar: &Scalar) {
        self.label(label);
        self.0.extend(scalar.to_le_bytes());
    }
    pub(crate) fn challenge(&mut self, label: &str) -> Scalar {
        self.label(label);
        let challenge = Scalar::from_le_bytes_reduced(&Sha256::digest(&self.0));
        self.0.clear();
        self.scalar(label, &challenge);
        challenge
    }
}

fn inverse(value: Scalar) -> Scalar {
    value.invert_vartime().unwrap()
}

fn product(factors: impl Iterator<Item = Scalar>) -> Scalar {
    factors.fold(Scalar::ONE, |product, factor| product * factor)
}

/// `L_i(t)` for each `i`.
pub(crate) fn lagrange(t: Scalar) -> Vec<Scalar> {
    let others = |i: u64| (0..256).filter(move |&j| j != i).map(Scalar::from);
    (0..256)
        .map(|i| {
            let above = product(others(i).map(|j| t - j));
            above * inverse(product(others(i).map(|j| Scalar::from(i) - j)))
        })
        .collect()
}

pub(crate) fn inner_product(a: &[Scalar], b: &[Scalar]) -> Scalar {
    a.iter().zip(b).fold(Scalar::ZERO, |sum, (a, b)| sum + *a * *b)
}

pub(crate) fn verify_evaluation(
    bytes: &mut Bytes,
    commitment: Commitment,
    point: Scalar,
    value: Scalar,
    proof: &InnerProductProof,
) -> bool {
    bytes.label("ipa");
    bytes.point("C", &commitment);
    bytes.scalar("input point", &point);
    bytes.scalar("output point", &value);
    let q = Commitment::generator().mul_vartime(&bytes.challenge("w"));
    let mut sum = commitment + q.mul_vartime(&value);
    let mut g: Vec<Commitment> = basis().generators().iter().map(Commitment::from_affine).collect();
    let mut b = lagrange(point);
    for (l, r) in proof.l.iter().zip(&proof.r) {
        bytes.point("L", l);
        bytes.point("R", r);
        let x = bytes.challenge("x");
        sum += l.mul_vartime(&x) + r.mul_vartime(&inverse(x));
        let half = g.len() / 2;
        g = (0..half).map(|i| g[i] + g[i + half].mul_vartime(&inverse(x))).collect();
        b = (0..half).map(|i| b[i] + b[i + half] * inverse(x)).collect();
    }
    sum == g[0].mul_vartime(&proof.a) + q.mul_vartime(&(proof.a * b[0]))
}

pub(crate) fn verify(label: &str, commitments: &[Commitment], claims: &[Claim], proof: &MultiProof) -> bool {
    let mut bytes = Bytes::default();
    bytes.label(label);
    bytes.label("multiproof");
    for claim in claims {
        bytes.point("C", &commitments[claim.commitment]);
        bytes.scalar("z", &Scalar::from(u64::from(claim.point)));
        bytes.scalar("y", &claim.value);
    }
    let r = bytes.challenge("r");
    bytes.point("D", &proof.d);
    let t = bytes.challenge("t");
    let (mut e, mut value, mut power) = (Commitment::IDENTITY, Scalar::ZERO, Scalar::ONE);
    for claim in claims {
        let factor = power * inverse(t - Scalar::from(u64::from(claim.point)));
        e += commitments[claim.commitment].mul_vartime(&factor);
        value += factor * claim.value;
        power *= r;
    }
    bytes.point("E", &e);
    verify_evaluation(&mut bytes, e - proof.d, t, value, &proof.argument)
}
