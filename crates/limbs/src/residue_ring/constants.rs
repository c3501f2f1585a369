//! The constants of a prime in residues.

use super::moduli::{BITS, MODULI, are_coprime, inverse, power, power_of_two, product, product_without};
pub(crate) use super::value::Lanes;
use super::value::{Quadratic, Residues};
use super::{LANES, MOST_PRODUCTS, MULTIPLES};
use crate::bound::Bound;
use crate::{Montgomery, words};

/// An integer below `2^448`, in `N + 1` limbs.
pub(crate) type Number = [u64; 7];

/// What a base needs to reduce its lanes. Lanes without a modulus hold zeros.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Base {
    /// `m`.
    pub(crate) moduli: Lanes,
    /// `-m^-1 mod 2^52`.
    pub(crate) negated_inverses: Lanes,
    /// In words of 52 bits: what makes `sum(a0 b0) - q sum(a1 b1)` positive.
    pub(crate) offset: [Lanes; 2],
}

/// The constants of an odd `p < 2^(64 N)` and of a small `q` with `u^2 = -q`, for `N` of four and six.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct ResidueRing<const N: usize> {
    pub(crate) bases: [Base; 2],
    /// The factors `s_i` of the lanes of the first base, modulo `m_i`.
    pub(crate) scales: Lanes,
    /// Of a lane's sum, by words: `(M' / n_j) M^-1 mod n_j`, and `2^52` times that.
    pub(crate) kept: [Lanes; 2],
    /// Row `i`: `+-p / m_i` as digits, `+-p m_i^-1 (M' / n_j)^-1 mod n_j`, with the sign of `s_i`.
    pub(crate) forward: [Lanes; LANES],
    /// Row `j`: `s_i M' / n_j mod m_i`.
    pub(crate) backward: [Lanes; LANES],
    /// `-s_i M' mod m_i`, below `m_i / 2`.
    pub(crate) excess: Lanes,
    /// Row `k`: `2^(52 k)` in both bases, as lanes are.
    pub(crate) powers: [[Lanes; 2]; LANES],
    /// `M^2 / R mod p`: a product by it changes the radix from `R` to `M`.
    pub(crate) from_montgomery: Quadratic,
    /// `R mod p`: a product by it changes the radix from `M` to `R`.
    pub(crate) to_montgomery: Quadratic,
    /// Row `j`: `M' / n_j`.
    pub(crate) cofactors: [Number; LANES],
    /// `M'`.
    pub(crate) product: Number,
    /// `p`.
    pub(crate) p: [u64; N],
    /// `q`.
    pub(crate) q: u64,
    /// The largest bound `K` of a sum of products: `|x| < K p^2`.
    pub(crate) largest: u64,
}

/// The number `L` of moduli in a base: `2^(BITS L)` exceeds `2^(64 N)`. 0 for other numbers of limbs, which have no
/// residues.
pub(crate) const fn moduli_of(n: usize) -> usize {
    match n {
        4 => 6,
        6 => 8,
        _ => 0,
    }
}

impl<const N: usize> ResidueRing<N> {
    /// The constants of the modulus of a ring, for sums of products below `largest p^2`, with `u^2 = -q`.
    ///
    /// `None` unless `N` is four or six, `q` is below 16, the bound is one that reductions take (the module's
    /// `K p <= (7 - 2^-26) M`), and `p` is coprime to all moduli: small primes may divide them.
    pub const fn new(ring: &Montgomery<N>, q: u64, largest: u64) -> Option<Self> {
        let (p, count) = (*ring.modulus(), moduli_of(N));
        if count == 0 || q >= 16 || !allows(&p, largest) {
            return None;
        }
        let [a, b] = &MODULI;
        const ZEROS: Lanes = [0; LANES];
        const BASE: Base = Base { moduli: ZEROS, negated_inverses: ZEROS, offset: [ZEROS; 2] };
        let mut ring_of_residues = Self {
            bases: [BASE; 2],
            scales: ZEROS,
            kept: [ZEROS; 2],
            forward: [ZEROS; LANES],
            backward: [ZEROS; LANES],
            excess: ZEROS,
            powers: [[ZEROS; 2]; LANES],
            from_montgomery: Quadratic::ZERO,
            to_montgomery: Quadratic::ZERO,
            cofactors: [[0; 7]; LANES],
            product: number(b, count, LANES),
            p,
            q,
            largest,
        };
        let c = &mut ring_of_residues;
        let (mut lane, mut signs) = (0, [false; LANES]);
        while lane < count {
            let (m, n) = (a[lane], b[lane]);
            c.bases[0].moduli[lane] = m;
            c.bases[1].moduli[lane] = n;
            c.bases[0].negated_inverses[lane] = negated_inverse(m);
            c.bases[1].negated_inverses[lane] = negated_inverse(n);
            // Every reduction of a lane divides by 2^52.
            let (radix_m, radix_n) = (power_of_two(52, m), power_of_two(52, n));

            let p_m = remainder(&p, m);
            if !are_coprime(p_m, m) || !are_coprime(remainder(&p, n), n) {
                return None;
            }
            let mut base = 0;
            while base < 2 {
                let [low, high] = offset(c.bases[base].moduli[lane], MULTIPLES[base], q);
                c.bases[base].offset[0][lane] = low;
                c.bases[base].offset[1][lane] = high;
                base += 1;
            }
            // The square of the scale, with a sign: 2^52 times the factor that makes digits of q.
            let digit = inverse(product(p_m, product_without(a, count, lane, m), m), m);
            let (mut scale, is_negative) = root(product(m - digit, radix_m, m), m);
            let excess = product(m - product_without(b, count, LANES, m), radix_m, m);
            // `scale` and `m - scale` are roots. The excess of one of them is at most `m / 2`.
            if product(excess, scale, m) > m / 2 {
                scale = m - scale;
            }
            c.scales[lane] = scale;
            c.excess[lane] = product(excess, scale, m);
            let scaled_radix = product(scale, radix_m, m);

            // The lane's product is that of two digits, each with a factor (M' / n)^-1.
            let cofactor = product_without(b, count, lane, n);
            let kept = product(cofactor, inverse(product_without(a, count, LANES, n), n), n);
            c.kept[0][lane] = product(kept, radix_n, n);
            c.kept[1][lane] = product(c.kept[0][lane], radix_n, n);

            let p_n = product(remainder(&p, n), product(inverse(cofactor, n), radix_n, n), n);
            let mut row = 0;
            while row < count {
                c.forward[row][lane] = product(p_n, inverse(a[row], n), n);
                c.backward[row][lane] = product(product_without(b, count, row, m), scaled_radix, m);
                row += 1;
            }
            let (mut power_m, mut power_n) = (scaled_radix, product(inverse(cofactor, n), radix_n, n));
            let mut k = 0;
            while k < LANES {
                c.powers[k][0][lane] = power_m;
                c.powers[k][1][lane] = power_n;
                power_m = product(power_m, radix_m, m);
                power_n = product(power_n, radix_n, n);
                k += 1;
            }
            c.cofactors[lane] = number(b, count, lane);
            signs[lane] = is_negative;
            lane += 1;
        }
        let mut row = 0;
        while row < count {
            lane = 0;
            while lane < count && signs[row] {
                c.forward[row][lane] = c.bases[1].moduli[lane] - c.forward[row][lane];
                lane += 1;
            }
            row += 1;
        }
        // Montgomery's product of M R and M R is M^2 R; of M^2 R and 1, M^2; again, M^2 / R.
        let mut radix = *ring.one();
        let mut factor = 0;
        while factor < count {
            let mut m = [0; N];
            m[0] = a[factor];
            radix = ring.mul_portable(&radix, &ring.mul_portable(&m, ring.radix_squared()));
            factor += 1;
        }
        let mut one = [0; N];
        one[0] = 1;
        let square = ring.mul_portable(&ring.mul_portable(&radix, &radix), &one);
        c.from_montgomery = c.integer_residues(&ring.mul_portable(&square, &one));
        c.to_montgomery = c.integer_residues(ring.one());
        Some(ring_of_residues)
    }

    /// The residues of an integer.
    pub(crate) const fn residues(&self, x: &[u64; N]) -> Residues {
        let (mut residues, mut lane, count) = ([[0; LANES]; 2], 0, moduli_of(N));
        let [a, b] = &MODULI;
        while lane < count {
            let (m, n) = (a[lane], b[lane]);
            residues[0][lane] = product(remainder(x, m), self.scales[lane], m);
            residues[1][lane] = product(remainder(x, n), inverse(product_without(b, count, lane, n), n), n);
            lane += 1;
        }
        residues
    }

    /// The element of an integer below `p`.
    const fn integer_residues(&self, x: &[u64; N]) -> Quadratic {
        let c0 = self.residues(x);
        Quadratic { c0, c1: [[0; LANES]; 2], sum: c0, bound: Bound::new(1) }
    }
}

/// Whether `K p <= (7 - 2^-26) M`.
pub(crate) const fn allows<const N: usize>(p: &[u64; N], k: u64) -> bool {
    // M > (2^BITS - 2^12)^L > 2^(BITS L) (1 - 2^-30), and p <= upper 2^(length - 64). Digits of q add less than 2^-26.
    let length = words::bit_length_vartime(p);
    let upper = words::bits_at(p, length.saturating_sub(64), 64) as u128 + 1;
    let shift = BITS as usize * moduli_of(N) + 64 - if length < 64 { 64 } else { length };
    // From a shift of 122 on, 7 M is above 7 * 2^58 (1 - 2^-28) p, and so above all K p.
    k < 1 << 60 && (shift > 121 || upper * k as u128 <= (7 << shift) - (7 << shift >> 28))
}

/// `-m^-1 mod 2^52`, by Newton's method.
const fn negated_inverse(m: u64) -> u64 {
    let (mut inverse, mut step) = (m, 0);
    while step < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(m.wrapping_mul(inverse)));
        step += 1;
    }
    inverse.wrapping_neg() & ((1 << 52) - 1)
}

/// The product of the first `count` moduli of a base except number `without`.
const fn number(base: &Lanes, count: usize, without: usize) -> Number {
    let (mut number, mut i) = ([0; 7], 0);
    number[0] = 1;
    while i < count {
        if i != without {
            number = words::mul_word(&number, base[i]).0;
        }
        i += 1;
    }
    number
}

/// The square root of `square` or of `-square` modulo a prime `m` with the remainder 3 modulo 4, and whether it is that
/// of `-square`. Exactly one of both is a square, as -1 is none.
const fn root(square: u64, m: u64) -> (u64, bool) {
    let root = power(square, m / 4 + 1, m);
    let found = product(root, root, m);
    assert!(found == square || found == m - square, "the modulus is no prime with the remainder 3");
    (root, found != square)
}

/// `max(q, 1)` times the largest sum of products of numbers up to `most m`, in words of 52 bits.
#[allow(clippy::cast_possible_truncation, reason = "the low word is meant, and the high one is below 2^56")]
const fn offset(m: u64, most: u64, q: u64) -> [u64; 2] {
    let (q, largest) = (if q == 0 { 1 } else { q }, (most * m) as u128);
    let offset = (MOST_PRODUCTS as u64 * q) as u128 * (largest * largest);
    [offset as u64 & ((1 << 52) - 1), (offset >> 52) as u64]
}

/// `number mod m`.
#[allow(clippy::cast_possible_truncation, reason = "a remainder is smaller than the word m")]
const fn remainder<const N: usize>(number: &[u64; N], m: u64) -> u64 {
    let (mut result, mut i) = (0u128, N);
    while i > 0 {
        i -= 1;
        result = (result << 64 | number[i] as u128) % m as u128;
    }
    result as u64
}
