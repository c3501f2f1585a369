//! The cyclotomic subgroup: squares, powers and compression against the arithmetic of `Fp12`.

use vorpal_fields::tower::{Compressed, Cyclotomic, Fp12, TowerModulus};
use vorpal_oracle::big::from_limbs;

use super::{Numbers, edges, oracle, polynomial};

/// Elements of the subgroup.
fn elements<M: TowerModulus<N>, const N: usize>() -> Vec<Cyclotomic<M, N>> {
    edges::<M, N>().iter().filter_map(Cyclotomic::project_vartime).collect()
}

pub(crate) fn group<M: TowerModulus<N>, const N: usize>() {
    let field = oracle::<M, N>();
    let p = &field.p;
    let exponent = (p.pow(6) - 1u8) * (p.pow(2) + 1u8);
    assert_eq!(Cyclotomic::project_vartime(&Fp12::<M, N>::ZERO), None);
    assert_eq!(Cyclotomic::new(&Fp12::<M, N>::ZERO), None);
    let value = Numbers::<M, N>::new(6).fp12();
    let f = Cyclotomic::project_vartime(&value).unwrap();
    assert_eq!(polynomial(f.value()), field.pow(&polynomial(&value), &exponent));
    assert_eq!(Cyclotomic::new(&value), None);
    assert_eq!(Cyclotomic::new(&-Fp12::<M, N>::ONE), None, "the order of the subgroup is odd");
    let elements = elements::<M, N>();
    assert!(elements.len() > 10 && elements.contains(&Cyclotomic::ONE));
    for f in &elements {
        assert_eq!(Cyclotomic::new(f.value()), Some(*f));
        assert_eq!(*f.square().value(), f.value().square());
        assert_eq!(*f.mul(&value_of(f)).value(), f.value().square());
        assert_eq!(f.mul(&f.invert()), Cyclotomic::ONE);
        assert_eq!(*f.frobenius(3).value(), f.value().frobenius(3));
    }
}

fn value_of<M: TowerModulus<N>, const N: usize>(f: &Cyclotomic<M, N>) -> Cyclotomic<M, N> {
    *f
}

pub(crate) fn powers<M: TowerModulus<N>, const N: usize>() {
    let field = oracle::<M, N>();
    let f = elements::<M, N>().pop().unwrap();
    let check = |limbs: &[u64]| {
        let expected = field.pow(&polynomial(f.value()), &from_limbs(limbs));
        assert_eq!(polynomial(f.pow_vartime(limbs).value()), expected, "{limbs:x?}");
        if let [word] = limbs {
            assert_eq!(polynomial(f.pow_word_vartime(*word).value()), expected, "{word:x}");
        }
    };
    check(&[]);
    for word in (0..40).chain([63, 64, 255, 256, u64::MAX, u64::MAX - 1, 1 << 63, 1 << 63 | 1]) {
        check(&[word]);
    }
    // Seeds of curves, and words of every number of set bits on both sides of the limit.
    for word in [0xd201_0000_0001_0000, 0x8508_c000_0000_0001, 0x44e9_92b4_4a69_09f1] {
        check(&[word]);
    }
    for ones in 1..12 {
        check(&[(0..ones).fold(1 << 63, |word, i| word | 1 << (5 * i))]);
    }
    check(&[0, 0, 1]);
    check(&[u64::MAX; 6]);
    check(&[u64::MAX; 7]);
    check(&[5, 0, 0, 0, 0, 0, 0, 3]);
    check(&[0, 0, 0, 0, 0, 0, 1]);
    check(&[1, 0, 0, 0, 0, 0x8000_0000_0000_0000, 0x8888, 0, 0, 0, 0, u64::MAX, u64::MAX - 6, 0]);
    check(&[0x8888_8888_8888_8888, 0x7777_7777_7777_7777]);
    check(&M::P);
}

pub(crate) fn compression<M: TowerModulus<N>, const N: usize>() {
    let elements = elements::<M, N>();
    for length in 0..40 {
        let f: Vec<_> = elements.iter().cycle().take(length).copied().collect();
        let compressed: Vec<_> = f.iter().map(Cyclotomic::compress).collect();
        let mut back = vec![Cyclotomic::ONE; length];
        Compressed::decompress_batch_vartime(&compressed, &mut back);
        assert_eq!(back, f);
        let squares: Vec<_> = compressed.iter().map(Compressed::square).collect();
        Compressed::decompress_batch_vartime(&squares, &mut back);
        assert_eq!(back, f.iter().map(Cyclotomic::square).collect::<Vec<_>>());
    }
}
