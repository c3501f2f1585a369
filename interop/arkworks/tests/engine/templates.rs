//! arkworks' test templates for every group and pairing.

#![allow(unused_imports, unused_variables, unused_mut, reason = "the templates have them")]

use ark_algebra_test_templates::{test_group, test_pairing};
use vorpal_arkworks::engine::{bls12_377, bls12_381, bn254};

test_group!(20; bn254_g1; bn254::G1Projective; sw);
test_group!(20; bn254_g2; bn254::G2Projective; sw);
test_group!(20; bls12_381_g1; bls12_381::G1Projective; sw);
test_group!(20; bls12_381_g2; bls12_381::G2Projective; sw);
test_group!(20; bls12_377_g1; bls12_377::G1Projective; sw);
test_group!(20; bls12_377_g2; bls12_377::G2Projective; sw);

test_pairing!(bn254_pairing; vorpal_arkworks::engine::bn254::Bn254);
test_pairing!(bls12_381_pairing; vorpal_arkworks::engine::bls12_381::Bls12_381);
test_pairing!(bls12_377_pairing; vorpal_arkworks::engine::bls12_377::Bls12_377);
