//! Generates points and ECDSA signatures as inputs for workloads and cases, using arkworks without its assembly.

use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{AdditiveGroup, BigInteger, Field, PrimeField};

use crate::random::Random;

/// The coefficients over the prime field, least significant byte first.
pub(crate) fn little_endian<F: Field>(element: &F) -> Vec<u8> {
    element.to_base_prime_field_elements().flat_map(|c| c.into_bigint().to_bytes_le()).collect()
}

/// A uniform element of a field.
pub(crate) fn element<F: Field>(random: &mut Random) -> F {
    let degree = F::extension_degree();
    F::from_base_prime_field_elems((0..degree).map(|_| scalar(random))).expect("as many as the degree")
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
pub(crate) fn progression<G: CurveGroup>(random: &mut Random, count: usize) -> Vec<G::Affine> {
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
fn weierstrass<C: SWCurveConfig>(random: &mut Random, count: usize) -> Vec<Vec<u8>> {
    let points = progression::<Projective<C>>(random, count);
    points.iter().map(|point| encode(point, little_endian)).collect()
}

pub(crate) fn encode<C: SWCurveConfig>(point: &Affine<C>, number: fn(&C::BaseField) -> Vec<u8>) -> Vec<u8> {
    let width = number(&C::BaseField::ZERO).len();
    point.xy().map_or(vec![0; 2 * width], |(x, y)| [number(&x), number(&y)].concat())
}

/// Random points of the named curve, in the encoding of the protocol.
pub(crate) fn random(curve: &str, random: &mut Random, count: usize) -> Vec<Vec<u8>> {
    match curve {
        "bls12_377_g1" => weierstrass::<ark_bls12_377::g1::Config>(random, count),
        "bls12_381_g1" => weierstrass::<ark_bls12_381::g1::Config>(random, count),
        "bn254_g1" => weierstrass::<ark_bn254::g1::Config>(random, count),
        "bls12_377_g2" => weierstrass::<ark_bls12_377::g2::Config>(random, count),
        "bls12_381_g2" => weierstrass::<ark_bls12_381::g2::Config>(random, count),
        "bn254_g2" => weierstrass::<ark_bn254::g2::Config>(random, count),
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
        "bls12_377" | "bls12_377_g1" | "bls12_377_g2" => ark_bls12_377::Fr::MODULUS.to_bytes_le(),
        "bls12_381" | "bls12_381_g1" | "bls12_381_g2" => ark_bls12_381::Fr::MODULUS.to_bytes_le(),
        "bn254" | "bn254_g1" | "bn254_g2" => ark_bn254::Fr::MODULUS.to_bytes_le(),
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

/// secp256k1.
pub(crate) type K256 = ark_secp256k1::Config;
/// P-256.
pub(crate) type P256 = ark_secp256r1::Config;

/// A curve whose points and scalars have numbers as coordinates, as curves of ECDSA have.
pub(crate) trait Numbers: SWCurveConfig<BaseField = Self::Base> {
    /// The field of the coordinates.
    type Base: PrimeField;
}

/// The modulus of a field, least significant byte first.
pub(crate) fn modulus<F: PrimeField>() -> Vec<u8> {
    F::MODULUS.to_bytes_le()
}

impl Numbers for K256 {
    type Base = ark_secp256k1::Fq;
}

impl Numbers for P256 {
    type Base = ark_secp256r1::Fq;
}

/// A signature with its key and hash; numbers are big-endian.
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
pub(crate) fn sign<C: Numbers>(random: &mut Random) -> Signature {
    let secret = scalar(random);
    sign_by::<C>(&secret, random)
}

/// As [`sign`], with a given key.
pub(crate) fn sign_by<C: Numbers>(secret: &C::ScalarField, random: &mut Random) -> Signature {
    let number = C::ScalarField::from_be_bytes_mod_order;
    let generator = Projective::<C>::generator();
    let nonce: C::ScalarField = scalar(random);
    let hash = random.array::<32>();
    let commitment = (generator * nonce).into_affine();
    let (x, y) = commitment.xy().expect("a nonce is not zero");
    let r = number(&big_endian(&x));
    let s = (number(&hash) + r * secret) * nonce.inverse().expect("a nonce is not zero");
    let high = s.into_bigint() > (-s).into_bigint();
    // `r = x - n` for about one `x` in `2^128`. The parity of `y` flips with the sign of `s`.
    let reduced = big_endian(&x) != big_endian(&r);
    let odd = y.into_bigint().is_odd() != high;
    Signature {
        secret: big_endian(secret),
        public_key: encode(&(generator * *secret).into_affine(), big_endian),
        hash: hash.to_vec(),
        r: big_endian(&r),
        s: big_endian(&if high { -s } else { s }),
        recovery_id: u8::from(odd) + 2 * u8::from(reduced),
    }
}

/// `-s` modulo the order of the curve, big-endian.
pub(crate) fn negate_scalar<C: Numbers>(s: &[u8]) -> Vec<u8> {
    big_endian(&-C::ScalarField::from_be_bytes_mod_order(s))
}

/// An encoded point of the curve outside the prime-order group. `None` if the curve has no such points or its encoding
/// cannot express them.
pub(crate) fn outside_subgroup(curve: &str, random: &mut Random) -> Option<Vec<u8>> {
    match curve {
        "bls12_377_g1" => Some(outside::<ark_bls12_377::g1::Config>(random)),
        "bls12_381_g1" => Some(outside::<ark_bls12_381::g1::Config>(random)),
        "bls12_377_g2" => Some(outside::<ark_bls12_377::g2::Config>(random)),
        "bls12_381_g2" => Some(outside::<ark_bls12_381::g2::Config>(random)),
        "bn254_g2" => Some(outside::<ark_bn254::g2::Config>(random)),
        _ => None,
    }
}

fn outside<C: SWCurveConfig>(random: &mut Random) -> Vec<u8> {
    loop {
        let point: Affine<C> = on_curve(random);
        if !point.is_in_correct_subgroup_assuming_on_curve() {
            return encode(&point, little_endian);
        }
    }
}

/// A random point of the curve.
pub(crate) fn on_curve<C: SWCurveConfig>(random: &mut Random) -> Affine<C> {
    loop {
        let point = Affine::<C>::get_point_from_x_unchecked(element(random), random.below(2) == 1);
        if let Some(point) = point {
            return point;
        }
    }
}

/// A signature for which `u1 G` and `u2 Q` are equal (hash `z = r d`) or opposite (`z = -r d`). Opposite points sum to
/// infinity, so that signature is invalid.
pub(crate) fn coincident<C: Numbers>(random: &mut Random, opposite: bool) -> Signature {
    let number = C::ScalarField::from_be_bytes_mod_order;
    let mut signature = sign::<C>(random);
    let [r, d] = [&signature.r, &signature.secret].map(|bytes| number(bytes));
    let z = if opposite { -(r * d) } else { r * d };
    // The nonce of `r` is not stored. A new nonce is drawn, and `s` is computed from it where possible.
    let nonce: C::ScalarField = scalar(random);
    let point = (Projective::<C>::generator() * nonce).into_affine();
    let (x, y) = point.xy().expect("a nonce is not zero");
    let new_r = number(&big_endian(&x));
    let z = z / r * new_r;
    let s = (z + new_r * d) / nonce;
    signature.hash = big_endian(&z);
    signature.r = big_endian(&new_r);
    signature.s = if s == C::ScalarField::ZERO { big_endian(&C::ScalarField::ONE) } else { big_endian(&s) };
    signature.recovery_id = u8::from(y.into_bigint().is_odd());
    signature
}

/// A signature that recovers to infinity: `s R = z G`.
pub(crate) fn recovering_to_infinity<C: Numbers>(random: &mut Random) -> Signature {
    let number = C::ScalarField::from_be_bytes_mod_order;
    let mut signature = sign::<C>(random);
    let nonce: C::ScalarField = scalar(random);
    let point = (Projective::<C>::generator() * nonce).into_affine();
    let (x, y) = point.xy().expect("a nonce is not zero");
    let z = number(&signature.hash);
    signature.r = big_endian(&number(&big_endian(&x)));
    signature.s = big_endian(&(z / nonce));
    signature.recovery_id = u8::from(y.into_bigint().is_odd());
    signature
}

/// A valid signature whose point has `x = r + n`. A random signature has this property with probability `2^-128`, so
/// the key is chosen to fit: for any such `R` and any `s`, `Q = r^-1 (s R - z G)`.
pub(crate) fn wrapped<C: Numbers>(random: &mut Random) -> Signature {
    let number = C::ScalarField::from_be_bytes_mod_order;
    let mut signature = sign::<C>(random);
    let order = C::Base::from_le_bytes_mod_order(&C::ScalarField::MODULUS.to_bytes_le());
    let (r, point) = loop {
        // The bound is `p - n`, above `2^126`.
        let r = C::Base::from_le_bytes_mod_order(&random.array::<15>());
        let point = Affine::<C>::get_point_from_x_unchecked(r + order, random.below(2) == 1);
        if let Some(point) = point {
            break (number(&big_endian(&r)), point);
        }
    };
    let (_, y) = point.xy().expect("it has coordinates");
    let [s, z] = [&signature.s, &signature.hash].map(|bytes| number(bytes));
    let key = (point * s - Projective::<C>::generator() * z) * r.inverse().expect("r is not zero");
    signature.public_key = encode(&key.into_affine(), big_endian);
    signature.r = big_endian(&r);
    signature.recovery_id = 2 + u8::from(y.into_bigint().is_odd());
    signature
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Verification by SEC 1, section 4.1.4, with arkworks; `None` if the sum is infinity.
    fn verify<C: Numbers>(signature: &Signature) -> Option<bool> {
        let number = C::ScalarField::from_be_bytes_mod_order;
        let (r, s, z) = (number(&signature.r), number(&signature.s), number(&signature.hash));
        let coordinate = C::Base::from_be_bytes_mod_order;
        let (x, y) = signature.public_key.split_at(32);
        let key = Affine::<C>::new(coordinate(x), coordinate(y));
        let inverse = s.inverse()?;
        let sum = Projective::<C>::generator() * (z * inverse) + key * (r * inverse);
        let (x, _) = sum.into_affine().xy()?;
        Some(number(&big_endian(&x)) == r)
    }

    #[test]
    fn generated_signatures_have_the_intended_validity() {
        have_the_intended_validity::<K256>();
        have_the_intended_validity::<P256>();
    }

    fn have_the_intended_validity<C: Numbers>() {
        let mut random = Random::new(1, "signatures");
        for _ in 0..8 {
            assert_eq!(verify::<C>(&sign::<C>(&mut random)), Some(true));
            assert_eq!(verify::<C>(&wrapped::<C>(&mut random)), Some(true));
            assert_eq!(verify::<C>(&coincident::<C>(&mut random, false)), Some(true));
            assert_eq!(verify::<C>(&coincident::<C>(&mut random, true)), None, "the sum is infinity");
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
