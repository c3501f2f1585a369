//! The constants of a modulus for backends with vectors.

use crate::{Montgomery, ReductionKind};

/// The largest number of 52-bit limbs that a backend with vectors supports.
pub(crate) const MAX_LIMBS_52: usize = 8;

/// A number in limbs of 52 bits, least significant first, zeros above.
pub(crate) type Limbs52 = [u64; MAX_LIMBS_52];

/// The constants of a modulus for vectors; all zero for numbers of limbs that vectors do not support.
#[derive(Clone, Copy, Debug)]
#[repr(C)] // The proofs of kernels read the constants in this order.
#[allow(dead_code, reason = "unused on targets without vectors")]
pub(crate) struct Constants {
    /// `p`.
    pub(crate) modulus: Limbs52,
    /// `2 p`.
    pub(crate) doubled: Limbs52,
    /// `2^s p`, with `2^s = S / R`.
    pub(crate) shifted: Limbs52,
    /// `rho_i = 2^(-52 i) mod p` for `i = 1, 2, ..`: a limb folds to `rho_i` times itself `i` positions above.
    pub(crate) folds: [Limbs52; MAX_LIMBS_52 - 2],
    /// `S^2 / R mod p`: multiplication by it changes the radix from `R` to `S`.
    pub(crate) to_packed: Limbs52,
    /// `R mod p`: multiplication by it changes the radix from `S` to `R`.
    pub(crate) from_packed: Limbs52,
    /// `S mod p`: the number 1 in packed representation.
    pub(crate) one: Limbs52,
    /// `S / v mod p`, where `v = 2^(-s / 2)`, so that `v^2 = R / S`.
    pub(crate) unscale: Limbs52,
    /// `-p^-1 mod 2^52`.
    pub(crate) negated_inverse: u64,
}

/// The [`Constants`] as doubles.
#[derive(Clone, Copy, Debug)]
#[repr(C)] // As for `Constants`.
#[allow(dead_code, reason = "unused on targets without vectors")]
pub(crate) struct Doubles {
    /// As [`Constants::modulus`].
    pub(crate) modulus: [f64; MAX_LIMBS_52],
    /// As [`Constants::folds`].
    pub(crate) folds: [[f64; MAX_LIMBS_52]; MAX_LIMBS_52 - 2],
    /// `-p^-1 mod 2^104`.
    pub(crate) negated_inverse: [f64; 2],
}

impl Doubles {
    pub(super) const fn new(constants: &Constants) -> Self {
        // One Newton step doubles the number of correct bits: from 52 to 104.
        let p = constants.modulus[0] as u128 | (constants.modulus[1] as u128) << 52;
        let inverse = constants.negated_inverse as u128;
        let inverse = inverse.wrapping_mul(2u128.wrapping_add(p.wrapping_mul(inverse)));
        let mut folds = [[0.0; MAX_LIMBS_52]; MAX_LIMBS_52 - 2];
        let mut i = 0;
        while i < folds.len() {
            folds[i] = doubles(&constants.folds[i]);
            i += 1;
        }
        Self {
            modulus: doubles(&constants.modulus),
            folds,
            negated_inverse: [(inverse & ((1 << 52) - 1)) as f64, ((inverse >> 52) & ((1 << 52) - 1)) as f64],
        }
    }
}

/// The limbs as doubles: exact, since limbs are below `2^52`.
const fn doubles(limbs: &Limbs52) -> [f64; MAX_LIMBS_52] {
    let mut doubles = [0.0; MAX_LIMBS_52];
    let mut i = 0;
    while i < MAX_LIMBS_52 {
        doubles[i] = limbs[i] as f64;
        i += 1;
    }
    doubles
}

impl Constants {
    pub(super) const fn new<const N: usize>(ring: &Montgomery<N>) -> Self {
        const ZEROS: Limbs52 = [0; MAX_LIMBS_52];
        let mut constants = Self {
            modulus: ZEROS,
            doubled: ZEROS,
            shifted: ZEROS,
            folds: [ZEROS; MAX_LIMBS_52 - 2],
            to_packed: ZEROS,
            from_packed: ZEROS,
            one: ZEROS,
            unscale: ZEROS,
            negated_inverse: ring.negated_inverse() & ((1 << 52) - 1),
        };
        let Some(limbs) = limbs_52(N) else { return constants };
        let shift = 52 * limbs - 64 * N;
        constants.modulus = split(ring.modulus(), 0);
        constants.doubled = split(ring.modulus(), 1);
        constants.shifted = split(ring.modulus(), shift);
        constants.from_packed = split(ring.one(), 0);
        // R, doubled s times, is S; s times more, S^2 / R.
        let mut power = *ring.one();
        let mut i = 0;
        while i < 2 * shift {
            power = ring.add_constant_vartime(&power, &power);
            i += 1;
            if i == shift {
                constants.one = split(&power, 0);
            } else if i == shift + shift / 2 {
                constants.unscale = split(&power, 0);
            }
        }
        constants.to_packed = split(&power, 0);
        power = crate::words::from_word(1);
        i = 0;
        while i < limbs - 2 {
            power = ring.divide_by_power_of_two(&power, 52);
            constants.folds[i] = split(&power, 0);
            i += 1;
        }
        constants
    }
}

/// The constants of a prime `2^256 - c` for 52-bit multipliers with the radix 1, besides those [`Constants`] that do
/// not depend on the radix.
#[derive(Clone, Copy, Debug)]
#[repr(C)] // As for `Constants`.
#[allow(dead_code, reason = "unused on targets without vectors")]
pub(crate) struct PseudoMersenne {
    /// Below `2^48`, so that `16 c`, to which `2^260` folds, has one limb.
    pub(crate) c: u64,
    /// `R^-1 mod p`: multiplication by it changes the radix from `R` to 1.
    pub(crate) to_packed: Limbs52,
    /// `2^-128 mod p`: `1 / v`, where `v^2 = R`.
    pub(crate) unscale: Limbs52,
    /// `c` and `16 c` as doubles.
    pub(crate) doubles: [f64; 2],
}

impl PseudoMersenne {
    /// Returns `None` if the modulus has another form.
    pub(super) const fn new<const N: usize>(ring: &Montgomery<N>) -> Option<Self> {
        let c = ring.modulus()[0].wrapping_neg();
        if N != 4 || !matches!(ring.reduction_kind(), ReductionKind::PseudoMersenne) || c >= 1 << 48 {
            return None;
        }
        // 2^0, 2^-64, .., 2^-256.
        let mut powers = [crate::words::from_word(1); 5];
        let mut i = 0;
        while i < 4 {
            powers[i + 1] = ring.divide_by_power_of_two(&powers[i], 64);
            i += 1;
        }
        Some(Self {
            c,
            to_packed: split(&powers[4], 0),
            unscale: split(&powers[2], 0),
            doubles: [c as f64, (16 * c) as f64],
        })
    }
}

/// The constants of a modulus whose packed values have signed words: see `backend::lanes::signed`.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code, reason = "unused on targets without vectors")]
pub(crate) struct SignedConstants {
    /// At most `1 / (d + 1)`, where `d` is the top limb of `p` without the [unused bits](Self::unused_bits).
    pub(crate) reciprocal: f64,
}

#[allow(dead_code, reason = "unused on targets without vectors")]
impl SignedConstants {
    /// Returns `None` unless the bounds hold: `32 p <= S (1 - 2^-48)`, so that a product of a factor below `32 p` and
    /// of one below `p` is reduced below `2 p`, and `d >= 2^10`.
    pub(super) const fn new<const N: usize>(ring: &Montgomery<N>, constants: &Constants) -> Option<Self> {
        let Some(limbs) = limbs_52(N) else { return None };
        let top = constants.modulus[limbs - 1] >> Self::unused_bits(limbs);
        if N == 4 && ring.modulus()[N - 1] >= (1 << 63) - (1 << 15) || top < 1 << 10 {
            return None;
        }
        let nearest = 1.0 / (top + 1) as f64;
        Some(Self { reciprocal: f64::from_bits(nearest.to_bits() - 1) })
    }

    /// The number of low bits of the top limb that a quotient does not need. Without them, it is below `2^52` for
    /// numbers below `65 p`.
    pub(crate) const fn unused_bits(limbs: usize) -> usize {
        if limbs == 5 { 2 } else { 0 }
    }
}

/// The number `L` of 52-bit limbs for each `N` that vectors support.
pub(crate) const fn limbs_52(n: usize) -> Option<usize> {
    match n {
        4 => Some(5),
        6 => Some(8),
        _ => None,
    }
}

/// `2^shift a` in limbs of 52 bits. `shift < 52`.
const fn split<const N: usize>(a: &[u64; N], shift: usize) -> Limbs52 {
    let mut limbs = [0; MAX_LIMBS_52];
    limbs[0] = crate::words::bits_at(a, 0, 52 - shift) << shift;
    let mut i = 1;
    while i < MAX_LIMBS_52 {
        limbs[i] = crate::words::bits_at(a, 52 * i - shift, 52);
        i += 1;
    }
    limbs
}
