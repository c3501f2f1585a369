//! Pairings against a textbook on big integers, their laws, membership from the end of Miller loops, and exhaustive
//! tests on tiny curves.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod cache;
mod costs;
mod laws;
mod membership;
mod named;
mod numbers;
mod target_group;
mod textbook;
mod tiny;

use vorpal_curves::models::weierstrass::{Affine, Jacobian};
use vorpal_pairing::Engine;

/// The multiple of G1's generator.
fn left<E: Engine<N>, const N: usize>(multiple: u64) -> Affine<E::G1> {
    Jacobian::<E::G1>::GENERATOR.mul_limbs_vartime(&[multiple]).to_affine()
}

/// The multiple of G2's generator.
fn right<E: Engine<N>, const N: usize>(multiple: u64) -> Affine<E::G2> {
    Jacobian::<E::G2>::GENERATOR.mul_limbs_vartime(&[multiple]).to_affine()
}

/// Runs tests for each pairing.
macro_rules! for_each_pairing {
    ($($module:ident::$test:ident as $name:ident),+ $(,)?) => {$(
        #[test]
        fn $name() {
            $module::$test::<vorpal_pairing::bls12_381::Bls12_381, 6>();
            $module::$test::<vorpal_pairing::bls12_377::Bls12_377, 6>();
            $module::$test::<vorpal_pairing::bn254::Bn254, 4>();
        }
    )+};
}

for_each_pairing! {
    textbook::values as textbook_values,
    laws::bilinear as bilinear,
    laws::products as products,
    laws::target_group as target_group,
    laws::prepared as prepared,
    cache::order_of_use as cached_lines,
    target_group::powers as powers,
    target_group::products as products_of_powers,
    target_group::hashes as hashes,
    target_group::encodings as encodings,
    membership::of_points_of_all_orders as membership_from_the_loop,
    membership::of_points_of_g1 as membership_in_g1,
    membership::of_points_of_g2_at_every_index as membership_in_g2_at_every_index,
    numbers::identities as identities,
}
