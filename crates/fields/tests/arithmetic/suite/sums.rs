//! Sums of products, products with integers and running products, of every prime.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Zero};
use vorpal_fields::{Acc, Bounded, Chain, Error, Fe, Integer, Lazy, Modulus, SmallAcc};
use vorpal_oracle::big::{WORD_EDGES, from_limbs, to_limbs};

use super::Suite;

/// A separate function, like those below, because compiling the suite would otherwise take minutes.
#[inline(never)]
fn typed<M: Modulus<N>, const N: usize, const LEN: usize, const TERMS: u64>(
    a: &[Fe<M, N>; LEN],
    b: &[Fe<M, N>; LEN],
) -> Fe<M, N> {
    Acc::<M, N, TERMS>::of_products(a, b).reduce()
}

#[inline(never)]
fn reduced<M: Modulus<N>, const N: usize, const TERMS: u64>(sum: &Acc<M, N, TERMS>) -> Fe<M, N> {
    sum.reduce()
}

#[inline(never)]
fn add<M: Modulus<N>, const N: usize, I: Integer>(sum: &mut SmallAcc<M, N, I>, a: Fe<M, N>, integer: I) {
    sum.add_product(a, integer);
}

#[inline(never)]
fn reduced_small<M: Modulus<N>, const N: usize, I: Integer>(sum: &SmallAcc<M, N, I>) -> Fe<M, N> {
    sum.reduce()
}

/// The residue modulo `p` that is not negative.
fn signed(value: &BigInt, p: &BigUint) -> BigUint {
    let p = BigInt::from(p.clone());
    (((value % &p) + &p) % &p).to_biguint().expect("not negative")
}

fn total<I: Copy + Into<BigInt>>(integers: &[I]) -> BigInt {
    integers.iter().map(|integer| (*integer).into()).sum()
}

fn add_multiple(sum: &mut BigInt, a: &BigUint, factor: &BigInt) {
    *sum += BigInt::from(a.clone()) * factor;
}

impl<M: Modulus<N>, const N: usize> Suite<M, N> {
    /// All tests of this file, on all pairs of the values unless there are too many.
    pub(super) fn sums(&self, values: &[BigUint]) {
        self.open_sums(values);
        self.chains(values);
        for a in values {
            self.integers(a);
        }
        self.sums_with_integers(values);
    }

    /// Sums at every capacity: all terms `(p - 1)^2`. Random inputs do not detect an incorrect final correction, or a
    /// sum that is too long for its limbs.
    pub(super) fn capacities(&self) {
        self.capacity::<1, 1>();
        self.capacity::<5, 5>();
        // Six terms near p on BN254, which exceed the spare bits of its limbs.
        self.capacity::<6, 6>();
        self.capacity::<7, 8>();
        self.capacity::<16, 16>();
        self.capacity::<153, 153>();
        self.expect(Acc::<M, N, 0>::ZERO.reduce(), BigUint::zero());
        self.expect(Acc::<M, N, 1>::ZERO.reduce(), BigUint::zero());
    }

    fn capacity<const LEN: usize, const TERMS: u64>(&self) {
        // Equal terms, canonical and stored, and stored forms that alternate with the one below.
        let [largest, last, before] = self.near_the_modulus();
        for (i, j) in [(largest, largest), (last, last), (last, before), (before, before)] {
            let (mut a, mut b) = ([i; LEN], [j; LEN]);
            a[LEN / 2..].fill(j);
            b[LEN / 3..].fill(i);
            assert_eq!(typed::<M, N, LEN, TERMS>(&a, &b), self.one_by_one(&a, &b), "{} {LEN}", M::NAME);
        }
    }

    /// `p - 1`, and the elements whose stored forms are `p - 1` and `p - 2`.
    fn near_the_modulus(&self) -> [Fe<M, N>; 3] {
        let stored = [1u8, 2].map(|less| Fe::from_montgomery(to_limbs(&(&self.p - less))).expect("below p"));
        [self.element(&(&self.p - 1u8)), stored[0], stored[1]]
    }

    /// The sum with a reduction after every product and every addition, and by an open sum.
    #[inline(never)]
    fn one_by_one(&self, a: &[Fe<M, N>], b: &[Fe<M, N>]) -> Fe<M, N> {
        let sum = a.iter().zip(b).map(|(a, b)| *a * *b).sum();
        assert_eq!(Fe::inner_product(a, b), Ok(sum), "{} {}", M::NAME, a.len());
        sum
    }

    fn open_sums(&self, values: &[BigUint]) {
        let p = &self.p;
        let all: Vec<Fe<M, N>> = values.iter().map(|value| self.element(value)).collect();
        let mut running = Acc::new();
        let mut expected = BigUint::zero();
        for (a, x) in values.iter().zip(&all) {
            for (b, y) in values.iter().zip(&all) {
                running.add_product(x, y);
                expected += a * b;
                // Typed sums of two, three and four terms, with every pair at least once, and a sum of sums.
                let two: Acc<M, N, 2> = Acc::<M, N, 1>::of_products(&[x], &[y]).plus_product(*y, *y);
                self.expect(reduced(&two), (a * b + b * b) % p);
                let three = two.plus_product::<3>(x.lazy(), *x);
                self.expect(reduced(&three), (a * b + b * b + a * a) % p);
                let both = three.plus::<2, 5>(two).widen::<9>();
                self.expect(reduced(&both), (a * b * 2u8 + b * b * 2u8 + a * a) % p);
            }
            self.expect(reduced(&running), &expected % p);
        }
        let mut doubled = running;
        doubled.merge(&running);
        self.expect(reduced(&doubled), &expected * 2u8 % p);
        assert_eq!(format!("{running:?}"), format!("{:?}", reduced(&running)));

        let squares = values.iter().map(|a| a * a).sum::<BigUint>();
        self.expect(Fe::inner_product(&all, &all).unwrap(), squares % p);
        self.expect(Fe::<M, N>::inner_product(&[], &[]).unwrap(), BigUint::zero());
        self.expect(Acc::<M, N>::default().reduce(), BigUint::zero());
        let lengths = Err(Error::Lengths { left: all.len(), right: 0 });
        assert_eq!(Fe::inner_product(&all, &[]), lengths);
        assert_eq!(Fe::inner_product_integers(&all, &[0u64; 0]), lengths);
    }

    fn chains(&self, values: &[BigUint]) {
        let p = &self.p;
        assert!(Chain::<M, N>::MULTIPLE == 2 || Chain::<M, N>::MULTIPLE == 1);
        for a in values {
            let x = self.element(a);
            let (mut chain, mut expected) = (Chain::from(x), a.clone());
            for b in values.iter().filter(|b| !b.is_zero()) {
                chain *= self.element(b);
                expected = expected * b % p;
                self.expect(chain.reduce(), expected.clone());
                self.expect(Fe::from(chain.square()), &expected * &expected % p);
                // A chain before its reduction is a valid operand.
                let sum: Acc<M, N, 4> = Acc::<M, N, 0>::ZERO.plus_product(chain, chain);
                self.expect(sum.reduce(), &expected * &expected % p);
            }
            let mut squares = Chain::from(x);
            for _ in 0..20 {
                squares = squares.square();
            }
            self.expect(squares.reduce(), a.modpow(&(BigUint::one() << 20), p));
            assert_eq!(format!("{chain:?}"), format!("{:?}", chain.reduce()));
        }
        // Bounded values of every prime: below p.
        let last = self.element(&(p - 1u8)).lazy();
        assert_eq!(<Lazy<M, N, 1> as Bounded<M, N>>::MULTIPLE, 1);
        self.expect(last.mul::<1>(last).reduce(), BigUint::one());
        self.expect(last.square::<1>().reduce(), BigUint::one());
    }

    fn signed(&self, value: &BigInt) -> BigUint {
        signed(value, &self.p)
    }

    /// Products with integers of every type, including the largest, the smallest and those around zero.
    fn integers(&self, a: &BigUint) {
        let (x, big) = (self.element(a), BigInt::from_biguint(Sign::Plus, a.clone()));
        for low in WORD_EDGES {
            self.expect(x.mul_u64(low), a * low % &self.p);
            let signed = low.cast_signed();
            self.expect(x.mul_i64(signed), self.signed(&(&big * signed)));
            for high in WORD_EDGES {
                let wide = (u128::from(high) << 64) | u128::from(low);
                self.expect(x.mul_u128(wide), a * wide % &self.p);
                let signed = wide.cast_signed();
                self.expect(x.mul_i128(signed), self.signed(&(&big * signed)));
            }
        }
    }

    fn sums_with_integers(&self, values: &[BigUint]) {
        let words: Vec<u64> = WORD_EDGES.to_vec();
        let wide: Vec<u128> = words
            .iter()
            .flat_map(|high| words.iter().map(move |low| (u128::from(*high) << 64) | u128::from(*low)))
            .collect();
        let signed_words: Vec<i64> = words.iter().map(|word| word.cast_signed()).collect();
        let signed_wide: Vec<i128> = wide.iter().map(|word| word.cast_signed()).collect();
        self.sum_with_integers(values, &words);
        self.sum_with_integers(values, &signed_words);
        self.sum_with_integers(values, &wide);
        self.sum_with_integers(values, &signed_wide);
        self.extremes(&[u64::MAX]);
        self.extremes(&[i64::MIN, i64::MAX]);
        self.extremes(&[u128::MAX]);
        self.extremes(&[i128::MIN, i128::MAX]);
    }

    fn sum_with_integers<I: Integer + Into<BigInt>>(&self, values: &[BigUint], integers: &[I]) {
        let total = total(integers);
        let (mut sum, mut expected) = (SmallAcc::<M, N, I>::new(), BigInt::zero());
        self.expect(reduced_small(&sum), BigUint::zero());
        let (mut elements, mut factors) = (Vec::new(), Vec::new());
        for a in values {
            let x = self.element(a);
            for integer in integers {
                add(&mut sum, x, *integer);
                elements.push(x);
            }
            factors.extend_from_slice(integers);
            add_multiple(&mut expected, a, &total);
            self.expect(reduced_small(&sum), self.signed(&expected));
        }
        assert!(Fe::inner_product_integers(&elements, &factors) == Ok(reduced_small(&sum)));
        assert_eq!(format!("{sum:?}"), format!("{:?}", reduced_small(&sum)));
        let mut doubled = sum;
        doubled.merge(&sum);
        self.expect(reduced_small(&doubled), self.signed(&(expected * 2)));
        self.expect(SmallAcc::<M, N, I>::default().reduce(), BigUint::zero());
    }

    /// Many terms of maximal size, by stored form and by integer, and of both signs.
    fn extremes<I: Integer + Into<BigInt>>(&self, integers: &[I]) {
        let [_, last, _] = self.near_the_modulus();
        let canonical = BigInt::from(from_limbs(&last.to_limbs()));
        for integer in integers {
            let mut sum = SmallAcc::new();
            for terms in 1..50u8 {
                add(&mut sum, last, *integer);
                self.expect(reduced_small(&sum), self.signed(&(&canonical * (*integer).into() * terms)));
            }
        }
    }
}
