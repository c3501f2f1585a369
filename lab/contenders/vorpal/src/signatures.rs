//! secp256k1.

use contender::{Contender, Group, Input, Refusal, block};
use vorpal::curves::secp256k1::{Affine, Jacobian};
use vorpal::fields::primes::{Secp256k1Base, Secp256k1Scalar};
use vorpal::secp256k1::{Error, PublicKey, Recovery, recover, recover_batch};

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

fn recoveries(input: &Input) -> Result<Vec<Recovery>, Refusal> {
    let columns = input.column(0)?.rows().zip(input.column(1)?.rows());
    let columns = columns.zip(input.column(2)?.rows()).zip(input.column(3)?.rows());
    let read =
        |(row, (((hash, r), s), id))| recovery(hash, r, s, id).ok_or(Refusal::row(3, row, "a signature"));
    columns.enumerate().map(read).collect()
}

fn key(key: Result<PublicKey, Error>) -> Vec<u8> {
    key.map_or_else(|_| Vec::new(), |key| key.to_uncompressed()[1..].to_vec())
}

pub(crate) fn register(contender: &mut Contender) {
    Group::new(contender, "secp256k1", point, encode, scalar).operations(
        vorpal::curves::Group::add_vartime,
        vorpal::curves::Group::double,
        vorpal::curves::Group::neg,
        vorpal::curves::Group::mul_vartime,
    );
    contender.offer("secp256k1.multiply.single", "Group::mul_vartime, to affine", |input| {
        let points = input.decode(0, "a point", point)?;
        let rows: Vec<_> = points.into_iter().zip(input.decode(1, "a scalar", scalar)?).collect();
        Ok(block::single(
            rows,
            |product| encode_affine(&product),
            |(point, scalar)| vorpal::curves::Group::mul_vartime(point, scalar).to_affine(),
        ))
    });
    contender.offer("secp256k1.recover.single", "recover", |input| {
        Ok(block::single(recoveries(input)?, key, recover))
    });
    contender.offer("secp256k1.recover.block1000", "recover_batch", |input| {
        Ok(block::batches(recoveries(input)?, 1000, key, recover_batch))
    });
    contender.operation("secp256k1.recover", |arguments| {
        let [hash, r, s, id] = arguments else { return None };
        Some(key(Ok(recover(&recovery(&hash.0, &r.0, &s.0, &id.0)?).ok()?)))
    });
}
