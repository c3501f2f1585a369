//! The exact numbers of multiplications that the documentation states.

use vorpal_fields::Field;
use vorpal_fields::primes::{Bls12_377BaseModulus, Bls12_381BaseModulus, Bn254BaseModulus};
use vorpal_fields::tower::{Cyclotomic, Fp2, Fp12, TowerModulus};
use vorpal_limbs::count::on_this_thread;

use super::Numbers;

/// Multiplications and squarings together.
fn cost<T>(operation: impl FnOnce() -> T) -> u64 {
    let (_, counts) = on_this_thread(operation);
    counts.multiplications + counts.squarings
}

/// Reductions of sums of products.
fn reductions<T>(operation: impl FnOnce() -> T) -> u64 {
    on_this_thread(operation).1.reductions
}

fn costs<M: TowerModulus<N>, const N: usize>() {
    let mut numbers = Numbers::<M, N>::new(7);
    let (a, b) = (numbers.fp12(), numbers.fp12());
    let (x, y) = (numbers.fp2(), numbers.fp2());
    assert_eq!([cost(|| x * y), Fp2::<M, N>::PRODUCT as u64], [3; 2]);
    assert_eq!([cost(|| x.square()), Fp2::<M, N>::SQUARE as u64], [2; 2]);
    assert_eq!(cost(|| x.mul_by_xi() + x.conjugate()), 0);
    assert_eq!(cost(|| x.norm()), 2);
    assert_eq!(cost(|| a.c0 * b.c0), 18);
    assert_eq!(cost(|| a.c0.square()), 12);
    assert_eq!(cost(|| a * b), 54);
    assert_eq!(cost(|| a.square()), 36);
    let line = [x, y, b.c0.c0];
    assert_eq!([cost(|| a.mul_by_013(&line)), cost(|| a.mul_by_023(&line))], [39; 2]);
    assert_eq!([cost(|| a.mul_by_013_monic(&[x, y])), cost(|| a.mul_by_023_monic(&[x, y]))], [30; 2]);
    assert_eq!([cost(|| Fp12::product_013(&line, &line)), cost(|| Fp12::product_023(&line, &line))], [18; 2]);
    assert_eq!([cost(|| a.mul_by_01234(&b)), cost(|| a.mul_by_02345(&b))], [51; 2]);
    assert_eq!([1, 2, 3, 4, 6].map(|k| cost(|| a.frobenius(k))), [15, 10, 15, 10, 0]);
    assert_eq!([reductions(|| x * y), reductions(|| a.c0 * b.c0), reductions(|| a.c0.square())], [2, 6, 6]);
    assert_eq!(
        [reductions(|| a * b), reductions(|| a.square()), reductions(|| a.mul_by_023(&line))],
        [12; 3]
    );
    let f = Cyclotomic::project_vartime(&a).unwrap();
    // For four limbs, the squares of Fp2 are reduced.
    assert_eq!(reductions(|| f.square()), if N == 4 { 0 } else { 12 });
    assert_eq!(cost(|| f.square()), 18);
    assert_eq!(cost(|| f.compress().square()), 12);
    assert_eq!(cost(|| f.invert()), 0);
    assert_eq!(on_this_thread(|| x.invert()).1.inversions, 1);
    assert_eq!(on_this_thread(|| a.invert()).1.inversions, 1);
    assert_eq!(on_this_thread(|| f.pow_word_vartime(1 << 63)).1.inversions, 1);
    // Roots in Fp2: two in Fp, for u^2 = -1 without an inversion.
    x.square().sqrt_vartime().expect("a square"); // Tables are built on first use.
    let root = on_this_thread(|| x.square().sqrt_vartime()).1;
    assert_eq!((root.square_roots, root.inversions), (2, u64::from(M::Q != 1)));
    let mut values = [Fp2::<M, N>::XI; 64];
    assert_eq!(on_this_thread(|| vorpal_fields::batch_invert(&mut values)).1.inversions, 1);
}

#[test]
fn of_towers() {
    costs::<Bls12_381BaseModulus, 6>();
    costs::<Bls12_377BaseModulus, 6>();
    costs::<Bn254BaseModulus, 4>();
}
