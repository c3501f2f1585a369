//! The sixteen moduli of the two bases.

use super::LANES;

/// The number of bits of the moduli: each is below `2^BITS` and above `2^BITS - 2^12`.
pub(crate) const BITS: u32 = 49;

/// The moduli of both bases, pairwise coprime and odd.
pub(super) const MODULI: [[u64; LANES]; 2] = largest();

/// The largest odd numbers below `2^BITS - 64` that are coprime to all larger ones of them. The distance from the power
/// of two pays for what the bounds of the module add to whole moduli.
const fn largest() -> [[u64; LANES]; 2] {
    let (mut moduli, mut number) = ([[0; LANES]; 2], 0);
    let mut candidate = (1 << BITS) - 65;
    while number < 2 * LANES {
        let (mut i, mut is_coprime) = (0, true);
        while i < number && is_coprime {
            is_coprime = are_coprime(moduli[i / LANES][i % LANES], candidate);
            i += 1;
        }
        if is_coprime {
            moduli[number / LANES][number % LANES] = candidate;
            number += 1;
        }
        candidate -= 2;
    }
    moduli
}

/// Whether the greatest common divisor is one, by Euclid's algorithm.
pub(super) const fn are_coprime(mut a: u64, mut b: u64) -> bool {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a == 1
}

/// `a b mod m`.
#[allow(clippy::cast_possible_truncation, reason = "a remainder is smaller than the word m")]
pub(super) const fn product(a: u64, b: u64, m: u64) -> u64 {
    (a as u128 * b as u128 % m as u128) as u64
}

/// `2^exponent mod m`.
pub(super) const fn power_of_two(exponent: u32, m: u64) -> u64 {
    let (mut power, mut i) = (1, 0);
    while i < exponent {
        power = 2 * power % m;
        i += 1;
    }
    power
}

/// `a^-1 mod m`, for coprime `a` and `m`, by Euclid's algorithm: `a x = r mod m` for each remainder `r`.
#[allow(clippy::cast_possible_truncation, reason = "the inverse is smaller than the word m")]
pub(super) const fn inverse(a: u64, m: u64) -> u64 {
    let (mut r, mut next, mut x, mut next_x) = (m as i128, (a % m) as i128, 0, 1);
    while next != 0 {
        let quotient = r / next;
        (r, next) = (next, r - quotient * next);
        (x, next_x) = (next_x, x - quotient * next_x);
    }
    (if x < 0 { x + m as i128 } else { x }) as u64
}

/// The product of the first `count` moduli of a base except number `without`, modulo `m`.
pub(super) const fn product_without(base: &[u64; LANES], count: usize, without: usize, m: u64) -> u64 {
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
