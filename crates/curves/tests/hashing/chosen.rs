//! Sums of images of chosen field elements: equal and opposite ones, and such that are mapped to infinity. Batches.

use std::collections::HashMap;

use num_bigint::BigUint;
use sha2::Sha256;
use vorpal_curves::Error;
use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal_curves::bn254::{Bn254G1, g2::Bn254G2};
use vorpal_curves::grumpkin::Grumpkin;
use vorpal_curves::hashing::{Expander, HashableCurve, Hasher, Tag, Xmd, map_to_curve_vartime};
use vorpal_curves::models::weierstrass::{Affine, Jacobian, Projective, WeierstrassCurve};
use vorpal_curves::p256::P256;
use vorpal_curves::pallas::Pallas;
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::Field;
use vorpal_oracle::big::hex;
use vorpal_oracle::effort::every;
use vorpal_oracle::hashing::Element;

use crate::maps::{TO_KERNEL, inputs};
use crate::{Textbook, map, point, target};

/// Expands each message to itself.
#[derive(Debug)]
pub(crate) struct Chosen;

impl Expander for Chosen {
    fn maximum() -> usize {
        usize::MAX
    }
    fn tag(tag: &[u8]) -> Result<Tag, Error> {
        Xmd::<Sha256>::tag(tag)
    }
    fn fill(message: &[u8], _: &Tag, output: &mut [u8]) {
        output.copy_from_slice(message);
    }
}

pub(crate) fn chosen<C: HashableCurve>() -> Hasher<C, Chosen> {
    Hasher::new(b"tag").unwrap()
}

/// The message that is hashed to these elements.
pub(crate) fn message<C: HashableCurve>(us: &[&Element]) -> Vec<u8> {
    let coefficients = us.iter().flat_map(|u| &u[..C::Base::DEGREE]);
    let parts = coefficients.map(|c| {
        let bytes = c.to_bytes_be();
        [vec![0; C::BYTES - bytes.len()], bytes].concat()
    });
    parts.collect::<Vec<_>>().concat()
}

/// The sum of two images, singly and in a batch, against the textbook's addition.
fn sums<C: HashableCurve<Base: Textbook>>(pairs: &[[Element; 2]]) {
    let (hasher, curve) = (chosen::<C>(), target::<C>());
    let messages: Vec<_> = pairs.iter().map(|[u, v]| message::<C>(&[u, v])).collect();
    let batch = hasher.hash_to_curve_batch_vartime(&messages);
    let mut images = HashMap::new();
    for (([u, v], message), batched) in pairs.iter().zip(&messages).zip(batch) {
        let [p, q] = [u, v].map(|u| images.entry(u.clone()).or_insert_with(|| map::<C>(u)).clone());
        let sum = curve.add(&p, &q);
        let affine = |[x, y]: [Element; 2]| {
            let [x, y] = [x, y].map(|coordinate| C::Base::from_element(&coordinate));
            Jacobian::from_affine(&Affine::<C>::new(x, y).unwrap())
        };
        let expected = sum.map_or(Jacobian::IDENTITY, affine).clear_cofactor_vartime().to_affine();
        assert_eq!(hasher.hash_to_curve(message), expected, "{u:?} {v:?}");
        assert_eq!(hasher.hash_to_curve_vartime(message).to_affine(), expected, "{u:?} {v:?}");
        assert_eq!(batched, expected, "{u:?} {v:?}");
    }
}

/// Each element with itself, its opposite, zero, and the next one; with less effort with two of them.
fn pairs<C: HashableCurve<Base: Textbook>>(inputs: &[Element]) -> Vec<[Element; 2]> {
    let (field, mut pairs) = (C::Base::field(), Vec::new());
    for (i, (u, next)) in inputs.iter().zip(&inputs[1..]).enumerate() {
        let others = [u.clone(), field.neg(u), Element::default(), next.clone()].into_iter().enumerate();
        let others = others.filter(|(j, _)| every(2, i + j));
        pairs.extend(others.map(|(_, other)| [u.clone(), other]));
    }
    pairs
}

#[test]
fn sums_of_equal_and_opposite_images() {
    sums::<Secp256k1>(&pairs::<Secp256k1>(&inputs::<Secp256k1>()));
    sums::<P256>(&pairs::<P256>(&inputs::<P256>()));
    sums::<Bls12_381G1>(&pairs::<Bls12_381G1>(&inputs::<Bls12_381G1>()));
    sums::<Bls12_381G2>(&pairs::<Bls12_381G2>(&inputs::<Bls12_381G2>()[..60]));
    sums::<Bn254G1>(&pairs::<Bn254G1>(&inputs::<Bn254G1>()));
    sums::<Pallas>(&pairs::<Pallas>(&inputs::<Pallas>()));
    sums::<Grumpkin>(&pairs::<Grumpkin>(&inputs::<Grumpkin>()));
    sums::<Bn254G2>(&pairs::<Bn254G2>(&inputs::<Bn254G2>()[..60]));
}

#[test]
fn sums_with_points_of_the_kernel() {
    let kernel = TO_KERNEL.map(|u| [hex(u), BigUint::ZERO]);
    let mut inputs = kernel.to_vec();
    inputs.push([BigUint::from(7u8), BigUint::ZERO]);
    sums::<Bls12_381G1>(&pairs::<Bls12_381G1>(&inputs));
    let hasher = chosen::<Bls12_381G1>();
    let messages: Vec<_> = inputs.iter().map(|u| message::<Bls12_381G1>(&[u])).collect();
    let batch = hasher.encode_to_curve_batch_vartime(&messages);
    for (i, (message, point)) in messages.iter().zip(batch).enumerate() {
        assert_eq!(hasher.encode_to_curve(message), point);
        assert_eq!(bool::from(point.is_identity()), i < kernel.len());
    }
}

fn batches<C: HashableCurve>(longest: usize) {
    let hasher = Hasher::<C, Xmd<Sha256>>::new(b"batches").unwrap();
    let messages: Vec<Vec<u8>> = (0..longest).map(|i| vec![i.to_le_bytes()[0]; i]).collect();
    let single: Vec<_> =
        messages.iter().map(|m| (hasher.hash_to_curve(m), hasher.encode_to_curve(m))).collect();
    for length in [0, 1, 2, 3, 7, 15, 16, 17, 33, longest] {
        let length = length.min(longest);
        let hashed = hasher.hash_to_curve_batch_vartime(&messages[..length]);
        assert!(hashed.iter().eq(single[..length].iter().map(|(hashed, _)| hashed)), "{length} messages");
        assert_eq!(hashed.len(), length);
        let encoded = hasher.encode_to_curve_batch_vartime(&messages[..length]);
        assert!(encoded.iter().eq(single[..length].iter().map(|(_, encoded)| encoded)), "{length} messages");
        assert_eq!(encoded.len(), length);
    }
    // The messages differ, and so do the points.
    assert!(single.windows(2).all(|pair| pair[0].0 != pair[1].0 && pair[0].1 != pair[1].1));
}

#[test]
fn batches_are_equal_to_single_calls() {
    batches::<Secp256k1>(130);
    batches::<P256>(130);
    batches::<Bls12_381G1>(130);
    batches::<Bls12_381G2>(67);
    batches::<Bn254G1>(130);
    batches::<Bn254G2>(67);
}

/// Another suite for the same points: a longer security level is another length.
#[test]
fn lengths_of_hashed_elements() {
    assert_eq!([Secp256k1::BYTES, Bls12_381G1::BYTES, Bls12_381G2::BYTES], [48, 64, 64]);
    assert_eq!([Bn254G1::BYTES, Bn254G2::BYTES, Grumpkin::BYTES, P256::BYTES], [48; 4]);
    // Numbers above the prime are reduced.
    let hasher = chosen::<Secp256k1>();
    let p = Secp256k1::BYTES;
    let mut bytes = vec![0xff; 2 * p];
    let element = |bytes: &[u8]| {
        let residue = BigUint::from_bytes_be(bytes) % <Secp256k1 as WeierstrassCurve>::Base::field().p;
        [residue, BigUint::ZERO]
    };
    bytes[p - 1] = 0xfe;
    let reduced = [element(&bytes[..p]), element(&bytes[p..])];
    let sum = target::<Secp256k1>().add(&map::<Secp256k1>(&reduced[0]), &map::<Secp256k1>(&reduced[1]));
    assert_eq!(point(&hasher.hash_to_curve(&bytes)), sum);
}

/// Multiples in packed values: of images, of infinity, and of a point of order three on G1's curve.
fn cofactors<C: HashableCurve>() {
    let mut points: Vec<Jacobian<C>> = (0..35u64).map(|u| map_to_curve_vartime(&u.into())).collect();
    points[3] = Jacobian::IDENTITY;
    points[17] = Jacobian::IDENTITY.double();
    if let Some((of_order_three, _)) = Affine::lift_x_vartime(C::Base::ZERO) {
        points[5] = Jacobian::from_affine(&of_order_three);
        points[20] = points[19].add_vartime(&points[5]);
    }
    for length in [0, 1, 2, 15, 16, 17, 32, 35] {
        let mut multiples = points[..length].to_vec();
        Jacobian::clear_cofactor_batch_vartime(&mut multiples);
        for (point, multiple) in points.iter().zip(&multiples) {
            let expected = point.clear_cofactor_vartime().to_affine();
            assert_eq!(multiple.to_affine(), expected);
            assert!(expected.is_in_subgroup_vartime());
            assert_eq!(Projective::from(point).clear_cofactor().to_affine(), expected);
        }
    }
}

#[test]
fn cofactors_are_cleared_in_batches() {
    cofactors::<Secp256k1>();
    cofactors::<P256>();
    cofactors::<Bls12_381G1>();
    cofactors::<Bls12_381G2>();
    cofactors::<Bn254G1>();
    cofactors::<Bn254G2>();
}
