//! Hashing to BLS12-381, and maps of field elements to points.

use ark_ec::AffineRepr;
use ark_ec::hashing::HashToCurve;
use ark_ec::hashing::curve_maps::wb::{WBConfig, WBMap};
use ark_ec::hashing::map_to_curve_hasher::{MapToCurve, MapToCurveBasedHasher};
use ark_ec::short_weierstrass::{Affine, Projective};
use ark_ff::field_hashers::DefaultFieldHasher;
use contender::{Contender, HashToG2, map_to_curve};
use sha2::Sha256;

use crate::{decode_coordinate, encode_affine};

type G2 = ark_bls12_381::g2::Config;
type ToG2 = MapToCurveBasedHasher<Projective<G2>, DefaultFieldHasher<Sha256, 128>, WBMap<G2>>;

pub(crate) fn register(contender: &mut Contender) {
    HashToG2::new(contender, encode_affine::<G2>).single(
        "MapToCurveBasedHasher::hash, of WBMap",
        |message, tag| {
            let hasher = ToG2::new(tag).expect("the parameters are those of the library");
            hasher.hash(message).expect("the library hashes any message")
        },
    );
    map_to_curve(contender, "bls12_381_g1", mapped::<ark_bls12_381::g1::Config>);
    map_to_curve(contender, "bls12_381_g2", mapped::<G2>);
}

/// The point of the subgroup to which the map sends an element.
fn mapped<C: WBConfig>(element: &[u8]) -> Option<Vec<u8>> {
    let point: Affine<C> = WBMap::map_to_curve(decode_coordinate(element)?).ok()?;
    Some(encode_affine(&point.clear_cofactor()))
}
