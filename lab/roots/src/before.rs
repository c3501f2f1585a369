//! Square roots without tables, as gnark-crypto computed them before 2026: a power, a test whether there is a root, and
//! the method of Tonelli and Shanks (H. Cohen, "A Course in Computational Algebraic Number Theory", 1993, algorithm
//! 1.5.1).

use vorpal_fields::Modulus;
use vorpal_fields::primes::{Bls12_381Scalar as F, Bls12_381ScalarModulus};
use vorpal_limbs::count::{Counts, on_this_thread};

use crate::method::{Method, add, time};

/// The counts and the time of the method.
pub(crate) fn method(squares: &[F]) -> Result<Method, String> {
    let (mut power, mut test, mut rest) = (Counts::default(), Counts::default(), Counts::default());
    for square in squares {
        let (w, counts) = on_this_thread(|| self::power(square));
        add(&mut power, &counts);
        let ((y, b), counts) = on_this_thread(|| products(square, &w));
        add(&mut rest, &counts);
        let (has_root, counts) = on_this_thread(|| has_root(&b));
        add(&mut test, &counts);
        let (root, counts) = on_this_thread(|| search(y, b));
        add(&mut rest, &counts);
        if !has_root || root.square() != *square {
            return Err(format!("without tables: no root of {square:?}"));
        }
    }
    let root = |value: &F| {
        let (y, b) = products(value, &self::power(value));
        has_root(&b).then(|| search(y, b))
    };
    Ok(Method { name: "without tables".to_owned(), bytes: 0, power, test, rest, ns: time(squares, root) })
}

/// `a^((t - 1) / 2)` by the chain of the prime's file.
pub(crate) fn power(a: &F) -> F {
    let mut values = Vec::with_capacity(1 + Bls12_381ScalarModulus::ROOT_CHAIN.len());
    values.push(*a);
    for (from, squarings, by) in Bls12_381ScalarModulus::ROOT_CHAIN {
        let mut value = values[usize::from(*from)];
        for _ in 0..*squarings {
            value = value.square();
        }
        if let Some(by) = by {
            value *= values[usize::from(*by)];
        }
        values.push(value);
    }
    *values.last().expect("a chain has links")
}

/// `y = a w` and `b = a w^2 = a^t`.
fn products(a: &F, w: &F) -> (F, F) {
    let y = *a * *w;
    (y, y * *w)
}

/// Whether `a` is a square: `a^((p - 1) / 2) = b^(2^(s - 1))` is 1.
fn has_root(b: &F) -> bool {
    let mut power = *b;
    for _ in 1..F::TWO_ADICITY {
        power = power.square();
    }
    power == F::ONE
}

/// Makes `b` 1 and `y` the root, with `y^2 = a b` throughout. `g` has order `2^r`, and that of `b` is `2^m < 2^r`.
fn search(mut y: F, mut b: F) -> F {
    let (mut g, mut r) = (F::ROOT_OF_UNITY, F::TWO_ADICITY);
    loop {
        let (mut m, mut power) = (0, b);
        while power != F::ONE {
            power = power.square();
            m += 1;
        }
        if m == 0 {
            return y;
        }
        let mut t = g;
        for _ in 0..r - m - 1 {
            t = t.square();
        }
        g = t.square();
        y *= t;
        b *= g;
        r = m;
    }
}
