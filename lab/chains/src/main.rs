//! Short addition chains for the powers that square roots need.

mod chain;
mod search;

use clap::Parser;
use num_bigint::BigUint;
use num_traits::One;

use chain::Chain;
use search::{Multiplier, search};

/// Searches a short addition chain for `(t - 1) / 2`, where `p - 1 = 2^s t` with odd `t`.
#[derive(Parser)]
struct Arguments {
    /// The prime, in hexadecimal.
    prime: String,
    /// A number of which the prime is a polynomial, in hexadecimal.
    #[arg(long)]
    seed: Vec<String>,
    /// How many goals are pursued at each length.
    #[arg(long, default_value_t = 300)]
    width: usize,
}

fn hexadecimal(digits: &str) -> BigUint {
    BigUint::parse_bytes(digits.trim_start_matches("0x").as_bytes(), 16).expect("hexadecimal digits")
}

fn odd(number: &BigUint) -> BigUint {
    number >> number.trailing_zeros().unwrap_or(0)
}

fn main() {
    let arguments = Arguments::parse();
    let prime = hexadecimal(&arguments.prime);
    let exponent = (odd(&(&prime - 1u32)) - 1u32) >> 1;
    let mut numbers: Vec<BigUint> = [3u32, 5, 7, 9, 11, 13, 15, 17, 31, 33].map(BigUint::from).to_vec();
    for seed in &arguments.seed {
        let seed = hexadecimal(seed);
        for number in [seed.clone(), &seed - 1u32, &seed + 1u32] {
            let y = odd(&number);
            numbers.extend([odd(&(&y - 1u32)), y]);
        }
    }
    numbers.retain(|number| *number > BigUint::one());
    numbers.sort();
    numbers.dedup();
    let mut multipliers = Vec::<Multiplier>::new();
    for number in numbers {
        let chain = search(&number, &multipliers, arguments.width);
        eprintln!("{number:#x}: {:?}", chain.cost());
        multipliers.push(Multiplier::new(number, chain));
    }
    let chain: Chain = search(&exponent, &multipliers, arguments.width);
    assert_eq!(chain.last(), exponent);
    let (squarings, multiplications) = chain.cost();
    println!("// {squarings} squarings, {multiplications} multiplications");
    for link in chain.links() {
        println!("({}, {}, {:?}),", link.from, link.squarings, link.by);
    }
}
