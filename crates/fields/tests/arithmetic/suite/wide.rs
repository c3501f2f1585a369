//! Primes of 16, 17 and 32 limbs, and one of a large two-adicity, against big integers; roots, symbols and sums of
//! products also with every other number of limbs from 1 to 17, and with 33.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use vorpal_fields::{Acc, Chain, Fe, Lazy, MixedAcc, Modulus, RootTables, SmallAcc, batch_invert};
use vorpal_oracle::big::{from_limbs, legendre, residue_edges, to_limbs};

use super::Suite;

/// A prime of some limbs that are not `fill`: pairs of their index and value.
const fn limbs<const N: usize>(fill: u64, others: &[(usize, u64)]) -> [u64; N] {
    let mut limbs = [fill; N];
    let mut i = 0;
    while i < others.len() {
        limbs[others[i].0] = others[i].1;
        i += 1;
    }
    limbs
}

macro_rules! wide {
    ($check:ident: $($test:ident: $name:ident, $n:literal, $p:expr, $non_square:literal $(, $window:literal)?;)*) => {$(
        struct $name;
        impl Modulus<$n> for $name {
            const NAME: &'static str = stringify!($name);
            const P: [u64; $n] = $p;
            // Whether a non-square generates the group matters to no function.
            const GENERATOR: u64 = $non_square;
            type Bytes = [u8; 8 * $n];
            $(
                const ROOT_WINDOW: u32 = $window;
                fn root_tables() -> Option<&'static RootTables<Self, $n>> {
                    static TABLES: RootTables<$name, $n> = RootTables::new();
                    Some(&TABLES)
                }
            )?
        }

        #[test]
        fn $test() {
            $check::<$name, $n>();
        }
    )*};
}

// 2^986 + 2463, of the least length with 17 batches of an inverse without a reduction; 2^1024 + 643; 2^2048 - 1942289;
// and 45 2^200 + 1, whose logarithms have more windows than tables.
wide! { check:
    prime_of_987_bits: Wide987, 16, limbs(0, &[(0, 2463), (15, 1 << 26)]), 3;
    prime_of_1025_bits: Wide1025, 17, limbs(0, &[(0, 643), (16, 1)]), 2;
    prime_of_2048_bits: Wide2048, 32, limbs(u64::MAX, &[(0, u64::MAX - 1_942_288)]), 5;
    prime_of_adicity_200: Adic200, 4, limbs(0, &[(0, 1), (3, 45 << 8)]), 7, 16;
}

// Primes of both residues modulo 4. Odd numbers of limbs have 2^(64 (N - 1)) + c, which needs all limbs. Even numbers,
// and one limb, have 2^(64 N - 1) + c, which fills them.
wide! { roots_and_sums:
    one_limb: Limbs1, 1, limbs(0, &[(0, 1 << 63 | 29)]), 2;
    two_limbs: Limbs2, 2, limbs(0, &[(0, 29), (1, 1 << 63)]), 2;
    three_limbs: Limbs3, 3, limbs(0, &[(0, 51), (2, 1)]), 2;
    five_limbs: Limbs5, 5, limbs(0, &[(0, 297), (4, 1)]), 5;
    six_limbs: Limbs6, 6, limbs(0, &[(0, 1971), (5, 1 << 63)]), 2;
    seven_limbs: Limbs7, 7, limbs(0, &[(0, 417), (6, 1)]), 5;
    eight_limbs: Limbs8, 8, limbs(0, &[(0, 809), (7, 1 << 63)]), 5;
    nine_limbs: Limbs9, 9, limbs(0, &[(0, 75), (8, 1)]), 2;
    ten_limbs: Limbs10, 10, limbs(0, &[(0, 413), (9, 1 << 63)]), 2;
    eleven_limbs: Limbs11, 11, limbs(0, &[(0, 757), (10, 1)]), 2;
    twelve_limbs: Limbs12, 12, limbs(0, &[(0, 699), (11, 1 << 63)]), 2;
    thirteen_limbs: Limbs13, 13, limbs(0, &[(0, 241), (12, 1)]), 3;
    fourteen_limbs: Limbs14, 14, limbs(0, &[(0, 2513), (13, 1 << 63)]), 13;
    fifteen_limbs: Limbs15, 15, limbs(0, &[(0, 2527), (14, 1)]), 5;
    thirty_three_limbs: Limbs33, 33, limbs(0, &[(0, 3063), (32, 1)]), 3;
}

fn check<M: Modulus<N>, const N: usize>() {
    let (suite, values) = suite_with_values::<M, N>();
    inverses(&suite, &values);
    roots(&suite, &values);
    sums(&suite, &values);
    bytes(&suite, &values);
}

fn roots_and_sums<M: Modulus<N>, const N: usize>() {
    let (suite, values) = suite_with_values::<M, N>();
    roots(&suite, &values);
    sums(&suite, &values);
}

/// The suite of the prime, with values near zero and near the prime and others.
fn suite_with_values<M: Modulus<N>, const N: usize>() -> (Suite<M, N>, Vec<BigUint>) {
    let suite = Suite::<M, N>::new();
    let mut values = residue_edges(&suite.p, 2);
    values.retain(|value| value.bits() < 3 || value.bits() + 3 > suite.p.bits());
    let mut power = Fe::<M, N>::from_le_bytes_reduced(&[0x5a; 300]);
    for _ in 0..6 {
        power = power.square() + Fe::GENERATOR;
        values.push(from_limbs(&power.to_limbs()));
    }
    (suite, values)
}

fn inverses<M: Modulus<N>, const N: usize>(suite: &Suite<M, N>, values: &[BigUint]) {
    let mut all = Vec::new();
    for small in 1..=1000u64 {
        all.push(Fe::<M, N>::from(small));
    }
    all.extend_from_slice(&suite.elements(values));
    for x in &all {
        let inverse = x.invert_vartime();
        assert!(inverse == x.invert().into(), "{x:?}");
        let product = inverse.unwrap_or(Fe::ZERO) * *x;
        assert!(product == if *x == Fe::ZERO { Fe::ZERO } else { Fe::ONE }, "{x:?}");
        assert_eq!(inverse.is_some(), *x != Fe::ZERO, "{x:?}");
    }
    suite.expect(all[4].invert_vartime().unwrap(), BigUint::from(5u8).modinv(&suite.p).unwrap());
    let before = all.clone();
    batch_invert(&mut all);
    for i in 0..all.len() {
        assert!(before[i] * all[i] == if before[i] == Fe::ZERO { Fe::ZERO } else { Fe::ONE });
    }
}

fn roots<M: Modulus<N>, const N: usize>(suite: &Suite<M, N>, values: &[BigUint]) {
    for value in &values[values.len() - 4..] {
        let x = suite.element(value);
        let symbol = legendre(value, &suite.p);
        assert_eq!((x.legendre(), x.legendre_vartime()), (symbol, symbol), "{x:?}");
        for (value, exists) in &[(x, symbol == 1), (x.square(), true), (x.square() * Fe::GENERATOR, false)] {
            suite.expect_root(*value, value.sqrt_vartime(), *exists);
            suite.expect_root(*value, value.sqrt().into(), *exists);
        }
        let ratio = Fe::sqrt_ratio_vartime(&(x.square() * Fe::from(7)), &Fe::from(7)).unwrap();
        assert!(ratio.square() == x.square());
    }
    assert!(Fe::<M, N>::ZERO.sqrt_vartime() == Some(Fe::ZERO));
    assert!(Fe::<M, N>::GENERATOR.sqrt_vartime().is_none());
}

fn sums<M: Modulus<N>, const N: usize>(suite: &Suite<M, N>, values: &[BigUint]) {
    let p = &suite.p;
    let (mut open, mut mixed, mut small) = (Acc::<M, N>::new(), MixedAcc::new(), SmallAcc::new());
    let (mut products, mut integers) = (BigUint::zero(), BigUint::zero());
    for (i, a) in values.iter().enumerate() {
        let (b, integer) = (&values[values.len() - 1 - i], u128::MAX - i as u128);
        let (x, y) = (suite.element(a), suite.element(b));
        suite.expect(x * y, a * b % p);
        suite.expect(x.square(), a * a % p);
        suite.expect((Chain::from(x) * y).square().reduce(), (a * b).modpow(&2u8.into(), p));
        suite.expect(Lazy::<M, N, 1>::from(x).mul::<1>(y).reduce(), a * b % p);
        suite.expect(x.mul_u128(integer), a * integer % p);
        suite.expect(Acc::<M, N, 3>::of_products(&[x; 3], &[y; 3]).reduce(), a * b * 3u8 % p);
        open.add_product(x, y);
        mixed.add_product(x, y);
        mixed.add_integer_product(x, integer);
        small.add_product(x, integer);
        products += a * b;
        integers += a * integer;
    }
    let other = (open, mixed);
    open.merge(&other.0);
    mixed.merge(&other.1);
    suite.expect(open.reduce(), &products * 2u8 % p);
    suite.expect(mixed.reduce(), (products + &integers) * 2u8 % p);
    suite.expect(small.reduce(), integers % p);
    let exponent = p - 1u8;
    let power = suite.element(values.last().unwrap()).pow_vartime(&exponent.to_u64_digits());
    suite.expect(power, BigUint::one());
    suite.expect(Fe::pow2(64 * N + 7), (BigUint::one() << (64 * N + 7)) % p);
}

fn bytes<M: Modulus<N>, const N: usize>(suite: &Suite<M, N>, values: &[BigUint]) {
    for value in values {
        let x = suite.element(value);
        assert_eq!(Fe::from_le_bytes(x.to_le_bytes().as_ref()), Ok(x));
        assert_eq!(Fe::from_be_bytes(x.to_be_bytes().as_ref()), Ok(x));
        assert_eq!(from_limbs(&x.to_limbs()), *value);
        let long = [x.to_be_bytes().as_ref(), &[0xa5; 77]].concat();
        suite.expect(Fe::from_be_bytes_reduced(&long), BigUint::from_bytes_be(&long) % &suite.p);
    }
    assert_eq!(Fe::<M, N>::from_limbs(&to_limbs(&suite.p)), None);
    assert_eq!(Fe::<M, N>::BITS as u64, suite.p.bits());
}
