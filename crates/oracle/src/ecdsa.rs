//! Textbook ECDSA (SEC 1, version 2, section 4.1) on any curve of prime order.

use num_bigint::BigUint;
use num_traits::Zero;

use crate::big::invert;
use crate::weierstrass::{Curve, Point};

/// A curve of prime order with a generator.
#[derive(Clone, Debug)]
pub struct Group {
    /// The curve.
    pub curve: Curve,
    /// The number of points, which is prime.
    pub order: BigUint,
    /// The generator.
    pub generator: Point,
}

impl Group {
    /// `scalar G`.
    pub fn multiple(&self, scalar: &BigUint) -> Point {
        self.curve.mul(&self.generator, scalar)
    }

    /// The signature `(r, s)` of `z` with the secret `d` and the nonce `k`. `None` if `k G` is infinity, or `r` or `s`
    /// is zero.
    pub fn sign(&self, d: &BigUint, k: &BigUint, z: &BigUint) -> Option<(BigUint, BigUint)> {
        let n = &self.order;
        let (x, _) = self.multiple(k)?;
        let r = x % n;
        let s = invert(k, n) * (z + &r * d) % n;
        (!r.is_zero() && !s.is_zero()).then_some((r, s))
    }

    /// Whether `(r, s)` is a valid signature of `z` under the key.
    pub fn verify(&self, key: &Point, z: &BigUint, r: &BigUint, s: &BigUint) -> bool {
        let n = &self.order;
        if r.is_zero() || s.is_zero() || r >= n || s >= n {
            return false;
        }
        let inverse = invert(s, n);
        let (u1, u2) = (z * &inverse % n, r * &inverse % n);
        let sum = self.curve.add(&self.multiple(&u1), &self.curve.mul(key, &u2));
        sum.is_some_and(|(x, _)| x % n == *r)
    }
}
