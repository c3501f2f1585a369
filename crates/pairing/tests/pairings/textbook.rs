//! Values against the textbook.

use num_bigint::{BigInt, BigUint};
use vorpal_curves::models::weierstrass::{Affine, Family, Seed};
use vorpal_fields::tower::{Fp2, Fp6, Fp12};
use vorpal_oracle::big::from_limbs;
use vorpal_oracle::effort::is_full;
use vorpal_oracle::pairing::Point;
use vorpal_oracle::tower::{Element, Field};
use vorpal_pairing::{Engine, Gt, Twist, pairing_vartime};

use crate::{left, right};

pub(crate) fn signed(seed: Seed) -> BigInt {
    if seed.negative { -BigInt::from(seed.magnitude) } else { seed.magnitude.into() }
}

fn field<E: Engine<N>, const N: usize>() -> Field {
    use vorpal_fields::Modulus;
    use vorpal_fields::tower::TowerModulus;
    Field::new(from_limbs(&E::Modulus::P), E::Modulus::Q, E::Modulus::XI)
}

fn element<E: Engine<N>, const N: usize>(value: &Fp12<E::Modulus, N>) -> Element {
    let pairs = value.coefficients().map(|c| [c.c0, c.c1].map(|c| from_limbs(&c.to_limbs())));
    field::<E, N>().element(&pairs)
}

/// A point of G1 over the large field.
fn embedded<E: Engine<N>, const N: usize>(point: &Affine<E::G1>) -> Point {
    let (x, y) = point.coordinates().unwrap();
    [x, y].map(|c| {
        let mut element = field::<E, N>().one();
        element[0] = from_limbs(&c.to_limbs());
        element
    })
}

/// The point of `y^2 = x^3 + b` that corresponds to one of the twist.
fn untwisted<E: Engine<N>, const N: usize>(point: &Affine<E::G2>) -> Point {
    let field = field::<E, N>();
    let (x, y) = point.coordinates().unwrap();
    let w: Element = core::array::from_fn(|i| BigUint::from(u8::from(i == 1)));
    let square = field.mul(&w, &w);
    let cube = field.mul(&square, &w);
    let (square, cube) = match E::TWIST {
        Twist::D => (square, cube),
        Twist::M => (field.invert(&square), field.invert(&cube)),
    };
    let embed = |c: Fp2<_, N>| element::<E, N>(&Fp12::from(Fp6::from(c)));
    [field.mul(&embed(x), &square), field.mul(&embed(y), &cube)]
}

/// The optimal ate pairing, to the power by which the engine's final exponentiation differs.
pub(crate) fn value<E: Engine<N>, const N: usize>(p: &Affine<E::G1>, q: &Affine<E::G2>) -> Element {
    let field = field::<E, N>();
    let (p, q) = (embedded::<E, N>(p), untwisted::<E, N>(q));
    let x = signed(E::PSI.seed());
    let number = match E::PSI.family() {
        Family::Bls12 => x.clone(),
        Family::Bn => 6 * &x + 2,
    };
    let (mut multiple, mut f) = field.miller(number.magnitude(), &q, &p);
    if number < BigInt::ZERO {
        // f_(-n) is the inverse of f_n times the vertical line through n Q.
        f = field.invert(&field.mul(&f, &field.sub(&p[0], &multiple[0])));
        multiple = field.negate(&multiple);
    }
    if E::PSI.family() == Family::Bn {
        let (sum, line) = field.add_with_line(&multiple, &field.frobenius(&q, 1), &p);
        f = field.mul(&f, &line);
        let (_, line) = field.add_with_line(&sum, &field.negate(&field.frobenius(&q, 2)), &p);
        f = field.mul(&f, &line);
    }
    let power = match E::PSI.family() {
        Family::Bls12 => BigInt::from(3),
        Family::Bn => 2 * &x * (6 * &x * &x + 3 * &x + 1),
    };
    let exponent = BigInt::from((field.p.pow(12) - 1u8) / order::<E, N>()) * power;
    let result = field.pow(&f, exponent.magnitude());
    if exponent < BigInt::ZERO { field.invert(&result) } else { result }
}

pub(crate) fn order<E: Engine<N>, const N: usize>() -> BigUint {
    use vorpal_fields::{Field, PrimeField};
    from_limbs((-<E::Scalar as Field>::ONE).to_limbs().as_ref()) + 1u8
}

pub(crate) fn assert_is_textbook<E: Engine<N>, const N: usize>(
    e: &Gt<E, N>,
    p: &Affine<E::G1>,
    q: &Affine<E::G2>,
) {
    assert_eq!(element::<E, N>(e.value()), value::<E, N>(p, q), "{p:?} {q:?}");
}

/// Values of some multiples; with less effort of one pair, from which the laws (`laws.rs`) give the others.
pub(crate) fn values<E: Engine<N>, const N: usize>() {
    let pairs = [(0xdead_beef_1234_5678, 0x0123_4567_89ab_cdef), (1, 1), (2, 1)];
    for (a, b) in pairs.into_iter().take(if is_full() { 3 } else { 1 }) {
        let (p, q) = (left::<E, N>(a), right::<E, N>(b));
        assert_is_textbook(&pairing_vartime::<E, N>(&p, &q), &p, &q);
    }
}
