//! Splitting in four and multiplication in G2 for all curves, against big integers and plain double-and-add.

use num_bigint::{BigInt, BigUint, Sign};
use proptest::prelude::*;
use vorpal_curves::bls12_377::g2::Bls12_377G2;
use vorpal_curves::bls12_381::g2::Bls12_381G2;
use vorpal_curves::bn254::g2::Bn254G2;
use vorpal_curves::models::weierstrass::{Affine, Family, Jacobian, Psi, Quarter, WeierstrassCurve};
use vorpal_fields::{Field, PrimeField};
use vorpal_limbs::count::on_this_thread;
use vorpal_oracle::big::{from_limbs, limb_edges, residue_edges, to_limbs};
use vorpal_oracle::effort::{every, proptest_cases};

use crate::subgroup::order;

/// Points of a lattice in the coordinates of its basis, or the basis itself.
type Rows = [[BigInt; 4]; 4];

struct Checked<C: WeierstrassCurve> {
    psi: &'static Psi<C>,
    r: BigInt,
    /// The eigenvalue of `psi`: the characteristic modulo `r`.
    p: BigInt,
    basis: Rows,
    bound: BigInt,
}

fn signed(quarter: Quarter) -> BigInt {
    let negative = bool::from(quarter.negative);
    assert!(!(negative && quarter.magnitude == 0), "zero is not negative");
    BigInt::from_biguint(if negative { Sign::Minus } else { Sign::Plus }, quarter.magnitude.into())
}

impl<C: WeierstrassCurve> Checked<C> {
    fn new() -> Self {
        let psi = C::PSI.unwrap();
        let r = BigInt::from(order::<C>());
        let seed = psi.seed();
        let x =
            BigInt::from_biguint(if seed.negative { Sign::Minus } else { Sign::Plus }, seed.magnitude.into());
        let (p, row): (BigInt, [BigInt; 4]) = match psi.family() {
            Family::Bls12 => (x.clone(), [x.clone(), (-1).into(), BigInt::ZERO, BigInt::ZERO]),
            Family::Bn => (6 * &x * &x, [&x + 1, x.clone(), x.clone(), -2 * &x]),
        };
        let mut basis: Rows = core::array::from_fn(|_| row.clone());
        for i in 1..4 {
            let [a, b, c, d] = basis[i - 1].clone();
            basis[i] = [-d.clone(), a, b + d, c];
        }
        let largest = (0..4).map(|j| basis.iter().map(|row| row[j].magnitude()).sum::<BigUint>()).max();
        let bound = (BigInt::from(largest.unwrap()) * ((1u64 << 32) + 1)) >> 33u32;
        Self { psi, r, p, basis, bound }
    }

    /// `k0 + k1 p + k2 p^2 + k3 p^3`.
    fn value(&self, k: &[BigInt; 4]) -> BigInt {
        k.iter().rev().fold(BigInt::ZERO, |sum, k| sum * &self.p + k)
    }

    /// Checks the sizes of the quarters and their sum. Returns them.
    fn split(&self, s: &BigUint) -> [BigInt; 4] {
        let quarters = self.psi.split(&to_limbs(s));
        let k = quarters.map(signed);
        for k in &k {
            assert!(k.magnitude() <= self.bound.magnitude(), "{s}: {k} exceeds {}", self.bound);
            assert!(k.bits() <= self.psi.quarter_bits() as u64);
        }
        assert_eq!((self.value(&k) - BigInt::from(s.clone())) % &self.r, BigInt::ZERO, "{s}: {k:?}");
        self.digits(&quarters);
        k
    }

    /// Checks the digits of quarters, separately and in columns.
    fn digits(&self, quarters: &[Quarter; 4]) {
        for quarter in quarters {
            for width in [2, 4, 5, 8] {
                let digits = quarter.digits_vartime(width);
                let sum = digits.iter().rev().fold(BigInt::ZERO, |sum, digit| sum * 2 + digit);
                assert_eq!(sum, signed(*quarter));
                assert!(
                    digits.iter().all(|d| *d == 0 || d % 2 != 0 && i32::from(*d).abs() < 1 << (width - 1))
                );
                let few = |digits: &[i8]| digits.iter().filter(|digit| **digit != 0).count() <= 1;
                assert!(digits.windows(width as usize).all(few));
            }
        }
        let columns = self.psi.columns(quarters);
        assert_eq!(columns.number(), self.psi.quarter_bits() + 1);
        let mut sums = [0i128; 4];
        for i in (0..columns.number()).rev() {
            let (number, negative) = columns.column(i);
            let sign = if negative.into() { -1 } else { 1 };
            sums = sums.map(|sum| 2 * sum);
            sums[0] += sign;
            for (j, sum) in sums[1..].iter_mut().enumerate() {
                *sum += sign * i128::from(number >> j & 1);
            }
        }
        sums[0] -= i128::from(u8::from(bool::from(columns.is_even())));
        assert_eq!(sums, quarters.map(|quarter| i128::from(quarter.magnitude)));
    }

    /// Quarters near the corners of the cell: the integer points next to `sum of (+-1/2) basis[i]`, with all signs,
    /// moved inwards by a share of `2^-31`.
    fn extreme(&self) -> Vec<[BigInt; 4]> {
        let corner = |signs: u32, j: usize| {
            let sum = (0..4).fold(BigInt::ZERO, |sum, i| {
                if signs >> i & 1 == 1 { sum + &self.basis[i][j] } else { sum - &self.basis[i][j] }
            });
            (sum * ((1u64 << 31) - 1)) >> 32u32
        };
        (0..16).map(|signs| core::array::from_fn(|j| corner(signs, j))).collect()
    }

    /// The scalar of quarters.
    fn scalar(&self, k: &[BigInt; 4]) -> BigUint {
        ((self.value(k) % &self.r + &self.r) % &self.r).to_biguint().unwrap()
    }

    fn scalars(&self) -> Vec<BigUint> {
        let r = self.r.magnitude();
        let mut scalars = residue_edges(r, 4);
        scalars.extend(limb_edges::<4>().into_iter().map(|limbs| from_limbs(&limbs)));
        scalars.extend([r.clone(), r - 1u8, r + 1u8, r * 2u8 - 1u8, (BigUint::from(1u8) << 256) - 1u8]);
        for power in 0..4u32 {
            let p = (self.p.pow(power) % &self.r + &self.r) % &self.r;
            let p = p.to_biguint().unwrap();
            // Single quarters at their bounds, and where the rounding changes.
            for k in
                [0u64, 1, 2, u64::MAX, self.psi.largest_quarter(), self.psi.largest_quarter() / 2, 1 << 62]
            {
                scalars.push(&p * k % r);
                scalars.push((r - &p) * k % r);
            }
            for i in 0u32..40 {
                let boundary = (&p * i * 2u8 + 1u8) * r / (&p * 2u8);
                scalars.extend((0u8..3).map(|k| &boundary + k));
            }
        }
        scalars.extend(self.extreme().iter().map(|k| self.scalar(k)));
        scalars.retain(|s| s.bits() <= 256);
        scalars
    }
}

fn mul<C: WeierstrassCurve>(point: &Affine<C>, integer: &BigUint) -> Affine<C> {
    let mut sum = Jacobian::<C>::IDENTITY;
    for bit in (0..integer.bits()).rev() {
        sum = sum.double();
        if integer.bit(bit) {
            sum = sum.add_affine_vartime(point);
        }
    }
    sum.to_affine()
}

fn check<C: WeierstrassCurve<Scalar: PrimeField<Limbs = [u64; 4]>>>(
    largest: u64,
    cost: u64,
    constant_cost: u64,
) {
    let checked = Checked::<C>::new();
    let Checked { psi, r, p, basis, bound } = &checked;
    assert_eq!((psi.largest_quarter(), BigInt::from(psi.largest_quarter())), (largest, bound.clone()));
    assert_eq!(psi.quarter_bits() as u64, bound.bits());
    for row in basis {
        assert_eq!(checked.value(row) % r, BigInt::ZERO, "a vector of the lattice");
    }

    // Extreme points of the cell are the quarters of their scalars, and attain the bound up to their distance from it.
    let extreme = checked.extreme();
    for k in &extreme {
        assert_eq!(checked.split(&checked.scalar(k)), *k);
    }
    let attained = extreme.iter().flatten().map(|k| k.magnitude().clone()).max().unwrap();
    let missed = bound.magnitude() - attained;
    assert!(missed.clone() << 29u32 <= *bound.magnitude(), "{missed} below the bound {bound}");
    let scalars = checked.scalars();
    assert!(scalars.len() > 300);
    scalars.iter().for_each(|s| {
        checked.split(s);
    });

    // Powers of psi, and products.
    let g = Affine::<C>::GENERATOR;
    let other = mul(&g, &BigUint::from(0xdead_beef_1234_5678u64));
    for point in [g, other, -other] {
        let powers = psi.powers(&point);
        for (i, power) in powers.iter().enumerate() {
            assert_eq!(*power, (0..i).fold(point, |image, _| psi.apply(&image)));
        }
        assert_eq!(powers[1], mul(&point, p.modpow(&1.into(), r).magnitude()));
    }
    assert_eq!(psi.powers(&Affine::IDENTITY), [Affine::IDENTITY; 4]);
    let element = |s: &BigUint| -> C::Scalar {
        let bytes: Vec<u8> = (s % r.magnitude()).to_bytes_le();
        C::Scalar::from_le_bytes_reduced(&bytes)
    };
    for (i, s) in scalars.iter().enumerate() {
        let (is_small, is_large) = (s.bits() < 3, s + 2u8 > *r.magnitude());
        let is_edge = is_small || is_large && s < r.magnitude();
        if !is_edge && !every(7, i) {
            continue;
        }
        let point = [g, other, -other, Affine::IDENTITY][i % 4];
        let expected = mul(&point, s);
        assert_eq!(psi.mul_vartime(&point, &element(s)).to_affine(), expected, "{s}");
        if i % 3 == 0 || is_small || is_large {
            assert_eq!(psi.mul(&point, &element(s)).to_affine(), expected, "{s}");
            assert_eq!(psi.mul(&-point, &element(s)).to_affine(), -expected, "{s}");
        }
    }

    // The costs in multiplications of Fp, squarings included.
    let mut total = 0;
    let samples = 16u64;
    let mut scalar = C::Scalar::from(3);
    for _ in 0..samples {
        scalar = scalar.square() * C::Scalar::from(0x9e37_79b9_7f4a_7c15) + C::Scalar::ONE;
        let (_, counts) = on_this_thread(|| psi.mul_vartime(&other, &scalar));
        total += counts.multiplications + counts.squarings;
        assert_eq!(counts.inversions, 0);
    }
    let (_, counts) = on_this_thread(|| psi.mul(&other, &scalar));
    let constant = counts.multiplications + counts.squarings;
    println!("{} and in constant time {constant}", total / samples);
    for (found, model) in [(total / samples, cost), (constant, constant_cost)] {
        assert!(100 * found.abs_diff(model) <= 3 * model, "{found} instead of {model}");
    }
}

#[test]
fn bls12_381() {
    check::<Bls12_381G2>(0x6900_8000_6901_0001, 2700, 3934);
}

#[test]
fn bls12_377() {
    check::<Bls12_377G2>(0x4284_6000_4284_6001, 2700, 4140);
}

#[test]
fn bn254() {
    check::<Bn254G2>(0xcebc_b81d_adf7_d5f0, 2700, 4407);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(proptest_cases(5120)))]
    #[test]
    fn random_scalars(limbs: [u64; 4]) {
        thread_local! {
            static BLS12_381: Checked<Bls12_381G2> = Checked::new();
            static BLS12_377: Checked<Bls12_377G2> = Checked::new();
            static BN254: Checked<Bn254G2> = Checked::new();
        }
        let s = from_limbs(&limbs);
        BLS12_381.with(|checked| checked.split(&s));
        BLS12_377.with(|checked| checked.split(&s));
        BN254.with(|checked| checked.split(&s));
    }
}
