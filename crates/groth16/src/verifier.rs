//! Verification of single proofs.

use alloc::vec::Vec;

use sha2::{Digest, Sha256};
use vorpal_curves::models::weierstrass::{Affine, Subgroup, WeierstrassCurve};
use vorpal_fields::EncodableField;
use vorpal_msm::msm_vartime;

use crate::{Coordinate, Curve, Proof, VerificationKey};

/// Why a key or a proof is refused before its equation is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The number of public signals is not that of the key.
    #[error("{found} public signals instead of {expected}")]
    Signals {
        /// The number of the key.
        expected: usize,
        /// The number given.
        found: usize,
    },
    /// A point is not on its curve or not in its group.
    #[error("{name}: {reason}")]
    Point {
        /// The name of the point in files of JSON.
        name: &'static str,
        /// What is wrong.
        reason: vorpal_curves::Error,
    },
    /// A point of the key is infinity, which would make wrong proofs valid.
    #[error("{name} is the point at infinity")]
    Infinity {
        /// The name of the point in files of JSON.
        name: &'static str,
    },
    /// The key has no points for signals.
    #[error("IC is empty")]
    Empty,
    /// Nobody contributed to the key, so everybody can prove everything ([`VerificationKey::is_forgeable`]).
    #[error("nobody contributed to the key, so everybody can forge proofs")]
    Forgeable,
}

/// A verification key with checked points, and with the lines of those of G2.
///
/// A proof `(A, B, C)` of the signals `x_1, .., x_l` is valid if
///
/// ```text
/// e(A, B) = e(alpha G, beta H) e(IC_0 + x_1 IC_1 + .. + x_l IC_l, gamma H) e(C, delta H).
/// ```
///
/// Elements of the scalar field have one representation, so no signal has a second one that is verified as well. All
/// input is public, and time depends on it.
///
/// ```no_run
/// use vorpal_groth16::{Bn254, Proof, VerificationKey, Verifier, json};
/// let text = |name| std::fs::read_to_string(name);
/// let verifier = Verifier::<Bn254>::new(VerificationKey::from_json(&text("verification_key.json")?)?)?;
/// let signals = json::read_public::<Bn254>(&text("public.json")?)?;
/// assert!(verifier.verify(&signals, &Proof::from_json(&text("proof.json")?)?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Verifier<C: Curve> {
    pub(crate) key: VerificationKey<C>,
    /// The lines of `-gamma H` and `-delta H`.
    gamma: C::Lines,
    delta: C::Lines,
    /// `e(alpha G, beta H)`.
    alpha_beta: C::Target,
    /// A hash of the key.
    pub(crate) digest: [u8; 32],
}

impl<C: Curve> Verifier<C> {
    /// Checks the points of a key. A signal whose point of IC is infinity is in no equation.
    ///
    /// # Errors
    /// If a point is not in its group, one other than of IC is infinity, IC is empty, or the key is
    /// [forgeable](VerificationKey::is_forgeable).
    pub fn new(key: VerificationKey<C>) -> Result<Self, VerifyError> {
        if key.is_forgeable() { Err(VerifyError::Forgeable) } else { Self::for_development(key) }
    }

    /// As [`new`](Self::new), also for a key that nobody contributed to: a valid proof proves nothing then.
    ///
    /// # Errors
    /// As for `new`.
    pub fn for_development(key: VerificationKey<C>) -> Result<Self, VerifyError> {
        if key.ic.is_empty() {
            return Err(VerifyError::Empty);
        }
        in_group("vk_alpha_1", &key.alpha_g1)?;
        key.ic.iter().try_for_each(|point| in_group("IC", point))?;
        let lines = |name, point: &Affine<C::G2>, signed: Affine<C::G2>| {
            on_curve(name, point)?;
            if point.is_identity_vartime() {
                return Err(VerifyError::Infinity { name });
            }
            C::lines(&signed).map_err(|reason| VerifyError::Point { name, reason })
        };
        if key.alpha_g1.is_identity_vartime() {
            return Err(VerifyError::Infinity { name: "vk_alpha_1" });
        }
        let beta = lines("vk_beta_2", &key.beta_g2, key.beta_g2)?;
        let gamma = lines("vk_gamma_2", &key.gamma_g2, -key.gamma_g2)?;
        let delta = lines("vk_delta_2", &key.delta_g2, -key.delta_g2)?;
        let alpha_beta = C::product(&[(key.alpha_g1, &beta)]);
        let mut hash = Sha256::new();
        [key.beta_g2, key.gamma_g2, key.delta_g2].iter().for_each(|point| update(&mut hash, point));
        update(&mut hash, &key.alpha_g1);
        key.ic.iter().for_each(|point| update(&mut hash, point));
        Ok(Self { key, gamma, delta, alpha_beta, digest: hash.finalize().into() })
    }

    /// The number of public signals.
    pub fn signals(&self) -> usize {
        self.key.ic.len() - 1
    }

    /// Whether the proof is valid for these public signals.
    ///
    /// # Errors
    /// If the number of signals is another one, or a point of the proof is not on its curve or not in its group.
    pub fn verify(&self, signals: &[C::Scalar], proof: &Proof<C>) -> Result<bool, VerifyError> {
        self.same_number(signals)?;
        in_group("pi_a", &proof.a)?;
        in_group("pi_c", &proof.c)?;
        on_curve("pi_b", &proof.b)?;
        let lines = C::lines(&proof.b).map_err(|reason| VerifyError::Point { name: "pi_b", reason })?;
        let sum = self.sum_of_signals(C::Scalar::from(1), signals);
        let product = C::product(&[(proof.a, &lines), (sum, &self.gamma), (proof.c, &self.delta)]);
        Ok(product == self.alpha_beta)
    }

    pub(crate) fn same_number(&self, signals: &[C::Scalar]) -> Result<(), VerifyError> {
        let (expected, found) = (self.signals(), signals.len());
        if expected == found { Ok(()) } else { Err(VerifyError::Signals { expected, found }) }
    }

    /// `first IC_0 + x_1 IC_1 + ..`.
    pub(crate) fn sum_of_signals(&self, first: C::Scalar, signals: &[C::Scalar]) -> Affine<C::G1> {
        let scalars: Vec<C::Scalar> = core::iter::once(first).chain(signals.iter().copied()).collect();
        // The points were checked when the key was read.
        let points = Subgroup::unchecked(&self.key.ic[..]);
        msm_vartime(&points, &scalars).expect("a scalar for each point").to_affine_vartime()
    }
}

/// Whether a point is on its curve. Infinity is.
pub(crate) fn on_curve<G: WeierstrassCurve>(
    name: &'static str,
    point: &Affine<G>,
) -> Result<(), VerifyError> {
    let (x, y) = point.raw_coordinates();
    match Affine::<G>::new_or_identity(*x, *y) {
        Ok(_) => Ok(()),
        Err(reason) => Err(VerifyError::Point { name, reason }),
    }
}

/// Whether a point is on its curve and in the subgroup, exactly.
pub(crate) fn in_group<G: WeierstrassCurve>(
    name: &'static str,
    point: &Affine<G>,
) -> Result<(), VerifyError> {
    on_curve(name, point)?;
    if G::HAS_PRIME_ORDER || point.is_in_subgroup_vartime() {
        Ok(())
    } else {
        Err(VerifyError::Point { name, reason: vorpal_curves::Error::NotInSubgroup })
    }
}

/// Hashes both stored coordinates of a point.
pub(crate) fn update<G: WeierstrassCurve<Base: Coordinate>>(hash: &mut Sha256, point: &Affine<G>) {
    let (x, y) = point.raw_coordinates();
    for coordinate in [x, y] {
        hash.update(coordinate.to_le_bytes().as_ref());
    }
}
