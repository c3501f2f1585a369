//! Tests of the endomorphisms and of the splitting of scalars into halves for all curves, against big integers.

use num_bigint::{BigInt, BigUint, Sign};
use proptest::prelude::*;
use vorpal_curves::bls12_377::Bls12_377G1;
use vorpal_curves::bls12_381::Bls12_381G1;
use vorpal_curves::bn254::Bn254G1;
use vorpal_curves::grumpkin::Grumpkin;
use vorpal_curves::models::weierstrass::{Affine, Endomorphism, Jacobian, PrimeOrderCurve, WeierstrassCurve};
use vorpal_curves::pallas::Pallas;
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_curves::tiny::{Order7, Order13, Order199};
use vorpal_curves::vesta::Vesta;
use vorpal_fields::{Field, PrimeField};
use vorpal_oracle::big::{from_limbs, residue_edges, to_limbs};
use vorpal_oracle::weierstrass::Curve;

/// The number of elements of the field: the largest element plus one.
fn order<F: PrimeField>() -> BigUint {
    from_limbs((-F::ONE).to_limbs().as_ref()) + 1u8
}

/// A shortest basis of `{ (x, y) : x + y lambda = 0 mod r }` by the method of Lagrange and Gauss: the longer vector
/// is reduced by the shorter one until the quotient is zero.
fn shortest_basis(r: &BigUint, lambda: &BigUint) -> [[BigInt; 2]; 2] {
    let dot = |a: &[BigInt; 2], b: &[BigInt; 2]| -> BigInt { &a[0] * &b[0] + &a[1] * &b[1] };
    let mut a = [BigInt::from(r.clone()), BigInt::ZERO];
    let mut b = [-BigInt::from(lambda.clone()), BigInt::from(1)];
    loop {
        if dot(&a, &a) < dot(&b, &b) {
            std::mem::swap(&mut a, &mut b);
        }
        let (numerator, denominator): (BigInt, BigInt) = (dot(&a, &b) * 2u8 + dot(&b, &b), dot(&b, &b) * 2u8);
        // floor(x + 1/2)
        let mut q = &numerator / &denominator;
        if numerator.sign() == Sign::Minus && &q * &denominator != numerator {
            q -= 1;
        }
        if q == BigInt::ZERO {
            return [a, b];
        }
        a = [&a[0] - &q * &b[0], &a[1] - &q * &b[1]];
    }
}

struct Checked<C: WeierstrassCurve> {
    endomorphism: Endomorphism<C>,
    r: BigUint,
    lambda: BigUint,
}

impl<C: WeierstrassCurve> Checked<C> {
    fn new() -> Self {
        let endomorphism = *C::ENDOMORPHISM.unwrap();
        Self {
            endomorphism,
            r: order::<C::Scalar>(),
            lambda: from_limbs(endomorphism.lambda().to_limbs().as_ref()),
        }
    }

    /// Checks the sizes of the halves and `k1 + k2 lambda = s mod r`. Returns the length of the longer half in bits.
    fn split(&self, s: &BigUint) -> u64 {
        let halves = self.endomorphism.split(&to_limbs(s));
        let [k1, k2] = halves.map(|half| {
            let negative = bool::from(half.negative);
            assert!(!(negative && half.magnitude == 0), "zero is not negative");
            let sign = if negative { Sign::Minus } else { Sign::Plus };
            BigInt::from_biguint(sign, half.magnitude.into())
        });
        let bits = k1.bits().max(k2.bits());
        assert!(bits <= self.endomorphism.half_bits() as u64, "{s}: {k1}, {k2}");
        let rest = k1 + k2 * BigInt::from(self.lambda.clone()) - BigInt::from(s.clone());
        assert_eq!(rest % BigInt::from(self.r.clone()), BigInt::ZERO, "{s}");
        bits
    }
}

fn check<C: WeierstrassCurve>(bits: u64) {
    let checked = Checked::<C>::new();
    let Checked { endomorphism, r, lambda } = &checked;

    // Roots of t^2 + t + 1.
    let beta = endomorphism.beta();
    assert_eq!(beta.square() + beta + C::Base::ONE, C::Base::ZERO);
    assert_eq!((lambda * lambda + lambda + 1u8) % r, BigUint::ZERO);

    // The endomorphism by `beta` is the multiplication by `lambda`.
    let g = Affine::<C>::GENERATOR;
    let multiple = Jacobian::from_affine(&g).mul_limbs_vartime(&to_limbs::<4>(lambda));
    assert_eq!(endomorphism.apply(&g), multiple.to_affine());
    let other = multiple.double().to_affine();
    assert_eq!(
        endomorphism.apply(&other),
        multiple.mul_limbs_vartime(&to_limbs::<4>(lambda)).double().to_affine()
    );
    assert_eq!(endomorphism.apply(&Affine::IDENTITY), Affine::IDENTITY);

    // The bound follows from a shortest basis.
    let basis = shortest_basis(r, lambda);
    let sum = |i: usize| basis[0][i].magnitude() + basis[1][i].magnitude();
    let bound = sum(0).max(sum(1)) / 2u8;
    assert_eq!(endomorphism.half_bits() as u64, bits);
    assert_eq!(bound.bits(), bits);

    check_constants(&checked);

    // Scalars where the rounding changes and the halves are longest: near (j + 1/2) r / |y|.
    let mut scalars = residue_edges(r, 4);
    let mut longest = 0;
    for b in basis.iter().flatten().map(BigInt::magnitude).filter(|b| **b != BigUint::ZERO) {
        for i in 0u32..64 {
            for j in [BigUint::from(i), b * i / 64u8, b - 1u8 - (b / 128u8) * i] {
                let boundary = (j * 2u8 + 1u8) * r / (b * 2u8);
                scalars.extend((0u8..4).map(|k| &boundary - 1u8 + k));
            }
        }
    }
    scalars.extend([lambda.clone(), r - lambda, lambda - 1u8, lambda + 1u8, lambda * lambda % r, r - 1u8]);
    // Integers beyond the order are reduced.
    scalars.extend([r.clone(), r + 1u8, (BigUint::from(1u8) << 256) - 1u8, BigUint::from(1u8) << 255]);
    for s in scalars.iter().filter(|s| s.bits() <= 256) {
        longest = longest.max(checked.split(s));
    }
    assert!(longest + 1 >= bits, "no half is near the bound: {longest} bits");
}

/// Checks the public constants of the endomorphism against their definitions.
fn check_constants<C: WeierstrassCurve>(checked: &Checked<C>) {
    let Checked { endomorphism, r, lambda } = checked;
    let (r, lambda) = (BigInt::from(r.clone()), BigInt::from(lambda.clone()));
    let power = |exponent: u32| BigInt::from(1) << exponent;
    let signed = |limbs: [u64; 3]| {
        let value = from_limbs(&limbs);
        if value.bit(191) { BigInt::from(value) - power(192) } else { BigInt::from(value) }
    };
    let [[x1, y1], [x2, y2]] = endomorphism.negated_basis().map(|v| v.map(|coordinate| -signed(coordinate)));
    for (x, y) in [(&x1, &y1), (&x2, &y2)] {
        assert_eq!((x + y * &lambda) % &r, BigInt::ZERO);
        assert!(x.sign() != Sign::Minus);
    }
    assert_eq!((&x1 * &y2 - &x2 * &y1).magnitude(), r.magnitude());
    assert!(y1.sign() != y2.sign());

    let order_limbs = u32::try_from(r.bits().div_ceil(64)).unwrap();
    assert_eq!(endomorphism.shift(), 64 * order_limbs + 32);
    for (multiplier, y) in endomorphism.multipliers().iter().zip([&y2, &y1]) {
        // |g - 2^d |y| / r| <= 1/2
        let quotient = BigInt::from(y.magnitude().clone()) << endomorphism.shift();
        let rest: BigInt = (BigInt::from(from_limbs(multiplier)) * &r - quotient) * 2;
        assert!(rest.magnitude() <= r.magnitude());
    }

    // (1/2 + 2^-33) (a + b)
    let bound = |a: &BigInt, b: &BigInt| -> BigUint {
        ((a.magnitude() + b.magnitude()) * ((1u64 << 32) + 1)) >> 33u32
    };
    let larger = bound(&x1, &x2).max(bound(&y1, &y2));
    assert_eq!(BigUint::from(endomorphism.largest_half()), larger);
    assert_eq!(larger.bits(), endomorphism.half_bits() as u64);
}

#[test]
fn bls12_377() {
    check::<Bls12_377G1>(126);
}

#[test]
fn bls12_381() {
    check::<Bls12_381G1>(127);
}

#[test]
fn bn254() {
    check::<Bn254G1>(126);
}

#[test]
fn secp256k1() {
    check::<Secp256k1>(128);
}

#[test]
fn pallas_and_vesta() {
    check::<Pallas>(127);
    check::<Vesta>(127);
}

#[test]
fn grumpkin() {
    check::<Grumpkin>(126);
}

/// Checks every point and every scalar of a tiny curve, and integers up to `2^64 - 1`.
fn exhaust<C: PrimeOrderCurve<Base: PrimeField>>(half_bits: u64) {
    let checked = Checked::<C>::new();
    let Checked { endomorphism, r, lambda } = &checked;
    let oracle = Curve { p: order::<C::Base>(), a: 0u8.into(), b: from_limbs(C::B.to_limbs().as_ref()) };
    let element = |value: &BigUint| C::Base::from(u64::try_from(value).unwrap());
    let affine = |point: &Option<(BigUint, BigUint)>| match point {
        None => Affine::<C>::IDENTITY,
        Some((x, y)) => Affine::new(element(x), element(y)).unwrap(),
    };
    let points = oracle.points();
    assert_eq!(BigUint::from(points.len()), *r, "the order of the curve");
    assert!(points.iter().any(|point| affine(point) == Affine::GENERATOR));
    for point in &points {
        assert_eq!(endomorphism.apply(&affine(point)), affine(&oracle.mul(point, lambda)), "{point:?}");
    }

    let basis = shortest_basis(r, lambda);
    let sum = |i: usize| basis[0][i].magnitude() + basis[1][i].magnitude();
    let bound = sum(0).max(sum(1)) / 2u8;
    assert_eq!((bound.bits(), endomorphism.half_bits() as u64), (half_bits, half_bits));
    let last = BigUint::from(u64::MAX);
    let mut longest = 0;
    for i in 0..3 * points.len() {
        longest = longest.max(checked.split(&i.into()));
        let halves = endomorphism.split(&[i as u64, 0, 0, 0]);
        assert!(halves.iter().all(|half| BigUint::from(half.magnitude) <= bound), "{i}: {halves:?}");
        checked.split(&(&last - i));
        checked.split(&(&last / 3u8 + i));
    }
    assert!(longest + 1 >= half_bits, "no half is near the bound: {longest} bits");
}

#[test]
fn tiny_curves() {
    exhaust::<Order7>(2);
    exhaust::<Order13>(2);
    exhaust::<Order199>(4);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "not below the bound")]
fn rejects_a_scalar_of_more_limbs_than_the_order() {
    let _ = Order199::ENDOMORPHISM.unwrap().split(&[0, 1, 0, 0]);
}

proptest! {
    #[test]
    fn random_limbs_of_tiny_curves(limbs in prop::collection::vec(any::<u64>(), 20)) {
        let (seven, thirteen, larger) =
            (Checked::<Order7>::new(), Checked::<Order13>::new(), Checked::<Order199>::new());
        for limb in limbs {
            seven.split(&limb.into());
            thirteen.split(&limb.into());
            larger.split(&limb.into());
        }
    }

    #[test]
    fn random_scalars(scalars in prop::collection::vec(any::<[u64; 4]>(), 20)) {
        let (bls12_377, bls12_381) = (Checked::<Bls12_377G1>::new(), Checked::<Bls12_381G1>::new());
        let (bn254, secp256k1) = (Checked::<Bn254G1>::new(), Checked::<Secp256k1>::new());
        let (pallas, grumpkin) = (Checked::<Pallas>::new(), Checked::<Grumpkin>::new());
        for limbs in scalars {
            let s = from_limbs(&limbs);
            for s in [&s % &bls12_377.r, s.clone()] {
                bls12_377.split(&s);
                bls12_381.split(&s);
                bn254.split(&s);
                secp256k1.split(&s);
                pallas.split(&s);
                grumpkin.split(&s);
            }
        }
    }
}
