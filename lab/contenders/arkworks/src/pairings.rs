//! Pairings.

use ark_ec::pairing::{Pairing as Engine, PairingOutput};
use ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use ark_ff::AdditiveGroup;
use ark_serialize::Valid;
use contender::{Contender, Pairing};

use crate::{decode, decode_coordinate, encode_coordinate, member};

pub(crate) fn register(contender: &mut Contender) {
    curve::<ark_bls12_381::Bls12_381, ark_bls12_381::g1::Config, ark_bls12_381::g2::Config>(
        contender,
        "bls12_381",
    );
    curve::<ark_bls12_377::Bls12_377, ark_bls12_377::g1::Config, ark_bls12_377::g2::Config>(
        contender,
        "bls12_377",
    );
    curve::<ark_bn254::Bn254, ark_bn254::g1::Config, ark_bn254::g2::Config>(contender, "bn254");
}

/// The order in memory of the library: the coefficient of `w^i` is at `i / 2 + 3 (i mod 2)`.
const ORDER: [usize; 6] = [0, 3, 1, 4, 2, 5];

/// The coefficients of `1, w, ..., w^5`.
fn encode<E: Engine>(value: &PairingOutput<E>) -> Vec<u8> {
    let bytes = encode_coordinate(&value.0);
    let width = bytes.len() / 6;
    ORDER.iter().flat_map(|at| &bytes[at * width..][..width]).copied().collect()
}

fn value<E: Engine>(bytes: &[u8]) -> Option<PairingOutput<E>> {
    if bytes.len() != encode_coordinate(&E::TargetField::ZERO).len() {
        return None;
    }
    let width = bytes.len() / 6;
    let mut ordered = vec![0; bytes.len()];
    for (from, at) in bytes.chunks(width).zip(ORDER) {
        ordered[at * width..][..width].copy_from_slice(from);
    }
    decode_coordinate(&ordered).map(PairingOutput)
}

fn curve<E, G1, G2>(contender: &mut Contender, name: &'static str)
where
    E: Engine<G1Affine = Affine<G1>, G2Affine = Affine<G2>>,
    G1: SWCurveConfig,
    G2: SWCurveConfig,
{
    Pairing::new(contender, name, member::<G1>, member::<G2>, encode::<E>)
        .product(
            "Pairing::multi_pairing",
            |pairs| pairs.into_iter().unzip(),
            |(left, right): &(Vec<Affine<G1>>, Vec<Affine<G2>>)| {
                E::multi_pairing(left.iter().copied(), right.iter().copied())
            },
        )
        .power(decode::<E::ScalarField>, |p, q| E::pairing(p, q), |value, scalar| *value * scalar)
        .membership(value::<E>, |value| value.check().is_ok());
}
