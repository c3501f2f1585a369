//! `Fp6` and `Fp12` against polynomials.

use num_bigint::BigUint;
use vorpal_fields::subtle::{Choice, ConditionallySelectable};
use vorpal_fields::tower::{Fp2, Fp6, Fp12, TowerModulus};
use vorpal_oracle::effort::sample;

use super::{Numbers, edges, oracle, polynomial};

pub(crate) fn non_residues<M: TowerModulus<N>, const N: usize>() {
    let field = oracle::<M, N>();
    let one = BigUint::from(1u8);
    assert_eq!(
        vorpal_oracle::big::legendre(&(&field.p - M::Q % &field.p), &field.p),
        -1,
        "-q is not a square"
    );
    let xi = polynomial(&Fp12::from_coefficients([
        Fp2::<M, N>::XI,
        Fp2::ZERO,
        Fp2::ZERO,
        Fp2::ZERO,
        Fp2::ZERO,
        Fp2::ZERO,
    ]));
    let order = &field.p * &field.p - one;
    for prime in [2u8, 3] {
        assert_ne!(field.pow(&xi, &(&order / prime)), field.one(), "xi is no power {prime}");
    }
    assert_eq!(field.pow(&xi, &order), field.one());
}

/// An element of `Fp12` that lies in `Fp6`.
fn embedded<M: TowerModulus<N>, const N: usize>(value: Fp6<M, N>) -> Fp12<M, N> {
    value.into()
}

pub(crate) fn arithmetic<M: TowerModulus<N>, const N: usize>() {
    let field = oracle::<M, N>();
    let edges = edges::<M, N>();
    for a in &edges {
        let pa = polynomial(a);
        assert_eq!(field.element(&field.pairs(&pa)), pa);
        assert_eq!(polynomial(&a.square()), field.mul(&pa, &pa), "{a:?}");
        let square = embedded(a.c0.square());
        assert_eq!(
            polynomial(&square),
            field.mul(&polynomial(&embedded(a.c0)), &polynomial(&embedded(a.c0)))
        );
        let v = embedded::<M, N>(Fp6::new(Fp2::ZERO, Fp2::ONE, Fp2::ZERO));
        assert_eq!(
            polynomial(&embedded(a.c0.mul_by_v())),
            field.mul(&polynomial(&embedded(a.c0)), &polynomial(&v))
        );
        for inverse in [Option::from(a.invert()), a.invert_vartime()] {
            match inverse {
                None => assert_eq!(*a, Fp12::ZERO),
                Some(inverse) => assert_eq!(field.mul(&pa, &polynomial(&inverse)), field.one(), "{a:?}"),
            }
        }
        for inverse in [Option::from(a.c1.invert()), a.c1.invert_vartime()] {
            match inverse {
                None => assert_eq!(a.c1, Fp6::ZERO),
                Some(inverse) => assert_eq!(a.c1.mul(&inverse), Fp6::ONE, "{a:?}"),
            }
        }
        for b in &edges {
            assert_eq!(polynomial(&a.mul(b)), field.mul(&pa, &polynomial(b)), "{a:?} {b:?}");
            let product = embedded(a.c0.mul(&b.c1));
            let expected = field.mul(&polynomial(&embedded(a.c0)), &polynomial(&embedded(b.c1)));
            assert_eq!(polynomial(&product), expected);
            let sum =
                polynomial(a).iter().zip(&polynomial(b)).map(|(x, y)| (x + y) % &field.p).collect::<Vec<_>>();
            assert_eq!(polynomial(&(*a + *b)).to_vec(), sum);
            assert_eq!(*a + *b - *b, *a);
            assert_eq!(-(*a - *b), *b - *a);
        }
    }
}

pub(crate) fn sparse_products<M: TowerModulus<N>, const N: usize>() {
    let mut numbers = Numbers::<M, N>::new(3);
    for a in edges::<M, N>() {
        for b in edges::<M, N>().into_iter().chain([numbers.fp12()]) {
            let [b0, b1, b2, b3, ..] = b.coefficients();
            let zero = Fp2::ZERO;
            let one = Fp2::ONE;
            let m_line = Fp12::from_coefficients([b0, zero, b2, b3, zero, zero]);
            let d_line = Fp12::from_coefficients([b0, b1, zero, b3, zero, zero]);
            assert_eq!(a.mul_by_023(&[b0, b2, b3]), a * m_line);
            assert_eq!(a.mul_by_013(&[b0, b1, b3]), a * d_line);
            let monic = Fp12::from_coefficients([b0, zero, b2, one, zero, zero]);
            assert_eq!(a.mul_by_023_monic(&[b0, b2]), a * monic);
            let monic = Fp12::from_coefficients([one, b1, zero, b3, zero, zero]);
            assert_eq!(a.mul_by_013_monic(&[b1, b3]), a * monic);
            let [a0, a1, a2, a3, ..] = a.coefficients();
            let product = Fp12::product_023(&[a0, a2, a3], &[b0, b2, b3]);
            assert_eq!(product, Fp12::from_coefficients([a0, zero, a2, a3, zero, zero]) * m_line);
            assert_eq!(b.mul_by_02345(&product), b * product);
            let product = Fp12::product_013(&[a0, a1, a3], &[b0, b1, b3]);
            assert_eq!(product, Fp12::from_coefficients([a0, a1, zero, a3, zero, zero]) * d_line);
            assert_eq!(b.mul_by_01234(&product), b * product);
            assert_eq!(a.c0.mul_by_01(&b0, &b1), a.c0 * Fp6::new(b0, b1, zero));
            assert_eq!(a.c0.mul_by_1(&b1), a.c0 * Fp6::new(zero, b1, zero));
            assert_eq!(a.c0.scale(&b0), a.c0 * Fp6::from(b0));
        }
    }
}

pub(crate) fn frobenius_maps<M: TowerModulus<N>, const N: usize>() {
    let field = oracle::<M, N>();
    for a in sample(edges::<M, N>().into_iter().rev().take(6), 5, 0) {
        let mut power = polynomial(&a);
        for k in 0..13 {
            assert_eq!(polynomial(&a.frobenius(k)), power, "{k} {a:?}");
            power = field.pow(&power, &field.p);
        }
        assert_eq!(a.conjugate(), a.frobenius(6));
    }
}

pub(crate) fn derived_operations<M: TowerModulus<N>, const N: usize>() {
    let field = oracle::<M, N>();
    let mut numbers = Numbers::<M, N>::new(4);
    let (a, b) = (numbers.fp12(), numbers.fp12());
    assert_eq!([a, b].into_iter().sum::<Fp12<M, N>>(), a + b);
    assert_eq!([a, b].into_iter().product::<Fp12<M, N>>(), a * b);
    assert_eq!(a.double(), a + a);
    assert_eq!(a.halve().double(), a);
    assert_eq!(Fp12::<M, N>::default(), Fp12::ZERO);
    assert_eq!(Fp12::<M, N>::from(5), Fp12::ONE.double().double() + Fp12::ONE);
    assert!(bool::from(Fp12::<M, N>::ZERO.is_zero()) && !bool::from(a.is_zero()));
    assert!(Fp12::<M, N>::ZERO.is_zero_vartime() && !a.is_zero_vartime());
    assert_eq!(Fp12::conditional_select(&a, &b, Choice::from(0)), a);
    assert_eq!(Fp12::conditional_select(&a, &b, Choice::from(1)), b);
    let mut c = a;
    c += b;
    c -= a;
    c *= a;
    assert_eq!(c, a * b);
    for exponent in [&[][..], &[0], &[1], &[2], &[u64::MAX, 5]] {
        let expected = field.pow(&polynomial(&a), &vorpal_oracle::big::from_limbs(exponent));
        assert_eq!(polynomial(&a.pow_vartime(exponent)), expected);
    }
    // Each coefficient counts.
    for i in 0..12 {
        let mut pairs = [Fp2::<M, N>::ZERO; 6];
        if i % 2 == 0 {
            pairs[i / 2].c0 = 1.into();
        } else {
            pairs[i / 2].c1 = 1.into();
        }
        let unit = Fp12::from_coefficients(pairs);
        assert!(unit != Fp12::ZERO && !unit.is_zero_vartime() && !bool::from(unit.is_zero()), "{i}");
        assert_eq!(unit.coefficients(), pairs);
    }
}
