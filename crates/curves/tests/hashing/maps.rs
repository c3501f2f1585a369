//! The maps against their definitions on big integers, for exceptional and other field elements, and the conditions on
//! their constants.

use num_bigint::BigUint;
use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal_curves::bn254::{Bn254G1, g2::Bn254G2};
use vorpal_curves::grumpkin::Grumpkin;
use vorpal_curves::hashing::{HashableCurve, MapToCurve, map_to_curve, map_to_curve_vartime};
use vorpal_curves::p256::P256;
use vorpal_curves::pallas::Pallas;
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_curves::vesta::Vesta;
use vorpal_fields::HashField;
use vorpal_oracle::big::{hex, residue_edges};
use vorpal_oracle::hashing::{Element, Field};

use crate::{Textbook, isogeny, map, point, swu_curve, target};

/// Elements `u` of the base field of BLS12-381 whose image before the isogeny lies in the kernel: both signs of these.
/// The first two are mapped there by the first candidate for `x`, the next two by the second one, and so on.
pub(crate) const TO_KERNEL: [&str; 8] = [
    "0x146850b3bdc2495ed73bb803dfaa951a88abff0acb5c7aeac52b48f3c808e87ce3885b98ce916e17caef21a6cbc6b598",
    "0x0ec1d2551f80abe70136a7f42e52133ebddf9b619a88147ae422a98e57581f2b0961dc019c74599f12a1b5513649a2e8",
    "0x0a92437e90bc473049ab549b4c4a145feb4fb5cd39f7ee85c11fa62a8f5317220b398be420ca5d8364d460f6ee1efd29",
    "0x10683009c00edc5676a3d43b8b5ae8a68e75a32954f6a502e6acc1c11ed49bcaa7c843871e887ce9839920c2ff0f732f",
    "0x1377c0192d99508a317127abf17c64205c7aad448380027efb47ae73ea231dbd6ecd3f2841b63d309c35bb8fd13e48f0",
    "0x0a2605e5991fcf3e63728a7a1468d79bacaa5f23f3816aadcd38efdd330c6d4f5bbf450f92156e0e23e16e3252bcd042",
    "0x0854a3cb180882d5b1efc1c3cc5b3fb33b27cb739f1389986ca46e1c5cb5010d8a06fd781c63074868f316d95b8f8405",
    "0x0a3bf00221e169b850c5268c3d1edd576732060760bc0c00ed0311dee8588b18130822d3027f8d142802d784ea194fca",
];

/// 0, 1, p - 1, other edge values as each coefficient, powers of a number, and exceptional elements.
pub(crate) fn inputs<C: HashableCurve<Base: Textbook>>() -> Vec<Element> {
    let field = C::Base::field();
    let edges = residue_edges(&field.p, (C::Base::CHARACTERISTIC_BITS).div_ceil(64));
    let mut inputs: Vec<Element> = edges.iter().map(|edge| [edge.clone(), BigUint::ZERO]).collect();
    let mut power = [BigUint::from(5u8), BigUint::from(if field.degree == 1 { 0u8 } else { 3u8 })];
    for _ in 0..24 {
        power = field.mul(&field.mul(&power, &power), &power);
        inputs.push(power.clone());
    }
    if field.degree == 2 {
        inputs.extend(edges.iter().map(|edge| [BigUint::ZERO, edge.clone()]));
        inputs.extend(edges.iter().map(|edge| [&field.p - 1u8, edge.clone()]));
    }
    for exceptional in exceptional::<C>() {
        inputs.push(field.neg(&exceptional));
        inputs.push(exceptional);
    }
    inputs
}

/// The elements other than zero, up to their sign, where the definition divides by zero.
fn exceptional<C: HashableCurve<Base: Textbook>>() -> Vec<Element> {
    let field = C::Base::field();
    let squares = match C::MAP {
        // z^2 u^4 + z u^2 = 0
        MapToCurve::Swu(map) => vec![field.neg(&field.invert(&map.z().value().element()))],
        // 1 - g(z)^2 u^4 = 0
        MapToCurve::Svdw(map) => {
            let inverse = field.invert(&target::<C>().right_hand_side(&map.z().element()));
            vec![field.neg(&inverse), inverse]
        }
    };
    squares.iter().filter(|square| field.is_square(square)).map(|square| field.sqrt(square)).collect()
}

fn check<C: HashableCurve<Base: Textbook>>(number_of_exceptions: usize) {
    assert_eq!(exceptional::<C>().len(), number_of_exceptions);
    let inputs = inputs::<C>();
    // The images for which another sign of y is found.
    let mut wrong = 0;
    for u in &inputs {
        let element = C::Base::from_element(u);
        let found = map_to_curve::<C>(&element);
        let expected = map::<C>(u);
        assert_eq!(point(&found), expected, "{u:?}");
        wrong += usize::from(point(&-found) == expected);
        assert_eq!(map_to_curve_vartime::<C>(&element).to_affine(), found);
        assert!(target::<C>().contains(&point(&found)));
        // The candidates of the simplified map depend on the square of u, so only the sign differs.
        if matches!(C::MAP, MapToCurve::Swu(_)) {
            let opposite = map_to_curve::<C>(&-element);
            assert_eq!(opposite, if *u == Element::default() { found } else { -found });
        }
    }
    assert_eq!(wrong, 0);
}

#[test]
fn agree_with_their_definitions() {
    check::<Secp256k1>(1);
    check::<P256>(1);
    check::<Bls12_381G1>(1);
    check::<Bls12_381G2>(0);
    check::<Bn254G1>(1);
    check::<Bn254G2>(2);
    check::<Grumpkin>(2);
    check::<Pallas>(0);
    check::<Vesta>(0);
}

#[test]
fn points_of_the_kernel_become_infinity() {
    let (curve, [_, _, kernel]) = isogeny::<Bls12_381G1>().unwrap();
    let MapToCurve::Swu(swu) = Bls12_381G1::MAP else { panic!("G1 has the simplified map") };
    for text in TO_KERNEL {
        let u = [hex(text), BigUint::ZERO];
        let [x, _] = curve.swu(&swu.z().value().element(), &u).unwrap();
        assert_eq!(curve.field.evaluate(&kernel, &x), Element::default());
        for u in [u.clone(), curve.field.neg(&u)] {
            let u = Textbook::from_element(&u);
            assert!(bool::from(map_to_curve::<Bls12_381G1>(&u).is_identity()));
            assert!(bool::from(map_to_curve_vartime::<Bls12_381G1>(&u).is_identity()));
        }
    }
}

/// The conditions of section 6.6.2 on `z`.
pub(crate) fn swu_parameters<C: HashableCurve<Base: Textbook>>() {
    let MapToCurve::Swu(map) = C::MAP else { panic!("the curve has the simplified map") };
    let curve = swu_curve::<C>().unwrap();
    if map.isogeny().is_none() {
        let own = target::<C>();
        assert_eq!(
            (&curve.a, &curve.b),
            (&own.a, &own.b),
            "without an isogeny, the map is to the curve itself"
        );
    }
    let (field, z): (&Field, _) = (&curve.field, map.z().value().element());
    assert!(curve.a != Element::default() && curve.b != Element::default());
    assert!(!field.is_square(&z) && z != field.neg(&field.constant(1)));
    let polynomial = [field.sub(&curve.b, &z), curve.a.clone(), Element::default(), field.constant(1)];
    let roots = field.common_degree(polynomial.to_vec(), field.frobenius_less_identity(&polynomial));
    assert_eq!(roots, 0, "g(x) - z has no root, so it is irreducible");
    let x = field.mul(&curve.b, &field.invert(&field.mul(&z, &curve.a)));
    assert!(field.is_square(&curve.right_hand_side(&x)));
}

/// The conditions of section 6.6.1 on `z`, and the constants.
fn svdw_parameters<C: HashableCurve<Base: Textbook>>() {
    let MapToCurve::Svdw(map) = C::MAP else { panic!("the curve has the other map") };
    let curve = target::<C>();
    // The first candidate of appendix H.1.
    assert_eq!(map.z().element(), curve.field.constant(1));
    assert!(curve.is_svdw_parameter(&map.z().element()));
    let constants = curve.svdw_constants(&map.z().element());
    assert_eq!(map.constants().map(|c| c.element()), constants);
    assert!(!curve.field.sgn0(&constants[0]));
}

#[test]
fn constants_are_as_the_rfc_derives_them() {
    swu_parameters::<Secp256k1>();
    swu_parameters::<P256>();
    swu_parameters::<Bls12_381G1>();
    swu_parameters::<Bls12_381G2>();
    swu_parameters::<Pallas>();
    swu_parameters::<Vesta>();
    svdw_parameters::<Bn254G1>();
    svdw_parameters::<Bn254G2>();
    svdw_parameters::<Grumpkin>();
}
