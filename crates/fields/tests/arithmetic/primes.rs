//! The shared suite on every prime, on artificial primes that use every bit of their limbs, and exhaustively on a tiny
//! prime of each number of limbs. To register a prime, add a line. Arithmetic modulo more tiny numbers, as values
//! instead of types, is tested in `vorpal-limbs`. What only the kind of a prime changes is tested for one of each kind:
//! the code for a prime takes seconds to compile.
//!
//! One program contains all tests that are compiled for many primes, so that shared code is compiled once.

use num_bigint::BigUint;
use vorpal_fields::primes as p;
use vorpal_fields::{Fe, Modulus, RootTables};
use vorpal_limbs::words::hex;
use vorpal_oracle::big::is_prime;

const RANDOM_CASES: u32 = 200;

/// `name: modulus type, limbs, prime factors of p - 1`.
macro_rules! register {
    ($run:ident: $($name:ident: $modulus:ty, $n:literal, [$($factor:literal),*];)*) => {$(
        #[test]
        fn $name() {
            register!($run, $modulus, $n, &[$($factor),*]);
        }
    )*};
    (run, $modulus:ty, $n:literal, $factors:expr) => { crate::suite::run::<$modulus, $n>($factors, RANDOM_CASES) };
    (batches, $modulus:ty, $n:literal, $factors:expr) => { crate::suite::batches::<$modulus, $n>(RANDOM_CASES) };
    (roots_and_batches, $modulus:ty, $n:literal, $factors:expr) => {
        crate::suite::roots_and_batches::<$modulus, $n>(RANDOM_CASES as usize)
    };
    (roots, $modulus:ty, $n:literal, $factors:expr) => {
        crate::suite::roots_only::<$modulus, $n>(RANDOM_CASES as usize)
    };
    (sums, $modulus:ty, $n:literal, $factors:expr) => { crate::suite::sums::<$modulus, $n>(RANDOM_CASES) };
    (exhaust, $modulus:ty, $n:literal, $factors:expr) => { crate::suite::exhaust::<$modulus, $n>($factors) };
}

register! { run:
    bls12_381_scalar: p::Bls12_381ScalarModulus, 4, [
        "2", "3", "11", "19", "10177", "125527", "859267", "906349", "2508409", "2529403", "52437899", "254760293"
    ];
    bls12_381_base: p::Bls12_381BaseModulus, 6, [
        "2", "3", "11", "23", "47", "10177", "859267", "52437899", "2584487767265781317813",
        "15778400344354997994418419698270088123916926905054652752758194827714659"
    ];
    bandersnatch_scalar: p::BandersnatchScalarModulus, 4, [
        "2", "3", "5", "48407612962807291", "2038476065687664805409", "55352597255927763854484663053009063"
    ];
    secp256k1_base: p::Secp256k1BaseModulus, 4, [
        "2", "3", "7", "13441", "205115282021455665897114700593932402728804164701536103180137503955397371"
    ];
    secp256k1_scalar: p::Secp256k1ScalarModulus, 4, [
        "2", "3", "149", "631", "107361793816595537", "174723607534414371449", "341948486974166000522343609283189"
    ];
    bn254_scalar: p::Bn254ScalarModulus, 4, [
        "2", "3", "13", "29", "983", "11003", "237073", "405928799", "1670836401704629",
        "13818364434197438864469338081"
    ];
    bn254_base: p::Bn254BaseModulus, 4, [
        "2", "3", "13", "29", "67", "229", "311", "983", "11003", "405928799", "11465965001",
        "13427688667394608761327070753331941386769"
    ];
    bls12_377_base: p::Bls12_377BaseModulus, 6, [
        "2", "3", "7", "13", "53", "409", "499", "2557", "6633514200929891813",
        "73387170334035996766247648424745786170238574695861388454532790956181"
    ];
    bls12_377_scalar: p::Bls12_377ScalarModulus, 4, [
        "2", "3", "5", "7", "13", "499", "958612291309063373", "9586122913090633729"
    ];
    p256_base: p::P256BaseModulus, 4, [
        "2", "3", "5", "17", "257", "641", "1531", "65537", "490463", "6700417",
        "835945042244614951780389953367877943453916927241"
    ];
    p256_scalar: p::P256ScalarModulus, 4, [
        "2", "3", "71", "131", "373", "3407", "17449", "38189", "187019741", "622491383", "1002328039319",
        "2624747550333869278416773953"
    ];
    pallas_base: p::PallasBaseModulus, 4, [
        "2", "3", "463", "539204044132271846773", "8999194758858563409123804352480028797519453"
    ];
    vesta_base: p::VestaBaseModulus, 4, [
        "2", "3", "1709", "24859", "1690502597179744445941507", "10427374428728808478656897599072717"
    ];
    full_word: FullWord, 1, ["2", "11", "137", "547", "5594472617641"];
    full_two_words: FullTwoWords, 2, ["2", "3", "10253", "29333", "4454477", "42113237", "62826870453001"];
}

// Four limbs of each reduction kind, six limbs, and one limb; square roots without tables, with one window and more.
register! { batches:
    batches_of_bls12_381_scalar: p::Bls12_381ScalarModulus, 4, [];
    batches_of_secp256k1_base: p::Secp256k1BaseModulus, 4, [];
    batches_of_p256_base: p::P256BaseModulus, 4, [];
    batches_of_p256_scalar: p::P256ScalarModulus, 4, [];
    batches_of_bls12_381_base: p::Bls12_381BaseModulus, 6, [];
    batches_of_bls12_377_base: p::Bls12_377BaseModulus, 6, [];
    batches_of_a_full_word: FullWord, 1, [];
    batches_of_two_full_words: FullTwoWords, 2, [];
}

register! { roots_and_batches:
    goldilocks_in_windows_of_16: GoldilocksBy16, 1, [];
    sparse_of_eight_limbs: Sparse511, 8, [];
    tiny_257: Tiny257, 1, [];
}

register! { roots:
    goldilocks_in_windows_of_5: GoldilocksBy5, 1, [];
    goldilocks_in_too_many_windows: GoldilocksBy3, 1, [];
    sparse_of_six_limbs_and_adicity_2: Sparse2, 6, [];
    tiny_257_in_windows_of_3: Tiny257By3, 1, [];
}

// Four limbs with and without a spare bit, and next to a power of two; six limbs; one and two limbs without a spare
// bit.
register! { sums:
    sums_of_bn254: p::Bn254ScalarModulus, 4, [];
    sums_of_bls12_381: p::Bls12_381ScalarModulus, 4, [];
    sums_of_secp256k1: p::Secp256k1BaseModulus, 4, [];
    sums_of_p256: p::P256BaseModulus, 4, [];
    sums_of_six_limbs: p::Bls12_381BaseModulus, 6, [];
    sums_of_a_full_word: FullWord, 1, [];
    sums_of_two_full_words: FullTwoWords, 2, [];
    sums_of_a_tiny_prime: Tiny3, 1, [];
}

register! { exhaust:
    tiny_3: Tiny3, 1, ["2"];
    tiny_97: Tiny97, 1, ["2", "3"];
    tiny_103_in_two_limbs: Tiny103Wide, 2, ["2", "3", "17"];
    tiny_13_in_four_limbs: Wide13, 4, ["2", "3"];
    tiny_103_in_six_limbs: Widest103, 6, ["2", "3", "17"];
}

macro_rules! artificial {
    ($($name:ident, $n:literal, $p:expr, $generator:literal $(, $window:literal)?;)*) => {$(
        pub(crate) struct $name;
        impl Modulus<$n> for $name {
            const NAME: &'static str = stringify!($name);
            const P: [u64; $n] = $p;
            const GENERATOR: u64 = $generator;
            type Bytes = [u8; 8 * $n];
            $(
                const ROOT_WINDOW: u32 = $window;
                fn root_tables() -> Option<&'static RootTables<Self, $n>> {
                    static TABLES: RootTables<$name, $n> = RootTables::new();
                    Some(&TABLES)
                }
            )?
        }
    )*};
}

// The largest primes of one and two limbs, tiny primes of 2-adicity 1, 5 and 8, primes with long runs of zeros, and
// 2^64 - 2^32 + 1 of 2-adicity 32: without tables of roots, or with windows of the given width.
artificial! {
    FullWord, 1, [u64::MAX - 58], 2;
    FullTwoWords, 2, [u64::MAX - 158, u64::MAX], 5;
    Tiny3, 1, [3], 2;
    Tiny97, 1, [97], 5;
    Tiny103Wide, 2, [103, 0], 5;
    Tiny257, 1, [257], 3;
    Wide3, 4, [3, 0, 0, 0], 2;
    Wide13, 4, [13, 0, 0, 0], 2;
    Widest19, 6, [19, 0, 0, 0, 0, 0], 2;
    Widest103, 6, [103, 0, 0, 0, 0, 0], 5;
    Tiny257By3, 1, [257], 3, 3;
    Sparse2, 6, [0x105, 0, 0, 0, 0, 1], 2;
    Sparse511, 8, [0x3047, 0, 0, 0, 0, 0, 0, 1 << 63], 3;
    GoldilocksBy16, 1, [0xffff_ffff_0000_0001], 7, 16;
    GoldilocksBy5, 1, [0xffff_ffff_0000_0001], 7, 5;
    GoldilocksBy3, 1, [0xffff_ffff_0000_0001], 7, 3;
}

#[test]
fn names_and_adicities() {
    assert_eq!(format!("{:?}", Fe::<Tiny97, 1>::from(96)), "Tiny97(0x0000000000000060)");
    assert_eq!(p::Bn254Scalar::TWO_ADICITY, 28);
    assert_eq!(p::Bls12_377Base::TWO_ADICITY, 46);
    assert_eq!(Fe::<Tiny97, 1>::default(), Fe::ZERO);
}

#[test]
#[should_panic(expected = "not below the modulus")]
fn a_literal_at_the_modulus_is_refused() {
    let _ = p::Secp256k1Base::hex("0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
}

#[test]
fn literals_are_canonical_integers() {
    let literal = "0x1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e0";
    assert_eq!(p::BandersnatchScalar::hex(literal).to_limbs(), hex::<4>(literal));
}

/// The oracle's test of primality, on which the checks of primes and generators rest.
#[test]
fn primality_agrees_with_trial_division() {
    let by_division = |n: u32| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    for n in 0..20_000u32 {
        assert_eq!(is_prime(&n.into()), by_division(n), "{n}");
    }
    // A Carmichael number, and a product of two large primes.
    assert!(!is_prime(&BigUint::from(1_590_231_231_043_178_376_951_698_401u128)));
    let mersenne = |bits: u32| (BigUint::from(1u8) << bits) - 1u8;
    assert!(is_prime(&mersenne(127)));
    assert!(!is_prime(&(mersenne(127) * mersenne(89))));
}
