//! Good and bad points, for every combination of them.

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_curves::{bls12_381, bn254};
use vorpal_fields::{EncodableField, Field};

/// Coordinates of points: the generator, its negative, infinity; a point that is not on the curve; one that is on the
/// curve, but not in the subgroup if there is another.
fn coordinates<C: WeierstrassCurve>() -> [(C::Base, C::Base); 5] {
    let outside = (1..50u64).find_map(|x| Affine::<C>::lift_x_vartime(x.into())).expect("a point").0;
    assert!(C::HAS_PRIME_ORDER || !outside.is_in_subgroup_vartime());
    let points = [Affine::GENERATOR, -Affine::GENERATOR, Affine::IDENTITY, outside];
    let [g, negative, infinity, outside] = points.map(|point| {
        let (x, y) = point.raw_coordinates();
        (*x, *y)
    });
    [g, negative, infinity, outside, (g.0, g.1 + C::Base::ONE)]
}

/// The prime, big-endian.
fn prime<const N: usize, F: EncodableField>() -> [u8; N] {
    let mut bytes: [u8; N] = (-F::ONE).to_be_bytes().as_ref().try_into().expect("N bytes");
    bytes[N - 1] += 1; // The last byte of p - 1 is even.
    bytes
}

fn element<const N: usize, F: EncodableField>(value: &F) -> [u8; N] {
    value.to_be_bytes().as_ref().try_into().expect("N bytes")
}

/// The coordinates of a point of G1.
pub(crate) type G1 = ([u8; 48], [u8; 48]);

/// The coordinates of a point of G2.
pub(crate) type G2 = ([u8; 48], [u8; 48], [u8; 48], [u8; 48]);

type Base = vorpal_fields::primes::Bls12_381Base;

/// Points of BLS12-381's G1, also with coordinates that are not below the prime.
pub(crate) fn g1_points() -> Vec<G1> {
    let points = coordinates::<bls12_381::Bls12_381G1>();
    let mut points: Vec<G1> = points.iter().map(|(x, y)| (element(x), element(y))).collect();
    points.extend([
        (prime::<48, Base>(), points[0].1),
        (points[0].0, [0xff; 48]),
        ([0; 48], prime::<48, Base>()),
    ]);
    points
}

/// Points of BLS12-381's G2, also with coordinates that are not below the prime.
pub(crate) fn g2_points() -> Vec<G2> {
    let points = coordinates::<bls12_381::g2::Bls12_381G2>();
    let mut points: Vec<G2> = points
        .iter()
        .map(|(x, y)| (element(&x.c0), element(&x.c1), element(&y.c0), element(&y.c1)))
        .collect();
    let (x0, x1, y0, _) = points[0];
    points.extend([(x0, x1, y0, prime::<48, Base>()), ([0; 48], prime::<48, Base>(), [0; 48], [0; 48])]);
    points
}

type Base254 = vorpal_fields::primes::Bn254Base;

/// Points of BN254's G1 and G2, also with coordinates that are not below the prime.
pub(crate) fn points_254() -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let (zero, prime) = ([0; 32], prime::<32, Base254>());
    let g1 = coordinates::<bn254::Bn254G1>();
    let mut g1: Vec<Vec<u8>> = g1.iter().map(|(x, y)| [element::<32, _>(x), element(y)].concat()).collect();
    g1.extend([[zero, prime].concat(), [prime, zero].concat(), vec![0xff; 64]]);
    let g2 = coordinates::<bn254::g2::Bn254G2>();
    let mut g2: Vec<Vec<u8>> = g2.iter().map(|(x, y)| [element::<64, _>(x), element(y)].concat()).collect();
    g2.extend([[zero, zero, zero, prime].concat(), [prime, zero, zero, zero].concat()]);
    (g1, g2)
}
