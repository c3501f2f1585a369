//! Numbers of multiplications in `Fp`, squarings included, of a map and of hashing a message.

use sha2::Sha256;
use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal_curves::hashing::{HashableCurve, Hasher, Xmd, map_to_curve_vartime};
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

#[test]
fn of_bls12_381() {
    let [map, constant, public] = counts::<Bls12_381G1>();
    println!("{map:?} {constant:?} {public:?}");
    let [map, constant, public] = counts::<Bls12_381G2>();
    println!("{map:?} {constant:?} {public:?}");
    let _ = total(map) + total(constant) + total(public);
}
