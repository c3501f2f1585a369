//! Numbers that are not canonical, up to `2 p - 1`, which vectors support.

use num_bigint::BigUint;
use vorpal_limbs::{Conversion, LANES, Packed};
use vorpal_oracle::big::{from_limbs, to_limbs};

use super::{Backend, edges, raw, sixteen, stored, times_power};
use crate::moduli::{moduli_4, moduli_6};

/// Operands up to `2 p - 1`, which vectors support.
#[test]
fn operations_accept_numbers_below_twice_the_modulus() {
    fn check_doubled<const N: usize>(backend: Backend<'_, N>, modulus: [u64; N], shift: i32) -> usize {
        let (arithmetic, p) = (backend(&modulus), from_limbs(&modulus));
        let radix = BigUint::from(1u8) << (64 * N);
        let mut numbers: Vec<BigUint> = (1u32..6).map(|i| (&p << 1) - i).collect();
        numbers.extend([p.clone(), &p + 1u8, &p - 1u8, (&p << 1) - (&p >> 50)]);
        numbers.retain(|number| *number < radix && *number < &p << 1);
        for a in &numbers {
            let b = sixteen(|i| &numbers[i % numbers.len()]);
            let load = |number: &BigUint| to_limbs::<N>(number);
            let (a, second) = ([load(a); LANES], b.map(load));
            let [mut product, factor] = [a, second].map(|numbers| arithmetic.load(&numbers, Conversion::Raw));
            let mut sum = product;
            arithmetic.mul_assign(&mut product, &factor);
            arithmetic.add_assign(&mut sum, &factor);
            let (products, sums) = (raw(&*arithmetic, &product), raw(&*arithmetic, &sum));
            for i in 0..LANES {
                let (a, b) = (from_limbs(&a[i]), from_limbs(&second[i]));
                assert!(from_limbs(&products[i]) < p && from_limbs(&sums[i]) < p);
                let scaled = times_power(from_limbs(&products[i]) << (64 * N), shift, &p);
                assert_eq!(scaled, &a * &b % &p, "{modulus:x?}");
                assert_eq!(from_limbs(&sums[i]), (&a + &b) % &p, "{modulus:x?}");
            }
        }
        numbers.len()
    }
    // The scalar backend supports canonical numbers only.
    by_each_backend!(@vectors 4, |backend, shift| {
        let counts: Vec<usize> = moduli_4().into_iter().map(|p| check_doubled(backend, p, shift(&p))).collect();
        assert!(counts[0] == 9 && counts[6] == 3, "{counts:?}");
    });
    by_each_backend!(@vectors 6, |backend, shift| {
        moduli_6().into_iter().for_each(|p| assert!(check_doubled(backend, p, shift(&p)) > 0));
    });
}

/// Lanes, scales and products into other packed values, of numbers up to `2 p - 1`: sums, which no operation reduces
/// further.
#[test]
fn lanes_accept_numbers_below_twice_the_modulus() {
    fn check_sums<const N: usize>(backend: Backend<'_, N>, modulus: [u64; N], shift: i32) {
        let (arithmetic, p) = (backend(&modulus), from_limbs(&modulus));
        let one = BigUint::from(1u8);
        let edges = [
            BigUint::ZERO,
            one.clone(),
            &p - 1u8,
            p.clone(),
            &p + 1u8,
            &p * 2u8 - 1u8,
            &p * 2u8 - 2u8,
            &p * 2u8 - (&p >> 50),
            &p + (&p >> 1),
        ];
        let values = sixteen(|i| edges[i * 5 % edges.len()].clone());
        let halves: [[u64; N]; LANES] = sixteen(|i| to_limbs(&(&values[i] >> 1)));
        let others: [[u64; N]; LANES] = sixteen(|i| to_limbs(&(&values[i] - (&values[i] >> 1))));
        let [mut packed, half] = [&others, &halves].map(|numbers| arithmetic.load(numbers, Conversion::Raw));
        arithmetic.add_assign(&mut packed, &half);
        let residues = |packed: &Packed<N>| raw(&*arithmetic, packed).map(|number| from_limbs(&number));
        assert_eq!(residues(&packed), values.clone().map(|value| value % &p), "{modulus:x?}");
        let zeros = (0..LANES).fold(0, |lanes, i| lanes | u16::from(&values[i] % &p == BigUint::ZERO) << i);
        assert_eq!(arithmetic.zero_lanes(&packed), zeros, "{modulus:x?}");
        let mut negated = packed;
        arithmetic.negate_lanes(&mut negated, u16::MAX);
        assert_eq!(residues(&negated), values.clone().map(|value| (&p * 2u8 - value) % &p), "{modulus:x?}");
        assert_eq!(arithmetic.zero_lanes(&negated), zeros, "{modulus:x?}");
        let mut scaled = packed;
        arithmetic.scale_raw(&mut scaled);
        let back = residues(&scaled).map(|number| times_power(number, shift / 2, &p));
        assert_eq!(back, residues(&packed), "{modulus:x?}");
        assert_eq!(arithmetic.zero_lanes(&scaled), zeros, "{modulus:x?}");
        arithmetic.unscale_raw(&mut scaled);
        assert_eq!(residues(&scaled), residues(&packed), "{modulus:x?}");
        // Into a destination with other contents, and in place.
        let (mut product, mut into) = (packed, negated);
        arithmetic.mul_assign(&mut product, &negated);
        arithmetic.mul_into(&mut into, &packed, &negated);
        assert_eq!(residues(&into), residues(&product), "{modulus:x?}");
        let (mut square, mut into) = (packed, negated);
        arithmetic.square_times(&mut square, 1);
        arithmetic.square_into(&mut into, &packed);
        assert_eq!(residues(&into), residues(&square), "{modulus:x?}");
        let (mut difference, mut into) = (packed, packed);
        arithmetic.sub_assign(&mut difference, &negated);
        arithmetic.sub_into(&mut into, &packed, &negated);
        assert_eq!(residues(&into), residues(&difference), "{modulus:x?}");
        let twice = values.clone().map(|value| value * 2u8 % &p);
        assert_eq!(residues(&difference), twice, "{modulus:x?}");
        for number in 0..=LANES {
            arithmetic.read(&mut into, &halves[..number], Conversion::Raw);
            let read = residues(&into);
            assert!((0..number).all(|i| read[i] == from_limbs(&halves[i]) % &p), "{modulus:x?} {number}");
        }
    }
    by_each_backend!(@vectors 4, |backend, shift| {
        moduli_4().into_iter().for_each(|modulus| check_sums(backend, modulus, shift(&modulus)));
    });
    by_each_backend!(@vectors 6, |backend, shift| {
        moduli_6().into_iter().for_each(|modulus| check_sums(backend, modulus, shift(&modulus)));
    });
}

/// Every operation on the largest numbers that vectors hold, `2 p - a` for edge values `a`, with each other and with
/// edge values. Negated lanes hold exactly such numbers, while sums and products may be smaller.
#[test]
fn numbers_just_below_twice_the_modulus() {
    fn check_largest<const N: usize>(
        backend: Backend<'_, N>,
        modulus: [u64; N],
        shift: i32,
        numbers: &[[u64; N]],
    ) {
        let (arithmetic, p) = (backend(&modulus), from_limbs(&modulus));
        let residues = |packed: &Packed<N>| raw(&*arithmetic, packed).map(|number| from_limbs(&number));
        let at = |i: usize| numbers[i % numbers.len()];
        let step = if vorpal_oracle::effort::is_full() { LANES / 2 } else { 2 * LANES };
        let bits = shift + 64 * i32::try_from(N).unwrap();
        let power = |bits: i32| times_power(BigUint::from(1u8), bits, &p);
        let [inverse, cube, half, minus_half, minus] =
            [-bits, -3 * bits, shift / 2, -(shift / 2), -shift].map(power);
        for i in (0..numbers.len()).step_by(step) {
            let (a, b) = (sixteen(|lane| at(i + lane)), sixteen(|lane| at(7 * i + 3 * lane + 1)));
            let [packed_a, mut packed_b] = [a, b].map(|numbers| arithmetic.load(&numbers, Conversion::Raw));
            let negative = |number: &[u64; N]| (&p - from_limbs(number)) % &p;
            let (big_a, mut big_b) = (a.map(|x| negative(&x)), b.map(|x| from_limbs(&x)));
            let mut first = packed_a;
            arithmetic.negate_lanes(&mut first, u16::MAX);
            assert_eq!(residues(&first), big_a, "{modulus:x?} {a:x?}");
            for is_negated in [false, true] {
                if is_negated {
                    arithmetic.negate_lanes(&mut packed_b, u16::MAX);
                    big_b = b.map(|x| negative(&x));
                }
                let at = || format!("{modulus:x?} {is_negated} {a:x?} {b:x?}");
                let expect = |packed: &Packed<N>, f: &dyn Fn(&BigUint, &BigUint) -> BigUint| {
                    assert_eq!(residues(packed), sixteen(|i| f(&big_a[i], &big_b[i]) % &p), "{}", at());
                };
                let (mut packed, mut square, mut other) = (first, first, packed_b);
                arithmetic.mul_assign(&mut packed, &packed_b);
                expect(&packed, &|a, b| a * b * &inverse);
                arithmetic.mul_into(&mut packed, &packed_b, &first);
                expect(&packed, &|a, b| a * b * &inverse);
                arithmetic.square_into(&mut square, &first);
                expect(&square, &|a, _| a * a * &inverse);
                arithmetic.square_times(&mut other, 2);
                expect(&other, &|_, b| b.pow(4) * &cube);
                (packed, other) = (first, packed_b);
                arithmetic.add_assign(&mut packed, &packed_b);
                expect(&packed, &|a, b| a + b);
                arithmetic.sub_assign(&mut other, &first);
                expect(&other, &|a, b| b + &p - a);
                arithmetic.sub_into(&mut other, &first, &packed_b);
                expect(&other, &|a, b| a + &p - b);
                packed = first;
                arithmetic.scale_raw(&mut packed);
                expect(&packed, &|a, _| a * &minus_half);
                packed = first;
                arithmetic.unscale_raw(&mut packed);
                expect(&packed, &|a, _| a * &half);
                let leaving = stored(&*arithmetic, &first).map(|number| from_limbs(&number));
                assert_eq!(leaving, sixteen(|i| &big_a[i] * &minus % &p), "{}", at());
                let zeros =
                    (0..LANES).fold(0u16, |lanes, i| lanes | u16::from(big_a[i] == BigUint::ZERO) << i);
                assert_eq!(arithmetic.zero_lanes(&first), zeros, "{}", at());
                arithmetic.negate_lanes(&mut packed, 0);
                expect(&packed, &|a, _| a * &half);
            }
        }
    }
    by_each_backend!(@vectors 4, |backend, shift| for modulus in moduli_4() {
        check_largest(backend, modulus, shift(&modulus), &edges(&modulus, 1));
    });
    by_each_backend!(@vectors 6, |backend, shift| for modulus in moduli_6() {
        check_largest(backend, modulus, shift(&modulus), &edges(&modulus, 31));
    });
}
