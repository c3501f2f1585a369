//! `Fp2` against big integers, alone, in batches and packed.

use num_bigint::BigUint;
use vorpal_fields::tower::{Fp2, PackedFp2, TowerModulus};
use vorpal_fields::{EncodableField, Error, Fe, Field, HashField, LANES, NonSquare, PackedField};
use vorpal_oracle::big::{self, from_limbs};
use vorpal_oracle::effort::{every, sample};

use super::{Numbers, integer, quadratic_edges};

/// `[x, y]` for `x + y u`.
fn pair<M: TowerModulus<N>, const N: usize>(a: &Fp2<M, N>) -> [BigUint; 2] {
    [integer(&a.c0), integer(&a.c1)]
}

pub(crate) fn arithmetic<M: TowerModulus<N>, const N: usize>() {
    let p = from_limbs(&M::P);
    let mul = |[a0, a1]: &[BigUint; 2], [b0, b1]: &[BigUint; 2]| {
        [big::sub(&(a0 * b0 % &p), &(M::Q * a1 * b1 % &p), &p), (a0 * b1 + a1 * b0) % &p]
    };
    let edges = quadratic_edges::<M, N>();
    let xi = M::XI.map(|x| BigUint::from(x) % &p);
    for (i, a) in edges.iter().enumerate() {
        let pa = pair(a);
        assert_eq!(pair(&a.square()), mul(&pa, &pa), "{a:?}");
        assert_eq!(pair(&a.mul_by_xi()), mul(&pa, &xi), "{a:?}");
        assert_eq!([integer(&a.norm()), BigUint::ZERO], mul(&pa, &pair(&a.conjugate())));
        assert_eq!([a.frobenius(0), a.frobenius(1), a.frobenius(2)], [*a, a.conjugate(), *a]);
        assert_eq!(pair(&a.scale(&edges[7].c0)), mul(&pa, &[integer(&edges[7].c0), BigUint::ZERO]));
        for inverse in [Option::<Fp2<M, N>>::from(a.invert()), a.invert_vartime()] {
            match inverse {
                None => assert!(a.is_zero_vartime()),
                Some(inverse) => assert_eq!(mul(&pa, &pair(&inverse)), [BigUint::from(1u8), BigUint::ZERO]),
            }
        }
        assert_eq!(a.mul_portable(a), a.square());
        for (_, b) in edges.iter().enumerate().filter(|(j, _)| every(7, i + j)) {
            assert_eq!(pair(&a.mul(b)), mul(&pa, &pair(b)), "{a:?} {b:?}");
        }
    }
    let exponent = from_limbs(&M::P);
    let mut limbs = [0; N];
    limbs.copy_from_slice(&big::to_limbs::<N>(&exponent));
    assert_eq!(edges[9].pow_portable(&limbs), edges[9].conjugate());
    let mut masked = Fp2::ZERO;
    Field::or_masked(&mut masked, &edges[9], 0);
    assert_eq!(masked, Fp2::ZERO);
    Field::or_masked(&mut masked, &edges[9], u64::MAX);
    assert_eq!(masked, edges[9]);
}

/// Checks a root, and that there is none exactly for non-squares.
fn check_root<M: TowerModulus<N>, const N: usize>(value: &Fp2<M, N>, root: Option<Fp2<M, N>>) {
    let is_square = big::legendre(&integer(&value.norm()), &from_limbs(&M::P)) >= 0;
    assert_eq!(root.is_some(), is_square, "{value:?}");
    assert!(root.is_none_or(|root| root.square() == *value), "{value:?}");
}

pub(crate) fn roots<M: TowerModulus<N>, const N: usize>() {
    for a in sample(quadratic_edges::<M, N>(), 3, 0) {
        for value in [a, a.square(), a.square() * Fp2::XI, a.square().conjugate()] {
            check_root(&value, value.sqrt_vartime());
            let symbol = big::legendre(&integer(&value.norm()), &from_limbs(&M::P));
            assert_eq!([value.legendre(), value.legendre_vartime()], [symbol; 2], "{value:?}");
        }
        assert_eq!(a.square().sqrt_vartime().map(|root| root == a || root == -a), Some(true));
    }
    assert_eq!(Fp2::<M, N>::XI.sqrt_vartime(), None);
}

/// As many elements as requested, repeated.
fn part<T: Copy>(elements: &[T], start: usize, number: usize) -> Vec<T> {
    let mut part = Vec::new();
    for i in start..start + number {
        part.push(elements[i % elements.len()]);
    }
    part
}

/// The root of each ratio, or of its multiple by `xi`, singly and in a batch, for `u^2 = -1`.
pub(crate) fn check_ratios<M: TowerModulus<N>, const N: usize>(
    numerators: &[Fp2<M, N>],
    denominators: &[Fp2<M, N>],
) {
    let z = NonSquare::<Fp2<M, N>>::new(Fp2::XI);
    let mut roots = vec![(false, Fp2::ZERO); numerators.len()];
    Fp2::sqrt_ratio_or_multiple_batch_vartime(numerators, denominators, &z, &mut roots);
    for (n, d) in numerators.chunks(LANES).zip(denominators.chunks(LANES)) {
        let (x, y) = (PackedFp2::load(n, |n| n), PackedFp2::load(d, |d| d));
        let (squares, packed) = Fp2::sqrt_ratio_or_multiple_packed_vartime(&x, &y, &z).unwrap();
        let mut stored = [Fp2::ZERO; LANES];
        packed.store(&mut stored);
        for (lane, (n, d)) in n.iter().zip(d).enumerate() {
            let (is_square, root) = Fp2::sqrt_ratio_or_multiple(n, d, &z);
            let found = (squares >> lane & 1 == 1, stored[lane]);
            assert_eq!(found, (is_square.into(), root), "{n:?} / {d:?} in lane {lane}");
        }
    }
    for ((n, d), batched) in numerators.iter().zip(denominators).zip(roots) {
        let (is_square, root) = Fp2::sqrt_ratio_or_multiple(n, d, &z);
        assert_eq!(batched, (is_square.into(), root), "{n:?} / {d:?}");
        let symbol = big::legendre(&integer(&(*n * *d).norm()), &from_limbs(&M::P));
        assert_eq!(bool::from(is_square), symbol >= 0, "{n:?} / {d:?}");
        let expected = if is_square.into() { *n } else { *n * Fp2::XI };
        assert_eq!(root.square() * *d, expected, "{n:?} / {d:?}");
    }
}

pub(crate) fn ratios<M: TowerModulus<N>, const N: usize>() {
    let values = quadratic_edges::<M, N>();
    if M::Q != 1 {
        return;
    }
    for (shift, length) in [0, 1, 2, 15, 16, 17, 33, values.len()].into_iter().enumerate() {
        let numerators = part(&values, 7 * shift, length);
        let mut denominators = values.clone();
        denominators.reverse();
        denominators.retain(|d| !d.is_zero_vartime());
        check_ratios(&numerators, &part(&denominators, shift, length));
    }
}

/// The sign: by the first coefficient that is not zero.
pub(crate) fn signs<M: TowerModulus<N>, const N: usize>() {
    for a in quadratic_edges::<M, N>() {
        let [c0, c1] = pair(&a);
        let decisive = if c0 == BigUint::ZERO { c1 } else { c0 };
        assert_eq!(bool::from(a.sgn0()), decisive.bit(0), "{a:?}");
    }
}

/// Residues of numbers longer than the prime.
pub(crate) fn parts<M: TowerModulus<N>, const N: usize>() {
    let bytes: Vec<u8> = (1..=128u8).map(|i| i.wrapping_mul(197)).collect();
    let [c0, c1] = [&bytes[..64], &bytes[64..]].map(|part| BigUint::from_bytes_be(part) % from_limbs(&M::P));
    assert_eq!(pair(&Fp2::<M, N>::from_parts_reduced(&bytes)), [c0, c1]);
}

/// Bytes against big integers: the number of `c0 + c1 u` has `c1` in its upper half. The larger one of two opposite
/// elements has the larger number.
pub(crate) fn encodings<M: TowerModulus<N>, const N: usize>() {
    let (p, half) = (from_limbs(&M::P), 64 * N);
    let number = |a: &Fp2<M, N>| integer(&a.c0) + (integer(&a.c1) << half);
    let bytes = |number: &BigUint| {
        let mut bytes = number.to_bytes_le();
        bytes.resize(16 * N, 0);
        bytes
    };
    let reversed = |bytes: &[u8]| bytes.iter().rev().copied().collect::<Vec<u8>>();
    for a in quadratic_edges::<M, N>() {
        let little = bytes(&number(&a));
        assert_eq!(a.to_le_bytes().as_ref(), little, "{a:?}");
        assert_eq!(a.to_be_bytes().as_ref(), reversed(&little), "{a:?}");
        assert_eq!(Fp2::from_le_bytes(&little), Ok(a));
        assert_eq!(Fp2::from_be_bytes(&reversed(&little)), Ok(a));
        assert_eq!(bool::from(a.is_lexicographically_largest()), number(&a) > number(&-a), "{a:?}");
        // Each half is below the modulus.
        let largest = (BigUint::from(1u8) << half) - 1u8;
        for large in [p.clone(), &p + 1u8, &p + integer(&a.c0), &p + integer(&a.c1), largest] {
            let [low, high] = [integer(&a.c0), integer(&a.c1)];
            for wrong in [&large + (&high << half), low + (&large << half), &large + (&large << half)] {
                let wrong = bytes(&wrong);
                assert_eq!(Fp2::<M, N>::from_le_bytes(&wrong), Err(Error::NotCanonical));
                assert_eq!(Fp2::<M, N>::from_be_bytes(&reversed(&wrong)), Err(Error::NotCanonical));
            }
        }
    }
    for length in [0, 1, 8 * N, 16 * N - 1, 16 * N + 1, 32 * N] {
        let error = Err(Error::Length { expected: 16 * N, found: length });
        let zeros = vec![0; length];
        assert_eq!([Fp2::<M, N>::from_le_bytes(&zeros), Fp2::from_be_bytes(&zeros)], [error; 2]);
    }
}

pub(crate) fn batches<M: TowerModulus<N>, const N: usize>() {
    let mut numbers = Numbers::<M, N>::new(5);
    let edges = quadratic_edges::<M, N>();
    for length in [0, 1, 2, 15, 16, 17, 63, 64, 65, 150, 600] {
        let values: Vec<_> = (0..length)
            .map(|i| match i % 5 {
                0 => edges[i % edges.len()],
                1 => Fp2::ZERO,
                2 => numbers.fp2().square(),
                _ => numbers.fp2(),
            })
            .collect();
        let expected: Vec<_> = values.iter().map(|a| a.invert_vartime().unwrap_or(Fp2::ZERO)).collect();
        let mut inverses = values.clone();
        vorpal_fields::batch_invert(&mut inverses);
        assert_eq!(inverses, expected, "{length}");
        #[cfg(feature = "parallel")]
        {
            inverses.clone_from(&values);
            vorpal_fields::batch_invert_parallel(&mut inverses);
            assert_eq!(inverses, expected, "{length}");
        }
        let mut roots = vec![None; length];
        Fp2::sqrt_batch_vartime(&values, &mut roots);
        for (value, root) in values.iter().zip(roots) {
            check_root(value, root);
            assert_eq!(root, value.sqrt_vartime(), "{value:?}");
        }
    }
}

pub(crate) fn packed<M: TowerModulus<N>, const N: usize>() {
    let edges = quadratic_edges::<M, N>();
    let store = |packed: &PackedFp2<M, N>, number: usize| {
        let mut elements = vec![Fp2::ZERO; number];
        packed.store(&mut elements);
        elements
    };
    for (start, number) in (0..edges.len()).zip((1..=LANES).cycle()) {
        let (a, b) = (part(&edges, start, number), part(&edges, 3 * start + 1, number));
        let [x, y] = [&a, &b].map(|values| PackedFp2::load(values, |value| value));
        let both = |f: fn(&Fp2<M, N>, &Fp2<M, N>) -> Fp2<M, N>| {
            let mut values = a.clone();
            for i in 0..number {
                values[i] = f(&a[i], &b[i]);
            }
            values
        };
        assert_eq!(store(&x, LANES)[number..], vec![Fp2::ONE; LANES - number]);
        let check = |change: &dyn Fn(&mut PackedFp2<M, N>), expected: Vec<Fp2<M, N>>| {
            let mut z = x;
            change(&mut z);
            assert_eq!(store(&z, number), expected);
        };
        check(&|z| z.mul_assign(&y), both(|a, b| *a * *b));
        check(&|z| z.mul_into(&x, &y), both(|a, b| *a * *b));
        check(&|z| z.square_into(&y), both(|_, b| b.square()));
        check(&|z| z.add_assign(&y), both(|a, b| *a + *b));
        check(&|z| z.double(), both(|a, _| a.double()));
        check(&|z| *z = PackedFp2::splat(&b[0]), vec![b[0]; number]);
        check(&|z| z.sub_assign(&y), both(|a, b| *a - *b));
        check(&|z| z.add_into(&x, &y), both(|a, b| *a + *b));
        check(&|z| z.sub_into(&x, &y), both(|a, b| *a - *b));
        check(&|z| z.negate_lanes(u16::MAX), both(|a, _| -*a));
        check(&|z| z.invert_vartime(), both(|a, _| a.invert_vartime().unwrap_or(Fp2::ZERO)));
        check(&|z| z.assign_lanes(&y, u16::MAX), b.clone());
        check(&|z| z.assign_lanes(&y, 0), a.clone());
        let zeros = (0..number).filter(|i| a[*i].is_zero_vartime()).fold(0u16, |zeros, i| zeros | 1 << i);
        assert_eq!(x.zero_lanes() & (u16::MAX >> (LANES - number)), zeros);
        let mut z = x;
        z.copy_lane(0, &y, number - 1);
        assert_eq!(store(&z, 1), [b[number - 1]]);
        z.read_raw(&a, |a| a);
        let mut raw = vec![Fp2::ZERO; number];
        z.store_raw(&mut raw, |a| a);
        assert_eq!(raw, a);
        z.scale_raw();
        z.unscale_raw();
        z.store_raw(&mut raw, |a| a);
        assert_eq!(raw, a);
    }
    assert_eq!(store(&PackedFp2::one(), LANES), [Fp2::<M, N>::from(Fe::ONE); LANES]);
}
