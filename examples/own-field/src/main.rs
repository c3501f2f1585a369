//! A field of one's own prime. Everything follows from its digits and a generator:
//!
//! ```
//! const P: [u64; 2] = [u64::MAX, u64::MAX >> 1];
//! const GENERATOR: u64 = 43;
//! type F = Fe<Mersenne127Modulus, 2>;
//! ```
//!
//! # The program
//!
//! ```sh
//! cargo run --release -p own-field
//! ```
//!
//! It splits a secret into shares (A. Shamir, "How to share a secret", 1979). The secret is the constant term of a
//! random polynomial of degree `k - 1`. A share is a value of the polynomial. Any `k` shares give the secret; fewer
//! give nothing.

use vorpal::fields::{Fe, Modulus, batch_invert};

/// The prime `2^127 - 1`: a secret has 126 bits or less. Everything else follows from these four lines.
struct Mersenne127Modulus;

impl Modulus<2> for Mersenne127Modulus {
    const NAME: &'static str = "Mersenne127";
    const P: [u64; 2] = [u64::MAX, u64::MAX >> 1];
    const GENERATOR: u64 = 43;
    type Bytes = [u8; 16];
}

type F = Fe<Mersenne127Modulus, 2>;

/// The value of the polynomial at `x`.
#[derive(Clone, Copy)]
struct Share {
    x: F,
    y: F,
}

/// `count` shares, `needed` of which give the secret.
fn share(secret: F, needed: usize, count: u64) -> Result<Vec<Share>, getrandom::Error> {
    let mut coefficients = vec![secret];
    for _ in 1..needed {
        // 256 random bits modulo a prime of 127 bits: as good as uniform.
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        coefficients.push(F::from_le_bytes_reduced(&bytes));
    }
    let value = |x: F| coefficients.iter().rev().fold(F::ZERO, |value, coefficient| value * x + *coefficient);
    Ok((1..=count).map(F::from).map(|x| Share { x, y: value(x) }).collect())
}

/// The secret: `sum of y_i l_i` with `l_i = product of x_j / (x_j - x_i) over j != i`. `None` if two shares have the
/// same `x`.
fn join(shares: &[Share]) -> Option<F> {
    let others = |i: usize| shares.iter().enumerate().filter(move |(j, _)| *j != i).map(|(_, share)| share.x);
    let product =
        |factors: &mut dyn Iterator<Item = F>| factors.fold(F::ONE, |product, factor| product * factor);
    let mut divisors: Vec<F> =
        shares.iter().enumerate().map(|(i, share)| product(&mut others(i).map(|x| x - share.x))).collect();
    if divisors.contains(&F::ZERO) {
        return None;
    }
    batch_invert(&mut divisors); // one inversion for all
    let terms = shares.iter().zip(divisors).enumerate();
    Some(terms.fold(F::ZERO, |sum, (i, (share, inverse))| sum + share.y * product(&mut others(i)) * inverse))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let secret = F::from_le_bytes(b"open, vorpal...\0")?;
    let shares = share(secret, 3, 5)?;
    for share in &shares {
        println!("share at {:?}: {:?}", share.x, share.y);
    }
    let joined = join(&[shares[4], shares[0], shares[2]]).ok_or("a share occurs twice")?;
    println!("three shares: {}", String::from_utf8_lossy(joined.to_le_bytes().as_ref()));
    println!(
        "two shares:   {}",
        String::from_utf8_lossy(join(&shares[..2]).ok_or("twice")?.to_le_bytes().as_ref())
    );

    // Roots and symbols exist for every prime.
    let square = secret.square();
    assert!(square.sqrt().into_option().is_some_and(|root| root == secret || root == -secret));
    println!("roots of the secret: {}", if secret.legendre() == 1 { "two" } else { "none" });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_three_of_five_shares_give_the_secret_and_two_do_not() {
        for secret in [F::ZERO, F::ONE, -F::ONE, F::from(u64::MAX)] {
            let shares = share(secret, 3, 5).expect("random bytes");
            for [i, j, k] in [[0, 1, 2], [4, 2, 0], [3, 1, 4]] {
                assert_eq!(join(&[shares[i], shares[j], shares[k]]), Some(secret));
            }
            assert_ne!(join(&shares[..2]), Some(secret), "fails with probability 2^-127");
            assert_eq!(join(&[shares[0], shares[0], shares[1]]), None);
        }
    }

    /// `2^127 - 2 = 2 3^3 7^2 19 43 73 127 337 5419 92737 649657 77158673929`.
    #[test]
    fn the_generator_is_the_least_one() {
        let order = u128::MAX / 2 - 1;
        let primes = [2, 3, 7, 19, 43, 73, 127, 337, 5419, 92_737, 649_657, 77_158_673_929u128];
        let generates = |g: u64| {
            primes.iter().all(|prime| {
                let exponent = order / prime;
                #[allow(clippy::cast_possible_truncation, reason = "the two halves")]
                let limbs = [exponent as u64, (exponent >> 64) as u64];
                F::from(g).pow(&limbs) != F::ONE
            })
        };
        assert_eq!(
            primes.iter().fold(order, |rest, prime| {
                let mut rest = rest;
                while rest % prime == 0 {
                    rest /= prime;
                }
                rest
            }),
            1
        );
        assert_eq!((2..=43).find(|g| generates(*g)), Some(43));
    }
}
