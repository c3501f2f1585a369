//! Tests that powers of the target group run in constant time, on compiled code (`vorpal_trace`).

use std::hint::black_box;
use std::sync::LazyLock;

use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::Field;
use vorpal_fields::subtle::Choice;
use vorpal_limbs::fault::{Fault, PLANTED, wake};
use vorpal_limbs::taint;
use vorpal_pairing::bls12_377::Bls12_377;
use vorpal_pairing::bls12_381::Bls12_381;
use vorpal_pairing::bn254::Bn254;
use vorpal_pairing::{Engine, Gt, pairing_vartime};
use vorpal_trace::{Check, Leak};

#[test]
fn powers_are_constant_time() {
    vorpal_trace::check(&Check {
        test: "pairing::powers_are_constant_time",
        built: taint::built,
        in_use: taint::in_use,
        prepare: || {
            LazyLock::force(&BASES);
        },
        operations,
        // The towers have the same code; the tests of `fields` observe the kernels of four and of six limbs.
        on_processor: || power(&BASES.bn254),
        // A build without faults contains only the leak of this test.
        leaks: if PLANTED { &LEAKS } else { &LEAKS[..1] },
    });
}

/// Public elements, which are not computed under observation.
struct Bases {
    bls12_381: Gt<Bls12_381, 6>,
    bls12_377: Gt<Bls12_377, 6>,
    bn254: Gt<Bn254, 4>,
}

static BASES: LazyLock<Bases> = LazyLock::new(|| Bases {
    bls12_381: pairing_vartime(&Affine::GENERATOR, &Affine::GENERATOR),
    bls12_377: pairing_vartime(&Affine::GENERATOR, &Affine::GENERATOR),
    bn254: pairing_vartime(&Affine::GENERATOR, &Affine::GENERATOR),
});

/// A power in variable time, and the look-up in the table of a power.
const LEAKS: [Leak; 2] = [
    Leak { name: "power in variable time", backend: "auto", run: leak },
    Leak {
        name: "lookup",
        backend: "auto",
        run: || {
            wake(Fault::Lookup);
            operations();
        },
    },
];

/// A scalar of which every bit may be secret.
fn secret_scalar<F: Field>() -> F {
    let mut word = [black_box(1u64)];
    taint::secret(&mut word);
    let bit = Choice::from(word[0].to_le_bytes()[0]);
    F::conditional_select(&F::from(black_box(12345)), &-F::ONE, bit)
}

fn leak() {
    black_box(BASES.bn254.pow_vartime(&secret_scalar()));
}

fn operations() {
    power(&BASES.bls12_381);
    power(&BASES.bls12_377);
    power(&BASES.bn254);
}

/// A secret power of a secret power of a public element.
fn power<E: Engine<N>, const N: usize>(base: &Gt<E, N>) {
    let secret = base.pow(&secret_scalar());
    black_box(secret.pow(&secret_scalar()));
    black_box((secret.inverse(), secret.square() * secret));
}
