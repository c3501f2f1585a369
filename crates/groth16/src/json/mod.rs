//! Proofs, public signals and verification keys as JSON, byte for byte as snarkjs writes them.
//!
//! Numbers are decimal strings. A point is a list of `x`, `y` and 1, or 0, 1, 0 for infinity; a coordinate in the
//! quadratic extension is a list of both coefficients. Lists are indented by one space, and no line break follows.
//!
//! Readers refuse numbers that are not below their prime, and points that are not on the curve. White space is free.

mod decimal;
mod error;
mod points;
mod write;

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

pub use error::JsonError;
use points::{Point, Point2};
pub use write::write_public;

use crate::{Curve, Proof, VerificationKey};

/// The protocol's name.
const PROTOCOL: &str = "groth16";

#[derive(Deserialize, Serialize)]
struct ProofText {
    pi_a: Point,
    pi_b: Point2,
    pi_c: Point,
    protocol: Option<String>,
    curve: Option<String>,
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
