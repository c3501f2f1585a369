//! Constants, results and encodings of a field are those of arkworks' own field. The file is a module for each version
//! of arkworks: `super::ark_ff` is the version.

use ark_std::rand::{SeedableRng, rngs::StdRng};

use super::ark_ff::{BigInteger, PrimeField};

/// 0, 1, 2, p - 1, p - 2, (p - 1) / 2, a number of sparse limbs, and random integers.
fn integers<F: PrimeField>() -> Vec<F::BigInt> {
    let mut random = StdRng::seed_from_u64(6);
    let edges = [F::ZERO, F::ONE, F::from(2u64), -F::ONE, -F::from(2u64), F::from(2u64).pow([64])];
    let edges = edges.map(F::into_bigint);
    let random = core::iter::from_fn(|| Some(F::rand(&mut random).into_bigint()));
    edges.into_iter().chain([F::MODULUS_MINUS_ONE_DIV_TWO]).chain(random.take(12)).collect()
}

fn bytes(value: &impl PrimeField) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.serialize_compressed(&mut bytes).unwrap();
    bytes
}

pub(super) fn field<A: PrimeField, B: PrimeField<BigInt = A::BigInt>>() {
    assert_eq!(A::MODULUS, B::MODULUS);
    assert_eq!(A::TWO_ADICITY, B::TWO_ADICITY);
    assert_eq!(A::TWO_ADIC_ROOT_OF_UNITY.pow([1 << (A::TWO_ADICITY - 1)]), -A::ONE);
    if B::TWO_ADIC_ROOT_OF_UNITY == B::ONE {
        // The base field of P-256: arkworks' generator is a square, and its root of unity of order two is one.
        assert_eq!(B::MODULUS_BIT_SIZE, 256);
        assert!(B::GENERATOR.sqrt().is_some() && A::GENERATOR.sqrt().is_none());
    } else {
        assert_eq!(A::GENERATOR.into_bigint(), B::GENERATOR.into_bigint());
        assert_eq!(A::TWO_ADIC_ROOT_OF_UNITY.into_bigint(), B::TWO_ADIC_ROOT_OF_UNITY.into_bigint());
    }
    assert_eq!(A::SMALL_SUBGROUP_BASE, B::SMALL_SUBGROUP_BASE);
    assert_eq!(A::SMALL_SUBGROUP_BASE_ADICITY, B::SMALL_SUBGROUP_BASE_ADICITY);
    let roots = (A::LARGE_SUBGROUP_ROOT_OF_UNITY, B::LARGE_SUBGROUP_ROOT_OF_UNITY);
    assert_eq!(roots.0.map(A::into_bigint), roots.1.map(B::into_bigint));

    // The modulus and all greater integers are refused.
    let mut greater = A::MODULUS;
    for _ in 0..3 {
        assert_eq!(A::from_bigint(greater), None);
        greater.add_with_carry(&1u64.into());
    }
    let mut largest = A::BigInt::default();
    largest.sub_with_borrow(&1u64.into());
    assert_eq!(A::from_bigint(largest), None);

    let integers = integers::<A>();
    for x in &integers {
        let (a, b) = (A::from_bigint(*x).unwrap(), B::from_bigint(*x).unwrap());
        assert_eq!(a.into_bigint(), *x);
        assert_eq!(bytes(&a), bytes(&b));
        assert_eq!(A::deserialize_compressed(&*bytes(&b)).unwrap(), a);
        assert_eq!(format!("{a} {a:?}"), format!("{b} {b:?}"));
        assert_eq!(a.square().into_bigint(), b.square().into_bigint());
        assert_eq!(a.inverse().map(A::into_bigint), b.inverse().map(B::into_bigint));
        assert_eq!(a.sqrt().map(A::into_bigint), b.sqrt().map(B::into_bigint));
        assert_eq!(a.legendre() as i8, b.legendre() as i8);
        assert_eq!((-a).into_bigint(), (-b).into_bigint());
        assert_eq!(a.double().into_bigint(), b.double().into_bigint());
        for y in &integers {
            let (c, d) = (A::from_bigint(*y).unwrap(), B::from_bigint(*y).unwrap());
            assert_eq!((a * c).into_bigint(), (b * d).into_bigint());
            assert_eq!((a + c).into_bigint(), (b + d).into_bigint());
            assert_eq!((a - c).into_bigint(), (b - d).into_bigint());
        }
    }
    sums::<A, B, 1>();
    sums::<A, B, 2>();
    sums::<A, B, 3>();
    sums::<A, B, 4>();
    sums::<A, B, 5>();
    sums::<A, B, 6>();
    sums::<A, B, 17>();
}

/// Sums of products, the largest ones too.
fn sums<A: PrimeField, B: PrimeField<BigInt = A::BigInt>, const LEN: usize>() {
    let mut random = StdRng::seed_from_u64(7);
    let numbers: [_; LEN] = core::array::from_fn(|_| A::rand(&mut random));
    for terms in [numbers, [-A::ONE; LEN], [A::ZERO; LEN], [A::ONE; LEN]] {
        let same = terms.map(|term| B::from_bigint(term.into_bigint()).unwrap());
        let sum = A::sum_of_products(&terms, &numbers).into_bigint();
        let numbers = numbers.map(|number| B::from_bigint(number.into_bigint()).unwrap());
        assert_eq!(sum, same.iter().zip(numbers).map(|(a, b)| *a * b).sum::<B>().into_bigint());
    }
    let largest = A::sum_of_products(&[-A::ONE; LEN], &[-A::ONE; LEN]);
    assert_eq!(largest, A::from(LEN as u64));
}
