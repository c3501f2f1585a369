//! Tests of the signature algorithms on curves of 7 to 199 points, with and without an endomorphism, with all or many
//! keys, nonces, hashes and signatures. Expected results come from discrete logarithms in a list of all points.

#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a test fails by panicking")]

use std::sync::OnceLock;

use num_bigint::BigUint;
use vorpal_curves::models::weierstrass::{Affine, LinearTerm};
use vorpal_curves::tiny::{
    F7, F19, F197, F199, MinusThreeOrder7, MinusThreeOrder19, MinusThreeOrder197, Order7, Order199,
};
use vorpal_fields::PrimeField;
use vorpal_oracle::effort::every;
use vorpal_oracle::weierstrass::{Curve, Point};

use crate::Error;
use crate::curve::FourLimbCurve;
use crate::ecdsa::{
    Candidate, Check, recover_chunk_vartime, recover_vartime, sign_with_nonce, verify_chunk_vartime,
};
use crate::multiply::{
    CHUNK, Comb, GeneratorTable, KeyTable, SignatureCurve, Term, WindowTable, WnafTable, generator_product,
    lincomb_batch_vartime, lincomb_vartime, product,
};

macro_rules! tiny_curves {
    ($($curve:ident, $scalar:ident, $width:literal, $table:ident, $table_width:literal, $low:literal;)*) => {$(
        impl FourLimbCurve for $curve {
            const ORDER: [u64; 4] = $scalar::MODULUS;
            const SIGNS_LOW: bool = $low;

            fn reduced(limbs: &[u64; 4]) -> $scalar {
                $scalar::from_limbs_reduced(limbs)
            }
        }

        impl SignatureCurve for $curve {
            type PackedTable = $table<Self>;

            fn comb() -> &'static Comb<Self> {
                static COMB: OnceLock<Comb<$curve>> = OnceLock::new();
                COMB.get_or_init(Comb::new)
            }

            fn wnaf_table() -> &'static WnafTable<Self> {
                static WNAF_TABLE: OnceLock<WnafTable<$curve>> = OnceLock::new();
                WNAF_TABLE.get_or_init(|| WnafTable::new($width))
            }

            fn packed_table() -> &'static $table<Self> {
                static TABLE: OnceLock<$table<$curve>> = OnceLock::new();
                TABLE.get_or_init(|| $table::new($table_width))
            }
        }
    )*};
}

tiny_curves! {
    Order7, F7, 4, GeneratorTable, 2, true;
    Order199, F199, 3, GeneratorTable, 2, true;
    MinusThreeOrder7, F7, 4, WindowTable, 6, false;
    MinusThreeOrder19, F19, 3, WindowTable, 2, false;
    MinusThreeOrder197, F197, 2, WindowTable, 5, false;
}

/// A group, as the list of the multiples of its generator.
struct Group<C: FourLimbCurve> {
    order: u64,
    /// `k G` at index `k`.
    multiples: Vec<Affine<C>>,
    /// The coordinates of the multiples as integers; zeros for infinity.
    coordinates: Vec<(u64, u64)>,
}

/// The integer of limbs that fits into one limb.
fn small(limbs: [u64; 4]) -> u64 {
    assert_eq!(limbs[1..], [0; 3]);
    limbs[0]
}

impl<C: FourLimbCurve> Group<C> {
    fn new(p: u64) -> Self {
        let integer = |element: &C::Base| BigUint::from(small(element.to_limbs()));
        let a = if C::A == LinearTerm::Zero { 0 } else { p - 3 };
        let curve = Curve { p: p.into(), a: a.into(), b: integer(&C::B) };
        let generator: Point = Some((integer(&C::GENERATOR.0), integer(&C::GENERATOR.1)));
        let order = C::ORDER[0];
        let mut point = None;
        let mut coordinates = Vec::new();
        let mut multiples = Vec::new();
        for _ in 0..order {
            let (x, y) = point.clone().unwrap_or_default();
            let (x, y) = (u64::try_from(x).unwrap(), u64::try_from(y).unwrap());
            coordinates.push((x, y));
            multiples.push(Affine::new_unchecked(x.into(), y.into()));
            point = curve.add(&point, &generator);
        }
        assert_eq!(point, None, "the order times the generator");
        Self { order, multiples, coordinates }
    }

    fn inverse(&self, a: u64) -> u64 {
        (1..self.order).find(|b| a * b % self.order == 1).unwrap()
    }

    /// `k G` for an integer.
    fn multiple(&self, k: u64) -> Affine<C> {
        self.multiples[usize::try_from(k % self.order).unwrap()]
    }

    fn coordinates(&self, k: u64) -> (u64, u64) {
        self.coordinates[usize::try_from(k % self.order).unwrap()]
    }

    /// Whether `(r, s)` is a valid signature of `z` under the key `d G`.
    fn is_valid(&self, z: u64, r: u64, s: u64, d: u64) -> bool {
        let nonce = (z + r * d) * self.inverse(s) % self.order;
        nonce != 0 && self.coordinates(nonce).0 % self.order == r
    }

    /// The discrete logarithm of the recovered key.
    fn recovered(&self, z: u64, r: u64, s: u64, recovery_id: u8) -> Result<u64, Error> {
        let wanted = |(x, y): (u64, u64)| {
            x == r + u64::from(recovery_id >> 1) * self.order && y % 2 == u64::from(recovery_id & 1)
        };
        let nonce = (1..self.order).find(|k| wanted(self.coordinates(*k))).ok_or(Error::NoPoint)?;
        let key = (s * nonce + (self.order - 1) * z) % self.order * self.inverse(r) % self.order;
        if key == 0 { Err(Error::Infinity) } else { Ok(key) }
    }
}

/// About `most` numbers of `0..order`, including the two first and the two last.
fn some(order: u64, most: u64) -> impl Iterator<Item = u64> + Clone {
    let step = order.div_ceil(most);
    (0..order).filter(move |k| k % step == 0 || *k < 2 || *k + 2 >= order)
}

/// Whether to try these numbers together: always in groups of few points, otherwise with less effort those whose sum is
/// a multiple of `step`.
fn tries(order: u64, step: usize, numbers: &[u64]) -> bool {
    order < 20 || every(step, numbers.iter().sum::<u64>() as usize)
}

fn multiplication<C: SignatureCurve>(p: u64) {
    let group = Group::<C>::new(p);
    for k in 0..group.order {
        assert_eq!(generator_product::<C>(&k.into()).to_affine(), group.multiple(k), "{k} G");
    }
    let mut terms = Vec::new();
    let mut expected = Vec::new();
    for d in some(group.order, 13) {
        for u1 in some(group.order, 17) {
            for u2 in some(group.order, 17).filter(|u2| tries(group.order, 5, &[d, u1, *u2])) {
                let point = group.multiple(d);
                terms.push(Term { u1: u1.into(), u2: u2.into(), point });
                expected.push(group.multiple(u1 + u2 * d));
                let sum = lincomb_vartime(&u1.into(), &u2.into(), &point).to_affine();
                assert_eq!(Some(&sum), expected.last(), "{u1} G + {u2} {d} G");
            }
        }
    }
    for number in [1, 2, 15, 16, 17, CHUNK] {
        for (terms, expected) in terms.chunks(number).zip(expected.chunks(number)) {
            let mut sums = vec![Affine::IDENTITY; terms.len()];
            lincomb_batch_vartime(terms, &mut sums);
            assert_eq!(sums, expected);
        }
    }
}

/// The algorithms that exist for curves with an endomorphism only.
fn multiplication_with_endomorphism<C: SignatureCurve>(p: u64) {
    let group = Group::<C>::new(p);
    for k in 0..group.order {
        for d in (0..group.order).filter(|d| tries(group.order, 17, &[k, *d])) {
            assert_eq!(
                product(&k.into(), &group.multiple(d)).to_affine(),
                group.multiple(k * d),
                "{k} {d} G"
            );
        }
    }
    for d in some(group.order, 13) {
        let table = KeyTable::new(&group.multiple(d));
        for u1 in some(group.order, 17) {
            for u2 in some(group.order, 17).filter(|u2| tries(group.order, 5, &[d, u1, *u2])) {
                assert_eq!(
                    table.lincomb_vartime(&u1.into(), &u2.into()).to_affine(),
                    group.multiple(u1 + u2 * d),
                    "{u1} G + {u2} {d} G"
                );
            }
        }
    }
}

fn signing<C: SignatureCurve>(p: u64) {
    let group = Group::<C>::new(p);
    let order = group.order;
    for secret in some(order, 17).filter(|secret| *secret != 0) {
        for nonce in 1..order {
            for z in some(order, 13).filter(|z| tries(order, 7, &[secret, nonce, *z])) {
                let (x, y) = group.coordinates(nonce);
                let r = x % order;
                let s = (z + r * secret) % order * group.inverse(nonce) % order;
                let signed = sign_with_nonce::<C>(&secret.into(), &z.into(), &nonce.into());
                if r == 0 || s == 0 {
                    assert!(signed.is_none(), "{secret} {nonce} {z}");
                    continue;
                }
                let signed = signed.unwrap();
                let is_negated = C::SIGNS_LOW && s > order / 2;
                assert_eq!(small(signed.r.to_limbs()), r);
                assert_eq!(small(signed.s.to_limbs()), if is_negated { order - s } else { s });
                let recovery_id = (y + u64::from(is_negated)) % 2 + 2 * u64::from(x >= order);
                assert_eq!(u64::from(signed.recovery_id), recovery_id, "{secret} {nonce} {z}");
            }
        }
    }
}

fn verification<C: SignatureCurve>(p: u64) {
    let group = Group::<C>::new(p);
    let order = group.order;
    let mut checks = Vec::new();
    let mut expected = Vec::new();
    // Groups of seven points are always exhausted.
    let most = if vorpal_oracle::effort::is_full() { 13 } else { 7 };
    for d in some(order, most).filter(|d| *d != 0) {
        for z in some(order, most) {
            for r in some(order, most).filter(|r| *r != 0) {
                for s in some(order, most).filter(|s| *s != 0 && tries(order, 3, &[d, z, r, *s])) {
                    let check = Check { z: z.into(), r: r.into(), s: s.into(), key: group.multiple(d) };
                    let valid = check.is_valid_vartime(|u1, u2| lincomb_vartime(u1, u2, &check.key));
                    assert_eq!(valid, group.is_valid(z, r, s, d), "{z} {r} {s} {d}");
                    checks.push(check);
                    expected.push(group.is_valid(z, r, s, d));
                }
            }
        }
    }
    assert!(expected.contains(&true) && expected.contains(&false));
    for (checks, expected) in checks.chunks(CHUNK).zip(expected.chunks(CHUNK)) {
        let mut verdicts = vec![false; checks.len()];
        verify_chunk_vartime(checks, &mut verdicts);
        assert_eq!(verdicts, expected);
    }
}

fn recovery<C: SignatureCurve>(p: u64) {
    let group = Group::<C>::new(p);
    let order = group.order;
    let mut candidates = Vec::new();
    let mut expected = Vec::new();
    for z in some(order, 8) {
        for r in 1..order {
            for s in some(order, 8).filter(|s| *s != 0 && tries(order, 7, &[z, r, *s])) {
                for recovery_id in 0..4 {
                    let candidate = Candidate::<C>::of(z.into(), r.into(), s.into(), recovery_id);
                    let key = group.recovered(z, r, s, recovery_id).map(|key| group.multiple(key));
                    let found = candidate.and_then(|candidate| recover_vartime(&candidate));
                    assert_eq!(found, key, "{z} {r} {s} {recovery_id}");
                    candidates.push(candidate);
                    expected.push(key);
                }
            }
        }
    }
    for error in [Error::NoPoint, Error::Infinity] {
        assert!(expected.contains(&Err(error)));
    }
    for (candidates, expected) in candidates.chunks(CHUNK).zip(expected.chunks(CHUNK)) {
        let mut keys = vec![Err(Error::Infinity); candidates.len()];
        recover_chunk_vartime(candidates, &mut keys);
        assert_eq!(keys, expected);
    }
    assert_eq!(
        Candidate::<C>::of(1.into(), 1.into(), 1.into(), 4).unwrap_err(),
        Error::RecoveryId { found: 4 }
    );
}

fn all_algorithms<C: SignatureCurve>(p: u64) {
    multiplication::<C>(p);
    signing::<C>(p);
    verification::<C>(p);
    recovery::<C>(p);
}

#[test]
fn group_of_7_points() {
    multiplication_with_endomorphism::<Order7>(13);
    all_algorithms::<Order7>(13);
}

#[test]
fn group_of_199_points() {
    multiplication_with_endomorphism::<Order199>(211);
    all_algorithms::<Order199>(211);
}

/// Orders below and above the prime, so that `r + n` is and is not a coordinate.
#[test]
fn groups_with_a_linear_term() {
    all_algorithms::<MinusThreeOrder7>(11);
    all_algorithms::<MinusThreeOrder19>(13);
    all_algorithms::<MinusThreeOrder197>(211);
}
