//! Proofs with fixed blinding factors against a recipe over big integers, which reads the files by itself: transforms
//! by their definition with the root of unity `5^((r - 1) / n)`, and sums on the textbook curve.

use num_bigint::BigUint;
use vorpal_curves::models::weierstrass::{Affine, Jacobian};
use vorpal_fields::EncodableField;
use vorpal_groth16::{Blinding, Bls12_381, Bn254, Coordinate, Curve, Prover, Witness, Zkey};
use vorpal_oracle::big::invert;
use vorpal_oracle::weierstrass::{self, Point};

use crate::samples::one;

#[test]
fn proofs_are_those_of_the_recipe() {
    of::<Bn254>("bn254/multiplier2", 3);
    of::<Bls12_381>("bls12_381/multiplier2", 4);
    of::<Bls12_381>("bls12_381/kyc", 4);
}

/// The bytes of a section.
fn section(bytes: &[u8], wanted: u32) -> Vec<u8> {
    let mut rest = &bytes[12..];
    loop {
        let (found, length) = (number(&rest[..4]), number(&rest[4..12]));
        let length = usize::try_from(&length).unwrap();
        if found == BigUint::from(wanted) {
            return rest[12..12 + length].to_vec();
        }
        rest = &rest[12 + length..];
    }
}

fn number(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_le(bytes)
}

struct Recipe {
    curve: weierstrass::Curve,
    /// The inverse of the radix of coordinates.
    radix: BigUint,
    length: usize,
}

impl Recipe {
    /// The points of a list.
    fn points(&self, bytes: &[u8]) -> Vec<Point> {
        let coordinate = |bytes: &[u8]| number(bytes) * &self.radix % &self.curve.p;
        bytes
            .chunks(2 * self.length)
            .map(|point| {
                let (x, y) = point.split_at(self.length);
                let point = point.iter().any(|byte| *byte != 0).then(|| (coordinate(x), coordinate(y)));
                assert!(self.curve.contains(&point));
                point
            })
            .collect()
    }

    fn sum(&self, points: &[Point], scalars: &[BigUint]) -> Point {
        assert_eq!(points.len(), scalars.len());
        let products: Vec<Point> =
            points.iter().zip(scalars).map(|(point, scalar)| self.curve.mul(point, scalar)).collect();
        self.curve.sum(products.iter())
    }
}

fn of<C: Curve>(name: &str, b: u8) {
    let Some(sample) = one(name) else { return };
    let (key, wtns) = (sample.bytes(".zkey").unwrap(), sample.bytes("witness.wtns").unwrap());
    let header = section(&key, 2);
    let length = usize::try_from(&number(&header[..4])).unwrap();
    let q = number(&header[4..4 + length]);
    let order = number(&header[8 + length..40 + length]);
    let r = &order;
    let [signals, public, n] =
        [0, 4, 8].map(|at| usize::try_from(&number(&header[40 + length + at..][..4])).unwrap());
    let radix = invert(&(BigUint::from(1u8) << (8 * length)), &q);
    let recipe = Recipe { curve: weierstrass::Curve { p: q, a: BigUint::ZERO, b: b.into() }, radix, length };
    let of_header = recipe.points(&header[52 + length..][..4 * length]);
    let delta = recipe.points(&header[52 + length..][12 * length..14 * length])[0].clone();
    let (alpha, beta) = (&of_header[0], &of_header[1]);

    let witness: Vec<BigUint> = section(&wtns, 2).chunks(32).map(number).collect();
    assert_eq!(witness.len(), signals);
    let scale = invert(&(BigUint::from(1u8) << 512), r);
    let mut rows = [vec![BigUint::ZERO; n], vec![BigUint::ZERO; n]];
    for entry in section(&key, 4)[4..].chunks(44) {
        let [matrix, row, signal] = [0, 4, 8].map(|at| usize::try_from(&number(&entry[at..at + 4])).unwrap());
        let product = number(&entry[12..]) * &scale * &witness[signal];
        rows[matrix][row] = (&rows[matrix][row] + product) % r;
    }
    let product: Vec<BigUint> = rows[0].iter().zip(&rows[1]).map(|(a, b)| a * b % r).collect();

    // From values at w^i to values at v w^i, where v^2 = w.
    let power = |exponent: usize| BigUint::from(5u8).modpow(&((r - 1u8) / (2 * n) * exponent), r);
    let on_coset = |values: &[BigUint]| -> Vec<BigUint> {
        let coefficients: Vec<BigUint> = (0..n)
            .map(|j| {
                let terms = values.iter().enumerate().map(|(i, value)| value * power(2 * n * n - 2 * i * j));
                terms.sum::<BigUint>() * invert(&n.into(), r) % r
            })
            .collect();
        let value = |i: usize| {
            let terms = coefficients.iter().enumerate();
            terms.map(|(j, coefficient)| coefficient * power((2 * i + 1) * j)).sum::<BigUint>() % r
        };
        (0..n).map(value).collect()
    };
    let [left, right, product] = [&rows[0], &rows[1], &product].map(|values| on_coset(values));
    let h: Vec<BigUint> = (0..n).map(|i| (&left[i] * &right[i] + r - &product[i]) % r).collect();

    let bytes: [u8; 128] = core::array::from_fn(|i| (i as u8).wrapping_mul(97) ^ 0x5a);
    let [blind_r, blind_s] = [&bytes[..64], &bytes[64..]].map(|half| number(half) % r);
    let add = |points: &[&Point]| recipe.curve.sum(points.iter().copied());
    let times = |point: &Point, scalar: &BigUint| recipe.curve.mul(point, scalar);
    let sum = |number, scalars: &[BigUint]| recipe.sum(&recipe.points(&section(&key, number)), scalars);
    let pi_a = add(&[alpha, &sum(5, &witness), &times(&delta, &blind_r)]);
    let b1 = add(&[beta, &sum(6, &witness), &times(&delta, &blind_s)]);
    let pi_c = add(&[
        &sum(8, &witness[public + 1..]),
        &sum(9, &h),
        &times(&pi_a, &blind_s),
        &times(&b1, &blind_r),
        &recipe.curve.neg(&times(&delta, &(&blind_r * &blind_s % r))),
    ]);

    let zkey = Zkey::<C>::from_bytes(&key).unwrap();
    let scalars = Witness::<C>::from_bytes(&wtns).unwrap();
    let s = C::Scalar::from_le_bytes(&to_32(&blind_s)).unwrap();
    let mut pi_b = Jacobian::from_affine(&zkey.beta_g2).add_vartime(&zkey.delta_g2.mul_vartime(&s));
    for (point, scalar) in zkey.b_g2.iter().zip(scalars.values()) {
        pi_b = pi_b.add_vartime(&point.mul_vartime(scalar));
    }
    let proof = Prover::new(zkey).unwrap().prove_with(&scalars, Blinding::from_bytes(&bytes), None).unwrap();
    assert_eq!(point::<C>(&proof.a), pi_a, "{name}");
    assert_eq!(point::<C>(&proof.c), pi_c, "{name}");
    assert_eq!(proof.b, pi_b.to_affine(), "{name}");
}

fn to_32(number: &BigUint) -> Vec<u8> {
    let mut bytes = number.to_bytes_le();
    bytes.resize(32, 0);
    bytes
}

fn point<C: Curve>(point: &Affine<C::G1>) -> Point {
    let of = |coordinate: C::Base| number(coordinate.to_le_bytes().as_ref());
    assert_eq!(C::Base::BYTES % 8, 0);
    point.coordinates().map(|(x, y)| (of(x), of(y)))
}
