//! Constant time of field operations, on compiled code (`vorpal_trace`).

#![allow(clippy::eq_op, reason = "zero, as a secret")]

use std::hint::black_box;

use vorpal_fields::subtle::{ConditionallySelectable, ConstantTimeEq};
use vorpal_fields::{Acc, Chain, Fe, Integer, Lazy, MixedAcc, Modulus, SmallAcc, batch_invert, primes as p};
use vorpal_limbs::fault::{Fault, PLANTED, wake};
use vorpal_limbs::taint;
use vorpal_trace::{Check, Leak};

#[test]
fn nothing_branches_on_values() {
    vorpal_trace::check(&Check {
        test: "fields::nothing_branches_on_values",
        built: taint::built,
        in_use: taint::in_use,
        prepare,
        operations: every_field,
        on_processor: every_kernel,
        // Without faults only the leak of this test exists.
        leaks: if PLANTED { &LEAKS } else { &LEAKS[..1] },
    });
}

/// Leaks at the faults of `vorpal-limbs` (its own tests have more), and the leak of this test.
const LEAKS: [Leak; 12] = [
    Leak { name: "equality as a bool", backend: "auto", run: leak },
    Leak { name: "kernel", backend: "portable", run: || with(Fault::PortableKernel) },
    Leak { name: "kernel", backend: "aarch64", run: || with(Fault::Aarch64Kernel) },
    Leak { name: "kernel", backend: "bmi2+adx", run: || with(Fault::Bmi2AdxKernel) },
    Leak { name: "kernel of packed values", backend: "avx2-fma", run: || with(Fault::Avx2FmaKernel) },
    Leak { name: "kernel of batches", backend: "avx2-fma", run: || with(Fault::Avx2FmaBatch) },
    Leak { name: "kernel of packed values", backend: "avx512-fma", run: || with(Fault::Avx512FmaKernel) },
    Leak { name: "kernel of batches", backend: "avx512-fma", run: || with(Fault::Avx512FmaBatch) },
    Leak { name: "kernel of packed values", backend: "avx-ifma", run: || with(Fault::AvxIfmaKernel) },
    Leak { name: "kernel of batches", backend: "avx-ifma", run: || with(Fault::AvxIfmaBatch) },
    Leak { name: "kernel of packed values", backend: "avx512-ifma", run: || with(Fault::Avx512IfmaKernel) },
    Leak { name: "kernel of batches", backend: "avx512-ifma", run: || with(Fault::Avx512IfmaBatch) },
];

/// Activates a fault, then runs batches, which use every kernel.
fn with(fault: Fault) {
    wake(fault);
    batches::<p::Bls12_381ScalarModulus, 4>();
}

/// Initialises the tables of square roots.
fn prepare() {
    fn root<M: Modulus<N>, const N: usize>() {
        black_box(Fe::<M, N>::ONE.sqrt());
    }
    root::<p::Bls12_381ScalarModulus, 4>();
    root::<p::Bls12_381BaseModulus, 6>();
    root::<p::BandersnatchScalarModulus, 4>();
    root::<p::Secp256k1BaseModulus, 4>();
    root::<p::Secp256k1ScalarModulus, 4>();
    root::<p::P256BaseModulus, 4>();
    root::<p::P256ScalarModulus, 4>();
    root::<p::Bn254ScalarModulus, 4>();
    root::<p::Bn254BaseModulus, 4>();
    root::<p::Bls12_377BaseModulus, 6>();
    root::<p::Bls12_377ScalarModulus, 4>();
    root::<p::PallasBaseModulus, 4>();
    root::<p::VestaBaseModulus, 4>();
}

/// A branch on a secret: equality as a `bool`.
fn leak() {
    let [a, b] = secrets::<p::Bn254ScalarModulus, 4>();
    if a == b {
        black_box(1);
    }
}

fn every_field() {
    operations::<p::Bls12_381ScalarModulus, 4>();
    operations::<p::Bls12_381BaseModulus, 6>();
    operations::<p::BandersnatchScalarModulus, 4>();
    operations::<p::Secp256k1BaseModulus, 4>();
    operations::<p::Secp256k1ScalarModulus, 4>();
    operations::<p::P256BaseModulus, 4>();
    operations::<p::P256ScalarModulus, 4>();
    operations::<p::Bn254ScalarModulus, 4>();
    operations::<p::Bn254BaseModulus, 4>();
    operations::<p::Bls12_377BaseModulus, 6>();
    operations::<p::Bls12_377ScalarModulus, 4>();
    operations::<p::PallasBaseModulus, 4>();
    operations::<p::VestaBaseModulus, 4>();

    bounded::<p::Bn254ScalarModulus, 4>();
    bounded::<p::Bn254BaseModulus, 4>();
    bounded::<p::BandersnatchScalarModulus, 4>();
    bounded::<p::Bls12_381BaseModulus, 6>();
    bounded::<p::Bls12_377BaseModulus, 6>();
    bounded::<p::Bls12_377ScalarModulus, 4>();
}

/// The fields of `secp256k1`, and batches with the other kernels.
fn every_kernel() {
    operations::<p::Secp256k1BaseModulus, 4>();
    operations::<p::Secp256k1ScalarModulus, 4>();
    batches::<p::Bls12_381ScalarModulus, 4>();
    batches::<p::Bls12_381BaseModulus, 6>();
    bounded::<p::Bls12_381BaseModulus, 6>();
}

/// Two elements of which every bit is secret.
fn secrets<M: Modulus<N>, const N: usize>() -> [Fe<M, N>; 2] {
    [3u64, 5].map(|seed| {
        let mut limbs: [u64; N] =
            core::array::from_fn(|i| black_box(seed + i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        taint::secret(&mut limbs);
        Fe::from_limbs_reduced(&limbs)
    })
}

fn show<M: Modulus<N>, const N: usize>(element: Fe<M, N>) {
    let mut limbs = element.to_limbs();
    taint::public(&mut limbs);
    black_box(limbs);
}

fn operations<M: Modulus<N>, const N: usize>() {
    let [a, b] = secrets::<M, N>();
    for result in [a + b, a - b, a * b, -a, -(a - a), a.square(), a.double(), a.halve()] {
        show(result);
    }
    // In a loop over a slice the compiler is more likely to branch.
    let mut many = [a, b, a + b, -a, a * b, a - a, b.square(), b];
    for x in &mut many {
        *x = (x.double() - b).halve() + -*x;
    }
    many.into_iter().for_each(show);

    let equal = a.ct_eq(&b) | a.is_zero() | a.is_odd() | a.is_lexicographically_largest();
    show(Fe::<M, N>::conditional_select(&a, &b, equal));
    show(a.pow(&b.to_limbs()));
    show(a.pow_vartime(&M::P));
    show(a.invert().unwrap_or(b));
    show((a - a).invert().unwrap_or(b));
    show(a.sqrt().unwrap_or(b));
    show(a.square().sqrt().unwrap_or(b));
    show(Fe::sqrt_ratio(&a, &b).unwrap_or(b));
    show(Fe::sqrt_ratio(&(a.square() * b), &b).unwrap_or(b));
    let mut symbols = [a, b, a.square(), a - a].map(|x| u64::from(x.legendre().cast_unsigned()));
    taint::public(&mut symbols);
    black_box(symbols);

    batches::<M, N>();
    show(Fe::<M, N>::from_le_bytes_reduced(a.to_le_bytes().as_ref()));
    show(Fe::<M, N>::from_be_bytes_reduced(a.to_be_bytes().as_ref()));

    sums(a, b);
    let words = b.to_limbs();
    let wide = u128::from(words[0]) << 64 | u128::from(words[1]);
    with_integers(&[a, b, a - a], words[0]);
    with_integers(&[a, b, a - a], words[1].cast_signed());
    with_integers(&[a, b, a - a], wide);
    with_integers(&[a, b, a - a], wide.cast_signed());
    show(a.mul_u64(words[0]));
    show(a.mul_i64(words[0].cast_signed()));
    show(a.mul_u128(wide));
    show(a.mul_i128(wide.cast_signed()));
    show(Fe::<M, N>::from_u64(words[0]));
    show(Fe::<M, N>::from_i64(words[0].cast_signed()));
    show(Fe::<M, N>::from_u128(wide));
    show(Fe::<M, N>::from_i128(wide.cast_signed()));
    show(a.mul_pow2(200) + a.mul_pow2(64 * N + 1));
    mixed(a, b, words[0], wide.cast_signed());
}

/// Sums of every kind of term, with secret elements, integers and signs.
fn mixed<M: Modulus<N>, const N: usize>(a: Fe<M, N>, b: Fe<M, N>, word: u64, wide: i128) {
    let mut sum = MixedAcc::new();
    for x in [a, b, a - a] {
        sum.add(x);
        sum.sub(b);
        sum.add_product(x, b);
        sum.sub_product(x, a);
        sum.add_integer_product(x, word & 1 == 1);
        sum.add_integer_product(x, word);
        sum.add_integer_product(x, word.cast_signed());
        sum.add_integer_product(x, wide);
        sum.add_signed_product(x, word & 2 == 2, &[word; 4]);
    }
    sum.merge(&sum.clone());
    show(sum.reduce());
    let mut open = Acc::new();
    open.add(a);
    open.sub(b);
    open.sub_product(a, b);
    show(open.reduce());
}

/// Few numbers, and enough to fill vectors.
fn batches<M: Modulus<N>, const N: usize>() {
    let [a, b] = secrets::<M, N>();
    let few = [a, a - a, b, a * b];
    let mut values = few;
    batch_invert(&mut values);
    values.into_iter().for_each(show);
    let many: [_; 40] = core::array::from_fn(|i| few[i % 4]);
    let mut values = many;
    batch_invert(&mut values);
    values.into_iter().for_each(show);
    Fe::pow_batch_vartime(&mut values, &[0x1234_5678_9abc_def1]);
    values.into_iter().for_each(show);
    let mut products = [a; 40];
    Fe::mul_batch(&mut products, &many, &values);
    Fe::mul_assign_batch(&mut products[..27], &many[..27]);
    products.into_iter().for_each(show);
}

/// Sums of products with every method of reduction, and running products.
fn sums<M: Modulus<N>, const N: usize>(a: Fe<M, N>, b: Fe<M, N>) {
    show(Acc::<M, N, 1>::of_products(&[a], &[b]).reduce());
    show(Acc::<M, N, 2>::of_products(&[a, b], &[b, b]).reduce());
    show(Acc::<M, N, 6>::of_products(&[a, b, a - a], &[b, b, a]).reduce());
    let mut open: Acc<M, N> = [(a, b), (b, b), (a - a, b)].into_iter().collect();
    open.merge(&open.clone());
    show(open.reduce());
    show(Acc::<M, N, 2>::ZERO.plus::<2, 4>(Acc::<M, N, 1>::ZERO.plus_product(a, a)).reduce());
    show(((Chain::from(a) * b).square() * a).reduce());
    show([a, b, a - a].into_iter().product());
    show(a.lazy().mul::<1>(b).square::<1>().reduce());
}

fn with_integers<M: Modulus<N>, const N: usize, I: Integer>(elements: &[Fe<M, N>], integer: I) {
    let mut sum = SmallAcc::new();
    for a in elements {
        sum.add_product(*a, integer);
    }
    sum.merge(&sum.clone());
    show(sum.reduce());
}

/// Bounded values for primes with `5 p <= R`.
fn bounded<M: Modulus<N>, const N: usize>() {
    let [a, b] = secrets::<M, N>();
    let x: Lazy<M, N, 2> = a.lazy().mul(b);
    let y: Lazy<M, N, 3> = x.add(b);
    let z: Lazy<M, N, 5> = y.sub(x);
    show(x.reduce());
    show(y.reduce());
    show(z.reduce());
    show(x.neg::<3>().reduce());
    show(x.square::<2>().mul::<2>(x).reduce());
    show(x.double::<4>().mul::<1>(a).reduce());
    show(x.times::<2, 4>().reduce());
    show(Lazy::conditional_select(&x, &x.square(), a.ct_eq(&b)).reduce());
    // In a loop over a slice the compiler is more likely to branch.
    let mut many = [x, x.square(), x.mul(a), x.square::<2>().mul(b)];
    for x in &mut many {
        *x = x.mul::<2>(*x).add::<3>(a).mul(b);
    }
    many.into_iter().for_each(|x| show(x.reduce()));
}
