//! Generates points of small order, and elements of extension fields inside and outside the target group of a pairing.

use ark_ec::pairing::Pairing;
use ark_ec::short_weierstrass::{Projective, SWCurveConfig};
use ark_ec::{AdditiveGroup, CurveGroup, PrimeGroup};
use ark_ff::{BigInteger, CyclotomicMultSubgroup, Field, One, PrimeField, Zero};
use num_bigint::BigUint;

use crate::points::{element, encode, little_endian, on_curve, progression, scalar};
use crate::random::Random;

/// Points of the curve that are of order `q`, of an order that is a power of `q`, and sums of such a point and a point
/// of the prime subgroup: for every prime `q` below `2^26` that divides the cofactor. Also a point that the cofactor
/// times is infinity, and its sum with a point of the prime subgroup.
pub(crate) fn of_small_orders(curve: &str, random: &mut Random) -> Vec<Vec<u8>> {
    match curve {
        "bls12_377_g1" => small_orders::<ark_bls12_377::g1::Config>(factors(curve), random),
        "bls12_381_g1" => small_orders::<ark_bls12_381::g1::Config>(factors(curve), random),
        "bls12_377_g2" => small_orders::<ark_bls12_377::g2::Config>(factors(curve), random),
        "bls12_381_g2" => small_orders::<ark_bls12_381::g2::Config>(factors(curve), random),
        "bn254_g2" => small_orders::<ark_bn254::g2::Config>(factors(curve), random),
        _ => Vec::new(),
    }
}

/// The prime factors of a cofactor below `2^26`. A test finds them again by trial division.
fn factors(curve: &str) -> &'static [u32] {
    match curve {
        "bls12_377_g1" => &[2, 3, 7, 13, 499],
        "bls12_381_g1" => &[3, 11, 10177, 859_267, 52_437_899],
        "bls12_381_g2" => &[13, 23, 2713, 11_953, 262_069],
        "bn254_g2" => &[10069, 5_864_401],
        _ => &[],
    }
}

fn cofactor<C: SWCurveConfig>() -> BigUint {
    let bytes: Vec<u8> = C::COFACTOR.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}

fn small_orders<C: SWCurveConfig>(factors: &[u32], random: &mut Random) -> Vec<Vec<u8>> {
    let prime = BigUint::from_bytes_le(&C::ScalarField::MODULUS.to_bytes_le());
    let order = cofactor::<C>() * &prime;
    let mut points = Vec::new();
    for q in factors {
        let q = BigUint::from(*q);
        let mut rest = order.clone();
        while (&rest % &q).is_zero() {
            rest /= &q;
        }
        let power = loop {
            let point = times(&on_curve::<C>(random).into(), &rest);
            if !point.is_zero() {
                break point;
            }
        };
        let mut point = power;
        loop {
            let next = times(&point, &q);
            if next.is_zero() {
                break;
            }
            point = next;
        }
        let member = progression::<Projective<C>>(random, 1)[0];
        points.extend([power, point, point + member]);
    }
    let rest = times(&on_curve::<C>(random).into(), &prime);
    points.extend([rest, rest + progression::<Projective<C>>(random, 1)[0]]);
    points.into_iter().map(|point| encode(&point.into_affine(), little_endian)).collect()
}

/// `factor point` for any point of the curve. The library's multiplication is for the prime subgroup only.
fn times<C: SWCurveConfig>(point: &Projective<C>, factor: &BigUint) -> Projective<C> {
    let mut product = Projective::zero();
    for bit in (0..factor.bits()).rev() {
        product.double_in_place();
        if factor.bit(bit) {
            product += point;
        }
    }
    product
}

/// Elements of the extension field: of the target group of the named curve, of the cyclotomic subgroup, and others.
pub(crate) fn extension_elements(curve: &str, random: &mut Random) -> Vec<Vec<u8>> {
    match curve {
        "bls12_377" => elements::<ark_bls12_377::Bls12_377>(random),
        "bls12_381" => elements::<ark_bls12_381::Bls12_381>(random),
        _ => elements::<ark_bn254::Bn254>(random),
    }
}

/// Encoded as in the protocol.
fn elements<E: Pairing>(random: &mut Random) -> Vec<Vec<u8>> {
    let generator = E::pairing(E::G1::generator(), E::G2::generator());
    let member = (generator * scalar::<E::ScalarField>(random)).0;
    let any: E::TargetField = element(random);
    // `f^(p^6 - 1)`, and `f^((p^6 - 1) (p^2 + 1))` in the cyclotomic subgroup.
    let unitary = any.frobenius_map(6) * any.inverse().expect("a random element is not zero");
    let cyclotomic = unitary.frobenius_map(2) * unitary;
    // Its order divides the cofactor of the target group in the cyclotomic subgroup.
    let outside = cyclotomic.pow(E::ScalarField::characteristic());
    let one = E::TargetField::one();
    let squared = member.square();
    let inverse = member.cyclotomic_inverse().expect("a member is not zero");
    [
        E::TargetField::zero(),
        one,
        -one,
        generator.0,
        member,
        squared,
        inverse,
        -member,
        member.frobenius_map(1),
        any,
        unitary,
        cyclotomic,
        outside,
        outside * member,
        element(random),
    ]
    .iter()
    .map(encode_element)
    .collect()
}

/// The coefficients of `1, w, ..., w^5`. In the library, the even ones precede the odd ones.
fn encode_element<F: Field>(element: &F) -> Vec<u8> {
    let bytes = little_endian(element);
    let width = bytes.len() / 6;
    [0, 3, 1, 4, 2, 5].into_iter().flat_map(|at| &bytes[at * width..][..width]).copied().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use ark_ec::AffineRepr;
    use ark_ec::short_weierstrass::Affine;

    use super::*;

    /// The primes below `2^26`, by the sieve of Eratosthenes.
    fn primes() -> &'static [u32] {
        static PRIMES: OnceLock<Vec<u32>> = OnceLock::new();
        PRIMES.get_or_init(|| {
            let mut composite = vec![false; 1 << 26];
            for q in 2..1 << 13 {
                if !composite[q] {
                    composite[q * q..].iter_mut().step_by(q).for_each(|found| *found = true);
                }
            }
            (2..1 << 26).filter(|q| !composite[*q as usize]).collect()
        })
    }

    /// The points of order `q` are distinct from infinity, and `q` times them is infinity.
    fn have_small_orders<C: SWCurveConfig>(curve: &str) {
        let factors = factors(curve);
        let cofactor = cofactor::<C>();
        let found: Vec<u32> = primes().iter().copied().filter(|q| (&cofactor % *q).is_zero()).collect();
        assert_eq!(found, factors, "{curve}");
        let points = of_small_orders(curve, &mut Random::new(1, "orders"));
        let points: Vec<Affine<C>> = points.iter().map(|point| decode::<C>(point)).collect();
        assert_eq!(points.len(), 3 * factors.len() + 2);
        assert!(points.iter().all(Affine::is_on_curve));
        assert!(!points.iter().any(Affine::is_in_correct_subgroup_assuming_on_curve));
        for (q, points) in factors.iter().zip(points.chunks(3)) {
            assert!(!points[1].is_zero() && times(&points[1].into(), &BigUint::from(*q)).is_zero());
        }
        let rest = points[3 * factors.len()];
        assert!(times(&rest.into(), &cofactor).is_zero());
    }

    fn decode<C: SWCurveConfig>(bytes: &[u8]) -> Affine<C> {
        let width = bytes.len() / 2 / C::BaseField::extension_degree() as usize;
        let numbers =
            bytes.chunks(width).map(<C::BaseField as Field>::BasePrimeField::from_le_bytes_mod_order);
        let numbers: Vec<_> = numbers.collect();
        let (x, y) = numbers.split_at(numbers.len() / 2);
        let [x, y] = [x, y].map(|half| C::BaseField::from_base_prime_field_elems(half.to_vec()).unwrap());
        Affine::new_unchecked(x, y)
    }

    #[test]
    fn points_have_the_intended_orders() {
        have_small_orders::<ark_bls12_377::g1::Config>("bls12_377_g1");
        have_small_orders::<ark_bls12_377::g2::Config>("bls12_377_g2");
        have_small_orders::<ark_bls12_381::g1::Config>("bls12_381_g1");
        have_small_orders::<ark_bls12_381::g2::Config>("bls12_381_g2");
        have_small_orders::<ark_bn254::g2::Config>("bn254_g2");
        assert!(of_small_orders("bn254_g1", &mut Random::new(1, "")).is_empty());
    }

    #[test]
    fn some_elements_are_in_the_target_group() {
        let elements = extension_elements("bn254", &mut Random::new(1, "elements"));
        let width = elements[0].len() / 12;
        let in_group = |bytes: &Vec<u8>| {
            let mut ordered = vec![0; bytes.len()];
            for (from, at) in bytes.chunks(2 * width).zip([0, 3, 1, 4, 2, 5]) {
                ordered[2 * at * width..][..2 * width].copy_from_slice(from);
            }
            let numbers = ordered.chunks(width).map(ark_bn254::Fq::from_le_bytes_mod_order);
            let element = ark_bn254::Fq12::from_base_prime_field_elems(numbers).unwrap();
            element.pow(ark_bn254::Fr::characteristic()).is_one()
        };
        let members: Vec<usize> = (0..elements.len()).filter(|i| in_group(&elements[*i])).collect();
        assert_eq!(members, [1, 3, 4, 5, 6, 8]);
    }
}
