//! The moduli that `vorpal bounds` analyses: fields by name, or a number.

use vorpal::fields::{Modulus, primes as p};
use vorpal::limbs::schedule::{MAX_LIMBS, Natural};

use crate::failure::Failure;
use crate::input::excerpt::excerpt;

/// The largest modulus, in bits.
pub(super) const MAX_BITS: usize = 64 * MAX_LIMBS;

/// A modulus with its name.
pub(super) struct Field {
    pub(super) name: String,
    pub(super) modulus: Natural,
}

/// All named fields: those of the library.
pub(super) fn all() -> Vec<Field> {
    fn of<M: Modulus<N>, const N: usize>(name: &str) -> Field {
        Field { name: name.into(), modulus: Natural::from_limbs(&M::P) }
    }
    vec![
        of::<p::Bn254ScalarModulus, 4>("bn254_scalar"),
        of::<p::Bn254BaseModulus, 4>("bn254_base"),
        of::<p::Bls12_381ScalarModulus, 4>("bls12_381_scalar"),
        of::<p::Bls12_377ScalarModulus, 4>("bls12_377_scalar"),
        of::<p::BandersnatchScalarModulus, 4>("bandersnatch_scalar"),
        of::<p::PallasBaseModulus, 4>("pallas_base"),
        of::<p::VestaBaseModulus, 4>("vesta_base"),
        of::<p::Secp256k1BaseModulus, 4>("secp256k1_base"),
        of::<p::Secp256k1ScalarModulus, 4>("secp256k1_scalar"),
        of::<p::P256BaseModulus, 4>("p256_base"),
        of::<p::P256ScalarModulus, 4>("p256_scalar"),
        of::<p::Bls12_381BaseModulus, 6>("bls12_381_base"),
        of::<p::Bls12_377BaseModulus, 6>("bls12_377_base"),
    ]
}

/// The field of this name, the modulus with these hexadecimal digits, or without an argument all fields.
pub(super) fn choose(argument: Option<&str>) -> Result<Vec<Field>, Failure> {
    let Some(argument) = argument else { return Ok(all()) };
    let usage = |reason: String| Failure::Usage { reason };
    if let Some(digits) = argument.strip_prefix("0x") {
        let modulus = parse(digits).map_err(|reason| usage(format!("{}: {reason}", excerpt(argument))))?;
        return Ok(vec![Field { name: argument.into(), modulus }]);
    }
    let names: Vec<String> = all().into_iter().map(|field| field.name).collect();
    let unknown = || {
        let names = names.join(", ");
        usage(format!(
            "no field `{}`; supported are {names}, or an odd modulus as 0x and digits",
            excerpt(argument)
        ))
    };
    all().into_iter().find(|field| field.name == argument).map(|field| vec![field]).ok_or_else(unknown)
}

/// Parses the hexadecimal digits of an odd modulus above 1 with at most 2,048 bits.
fn parse(digits: &str) -> Result<Natural, String> {
    if digits.is_empty() {
        return Err("no digits after 0x".into());
    }
    if let Some(digit) = digits.chars().find(|digit| !digit.is_ascii_hexdigit()) {
        return Err(format!("`{digit}` is not a hexadecimal digit"));
    }
    let mut modulus = Natural::ZERO;
    for value in digits.chars().filter_map(|digit| digit.to_digit(16)) {
        modulus = modulus.shift_left(4).add(&Natural::from_word(value.into()));
        if modulus.bits() > MAX_BITS {
            return Err(format!("the modulus has more than {MAX_BITS} bits"));
        }
    }
    match modulus.to_word() {
        Some(value @ 0..=2) => Err(format!("the modulus is {value}; the least is 3")),
        _ if modulus.bit(0) == 0 => Err("the modulus is even".into()),
        _ => Ok(modulus),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_moduli() {
        let word = |digits: &str| parse(digits).map(|modulus| modulus.to_word());
        assert_eq!(word("3"), Ok(Some(3)));
        assert_eq!(word("0000000000000000000000000000000fF"), Ok(Some(255)));
        assert!(parse(&"f".repeat(512)).is_ok());
        assert!(parse(&format!("{}{}", "0".repeat(2500), "f".repeat(512))).is_ok());
        for (digits, reason) in [
            ("", "no digits"),
            ("12g3", "`g` is not a hexadecimal digit"),
            ("é1", "`é` is not a hexadecimal digit"),
            ("+1", "`+` is not a hexadecimal digit"),
            ("0", "the modulus is 0"),
            ("001", "the modulus is 1"),
            ("2", "the modulus is 2"),
            ("10", "the modulus is even"),
            (&format!("1{}1", "0".repeat(511)), "more than 2048 bits"),
        ] {
            let error = parse(digits).err().unwrap_or_default();
            assert!(error.contains(reason), "{digits}: {error}");
        }
    }
}
