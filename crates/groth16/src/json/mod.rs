//! Proofs, public signals and verification keys as JSON, byte for byte as snarkjs writes them.
//!
//! Numbers are decimal strings. A point is a list of `x`, `y` and 1, or 0, 1, 0 for infinity; a coordinate in the
//! quadratic extension is a list of both coefficients. Lists are indented by one space, and no line break follows.
//!
//! Readers refuse numbers that are not below their prime, and points that are not on the curve. White space is free.

mod decimal;
mod error;
mod points;

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

pub use error::JsonError;
use points::{Point, Point2};

use crate::{Curve, Proof, VerificationKey};

/// The protocol's name.
const PROTOCOL: &str = "groth16";

#[derive(Serialize, Deserialize)]
struct ProofText {
    pi_a: Point,
    pi_b: Point2,
    pi_c: Point,
    protocol: Option<String>,
    curve: Option<String>,
}

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

/// The fields that are read: the target group's element follows from the others.
#[derive(Deserialize)]
struct KeyFields {
    protocol: Option<String>,
    curve: Option<String>,
    #[serde(rename = "nPublic")]
    public: Option<usize>,
    vk_alpha_1: Point,
    vk_beta_2: Point2,
    vk_gamma_2: Point2,
    vk_delta_2: Point2,
    #[serde(rename = "IC")]
    ic: Vec<Point>,
}

/// The text of a value, indented by one space.
fn pretty(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b" ");
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    value.serialize(&mut serializer).expect("strings and lists can be written to memory");
    String::from_utf8(bytes).expect("JSON is text")
}

/// Refuses another protocol or curve, if they are named.
fn same_names<C: Curve>(protocol: Option<&str>, curve: Option<&str>) -> Result<(), JsonError> {
    if protocol.is_some_and(|name| name != PROTOCOL) {
        return Err(JsonError::Protocol);
    }
    // Names that other programs use.
    let known = match C::NAME {
        "bn128" => ["bn128", "bn254", "BN254", "altbn128"],
        name => [name, "bls12-381", "bls12_381", "BLS12381"],
    };
    if curve.is_some_and(|name| !known.contains(&name)) { Err(JsonError::Curve(C::NAME)) } else { Ok(()) }
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

    /// The proof in a text.
    ///
    /// # Errors
    /// If the text has other fields, a number is not below the prime, or a point is not on the curve.
    pub fn from_json(text: &str) -> Result<Self, JsonError> {
        let fields: ProofText = serde_json::from_str(text)?;
        same_names::<C>(fields.protocol.as_deref(), fields.curve.as_deref())?;
        Ok(Self {
            a: points::read("pi_a", &fields.pi_a)?,
            b: points::read2::<C>("pi_b", &fields.pi_b)?,
            c: points::read("pi_c", &fields.pi_c)?,
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

    /// The key in a text. `vk_alphabeta_12` is not read, since it follows from other fields.
    ///
    /// # Errors
    /// If the text has other fields, a number is not below the prime, a point is not on the curve, or `nPublic` does
    /// not fit `IC`.
    pub fn from_json(text: &str) -> Result<Self, JsonError> {
        let fields: KeyFields = serde_json::from_str(text)?;
        same_names::<C>(fields.protocol.as_deref(), fields.curve.as_deref())?;
        let (expected, found) =
            (fields.public.map_or(fields.ic.len(), |number| number.saturating_add(1)), fields.ic.len());
        if expected != found || found == 0 {
            return Err(JsonError::Signals { expected: expected.max(1), found });
        }
        Ok(Self {
            alpha_g1: points::read("vk_alpha_1", &fields.vk_alpha_1)?,
            beta_g2: points::read2::<C>("vk_beta_2", &fields.vk_beta_2)?,
            gamma_g2: points::read2::<C>("vk_gamma_2", &fields.vk_gamma_2)?,
            delta_g2: points::read2::<C>("vk_delta_2", &fields.vk_delta_2)?,
            ic: fields.ic.iter().map(|point| points::read("IC", point)).collect::<Result<_, _>>()?,
        })
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

/// The public signals in a text.
///
/// # Errors
/// If the text is no list of strings, or a number is not below the order of the groups.
pub fn read_public<C: Curve>(text: &str) -> Result<Vec<C::Scalar>, JsonError> {
    let strings: Vec<String> = serde_json::from_str(text)?;
    let read = |(index, text): (usize, &String)| {
        decimal::read(text).ok_or(JsonError::Number { name: "signal", index })
    };
    strings.iter().enumerate().map(read).collect()
}

/// The curve that a proof or a verification key names.
///
/// # Errors
/// If the text has no field `curve` with a string.
pub fn curve_of(text: &str) -> Result<crate::CurveId, JsonError> {
    #[derive(Deserialize)]
    struct Named {
        curve: String,
    }
    let named: Named = serde_json::from_str(text)?;
    let name = Some(&*named.curve);
    if same_names::<crate::Bn254>(None, name).is_ok() {
        return Ok(crate::CurveId::Bn254);
    }
    same_names::<crate::Bls12_381>(None, name)?;
    Ok(crate::CurveId::Bls12_381)
}
