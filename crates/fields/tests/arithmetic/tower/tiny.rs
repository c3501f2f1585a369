//! Every element of the quadratic extension and of the cyclotomic subgroup for tiny primes. Unlike for large primes,
//! all exceptional cases of the decompression occur.

use vorpal_fields::tower::{Compressed, Cyclotomic, Fp2, Fp12, TowerModulus};
use vorpal_fields::{Fe, Modulus};
use vorpal_oracle::effort::every;

macro_rules! tiny {
    ($($modulus:ident: $p:literal, $generator:literal, $q:literal, $xi:expr, $test:ident;)*) => {$(
        struct $modulus;

        impl Modulus<1> for $modulus {
            const NAME: &'static str = stringify!($modulus);
            const P: [u64; 1] = [$p];
            const GENERATOR: u64 = $generator;
            type Bytes = [u8; 8];
        }

        impl TowerModulus<1> for $modulus {
            const Q: u64 = $q;
            const XI: [u64; 2] = $xi;
            type Fp2Bytes = [u8; 16];
        }

        #[test]
        fn $test() {
            super::extension::non_residues::<$modulus, 1>();
            super::extension::arithmetic::<$modulus, 1>();
            super::extension::frobenius_maps::<$modulus, 1>();
            super::quadratic::encodings::<$modulus, 1>();
            quadratic::<$modulus>($p);
            cyclotomic::<$modulus>($p);
        }
    )*};
}

fn quadratic<M: TowerModulus<1>>(p: u64) {
    let all: Vec<Fp2<M, 1>> =
        (0..p).flat_map(|a| (0..p).map(move |b| Fp2::new(Fe::from(a), Fe::from(b)))).collect();
    let mut roots = vec![None; all.len()];
    Fp2::sqrt_batch_vartime(&all, &mut roots);
    for (a, batched) in all.iter().zip(roots) {
        let squares = all.iter().filter(|root| **root * **root == *a).count();
        for root in [a.sqrt_vartime(), batched] {
            assert_eq!(root.is_some(), squares > 0, "{a:?}");
            assert!(root.is_none_or(|root| root * root == *a));
        }
        assert_eq!(i64::from(a.legendre()), i64::try_from(squares).unwrap() - 1);
        let inverses: Vec<_> = all.iter().filter(|b| a.mul(b) == Fp2::ONE).copied().collect();
        assert_eq!(a.invert_vartime().into_iter().collect::<Vec<_>>(), inverses);
        if M::Q == 1 && !a.is_zero_vartime() {
            super::quadratic::check_ratios(&all, &vec![*a; all.len()]);
        }
    }
}

fn cyclotomic<M: TowerModulus<1>>(p: u64) {
    let order = p.pow(4) - p.pow(2) + 1;
    let mut numbers = super::Numbers::<M, 1>::new(1);
    let primes: Vec<u64> =
        (2..=order).filter(|n| order.is_multiple_of(*n) && (2..*n).all(|m| !n.is_multiple_of(m))).collect();
    let generator = (0..1000)
        .filter_map(|_| Cyclotomic::project_vartime(&numbers.fp12()))
        .find(|f| primes.iter().all(|prime| f.pow_vartime(&[order / prime]) != Cyclotomic::ONE))
        .expect("a generator");
    let (mut f, mut naive) = (Cyclotomic::ONE, Fp12::ONE);
    let mut exceptions = [0; 3];
    for k in 0..order {
        assert_eq!(*f.value(), naive, "{k}");
        let [_, b0, _, _, b1, _] = naive.coefficients();
        // With less effort the exceptions, and of the others every seventh.
        if b0 == Fp2::ZERO || every(7, k as usize) {
            assert_eq!(Cyclotomic::new(&naive), Some(f));
            assert_eq!(*f.square().value(), naive.square());
            let compressed = f.compress();
            let mut back = [Cyclotomic::ONE; 2];
            Compressed::decompress_batch_vartime(&[compressed, compressed.square()], &mut back);
            assert_eq!(back, [f, f.square()], "{k}");
        }
        exceptions[usize::from(b0 == Fp2::ZERO) + usize::from(b0 == Fp2::ZERO && b1 == Fp2::ZERO)] += 1;
        if k % 97 == 0 {
            assert_eq!(generator.pow_word_vartime(k), f);
        }
        f = f.mul(&generator);
        naive *= *generator.value();
    }
    assert_eq!(f, Cyclotomic::ONE);
    assert_eq!(exceptions[2], 1, "B = 0 for the neutral element only");
    assert!(exceptions[1] > 0, "b0 = 0 occurs");
}

tiny! {
    Seven: 7, 3, 1, [1, 3], seven;
    Thirteen: 13, 2, 5, [0, 2], thirteen;
}
