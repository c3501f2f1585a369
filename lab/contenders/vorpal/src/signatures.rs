//! secp256k1.

use contender::{Contender, Ecdsa, Group};
use vorpal::curves::secp256k1::{Affine, Jacobian};
use vorpal::fields::primes::{Secp256k1Base, Secp256k1Scalar};
use vorpal::secp256k1::{PublicKey, Recovery, recover, recover_batch};

fn point(bytes: &[u8]) -> Option<Jacobian> {
    affine(bytes).map(|affine| vorpal::curves::Group::from_affine(&affine))
}

fn affine(bytes: &[u8]) -> Option<Affine> {
    let (x, y) = bytes.split_at_checked(32)?;
    if y.len() == 32 && bytes.iter().all(|byte| *byte == 0) {
        return Some(Affine::INFINITY);
    }
    Affine::new(Secp256k1Base::from_be_bytes(x).ok()?, Secp256k1Base::from_be_bytes(y).ok()?).ok()
}

fn encode(point: &Jacobian) -> Vec<u8> {
    encode_affine(&point.to_affine())
}

fn encode_affine(point: &Affine) -> Vec<u8> {
    point.coordinates().map_or(vec![0; 64], |(x, y)| [x.to_be_bytes(), y.to_be_bytes()].concat())
}

fn scalar(bytes: &[u8]) -> Option<Secp256k1Scalar> {
    Secp256k1Scalar::from_be_bytes(bytes).ok()
}

fn recovery(hash: &[u8], r: &[u8], s: &[u8], recovery_id: &[u8]) -> Option<Recovery> {
    let [recovery_id] = *recovery_id else { return None };
    Some(Recovery { hash: hash.try_into().ok()?, r: r.try_into().ok()?, s: s.try_into().ok()?, recovery_id })
}

fn key(key: &PublicKey) -> Vec<u8> {
    key.to_uncompressed()[1..].to_vec()
}

pub(crate) fn register(contender: &mut Contender) {
    Group::new(contender, "secp256k1", point, encode, scalar).operations(
        vorpal::curves::Group::add_vartime,
        vorpal::curves::Group::double,
        vorpal::curves::Group::neg,
        vorpal::curves::Group::mul_vartime,
    );
    let product = |point: &Jacobian, scalar: &Secp256k1Scalar| {
        vorpal::curves::Group::mul_vartime(point, scalar).to_affine()
    };
    Ecdsa::new(contender)
        .multiply("Group::mul_vartime, to affine", point, scalar, product, |product| encode_affine(&product))
        .recover("recover", recovery, |recovery| recover(recovery).ok(), key)
        .recover_batch(
            "recover_batch",
            recovery,
            |recoveries| recover_batch(recoveries).into_iter().map(Result::ok),
            key,
        );
}
