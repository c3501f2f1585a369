//! The sixteen moduli of the two bases.

use super::LANES;

/// The number of bits of the moduli: each is below `2^BITS` and above `2^BITS - 2^12`.
pub(crate) const BITS: u32 = 49;

/// The moduli of both bases, pairwise coprime and odd.
pub(crate) const MODULI: [[u64; LANES]; 2] = largest();

/// The largest odd numbers below `2^BITS - 64` of which those of the first base are primes with remainder 3 modulo 4,
/// and those of the second base are coprime to all larger ones of both. The distance from the power of two pays for
/// what the bounds of the module add to whole moduli.
const fn largest() -> [[u64; LANES]; 2] {
    let mut moduli = [[0; LANES]; 2];
    let mut base = 0;
    while base < 2 {
        let (mut number, mut candidate) = (0, (1 << BITS) - 65);
        while number < LANES {
            if if base == 0 { is_probable_prime(candidate) } else { is_coprime_to_all(candidate, &moduli) } {
                moduli[base][number] = candidate;
                number += 1;
            }
            candidate -= 2;
        }
        base += 1;
    }
    moduli
}

/// Whether `m` is coprime to all moduli that are not 0.
const fn is_coprime_to_all(m: u64, moduli: &[[u64; LANES]; 2]) -> bool {
    let mut i = 0;
    while i < 2 * LANES {
        let other = moduli[i / LANES][i % LANES];
        if other != 0 && !are_coprime(other, m) {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether `m` has the remainder 3 modulo 4 and `2^((m - 1) / 2) = +-1 mod m`. A test proves that the moduli are
/// primes.
const fn is_probable_prime(m: u64) -> bool {
    let root = power(2, m / 2, m);
    m % 4 == 3 && (root == 1 || root == m - 1)
}

/// Whether the greatest common divisor is one, by Euclid's algorithm.
pub(crate) const fn are_coprime(mut a: u64, mut b: u64) -> bool {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a == 1
}

/// `a b mod m`.
#[allow(clippy::cast_possible_truncation, reason = "a remainder is smaller than the word m")]
pub(crate) const fn product(a: u64, b: u64, m: u64) -> u64 {
    (a as u128 * b as u128 % m as u128) as u64
}

/// `2^exponent mod m`.
pub(crate) const fn power_of_two(exponent: u32, m: u64) -> u64 {
    let (mut power, mut i) = (1, 0);
    while i < exponent {
        power = 2 * power % m;
        i += 1;
    }
    power
}

/// `base^exponent mod m`.
pub(crate) const fn power(base: u64, exponent: u64, m: u64) -> u64 {
    let (mut result, mut bit) = (1, 64 - exponent.leading_zeros());
    while bit > 0 {
        bit -= 1;
        result = product(result, result, m);
        if exponent >> bit & 1 == 1 {
            result = product(result, base, m);
        }
    }
    result
}

/// `a^-1 mod m`, for coprime `a` and `m`, by Euclid's algorithm: `a x = r mod m` for each remainder `r`.
#[allow(clippy::cast_possible_truncation, reason = "the inverse is smaller than the word m")]
pub(crate) const fn inverse(a: u64, m: u64) -> u64 {
    let (mut r, mut next, mut x, mut next_x) = (m as i128, (a % m) as i128, 0, 1);
    while next != 0 {
        let quotient = r / next;
        (r, next) = (next, r - quotient * next);
        (x, next_x) = (next_x, x - quotient * next_x);
    }
    (if x < 0 { x + m as i128 } else { x }) as u64
}

/// The product of the first `count` moduli of a base except number `without`, modulo `m`.
pub(crate) const fn product_without(base: &[u64; LANES], count: usize, without: usize, m: u64) -> u64 {
    let (mut result, mut i) = (1, 0);
    while i < count {
        if i != without {
            result = product(result, base[i] % m, m);
        }
        i += 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moduli_are_odd_coprime_and_close_to_the_power_of_two() {
        let all = MODULI.concat();
        for (i, m) in all.iter().enumerate() {
            assert!(m % 2 == 1 && *m < (1 << BITS) - 64 && *m > (1 << BITS) - (1 << 12), "{m}");
            assert!(all[..i].iter().all(|other| are_coprime(*m, *other)), "{m}");
        }
    }

    /// By trial division.
    #[test]
    fn moduli_of_the_first_base_are_primes() {
        for m in MODULI[0] {
            assert_eq!(m % 4, 3, "{m}");
            assert!((3..=m.isqrt()).step_by(2).all(|divisor| m % divisor != 0), "{m}");
        }
    }

    #[test]
    fn inverses() {
        for m in MODULI.concat() {
            for a in [1, 2, 3, m - 1, m - 2, MODULI[0][0] % m, 0x1234_5678_9abc] {
                if are_coprime(a, m) {
                    assert_eq!(product(inverse(a, m), a, m), 1, "{a} modulo {m}");
                }
            }
        }
    }
}
