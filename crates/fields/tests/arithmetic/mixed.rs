//! Sums of elements, products of elements and products with integers, against big integers, for a prime of each
//! reduction kind and for artificial ones of other lengths.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::Zero;
use vorpal_fields::{Acc, Fe, Integer, MixedAcc, Modulus, SmallAcc, primes as p};
use vorpal_oracle::big::{WORD_EDGES, from_limbs, residue_edges, to_limbs};

use crate::primes::{FullWord, Sparse511, Wide13};

macro_rules! fields {
    ($($name:ident: $modulus:ty, $n:literal;)*) => {$(
        #[test]
        fn $name() {
            check::<$modulus, $n>();
        }
    )*};
}

fields! {
    bls12_381_scalar: p::Bls12_381ScalarModulus, 4;
    bls12_381_base: p::Bls12_381BaseModulus, 6;
    secp256k1_base: p::Secp256k1BaseModulus, 4;
    p256_base: p::P256BaseModulus, 4;
    p256_scalar: p::P256ScalarModulus, 4;
    full_word: FullWord, 1;
    tiny_in_four_limbs: Wide13, 4;
    eight_limbs: Sparse511, 8;
}

/// A sum and its exact value.
struct Both<M: Modulus<N>, const N: usize> {
    sum: MixedAcc<M, N>,
    exact: BigInt,
}

impl<M: Modulus<N>, const N: usize> Clone for Both<M, N> {
    fn clone(&self) -> Self {
        Self { sum: self.sum, exact: self.exact.clone() }
    }
}

/// Not generic, so that it is compiled once.
#[track_caller]
fn expect(name: &str, found: BigUint, exact: &BigInt, p: BigUint) {
    let p = BigInt::from_biguint(Sign::Plus, p);
    let expected = ((exact % &p) + &p) % &p;
    assert_eq!(BigInt::from_biguint(Sign::Plus, found), expected, "{name}");
}

/// The canonical value of an element.
fn value<M: Modulus<N>, const N: usize>(element: Fe<M, N>) -> BigInt {
    BigInt::from_biguint(Sign::Plus, from_limbs(&element.to_limbs()))
}

impl<M: Modulus<N>, const N: usize> Both<M, N> {
    fn empty() -> Self {
        Self { sum: MixedAcc::new(), exact: BigInt::zero() }
    }

    #[inline(never)]
    fn check(&self) {
        expect(M::NAME, from_limbs(&self.sum.reduce().to_limbs()), &self.exact, from_limbs(&M::P));
    }

    fn integer<I: Integer + Into<BigInt>>(&mut self, a: Fe<M, N>, integer: I) {
        let mut alone = Self::empty();
        add_integer(&mut alone.sum, a, integer);
        alone.exact = value(a) * integer.into();
        alone.check();
        add_integer(&mut self.sum, a, integer);
        self.exact += alone.exact;
    }

    fn signed<const W: usize>(&mut self, a: Fe<M, N>, magnitude: [u64; W]) {
        let exact = value(a) * BigInt::from_biguint(Sign::Plus, from_limbs(&magnitude));
        for negative in [false, true] {
            let mut alone = Self::empty();
            add_signed(&mut alone.sum, a, negative, &magnitude);
            alone.exact = if negative { -&exact } else { exact.clone() };
            alone.check();
            add_signed(&mut self.sum, a, negative, &magnitude);
            self.exact += alone.exact;
        }
        // Not only differences of equal terms.
        add_signed(&mut self.sum, a, true, &magnitude);
        self.exact -= exact;
    }

    fn merge(&mut self, other: &Self) {
        self.sum.merge(&other.sum);
        self.exact += &other.exact;
    }
}

/// Out of line, like those below: kernels that are compiled several times for a prime would be most of the program.
#[inline(never)]
fn add_integer<M: Modulus<N>, const N: usize, I: Integer>(sum: &mut MixedAcc<M, N>, a: Fe<M, N>, integer: I) {
    sum.add_integer_product(a, integer);
}

#[inline(never)]
fn add_signed<M: Modulus<N>, const N: usize, const W: usize>(
    sum: &mut MixedAcc<M, N>,
    a: Fe<M, N>,
    negative: bool,
    magnitude: &[u64; W],
) {
    sum.add_signed_product(a, negative, magnitude);
}

#[inline(never)]
fn add_product<M: Modulus<N>, const N: usize>(sum: &mut MixedAcc<M, N>, a: Fe<M, N>, b: Fe<M, N>) {
    sum.add_product(a, b);
}

#[inline(never)]
fn sub_product<M: Modulus<N>, const N: usize>(sum: &mut MixedAcc<M, N>, a: Fe<M, N>, b: Fe<M, N>) {
    sum.sub_product(a, b);
}

/// The elements of the edges of canonical values and of stored forms.
fn edges<M: Modulus<N>, const N: usize>() -> Vec<Fe<M, N>> {
    let mut elements = Vec::new();
    for edge in residue_edges(&from_limbs(&M::P), N) {
        let limbs = to_limbs(&edge);
        elements.push(Fe::from_limbs(&limbs).unwrap());
        elements.push(Fe::from_montgomery(limbs).unwrap());
    }
    elements
}

fn check<M: Modulus<N>, const N: usize>() {
    Both::<M, N>::empty().check();
    assert_eq!(MixedAcc::<M, N>::default().reduce(), Fe::ZERO);
    let edges = edges::<M, N>();
    let mut all = Both::empty();
    for a in &edges {
        elements(*a, &edges, &mut all);
        integers(*a, &mut all);
        all.check();
        // A merge into an empty sum, of an empty sum, and of a sum with itself.
        let mut doubled = Both::empty();
        doubled.merge(&all);
        doubled.check();
        doubled.merge(&all.clone());
        doubled.merge(&Both::empty());
        doubled.check();
        assert_eq!(format!("{:?}", all.sum), format!("{:?}", all.sum.reduce()));
    }
    // More merges than a carry of one bit for each would permit, each of a sum with itself.
    for _ in 0..700 {
        let itself = all.clone();
        all.merge(&itself);
    }
    all.check();
    many_largest_terms::<M, N>();
    open_sums(&edges);
    small_sums(&edges);
}

fn elements<M: Modulus<N>, const N: usize>(a: Fe<M, N>, edges: &[Fe<M, N>], all: &mut Both<M, N>) {
    all.sum.add(a);
    all.exact += value(a);
    all.check();
    for b in edges {
        let mut part = Both::empty();
        add_product(&mut part.sum, a, *b);
        part.exact += value(a) * value(*b);
        part.check();
        part.sum.sub(*b);
        part.exact -= value(*b);
        part.check();
        all.merge(&part);
        sub_product(&mut part.sum, a, *b);
        part.exact -= value(a) * value(*b);
        part.check();
        sub_product(&mut all.sum, a, *b);
        all.exact -= value(a) * value(*b);
    }
}

fn integers<M: Modulus<N>, const N: usize>(a: Fe<M, N>, all: &mut Both<M, N>) {
    for truth in [false, true] {
        let (mut of_bool, mut of_word) = (MixedAcc::new(), MixedAcc::new());
        of_bool.add_integer_product(a, truth);
        of_word.add_integer_product(a, u64::from(truth));
        assert_eq!(of_bool.reduce(), of_word.reduce());
    }
    for (low, high) in [(0u8, 0i8), (1, -1), (127, i8::MIN), (u8::MAX, i8::MAX)] {
        all.integer(a, low);
        all.integer(a, high);
    }
    all.integer(a, u16::MAX);
    all.integer(a, i16::MIN);
    all.integer(a, u32::MAX);
    all.integer(a, i32::MIN);
    all.integer(a, usize::MAX);
    all.integer(a, isize::MIN);
    for low in WORD_EDGES {
        all.integer(a, low);
        all.integer(a, low.cast_signed());
        all.signed(a, [low]);
        for high in WORD_EDGES {
            let wide = u128::from(high) << 64 | u128::from(low);
            all.integer(a, wide);
            all.integer(a, wide.cast_signed());
            all.signed(a, [low, high]);
            all.signed(a, [high, low, high]);
            all.signed(a, [low, high, high, low]);
        }
    }
    all.signed(a, [u64::MAX; 4]);
    all.signed(a, [0, 0, 0, 1]);
    all.signed(a, []);
}

/// Terms of every kind that are as large as possible, by their stored forms.
fn many_largest_terms<M: Modulus<N>, const N: usize>() {
    let largest = Fe::<M, N>::from_montgomery(to_limbs(&(from_limbs(&M::P) - 1u8))).unwrap();
    let opposite = -largest;
    let mut sum = Both::empty();
    for i in 0..100u32 {
        sum.sum.add(largest);
        add_product(&mut sum.sum, largest, largest);
        add_integer(&mut sum.sum, largest, u128::MAX);
        add_integer(&mut sum.sum, opposite, i64::MIN);
        add_signed(&mut sum.sum, largest, false, &[u64::MAX; 4]);
        // The negative of a small stored form is large.
        let small = Fe::<M, N>::from_montgomery(to_limbs(&1u8.into())).unwrap();
        add_signed(&mut sum.sum, small, true, &[u64::MAX; 4]);
        let wide = BigInt::from((BigUint::from(1u8) << 256) - 1u8);
        let small = value(small);
        sum.exact += value(largest) * (value(largest) + 1 + u128::MAX + &wide);
        sum.exact += value(opposite) * i64::MIN - small * &wide;
        if i % 33 == 0 {
            sum.check();
        }
    }
    sum.merge(&sum.clone());
    sum.check();
}

/// Sums of integers of one width that take elements, and narrower and unsigned integers.
fn small_sums<M: Modulus<N>, const N: usize>(edges: &[Fe<M, N>]) {
    let (mut signed, mut wide) = (SmallAcc::<M, N, i64>::new(), SmallAcc::<M, N, i128>::new());
    let (mut unsigned, mut expected) = (SmallAcc::<M, N, u128>::new(), Fe::ZERO);
    for a in edges {
        for word in WORD_EDGES {
            signed.add_integer_product(*a, word);
            signed.add_integer_product(*a, word.cast_signed());
            signed.add_integer_product(*a, -128i8);
            signed.add_integer_product(*a, true);
            signed.add(*a);
            wide.add_integer_product(*a, word);
            wide.add_integer_product(*a, u128::from(word) << 64);
            wide.sub(*a);
            unsigned.add_integer_product(*a, 3u8);
            unsigned.sub(*a);
            expected += a.mul_u64(word) + a.mul_i64(word.cast_signed()) - a.mul_u64(126);
        }
        assert_eq!(signed.reduce(), expected, "{}", M::NAME);
    }
    let sum: Fe<M, N> = edges.iter().sum();
    let words: Fe<M, N> = WORD_EDGES.iter().map(|word| sum.mul_u64(*word)).sum();
    assert_eq!(wide.reduce(), words + words.mul_pow2(64) - sum.mul_u64(6), "{}", M::NAME);
    assert_eq!(unsigned.reduce(), sum.mul_u64(12), "{}", M::NAME);
}

/// The same operations of sums of products of elements.
fn open_sums<M: Modulus<N>, const N: usize>(edges: &[Fe<M, N>]) {
    let (mut sum, mut expected) = (Acc::<M, N>::new(), Fe::ZERO);
    for a in edges {
        for b in edges {
            sum.add(*a);
            sum.sub_product(*a, b);
            sum.sub(*b);
            expected = expected + a - a * b - b;
        }
        assert_eq!(sum.reduce(), expected, "{}", M::NAME);
    }
    for _ in 0..700 {
        sum.merge(&sum.clone());
        expected += expected;
    }
    assert_eq!(sum.reduce(), expected, "{}", M::NAME);
    let mut empty = Acc::<M, N>::new();
    empty.merge(&sum);
    assert_eq!(empty.reduce(), expected, "{}", M::NAME);
}
