//! The reference: the same vector in the types of arkworks, and its sum.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use ark_bls12_377::{Fr, G1Affine, G1Projective};
use ark_ec::{CurveGroup, VariableBaseMSM};
use ark_ff::PrimeField;
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};

pub(crate) struct Reference {
    points: Vec<G1Affine>,
    scalars: Vec<Fr>,
}

impl Reference {
    /// From uncompressed points, which were checked, and little-endian scalars below the order.
    pub(crate) fn new(points: &[impl AsRef<[u8]>], scalars: &[impl AsRef<[u8]>]) -> Result<Self, String> {
        let point = |bytes: &[u8]| G1Affine::deserialize_uncompressed_unchecked(bytes);
        let points = points.iter().map(|bytes| point(bytes.as_ref())).collect::<Result<Vec<_>, _>>();
        let points = points.map_err(|error| format!("arkworks refuses a point: {error}"))?;
        let scalars = scalars.iter().map(|bytes| Fr::from_le_bytes_mod_order(bytes.as_ref())).collect();
        Ok(Self { points, scalars })
    }

    /// The sum, compressed.
    pub(crate) fn sum(&self) -> Result<Vec<u8>, String> {
        let sum = G1Projective::msm(&self.points, &self.scalars)
            .map_err(|length| format!("arkworks takes {length} terms only"))?;
        let mut bytes = Vec::new();
        sum.into_affine().serialize_compressed(&mut bytes).map_err(|error| error.to_string())?;
        Ok(bytes)
    }
}
