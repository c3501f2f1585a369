//! Signatures on P-256 at the bounds of EIP-7951, compared with textbook arithmetic.

use num_bigint::BigUint;
use vorpal_evm::{Precompile, Rules};
use vorpal_oracle::p256::group;
use vorpal_oracle::secp256k1::bytes;
use vorpal_oracle::weierstrass::Point;

use crate::run;

fn input(z: &BigUint, r: &BigUint, s: &BigUint, key: &Point) -> Vec<u8> {
    let (x, y) = key.clone().unwrap_or_default();
    [z, r, s, &x, &y].map(bytes).concat()
}

fn valid(input: &[u8]) -> bool {
    let output = run(Precompile::P256Verify, input).unwrap();
    let one = bytes(&1u8.into()).to_vec();
    assert!(output == one || output.is_empty(), "{output:?}");
    output == one
}

#[test]
fn the_bounds_of_every_number() {
    let group = group();
    let (n, p) = (&group.order, &group.curve.p);
    let (d, k, z) = (BigUint::from(7u8), BigUint::from(0x1234_5678u32), n + 5u8);
    let key = group.multiple(&d);
    let (r, s) = group.sign(&d, &k, &z).unwrap();
    let all_ones: BigUint = (BigUint::from(1u8) << 256) - 1u8;

    // Both values of s, and the hash modulo n.
    assert!(valid(&input(&z, &r, &s, &key)) && group.verify(&key, &z, &r, &s));
    assert!(valid(&input(&z, &r, &(n - &s), &key)));
    assert!(valid(&input(&5u8.into(), &r, &s, &key)));
    assert!(!valid(&input(&6u8.into(), &r, &s, &key)));
    for wrong in [BigUint::ZERO, n.clone(), n + 1u8, all_ones.clone(), &r + 1u8] {
        assert!(!valid(&input(&z, &wrong, &s, &key)), "r = {wrong:x}");
        assert!(!valid(&input(&z, &r, &wrong, &key)), "s = {wrong:x}");
    }
    let (x, y) = key.clone().unwrap();
    let with = |x: &BigUint, y: &BigUint| valid(&input(&z, &r, &s, &Some((x.clone(), y.clone()))));
    assert!(with(&x, &y));
    assert!(!with(&x, &(p - &y)), "the opposite key");
    assert!(!with(&x, &(&y + 1u8)) && !with(&y, &x), "not on the curve");
    assert!(!with(p, &y) && !with(&x, p) && !with(&all_ones, &all_ones));
    assert!(!valid(&input(&z, &r, &s, &None)), "infinity");

    let whole = input(&z, &r, &s, &key);
    for length in [0, 1, 32, 128, 159] {
        assert!(!valid(&whole[..length]), "{length} bytes");
    }
    assert!(!valid(&[&whole[..], &[0]].concat()), "161 bytes");
    for length in [0, 160, 1_000] {
        assert_eq!(Precompile::P256Verify.gas(&vec![0; length], Rules::NEWEST), 6_900);
    }
}

/// A coordinate that is the sum of a small one and the prime: its bytes are another number.
#[test]
fn coordinates_are_not_reduced() {
    let group = group();
    let p = &group.curve.p;
    // x = 5 has a point: it is found by its root.
    let x = BigUint::from(5u8);
    let square = (&x * &x * &x + &group.curve.a * &x + &group.curve.b) % p;
    let y = square.modpow(&((p + 1u8) >> 2), p);
    let key = Some((x.clone(), y.clone()));
    assert!(group.curve.contains(&key));
    // A signature without the secret: R = u1 G + u2 Q, r = x(R), s = r / u2, z = u1 s.
    let n = &group.order;
    let (u1, u2) = (BigUint::from(77u8), BigUint::from(99u8));
    let sum = group.curve.add(&group.multiple(&u1), &group.curve.mul(&key, &u2));
    let r = sum.unwrap().0 % n;
    let s = &r * u2.modinv(n).unwrap() % n;
    let z = u1 * &s % n;
    assert!(valid(&input(&z, &r, &s, &key)));
    assert!(!valid(&input(&z, &r, &s, &Some((x + p, y)))));
    // And a point with y = 5. With z = 0, R = u2 Q for u2 = r / s: Q itself.
    let digits = b"d7325d7646cd60d80a92738ceb345f844cffaf35841022cab176f692de8de1d7";
    let (x, y) = (BigUint::parse_bytes(digits, 16).unwrap(), BigUint::from(5u8));
    assert!(group.curve.contains(&Some((x.clone(), y.clone()))));
    let r = &x % n;
    assert!(valid(&input(&BigUint::ZERO, &r, &r, &Some((x.clone(), y.clone())))));
    assert!(!valid(&input(&BigUint::ZERO, &r, &r, &Some((x, y + p)))));
}

/// The formulas do not depend on `b`, so a point of another curve would give signatures: with `z = 0`, `R = Q`.
#[test]
fn points_of_other_curves() {
    let group = group();
    let (n, p) = (&group.order, &group.curve.p);
    let (x, y) = group.multiple(&7u8.into()).unwrap();
    let with = |x: &BigUint, y: &BigUint| {
        let r = x % n;
        valid(&input(&BigUint::ZERO, &r, &r, &Some((x.clone(), y.clone()))))
    };
    assert!(with(&x, &y) && with(&x, &(p - &y)));
    for wrong in [&y + 1u8, BigUint::ZERO, 1u8.into(), p - 1u8] {
        assert!(!group.curve.contains(&Some((x.clone(), wrong.clone()))));
        assert!(!with(&x, &wrong), "y = {wrong:x}");
    }
    assert!(!with(&(&x + 1u8), &y) && !with(&1u8.into(), &1u8.into()));
}

/// The sum is infinity, for which `x mod n` would be 0 with some formulas; and `x(R)` that is not below `n`.
#[test]
fn infinity_and_large_coordinates() {
    let group = group();
    let (n, p) = (&group.order, &group.curve.p);
    // u1 G + u2 Q = 0 with Q = d G and z = -r d.
    let d = BigUint::from(11u8);
    let key = group.multiple(&d);
    for r in [BigUint::from(1u8), 5u8.into(), n - 1u8] {
        let z = n - &r * &d % n;
        for s in [BigUint::from(1u8), 9u8.into(), n - 1u8] {
            assert!(!valid(&input(&z, &r, &s, &key)) && !group.verify(&key, &z, &r, &s));
        }
    }
    // The key with which R has a given x: Q = (s R - z G) / r. Only 2^-32 of all x are not below n.
    let square = |x: &BigUint| (x * x * x + &group.curve.a * x + &group.curve.b) % p;
    let root = |x: &BigUint| {
        let y = square(x).modpow(&((p + 1u8) >> 2), p);
        (&y * &y % p == square(x)).then_some(y)
    };
    let mut found = 0;
    for offset in 1u32..40 {
        let x = n + offset;
        let Some(y) = root(&x) else { continue };
        found += 1;
        let (r, s, z) = (BigUint::from(offset), BigUint::from(3u8), BigUint::from(4u8));
        let point = group.curve.mul(&Some((x, y)), &s);
        let difference = group.curve.add(&point, &group.multiple(&(n - &z)));
        let key = group.curve.mul(&difference, &r.modinv(n).unwrap());
        assert!(valid(&input(&z, &r, &s, &key)), "x(R) = n + {offset}");
        assert!(group.verify(&key, &z, &r, &s));
        // The same residues, also where r + n is x(R).
        assert!(!valid(&input(&z, &(&r + n), &s, &key)), "r = {offset} + n");
        assert!(!valid(&input(&z, &r, &(&s + n), &key)), "s = 3 + n");
    }
    assert!(found > 5);
}
