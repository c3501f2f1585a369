//! The exact cost of a square root: the same for every nonzero value.

use vorpal_fields::primes as p;
use vorpal_fields::{Fe, Modulus};
use vorpal_limbs::count::on_this_thread;

/// Checks `(squarings, multiplications)` of a root. Each element of a batch of 16 has the same cost, except for the
/// conversion to packed values.
fn roots<M: Modulus<N>, const N: usize>(expected: (u64, u64)) {
    let square = Fe::<M, N>::from(11).square();
    // The first root initialises the tables.
    let _ = square.sqrt_vartime();
    for value in [square, square * Fe::GENERATOR, Fe::ONE, -Fe::ONE, Fe::from(7), Fe::ROOT_OF_UNITY] {
        let (_, counts) = on_this_thread(|| value.sqrt_vartime());
        assert_eq!(
            (counts.squarings, counts.multiplications, counts.square_roots),
            (expected.0, expected.1, 1),
            "{} {value:?}",
            M::NAME
        );
        // A ratio needs two more: the product, and the multiplication of the root by the numerator.
        let (_, counts) = on_this_thread(|| Fe::sqrt_ratio_vartime(&value, &square));
        assert_eq!((counts.squarings, counts.multiplications), (expected.0, expected.1 + 2), "{}", M::NAME);
        assert_eq!(counts.square_roots, 1);
    }
    let values = [square; 160];
    let mut roots = [None; 160];
    let ((), counts) = on_this_thread(|| Fe::sqrt_batch_vartime(&values, &mut roots));
    assert_eq!(counts.squarings, 160 * expected.0, "{}", M::NAME);
    assert_eq!(counts.multiplications, 160 * expected.1, "{}", M::NAME);
    assert_eq!(counts.square_roots, 160);
    assert_eq!(on_this_thread(|| square.sqrt()).1.square_roots, 1);
}

#[test]
fn square_roots() {
    roots::<p::Bls12_381ScalarModulus, 4>((217 + 21, 28 + 8));
    roots::<p::PallasBaseModulus, 4>((218 + 21, 27 + 8));
    roots::<p::VestaBaseModulus, 4>((216 + 21, 30 + 8));
    roots::<p::Bn254ScalarModulus, 4>((221 + 19, 41 + 8));
    roots::<p::Bls12_377ScalarModulus, 4>((204 + 39, 20 + 17));
    roots::<p::Bls12_377BaseModulus, 6>((329 + 39, 29 + 17));
    roots::<p::Secp256k1ScalarModulus, 4>((259, 48 + 3));
    roots::<p::BandersnatchScalarModulus, 4>((243, 46 + 3));
    // p = 3 mod 4: no logarithms.
    roots::<p::Secp256k1BaseModulus, 4>((252, 14 + 2));
    roots::<p::Bn254BaseModulus, 4>((248, 46 + 2));
    roots::<p::P256BaseModulus, 4>((253, 11 + 2));
    roots::<p::Bls12_381BaseModulus, 6>((376, 66 + 2));

    // The published figure for the table method is 303.
    let (_, counts) = on_this_thread(|| p::Bls12_381Scalar::from(7).sqrt_vartime());
    assert!(counts.squarings + counts.multiplications <= 296, "{counts:?}");
}
