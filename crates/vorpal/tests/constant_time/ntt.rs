//! Tests that transforms run in constant time, on compiled code (`vorpal_trace`).

use std::hint::black_box;
use std::sync::LazyLock;

use vorpal_fields::Field;
use vorpal_fields::primes::Bn254Scalar;
use vorpal_fields::subtle::Choice;
use vorpal_limbs::taint;
use vorpal_ntt::{Domain, Order, divide_by_vanishing, evaluate_at, multiply};
use vorpal_trace::{Check, Leak};

#[test]
fn transforms_are_constant_time() {
    vorpal_trace::check(&Check {
        test: "ntt::transforms_are_constant_time",
        built: taint::built,
        in_use: taint::in_use,
        prepare: || {
            LazyLock::force(&DOMAINS);
        },
        operations,
        on_processor: operations,
        leaks: &[Leak { name: "Lagrange polynomials at a secret point", backend: "auto", run: leak }],
    });
}

/// Elements of which every bit may be secret.
fn secrets<F: Field>(length: usize) -> Vec<F> {
    let mut word = [black_box(1u64)];
    taint::secret(&mut word);
    let bit = Choice::from(word[0].to_le_bytes()[0]);
    (0..length as u64).map(|i| F::conditional_select(&F::from(i), &-F::ONE, bit)).collect()
}

fn leak() {
    black_box(DOMAINS[1].lagrange_vartime(&secrets(1)[0]));
}

/// Domains of few elements, and a tile. They are public.
static DOMAINS: LazyLock<[Domain<Bn254Scalar>; 3]> = LazyLock::new(|| {
    let shift = Bn254Scalar::from(5);
    [Domain::new(8), Domain::coset(8, shift), Domain::coset(256, shift)]
        .map(|domain| domain.expect("a domain"))
});

/// Transforms, and the operations between them.
fn operations() {
    for (domain, order) in DOMAINS.iter().zip([Order::BitReversed, Order::Natural, Order::Natural]) {
        let mut values = secrets(domain.size());
        domain.evaluate(&mut values, order).expect("the length is right");
        domain.interpolate(&mut values, order).expect("the length is right");
        black_box(values);
    }
    let mut values = secrets(8);
    DOMAINS[1].divide_values_by_vanishing(&mut values, Order::BitReversed, 4).expect("no zeros");
    black_box(evaluate_at(&values, &values[1]));
    black_box(divide_by_vanishing(&values, 3, &values[0]));
    black_box(multiply::<Bn254Scalar>(&secrets(5), &secrets(4)).expect("a domain"));
}
