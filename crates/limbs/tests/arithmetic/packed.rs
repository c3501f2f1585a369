//! Packed values of every backend against big integers and against the portable code for single numbers.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use num_bigint::BigUint;
use proptest::prelude::*;
use vorpal_limbs::backend::Scalar;
use vorpal_limbs::{Conversion, LANES, Montgomery, Packed, PackedBackend, PackedMontgomery, words};
use vorpal_oracle::big::{from_limbs, limb_edges, residue_edges, to_limbs};

use crate::moduli::{moduli_4, moduli_6};

/// The `s` in the `S = 2^s R` of AVX-512 for a modulus: -256 for `2^256 - c` with `c < 2^48`.
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable)))]
fn wide_shift<const N: usize>(modulus: &[u64; N]) -> i32 {
    match (N, modulus[0].wrapping_neg() < 1 << 48 && modulus[1..].iter().all(|limb| *limb == u64::MAX)) {
        (4, true) => -256,
        (4, false) => 4,
        _ => 32,
    }
}

/// `2^bits a mod p`.
fn times_power(a: BigUint, bits: i32, p: &BigUint) -> BigUint {
    let power = BigUint::from(1u8) << bits.unsigned_abs();
    if bits < 0 { a * power.modinv(p).unwrap() % p } else { a * power % p }
}

/// Does a test with each backend for so many limbs that this processor has, and with a function from the modulus to the
/// `s` in its `S = 2^s R`.
macro_rules! by_each_backend {
    ($limbs:tt, |$backend:ident, $shift:ident| $work:expr) => {{
        {
            let ($backend, $shift) = (Scalar, |_: &[u64; $limbs]| 0);
            $work;
        }
        #[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable)))]
        by_each_backend!(@vectors $limbs, |$backend, $shift| $work);
    }};
    (@vectors 4, |$backend:ident, $shift:ident| $work:expr) => {
        match vorpal_limbs::backend::Avx2Fma::detect() {
            Some($backend) => {
                let $shift = |_: &[u64; 4]| 4;
                $work;
            }
            None => vorpal_oracle::data::say_skipped("packed values by AVX2 and FMA: the processor has none"),
        }
        by_each_backend!(@wide 4, |$backend, $shift| $work);
    };
    (@vectors 6, |$backend:ident, $shift:ident| $work:expr) => {
        by_each_backend!(@wide 6, |$backend, $shift| $work);
    };
    (@wide $limbs:tt, |$backend:ident, $shift:ident| $work:expr) => {
        match vorpal_limbs::backend::Avx512Ifma::detect() {
            Some($backend) => {
                let $shift = wide_shift::<$limbs>;
                $work;
            }
            None => vorpal_oracle::data::say_skipped("packed values by AVX-512 IFMA: the processor has none"),
        }
    };
}

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable)))]
mod largest;

/// Numbers below `p` at which carries go wrong, in limbs of 64 and of 52 bits.
fn edges<const N: usize>(modulus: &[u64; N], step: usize) -> Vec<[u64; N]> {
    let p = from_limbs(modulus);
    let mut numbers: Vec<BigUint> = residue_edges(&p, N);
    numbers.extend(limb_edges::<N>().iter().step_by(step).map(|a| from_limbs(a)));
    // Limbs of 52 bits: each 0, 1 or all ones.
    let limbs = if N <= 4 { 5 } else { 8 };
    for code in (0..3usize.pow(limbs)).step_by(step) {
        let mut number = BigUint::ZERO;
        for i in 0..limbs {
            let limb = [0, 1, (1u64 << 52) - 1][code / 3usize.pow(i) % 3];
            number += BigUint::from(limb) << (52 * i);
        }
        numbers.push(number);
    }
    numbers.retain(|number| *number < p);
    numbers.iter().map(to_limbs).collect()
}

fn stored<const N: usize, B: PackedBackend>(
    arithmetic: &PackedMontgomery<N, B>,
    packed: &Packed<N>,
) -> [[u64; N]; LANES] {
    let mut numbers = [[7; N]; LANES];
    arithmetic.store(packed, &mut numbers, |x| x, Conversion::Montgomery);
    numbers
}

fn raw<const N: usize, B: PackedBackend>(
    arithmetic: &PackedMontgomery<N, B>,
    packed: &Packed<N>,
) -> [[u64; N]; LANES] {
    let mut numbers = [[7; N]; LANES];
    arithmetic.store(packed, &mut numbers, |x| x, Conversion::Raw);
    numbers
}

fn sixteen<T>(f: impl Fn(usize) -> T) -> [T; LANES] {
    core::array::from_fn(f)
}

/// All operations on sixteen pairs.
fn check<const N: usize, B: PackedBackend>(
    arithmetic: &PackedMontgomery<N, B>,
    shift: i32,
    a: &[[u64; N]; LANES],
    b: &[[u64; N]; LANES],
) {
    let ring = arithmetic.ring();
    let at = || format!("{:x?} {a:x?} {b:x?}", ring.modulus());
    let [packed_a, packed_b] = [a, b].map(|numbers| arithmetic.load(numbers, |x| x, Conversion::Montgomery));
    assert_eq!(stored(arithmetic, &packed_a), *a, "{}", at());
    let products = sixteen(|i| ring.mul_portable(&a[i], &b[i]));
    let mut packed = packed_a;
    arithmetic.mul_assign(&mut packed, &packed_b);
    assert_eq!(stored(arithmetic, &packed), products, "{}", at());
    // What no subtraction has made canonical, as an operand of everything.
    let product = packed;
    arithmetic.mul_assign(&mut packed, &product);
    assert_eq!(stored(arithmetic, &packed), products.map(|x| ring.square_portable(&x)), "{}", at());
    packed = product;
    arithmetic.square_times(&mut packed, 1);
    assert_eq!(stored(arithmetic, &packed), products.map(|x| ring.square_portable(&x)), "{}", at());
    packed = product;
    arithmetic.add_assign(&mut packed, &packed_b);
    let sums = sixteen(|i| ring.add_portable(&products[i], &b[i]));
    assert_eq!(stored(arithmetic, &packed), sums, "{}", at());
    arithmetic.sub_assign(&mut packed, &product);
    assert_eq!(stored(arithmetic, &packed), *b, "{}", at());
    arithmetic.sub_assign(&mut packed, &packed_a);
    let differences = sixteen(|i| ring.sub_portable(&b[i], &a[i]));
    assert_eq!(stored(arithmetic, &packed), differences, "{}", at());
    arithmetic.mul_assign(&mut packed, &product);
    let again = sixteen(|i| ring.mul_portable(&differences[i], &products[i]));
    assert_eq!(stored(arithmetic, &packed), again, "{}", at());

    // Into other packed values, and single lanes.
    let mut other = product;
    arithmetic.add_into(&mut other, &product, &packed_b);
    assert_eq!(stored(arithmetic, &other), sums, "{}", at());
    arithmetic.sub_into(&mut other, &packed_b, &packed_a);
    assert_eq!(stored(arithmetic, &other), differences, "{}", at());
    arithmetic.mul_into(&mut other, &packed_a, &packed_b);
    assert_eq!(stored(arithmetic, &other), products, "{}", at());
    other.copy_lane(3, &packed_b, 14);
    let copied = sixteen(|i| if i == 3 { b[14] } else { products[i] });
    assert_eq!(stored(arithmetic, &other), copied, "{}", at());

    // Lanes: some negated, some taken over, and which are zero.
    let lanes = 0b1010_0110_0101_1001;
    let negative = sixteen(|i| ring.sub_portable(&[0; N], &products[i]));
    let mixed = sixteen(|i| if lanes >> i & 1 == 1 { negative[i] } else { products[i] });
    packed = product;
    arithmetic.negate_lanes(&mut packed, lanes);
    assert_eq!(stored(arithmetic, &packed), mixed, "{}", at());
    arithmetic.negate_lanes(&mut packed, !lanes);
    assert_eq!(stored(arithmetic, &packed), negative, "{}", at());
    packed.assign_lanes(&product, !lanes);
    assert_eq!(stored(arithmetic, &packed), mixed, "{}", at());
    let zeros = |numbers: &[[u64; N]; LANES]| {
        (0..LANES).fold(0u16, |lanes, i| lanes | u16::from(numbers[i] == [0; N]) << i)
    };
    assert_eq!(arithmetic.zero_lanes(&packed_a), zeros(a), "{}", at());
    assert_eq!(arithmetic.zero_lanes(&product), zeros(&products), "{}", at());
    // A zero that came of a difference, and one of a product.
    packed = product;
    packed.assign_lanes(&packed_a, lanes);
    arithmetic.sub_assign(&mut packed, &product);
    let expected =
        sixteen(|i| if lanes >> i & 1 == 1 { ring.sub_portable(&a[i], &products[i]) } else { [0; N] });
    assert_eq!(arithmetic.zero_lanes(&packed), zeros(&expected), "{}", at());
    arithmetic.mul_assign(&mut packed, &product);
    assert_eq!(arithmetic.zero_lanes(&packed) & !lanes, !lanes, "{}", at());
    // Scaled twice, the radix has changed from S to R, as a way out and a raw way in change it.
    packed = product;
    arithmetic.scale_raw(&mut packed);
    arithmetic.scale_raw(&mut packed);
    let expected = arithmetic.load(&products, |x| x, Conversion::Raw);
    assert_eq!(stored(arithmetic, &packed), stored(arithmetic, &expected), "{}", at());
    for _ in 0..2 {
        arithmetic.unscale_raw(&mut packed);
    }
    assert_eq!(stored(arithmetic, &packed), products, "{}", at());

    // Numbers as they stand: x with the radix S times y with the radix S is x y / S.
    let [raw_a, raw_b] = [a, b].map(|numbers| arithmetic.load(numbers, |x| x, Conversion::Raw));
    assert_eq!(raw(arithmetic, &raw_a), *a, "{}", at());
    packed = raw_a;
    arithmetic.mul_assign(&mut packed, &raw_b);
    let products_raw = raw(arithmetic, &packed);
    let p = from_limbs(ring.modulus());
    for i in 0..LANES {
        let product = from_limbs(&products_raw[i]);
        assert!(product < p);
        assert_eq!(
            times_power(product << (64 * N), shift, &p),
            from_limbs(&a[i]) * from_limbs(&b[i]) % &p,
            "{}",
            at()
        );
    }
    packed = raw_a;
    arithmetic.mul_assign(&mut packed, &packed_b);
    assert_eq!(raw(arithmetic, &packed), products, "{}", at());
    packed = raw_a;
    arithmetic.square_times(&mut packed, 1);
    let mut same = raw_a;
    arithmetic.mul_assign(&mut same, &raw_a);
    assert_eq!(raw(arithmetic, &packed), raw(arithmetic, &same), "{}", at());
}

/// All pairs of some numbers, sixteen at a time; the last ones filled up with zeros.
fn check_pairs<const N: usize, B: PackedBackend>(
    backend: B,
    modulus: [u64; N],
    shift: i32,
    numbers: &[[u64; N]],
) {
    let arithmetic = PackedMontgomery::with_backend(&Montgomery::new(modulus), backend);
    let pairs = numbers.iter().flat_map(|a| numbers.iter().map(|b| (*a, *b)));
    let pairs: Vec<([u64; N], [u64; N])> = pairs.collect();
    for pairs in pairs.chunks(LANES) {
        let pair = |i| pairs.get(i).copied().unwrap_or(([0; N], [0; N]));
        check(&arithmetic, shift, &sixteen(|i| pair(i).0), &sixteen(|i| pair(i).1));
    }
}

#[test]
fn pairs_of_edges() {
    by_each_backend!(4, |backend, shift| for modulus in moduli_4() {
        let numbers: Vec<_> = edges(&modulus, 1).into_iter().step_by(3).collect();
        check_pairs(backend, modulus, shift(&modulus), &numbers);
    });
    by_each_backend!(6, |backend, shift| for modulus in moduli_6() {
        check_pairs(backend, modulus, shift(&modulus), &edges(&modulus, 61));
    });
    check_pairs(Scalar, [97], 0, &edges(&[97], 1));
    check_pairs(Scalar, [u64::MAX; 9], 0, &edges(&[u64::MAX; 9], 20011));
}

/// Every pair of residues of small primes.
#[test]
fn every_pair_of_small_residues() {
    fn residues<const N: usize>(p: u64) -> ([u64; N], Vec<[u64; N]>) {
        (words::from_word(p), (0..p).map(words::from_word).collect())
    }
    by_each_backend!(4, |backend, shift| for p in [3, 7, 13, 19, 97, 103, 199, 211, 257] {
        let (modulus, numbers) = residues(p);
        check_pairs(backend, modulus, shift(&modulus), &numbers);
    });
    by_each_backend!(6, |backend, shift| for p in [3, 7, 19, 103] {
        let (modulus, numbers) = residues(p);
        check_pairs(backend, modulus, shift(&modulus), &numbers);
    });
}

/// Every edge beside its neighbours, so that none is left out.
#[test]
fn edges_one_after_the_other() {
    fn check_all<const N: usize, B: PackedBackend>(backend: B, modulus: [u64; N], shift: i32, step: usize) {
        let arithmetic = PackedMontgomery::with_backend(&Montgomery::new(modulus), backend);
        let numbers = edges(&modulus, step);
        for i in 0..numbers.len() {
            let at = |i: usize| numbers[i % numbers.len()];
            if i % LANES == 0 {
                check(
                    &arithmetic,
                    shift,
                    &sixteen(|lane| at(i + lane)),
                    &sixteen(|lane| at(3 * i + 5 * lane)),
                );
            }
        }
    }
    by_each_backend!(4, |backend, shift| {
        moduli_4().into_iter().for_each(|modulus| check_all(backend, modulus, shift(&modulus), 1));
    });
    by_each_backend!(6, |backend, shift| {
        moduli_6().into_iter().for_each(|modulus| check_all(backend, modulus, shift(&modulus), 7));
    });
}

/// Chains of squarings, at once and in pieces, against big integers.
#[test]
fn long_chains() {
    fn check_chains<const N: usize, B: PackedBackend>(backend: B, modulus: [u64; N]) {
        let ring = Montgomery::new(modulus);
        let (arithmetic, p) = (PackedMontgomery::with_backend(&ring, backend), from_limbs(&modulus));
        let numbers: Vec<[u64; N]> = edges(&modulus, 1).into_iter().rev().take(LANES).collect();
        let mut packed = arithmetic.load(&numbers, |x| x, Conversion::Montgomery);
        let mut squarings = 0;
        for times in [0, 1, 2, 3, 10, 84, 3000] {
            arithmetic.square_times(&mut packed, times);
            squarings += times;
            let powers = stored(&arithmetic, &packed);
            for (number, power) in numbers.iter().zip(powers) {
                let integer = from_limbs(&ring.from_montgomery_portable(number));
                let expected = integer.modpow(&(BigUint::from(1u8) << squarings), &p);
                assert_eq!(
                    from_limbs(&ring.from_montgomery_portable(&power)),
                    expected,
                    "{modulus:x?} {times}"
                );
            }
        }
        // Additions in between: 2 x^2, from each to the next.
        let mut expected = stored(&arithmetic, &packed);
        for _ in 0..500 {
            arithmetic.square_times(&mut packed, 1);
            let copy = packed;
            arithmetic.add_assign(&mut packed, &copy);
            expected = expected.map(|x| {
                let square = ring.square_portable(&x);
                ring.add_portable(&square, &square)
            });
        }
        assert_eq!(stored(&arithmetic, &packed), expected);
    }
    by_each_backend!(4, |backend, _shift| {
        moduli_4().into_iter().for_each(|modulus| check_chains(backend, modulus));
    });
    by_each_backend!(6, |backend, _shift| {
        moduli_6().into_iter().for_each(|modulus| check_chains(backend, modulus));
    });
}

/// Packed values that are not full, and nothing written beyond them.
#[test]
fn any_number_of_places() {
    fn check_places<const N: usize, B: PackedBackend>(backend: B, modulus: [u64; N]) {
        let ring = Montgomery::new(modulus);
        let arithmetic = PackedMontgomery::with_backend(&ring, backend);
        let numbers = edges(&modulus, 1);
        let numbers = sixteen(|i| numbers[numbers.len() - 1 - i]);
        for length in 0..=LANES {
            for (packed, is_raw) in [
                (arithmetic.load(&numbers[..length], |x| x, Conversion::Montgomery), false),
                (arithmetic.load(&numbers[..length], |x| x, Conversion::Raw), true),
            ] {
                let all = if is_raw { raw(&arithmetic, &packed) } else { stored(&arithmetic, &packed) };
                assert_eq!(all[..length], numbers[..length]);
                assert!(all[length..].iter().all(|filled| filled == ring.one()), "{length}");
                let mut some = [[7; N]; LANES + 1];
                if is_raw {
                    arithmetic.store(&packed, &mut some[..length], |x| x, Conversion::Raw);
                } else {
                    arithmetic.store(&packed, &mut some[..length], |x| x, Conversion::Montgomery);
                }
                assert_eq!(some[..length], numbers[..length]);
                assert!(some[length..].iter().all(|untouched| *untouched == [7; N]), "{length}");
            }
        }
        let mut ones = arithmetic.one();
        assert_eq!(stored(&arithmetic, &ones), [*ring.one(); LANES]);
        let packed = arithmetic.load(&numbers, |x| x, Conversion::Montgomery);
        arithmetic.mul_assign(&mut ones, &packed);
        assert_eq!(stored(&arithmetic, &ones), numbers);
    }
    by_each_backend!(4, |backend, _shift| {
        check_places(backend, moduli_4()[2]);
        check_places(backend, moduli_4()[7]);
    });
    by_each_backend!(6, |backend, _shift| check_places(backend, moduli_6()[1]));
}

/// Ones for zeros on the way in; nothing in the place of zeros on the way out. Zeros are zero in every limb.
#[test]
fn zeros_stay_and_count_as_ones() {
    fn check_units<const N: usize, B: PackedBackend>(backend: B, modulus: [u64; N]) {
        let arithmetic = PackedMontgomery::with_backend(&Montgomery::new(modulus), backend);
        let mut numbers = edges(&modulus, 1);
        numbers.truncate(400);
        // Powers of two, so that each bit alone makes a number.
        numbers
            .extend((0..64 * N).map(|bit| core::array::from_fn(|i| u64::from(bit / 64 == i) << (bit % 64))));
        numbers.retain(|number| words::less(number, &modulus) == 1);
        let values = sixteen(|i| numbers[numbers.len() - 1 - i % numbers.len()]);
        let computed = arithmetic.load(&values, |x| x, Conversion::Raw);
        for length in [LANES, 11, 1, 0] {
            for numbers in numbers.chunks_exact(length.max(1)) {
                // Zeros at changing places.
                let numbers = &mut numbers.to_vec()[..length];
                for i in (numbers.first().map_or(0, |x| x[0].count_ones() as usize % 5)..length).step_by(3) {
                    numbers[i] = [0; N];
                }
                let units = raw(&arithmetic, &arithmetic.load(numbers, |x| x, Conversion::Units));
                for (number, unit) in numbers.iter().zip(&units) {
                    let expected = if *number == [0; N] { words::from_word(1) } else { *number };
                    assert_eq!(*unit, expected);
                }
                assert!(units[length..].iter().all(|unit| unit == arithmetic.ring().one()));
                let mut places = numbers.to_vec();
                arithmetic.store(&computed, &mut places, |x| x, Conversion::Units);
                for ((before, after), value) in numbers.iter().zip(&places).zip(&values) {
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

/// A change of one number changes its own results only.
#[test]
fn lanes_do_not_meet() {
    fn check_lanes<const N: usize, B: PackedBackend>(backend: B, modulus: [u64; N]) {
        let arithmetic = PackedMontgomery::with_backend(&Montgomery::new(modulus), backend);
        let numbers = edges(&modulus, 1);
        let numbers = sixteen(|i| numbers[numbers.len() - 1 - i]);
        let results = |numbers: &[[u64; N]; LANES], others: &[[u64; N]; LANES]| {
            let (first, second) = (
                arithmetic.load(numbers, |x| x, Conversion::Montgomery),
                arithmetic.load(others, |x| x, Conversion::Montgomery),
            );
            let [mut product, mut power, mut sum, mut difference] = [first; 4];
            arithmetic.mul_assign(&mut product, &second);
            arithmetic.square_times(&mut power, 3);
            arithmetic.add_assign(&mut sum, &second);
            arithmetic.sub_assign(&mut difference, &second);
            [product, power, sum, difference].map(|packed| stored(&arithmetic, &packed))
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

/// What users get, whichever backend that is.
#[test]
fn the_choice_of_this_process() {
    fn check_choice<const N: usize>(modulus: [u64; N]) {
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
    check_choice(moduli_4()[0]);
    check_choice(moduli_4()[6]);
    check_choice(moduli_6()[1]);
    check_choice([97]);
    check_choice([u64::MAX, 1, u64::MAX]);
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
#[should_panic(expected = "more places than lanes")]
fn seventeen_places_are_refused() {
    let arithmetic = PackedMontgomery::new(&Montgomery::new([97, 0, 0, 0]));
    arithmetic.store(&arithmetic.one(), &mut [[1, 0, 0, 0]; 17], |x| x, Conversion::Raw);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn random_numbers(which in 0usize..22, which_6 in 0usize..9, a: [[u64; 6]; LANES], b: [[u64; 6]; LANES]) {
        let (modulus, modulus_6) = (moduli_4()[which], moduli_6()[which_6]);
        let (p, p_6) = (from_limbs(&modulus), from_limbs(&modulus_6));
        by_each_backend!(4, |backend, shift| {
            let arithmetic = PackedMontgomery::with_backend(&Montgomery::new(modulus), backend);
            let [first, second] = [a, b].map(|numbers| numbers.map(|x| to_limbs(&(from_limbs(&x[2..]) % &p))));
            check(&arithmetic, shift(arithmetic.ring().modulus()), &first, &second);
        });
        by_each_backend!(6, |backend, shift| {
            let arithmetic = PackedMontgomery::with_backend(&Montgomery::new(modulus_6), backend);
            let [first, second] = [a, b].map(|numbers| numbers.map(|x| to_limbs(&(from_limbs(&x) % &p_6))));
            check(&arithmetic, shift(arithmetic.ring().modulus()), &first, &second);
        });
    }
}
