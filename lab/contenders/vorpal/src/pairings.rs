//! Pairings, and the groups in which they lie.

use contender::{Contender, Pairing};
use vorpal::curves::models::weierstrass::Affine;
use vorpal::fields::EncodableField;
use vorpal::fields::tower::{Fp2, Fp12};
use vorpal::pairing::bls12_377::Bls12_377;
use vorpal::pairing::bls12_381::Bls12_381;
use vorpal::pairing::bn254::Bn254;
use vorpal::pairing::{
    Engine, Gt, Pair, PreparedG2, miller_loop_vartime, multi_pairing_checked_vartime,
    multi_pairing_prepared_vartime, multi_pairing_vartime, pairing_vartime,
};

use crate::fields::decode;
use crate::pairing_curves::affine;

pub(crate) fn register(contender: &mut Contender) {
    curve::<Bls12_381, 6>(contender, "bls12_381");
    curve::<Bls12_377, 6>(contender, "bls12_377");
    curve::<Bn254, 4>(contender, "bn254");
}

fn curve<E: Engine<N>, const N: usize>(contender: &mut Contender, name: &'static str) {
    Pairing::new(contender, name, left::<E, N>, right::<E, N>, encode::<E, N>)
        .product(
            "multi_pairing_vartime",
            |pairs| pairs,
            |pairs: &Vec<Pair<E, N>>| multi_pairing_vartime::<E, N>(pairs),
        )
        .compared_product(|pairs| product_by_all_functions(&pairs))
        .power(decode::<E::Scalar>, |p, q| pairing_vartime::<E, N>(&p, &q), Gt::<E, N>::pow_vartime)
        .membership(value::<E, N>, |value| Gt::<E, N>::new(value).is_some());
}

fn left<E: Engine<N>, const N: usize>(bytes: &[u8]) -> Option<Affine<E::G1>> {
    affine(bytes).filter(Affine::is_in_subgroup_vartime)
}

fn right<E: Engine<N>, const N: usize>(bytes: &[u8]) -> Option<Affine<E::G2>> {
    affine(bytes).filter(Affine::is_in_subgroup_vartime)
}

fn encode<E: Engine<N>, const N: usize>(value: &Gt<E, N>) -> Vec<u8> {
    value.value().coefficients().iter().flat_map(|c| c.to_le_bytes().as_ref().to_vec()).collect()
}

fn value<E: Engine<N>, const N: usize>(bytes: &[u8]) -> Option<Fp12<E::Modulus, N>> {
    let width = 16 * N;
    if bytes.len() != 6 * width {
        return None;
    }
    let coefficients: Option<Vec<Fp2<E::Modulus, N>>> =
        bytes.chunks(width).map(|bytes| Fp2::from_le_bytes(bytes).ok()).collect();
    Some(Fp12::from_coefficients(coefficients?.try_into().ok()?))
}

/// The product by the public interface. It is compared with the product that checks the points, with prepared points,
/// and with the product of separate Miller loops.
///
/// # Panics
/// If two products differ, or the checks refuse a point. The process then ends, and the lab shows the case.
fn product_by_all_functions<E: Engine<N>, const N: usize>(pairs: &[Pair<E, N>]) -> Gt<E, N> {
    let expected = multi_pairing_vartime::<E, N>(pairs);
    assert_eq!(multi_pairing_checked_vartime(pairs), Ok(expected), "multi_pairing_checked_vartime");
    let prepared: Vec<PreparedG2<E, N>> =
        pairs.iter().map(|(_, q)| PreparedG2::new(q).expect("a point of G2")).collect();
    let with_prepared: Vec<_> = pairs.iter().zip(&prepared).map(|((p, _), q)| (*p, q)).collect();
    assert_eq!(multi_pairing_prepared_vartime(&with_prepared), expected, "multi_pairing_prepared_vartime");
    let loops = pairs.iter().map(|pair| miller_loop_vartime::<E, N>(&[*pair]));
    let joined = loops.reduce(|product, f| product.mul(&f)).map(|f| Gt::of_miller_loop_vartime(&f));
    assert_eq!(joined.unwrap_or(Gt::ONE), expected, "of_miller_loop_vartime of a product");
    expected
}

#[cfg(test)]
mod tests {
    use vorpal::curves::bn254::{Affine, g2};

    use super::*;

    #[test]
    fn values_are_decoded_and_products_agree() {
        let pairs = [(Affine::GENERATOR, g2::Affine::GENERATOR), (Affine::IDENTITY, g2::Affine::GENERATOR)];
        let product = product_by_all_functions::<Bn254, 4>(&pairs);
        let bytes = encode(&product);
        assert_eq!(value::<Bn254, 4>(&bytes), Some(*product.value()));
        assert_eq!(value::<Bn254, 4>(&bytes[1..]), None);
        assert_eq!(product_by_all_functions::<Bn254, 4>(&[]), Gt::ONE);
    }

    #[test]
    #[should_panic(expected = "multi_pairing_checked_vartime")]
    fn a_refused_point_panics() {
        let outside = (1..9u64).find_map(|x| g2::Affine::lift_x_vartime(x.into())).unwrap().0;
        product_by_all_functions::<Bn254, 4>(&[(Affine::GENERATOR, outside)]);
    }
}
