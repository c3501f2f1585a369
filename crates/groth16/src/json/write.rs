//! Writing JSON as snarkjs writes it.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::points::{self, Point, Point2};
use super::{PROTOCOL, ProofText, decimal};
use crate::{Curve, Proof, VerificationKey};

#[derive(Serialize)]
struct KeyText {
    protocol: &'static str,
    curve: &'static str,
    #[serde(rename = "nPublic")]
    public: usize,
    vk_alpha_1: Point,
    vk_beta_2: Point2,
    vk_gamma_2: Point2,
    vk_delta_2: Point2,
    vk_alphabeta_12: [[[String; 2]; 3]; 2],
    #[serde(rename = "IC")]
    ic: Vec<Point>,
}

/// The text of a value, indented by one space. serde_json indents by two, and a string has no line breaks in JSON: so
/// the spaces at the start of a line are the indentation.
fn pretty(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value).expect("strings and lists can be written to memory");
    let mut indented = String::with_capacity(text.len());
    for (index, line) in text.lines().enumerate() {
        if index > 0 {
            indented.push('\n');
        }
        let spaces = line.len() - line.trim_start_matches(' ').len();
        indented.push_str(&line[spaces / 2..]);
    }
    indented
}

impl<C: Curve> Proof<C> {
    /// The text of `proof.json`.
    pub fn to_json(&self) -> String {
        pretty(&ProofText {
            pi_a: points::write(&self.a),
            pi_b: points::write2::<C>(&self.b),
            pi_c: points::write(&self.c),
            protocol: Some(PROTOCOL.into()),
            curve: Some(C::NAME.into()),
        })
    }
}

impl<C: Curve> VerificationKey<C> {
    /// The text of `verification_key.json`.
    ///
    /// # Errors
    /// If `beta H` is not in G2.
    pub fn to_json(&self) -> Result<String, vorpal_curves::Error> {
        let product = C::product(&[(self.alpha_g1, &C::lines(&self.beta_g2)?)]);
        let coefficients = C::coefficients(&product).map(|pair| pair.map(|part| decimal::write(&part)));
        let [a, b, c, d, e, f] = coefficients;
        Ok(pretty(&KeyText {
            protocol: PROTOCOL,
            curve: C::NAME,
            public: self.ic.len().saturating_sub(1),
            vk_alpha_1: points::write(&self.alpha_g1),
            vk_beta_2: points::write2::<C>(&self.beta_g2),
            vk_gamma_2: points::write2::<C>(&self.gamma_g2),
            vk_delta_2: points::write2::<C>(&self.delta_g2),
            vk_alphabeta_12: [[a, b, c], [d, e, f]],
            ic: self.ic.iter().map(points::write).collect(),
        }))
    }
}

/// The text of `public.json`.
///
/// ```
/// use vorpal_groth16::{Bn254, json};
/// assert_eq!(json::write_public::<Bn254>(&[33.into()]), "[\n \"33\"\n]");
/// ```
pub fn write_public<C: Curve>(signals: &[C::Scalar]) -> String {
    pretty(&signals.iter().map(decimal::write).collect::<Vec<String>>())
}
