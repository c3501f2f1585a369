//! Fields of secp256k1: the base field, with lazy reduction, and the scalars.

use contender::{Contender, Field};
use k256::elliptic_curve::ff::{BatchInverter, Field as _, PrimeField};
use k256::elliptic_curve::hazmat::FieldArithmetic;
use k256::elliptic_curve::ops::BatchInvert;
use k256::{FieldBytes, Scalar, Secp256k1};

/// The element type has no public name.
type Base = <Secp256k1 as FieldArithmetic>::FieldElement;

/// Converts between the library's big-endian bytes and the lab's little-endian bytes.
fn flip(bytes: &[u8]) -> Option<FieldBytes> {
    let mut bytes: [u8; 32] = bytes.try_into().ok()?;
    bytes.reverse();
    Some(bytes.into())
}

fn decode<F: PrimeField<Repr = FieldBytes>>(bytes: &[u8]) -> Option<F> {
    F::from_repr(flip(bytes)?).into()
}

/// Normalises the element before encoding, because reduction is lazy.
fn encode<F: PrimeField<Repr = FieldBytes>>(element: &F) -> Vec<u8> {
    flip(&element.to_repr()).expect("32 bytes").to_vec()
}

/// Operands and results of all operations have magnitude 1. They are reduced below `p` only for encoding.
fn base(contender: &mut Contender) {
    let add = |a: &Base, b: &Base| (*a + b).normalize_weak();
    Field::new(contender, "secp256k1_base", decode::<Base>, encode::<Base>)
        .mul("FieldElement * FieldElement, 5 limbs, reduced lazily", |a, b| *a * b)
        .add("FieldElement + FieldElement, then normalize_weak", add)
        .sub(|a, b| (*a + b.negate(1)).normalize_weak())
        .neg(|a| a.negate(1).normalize_weak())
        .square("FieldElement::square, 5 limbs, reduced lazily", Base::square)
        .invert("FieldElement::invert_vartime (variable time)", |a| a.invert_vartime().into(), add)
        .batch_invert("BatchInvert::batch_invert_in_place_vartime (variable time)", |values| {
            Base::batch_invert_in_place_vartime(values, &mut vec![Base::ZERO; values.len()]);
        })
        .sqrt("FieldElement::sqrt (constant time, by power)", |a| a.sqrt().into());
}

fn scalar(contender: &mut Contender) {
    Field::new(contender, "secp256k1_scalar", decode::<Scalar>, encode::<Scalar>)
        .mul("Scalar * Scalar", |a, b| a * b)
        .add("Scalar + Scalar", |a, b| a + b)
        .sub(|a, b| a - b)
        .neg(|a| -a)
        .square("Scalar::square (a multiplication)", Scalar::square)
        .invert("Scalar::invert_vartime (variable time)", |a| a.invert_vartime().into(), |a, b| a + b)
        .batch_invert("ff::BatchInverter (constant time)", |values| {
            BatchInverter::invert_with_external_scratch(values, &mut vec![Scalar::ZERO; values.len()]);
        })
        .sqrt("Scalar::sqrt (constant time, Tonelli-Shanks)", |a| a.sqrt().into());
}

pub(crate) fn register(contender: &mut Contender) {
    base(contender);
    scalar(contender);
}
