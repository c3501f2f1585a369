//! Inverses and Legendre symbols of many elements, against powers, which the suite compares with big integers.

use num_bigint::BigUint;
use num_traits::One;
use vorpal_fields::{Fe, Field, Modulus};
use vorpal_limbs::words;
use vorpal_oracle::big::to_limbs;

use super::{Suite, exactly, random_pairs};

impl<M: Modulus<N>, const N: usize> Suite<M, N> {
    pub(super) fn inverses(&self, random_cases: u32) {
        let mut squares = 0;
        for value in hard_values(&self.p, N) {
            // As the value and as the stored form.
            let stored = Fe::from_montgomery(to_limbs(&value)).expect("reduced");
            for x in &[self.element(&value), stored] {
                inverse_and_symbol(*x);
                squares += i32::from(x.legendre());
            }
        }
        assert_ne!(squares, 0, "the Legendre symbols add up to 0");
        random_pairs(N, 20 * random_cases, &|a, b| {
            let (x, y) = (exactly(a), exactly(b));
            let (x, y) = (Fe::<M, N>::from_limbs_reduced(&x), Fe::from_limbs_reduced(&y));
            inverse_and_symbol(x);
            assert_eq!((x * y).legendre(), x.legendre() * y.legendre());
        });
    }
}

/// Powers of two and their neighbours, runs of ones, multiples of fractions of `p` and values close to them. Among them
/// is the golden ratio, whose Euclidean quotients are all 1.
fn hard_values(p: &BigUint, limbs: usize) -> Vec<BigUint> {
    let one = BigUint::one();
    let mut values: Vec<BigUint> = Vec::new();
    for k in 0..64 * limbs {
        let power = &one << k;
        let run = ((&one << (k / 2 + 1)) - 1u8) << (k / 2);
        values.extend([power.clone(), &power + 1u8, &power - 1u8, run, p - &power % p]);
        values.push((p + &power) >> 1u32);
        values.push((p * 2u8 + 2u8 - &power % p) >> 1u32);
    }
    for denominator in 2u8..9 {
        for numerator in 1..denominator {
            values.push(p * numerator / denominator);
            values.push(p * numerator / denominator + 1u8);
        }
    }
    // floor(2^64 / phi)
    let golden: BigUint = (p * 0x9e37_79b9_7f4a_7c15u64) >> 64u32;
    values.extend([golden.clone(), &golden + 1u8]);
    values.extend((1u64..20).map(BigUint::from));
    values.iter_mut().for_each(|value| *value %= p);
    values
}

#[inline(never)]
fn inverse_and_symbol<M: Modulus<N>, const N: usize>(x: Fe<M, N>) {
    let power = x.pow_vartime(&words::sub_word(&M::P, 2));
    let expected: Option<Fe<M, N>> = (x != Fe::ZERO).then_some(power);
    assert!(Option::<Fe<M, N>>::from(x.invert()) == expected, "{x:?}");
    assert!(x.invert_vartime() == expected, "{x:?}");
    assert!(Field::invert_vartime(&x) == expected, "{x:?}");

    let power = x.pow_vartime(&words::halve(&M::P, 0));
    let expected = i8::from(power == Fe::ONE) - i8::from(power == -Fe::ONE);
    assert_eq!([x.legendre(), x.legendre_vartime(), Field::legendre_vartime(&x)], [expected; 3], "{x:?}");
}
