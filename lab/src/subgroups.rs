//! Generates points of small order, and elements of extension fields inside and outside the target group of a pairing.

use ark_ec::pairing::Pairing;
use ark_ec::short_weierstrass::{Projective, SWCurveConfig};
use ark_ec::{AdditiveGroup, CurveGroup, PrimeGroup};
use ark_ff::{BigInteger, CyclotomicMultSubgroup, Field, One, PrimeField, Zero};
use num_bigint::BigUint;

use crate::points::{element, encode, little_endian, on_curve, progression, scalar};
use crate::random::Random;

/// Prime factors of cofactors are searched up to this number.
const SMALL: u32 = 1 << 16;

/// Points of the curve that are of order `q`, of an order that is a power of `q`, and sums of such a point and a point
/// of the prime subgroup: for every small prime `q` that divides the cofactor.
pub(crate) fn of_small_orders(curve: &str, random: &mut Random) -> Vec<Vec<u8>> {
    match curve {
        "bls12_377_g1" => small_orders::<ark_bls12_377::g1::Config>(random),
        "bls12_381_g1" => small_orders::<ark_bls12_381::g1::Config>(random),
        "bls12_377_g2" => small_orders::<ark_bls12_377::g2::Config>(random),
        "bls12_381_g2" => small_orders::<ark_bls12_381::g2::Config>(random),
        "bn254_g2" => small_orders::<ark_bn254::g2::Config>(random),
        _ => Vec::new(),
    }
}

fn small_orders<C: SWCurveConfig>(random: &mut Random) -> Vec<Vec<u8>> {
    let bytes: Vec<u8> = C::COFACTOR.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    let cofactor = BigUint::from_bytes_le(&bytes);
    let order = &cofactor * BigUint::from_bytes_le(&C::ScalarField::MODULUS.to_bytes_le());
    let mut points = Vec::new();
    for q in small_prime_factors(&cofactor) {
        let q = BigUint::from(q);
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
    points.into_iter().map(|point| encode(&point.into_affine(), little_endian)).collect()
}

fn small_prime_factors(number: &BigUint) -> Vec<u32> {
    let mut rest = number.clone();
    let mut factors = Vec::new();
    for q in 2..SMALL {
        if (&rest % q).is_zero() {
            factors.push(q);
        }
        while (&rest % q).is_zero() {
            rest /= q;
        }
    }
    factors
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
    use ark_ec::AffineRepr;
    use ark_ec::short_weierstrass::Affine;

    use super::*;

    /// The points of order `q` are distinct from infinity, and `q` times them is infinity.
    fn have_small_orders<C: SWCurveConfig>(expected: &[u32]) {
        let bytes: Vec<u8> = C::COFACTOR.iter().flat_map(|limb| limb.to_le_bytes()).collect();
        let factors = small_prime_factors(&BigUint::from_bytes_le(&bytes));
        assert_eq!(factors[..expected.len()], *expected);
        let points = small_orders::<C>(&mut Random::new(1, "orders"));
        assert_eq!(points.len(), 3 * factors.len());
        for (q, points) in factors.iter().zip(points.chunks(3)) {
            let [power, point, sum] = [0, 1, 2].map(|i| decode::<C>(&points[i]));
            assert!(power.is_on_curve() && point.is_on_curve() && sum.is_on_curve());
            assert!(!point.is_zero() && times(&point.into(), &BigUint::from(*q)).is_zero());
            assert!(![power, point, sum].iter().any(Affine::is_in_correct_subgroup_assuming_on_curve));
        }
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
        have_small_orders::<ark_bls12_381::g1::Config>(&[3, 11, 10177]);
        have_small_orders::<ark_bls12_381::g2::Config>(&[13, 23, 2713]);
        have_small_orders::<ark_bn254::g2::Config>(&[10069]);
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
