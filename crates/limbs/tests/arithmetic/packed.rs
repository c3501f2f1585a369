//! Packed values of every backend against big integers and against the portable code for single numbers.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use num_bigint::BigUint;
use proptest::prelude::*;
use vorpal_limbs::backend::Scalar;
use vorpal_limbs::{Conversion, LANES, Montgomery, Packed, PackedBackend, PackedMontgomery, words};
use vorpal_oracle::big::{from_limbs, limb_edges, residue_edges, to_limbs};
use vorpal_oracle::effort::every;

use crate::moduli::{moduli_4, moduli_6};

/// Whether a modulus is `2^256 - c` with `c < 2^48`.
fn is_near_2_256<const N: usize>(modulus: &[u64; N]) -> bool {
    N == 4 && modulus[0].wrapping_neg() < 1 << 48 && modulus[1..].iter().all(|limb| *limb == u64::MAX)
}

/// The `s` in the `S = 2^s R` of `Simd128` for a modulus: -256 for `2^256 - c` with `c < 2^48`.
fn simd128_shift<const N: usize>(modulus: &[u64; N]) -> i32 {
    if is_near_2_256(modulus) { -256 } else { 0 }
}

/// The `s` in the `S = 2^s R` of vectors of x86-64 and NEON for a modulus: -256 for `2^256 - c` with `c < 2^48`.
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(vorpal_portable)))]
fn wide_shift<const N: usize>(modulus: &[u64; N]) -> i32 {
    match (N, is_near_2_256(modulus)) {
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

/// The operations of packed values as an object, so that tests are compiled once for all backends.
trait Operations<const N: usize> {
    fn ring(&self) -> &Montgomery<N>;
    fn load(&self, numbers: &[[u64; N]], conversion: Conversion) -> Packed<N>;
    fn read(&self, packed: &mut Packed<N>, numbers: &[[u64; N]], conversion: Conversion);
    fn store(&self, packed: &Packed<N>, numbers: &mut [[u64; N]], conversion: Conversion);
    fn one(&self) -> Packed<N>;
    fn mul_into(&self, product: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>);
    fn mul_assign(&self, a: &mut Packed<N>, b: &Packed<N>);
    fn square_into(&self, square: &mut Packed<N>, a: &Packed<N>);
    fn square_times(&self, a: &mut Packed<N>, times: usize);
    fn add_into(&self, sum: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>);
    fn add_assign(&self, a: &mut Packed<N>, b: &Packed<N>);
    fn sub_into(&self, difference: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>);
    fn sub_assign(&self, a: &mut Packed<N>, b: &Packed<N>);
    fn negate_lanes(&self, a: &mut Packed<N>, lanes: u16);
    fn zero_lanes(&self, a: &Packed<N>) -> u16;
    fn scale_raw(&self, a: &mut Packed<N>);
    fn unscale_raw(&self, a: &mut Packed<N>);
    fn mul_signed(&self, a: &mut Packed<N>, b: &Packed<N>);
    fn sum_and_difference(&self, low: &mut Packed<N>, high: &mut Packed<N>);
}

macro_rules! operations {
    ($($name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        impl<const N: usize, B: PackedBackend> Operations<N> for PackedMontgomery<N, B> {
            fn ring(&self) -> &Montgomery<N> {
                self.ring()
            }
            fn load(&self, numbers: &[[u64; N]], conversion: Conversion) -> Packed<N> {
                self.load(numbers, |x| x, conversion)
            }
            fn read(&self, packed: &mut Packed<N>, numbers: &[[u64; N]], conversion: Conversion) {
                self.read(packed, numbers, |x| x, conversion);
            }
            fn store(&self, packed: &Packed<N>, numbers: &mut [[u64; N]], conversion: Conversion) {
                self.store(packed, numbers, |x| x, conversion);
            }
            $(fn $name(&self, $($argument: $type),*) $(-> $result)? {
                self.$name($($argument),*)
            })*
        }
    };
}

operations! {
    one() -> Packed<N>;
    mul_into(product: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>);
    mul_assign(a: &mut Packed<N>, b: &Packed<N>);
    square_into(square: &mut Packed<N>, a: &Packed<N>);
    square_times(a: &mut Packed<N>, times: usize);
    add_into(sum: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>);
    add_assign(a: &mut Packed<N>, b: &Packed<N>);
    sub_into(difference: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>);
    sub_assign(a: &mut Packed<N>, b: &Packed<N>);
    negate_lanes(a: &mut Packed<N>, lanes: u16);
    zero_lanes(a: &Packed<N>) -> u16;
    scale_raw(a: &mut Packed<N>);
    unscale_raw(a: &mut Packed<N>);
    mul_signed(a: &mut Packed<N>, b: &Packed<N>);
    sum_and_difference(low: &mut Packed<N>, high: &mut Packed<N>);
}

/// Makes the operations modulo a number.
type Backend<'a, const N: usize> = &'a dyn Fn(&[u64; N]) -> Box<dyn Operations<N>>;

/// The operations of one backend.
fn with<const N: usize, B: PackedBackend + 'static>(
    backend: B,
) -> impl Fn(&[u64; N]) -> Box<dyn Operations<N>> {
    move |modulus| Box::new(PackedMontgomery::with_backend(&Montgomery::new(*modulus), backend))
}

/// Runs a test with each backend that this processor supports for a number of limbs, and with a function from the
/// modulus to the `s` in its `S = 2^s R`.
macro_rules! by_each_backend {
    ($limbs:tt, |$backend:ident, $shift:ident| $work:expr) => {{
        {
            let $shift = |_: &[u64; $limbs]| 0;
            let $backend: crate::packed::Backend<'_, $limbs> =
                &crate::packed::with(vorpal_limbs::backend::Scalar);
            $work;
        }
        {
            let $shift = crate::packed::simd128_shift::<$limbs>;
            let $backend: crate::packed::Backend<'_, $limbs> =
                &crate::packed::with(vorpal_limbs::backend::Simd128);
            $work;
        }
        #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(vorpal_portable)))]
        by_each_backend!(@vectors $limbs, |$backend, $shift| $work);
    }};
    (@vectors $limbs:tt, |$backend:ident, $shift:ident| $work:expr) => {
        #[cfg(target_arch = "aarch64")]
        by_each_backend!(@one NeonFma, "NEON", wide_shift, $limbs, |$backend, $shift| $work);
        #[cfg(target_arch = "x86_64")]
        by_each_backend!(@x86_64 $limbs, |$backend, $shift| $work);
    };
    (@x86_64 $limbs:tt, |$backend:ident, $shift:ident| $work:expr) => {
        by_each_backend!(@one Avx2Fma, "AVX2 and FMA", wide_shift, $limbs, |$backend, $shift| $work);
        by_each_backend!(@one Avx512Fma, "AVX-512F", wide_shift, $limbs, |$backend, $shift| $work);
        by_each_backend!(@one AvxIfma, "AVX-IFMA", wide_shift, $limbs, |$backend, $shift| $work);
        by_each_backend!(@one Avx512VlIfma, "AVX-512VL IFMA", wide_shift, $limbs, |$backend, $shift| $work);
        by_each_backend!(@one Avx512Ifma, "AVX-512 IFMA", wide_shift, $limbs, |$backend, $shift| $work);
    };
    (@one $type:ident, $name:literal, $function:ident, $limbs:tt, |$backend:ident, $shift:ident| $work:expr) => {
        match vorpal_limbs::backend::$type::detect() {
            Some(detected) => {
                let $shift = crate::packed::$function::<$limbs>;
                let $backend: crate::packed::Backend<'_, $limbs> = &crate::packed::with(detected);
                $work;
            }
            None => {
                vorpal_oracle::data::report_skipped(
                    concat!("packed values by ", $name, ": not supported by the processor"),
                );
            }
        }
    };
}

mod conversions;
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(vorpal_portable)))]
mod largest;
mod signed;

/// Numbers below `p` with difficult carries, in limbs of 64 and of 52 bits.
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

fn stored<const N: usize>(arithmetic: &dyn Operations<N>, packed: &Packed<N>) -> [[u64; N]; LANES] {
    let mut numbers = [[7; N]; LANES];
    arithmetic.store(packed, &mut numbers, Conversion::Montgomery);
    numbers
}

fn raw<const N: usize>(arithmetic: &dyn Operations<N>, packed: &Packed<N>) -> [[u64; N]; LANES] {
    let mut numbers = [[7; N]; LANES];
    arithmetic.store(packed, &mut numbers, Conversion::Raw);
    numbers
}

fn loaded<const N: usize>(arithmetic: &dyn Operations<N>, numbers: &[[u64; N]]) -> Packed<N> {
    arithmetic.load(numbers, Conversion::Montgomery)
}

fn loaded_raw<const N: usize>(arithmetic: &dyn Operations<N>, numbers: &[[u64; N]]) -> Packed<N> {
    arithmetic.load(numbers, Conversion::Raw)
}

fn sixteen<T>(f: impl Fn(usize) -> T) -> [T; LANES] {
    core::array::from_fn(f)
}

/// The results of the operations that [`check`] compares. They depend on no backend, so that they are compiled once for
/// a number of limbs.
struct Expected<const N: usize> {
    products: [[u64; N]; LANES],
    squares: [[u64; N]; LANES],
    sums: [[u64; N]; LANES],
    differences: [[u64; N]; LANES],
    again: [[u64; N]; LANES],
    copied: [[u64; N]; LANES],
    negative: [[u64; N]; LANES],
    mixed: [[u64; N]; LANES],
    /// The lanes with zeros: of `a`, of the products, and of `a` less the products in some lanes.
    zeros: [u16; 3],
}

/// Some lanes.
const SOME: u16 = 0b1010_0110_0101_1001;

impl<const N: usize> Expected<N> {
    fn new(ring: &Montgomery<N>, a: &[[u64; N]; LANES], b: &[[u64; N]; LANES]) -> Self {
        let products = sixteen(|i| ring.mul_portable(&a[i], &b[i]));
        let differences = sixteen(|i| ring.sub_portable(&b[i], &a[i]));
        let negative = sixteen(|i| ring.sub_portable(&[0; N], &products[i]));
        let is_in = |i: usize| SOME >> i & 1 == 1;
        let changed = sixteen(|i| if is_in(i) { ring.sub_portable(&a[i], &products[i]) } else { [0; N] });
        let zeros = |numbers: &[[u64; N]; LANES]| {
            (0..LANES).fold(0u16, |lanes, i| lanes | u16::from(numbers[i] == [0; N]) << i)
        };
        Self {
            products,
            squares: sixteen(|i| ring.square_portable(&products[i])),
            sums: sixteen(|i| ring.add_portable(&products[i], &b[i])),
            differences,
            again: sixteen(|i| ring.mul_portable(&differences[i], &products[i])),
            copied: sixteen(|i| if i == 3 { b[14] } else { products[i] }),
            negative,
            mixed: sixteen(|i| if is_in(i) { negative[i] } else { products[i] }),
            zeros: [zeros(a), zeros(&products), zeros(&changed)],
        }
    }
}

/// Panics unless the numbers are equal, with the modulus and the operands. Compiled once for all backends.
#[inline(never)]
#[track_caller]
fn same<const N: usize>(
    found: &[[u64; N]; LANES],
    expected: &[[u64; N]; LANES],
    at: (&[u64; N], &[[u64; N]; LANES], &[[u64; N]; LANES]),
) {
    assert_eq!(found, expected, "{at:x?}");
}

/// Checks products of raw numbers: x with the radix S times y with the radix S is x y / S.
fn check_raw_products<const N: usize>(
    modulus: &[u64; N],
    shift: i32,
    products: &[[u64; N]; LANES],
    a: &[[u64; N]; LANES],
    b: &[[u64; N]; LANES],
) {
    let p = from_limbs(modulus);
    for i in 0..LANES {
        let product = from_limbs(&products[i]);
        assert!(product < p);
        let [left, right] = [shift, -shift].map(|shift| u32::try_from(shift).unwrap_or(0));
        assert_eq!(
            ((product << (64 * N)) << left) % &p,
            ((from_limbs(&a[i]) * from_limbs(&b[i])) << right) % &p,
            "{modulus:x?} {a:x?} {b:x?}"
        );
    }
}

/// Checks all operations on sixteen pairs.
fn check<const N: usize>(
    arithmetic: &dyn Operations<N>,
    shift: i32,
    a: &[[u64; N]; LANES],
    b: &[[u64; N]; LANES],
) {
    let modulus = arithmetic.ring().modulus();
    let at = (modulus, a, b);
    let expected = Expected::new(arithmetic.ring(), a, b);
    let packed_a = loaded(arithmetic, a);
    let packed_b = loaded(arithmetic, b);
    same(&stored(arithmetic, &packed_a), a, at);
    let mut packed = packed_a;
    arithmetic.mul_assign(&mut packed, &packed_b);
    same(&stored(arithmetic, &packed), &expected.products, at);
    // A product that is not canonical, as an operand of every operation.
    let product = packed;
    arithmetic.mul_assign(&mut packed, &product);
    same(&stored(arithmetic, &packed), &expected.squares, at);
    packed = product;
    arithmetic.square_times(&mut packed, 1);
    same(&stored(arithmetic, &packed), &expected.squares, at);
    packed = product;
    arithmetic.add_assign(&mut packed, &packed_b);
    same(&stored(arithmetic, &packed), &expected.sums, at);
    arithmetic.sub_assign(&mut packed, &product);
    same(&stored(arithmetic, &packed), b, at);
    arithmetic.sub_assign(&mut packed, &packed_a);
    same(&stored(arithmetic, &packed), &expected.differences, at);
    arithmetic.mul_assign(&mut packed, &product);
    same(&stored(arithmetic, &packed), &expected.again, at);

    // Results in other packed values, and single lanes.
    let mut other = product;
    arithmetic.add_into(&mut other, &product, &packed_b);
    same(&stored(arithmetic, &other), &expected.sums, at);
    arithmetic.sub_into(&mut other, &packed_b, &packed_a);
    same(&stored(arithmetic, &other), &expected.differences, at);
    arithmetic.mul_into(&mut other, &packed_a, &packed_b);
    same(&stored(arithmetic, &other), &expected.products, at);
    other.copy_lane(3, &packed_b, 14);
    same(&stored(arithmetic, &other), &expected.copied, at);

    // Lanes: negation, assignment, and detection of zeros.
    packed = product;
    arithmetic.negate_lanes(&mut packed, SOME);
    same(&stored(arithmetic, &packed), &expected.mixed, at);
    arithmetic.negate_lanes(&mut packed, !SOME);
    same(&stored(arithmetic, &packed), &expected.negative, at);
    packed.assign_lanes(&product, !SOME);
    same(&stored(arithmetic, &packed), &expected.mixed, at);
    // Zeros of operands and of products, as the result of a difference, and of a product.
    packed = product;
    packed.assign_lanes(&packed_a, SOME);
    arithmetic.sub_assign(&mut packed, &product);
    let zeros = [&packed_a, &product, &packed].map(|packed| arithmetic.zero_lanes(packed));
    assert_eq!(zeros, expected.zeros, "{at:x?}");
    arithmetic.mul_assign(&mut packed, &product);
    assert_eq!(arithmetic.zero_lanes(&packed) & !SOME, !SOME, "{at:x?}");
    // Scaled twice, the radix changes from S to R, as a conversion followed by a raw load changes it.
    packed = product;
    arithmetic.scale_raw(&mut packed);
    arithmetic.scale_raw(&mut packed);
    let scaled = loaded_raw(arithmetic, &expected.products);
    same(&stored(arithmetic, &packed), &stored(arithmetic, &scaled), at);
    for _ in 0..2 {
        arithmetic.unscale_raw(&mut packed);
    }
    same(&stored(arithmetic, &packed), &expected.products, at);

    let raw_a = loaded_raw(arithmetic, a);
    let raw_b = loaded_raw(arithmetic, b);
    same(&raw(arithmetic, &raw_a), a, at);
    packed = raw_a;
    arithmetic.mul_assign(&mut packed, &raw_b);
    check_raw_products(modulus, shift, &raw(arithmetic, &packed), a, b);
    packed = raw_a;
    arithmetic.mul_assign(&mut packed, &packed_b);
    same(&raw(arithmetic, &packed), &expected.products, at);
    packed = raw_a;
    arithmetic.square_times(&mut packed, 1);
    let mut square = raw_a;
    arithmetic.mul_assign(&mut square, &raw_a);
    same(&raw(arithmetic, &packed), &raw(arithmetic, &square), at);
}

/// All pairs of the numbers, sixteen at a time; the last group is padded with zeros.
fn check_pairs<const N: usize>(backend: Backend<'_, N>, modulus: [u64; N], shift: i32, numbers: &[[u64; N]]) {
    let arithmetic = backend(&modulus);
    for (a, b) in pairs(numbers) {
        check(&*arithmetic, shift, &a, &b);
    }
}

/// Both numbers of sixteen pairs.
type Pairs<const N: usize> = ([[u64; N]; LANES], [[u64; N]; LANES]);

/// All pairs. Compiled once for all backends.
fn pairs<const N: usize>(numbers: &[[u64; N]]) -> Vec<Pairs<N>> {
    let mut lanes = LANES;
    let mut pairs = Vec::new();
    for (i, a) in numbers.iter().enumerate() {
        for (j, b) in numbers.iter().enumerate() {
            if numbers.len() < 100 || every(17, i + j) {
                if lanes == LANES {
                    pairs.push(([[0; N]; LANES], [[0; N]; LANES]));
                    lanes = 0;
                }
                let last = pairs.len() - 1;
                (pairs[last].0[lanes], pairs[last].1[lanes]) = (*a, *b);
                lanes += 1;
            }
        }
    }
    pairs
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
    check_pairs(&with(Scalar), [97], 0, &edges(&[97], 1));
    check_pairs(&with(Scalar), [u64::MAX; 9], 0, &edges(&[u64::MAX; 9], 20011));
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

/// Every edge value together with its neighbours, so that none is omitted.
#[test]
fn edges_one_after_the_other() {
    fn check_all<const N: usize>(backend: Backend<'_, N>, modulus: [u64; N], shift: i32, step: usize) {
        let arithmetic = backend(&modulus);
        let numbers = edges(&modulus, step);
        for i in 0..numbers.len() {
            let at = |i: usize| numbers[i % numbers.len()];
            if i % LANES == 0 {
                check(
                    &*arithmetic,
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

/// Chains of squarings, in one call and in several, against big integers.
#[test]
fn long_chains() {
    fn check_chains<const N: usize>(backend: Backend<'_, N>, which: usize, modulus: [u64; N]) {
        let ring = Montgomery::new(modulus);
        let (arithmetic, p) = (backend(&modulus), from_limbs(&modulus));
        let numbers: Vec<[u64; N]> = edges(&modulus, 1).into_iter().rev().take(LANES).collect();
        let mut packed = arithmetic.load(&numbers, Conversion::Montgomery);
        let mut squarings = 0;
        // The longest chain of some moduli, or with full effort of all.
        for times in [0, 1, 2, 3, 10, 84, if every(5, which) { 3000 } else { 200 }] {
            arithmetic.square_times(&mut packed, times);
            squarings += times;
            let powers = stored(&*arithmetic, &packed);
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
        // With additions in between: 2 x^2, repeatedly.
        let mut expected = stored(&*arithmetic, &packed);
        for _ in 0..if every(5, which) { 500 } else { 50 } {
            arithmetic.square_times(&mut packed, 1);
            let copy = packed;
            arithmetic.add_assign(&mut packed, &copy);
            expected = expected.map(|x| {
                let square = ring.square_portable(&x);
                ring.add_portable(&square, &square)
            });
        }
        assert_eq!(stored(&*arithmetic, &packed), expected);
    }
    by_each_backend!(4, |backend, _shift| {
        moduli_4().into_iter().enumerate().for_each(|(i, modulus)| check_chains(backend, i, modulus));
    });
    by_each_backend!(6, |backend, _shift| {
        moduli_6().into_iter().enumerate().for_each(|(i, modulus)| check_chains(backend, i, modulus));
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(500)))]

    #[test]
    fn random_numbers(which in 0usize..22, which_6 in 0usize..9, a: [[u64; 6]; LANES], b: [[u64; 6]; LANES]) {
        let (modulus, modulus_6) = (moduli_4()[which], moduli_6()[which_6]);
        let (p, p_6) = (from_limbs(&modulus), from_limbs(&modulus_6));
        by_each_backend!(4, |backend, shift| {
            let arithmetic = backend(&modulus);
            let [first, second] = [a, b].map(|numbers| numbers.map(|x| to_limbs(&(from_limbs(&x[2..]) % &p))));
            check(&*arithmetic, shift(arithmetic.ring().modulus()), &first, &second);
        });
        by_each_backend!(6, |backend, shift| {
            let arithmetic = backend(&modulus_6);
            let [first, second] = [a, b].map(|numbers| numbers.map(|x| to_limbs(&(from_limbs(&x) % &p_6))));
            check(&*arithmetic, shift(arithmetic.ring().modulus()), &first, &second);
        });
    }
}
