//! Points and signatures to measure with, by arkworks without its assembly.

use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{BigInteger, Field, PrimeField};

use crate::random::Random;

fn little_endian<F: PrimeField>(element: &F) -> Vec<u8> {
    element.into_bigint().to_bytes_le()
}

fn big_endian<F: PrimeField>(element: &F) -> Vec<u8> {
    element.into_bigint().to_bytes_be()
}

fn scalar<F: PrimeField>(random: &mut Random) -> F {
    F::from_le_bytes_mod_order(&random.array::<64>())
}

/// Distinct points `P + i Q` of the prime-order group, for random P and Q.
fn progression<G: CurveGroup>(random: &mut Random, count: usize) -> Vec<G::Affine> {
    let (start, step) = (
        G::generator() * scalar::<G::ScalarField>(random),
        G::generator() * scalar::<G::ScalarField>(random),
    );
    let step = step.into_affine();
    let points: Vec<G> =
        std::iter::successors(Some(start), |point| Some(*point + step)).take(count).collect();
    G::normalize_batch(&points)
}

/// Random points of a curve: affine x and y, little-endian.
fn weierstrass<C: SWCurveConfig>(random: &mut Random, count: usize) -> Vec<Vec<u8>>
where
    C::BaseField: PrimeField,
{
    let points = progression::<Projective<C>>(random, count);
    points.iter().map(|point| encode(point, little_endian)).collect()
}

fn encode<C: SWCurveConfig>(point: &Affine<C>, number: fn(&C::BaseField) -> Vec<u8>) -> Vec<u8>
where
    C::BaseField: PrimeField,
{
    let width = number(&C::BaseField::from(0u64)).len();
    point.xy().map_or(vec![0; 2 * width], |(x, y)| [number(&x), number(&y)].concat())
}

/// Random points of a curve by its name, as the protocol encodes them.
pub(crate) fn random(curve: &str, random: &mut Random, count: usize) -> Vec<Vec<u8>> {
    match curve {
        "bls12_377_g1" => weierstrass::<ark_bls12_377::g1::Config>(random, count),
        "bls12_381_g1" => weierstrass::<ark_bls12_381::g1::Config>(random, count),
        "bn254_g1" => weierstrass::<ark_bn254::g1::Config>(random, count),
        "secp256k1" => {
            let points = progression::<ark_secp256k1::Projective>(random, count);
            points.iter().map(|point| encode(point, big_endian)).collect()
        }
        _ => banderwagon(random, count),
    }
}

/// The order of a curve's group, little-endian.
pub(crate) fn order(curve: &str) -> Vec<u8> {
    match curve {
        "bls12_377_g1" => ark_bls12_377::Fr::MODULUS.to_bytes_le(),
        "bls12_381_g1" => ark_bls12_381::Fr::MODULUS.to_bytes_le(),
        "bn254_g1" => ark_bn254::Fr::MODULUS.to_bytes_le(),
        "secp256k1" => ark_secp256k1::Fr::MODULUS.to_bytes_le(),
        _ => ark_ed_on_bls12_381_bandersnatch::Fr::MODULUS.to_bytes_le(),
    }
}

/// Random elements of Banderwagon: x times the sign of y, big-endian.
fn banderwagon(random: &mut Random, count: usize) -> Vec<Vec<u8>> {
    let points = progression::<ark_ed_on_bls12_381_bandersnatch::EdwardsProjective>(random, count);
    let encode = |point: &ark_ed_on_bls12_381_bandersnatch::EdwardsAffine| {
        let largest = point.y.into_bigint() > (-point.y).into_bigint();
        big_endian(&if largest { point.x } else { -point.x })
    };
    points.iter().map(encode).collect()
}

/// A secp256k1 signature with everything that belongs to it, numbers big-endian.
pub(crate) struct Signature {
    pub(crate) secret: Vec<u8>,
    pub(crate) public_key: Vec<u8>,
    pub(crate) hash: Vec<u8>,
    pub(crate) r: Vec<u8>,
    pub(crate) s: Vec<u8>,
    pub(crate) recovery_id: u8,
}

/// Signs a random hash with a random key and a random nonce (SEC 1, section 4.1.3); s in the lower half of its range.
pub(crate) fn sign(random: &mut Random) -> Signature {
    type Scalar = ark_secp256k1::Fr;
    let generator = ark_secp256k1::Projective::generator();
    let (secret, nonce): (Scalar, Scalar) = (scalar(random), scalar(random));
    let hash = random.array::<32>();
    let commitment = (generator * nonce).into_affine();
    let (x, y) = commitment.xy().expect("a nonce is not zero");
    let r = Scalar::from_be_bytes_mod_order(&big_endian(&x));
    let s =
        (Scalar::from_be_bytes_mod_order(&hash) + r * secret) * nonce.inverse().expect("a nonce is not zero");
    let high = s.into_bigint() > (-s).into_bigint();
    // r = x - n for about one x in 2^128; parity of y, flipped with s.
    let reduced = big_endian(&x) != big_endian(&r);
    let odd = y.into_bigint().is_odd() != high;
    Signature {
        secret: big_endian(&secret),
        public_key: encode(&(generator * secret).into_affine(), big_endian),
        hash: hash.to_vec(),
        r: big_endian(&r),
        s: big_endian(&if high { -s } else { s }),
        recovery_id: u8::from(odd) + 2 * u8::from(reduced),
    }
}

/// Of `x` and `-x` modulo the order of secp256k1, the other one; big-endian.
pub(crate) fn negate_scalar(s: &[u8]) -> Vec<u8> {
    big_endian(&-ark_secp256k1::Fr::from_be_bytes_mod_order(s))
}

/// The prime of BN254's base field, which no workload is about, little-endian.
pub(crate) fn bn254_base() -> Vec<u8> {
    ark_bn254::Fq::MODULUS.to_bytes_le()
}
