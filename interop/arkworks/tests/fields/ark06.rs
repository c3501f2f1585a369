//! Comparison with the fields of arkworks 0.6.

#[path = "same.rs"]
mod same;

use ::ark_ff;
use vorpal_arkworks::fields::*;

#[test]
fn as_arkworks() {
    same::field::<Bn254Base, ark_bn254::Fq>();
    same::field::<Bn254Scalar, ark_bn254::Fr>();
    same::field::<Bls12_381Base, ark_bls12_381::Fq>();
    same::field::<Bls12_381Scalar, ark_bls12_381::Fr>();
    same::field::<Bls12_377Base, ark_bls12_377::Fq>();
    same::field::<Bls12_377Scalar, ark_bls12_377::Fr>();
    same::field::<BandersnatchScalar, ark_ed_on_bls12_381_bandersnatch::Fr>();
    same::field::<Secp256k1Base, ark_secp256k1::Fq>();
    same::field::<Secp256k1Scalar, ark_secp256k1::Fr>();
    same::field::<P256Base, ark_secp256r1::Fq>();
    same::field::<P256Scalar, ark_secp256r1::Fr>();
}
