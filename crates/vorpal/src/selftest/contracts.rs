//! Ethereum's precompiled contracts on published calls.

use vorpal_evm::{Precompile, Rules};

use super::vectors::CALLS;
use super::{Outcome, Report, holds, same, unexpected};

pub(super) fn check(report: &mut Report) {
    for contract in Precompile::ALL {
        report.check(format!("contract {}", contract.name()), || calls(contract));
    }
}

fn calls(contract: Precompile) -> Outcome {
    let mut calls = CALLS.iter().filter(|call| call.0 == contract).peekable();
    holds("no vector", calls.peek().is_some())?;
    calls.try_for_each(|(_, name, input, output)| {
        let found = contract.run(&bytes(input), Rules::NEWEST).map_err(unexpected)?;
        same(name, found, bytes(output))
    })
}

/// The bytes of hexadecimal digits; other characters count as 0, and then no output is right.
pub(super) fn bytes(digits: &str) -> Vec<u8> {
    let digit = |c: u8| char::from(c).to_digit(16).unwrap_or(0).to_le_bytes()[0];
    digits.as_bytes().chunks(2).map(|pair| pair.iter().fold(0, |byte, c| byte << 4 | digit(*c))).collect()
}
