//! Bounded values against big integers, at the edges of their bounds, for a prime of each reduction kind and
//! number of limbs. `vorpal-limbs` tests all pairs of bounds, as values instead of types, for every modulus.

use num_bigint::BigUint;
use vorpal_fields::subtle::ConditionallySelectable;
use vorpal_fields::{Acc, Fe, Lazy, Modulus, primes as p};
use vorpal_oracle::big::{from_limbs, limb_edges, residue_edges, to_limbs};
use vorpal_oracle::data::report_skipped;

/// Values below `K p` with difficult carries: around every multiple of `p`, and patterns of limbs.
fn edges<M: Modulus<N>, const N: usize, const K: u64>() -> Vec<(BigUint, Lazy<M, N, K>)> {
    let mut edges = Vec::new();
    for value in edges_below(&from_limbs(&M::P), K, N) {
        let bounded = lazy(&value);
        edges.push((value, bounded));
    }
    edges
}

/// Not generic, like the comparisons below: compiled once, not for every prime and bound.
fn edges_below(p: &BigUint, bound: u64, limbs: usize) -> Vec<BigUint> {
    let below = p * bound;
    let mut values = residue_edges(&below, limbs);
    for multiple in 1..=bound {
        values.extend([p * multiple - 1u8, p * multiple, p * multiple + 1u8]);
    }
    // Patterns of the four upper or lower limbs.
    let patterns = limb_edges::<4>();
    for limbs_of_pattern in patterns.iter().step_by(7) {
        let pattern = from_limbs(limbs_of_pattern);
        values.push(&pattern << (64 * (limbs - 4)));
        values.push(pattern);
    }
    values.sort();
    values.dedup();
    values.retain(|value| *value < below);
    values
}

#[inline(never)]
fn lazy<M: Modulus<N>, const N: usize, const K: u64>(value: &BigUint) -> Lazy<M, N, K> {
    Lazy::from_montgomery(to_limbs(value)).expect("below the bound")
}

/// Checks that the limbs of a result are below its bound and congruent to `value`.
#[inline(never)]
fn expect<M: Modulus<N>, const N: usize, const O: u64>(result: Lazy<M, N, O>, value: &BigUint) {
    let reduced = from_limbs(&result.reduce().to_montgomery());
    expect_residue(M::NAME, &from_limbs(&result.to_montgomery()), 0, O, value, &from_limbs(&M::P));
    expect_residue(M::NAME, &reduced, 0, 1, value, &from_limbs(&M::P));
}

/// Checks that `2^shift limbs` is congruent to `value`, and that `limbs` is below its bound.
#[track_caller]
fn expect_residue(name: &str, limbs: &BigUint, shift: usize, bound: u64, value: &BigUint, p: &BigUint) {
    assert!(*limbs < p * bound, "{name}: not below {bound} p");
    assert_eq!((limbs << shift) % p, value % p, "{name}");
}

/// Checks the limbs of a product: `R` times them is the product of the operands' limbs.
#[inline(never)]
fn expect_product<M: Modulus<N>, const N: usize, const O: u64>(result: Lazy<M, N, O>, value: &BigUint) {
    expect_residue(M::NAME, &from_limbs(&result.to_montgomery()), 64 * N, O, value, &from_limbs(&M::P));
}

/// Operations on one value.
fn alone<M: Modulus<N>, const N: usize, const K: u64>() {
    let p = from_limbs(&M::P);
    const { assert!(Lazy::<M, N, K>::FITS) };
    assert!(Lazy::<M, N, K>::from_montgomery(to_limbs(&(&p * K))).is_none());
    for (value, x) in edges::<M, N, K>() {
        expect(x, &value);
        assert_eq!(Fe::from(x), x.reduce());
        assert_eq!(from_limbs(&x.widen::<K>().to_montgomery()), value);
        assert_eq!(from_limbs(&Lazy::<M, N, K>::from(x.reduce()).to_montgomery()), &value % &p);
        assert_eq!(format!("{x:?}"), format!("{:?} < {K} p", x.reduce()));
        let other = Lazy::from(Fe::ONE);
        expect(Lazy::conditional_select(&x, &other, 0.into()), &value);
        expect(Lazy::conditional_select(&other, &x, 1.into()), &value);
    }
}

/// `a + b`, `a - b` and similar operations, for bounds with `K + L <= O`.
fn linear<M: Modulus<N>, const N: usize, const K: u64, const L: u64, const O: u64>() {
    let p = from_limbs(&M::P);
    for (a, x) in edges::<M, N, K>() {
        for (b, y) in edges::<M, N, L>() {
            expect(x.add::<O>(y), &(&a + &b));
            expect(x.sub::<O>(y), &(&a + &p * L - &b));
        }
        expect(x.neg::<O>(), &(&p * K - &a));
    }
}

/// `2 a` and `S a` for bounds with `S K <= O`.
fn multiples<M: Modulus<N>, const N: usize, const K: u64, const S: u64, const O: u64>() {
    for (a, x) in edges::<M, N, K>() {
        expect(x.times::<S, O>(), &(&a * S));
        if S == 2 {
            expect(x.times::<S, O>(), &from_limbs(&x.double::<O>().to_montgomery()));
        }
    }
}

/// Products of values below `K p` and `L p` with results below `O p`.
fn products<M: Modulus<N>, const N: usize, const K: u64, const L: u64, const O: u64>() {
    for (a, x) in edges::<M, N, K>() {
        for (b, y) in edges::<M, N, L>() {
            expect_product(x.mul::<O>(y), &(&a * &b));
            expect_product(y.mul::<O>(x), &(&a * &b));
            // The same product as a sum of one product.
            let sum: Acc<M, N, 36> = Acc::<M, N, 0>::ZERO.plus_product(x, y);
            expect_product(sum.reduce().lazy(), &(&a * &b));
        }
    }
}

fn squares<M: Modulus<N>, const N: usize, const K: u64, const O: u64>() {
    for (a, x) in edges::<M, N, K>() {
        expect_product(x.square::<O>(), &(&a * &a));
    }
}

macro_rules! check {
    ($($name:ident: $modulus:ty, $n:literal {$(
        $family:ident: $([$($bound:literal),*])*;
    )*})*) => {$(
        #[test]
        fn $name() {
            $($($family::<$modulus, $n, $($bound),*>();)*)*
        }
    )*};
}

check! {
    bn254_base: p::Bn254BaseModulus, 4 {
        alone: [1] [2] [3] [4] [5];
        linear: [1, 1, 2] [2, 3, 5] [4, 1, 5] [1, 2, 4];
        multiples: [1, 2, 2] [2, 2, 4] [1, 5, 5] [1, 3, 4];
        products: [1, 1, 1] [1, 1, 2] [1, 2, 2] [2, 2, 2] [1, 5, 1] [1, 5, 2] [3, 3, 3] [3, 5, 4] [2, 4, 5];
        squares: [1, 1] [1, 2] [2, 2];
    }
    bls12_377_base: p::Bls12_377BaseModulus, 6 {
        alone: [1] [2] [3] [6] [64] [152];
        linear: [1, 1, 2] [100, 52, 152];
        multiples: [6, 2, 12] [2, 76, 152];
        products: [1, 1, 1] [2, 2, 2] [6, 6, 2];
        squares: [1, 2] [2, 2] [12, 2];
    }
    // R / p = 2.2: values below 2 p, and products with a canonical factor.
    bls12_381_scalar: p::Bls12_381ScalarModulus, 4 {
        alone: [1] [2];
        linear: [1, 1, 2];
        multiples: [1, 2, 2];
        products: [1, 1, 1] [1, 2, 1] [1, 1, 2] [1, 2, 2];
        squares: [1, 1];
    }
    // Only p itself fits.
    secp256k1_base: p::Secp256k1BaseModulus, 4 {
        alone: [1];
        products: [1, 1, 1];
        squares: [1, 1];
    }
}

// Bounds that do not fit.
const _: () = {
    assert!(!Lazy::<p::Bn254BaseModulus, 4, 0>::FITS);
    assert!(!Lazy::<p::Bn254BaseModulus, 4, 6>::FITS);
    assert!(!Lazy::<p::Bls12_377BaseModulus, 6, 153>::FITS);
    assert!(!Lazy::<p::Bls12_381ScalarModulus, 4, 3>::FITS);
    assert!(!Lazy::<p::Secp256k1BaseModulus, 4, 2>::FITS);
    assert!(!Lazy::<p::Secp256k1BaseModulus, 4, { u64::MAX }>::FITS);
};

/// The largest values that types allow, in sums at their capacity.
#[test]
fn sums_of_bounded_values_at_their_capacity() {
    fn check<M: Modulus<N>, const N: usize, const K: u64, const TERMS: u64, const LEN: usize>() {
        let p = from_limbs(&M::P);
        let value = &p * K - 1u8;
        let x = lazy::<M, N, K>(&value);
        let sum = Acc::<M, N, TERMS>::of_products(&[x; LEN], &[x; LEN]);
        expect_product(sum.reduce().lazy(), &(&value * &value * LEN));
        // A canonical factor of maximal value.
        let y = lazy::<M, N, 1>(&(&p - 1u8)).reduce();
        let open: Acc<M, N> = [(x, y); LEN].into_iter().collect();
        expect_product(open.reduce().lazy(), &(&value * (&p - 1u8) * LEN));
    }
    check::<p::Bn254BaseModulus, 4, 5, 25, 1>();
    check::<p::Bn254BaseModulus, 4, 5, 150, 6>();
    check::<p::Bn254ScalarModulus, 4, 2, 64, 16>();
    check::<p::Bls12_377BaseModulus, 6, 15, 225, 1>();
    check::<p::Bls12_381ScalarModulus, 4, 2, 64, 16>();
    check::<p::Secp256k1BaseModulus, 4, 1, 16, 16>();
}

/// The compiler version of the messages in `compile_fail/*.stderr`.
const MESSAGES_OF: &str = "rustc 1.95.";

/// Programs with invalid bounds do not build, and one with valid bounds does.
///
/// Compilers differ in how they mark a constant, and show lines of the standard library if its source is installed;
/// then the messages are not compared. The documentation tests of `Lazy` and `Acc` check with any compiler that invalid
/// bounds do not build.
#[test]
#[ignore = "builds fifteen programs; `.ci/more` runs it"]
fn wrong_bounds_do_not_build() {
    let rustc = |arguments: &[&str]| {
        let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let output = std::process::Command::new(compiler).args(arguments).output().unwrap().stdout;
        String::from_utf8(output).unwrap()
    };
    let cases = trybuild::TestCases::new();
    // If one program has to run, the others are compiled completely, which includes the check of bounds.
    cases.pass("../fields/tests/compile_fail/right_bounds.rs");
    let sysroot = rustc(&["--print", "sysroot"]);
    let sources = std::path::Path::new(sysroot.trim()).join("lib/rustlib/src");
    if rustc(&["--version"]).starts_with(MESSAGES_OF) && !sources.exists() {
        cases.compile_fail("../fields/tests/compile_fail/wrong_*.rs");
    } else {
        report_skipped(&format!("messages about wrong bounds: they require {MESSAGES_OF} without rust-src"));
    }
}
