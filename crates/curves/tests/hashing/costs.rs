//! Numbers of multiplications in `Fp`, squarings included, of a map and of hashing a message.

use sha2::Sha256;
use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal_curves::hashing::{HashableCurve, Hasher, Xmd, map_to_curve_vartime};
use vorpal_fields::primes::Bls12_381Base;
use vorpal_limbs::count::{Counts, on_this_thread};

use crate::Textbook;

fn total(counts: Counts) -> u64 {
    counts.multiplications + counts.squarings
}

/// The counts of a map with its cofactor clearing, of a hash in constant time, and of one of a public message.
fn counts<C: HashableCurve<Base: Textbook>>() -> [Counts; 3] {
    let u = C::Base::parse("0x123456789abcdef");
    let hasher = Hasher::<C, Xmd<Sha256>>::new(b"costs").unwrap();
    [
        on_this_thread(|| map_to_curve_vartime::<C>(&u).clear_cofactor_vartime()).1,
        on_this_thread(|| hasher.hash_to_curve(b"message")).1,
        on_this_thread(|| hasher.hash_to_curve_vartime(b"message")).1,
    ]
}

/// Within 3 % of the model.
fn assert_close(counts: Counts, model: u64) {
    let found = total(counts);
    assert!(100 * found <= 103 * model && 103 * found >= 100 * model, "{found} instead of {model}");
}

/// The power with the exponent `(p - 3) / 4` in the base field of BLS12-381.
fn power() -> u64 {
    let root = total(on_this_thread(|| Bls12_381Base::from(4).sqrt_vartime()).1);
    assert!((440..=460).contains(&root), "{root}");
    root - 2
}

/// Over `Fp` a product M and a square S count one each. An addition of Jacobian points is 11M + 5S, a doubling 3M + 4S.
#[test]
fn of_g1() {
    let [map, constant, public] = counts::<Bls12_381G1>();
    // Both candidates, the root of a ratio, the point; the isogeny of degree 11.
    let (image, isogeny) = (10 + 4 + power() + 4 + 4, 15 * 5 + 3);
    // 1 - x has a multiplication by |x|: 63 doublings and 5 additions; and one addition more.
    let cofactor = 63 * 7 + 6 * 16;
    assert_close(map, image + isogeny + cofactor);
    // One addition more on the curve before the isogeny; conversions of 2 x 64 bytes.
    assert_close(public, 2 * image + 16 + isogeny + cofactor);
    assert_eq!((map.inversions, public.inversions, constant.inversions), (0, 0, 1));
    assert_eq!((map.square_roots, public.square_roots, constant.square_roots), (1, 2, 2));
    // Constant time: two isogenies, and complete additions.
    assert!(100 * total(constant) <= 110 * total(public), "{constant:?}");
}

/// Over `Fp2` a product M counts three, and a square S two.
#[test]
fn of_g2() {
    let [map, constant, public] = counts::<Bls12_381G2>();
    // The root of a ratio has two powers in Fp, and about 18 other products there.
    let image = 10 * 3 + 4 * 2 + 2 * power() + 18 + 4 * 3;
    let isogeny = 17 * 3 + 2;
    let addition = 11 * 3 + 5 * 2;
    let double = 3 * 3 + 4 * 2;
    // Two multiplications by |x|, five additions, a doubling, and psi three times.
    let cofactor = 2 * (63 * double + 5 * addition) + 5 * addition + double + 3 * 2 * 3;
    assert_close(map, image + isogeny + cofactor);
    assert_close(public, 2 * image + addition + isogeny + cofactor);
    // The budget for hashing to G2: 5,900 multiplications.
    assert!(total(public) <= 5_900 && total(constant) <= 5_900, "{public:?} {constant:?}");
    assert_eq!((map.inversions, public.inversions, constant.inversions), (0, 0, 1));
    assert_eq!((map.square_roots, public.square_roots, constant.square_roots), (2, 4, 4));
    assert!(100 * total(constant) <= 110 * total(public), "{constant:?}");
}

/// A batch costs one inversion. Conversions to and from packed values are at most 9 %.
#[test]
fn of_batches() {
    let hasher = Hasher::<Bls12_381G2, Xmd<Sha256>>::new(b"costs").unwrap();
    let messages = [[7; 32]; 32];
    let batch = on_this_thread(|| hasher.hash_to_curve_batch_vartime(&messages)).1;
    let single = on_this_thread(|| hasher.hash_to_curve_vartime(&messages[0])).1;
    assert_eq!(batch.inversions, 1);
    assert_eq!(batch.square_roots, 32 * single.square_roots);
    assert!(100 * total(batch) <= 109 * 32 * total(single), "{batch:?}");
}
