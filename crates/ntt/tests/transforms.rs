//! Transforms and polynomials against their definitions over big integers.

mod suite;

use std::ops::RangeInclusive;

use suite::{Values, all_fields, at, numbers};
use vorpal_fields::primes::{
    BandersnatchScalar, Bls12_377Scalar, Bls12_381Scalar, Bn254Scalar, Secp256k1Scalar,
};
use vorpal_fields::{Fe, Modulus, PrimeField};
use vorpal_limbs::count::on_this_thread;
use vorpal_ntt::{CosetChange, Domain, Error, Order, divide_by_vanishing, evaluate_at, multiply};
use vorpal_oracle::effort;

/// Every transform of a domain against the definition, on the points that the test itself computes.
fn domain_is_right<F: PrimeField>(log_size: u32, shift: F, coset: bool) {
    let n = 1 << log_size;
    let domain = if coset { Domain::coset(n, shift) } else { Domain::<F>::new(n) }.expect("a domain");
    let expected = Values::<F>::new(log_size, shift);
    assert_eq!((domain.size(), domain.log_size()), (n, log_size));
    assert_eq!(domain.points().map(|point| numbers::number(&point)).collect::<Vec<_>>(), expected.points);
    for kind in 0..4 {
        let coefficients: Vec<F> = numbers::list(kind, n, u64::from(log_size));
        let natural = expected.of(&coefficients);
        let reversed: Vec<F> = (0..n).map(|i| natural[at(i, log_size)]).collect();
        for (order, values) in [(Order::Natural, &natural), (Order::BitReversed, &reversed)] {
            let mut list = coefficients.clone();
            domain.evaluate(&mut list, order).expect("the length is right");
            assert_eq!(&list, values, "2^{log_size}, {order:?}, kind {kind}");
            domain.interpolate(&mut list, order).expect("the length is right");
            assert_eq!(list, coefficients, "back from {order:?}, 2^{log_size}, kind {kind}");
            // Many lists: a different multiple of the list in each place.
            for number in [0, 1, 5, 19] {
                let multiples = |list: &[F]| -> Vec<F> {
                    (0..number as u64).flat_map(|k| list.iter().map(move |x| *x * F::from(k + 1))).collect()
                };
                let mut lists = multiples(&coefficients);
                domain.evaluate_batch(&mut lists, order).expect("the length is right");
                assert_eq!(lists, multiples(values), "2^{log_size}, {order:?}, {number} lists");
                domain.interpolate_batch(&mut lists, order).expect("the length is right");
                assert_eq!(lists, multiples(&coefficients), "back, 2^{log_size}, {order:?}, {number} lists");
            }
            #[cfg(feature = "parallel")]
            {
                domain.evaluate_parallel(&mut list, order).expect("the length is right");
                assert_eq!(&list, values, "2^{log_size}, {order:?}, on threads");
                domain.interpolate_parallel(&mut list, order).expect("the length is right");
                assert_eq!(list, coefficients, "back from {order:?}, 2^{log_size}, on threads");
            }
        }
    }
}

#[test]
fn values_are_those_of_the_definition() {
    fn of<F: PrimeField>() {
        let cosets = [(F::ONE, false), (F::from(7), true), (-F::ONE, true), (F::ONE, true)];
        for log_size in 0..=F::TWO_ADICITY.min(9) {
            for (index, (shift, is_coset)) in cosets.into_iter().enumerate() {
                // The largest size takes as long as all others.
                if log_size < 9 || effort::every(4, index) {
                    domain_is_right(log_size, shift, is_coset);
                }
            }
        }
    }
    all_fields!(of);
}

/// The points of a domain with another root are those of the first one, in another order.
#[test]
fn a_root_of_the_caller_permutes_the_points() {
    fn of<F: PrimeField>() {
        for log_size in 0..=F::TWO_ADICITY.min(9) {
            let n = 1usize << log_size;
            let first = Domain::coset(n, F::from(3)).expect("a domain");
            for exponent in [1, 3, n.max(2) - 1] {
                let root = (0..exponent).fold(F::ONE, |power, _| power * first.root());
                let domain = Domain::with_root(log_size, root, F::from(3)).expect("a domain");
                let coefficients: Vec<F> = numbers::list(3, n, 1);
                let (mut values, mut permuted) = (coefficients.clone(), coefficients.clone());
                first.evaluate(&mut values, Order::Natural).expect("the length is right");
                domain.evaluate(&mut permuted, Order::Natural).expect("the length is right");
                assert!((0..n).all(|i| permuted[i] == values[i * exponent % n]), "2^{log_size}, {exponent}");
                domain.interpolate(&mut permuted, Order::Natural).expect("the length is right");
                assert_eq!(permuted, coefficients);
                let double = root.square();
                assert_eq!(Domain::with_root(log_size, double, F::ONE).is_err(), log_size > 0);
                assert!(Domain::with_root(log_size + 1, root, F::ONE).is_err());
                assert!(matches!(Domain::with_root(log_size, root, F::ZERO), Err(Error::ZeroShift)));
            }
        }
    }
    all_fields!(of);
}

/// A change to a coset is an interpolation on the subgroup and an evaluation on the coset. The largest size takes as
/// long as all others.
#[test]
fn a_change_to_a_coset_is_two_transforms() {
    fn of<F: PrimeField>() {
        for log_size in (0..=F::TWO_ADICITY.min(9)).chain((10..=F::TWO_ADICITY.min(12)).rev().take(1)) {
            let n = 1usize << log_size;
            let subgroup = Domain::<F>::new(n).expect("a domain");
            for shift in [F::ONE, -F::ONE, F::from(3)] {
                let coset = Domain::coset(n, shift).expect("a domain");
                let change = CosetChange::with_root(log_size, subgroup.root(), shift).expect("a change");
                assert_eq!(change.size(), n);
                let mut values: Vec<F> = numbers::list(3, n, 1);
                let (mut expected, mut parallel) = (values.clone(), values.clone());
                subgroup.interpolate(&mut expected, Order::BitReversed).expect("the length is right");
                coset.evaluate(&mut expected, Order::BitReversed).expect("the length is right");
                change.apply(&mut values).expect("the length is right");
                change.apply_parallel(&mut parallel).expect("the length is right");
                assert!(values == expected && parallel == expected, "2^{log_size}");
                let mut long = vec![F::ONE; n + 1];
                let error = Err(Error::Length { expected: n, found: n + 1 });
                assert_eq!(change.apply(&mut long), error);
                assert_eq!(change.apply_parallel(&mut long), error);
                assert_eq!(long, vec![F::ONE; n + 1]);
            }
            let root = subgroup.root();
            assert!(matches!(CosetChange::with_root(log_size, root, F::ZERO), Err(Error::ZeroShift)));
            assert!(CosetChange::with_root(log_size + 1, root, F::ONE).is_err());
        }
    }
    all_fields!(of);
}

/// Sizes with every split into passes, too long for the definition: all values against Horner's rule at some points,
/// and back.
fn long_transforms_are_right<F: PrimeField>(sizes: RangeInclusive<u32>) {
    for log_size in sizes {
        for shift in [F::ONE, F::from(5)] {
            let n = 1 << log_size;
            let domain = Domain::coset(n, shift).expect("a domain");
            let coefficients: Vec<F> = numbers::list(3, n, 3);
            let mut values = coefficients.clone();
            domain.evaluate(&mut values, Order::Natural).expect("the length is right");
            let points: Vec<F> = domain.points().collect();
            for i in [0, 1, 2, 15, 16, 255, n / 2 - 1, n / 2, n / 2 + 1, n - 17, n - 1] {
                assert_eq!(values[i], evaluate_at(&coefficients, &points[i]), "point {i} of 2^{log_size}");
            }
            let mut reversed = coefficients.clone();
            domain.evaluate(&mut reversed, Order::BitReversed).expect("the length is right");
            assert!((0..n).all(|i| reversed[i] == values[at(i, log_size)]));
            #[cfg(feature = "parallel")]
            {
                let mut parallel = coefficients.clone();
                domain.evaluate_parallel(&mut parallel, Order::BitReversed).expect("the length is right");
                assert_eq!(parallel, reversed);
                domain.interpolate_parallel(&mut parallel, Order::BitReversed).expect("the length is right");
                assert_eq!(parallel, coefficients);
            }
            domain.interpolate(&mut values, Order::Natural).expect("the length is right");
            assert_eq!(values, coefficients);
        }
    }
}

#[test]
fn long_transforms_agree_with_horners_rule() {
    long_transforms_are_right::<Bn254Scalar>(10..=17);
}

/// `2^64 - 2^32 + 1`, whose elements have no vectors on any processor.
struct OneLimb;
impl Modulus<1> for OneLimb {
    const NAME: &'static str = "OneLimb";
    const P: [u64; 1] = [0xffff_ffff_0000_0001];
    const GENERATOR: u64 = 7;
    type Bytes = [u8; 8];
}

/// Blocks above and below those that one thread transforms.
#[test]
fn long_transforms_without_vectors_agree_with_horners_rule() {
    long_transforms_are_right::<Fe<OneLimb, 1>>(10..=14);
}

/// The multiplications of transforms: exactly those of the documentation.
#[test]
fn costs() {
    let products = |work: &mut dyn FnMut()| on_this_thread(work).1.multiplications;
    for log_size in 1..14 {
        let size = 1 << log_size;
        let n = size as u64;
        let subgroup = Domain::<Bn254Scalar>::new(size).expect("a domain");
        let coset = Domain::coset(size, Bn254Scalar::from(5)).expect("a domain");
        let mut values: Vec<Bn254Scalar> = numbers::list(3, size, 1);
        let all = u64::from(size.trailing_zeros()) * n / 2;
        let of_coset = products(&mut || coset.evaluate(&mut values, Order::BitReversed).expect("the length"));
        assert_eq!(of_coset, all, "2^{log_size}");
        let back = products(&mut || coset.interpolate(&mut values, Order::BitReversed).expect("the length"));
        assert_eq!(back, all + n, "2^{log_size}");
        // Without the butterflies of blocks 0: n / 2, n / 4, .. In vectors, down to groups of 16.
        let saved = |products: u64| {
            let least = if n >= 256 { n - 16 } else { n - 1 };
            assert!((least..n).contains(&(all - products)), "2^{log_size}: {products} of {all}");
        };
        saved(products(&mut || subgroup.evaluate(&mut values, Order::BitReversed).expect("the length")));
        saved(
            products(&mut || subgroup.interpolate(&mut values, Order::BitReversed).expect("the length")) - n,
        );
    }
}

#[test]
fn lengths_sizes_and_shifts_that_do_not_fit_are_errors() {
    let four = Domain::<Bn254Scalar>::new(4).expect("a domain");
    let mut list = [Bn254Scalar::ONE; 6];
    let error = Error::Lists { size: 4, found: 6 };
    assert_eq!(error.to_string(), "6 elements, no multiple of the 4 points of the domain");
    assert_eq!(four.evaluate_batch(&mut list, Order::Natural), Err(error));
    assert_eq!(four.interpolate_batch(&mut list, Order::BitReversed), Err(error));
    assert_eq!(list, [Bn254Scalar::ONE; 6]);
    type F = Bn254Scalar;
    let domain = Domain::<F>::new(5).expect("a domain");
    assert_eq!(domain.size(), 8);
    for found in [0, 1, 7, 9] {
        let mut list: Vec<F> = numbers::list(3, found, 9);
        let before = list.clone();
        let error = Err(Error::Length { expected: 8, found });
        for order in [Order::Natural, Order::BitReversed] {
            assert_eq!(domain.evaluate(&mut list, order), error);
            assert_eq!(domain.interpolate(&mut list, order), error);
            assert_eq!(domain.divide_values_by_vanishing(&mut list, order, 8), error);
            assert_eq!(domain.evaluate_at_vartime(&list, order, &F::ONE), error.map(|()| F::ONE));
            #[cfg(feature = "parallel")]
            {
                assert_eq!(domain.evaluate_parallel(&mut list, order), error);
                assert_eq!(domain.interpolate_parallel(&mut list, order), error);
            }
        }
        assert_eq!(list, before);
    }
    assert_eq!(Domain::coset(8, F::ZERO).err(), Some(Error::ZeroShift));
    assert_eq!(Domain::<F>::new(0).map(|domain| domain.size()).ok(), Some(1));
    for (size, fits) in [(32, true), (33, false), (usize::MAX, false)] {
        let error = (!fits).then_some(Error::Size { size, two_adicity: 5 });
        assert_eq!(Domain::<BandersnatchScalar>::new(size).err(), error);
    }
    assert_eq!(Domain::<Secp256k1Scalar>::new(64).map(|domain| domain.size()).ok(), Some(64));
    assert_eq!(
        multiply(&[Secp256k1Scalar::ONE; 33], &[Secp256k1Scalar::ONE; 33]),
        Err(Error::Size { size: 65, two_adicity: 6 })
    );
}

/// `2^251 + 17 2^192 + 1`, of two-adicity 192: the field has roots of unity for every size.
struct Stark;
impl Modulus<4> for Stark {
    const NAME: &'static str = "Stark";
    const P: [u64; 4] = [1, 0, 0, (1 << 59) + 17];
    const GENERATOR: u64 = 3;
    type Bytes = [u8; 32];
}

/// Sizes up to the largest power of two. Their tables exceed every address space.
#[test]
fn domains_without_memory_are_errors() {
    type F = Fe<Stark, 4>;
    assert_eq!(F::TWO_ADICITY, 192);
    assert_eq!(Domain::<F>::new(5).map(|domain| domain.size()).ok(), Some(8));
    let most = 1usize << (usize::BITS - 1);
    for size in [most >> 8, most >> 5, most >> 4, most >> 1, (most >> 1) + 1, most - 1, most] {
        assert_eq!(Domain::<F>::new(size).err(), Some(Error::Memory { size }), "{size}");
        assert_eq!(Domain::coset(size, F::from(3)).err(), Some(Error::Memory { size }), "{size}");
    }
    // No power of two in a word is as large.
    for size in [most + 1, usize::MAX] {
        assert_eq!(Domain::<F>::new(size).err(), Some(Error::Size { size, two_adicity: 192 }), "{size}");
    }
}

#[test]
fn products_are_those_of_the_definition() {
    type F = Bls12_381Scalar;
    for (a, b) in [(0, 0), (0, 3), (1, 0), (1, 1), (1, 5), (2, 2), (16, 17), (100, 29), (200, 313)] {
        let (a, b): (Vec<F>, Vec<F>) = (numbers::list(3, a, 4), numbers::list(3, b, 5));
        let mut product = vec![F::ZERO; (a.len() + b.len()).saturating_sub(1)];
        for (i, &x) in a.iter().enumerate() {
            for (j, &y) in b.iter().enumerate() {
                product[i + j] += x * y;
            }
        }
        product.truncate(if a.is_empty() || b.is_empty() { 0 } else { product.len() });
        assert_eq!(multiply(&a, &b), Ok(product));
    }
}

#[test]
fn quotients_times_divisors_and_remainders_are_the_polynomial() {
    type F = Bn254Scalar;
    for n in [1, 2, 3, 8] {
        for length in [0, 1, 2, 3, 7, 8, 9, 16, 17, 40] {
            for constant in [F::ONE, F::ZERO, F::from(9)] {
                let a: Vec<F> = numbers::list(3, length, 6);
                let (quotient, remainder) = divide_by_vanishing(&a, n, &constant);
                assert_eq!((quotient.len(), remainder.len()), (length.saturating_sub(n), length.min(n)));
                let mut sum = remainder;
                sum.resize(length, F::ZERO);
                for (i, &q) in quotient.iter().enumerate() {
                    sum[i + n] += q;
                    sum[i] -= q * constant;
                }
                assert_eq!(sum, a, "{length} coefficients, X^{n}");
            }
        }
    }
}

/// A quotient by `X^n - 1` from values on cosets of `n` and of `4 n` points, and divisors with zeros on the coset.
#[test]
fn values_are_divided_by_the_vanishing_polynomial() {
    type F = Bn254Scalar;
    let n = 16;
    for factor in [1, 2, 4] {
        let coset = Domain::coset(factor * n, F::from(5)).expect("a domain");
        for order in [Order::Natural, Order::BitReversed] {
            let mut values: Vec<F> = numbers::list(3, factor * n, 7);
            let quotient = values.clone();
            // The values of the product, by the definition.
            let mut points: Vec<F> = coset.points().collect();
            if order == Order::BitReversed {
                let natural = points.clone();
                points
                    .iter_mut()
                    .enumerate()
                    .for_each(|(i, point)| *point = natural[at(i, coset.log_size())]);
            }
            for (value, point) in values.iter_mut().zip(&points) {
                *value *= point.pow_vartime(&[n as u64]) - F::ONE;
            }
            coset.divide_values_by_vanishing(&mut values, order, n).expect("a divisor without zeros");
            assert_eq!(values, quotient);
        }
    }
    let subgroup = Domain::<F>::new(4 * n).expect("a domain");
    let mut values: Vec<F> = numbers::list(3, 4 * n, 8);
    let before = values.clone();
    for (order, n, error) in [
        (Order::Natural, n, Error::Vanishes { size: n }),
        (Order::BitReversed, 4 * n, Error::Vanishes { size: 4 * n }),
        (Order::Natural, 3, Error::Divisor { size: 3, points: 4 * n }),
        (Order::Natural, 8 * n, Error::Divisor { size: 8 * n, points: 4 * n }),
        (Order::Natural, 0, Error::Divisor { size: 0, points: 4 * n }),
    ] {
        assert_eq!(subgroup.divide_values_by_vanishing(&mut values, order, n), Err(error));
    }
    assert_eq!(values, before);
}

#[test]
fn lagrange_polynomials() {
    type F = Bn254Scalar;
    for log_size in [0, 1, 3, 6] {
        for shift in [F::ONE, F::from(11)] {
            let domain = Domain::coset(1 << log_size, shift).expect("a domain");
            let coefficients: Vec<F> = numbers::list(3, domain.size(), 5);
            let outside = [F::ZERO, F::from(3), -F::from(2)];
            let points: Vec<F> = domain.points().collect();
            for order in [Order::Natural, Order::BitReversed] {
                let mut values = coefficients.clone();
                domain.evaluate(&mut values, order).expect("the length is right");
                for x in outside.iter().chain(&points) {
                    assert_eq!(
                        domain.evaluate_at_vartime(&values, order, x),
                        Ok(evaluate_at(&coefficients, x))
                    );
                    assert_eq!(domain.lagrange_vartime(x).into_iter().sum::<F>(), F::ONE);
                    assert_eq!(domain.vanishing_at(x).is_zero_vartime(), points.contains(x));
                }
            }
        }
    }
}

/// The roots of unity of the largest order, as arkworks 0.6 (`TWO_ADIC_ROOT_OF_UNITY`) and, for the first three,
/// gnark-crypto v0.22.0 (`fft.Generator`) have them.
#[test]
fn roots_of_unity_are_those_of_arkworks_and_gnark_crypto() {
    fn check<F: PrimeField>(root: &str) {
        let digits: String =
            F::ROOT_OF_UNITY.to_be_bytes().as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digits, root);
        let domain = Domain::<F>::new(1 << F::TWO_ADICITY.min(10)).expect("a domain");
        let squares = F::TWO_ADICITY - domain.log_size();
        assert_eq!(domain.root(), (0..squares).fold(F::ROOT_OF_UNITY, |root, _| root.square()));
    }
    check::<Bn254Scalar>("2a3c09f0a58a7e8500e0a7eb8ef62abc402d111e41112ed49bd61b6e725b19f0");
    check::<Bls12_381Scalar>("16a2a19edfe81f20d09b681922c813b4b63683508c2280b93829971f439f0d2b");
    check::<Bls12_377Scalar>("11d4b7f60cb92cc160c69477d1a8a12f9b506ee363e3f04a476ef4a4ec2a895e");
    check::<BandersnatchScalar>("19470b7efe802f9b36b6675f52c7008234bb3e0cb7ed22aec65a62a1234bd960");
    check::<Secp256k1Scalar>("0c1dc060e7a91986df9879a3fbc483a898bdeab680756045992f4b5402b052f2");
}
