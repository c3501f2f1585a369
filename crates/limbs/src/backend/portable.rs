//! Plain Rust on every architecture that has nothing better.

use crate::Montgomery;

/// The best backend there is.
pub(super) fn best() -> u8 {
    super::PORTABLE
}

/// `a b R^-1 mod p`. `a < p`; `b` may be any `N` limbs.
#[inline(always)]
pub(crate) fn mul<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    ring.mul_portable(a, b)
}

/// `a + b mod p`.
#[inline(always)]
pub(crate) fn add<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    ring.add_portable(a, b)
}

/// `a - b mod p`.
#[inline(always)]
pub(crate) fn sub<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    ring.sub_portable(a, b)
}
