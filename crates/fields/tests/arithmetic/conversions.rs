//! Conversions from and to integers, operators of references, random elements, and the traits of other libraries, for
//! a prime of each number of bits in its highest byte and word: none of this depends on the reduction.

#![allow(clippy::op_ref, reason = "operators of references are what is tested")]

use core::convert::Infallible;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{
    ConstOne, ConstZero, FromPrimitive, Inv, MulAdd, MulAddAssign, One, Pow, ToPrimitive, Zero,
};
use serde::de::value::SeqDeserializer;
use serde::de::{Deserialize, Deserializer, Visitor};
use vorpal_fields::tower::{Fp2, Fp6, Fp12};
use vorpal_fields::{Fe, Field, Modulus, PrimeField, primes as p};
use vorpal_oracle::big::{WORD_EDGES, from_limbs, residue_edges, to_limbs};

use crate::primes::{Sparse2, Tiny97};

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
    secp256k1_base: p::Secp256k1BaseModulus, 4;
    tiny_word: Tiny97, 1;
    // 2^320 + 0x105: of 321 bits, so that a random element uses one bit of its last byte.
    sparse: Sparse2, 6;
}

fn check<M: Modulus<N>, const N: usize>() {
    let p = from_limbs(&M::P);
    from_integers::<M, N>(&p);
    tables::<M, N>();
    let edges = residue_edges(&p, N);
    for edge in &edges {
        let a = Fe::<M, N>::from_limbs(&to_limbs(edge)).unwrap();
        to_integers(a, edge);
        powers_of_two(a, edge, &p);
        serialized(a);
        for other in &edges {
            operators(a, Fe::<M, N>::from_limbs(&to_limbs(other)).unwrap());
        }
    }
    malformed::<M, N>(&p);
    random::<M, N>(&p);
}

fn residue(value: &BigInt, p: &BigUint) -> BigUint {
    let p = BigInt::from_biguint(Sign::Plus, p.clone());
    (((value % &p) + &p) % &p).to_biguint().unwrap()
}

fn from_integers<M: Modulus<N>, const N: usize>(p: &BigUint) {
    let expect = |element: Fe<M, N>, integer: BigInt| {
        assert_eq!(from_limbs(&element.to_limbs()), residue(&integer, p), "{} {integer}", M::NAME);
    };
    for low in WORD_EDGES.into_iter().chain([2, 3, 96, 97, 98, 16_383, 16_384]) {
        expect(Fe::from_u64(low), low.into());
        expect(Fe::from(low), low.into());
        expect(Fe::from_i64(low.cast_signed()), low.cast_signed().into());
        expect(FromPrimitive::from_u64(low).unwrap(), low.into());
        expect(FromPrimitive::from_i64(low.cast_signed()).unwrap(), low.cast_signed().into());
        for high in WORD_EDGES {
            let wide = u128::from(high) << 64 | u128::from(low);
            expect(Fe::from_u128(wide), wide.into());
            expect(Fe::from_i128(wide.cast_signed()), wide.cast_signed().into());
            expect(FromPrimitive::from_u128(wide).unwrap(), wide.into());
            expect(FromPrimitive::from_i128(wide.cast_signed()).unwrap(), wide.cast_signed().into());
        }
    }
    for wide in [0, u64::MAX.into(), 1 << 64, u128::MAX] {
        expect(in_prime_field(wide), wide.into());
    }
    expect(FromPrimitive::from_u8(255).unwrap(), 255.into());
    expect(FromPrimitive::from_i32(-7).unwrap(), (-7).into());
}

/// The residue in generic code.
fn in_prime_field<F: PrimeField>(integer: u128) -> F {
    F::from_u128(integer)
}

/// More integers than the smallest primes have residues.
fn tables<M: Modulus<N>, const N: usize>() {
    const { assert!(Fe::<M, N>::integers::<0>().is_empty()) };
    let table = const { Fe::<M, N>::integers::<300>() };
    for (i, element) in (0..).zip(table) {
        assert_eq!(element, Fe::from_u64(i), "{} {i}", M::NAME);
    }
}

fn to_integers<M: Modulus<N>, const N: usize>(a: Fe<M, N>, value: &BigUint) {
    assert_eq!(a.to_u64(), u64::try_from(value).ok());
    assert_eq!(a.to_u128(), u128::try_from(value).ok());
    assert_eq!(ToPrimitive::to_u64(&a), u64::try_from(value).ok());
    assert_eq!(ToPrimitive::to_i64(&a), i64::try_from(value).ok());
    assert_eq!(ToPrimitive::to_u128(&a), u128::try_from(value).ok());
    assert_eq!(ToPrimitive::to_i128(&a), i128::try_from(value).ok());
    assert_eq!(ToPrimitive::to_u8(&a), u8::try_from(value).ok());
    assert_eq!(a.bit_length_vartime() as u64, value.bits());
}

fn powers_of_two<M: Modulus<N>, const N: usize>(a: Fe<M, N>, value: &BigUint, p: &BigUint) {
    let near = [0, 1, 62, 63, 64, 65, 125, 126, 127, 64 * N - 1, 64 * N, 64 * N + 1, 1000, usize::MAX];
    for exponent in near {
        let power = BigUint::from(2u8).modpow(&exponent.into(), p);
        assert_eq!(
            from_limbs(&a.mul_pow2(exponent).to_limbs()),
            value * &power % p,
            "{} {exponent}",
            M::NAME
        );
        assert_eq!(from_limbs(&Fe::<M, N>::pow2(exponent).to_limbs()), power, "{} {exponent}", M::NAME);
    }
}

/// Operators of references against those of values, which the shared suite checks.
#[allow(clippy::assign_op_pattern, reason = "the operator that assigns is what is tested")]
fn operators_of_references<F>(a: F, b: F)
where
    F: Field
        + for<'a> Add<&'a F, Output = F>
        + for<'a> Sub<&'a F, Output = F>
        + for<'a> Mul<&'a F, Output = F>
        + for<'a> AddAssign<&'a F>
        + for<'a> SubAssign<&'a F>
        + for<'a> MulAssign<&'a F>
        + for<'a> core::iter::Sum<&'a F>
        + for<'a> core::iter::Product<&'a F>,
    for<'a> &'a F: Add<F, Output = F> + Sub<F, Output = F> + Mul<F, Output = F> + Neg<Output = F>,
    for<'a, 'b> &'a F: Add<&'b F, Output = F> + Sub<&'b F, Output = F> + Mul<&'b F, Output = F>,
{
    let [sum, difference, product] = [Add::<F>::add(a, b), Sub::<F>::sub(a, b), Mul::<F>::mul(a, b)];
    assert_eq!([a + &b, &a + b, &a + &b], [sum; 3]);
    assert_eq!([a - &b, &a - b, &a - &b], [difference; 3]);
    assert_eq!([a * &b, &a * b, &a * &b], [product; 3]);
    assert_eq!(-&a, -a);
    let mut value = a;
    value += &b;
    assert_eq!(value, sum);
    value -= &b;
    assert_eq!(value, a);
    value *= &b;
    assert_eq!(value, product);
    let all = [a, b, sum, product];
    assert_eq!(all.iter().sum::<F>(), all.into_iter().sum());
    assert_eq!(all.iter().product::<F>(), all.into_iter().product());
    assert_eq!([F::ZERO; 0].iter().sum::<F>(), F::ZERO);
    assert_eq!([F::ZERO; 0].iter().product::<F>(), F::ONE);
}

fn operators<M: Modulus<N>, const N: usize>(a: Fe<M, N>, b: Fe<M, N>) {
    operators_of_references(a, b);
    assert_eq!(<Fe<M, N> as Zero>::zero(), Fe::ZERO);
    assert_eq!(<Fe<M, N> as One>::one(), Fe::ONE);
    assert_eq!(<Fe<M, N> as ConstZero>::ZERO, Fe::ZERO);
    assert_eq!(<Fe<M, N> as ConstOne>::ONE, Fe::ONE);
    assert_eq!(Zero::is_zero(&a), a == Fe::ZERO);
    assert_eq!(One::is_one(&a), a == Fe::ONE);
    assert_eq!(Inv::inv(a), a.invert_vartime());
    assert_eq!(MulAdd::mul_add(a, b, a), a * b + a);
    let mut value = a;
    value.mul_add_assign(b, b);
    assert_eq!(value, a * b + b);
    assert_eq!(Pow::pow(a, 0u64), Fe::ONE);
    assert_eq!(Pow::pow(a, 5u64), a.square().square() * a);
}

#[test]
fn references_in_towers() {
    type M = p::Bn254BaseModulus;
    let numbers: Vec<Fe<M, 4>> = [0, 1, 7, u64::MAX].map(Fe::from).into_iter().chain([-Fe::ONE]).collect();
    for (a, b) in numbers.iter().zip(numbers.iter().cycle().skip(2)) {
        let (x, y) = (Fp2::new(*a, *b), Fp2::new(a - b, a * b));
        operators_of_references(x, y);
        let (u, v) = (Fp6::new(x, y, x * &y), Fp6::new(y, x, -&y));
        assert_eq!([u + &v, &u + v, &u + &v], [u + v; 3]);
        assert_eq!([u - &v, &u - v, &u - &v], [u - v; 3]);
        assert_eq!([u * &v, &u * v, &u * &v], [Fp6::mul(&u, &v); 3]);
        assert_eq!([u, v].iter().sum::<Fp6<M, 4>>(), u + v);
        let (s, t) = (Fp12 { c0: u, c1: v }, Fp12 { c0: v, c1: -&u });
        assert_eq!([s * &t, &s * t, &s * &t], [Fp12::mul(&s, &t); 3]);
        assert_eq!([s, t].iter().product::<Fp12<M, 4>>(), s * t);
        let mut value = s;
        value *= &t;
        value += &s;
        value -= t;
        assert_eq!(value, s * t + s - t);
    }
}

fn serialized<M: Modulus<N>, const N: usize>(a: Fe<M, N>) {
    let bytes = postcard::to_allocvec(&a).unwrap();
    assert_eq!(bytes, a.to_le_bytes().as_ref(), "canonical bytes without a length");
    assert_eq!(postcard::from_bytes::<Fe<M, N>>(&bytes).unwrap(), a);
    let text = serde_json::to_string(&a).unwrap();
    assert_eq!(text, format!("\"{a}\""));
    assert_eq!(text.len(), 16 * N + 4);
    assert_eq!(serde_json::from_str::<Fe<M, N>>(&text).unwrap(), a);
    assert_eq!(serde_json::from_str::<Fe<M, N>>(&text.to_uppercase().replace('X', "x")).unwrap(), a);
}

/// A sequence of bytes in a binary format that stores its length.
struct Sequence(Vec<u8>);

impl<'de> Deserializer<'de> for Sequence {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_seq(SeqDeserializer::new(self.0.into_iter()))
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

fn malformed<M: Modulus<N>, const N: usize>(p: &BigUint) {
    let bytes = |value: &BigUint| {
        let mut bytes = value.to_bytes_le();
        bytes.resize(8 * N, 0);
        bytes
    };
    assert!(postcard::from_bytes::<Fe<M, N>>(&bytes(&(p - 1u8))).is_ok());
    assert!(postcard::from_bytes::<Fe<M, N>>(&bytes(p)).is_err());
    assert!(postcard::from_bytes::<Fe<M, N>>(&vec![0xff; 8 * N]).is_err());
    assert!(postcard::from_bytes::<Fe<M, N>>(&vec![0; 8 * N - 1]).is_err());
    assert!(postcard::from_bytes::<Fe<M, N>>(&[]).is_err());
    // A format that stores lengths, such as CBOR.
    for (length, is_valid) in [(0, false), (8 * N - 1, false), (8 * N, true), (8 * N + 1, false)] {
        assert_eq!(Fe::<M, N>::deserialize(Sequence(vec![0; length])).is_ok(), is_valid, "{length}");
    }
    let read = |text: String| serde_json::from_str::<Fe<M, N>>(&text);
    let digits = "0".repeat(16 * N - 1);
    assert!(read(format!("\"0x{digits}7\"")).is_ok());
    for text in [
        format!("\"0x{digits}\""),
        format!("\"0x{digits}77\""),
        format!("\"{digits}7\""),
        format!("\"0X{digits}7\""),
        format!("\"0x{digits}g\""),
        format!("\"0x{digits}\u{e9}\""),
        format!("\"0x+{}7\"", &digits[1..]),
        format!("\"{p:#0width$x}\"", width = 16 * N + 2),
        format!("\"0x{}\"", "f".repeat(16 * N)),
        "\"\"".into(),
        "\"0x\"".into(),
        "7".into(),
        "[7]".into(),
        "null".into(),
    ] {
        let Err(error) = read(text.clone()) else { panic!("{} {text}", M::NAME) };
        // An error does not repeat the digits, which may be those of a secret.
        assert!(!error.to_string().contains("00000000"), "{error}");
    }
}

/// A generator of the given bytes, which counts them.
struct Bytes<I>(I, usize);

impl<I: Iterator<Item = u8>> rand_core::TryRng for Bytes<I> {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        panic!("elements are made of bytes")
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        panic!("elements are made of bytes")
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.1 += bytes.len();
        bytes.fill_with(|| self.0.next().unwrap());
        Ok(())
    }
}

fn random<M: Modulus<N>, const N: usize>(p: &BigUint) {
    let bits = usize::try_from(p.bits()).unwrap();
    let length = bits.div_ceil(8);
    // Attempts with the number p, with all bits, and with p - 1 below bits that are cleared.
    let number = |value: &BigUint| {
        let mut bytes = value.to_bytes_le();
        bytes.resize(length, 0);
        bytes
    };
    let mut last = number(&(p - 1u8));
    *last.last_mut().unwrap() |= !(u8::MAX >> ((8 - bits % 8) % 8));
    let mut attempts = number(p);
    let mut rejected = 1;
    if p < &((BigUint::from(1u8) << bits) - 1u8) {
        attempts.extend(vec![0xff; length]);
        rejected += 1;
    }
    attempts.extend(last);
    let mut generator = Bytes(attempts.into_iter(), 0);
    assert_eq!(Fe::<M, N>::random(&mut generator), -Fe::ONE, "{}", M::NAME);
    assert_eq!(generator.1, (rejected + 1) * length);
    let zero = Fe::<M, N>::random_with(|bytes| bytes.fill(0));
    assert_eq!(zero, Fe::ZERO);
    // Every bit of an element occurs.
    let mut state = 1u64;
    let pseudorandom = core::iter::from_fn(|| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        Some(state.to_le_bytes()[7])
    });
    let mut generator = Bytes(pseudorandom, 0);
    let mut union = BigUint::zero();
    for _ in 0..300 {
        union |= from_limbs(&Fe::<M, N>::random(&mut generator).to_limbs());
    }
    assert!(union.bits() + 1 >= p.bits(), "{}", M::NAME);
    assert_eq!(union.count_ones(), union.bits(), "{}", M::NAME);
}
