//! Textbook secp256k1 (SEC 2, version 2, section 2.4.1) and ECDSA on it (SEC 1, version 2, section 4.1).

use std::sync::OnceLock;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::big::{hex, invert, legendre};
use crate::weierstrass::{Curve, Point};

/// The curve `y^2 = x^3 + 7` modulo `2^256 - 2^32 - 977`.
pub fn curve() -> Curve {
    let p = hex("0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
    Curve { p, a: 0u8.into(), b: 7u8.into() }
}

/// The order of the group, which is prime.
pub fn order() -> BigUint {
    hex("0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
}

/// The generator.
pub fn generator() -> Point {
    Some((
        hex("0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
        hex("0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
    ))
}

/// `scalar G`, for the generator `G` and a scalar of at most 256 bits, as the sum of multiples `2^i G`.
///
/// # Panics
/// If the scalar has more than 256 bits.
pub fn multiple(scalar: &BigUint) -> Point {
    static DOUBLES: OnceLock<Vec<Point>> = OnceLock::new();
    let curve = curve();
    let doubles = DOUBLES.get_or_init(|| {
        let next = |point: &Point| Some(curve.add(point, point));
        std::iter::successors(Some(generator()), next).take(256).collect()
    });
    assert!(scalar.bits() <= 256, "{scalar} has more than 256 bits");
    let at_bits = (0..scalar.bits()).zip(doubles).filter(|(bit, _)| scalar.bit(*bit));
    curve.sum(at_bits.map(|(_, double)| double))
}

/// The point with this `x` and this parity of `y`, or `None` if there is none.
pub fn lift_x(x: &BigUint, y_is_odd: bool) -> Point {
    let curve = curve();
    let square = (x * x * x + &curve.b) % &curve.p;
    if *x >= curve.p || legendre(&square, &curve.p) < 0 {
        return None;
    }
    // p = 3 mod 4.
    let y = square.modpow(&((&curve.p + 1u8) >> 2), &curve.p);
    Some((x.clone(), if y.bit(0) == y_is_odd { y } else { curve.p - y }))
}

/// The 32 big-endian bytes of a number.
///
/// # Panics
/// If the number has more than 256 bits.
pub fn bytes(value: &BigUint) -> [u8; 32] {
    let digits = value.to_bytes_be();
    assert!(digits.len() <= 32, "{value} has more than 256 bits");
    let mut bytes = [0; 32];
    bytes[32 - digits.len()..].copy_from_slice(&digits);
    bytes
}

/// The number of big-endian bytes.
pub fn number(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}

/// A signature `(r, s)` with the recovery identifier of `k G`: bit 0 is the parity of `y`, bit 1 is set if `x = r + n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// `x(k G) mod n`.
    pub r: BigUint,
    /// `(z + r d) / k`.
    pub s: BigUint,
    /// 0, 1, 2 or 3.
    pub recovery_id: u8,
}

impl Signature {
    /// The signature with the lower `s`: this one or `(r, n - s)`.
    #[must_use]
    pub fn low(self) -> Self {
        let opposite = order() - &self.s;
        if self.s <= opposite {
            self
        } else {
            Self { s: opposite, recovery_id: self.recovery_id ^ 1, ..self }
        }
    }
}

/// Signs `z` with the secret `d` and the nonce `k`. `None` if `k G` is infinity, or `r` or `s` is zero.
pub fn sign(d: &BigUint, k: &BigUint, z: &BigUint) -> Option<Signature> {
    let n = order();
    let (x, y) = multiple(k)?;
    let r = &x % &n;
    let s = invert(k, &n) * (z + &r * d) % &n;
    let recovery_id = u8::from(y.bit(0)) | (u8::from(x >= n) << 1);
    (!r.is_zero() && !s.is_zero()).then_some(Signature { r, s, recovery_id })
}

/// Whether `(r, s)` is a valid signature of `z` under the key.
pub fn verify(key: &Point, z: &BigUint, r: &BigUint, s: &BigUint) -> bool {
    let (curve, n) = (curve(), order());
    if r.is_zero() || s.is_zero() || *r >= n || *s >= n {
        return false;
    }
    let inverse = invert(s, &n);
    let (u1, u2) = (z * &inverse % &n, r * &inverse % &n);
    let sum = curve.add(&multiple(&u1), &curve.mul(key, &u2));
    sum.is_some_and(|(x, _)| x % n == *r)
}
