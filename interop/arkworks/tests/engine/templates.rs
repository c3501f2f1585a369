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

type Bn254Output = ark_ec::pairing::PairingOutput<bn254::Bn254>;
type Bls12_381Output = ark_ec::pairing::PairingOutput<bls12_381::Bls12_381>;
type Bls12_377Output = ark_ec::pairing::PairingOutput<bls12_377::Bls12_377>;

test_group!(5; bn254_gt; Bn254Output; msm);
test_group!(5; bls12_381_gt; Bls12_381Output; msm);
test_group!(5; bls12_377_gt; Bls12_377Output; msm);

test_pairing!(bn254_pairing; vorpal_arkworks::engine::bn254::Bn254);
test_pairing!(bls12_381_pairing; vorpal_arkworks::engine::bls12_381::Bls12_381);
test_pairing!(bls12_377_pairing; vorpal_arkworks::engine::bls12_377::Bls12_377);
