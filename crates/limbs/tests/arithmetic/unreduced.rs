//! Unreduced products, their sums and reductions against big integers, at the bounds of their proofs.

use num_bigint::BigUint;
use proptest::prelude::*;
use vorpal_limbs::{Montgomery, Unreduced, words};
use vorpal_oracle::big::{from_limbs, limb_edges, residue_edges, to_limbs};

const BN254: [u64; 4] = words::hex("0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
const BLS12_381: [u64; 6] = words::hex(
    "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
);
/// The largest moduli with `2 p < R`.
const HALF_4: [u64; 4] = [u64::MAX, u64::MAX, u64::MAX, u64::MAX >> 1];
const HALF_6: [u64; 6] = [u64::MAX, u64::MAX, u64::MAX, u64::MAX, u64::MAX, u64::MAX >> 1];

fn big<const N: usize>(value: &Unreduced<N>) -> BigUint {
    from_limbs(&value.low) + (from_limbs(&value.high) << (64 * N))
}

fn unreduced<const N: usize>(value: &BigUint) -> Unreduced<N> {
    let radix = BigUint::from(1u8) << (64 * N);
    Unreduced { low: to_limbs(&(value % &radix)), high: to_limbs(&(value / &radix)) }
}

/// All operations on two numbers below `p R`.
fn check_sums<const N: usize>(ring: &Montgomery<N>, a: &BigUint, b: &BigUint) {
    let (p, radix) = (from_limbs(ring.modulus()), BigUint::from(1u8) << (64 * N));
    let bound = &p * &radix;
    let [mut sum, mut difference, mut double] = [unreduced::<N>(a); 3];
    let other = unreduced::<N>(b);
    ring.add_unreduced(&mut sum, &other);
    assert_eq!(big(&sum), (a + b) % &bound, "{p:x}: {a:x} + {b:x}");
    ring.sub_unreduced(&mut difference, &other);
    assert_eq!(big(&difference), (a + &bound - b) % &bound, "{p:x}: {a:x} - {b:x}");
    ring.double_unreduced(&mut double);
    assert_eq!(big(&double), (a + a) % &bound, "{p:x}: 2 {a:x}");
    let (mut larger, smaller) = if a < b { (other, unreduced::<N>(a)) } else { (unreduced::<N>(a), other) };
    let difference = big(&larger) - big(&smaller);
    larger.sub_smaller(&smaller);
    assert_eq!(big(&larger), difference, "{p:x}: {a:x}, {b:x}");
    let reduced = from_limbs(&ring.reduce_unreduced(&sum));
    assert!(reduced < p, "{p:x}: {reduced:x}");
    assert_eq!(reduced * radix % &p, (a + b) % &p, "{p:x}: {a:x}, {b:x}");
}

/// Numbers below `p R` at which carries, borrows and corrections change.
fn edges<const N: usize>(p: &BigUint) -> Vec<BigUint> {
    let (one, radix) = (BigUint::from(1u8), BigUint::from(1u8) << (64 * N));
    let bound = p * &radix;
    let mut edges = vec![BigUint::ZERO, one.clone(), &radix - 1u8, radix.clone(), &radix + 1u8];
    // The quotient of the reduction is largest for T = p mod R.
    edges.extend([&bound - 1u8, &bound - &radix, &bound - &radix - 1u8, &bound - &radix + p, &bound - p]);
    edges.extend([&bound / 2u8, &bound / 2u8 + 1u8, p.clone(), p * p, (p - 1u8) * (p - 1u8)]);
    edges.extend((1..2 * N).map(|i| (&one << (64 * i)) - 1u8));
    edges.retain(|edge| *edge < bound);
    edges
}

fn check_modulus<const N: usize>(modulus: &[u64; N]) {
    let (ring, p) = (Montgomery::new(*modulus), from_limbs(modulus));
    let edges = edges::<N>(&p);
    for a in &edges {
        for b in &edges {
            check_sums(&ring, a, b);
        }
    }
}

#[test]
fn sums_and_reductions_at_their_bounds() {
    for modulus in [[3], [97], [(1 << 63) - 1], [(1 << 62) + 1]] {
        check_modulus::<1>(&modulus);
    }
    for modulus in limb_edges::<4>() {
        if modulus[0] & 1 == 1 && modulus != [1, 0, 0, 0] && modulus[3] >> 63 == 0 {
            check_modulus::<4>(&modulus);
        }
    }
    check_modulus(&BN254);
    check_modulus(&HALF_4);
    check_modulus(&[1, 0, 0, 1 << 62]);
    check_modulus(&BLS12_381);
    check_modulus(&HALF_6);
    check_modulus(&[1, 0, 0, 0, 0, 1]);
    check_modulus(&[3, 0, 0, 0, 0, 0]);
    check_modulus(&[u64::MAX, 0, 0, 0, 0, 0, 0, 0, 1]);
}

/// All products of operands, in memory of both kinds.
fn check_products<const N: usize>(operands: &[[u64; N]]) {
    for a in operands {
        for b in operands {
            let expected = from_limbs(a) * from_limbs(b);
            let mut product = Unreduced { low: [u64::MAX; N], high: [7; N] };
            product.set_product(a, b);
            assert_eq!(big(&product), expected, "{a:x?} {b:x?}");
            let mut place = core::mem::MaybeUninit::uninit();
            assert_eq!(big(Unreduced::product_at(&mut place, a, b)), expected, "{a:x?} {b:x?}");
        }
    }
}

#[test]
fn products_of_edge_operands() {
    check_products(&limb_edges::<1>());
    check_products(&limb_edges::<2>());
    check_products(&limb_edges::<4>().into_iter().step_by(3).collect::<Vec<_>>());
    let edges = residue_edges(&from_limbs(&BLS12_381), 6);
    check_products(&edges.iter().map(to_limbs::<6>).chain([[u64::MAX; 6]]).collect::<Vec<_>>());
    check_products(&[[u64::MAX; 9], [1; 9]]);
}

#[test]
fn multiples_by_small_numbers() {
    for value in edges::<4>(&from_limbs(&BN254)) {
        for factor in [0u64, 1, 5, 9] {
            if &value * factor < BigUint::from(1u8) << 512 {
                let mut scaled = unreduced::<4>(&value);
                scaled.scale(factor);
                assert_eq!(big(&scaled), &value * factor);
            }
        }
    }
    let mut largest = Unreduced { low: [u64::MAX; 2], high: [u64::MAX, u64::MAX / 5 - 1] };
    let expected = big(&largest) * 5u8;
    largest.scale(5);
    assert_eq!(big(&largest), expected);
}

#[test]
fn capacities() {
    for modulus in [HALF_4, BN254, [1, 0, 0, 1 << 62], [u64::MAX; 4], [3, 0, 0, 0]] {
        let (ring, p) = (Montgomery::new(modulus), from_limbs(&modulus));
        let radix = BigUint::from(1u8) << 256;
        for k in 1..8u64 {
            for l in 1..8 {
                // The largest product of numbers below k p and l p.
                let largest = (&p * k - 1u8) * (&p * l - 1u8);
                let fits = ring.fits_unreduced(k, l);
                assert!(!fits || largest < &p * &radix, "{p:x}: {k} {l}");
                assert_eq!(fits, &p * k * l < radix, "{p:x}: {k} {l}");
            }
        }
        assert!(!ring.fits_unreduced(u64::MAX, 2));
    }
}

proptest! {
    #[test]
    fn random_numbers(a: [u64; 12], b: [u64; 12], c: [u64; 8], d: [u64; 8]) {
        let bound = from_limbs(&BLS12_381) << 384;
        check_sums(&Montgomery::new(BLS12_381), &(from_limbs(&a) % &bound), &(from_limbs(&b) % &bound));
        let bound = from_limbs(&BN254) << 256;
        check_sums(&Montgomery::new(BN254), &(from_limbs(&c) % &bound), &(from_limbs(&d) % &bound));
    }
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "not below the bound")]
fn a_number_that_is_too_large_is_found() {
    let ring = Montgomery::new(BN254);
    let _ = ring.reduce_unreduced(&Unreduced { low: [0; 4], high: BN254 });
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "not below the bound")]
fn a_negative_difference_is_found() {
    let mut zero = Unreduced::<4>::ZERO;
    zero.sub_smaller(&Unreduced { low: [1, 0, 0, 0], high: [0; 4] });
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "not below the bound")]
fn a_multiple_that_is_too_large_is_found() {
    let mut value = Unreduced { low: [0; 2], high: [0, 1 << 63] };
    value.scale(2);
}
