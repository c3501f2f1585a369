//! Generates points and ECDSA signatures as inputs for workloads and cases, using arkworks without its assembly.

use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{BigInteger, Field, PrimeField};

use crate::random::Random;

fn little_endian<F: PrimeField>(element: &F) -> Vec<u8> {
    element.into_bigint().to_bytes_le()
}

/// The canonical integer, most significant byte first.
pub(crate) fn big_endian<F: PrimeField>(element: &F) -> Vec<u8> {
    element.into_bigint().to_bytes_be()
}

/// A uniform scalar; the bias of the reduction of 64 random bytes is negligible.
pub(crate) fn scalar<F: PrimeField>(random: &mut Random) -> F {
    F::from_le_bytes_mod_order(&random.array::<64>())
}

/// Distinct points `P + i Q` of the prime-order group, for random `P` and `Q`.
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

/// Random points of the named curve, in the encoding of the protocol.
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

/// Random elements of Banderwagon: `x` times the sign of `y`, big-endian.
fn banderwagon(random: &mut Random, count: usize) -> Vec<Vec<u8>> {
    let points = progression::<ark_ed_on_bls12_381_bandersnatch::EdwardsProjective>(random, count);
    let encode = |point: &ark_ed_on_bls12_381_bandersnatch::EdwardsAffine| {
        let largest = point.y.into_bigint() > (-point.y).into_bigint();
        big_endian(&if largest { point.x } else { -point.x })
    };
    points.iter().map(encode).collect()
}

/// A secp256k1 signature with its key and hash; numbers are big-endian.
pub(crate) struct Signature {
    pub(crate) secret: Vec<u8>,
    pub(crate) public_key: Vec<u8>,
    pub(crate) hash: Vec<u8>,
    pub(crate) r: Vec<u8>,
    pub(crate) s: Vec<u8>,
    pub(crate) recovery_id: u8,
}

/// Signs a random hash with a random key and a random nonce (SEC 1, section 4.1.3). `s` is in the lower half of its
/// range.
pub(crate) fn sign(random: &mut Random) -> Signature {
    let secret = scalar(random);
    sign_by(&secret, random)
}

/// As [`sign`], with a given key.
pub(crate) fn sign_by(secret: &ark_secp256k1::Fr, random: &mut Random) -> Signature {
    type Scalar = ark_secp256k1::Fr;
    let generator = ark_secp256k1::Projective::generator();
    let nonce: Scalar = scalar(random);
    let hash = random.array::<32>();
    let commitment = (generator * nonce).into_affine();
    let (x, y) = commitment.xy().expect("a nonce is not zero");
    let r = Scalar::from_be_bytes_mod_order(&big_endian(&x));
    let s =
        (Scalar::from_be_bytes_mod_order(&hash) + r * secret) * nonce.inverse().expect("a nonce is not zero");
    let high = s.into_bigint() > (-s).into_bigint();
    // `r = x - n` for about one `x` in `2^128`. The parity of `y` flips with the sign of `s`.
    let reduced = big_endian(&x) != big_endian(&r);
    let odd = y.into_bigint().is_odd() != high;
    Signature {
        secret: big_endian(secret),
        public_key: encode(&(generator * secret).into_affine(), big_endian),
        hash: hash.to_vec(),
        r: big_endian(&r),
        s: big_endian(&if high { -s } else { s }),
        recovery_id: u8::from(odd) + 2 * u8::from(reduced),
    }
}

/// `-s` modulo the order of secp256k1, big-endian.
pub(crate) fn negate_scalar(s: &[u8]) -> Vec<u8> {
    big_endian(&-ark_secp256k1::Fr::from_be_bytes_mod_order(s))
}

/// An encoded point of the curve outside the prime-order group. `None` if the curve has no such points or its encoding
/// cannot express them.
pub(crate) fn outside_subgroup(curve: &str, random: &mut Random) -> Option<Vec<u8>> {
    match curve {
        "bls12_377_g1" => Some(outside::<ark_bls12_377::g1::Config>(random)),
        "bls12_381_g1" => Some(outside::<ark_bls12_381::g1::Config>(random)),
        _ => None,
    }
}

fn outside<C: SWCurveConfig>(random: &mut Random) -> Vec<u8>
where
    C::BaseField: PrimeField,
{
    loop {
        let x: C::BaseField = scalar(random);
        let point = Affine::<C>::get_point_from_x_unchecked(x, true);
        if let Some(point) = point.filter(|point| !point.is_in_correct_subgroup_assuming_on_curve()) {
            return encode(&point, little_endian);
        }
    }
}

/// A signature for which `u1 G` and `u2 Q` are equal (hash `z = r d`) or opposite (`z = -r d`). Opposite points sum to
/// infinity, so that signature is invalid.
pub(crate) fn coincident(random: &mut Random, opposite: bool) -> Signature {
    type Scalar = ark_secp256k1::Fr;
    let mut signature = sign(random);
    let [r, d] = [&signature.r, &signature.secret].map(|bytes| Scalar::from_be_bytes_mod_order(bytes));
    let z = if opposite { -(r * d) } else { r * d };
    // The nonce of `r` is not stored. A new nonce is drawn, and `s` is computed from it where possible.
    let nonce: Scalar = scalar(random);
    let point = (ark_secp256k1::Projective::generator() * nonce).into_affine();
    let (x, y) = point.xy().expect("a nonce is not zero");
    let new_r = Scalar::from_be_bytes_mod_order(&big_endian(&x));
    let z = z / r * new_r;
    let s = (z + new_r * d) / nonce;
    signature.hash = big_endian(&z);
    signature.r = big_endian(&new_r);
    signature.s = if s == Scalar::from(0u64) { big_endian(&Scalar::from(1u64)) } else { big_endian(&s) };
    signature.recovery_id = u8::from(y.into_bigint().is_odd());
    signature
}

/// A signature that recovers to infinity: `s R = z G`.
pub(crate) fn recovering_to_infinity(random: &mut Random) -> Signature {
    type Scalar = ark_secp256k1::Fr;
    let mut signature = sign(random);
    let nonce: Scalar = scalar(random);
    let point = (ark_secp256k1::Projective::generator() * nonce).into_affine();
    let (x, y) = point.xy().expect("a nonce is not zero");
    let z = Scalar::from_be_bytes_mod_order(&signature.hash);
    signature.r = big_endian(&Scalar::from_be_bytes_mod_order(&big_endian(&x)));
    signature.s = big_endian(&(z / nonce));
    signature.recovery_id = u8::from(y.into_bigint().is_odd());
    signature
}

/// A valid signature whose point has `x = r + n`. A random signature has this property with probability `2^-128`, so
/// the key is chosen to fit: for any such `R` and any `s`, `Q = r^-1 (s R - z G)`.
pub(crate) fn wrapped(random: &mut Random) -> Signature {
    type Scalar = ark_secp256k1::Fr;
    let mut signature = sign(random);
    let order = ark_secp256k1::Fq::from_le_bytes_mod_order(&order("secp256k1"));
    let (r, point) = loop {
        // The bound is `p - n`, slightly above `2^128`.
        let r = ark_secp256k1::Fq::from_le_bytes_mod_order(&random.array::<16>());
        let point = ark_secp256k1::Affine::get_point_from_x_unchecked(r + order, random.below(2) == 1);
        if let Some(point) = point {
            break (Scalar::from_be_bytes_mod_order(&big_endian(&r)), point);
        }
    };
    let (_, y) = point.xy().expect("it has coordinates");
    let [s, z] = [&signature.s, &signature.hash].map(|bytes| Scalar::from_be_bytes_mod_order(bytes));
    let key = (point * s - ark_secp256k1::Projective::generator() * z) * r.inverse().expect("r is not zero");
    signature.public_key = encode(&key.into_affine(), big_endian);
    signature.r = big_endian(&r);
    signature.recovery_id = 2 + u8::from(y.into_bigint().is_odd());
    signature
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Verification by SEC 1, section 4.1.4, with arkworks; `None` if the sum is infinity.
    fn verify(signature: &Signature) -> Option<bool> {
        let number = |bytes: &[u8]| ark_secp256k1::Fr::from_be_bytes_mod_order(bytes);
        let (r, s, z) = (number(&signature.r), number(&signature.s), number(&signature.hash));
        let coordinate = |bytes: &[u8]| ark_secp256k1::Fq::from_be_bytes_mod_order(bytes);
        let (x, y) = signature.public_key.split_at(32);
        let key = ark_secp256k1::Affine::new(coordinate(x), coordinate(y));
        let inverse = s.inverse()?;
        let sum = ark_secp256k1::Projective::generator() * (z * inverse) + key * (r * inverse);
        let (x, _) = sum.into_affine().xy()?;
        Some(number(&big_endian(&x)) == r)
    }

    #[test]
    fn generated_signatures_have_the_intended_validity() {
        let mut random = Random::new(1, "signatures");
        for _ in 0..8 {
            assert_eq!(verify(&sign(&mut random)), Some(true));
            assert_eq!(verify(&wrapped(&mut random)), Some(true));
            assert_eq!(verify(&coincident(&mut random, false)), Some(true));
            assert_eq!(verify(&coincident(&mut random, true)), None, "the sum is infinity");
        }
    }

    #[test]
    fn points_outside_the_subgroup_are_on_the_curve() {
        let mut random = Random::new(2, "outside");
        let bytes = outside_subgroup("bls12_381_g1", &mut random).unwrap();
        let (x, y) = bytes.split_at(48);
        let [x, y] = [x, y].map(ark_bls12_381::Fq::from_le_bytes_mod_order);
        let point = ark_bls12_381::G1Affine::new_unchecked(x, y);
        assert!(point.is_on_curve() && !point.is_in_correct_subgroup_assuming_on_curve());
        assert!(outside_subgroup("bls12_377_g1", &mut random).is_some());
        assert!(outside_subgroup("bn254_g1", &mut random).is_none());
    }
}
