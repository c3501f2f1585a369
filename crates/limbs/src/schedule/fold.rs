//! The constants of folds: `rho_k = r^-k mod p` and `q_k = -p^-1 mod r^k`.

use super::{MAX_LIMBS, Natural};
use crate::words::{mac, negated_inverse};

/// The constants of folds of every width, for one modulus.
///
/// Both follow from rounds on the number 1. Round `i` adds `m_i p r^i` to clear limb `i`. After `k` of them the number
/// is `1 + p q` with `q = m_0 + ... + m_(k-1) r^(k-1) < r^k`, a multiple of `r^k`. So `q = -p^-1 mod r^k`, which is
/// `q_k`, and `(1 + p q_k) / r^k` is congruent to `r^-k`. It is at most `(1 + p r^k - p) / r^k < p` for `p > 1`, so it
/// is equal to `rho_k`. Hence
///
/// ```text
/// r^k rho_k = 1 + p q_k                                                                     (1)
/// ```
///
/// The number of limbs is no parameter of the type, so the code is compiled once for all numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Folds {
    /// `rho_0` to `rho_N`.
    rho: [[u64; MAX_LIMBS]; MAX_LIMBS + 1],
    /// `q_N`, whose lowest `k` limbs are `q_k`.
    q: [u64; MAX_LIMBS],
}

impl Folds {
    /// Computes the constants of an odd modulus above 1 with at most [`MAX_LIMBS`] limbs.
    ///
    /// # Panics
    /// If the modulus is even or 1.
    pub(super) const fn new(modulus: &[u64]) -> Self {
        let limbs = modulus.len();
        assert!(limbs > 0 && modulus[0] & 1 == 1, "the modulus is odd");
        assert!(crate::words::bit_length_vartime(modulus) > 1, "the modulus is at least 3");
        let negated_inverse = negated_inverse(modulus[0]);
        let mut folds = Self { rho: [[0; MAX_LIMBS]; MAX_LIMBS + 1], q: [0; MAX_LIMBS] };
        let mut power: [u64; MAX_LIMBS] = crate::words::from_word(1);
        let mut k = 0;
        while k < limbs {
            folds.rho[k] = power;
            let m = power[0].wrapping_mul(negated_inverse);
            let (_, mut carry) = mac(power[0], m, modulus[0], 0);
            let mut j = 1;
            while j < limbs {
                (power[j - 1], carry) = mac(power[j], m, modulus[j], carry);
                j += 1;
            }
            power[limbs - 1] = carry;
            folds.q[k] = m;
            k += 1;
        }
        folds.rho[limbs] = power;
        folds
    }

    /// `rho_k` for a modulus of `N` limbs, for `k <= N`.
    pub(super) const fn rho<const N: usize>(&self, k: usize) -> [u64; N] {
        let mut rho = [0; N];
        rho.copy_from_slice(self.rho[k].split_at(N).0);
        rho
    }

    /// `q_k`, for `k <= N`.
    pub(super) const fn q(&self, k: usize) -> Natural {
        Natural::from_limbs(&self.q).low_bits(64 * k)
    }
}
