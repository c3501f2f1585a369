//! Bilinearity, products, the target group, prepared lines.

use num_bigint::BigUint;
use vorpal_curves::models::weierstrass::{Affine, Jacobian};
use vorpal_fields::tower::{Cyclotomic, Fp2, Fp6, Fp12};
use vorpal_fields::{Fe, Field, Modulus, PrimeField};
use vorpal_oracle::big::from_limbs;
use vorpal_pairing::{
    Engine, Error, Gt, LineCache, Pair, PreparedG2, miller_loop_prepared_vartime, miller_loop_vartime,
    multi_pairing_checked_vartime, multi_pairing_prepared_vartime, multi_pairing_vartime, pairing_vartime,
    product_is_one_vartime,
};

use crate::{left, right};

/// Scalars at the edges, and others.
fn scalars<E: Engine<N>, const N: usize>() -> Vec<E::Scalar> {
    let last = -<E::Scalar as Field>::ONE;
    let mut scalars: Vec<E::Scalar> = [0, 1, 2, 3, u64::MAX].map(E::Scalar::from).to_vec();
    scalars.extend([last, last - E::Scalar::ONE, last.halve(), E::Scalar::from(7).invert_vartime().unwrap()]);
    scalars
}

pub(crate) fn bilinear<E: Engine<N>, const N: usize>() {
    let (g1, g2) = (Jacobian::<E::G1>::GENERATOR, Jacobian::<E::G2>::GENERATOR);
    let e = pairing_vartime::<E, N>(&Affine::GENERATOR, &Affine::GENERATOR);
    assert_ne!(e, Gt::ONE, "not degenerate");
    for a in scalars::<E, N>() {
        let power = e.pow_vartime(&a);
        let p = g1.mul_limbs_vartime(a.to_limbs().as_ref()).to_affine();
        let q = g2.mul_limbs_vartime(a.to_limbs().as_ref()).to_affine();
        assert_eq!(pairing_vartime::<E, N>(&p, &Affine::GENERATOR), power, "{a:?}");
        assert_eq!(pairing_vartime::<E, N>(&Affine::GENERATOR, &q), power, "{a:?}");
        assert_eq!(pairing_vartime::<E, N>(&p, &q), power.pow_vartime(&a), "{a:?}");
        assert_eq!(pairing_vartime::<E, N>(&-p, &q), pairing_vartime::<E, N>(&p, &-q));
    }
}

/// Pairs with infinity on either side, on both, duplicates and opposites.
fn pairs<E: Engine<N>, const N: usize>(length: usize) -> Vec<Pair<E, N>> {
    (0..length as u64)
        .map(|i| match i % 7 {
            3 => (Affine::IDENTITY, right::<E, N>(i)),
            4 => (left::<E, N>(i), Affine::IDENTITY),
            5 => (left::<E, N>(1), right::<E, N>(1)),
            6 => (-left::<E, N>(1), right::<E, N>(1)),
            _ => (left::<E, N>(3 * i + 1), right::<E, N>(i * i + 2)),
        })
        .collect()
}

pub(crate) fn products<E: Engine<N>, const N: usize>() {
    assert_eq!(pairing_vartime::<E, N>(&Affine::IDENTITY, &Affine::IDENTITY), Gt::ONE);
    for length in 0..10 {
        let pairs = pairs::<E, N>(length);
        let expected = pairs.iter().map(|(p, q)| pairing_vartime::<E, N>(p, q)).product::<Gt<E, N>>();
        assert_eq!(multi_pairing_vartime::<E, N>(&pairs), expected, "{length}");
        assert_eq!(multi_pairing_checked_vartime::<E, N>(&pairs), Ok(expected));
        assert_eq!(product_is_one_vartime::<E, N>(&pairs), Ok(expected == Gt::ONE));
        let (start, end) = pairs.split_at(length / 2);
        let value = miller_loop_vartime::<E, N>(start) * miller_loop_vartime::<E, N>(end);
        assert_eq!(Gt::<E, N>::of_miller_loop_vartime(&value), expected);
    }
    let (p, q) = (left::<E, N>(5), right::<E, N>(3));
    assert_eq!(product_is_one_vartime::<E, N>(&[(p, q), (-p, q)]), Ok(true));
    assert_eq!(product_is_one_vartime::<E, N>(&[(p, q), (p, q)]), Ok(false));
    assert_eq!(product_is_one_vartime::<E, N>(&[(left::<E, N>(15), right::<E, N>(1)), (-p, q)]), Ok(true));
}

pub(crate) fn target_group<E: Engine<N>, const N: usize>() {
    let e = pairing_vartime::<E, N>(&Affine::GENERATOR, &Affine::GENERATOR);
    assert_eq!(Gt::<E, N>::new(e.value()), Some(e));
    assert_eq!(Gt::<E, N>::new(Gt::<E, N>::ONE.value()), Some(Gt::ONE));
    assert_eq!(e.square(), e * e);
    assert_eq!(e * e.inverse(), Gt::ONE);
    let (last, one) = (-<E::Scalar as Field>::ONE, E::Scalar::ONE);
    assert_eq!(e.pow_vartime(&last), e.inverse(), "the order is r");
    assert_eq!(e.pow_vartime(&one), e);
    assert_eq!(e.pow_vartime(&E::Scalar::ZERO), Gt::ONE);
    // Elements outside: of the cyclotomic subgroup, of Fp12, zero, minus one, and a product with one outside.
    let value = Fp12::from_coefficients([1, 2, 3, 4, 5, 6].map(Fp2::from));
    let cyclotomic = Cyclotomic::project_vartime(&value).unwrap();
    let mixed = *e.value() * *cyclotomic.value();
    for outside in [*cyclotomic.value(), value, Fp12::ZERO, -Fp12::ONE, mixed, value * *e.value()] {
        assert_eq!(Gt::<E, N>::new(&outside), None, "{outside:?}");
    }
    // Elements of the cyclotomic subgroup of small orders, and elements of the subfields.
    let p = from_limbs(&<E::Modulus as Modulus<N>>::P);
    for prime in [73u64, 733, 4513] {
        let exponent = p.pow(12) - 1u8;
        if (p.pow(4) - p.pow(2) + 1u8) % prime != BigUint::ZERO {
            continue;
        }
        let small = value.pow_vartime(&(exponent / prime).to_u64_digits());
        assert!(small != Fp12::ONE && small.pow_vartime(&[prime]) == Fp12::ONE, "{prime}");
        let cyclotomic = Cyclotomic::new(&small).unwrap();
        for power in [1, 5, 64, prime - 1, prime, prime + 1, 0xd201_0000_0001_0000, 0x8508_c000_0000_0001] {
            assert_eq!(*cyclotomic.pow_word_vartime(power).value(), small.pow_vartime(&[power]));
        }
        assert_eq!(Gt::<E, N>::new(&small), None, "{prime}");
        assert_eq!(Gt::<E, N>::new(&(small * *e.value())), None, "{prime}");
    }
    let root = Fp12::from(Fp6::from(Fp2::from(Fe::<E::Modulus, N>::CUBE_ROOTS_OF_UNITY[0])));
    let second = Fp12::from(Fp6::from(Fp2::new(Fe::from(2), Fe::from(3))));
    for outside in [root, root * *e.value(), second, Fp12::from(5u64)] {
        assert_eq!(Gt::<E, N>::new(&outside), None, "{outside:?}");
    }
    // Zero is no value of a Miller loop, and does not become one.
    let nothing = Gt::<E, N>::of_miller_loop_vartime(&Fp12::ZERO);
    assert!(nothing != Gt::ONE && Gt::<E, N>::new(nothing.value()).is_some());
}

pub(crate) fn prepared<E: Engine<N>, const N: usize>() {
    for length in 0..8 {
        let pairs = pairs::<E, N>(length);
        let lines: Vec<PreparedG2<E, N>> = pairs.iter().map(|(_, q)| PreparedG2::new(q).unwrap()).collect();
        let with_lines: Vec<_> = pairs.iter().zip(&lines).map(|((p, _), lines)| (*p, lines)).collect();
        assert_eq!(
            multi_pairing_prepared_vartime(&with_lines),
            multi_pairing_vartime::<E, N>(&pairs),
            "{length}"
        );
        // Some pairs with lines and some without, in one loop.
        for split in 0..=length {
            let value = miller_loop_prepared_vartime(&pairs[..split], &with_lines[split..]);
            assert_eq!(
                Gt::of_miller_loop_vartime(&value),
                multi_pairing_vartime::<E, N>(&pairs),
                "{length}, {split}"
            );
        }
    }
    let infinity = PreparedG2::<E, N>::new(&Affine::IDENTITY).unwrap();
    assert!(infinity.is_identity() && infinity.memory() == 0);

    let mut cache = LineCache::<E, N>::new(2);
    assert!(cache.is_empty());
    for (k, number) in [(1, 1), (2, 2), (1, 2), (3, 2), (1, 2), (2, 2)] {
        let q = right::<E, N>(k);
        let e = multi_pairing_prepared_vartime(&[(Affine::GENERATOR, cache.lines(&q).unwrap())]);
        assert_eq!(e, pairing_vartime::<E, N>(&Affine::GENERATOR, &q));
        assert_eq!(cache.len(), number);
    }
    // Points with the same x are different points.
    let mut both = LineCache::<E, N>::new(2);
    let q = right::<E, N>(5);
    for point in [q, -q, q] {
        let e = multi_pairing_prepared_vartime(&[(Affine::GENERATOR, both.lines(&point).unwrap())]);
        assert_eq!(e, pairing_vartime::<E, N>(&Affine::GENERATOR, &point));
    }
    assert_eq!(both.len(), 2);
    // Infinity has no lines; no memory is reserved for points to come.
    let mut large = LineCache::<E, N>::new(usize::MAX);
    assert!(large.lines(&Affine::IDENTITY).unwrap().is_identity());
    assert!(!large.lines(&Affine::GENERATOR).unwrap().is_identity());
    let outside = (1..50u64).find_map(|x| Affine::<E::G2>::lift_x_vartime(x.into())).unwrap().0;
    assert!(!outside.is_in_subgroup_vartime());
    assert_eq!(cache.lines(&outside).err(), Some(vorpal_curves::Error::NotInSubgroup));
    assert_eq!(cache.len(), 2);
    let pairs = [(Affine::GENERATOR, Affine::GENERATOR), (Affine::IDENTITY, outside)];
    assert_eq!(multi_pairing_checked_vartime::<E, N>(&pairs), Err(Error::OutsideG2 { index: 1 }));
}
