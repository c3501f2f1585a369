//! Loads and stores of packed values, the independence of lanes, and the backend of the process.

use vorpal_limbs::{Conversion, LANES, Montgomery, PackedMontgomery, words};

use super::{Backend, edges, raw, sixteen, stored};
use crate::moduli::{moduli_4, moduli_6};

/// Packed values with fewer than sixteen numbers: nothing is written beyond them.
#[test]
fn partial_loads_and_stores() {
    fn check_partial<const N: usize>(backend: Backend<'_, N>, modulus: [u64; N]) {
        let ring = Montgomery::new(modulus);
        let arithmetic = backend(&modulus);
        let numbers = edges(&modulus, 1);
        let numbers = sixteen(|i| numbers[numbers.len() - 1 - i]);
        for length in 0..=LANES {
            for (packed, is_raw) in [
                (arithmetic.load(&numbers[..length], Conversion::Montgomery), false),
                (arithmetic.load(&numbers[..length], Conversion::Raw), true),
            ] {
                let all = if is_raw { raw(&*arithmetic, &packed) } else { stored(&*arithmetic, &packed) };
                assert_eq!(all[..length], numbers[..length]);
                assert!(all[length..].iter().all(|filled| filled == ring.one()), "{length}");
                let mut some = [[7; N]; LANES + 1];
                if is_raw {
                    arithmetic.store(&packed, &mut some[..length], Conversion::Raw);
                } else {
                    arithmetic.store(&packed, &mut some[..length], Conversion::Montgomery);
                }
                assert_eq!(some[..length], numbers[..length]);
                assert!(some[length..].iter().all(|unwritten| *unwritten == [7; N]), "{length}");
            }
        }
        let mut ones = arithmetic.one();
        assert_eq!(stored(&*arithmetic, &ones), [*ring.one(); LANES]);
        let packed = arithmetic.load(&numbers, Conversion::Montgomery);
        arithmetic.mul_assign(&mut ones, &packed);
        assert_eq!(stored(&*arithmetic, &ones), numbers);
    }
    by_each_backend!(4, |backend, _shift| {
        check_partial(backend, moduli_4()[2]);
        check_partial(backend, moduli_4()[7]);
    });
    by_each_backend!(6, |backend, _shift| check_partial(backend, moduli_6()[1]));
}

/// Zeros are loaded as ones, and destinations that hold zero are not written. Zeros are zero in every limb.
#[test]
fn units_replace_zeros_by_ones() {
    fn check_units<const N: usize>(backend: Backend<'_, N>, modulus: [u64; N]) {
        let arithmetic = backend(&modulus);
        let mut numbers = edges(&modulus, 1);
        numbers.truncate(400);
        // Powers of two, so that each bit alone occurs as a number.
        numbers
            .extend((0..64 * N).map(|bit| core::array::from_fn(|i| u64::from(bit / 64 == i) << (bit % 64))));
        numbers.retain(|number| words::less(number, &modulus) == 1);
        let values = sixteen(|i| numbers[numbers.len() - 1 - i % numbers.len()]);
        let computed = arithmetic.load(&values, Conversion::Raw);
        for length in [LANES, 11, 1, 0] {
            for numbers in numbers.chunks_exact(length.max(1)) {
                // Zeros at varying positions.
                let numbers = &mut numbers.to_vec()[..length];
                for i in (numbers.first().map_or(0, |x| x[0].count_ones() as usize % 5)..length).step_by(3) {
                    numbers[i] = [0; N];
                }
                let units = raw(&*arithmetic, &arithmetic.load(numbers, Conversion::Units));
                for (number, unit) in numbers.iter().zip(&units) {
                    let expected = if *number == [0; N] { words::from_word(1) } else { *number };
                    assert_eq!(*unit, expected);
                }
                assert!(units[length..].iter().all(|unit| unit == arithmetic.ring().one()));
                let mut destinations = numbers.to_vec();
                arithmetic.store(&computed, &mut destinations, Conversion::Units);
                for ((before, after), value) in numbers.iter().zip(&destinations).zip(&values) {
                    assert_eq!(after, if *before == [0; N] { before } else { value });
                }
            }
        }
    }
    by_each_backend!(4, |backend, _shift| {
        moduli_4().into_iter().for_each(|modulus| check_units(backend, modulus));
    });
    by_each_backend!(6, |backend, _shift| {
        moduli_6().into_iter().for_each(|modulus| check_units(backend, modulus));
    });
}

/// A change of one number changes only its own results.
#[test]
fn lanes_are_independent() {
    fn check_lanes<const N: usize>(backend: Backend<'_, N>, modulus: [u64; N]) {
        let arithmetic = backend(&modulus);
        let numbers = edges(&modulus, 1);
        let numbers = sixteen(|i| numbers[numbers.len() - 1 - i]);
        let results = |numbers: &[[u64; N]; LANES], others: &[[u64; N]; LANES]| {
            let (first, second) = (
                arithmetic.load(numbers, Conversion::Montgomery),
                arithmetic.load(others, Conversion::Montgomery),
            );
            let [mut product, mut power, mut sum, mut difference] = [first; 4];
            arithmetic.mul_assign(&mut product, &second);
            arithmetic.square_times(&mut power, 3);
            arithmetic.add_assign(&mut sum, &second);
            arithmetic.sub_assign(&mut difference, &second);
            [product, power, sum, difference].map(|packed| stored(&*arithmetic, &packed))
        };
        let before = results(&numbers, &numbers);
        for lane in 0..LANES {
            let mut changed = numbers;
            changed[lane] = words::from_word(2);
            for (is_first, after) in
                [(true, results(&changed, &numbers)), (false, results(&numbers, &changed))]
            {
                for (operation, (before, after)) in before.iter().zip(&after).enumerate() {
                    for i in 0..LANES {
                        let affected = i == lane && (is_first || operation != 1);
                        assert_eq!(before[i] != after[i], affected, "{operation} {lane} {i}");
                    }
                }
            }
        }
    }
    by_each_backend!(4, |backend, _shift| {
        check_lanes(backend, moduli_4()[0]);
        check_lanes(backend, moduli_4()[6]);
    });
    by_each_backend!(6, |backend, _shift| check_lanes(backend, moduli_6()[0]));
}

/// The public interface, on the backend that this process uses.
#[test]
fn default_backend_of_the_process() {
    fn check_default<const N: usize>(modulus: [u64; N]) {
        let ring = Montgomery::new(modulus);
        let arithmetic = PackedMontgomery::new(&ring);
        let numbers = edges(&modulus, 1);
        let mut numbers: Vec<[u64; N]> = numbers.into_iter().rev().take(11).collect();
        let packed = arithmetic.load(&numbers, |x| x, Conversion::Montgomery);
        let mut result = arithmetic.one();
        arithmetic.mul_assign(&mut result, &packed);
        arithmetic.square_times(&mut result, 2);
        arithmetic.mul_assign(&mut result, &packed);
        arithmetic.add_assign(&mut result, &packed);
        arithmetic.sub_assign(&mut result, &arithmetic.one());
        let mut found = vec![[0; N]; numbers.len()];
        arithmetic.store(&result, &mut found, |x| x, Conversion::Montgomery);
        let expected = numbers.iter().map(|x| {
            let fourth = ring.square_portable(&ring.square_portable(x));
            ring.sub_portable(&ring.add_portable(&ring.mul_portable(&fourth, x), x), ring.one())
        });
        assert_eq!(found, expected.collect::<Vec<_>>());
        arithmetic.store(
            &arithmetic.load(&numbers, |x| x, Conversion::Raw),
            &mut found,
            |x| x,
            Conversion::Raw,
        );
        assert_eq!(found, numbers);
        numbers[0] = [0; N];
        let units = arithmetic.load(&numbers, |x| x, Conversion::Units);
        found[1] = [0; N];
        arithmetic.store(&units, &mut found, |x| x, Conversion::Units);
        numbers[0] = words::from_word(1);
        numbers[1] = [0; N];
        assert_eq!(found, numbers);
        assert!((1..=LANES).contains(&arithmetic.pays_from()));
    }
    check_default(moduli_4()[0]);
    check_default(moduli_4()[6]);
    check_default(moduli_6()[1]);
    check_default([97]);
    check_default([u64::MAX, 1, u64::MAX]);
}

#[test]
#[should_panic(expected = "more numbers than lanes")]
fn seventeen_numbers_are_refused() {
    let _ = PackedMontgomery::new(&Montgomery::new([97, 0, 0, 0])).load(
        &[[1, 0, 0, 0]; 17],
        |x| x,
        Conversion::Raw,
    );
}

#[test]
#[should_panic(expected = "more destinations than lanes")]
fn seventeen_destinations_are_refused() {
    let arithmetic = PackedMontgomery::new(&Montgomery::new([97, 0, 0, 0]));
    arithmetic.store(&arithmetic.one(), &mut [[1, 0, 0, 0]; 17], |x| x, Conversion::Raw);
}
