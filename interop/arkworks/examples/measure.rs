//! Measures functions and fields on BN254 beside arkworks and beside Vorpal without conversions.
//!
//! `cargo run --release -p vorpal-arkworks --example measure` runs them on one thread. Methods of a group take turns on
//! the same input, and a figure is the lower decile of all turns in microseconds.

use std::hint::black_box;
use std::time::Instant;

use ark_bn254::{Bn254, Fq, Fr, G1Affine, G1Projective, G2Affine, G2Projective};
use ark_ec::pairing::Pairing;
use ark_ec::{CurveGroup, VariableBaseMSM};
use ark_ff::{Field, UniformRand};
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use vorpal_arkworks::convert::to_vorpal;
use vorpal_arkworks::fields::Bn254Base;
use vorpal_arkworks::functions;
use vorpal_curves::models::weierstrass::Subgroup;
use vorpal_ntt::Order;

type Method<'a> = (&'static str, Box<dyn FnMut() + 'a>);

fn main() {
    // One thread: the one that calls.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| {
        for log in [8, 12, 16] {
            sums(1 << log);
        }
        transforms(1 << 16);
        pairings();
        inversions(1 << 12);
        chains();
    });
}

/// Runs the methods in turns and prints their lower deciles.
fn measure(subject: &str, rounds: usize, mut methods: Vec<Method<'_>>) {
    let mut times = vec![Vec::new(); methods.len()];
    for _ in 0..rounds {
        for ((_, method), times) in methods.iter_mut().zip(&mut times) {
            let start = Instant::now();
            method();
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    println!("{subject}");
    for ((name, _), times) in methods.iter().zip(&mut times) {
        times.sort_by(f64::total_cmp);
        println!("  {:<30} {:>12.3} us", name, times[times.len() / 10]);
    }
}

fn random<T: UniformRand>(number: usize) -> Vec<T> {
    let mut random = ark_std::test_rng();
    (0..number).map(|_| T::rand(&mut random)).collect()
}

fn sums(terms: usize) {
    let bases: Vec<G1Affine> = G1Projective::normalize_batch(&random(terms));
    let scalars: Vec<Fr> = random(terms);
    let (points, elements) = (Subgroup::of_prime_order(to_vorpal(&bases)), to_vorpal(&scalars));
    let rounds = ((1 << 21) / terms).clamp(21, 2000);
    let mut unconverted = || {
        let _ = black_box(vorpal_msm::msm_vartime(&points, &elements));
    };
    let mut ours = || {
        let _ = black_box(functions::msm_unchecked(&bases, &scalars));
    };
    let mut theirs = || {
        let _ = black_box(G1Projective::msm_unchecked(&bases, &scalars));
    };
    let methods: Vec<Method<'_>> = vec![
        ("Vorpal", Box::new(&mut unconverted)),
        ("Vorpal, over arkworks' types", Box::new(&mut ours)),
        ("arkworks", Box::new(&mut theirs)),
    ];
    measure(&format!("sum of {terms} terms in G1"), rounds, methods);
}

fn transforms(size: usize) {
    let values: Vec<Fr> = random(size);
    let (mut ours, mut theirs, mut elements) = (values.clone(), values.clone(), to_vorpal(&values));
    let domain = functions::Domain::<Fr>::new(size).expect("a power of two");
    let radix2 = Radix2EvaluationDomain::<Fr>::new(size).expect("a power of two");
    let vorpal = vorpal_ntt::Domain::new(size).expect("a power of two");
    measure(
        &format!("transform of {size} elements"),
        41,
        vec![
            (
                "Vorpal",
                Box::new(|| vorpal.evaluate(&mut elements, Order::Natural).expect("as many as points")),
            ),
            ("Vorpal, over arkworks' types", Box::new(|| domain.fft_in_place(&mut ours))),
            ("arkworks", Box::new(|| radix2.fft_in_place(&mut theirs))),
        ],
    );
}

fn pairings() {
    let p: Vec<G1Affine> = G1Projective::normalize_batch(&random(4));
    let q: Vec<G2Affine> = G2Projective::normalize_batch(&random(4));
    measure(
        "product of 4 pairings",
        201,
        vec![
            (
                "Vorpal, over arkworks' types",
                Box::new(|| {
                    let _ =
                        black_box(functions::multi_pairing::<Bn254>(p.iter().copied(), q.iter().copied()));
                }),
            ),
            (
                "arkworks",
                Box::new(|| {
                    let _ = black_box(Bn254::multi_pairing(&p, &q));
                }),
            ),
        ],
    );
}

fn inversions(number: usize) {
    let values: Vec<Fq> = random(number);
    let (mut ours, mut theirs, mut elements) = (values.clone(), values.clone(), to_vorpal(&values));
    measure(
        &format!("inversion of {number} elements"),
        201,
        vec![
            ("Vorpal", Box::new(|| vorpal_fields::batch_invert(&mut elements))),
            ("Vorpal, over arkworks' types", Box::new(|| functions::batch_inversion(&mut ours))),
            ("arkworks", Box::new(|| ark_ff::batch_inversion(&mut theirs))),
        ],
    );
}

/// Thousand dependent operations.
fn chain<F: Field>(step: impl Fn(F, F) -> F + 'static) -> Box<dyn FnMut()> {
    let factor = random::<F>(1)[0];
    let mut value = factor;
    Box::new(move || {
        for _ in 0..1000 {
            value = step(value, factor);
        }
        black_box(value);
    })
}

fn chains() {
    let rounds = 2001;
    measure(
        "1000 products",
        rounds,
        vec![("Vorpal's field", chain::<Bn254Base>(|a, b| a * b)), ("arkworks'", chain::<Fq>(|a, b| a * b))],
    );
    measure(
        "1000 squares",
        rounds,
        vec![
            ("Vorpal's field", chain::<Bn254Base>(|a, _| a.square())),
            ("arkworks'", chain::<Fq>(|a, _| a.square())),
        ],
    );
    measure(
        "1000 sums",
        rounds,
        vec![("Vorpal's field", chain::<Bn254Base>(|a, b| a + b)), ("arkworks'", chain::<Fq>(|a, b| a + b))],
    );
    measure(
        "1000 sums of 2 products",
        rounds,
        vec![
            ("Vorpal's field", chain::<Bn254Base>(|a, b| Field::sum_of_products(&[a, b], &[b, a]))),
            ("arkworks'", chain::<Fq>(|a, b| Field::sum_of_products(&[a, b], &[b, a]))),
        ],
    );
    measure(
        "1000 inverses",
        101,
        vec![
            ("Vorpal's field", chain::<Bn254Base>(|a, b| (a + b).inverse().expect("not zero"))),
            ("arkworks'", chain::<Fq>(|a, b| (a + b).inverse().expect("not zero"))),
        ],
    );
}
