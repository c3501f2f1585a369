//! Counted calls of Ethereum's precompiled contracts, from bytes to bytes.

use sha2::{Digest, Sha256};
use vorpal::curves::PointFormat;
use vorpal::curves::bls12_381::encoding::ZCASH;
use vorpal::curves::bls12_381::{Bls12_381G1, Jacobian, g2::Bls12_381G2};
use vorpal::curves::bn254::{Bn254G1, g2::Bn254G2};
use vorpal::curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal::evm::{Precompile, Rules};
use vorpal::fields::EncodableField;
use vorpal::fields::primes::Bls12_381Scalar;

use crate::Operation;
use crate::list::elements;
use crate::pairings::multiples;

/// `[t] G` of Ethereum's KZG ceremony, for the secret `t` that nobody knows, in ZCash's compressed form.
const SECRET_TIMES_GENERATOR: [u8; 48] = [
    0xad, 0x3e, 0xb5, 0x01, 0x21, 0x13, 0x9a, 0xa3, 0x4d, 0xb1, 0xd5, 0x45, 0x09, 0x3a, 0xc9, 0x37, 0x4a,
    0xb7, 0xbc, 0xa2, 0xc0, 0xf3, 0xbf, 0x28, 0xe2, 0x7c, 0x8d, 0xcd, 0x8f, 0xc7, 0xcb, 0x42, 0xd2, 0x59,
    0x26, 0xfc, 0x0c, 0x97, 0xb3, 0x36, 0xe9, 0xf0, 0xfb, 0x35, 0xe5, 0xa0, 0x4c, 0x81,
];

pub(crate) fn all(operation: &mut Operation) {
    let bls = pairs::<Bls12_381G1, Bls12_381G2>(bls12_381, bls12_381);
    let bn = pairs::<Bn254G1, Bn254G2>(bn254, bn254);
    for count in [1, 2, 4, 8] {
        call(operation, &format!("bls12_pairing.{count}"), Precompile::Bls12Pairing, &bls[..count].concat());
    }
    for count in [1, 2, 4, 8] {
        call(operation, &format!("bn254_pairing.{count}"), Precompile::Bn254Pairing, &bn[..count].concat());
    }
    let bn: Vec<Vec<u8>> = multiples::<Bn254G1>(2).iter().map(bn254).collect();
    call(operation, "bn254_add", Precompile::Bn254Add, &bn.concat());
    call(operation, "bn254_mul", Precompile::Bn254Mul, &[bn[0].clone(), vec![0x9d; 32]].concat());
    let bls: Vec<Vec<u8>> = multiples::<Bls12_381G1>(2).iter().map(bls12_381).collect();
    call(operation, "bls12_g1_add", Precompile::Bls12G1Add, &bls.concat());
    call(operation, "point_evaluation", Precompile::PointEvaluation, &opening());
    call(operation, "modexp.32", Precompile::ModExp, &power());
}

/// A call whose input is valid.
fn call(operation: &mut Operation, name: &str, contract: Precompile, input: &[u8]) {
    let run = || contract.run(input, Rules::NEWEST).expect("a valid input");
    operation.of(&format!("evm.{name}"), 1, run);
}

/// The coordinates with 64 bytes for each number, the coefficient of 1 first (EIP-2537).
fn bls12_381<C: WeierstrassCurve<Base: EncodableField>>(point: &Affine<C>) -> Vec<u8> {
    let number = |number: &[u8]| [vec![0; 16], number.iter().rev().copied().collect()].concat();
    coordinates(point).iter().flat_map(|x| x.chunks(48).flat_map(number).collect::<Vec<_>>()).collect()
}

/// The coordinates with the coefficient of 1 last (EIP-196, EIP-197).
fn bn254<C: WeierstrassCurve<Base: EncodableField>>(point: &Affine<C>) -> Vec<u8> {
    coordinates(point).iter().flat_map(|x| x.iter().rev().copied()).collect()
}

fn coordinates<C: WeierstrassCurve<Base: EncodableField>>(point: &Affine<C>) -> [Vec<u8>; 2] {
    let (x, y) = point.raw_coordinates();
    [x, y].map(|coordinate| coordinate.to_le_bytes().as_ref().to_vec())
}

/// Eight pairs of points, each encoded by the functions for its groups.
fn pairs<G1: WeierstrassCurve, G2: WeierstrassCurve>(
    left: fn(&Affine<G1>) -> Vec<u8>,
    right: fn(&Affine<G2>) -> Vec<u8>,
) -> Vec<Vec<u8>> {
    let pair = |(p, q): (&Affine<G1>, &Affine<G2>)| [left(p), right(q)].concat();
    multiples::<G1>(8).iter().zip(&multiples::<G2>(8)).map(pair).collect()
}

/// The polynomial `a + b X`: its commitment is `a G + b [t] G`, and the proof of its value `a + b z` is `b G`.
fn opening() -> Vec<u8> {
    let scalars: Vec<Bls12_381Scalar> = elements(3);
    let [a, b, z] = scalars[..] else { unreachable!("three elements") };
    let secret = ZCASH.decode(&SECRET_TIMES_GENERATOR).expect("a point of G1");
    let times = |point: Jacobian, scalar: &Bls12_381Scalar| point.mul_limbs_vartime(&scalar.to_limbs());
    let commitment = times(Jacobian::GENERATOR, &a).add_vartime(&times(Jacobian::from_affine(&secret), &b));
    let proof = times(Jacobian::GENERATOR, &b);
    let [commitment, proof] = [commitment, proof].map(|p| ZCASH.encode_compressed(&p.to_affine()));
    let mut hash = Sha256::digest(commitment);
    hash[0] = 1;
    [&hash[..], &z.to_be_bytes(), &(a + b * z).to_be_bytes(), &commitment, &proof].concat()
}

/// A power modulo an odd number, all of 32 bytes.
fn power() -> Vec<u8> {
    let length = [vec![0; 31], vec![32]].concat();
    [length.clone(), length.clone(), length, vec![0x9d; 32], vec![0xb7; 32], vec![0xd5; 32]].concat()
}
