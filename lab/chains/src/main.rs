//! Searches short addition chains for the powers that square roots require.

mod chain;
mod search;

use std::process::ExitCode;

use clap::Parser;
use num_bigint::BigUint;
use num_traits::One;

use search::{Multiplier, search};

/// Searches a short addition chain for `(t - 1) / 2`, where `p - 1 = 2^s t` with odd `t`, and prints it as the constant
/// `ROOT_CHAIN` of a prime of Vorpal.
///
/// If the prime is a polynomial in a sparse number (BLS, BN), naming that number may give a shorter chain.
#[derive(Parser)]
struct Arguments {
    /// The prime in hexadecimal.
    #[arg(value_parser = hexadecimal)]
    prime: BigUint,
    /// A number in hexadecimal of which the prime is a polynomial; it and its neighbours are tried as divisors.
    #[arg(long, value_parser = hexadecimal)]
    seed: Vec<BigUint>,
    /// The number of goals that are pursued at each length; more goals find shorter chains and take longer.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    width: u32,
}

fn hexadecimal(text: &str) -> Result<BigUint, String> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    BigUint::parse_bytes(digits.as_bytes(), 16).ok_or_else(|| format!("{text} is not a hexadecimal number"))
}

/// The odd factor of a number.
fn odd(number: &BigUint) -> BigUint {
    number >> number.trailing_zeros().unwrap_or(0)
}

fn main() -> ExitCode {
    let Arguments { prime, seed, width } = Arguments::parse();
    if prime < BigUint::from(3u8) || !prime.bit(0) {
        eprintln!("error: {prime:#x} is not an odd prime");
        return ExitCode::from(2);
    }
    let exponent = (odd(&(prime - 1u32)) - 1u32) >> 1;
    if exponent <= BigUint::one() {
        println!("    // The exponent is {exponent}: no chain is needed.");
        return ExitCode::SUCCESS;
    }
    let multipliers = multipliers(&seed, width as usize);
    let chain = search(&exponent, &multipliers, width as usize);
    assert_eq!(chain.last(), exponent, "the chain is one for the exponent");
    print!("{chain}");
    ExitCode::SUCCESS
}

/// Candidate divisors: small numbers, and the odd factors of the seeds and their neighbours. Each has a chain, found
/// with the help of the smaller divisors.
fn multipliers(seeds: &[BigUint], width: usize) -> Vec<Multiplier> {
    let mut numbers: Vec<BigUint> = [3u32, 5, 7, 9, 11, 13, 15, 17, 31, 33].map(BigUint::from).to_vec();
    for seed in seeds {
        for number in
            [seed + 0u32, seed + 1u32, if *seed > BigUint::one() { seed - 1u32 } else { BigUint::one() }]
        {
            let number = odd(&number);
            if number > BigUint::one() {
                numbers.extend([odd(&(&number - 1u32)), number]);
            }
        }
    }
    numbers.retain(|number| *number > BigUint::one());
    numbers.sort();
    numbers.dedup();
    let mut multipliers = Vec::<Multiplier>::new();
    for number in numbers {
        let chain = search(&number, &multipliers, width);
        multipliers.push(Multiplier::new(number, chain));
    }
    multipliers
}

#[cfg(test)]
mod tests {
    use vorpal_oracle::documents;

    use super::*;

    #[test]
    fn commands_of_documents_parse() {
        let commands = documents::commands();
        let is_own = |words: &&[String]| words.windows(2).any(|pair| pair == ["-p", "chains"]);
        let lines = commands.iter().map(|command| &command.words[..]).filter(is_own);
        let lines: Vec<_> = lines.filter_map(|words| words.rsplit(|word| word == "--").next()).collect();
        for line in &lines {
            let parsed =
                Arguments::try_parse_from(["chains"].into_iter().chain(line.iter().map(|word| &**word)));
            assert!(parsed.is_ok(), "{line:?}: {:?}", parsed.err().map(|error| error.to_string()));
        }
        assert!(!lines.is_empty());
    }

    #[test]
    fn small_exponents_have_shortest_chains() {
        // Lengths of the shortest addition chains (OEIS A003313).
        let lengths = [
            0u64, 1, 2, 2, 3, 3, 4, 3, 4, 4, 5, 4, 5, 5, 5, 4, 5, 5, 6, 5, 6, 6, 6, 5, 6, 6, 6, 6, 7, 6, 7, 5,
        ];
        let multipliers = multipliers(&[], 100);
        for (exponent, length) in (1u32..).map(BigUint::from).zip(lengths) {
            let chain = search(&exponent, &multipliers, 100);
            assert_eq!(chain.last(), exponent);
            let (squarings, multiplications) = chain.cost();
            assert_eq!(squarings + multiplications, length, "{exponent}: {chain}");
        }
    }

    #[test]
    fn a_sparse_seed_shortens_the_chain() {
        // The scalar field of BLS12-381: 264 operations by windows.
        let prime =
            hexadecimal("0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001").unwrap();
        let exponent = (odd(&(prime - 1u32)) - 1u32) >> 1;
        let seed = hexadecimal("0xd201000000010000").unwrap();
        let chain = search(&exponent, &multipliers(&[seed], 60), 60);
        assert_eq!(chain.last(), exponent);
        let (squarings, multiplications) = chain.cost();
        assert!(squarings + multiplications <= 250, "{squarings} S + {multiplications} M");
    }

    #[test]
    fn invalid_numbers_are_rejected() {
        assert!(hexadecimal("").is_err() && hexadecimal("0xg").is_err() && hexadecimal("-1").is_err());
        assert_eq!(hexadecimal("0xfF"), Ok(BigUint::from(255u8)));
    }
}
