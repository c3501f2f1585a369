//! Hashing to curves, and maps of field elements to points.

use contender::{Contender, HashToG2, map_to_curve};
use sha2::Sha256;
use vorpal::curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal::curves::hashing::{HashableCurve, Hasher, Xmd, map_to_curve as map, map_to_curve_vartime};
use vorpal::curves::models::weierstrass::Affine;
use vorpal::fields::EncodableField;

use crate::pairing_curves::encode_affine;

type ToG2 = Hasher<Bls12_381G2, Xmd<Sha256>>;

fn hasher(tag: &[u8]) -> ToG2 {
    ToG2::new(tag).expect("a tag that is not empty")
}

pub(crate) fn register(contender: &mut Contender) {
    HashToG2::new(contender, encode_affine::<Bls12_381G2>)
        .single("Hasher::hash_to_curve_vartime, to affine", |message, tag| {
            hasher(tag).hash_to_curve_vartime(message).to_affine_vartime()
        })
        .batch("Hasher::hash_to_curve_batch_vartime", |messages, tag| {
            hasher(tag).hash_to_curve_batch_vartime(messages)
        })
        .compared(hash_by_all_functions);
    map_to_curve(contender, "bls12_381_g1", mapped::<Bls12_381G1>);
    map_to_curve(contender, "bls12_381_g2", mapped::<Bls12_381G2>);
}

/// The point in constant time. It is compared with the points in variable time, of single messages and of batches.
///
/// # Panics
/// If two points differ. The process then ends, and the lab shows the case.
fn hash_by_all_functions(message: &[u8], tag: &[u8]) -> Affine<Bls12_381G2> {
    let hasher = hasher(tag);
    let expected = hasher.hash_to_curve(message);
    assert_eq!(hasher.hash_to_curve_vartime(message).to_affine(), expected, "hash_to_curve_vartime");
    // Full and partial packed values.
    for size in [1, 17] {
        let other: &[u8] = &[7; 40];
        let mut messages = vec![other; size];
        messages[size - 1] = message;
        let points = hasher.hash_to_curve_batch_vartime(&messages);
        assert_eq!(points[size - 1], expected, "hash_to_curve_batch_vartime of {size}");
    }
    expected
}

/// The point of the subgroup to which the map sends an element.
fn mapped<C: HashableCurve<Base: EncodableField>>(element: &[u8]) -> Option<Vec<u8>> {
    let element = C::Base::from_le_bytes(element).ok()?;
    let point = map_to_curve_vartime::<C>(&element);
    assert_eq!(point.to_affine(), map::<C>(&element), "map_to_curve");
    Some(encode_affine(&point.clear_cofactor_vartime().to_affine()))
}
