//! Generates inputs of Ethereum's precompiled contracts, using arkworks without its assembly.

use ark_bls12_381 as bls;
use ark_bn254 as bn;
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{AdditiveGroup, Field};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use sha2::{Digest, Sha256};

use crate::points::{big_endian, element, on_curve, scalar};
use crate::random::Random;

/// `[t] G` of Ethereum's KZG ceremony, for the secret `t` that nobody knows, in ZCash's compressed form.
const SECRET_TIMES_GENERATOR: &str =
    "ad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81";

/// An element of BLS12-381's base field or its extension (EIP-2537): the coefficient of 1 first, 64 bytes each.
pub(crate) fn bls_number<F: Field>(element: &F) -> Vec<u8> {
    element.to_base_prime_field_elements().flat_map(|c| [vec![0; 16], big_endian(&c)].concat()).collect()
}

/// An element of BN254's base field or its extension (EIP-197): the coefficient of 1 last.
fn bn_number<F: Field>(element: &F) -> Vec<u8> {
    let coefficients: Vec<_> = element.to_base_prime_field_elements().collect();
    coefficients.iter().rev().flat_map(big_endian).collect()
}

fn point<A: AffineRepr>(point: &A, number: fn(&A::BaseField) -> Vec<u8>) -> Vec<u8> {
    let zero = A::BaseField::ZERO;
    let (x, y) = point.xy().unwrap_or((zero, zero));
    [number(&x), number(&y)].concat()
}

/// A point of BLS12-381's G1 or G2.
pub(crate) fn bls_point<A: AffineRepr>(of: &A) -> Vec<u8> {
    point(of, bls_number)
}

/// A point of BN254's G1 or G2.
pub(crate) fn bn_point<A: AffineRepr>(of: &A) -> Vec<u8> {
    point(of, bn_number)
}

/// A random point of the prime subgroup.
pub(crate) fn member<G: CurveGroup>(random: &mut Random) -> G::Affine {
    (G::generator() * scalar::<G::ScalarField>(random)).into_affine()
}

/// Pairs of points whose product is one if `one` holds. There are two pairs at least then.
fn pairs<G1, G2>(random: &mut Random, count: usize, one: bool) -> Vec<(G1::Affine, G2::Affine)>
where
    G1: CurveGroup,
    G2: CurveGroup<ScalarField = G1::ScalarField>,
{
    let mut logarithms: Vec<[G1::ScalarField; 2]> =
        (0..count).map(|_| [scalar(random), scalar(random)]).collect();
    if one && let Some(([p, q], others)) = logarithms.split_last_mut() {
        let sum: G1::ScalarField = others.iter().map(|[p, q]| *p * q).sum();
        *p = -sum / *q;
    }
    let pair = |[p, q]: [G1::ScalarField; 2]| {
        ((G1::generator() * p).into_affine(), (G2::generator() * q).into_affine())
    };
    logarithms.into_iter().map(pair).collect()
}

/// An input of the check of products on BLS12-381.
pub(crate) fn bls_pairs(random: &mut Random, count: usize, one: bool) -> Vec<u8> {
    let pairs = pairs::<bls::G1Projective, bls::G2Projective>(random, count, one);
    pairs.iter().flat_map(|(p, q)| [bls_point(p), bls_point(q)].concat()).collect()
}

/// An input of the check of products on BN254.
pub(crate) fn bn_pairs(random: &mut Random, count: usize, one: bool) -> Vec<u8> {
    let pairs = pairs::<bn::G1Projective, bn::G2Projective>(random, count, one);
    pairs.iter().flat_map(|(p, q)| [bn_point(p), bn_point(q)].concat()).collect()
}

/// Two points of BLS12-381's first curve, which need not lie in G1.
pub(crate) fn bls_addition(random: &mut Random) -> Vec<u8> {
    let mut point = || bls_point(&on_curve::<bls::g1::Config>(random));
    [point(), point()].concat()
}

/// Two points of BLS12-381's second curve, which need not lie in G2.
pub(crate) fn bls_g2_addition(random: &mut Random) -> Vec<u8> {
    let mut point = || bls_point(&on_curve::<bls::g2::Config>(random));
    [point(), point()].concat()
}

/// Terms of a sum in BLS12-381's G1. Scalars are any numbers of 256 bits.
pub(crate) fn bls_g1_terms(random: &mut Random, count: usize) -> Vec<u8> {
    (0..count)
        .flat_map(|_| [bls_point(&member::<bls::G1Projective>(random)), random.bytes(32)].concat())
        .collect()
}

/// Terms of a sum in BLS12-381's G2. Scalars are any numbers of 256 bits.
pub(crate) fn bls_g2_terms(random: &mut Random, count: usize) -> Vec<u8> {
    (0..count)
        .flat_map(|_| [bls_point(&member::<bls::G2Projective>(random)), random.bytes(32)].concat())
        .collect()
}

/// Two points of BN254's G1.
pub(crate) fn bn_addition(random: &mut Random) -> Vec<u8> {
    let mut point = || bn_point(&member::<bn::G1Projective>(random));
    [point(), point()].concat()
}

/// A point of BN254's G1 and any number of 256 bits.
pub(crate) fn bn_product(random: &mut Random) -> Vec<u8> {
    [bn_point(&member::<bn::G1Projective>(random)), random.bytes(32)].concat()
}

/// The output of a point evaluation: the number of elements in a blob, and the modulus (EIP-4844).
pub(crate) fn evaluated() -> Vec<u8> {
    let mut output = vec![0; 32];
    output[30..].copy_from_slice(&4096u16.to_be_bytes());
    output.extend(big_endian_modulus());
    output
}

fn big_endian_modulus() -> Vec<u8> {
    let mut modulus = crate::points::order("bls12_381_g1");
    modulus.reverse();
    modulus
}

/// A valid input of the point evaluation (EIP-4844). The polynomial is `a + b X`. Its commitment is `a G + b [t] G`,
/// and the proof of every value `a + b z` is `b G`.
pub(crate) fn opening(random: &mut Random) -> Vec<u8> {
    let [a, b, z]: [bls::Fr; 3] = [0; 3].map(|_| scalar(random));
    let generator = bls::G1Projective::generator();
    let secret = hex::decode(SECRET_TIMES_GENERATOR).expect("hexadecimal digits");
    let secret = bls::G1Affine::deserialize_compressed(&secret[..]).expect("a point of G1");
    let commitment = compressed(generator * a + secret * b);
    let mut hash = Sha256::digest(&commitment);
    hash[0] = 1;
    [hash.to_vec(), big_endian(&z), big_endian(&(a + b * z)), commitment, compressed(generator * b)].concat()
}

/// The compressed form of a point of the curve that is not in the subgroup.
pub(crate) fn compressed_outside_of_subgroup(random: &mut Random) -> Vec<u8> {
    loop {
        let point = on_curve::<bls::g1::Config>(random);
        if !point.is_in_correct_subgroup_assuming_on_curve() {
            return compressed(point.into());
        }
    }
}

fn compressed(point: bls::G1Projective) -> Vec<u8> {
    let mut bytes = Vec::new();
    point.into_affine().serialize_compressed(&mut bytes).expect("memory does not fail");
    bytes
}

/// An input of modular exponentiation (EIP-198).
pub(crate) fn power(base: &[u8], exponent: &[u8], modulus: &[u8]) -> Vec<u8> {
    let length = |number: &[u8]| [vec![0; 24], (number.len() as u64).to_be_bytes().to_vec()].concat();
    [length(base), length(exponent), length(modulus), base.to_vec(), exponent.to_vec(), modulus.to_vec()]
        .concat()
}

/// A power modulo an odd number, all of them of `length` bytes.
pub(crate) fn odd_power(random: &mut Random, length: usize) -> Vec<u8> {
    let [base, exponent, mut modulus] = [0; 3].map(|_| random.bytes(length));
    modulus[0] |= 0x80;
    modulus[length - 1] |= 1;
    power(&base, &exponent, &modulus)
}

/// A random element for a map to BLS12-381's G1, or to G2 if `F` is the extension.
pub(crate) fn mapped<F: Field>(random: &mut Random) -> Vec<u8> {
    bls_number(&element::<F>(random))
}

/// A valid input of `ecrecover`: hash, `v`, `r`, `s`.
pub(crate) fn recovery(random: &mut Random) -> Vec<u8> {
    let signature = crate::points::sign::<crate::points::K256>(random);
    let v = [vec![0; 31], vec![27 + (signature.recovery_id & 1)]].concat();
    [signature.hash, v, signature.r, signature.s].concat()
}

/// A valid input of the verification on P-256: hash, `r`, `s`, key.
pub(crate) fn verification(random: &mut Random) -> Vec<u8> {
    let signature = crate::points::sign::<crate::points::P256>(random);
    [signature.hash, signature.r, signature.s, signature.public_key].concat()
}

#[cfg(test)]
mod tests {
    use ark_ec::pairing::Pairing;

    use super::*;

    #[test]
    fn products_are_one_if_wanted() {
        let mut random = Random::new(1, "products");
        for (count, one) in [(1, false), (2, true), (3, true), (3, false)] {
            let pairs = pairs::<bn::G1Projective, bn::G2Projective>(&mut random, count, one);
            let (left, right): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
            let product = bn::Bn254::multi_pairing(left, right);
            assert_eq!(product == Default::default(), one, "{count}");
        }
    }

    #[test]
    fn inputs_have_the_lengths_of_the_contracts() {
        let random = &mut Random::new(1, "lengths");
        assert_eq!(bls_pairs(random, 2, true).len(), 768);
        assert_eq!(bn_pairs(random, 2, true).len(), 384);
        assert_eq!([bls_addition(random).len(), bls_g2_addition(random).len()], [256, 512]);
        assert_eq!([bls_g1_terms(random, 2).len(), bls_g2_terms(random, 2).len()], [320, 576]);
        assert_eq!([bn_addition(random).len(), bn_product(random).len()], [128, 96]);
        assert_eq!([opening(random).len(), evaluated().len()], [192, 64]);
        assert_eq!(odd_power(random, 32).len(), 192);
        assert_eq!([mapped::<bls::Fq>(random).len(), mapped::<bls::Fq2>(random).len()], [64, 128]);
        assert_eq!([recovery(random).len(), verification(random).len()], [128, 160]);
    }
}
