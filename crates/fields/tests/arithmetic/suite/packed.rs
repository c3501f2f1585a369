//! Packed values and batches of tiny fields in four and six limbs, with every backend: every pair of elements, in every
//! lane for the smallest fields. A process chooses its backend once, so each backend has its own process.

use vorpal_fields::{Fe, Field, Modulus, PackedField, batch_invert};

use super::process::{on_every_backend, report};
use crate::primes::{Wide3, Wide13, Widest19};

fn all() {
    pairs::<Wide3, 4>(3);
    pairs::<Wide13, 4>(13);
    pairs::<Widest19, 6>(19);
}

fn pairs<M: Modulus<N>, const N: usize>(p: u64) {
    for a in 0..p {
        for first in 0..p {
            let b: Vec<u64> = (first..first + 16).map(|b| b % p).collect();
            // Sixteen neighbours at a time: with steps of five every pair still occurs, in three or four lanes.
            if p < 20 || (first + a) % 5 == 0 {
                arithmetic::<M, N>(p, a, &b);
            }
        }
    }
    batches::<M, N>(p);
}

fn arithmetic<M: Modulus<N>, const N: usize>(p: u64, a: u64, b: &[u64]) {
    type Packed<M, const N: usize> = <Fe<M, N> as Field>::Packed;
    let load = |values: &[u64]| {
        let elements: Vec<Fe<M, N>> = values.iter().map(|value| Fe::from(*value)).collect();
        Packed::<M, N>::load(&elements, |element| element)
    };
    let expect = |packed: &Packed<M, N>, value: &dyn Fn(u64) -> u64, what: &str| {
        let mut elements = [Fe::<M, N>::ZERO; 16];
        packed.store(&mut elements);
        for (element, b) in elements.iter().zip(b) {
            assert_eq!(*element, Fe::from(value(*b)), "{what}: {a}, {b} modulo {p}");
        }
    };
    let (same, other) = (load(&[a; 16]), load(b));
    let mut packed = same;
    packed.mul_assign(&other);
    expect(&packed, &|b| a * b, "product");
    packed.mul_into(&other, &same);
    expect(&packed, &|b| a * b, "product");
    packed.square_into(&other);
    expect(&packed, &|b| b * b, "square");
    packed.double();
    expect(&packed, &|b| 2 * b * b, "double");
    expect(&Packed::<M, N>::splat(&Fe::from(a)), &|_| a, "copies");
    packed.sub_into(&same, &other);
    expect(&packed, &|b| a + p - b, "difference");
    let zeros = b.iter().enumerate().fold(0, |mask, (i, b)| mask | u16::from(*b == a) << i);
    assert_eq!(packed.zero_lanes(), zeros, "zeros: {a} and {b:?} modulo {p}");
    packed.sub_assign(&same);
    expect(&packed, &|b| p - b, "difference");
    packed.add_assign(&same);
    packed.add_assign(&same);
    expect(&packed, &|b| 2 * a + p - b, "sum");
    // A long chain without products, then one.
    for _ in 0..20 {
        packed.add_assign(&other);
        packed.sub_assign(&same);
    }
    expect(&packed, &|b| 19 * b + 19 * p - 18 * a, "chain");
    packed.mul_assign(&same);
    expect(&packed, &|b| a * (19 * b + 19 * p - 18 * a), "product of a chain");
    let mut packed = other;
    packed.negate_lanes(0xffff);
    expect(&packed, &|b| p - b, "negative");
    packed.assign_lanes(&same, 0xffff);
    expect(&packed, &|_| a, "selection");
    let mut packed = other;
    packed.invert_vartime();
    packed.mul_assign(&other);
    expect(&packed, &|b| u64::from(b != 0), "inverse");

    let elements: Vec<Fe<M, N>> = b.iter().map(|value| Fe::from(*value)).collect();
    let mut raw = other;
    raw.read_raw(&elements, |element| element);
    raw.scale_raw();
    raw.unscale_raw();
    let mut stored = [Fe::ZERO; 16];
    raw.store_raw(&mut stored, |element| element);
    assert_eq!(elements, stored, "raw");
}

fn batches<M: Modulus<N>, const N: usize>(p: u64) {
    let values: Vec<Fe<M, N>> = (0..3 * p + 70).map(Fe::from).collect();
    let mut inverses = values.clone();
    batch_invert(&mut inverses);
    let mut roots = vec![None; values.len()];
    Fe::sqrt_batch_vartime(&values, &mut roots);
    for (value, (inverse, root)) in values.iter().zip(inverses.into_iter().zip(roots)) {
        assert_eq!(*value * inverse, if *value == Fe::ZERO { Fe::ZERO } else { Fe::ONE });
        assert_eq!(inverse, value.invert().unwrap_or(Fe::ZERO));
        assert_eq!(inverse, value.invert_vartime().unwrap_or(Fe::ZERO));
        let is_square = (0..p).any(|root| Fe::from(root * root) == *value);
        assert_eq!(root.map(|root| root.square()), is_square.then_some(*value));
        assert_eq!(value.sqrt_vartime(), root);
        assert_eq!(value.legendre(), value.legendre_vartime());
        assert_eq!(value.legendre() >= 0, is_square);
        assert_eq!(value.legendre() == 0, *value == Fe::ZERO);
    }
    for a in &values {
        let mut products = vec![Fe::ZERO; values.len()];
        Fe::mul_batch(&mut products, &values, &vec![*a; values.len()]);
        assert!(products.iter().zip(&values).all(|(product, value)| *product == *value * *a));
    }
}

#[test]
#[ignore = "runs in child processes of the other test"]
fn on_this_backend() {
    all();
    report("");
}

#[test]
fn every_backend_computes_in_tiny_fields() {
    on_every_backend("suite::packed::on_this_backend");
}
