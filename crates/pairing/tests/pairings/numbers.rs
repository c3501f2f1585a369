//! The identities and greatest common divisors on which the documentation relies.

use num_bigint::BigInt;
use vorpal_curves::models::weierstrass::Family;
use vorpal_fields::Modulus;
use vorpal_oracle::big::from_limbs;
use vorpal_pairing::Engine;

use crate::textbook::{order, signed};

fn gcd(mut a: BigInt, mut b: BigInt) -> BigInt {
    while b != BigInt::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    if a < BigInt::ZERO { -a } else { a }
}

pub(crate) fn identities<E: Engine<N>, const N: usize>() {
    let (p, r): (BigInt, BigInt) = (from_limbs(&E::Modulus::P).into(), order::<E, N>().into());
    let x = signed(E::PSI.seed());
    let cyclotomic = p.pow(4) - p.pow(2) + 1;
    assert_eq!(&cyclotomic % &r, BigInt::ZERO);
    assert_eq!((p.pow(6) - 1) * (p.pow(2) + 1) * &cyclotomic, p.pow(12) - 1);
    let hard = &cyclotomic / &r;
    let trace: BigInt = match E::PSI.family() {
        Family::Bls12 => &x + 1,
        Family::Bn => 6 * x.pow(2) + 1,
    };
    // The final exponentiation.
    let multiple: BigInt = match E::PSI.family() {
        Family::Bls12 => {
            let less: BigInt = &x - 1;
            assert_eq!(less.pow(2) * (&x + &p) * (x.pow(2) + p.pow(2) - 1) + 3, 3 * &hard);
            3.into()
        }
        Family::Bn => {
            let multiple: BigInt = 2 * &x * (6 * x.pow(2) + 3 * &x + 1);
            let (square, cube): (BigInt, BigInt) = (6 * x.pow(2), 12 * x.pow(3));
            let l0: BigInt = 1 + 6 * &x + 2 * &square + &cube;
            let l1: BigInt = 4 * &x + &square + &cube;
            let l2: BigInt = 6 * &x + &square + &cube;
            let l3: BigInt = &l1 - 1;
            assert_eq!(l0 + l1 * &p + l2 * p.pow(2) + l3 * p.pow(3), &multiple * &hard);
            multiple
        }
    };
    assert_eq!(gcd(multiple, r.clone()), BigInt::from(1));
    // Membership in the target group.
    assert_eq!(gcd(&p + 1 - &trace, cyclotomic), r);
    if E::PSI.family() == Family::Bn {
        // The last additions of the Miller loop of a point of G2 are not exceptional.
        let n: BigInt = 6 * &x + 2;
        assert_eq!((&n + &p - p.pow(2) + p.pow(3)) % &r, BigInt::ZERO);
        for difference in [&n - &p, &n + &p, &n + &p - p.pow(2), &n + &p + p.pow(2)] {
            assert_ne!(difference % &r, BigInt::ZERO);
        }
    }
}
