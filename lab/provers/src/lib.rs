//! Workloads of provers that are generic over arkworks' traits, for contenders with an engine for BN254. All contenders
//! run the same code of arkworks; only the type of the engine differs.

mod circuit;
mod groth16;
mod sums;

use ark_bn254::{Fr, G1Affine};
use ark_ec::AffineRepr;
use ark_ec::pairing::Pairing;
use ark_ff::{BigInteger, PrimeField};
use ark_groth16::r1cs_to_qap::R1CSToQAP;
use contender::Contender;

/// An engine for BN254, with scalars and coordinates of arkworks.
pub trait Engine:
    Pairing<ScalarField = Fr, BaseField = ark_bn254::Fq, G1Affine: From<G1Affine>> + 'static
{
}

impl<E> Engine for E where
    E: Pairing<ScalarField = Fr, BaseField = ark_bn254::Fq, G1Affine: From<G1Affine>> + 'static
{
}

/// Registers all workloads. `engine` and `reduction` name the types.
pub fn register<E: Engine, QAP: R1CSToQAP + 'static>(
    contender: &mut Contender,
    engine: &str,
    reduction: &str,
) {
    sums::register::<E>(contender, engine);
    groth16::register::<E, QAP>(contender, engine, reduction);
}

fn encode<F: PrimeField>(element: &F) -> Vec<u8> {
    element.into_bigint().to_bytes_le()
}

fn decode<F: PrimeField>(bytes: &[u8]) -> Option<F> {
    let element = F::from_le_bytes_mod_order(bytes);
    (encode(&element) == bytes).then_some(element)
}

/// A point that is not infinity; whether it is on the curve is not checked.
fn decode_point<E: Engine>(bytes: &[u8]) -> Option<E::G1Affine> {
    let (x, y) = bytes.split_at_checked(32)?;
    Some(G1Affine::new_unchecked(decode(x)?, decode(y)?).into())
}

fn encode_point<E: Engine>(point: &E::G1Affine) -> Vec<u8> {
    point.xy().map_or(vec![0; 64], |(x, y)| [encode(&x), encode(&y)].concat())
}
