//! Targets for the precompiled contracts, one for each family: output, gas and halt reason are those of revm's own
//! providers. And a target for the parser of trusted setups.

use vorpal_curves::PointFormat;
use vorpal_curves::bls12_381::g2;
use vorpal_curves::bls12_381::g2::encoding::ZCASH;
use vorpal_evm::Error;
use vorpal_evm::point_evaluation::Setup;

/// The tests of the adaptors use the same inputs and comparisons.
#[path = "../../interop/tests/common/differential.rs"]
mod differential;
#[path = "../../interop/tests/common/inputs.rs"]
mod inputs;
#[path = "../../interop/tests/common/switch.rs"]
mod switch;

/// The bytes of hexadecimal digits, for `inputs`.
fn hex(digits: &str) -> Vec<u8> {
    let digit = |digit: u8| char::from(digit).to_digit(16).expect("a digit") as u8;
    digits.as_bytes().chunks_exact(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

const ECRECOVER: &[u16] = &[1];
const HASHES: &[u16] = &[2, 3, 4, 9];
const MODEXP: &[u16] = &[5];
const BN254: &[u16] = &[6, 7, 8];
const KZG: &[u16] = &[10];
const BLS12_381: &[u16] = &[11, 12, 13, 14, 15];
const MAPS: &[u16] = &[16, 17];
const P256: &[u16] = &[0x100];

/// The first byte selects the contract.
fn compare(addresses: &[u16], bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let address = addresses[usize::from(*first) % addresses.len()];
    differential::check(address, &inputs::input(address, bytes));
}

/// Recovery of signers.
pub fn evm_ecrecover(bytes: &[u8]) {
    compare(ECRECOVER, bytes);
}

/// SHA-256, RIPEMD-160, the identity and BLAKE2b's compression.
pub fn evm_hashes(bytes: &[u8]) {
    compare(HASHES, bytes);
}

/// Modular exponentiation.
pub fn evm_modexp(bytes: &[u8]) {
    compare(MODEXP, bytes);
}

/// Sums, multiples and pairings on BN254.
pub fn evm_bn254(bytes: &[u8]) {
    compare(BN254, bytes);
}

/// Evaluations of committed polynomials.
pub fn evm_kzg(bytes: &[u8]) {
    compare(KZG, bytes);
}

/// Sums, sums of multiples and pairings on BLS12-381.
pub fn evm_bls12_381(bytes: &[u8]) {
    compare(BLS12_381, bytes);
}

/// Maps to points of BLS12-381.
pub fn evm_maps(bytes: &[u8]) {
    compare(MAPS, bytes);
}

/// Verification of signatures on P-256.
pub fn evm_p256(bytes: &[u8]) {
    compare(P256, bytes);
}

/// Trusted setups. An accepted one accepts the proof of a constant polynomial, whose proof is infinity, for its value
/// only.
pub fn setup(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Setup::from_text(text) {
        Ok(setup) => {
            let infinity = bls12_381_infinity();
            assert_eq!(setup.verify(&infinity, &[1; 32], &[0; 32], &infinity), Ok(()));
            assert_eq!(setup.verify(&infinity, &[1; 32], &[1; 32], &infinity), Err(Error::Proof));
            assert!(text.split_ascii_whitespace().any(|word| word.len() == 192));
        }
        Err(error) => assert!(matches!(error, Error::Point { .. } | Error::Infinity { .. }), "{error}"),
    }
}

fn bls12_381_infinity() -> [u8; 48] {
    let mut bytes = [0; 48];
    bytes[0] = 0xc0;
    bytes
}

pub(crate) fn setups() -> Vec<(String, Vec<u8>)> {
    let digits = |point: &g2::Affine| -> String {
        ZCASH.encode_compressed(point).iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let generator = digits(&g2::Affine::GENERATOR);
    let secret = digits(&g2::Jacobian::GENERATOR.mul_limbs_vartime(&[0x1234_5678_9abc_def1]).to_affine());
    let infinity = digits(&g2::Affine::IDENTITY);
    let lines = |lines: &[&str]| lines.join("\n").into_bytes();
    [
        ("small", lines(&["1", "2", "point", &generator, &secret])),
        ("no-g1", lines(&["0", "2", &generator, &secret])),
        ("infinity", lines(&["0", "2", &generator, &infinity])),
        ("upper-case", lines(&["0", "2", &generator, &secret.to_uppercase()])),
        ("sign", lines(&["0", "2", &generator, &secret.replacen("0", "+", 1)])),
        ("huge", lines(&["18446744073709551615", "2", &generator, &secret])),
        ("one-power", lines(&["0", "1", &generator])),
    ]
    .map(|(name, bytes)| (name.to_string(), bytes))
    .to_vec()
}

/// Inputs of each kind for each contract: zeros, counted bytes, small choices, and raw bytes.
pub(crate) fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let addresses = match target {
        "evm_ecrecover" => ECRECOVER,
        "evm_hashes" => HASHES,
        "evm_modexp" => MODEXP,
        "evm_bn254" => BN254,
        "evm_kzg" => KZG,
        "evm_maps" => MAPS,
        "evm_p256" => P256,
        _ => BLS12_381,
    };
    let mut seeds = Vec::new();
    for (i, address) in addresses.iter().enumerate() {
        let mut add = |name: &str, kind: u8, bytes: Vec<u8>| {
            seeds.push((format!("{address}-{name}"), [&[i as u8, kind][..], &bytes].concat()));
        };
        add("raw", 0, (0..160).map(|i| i as u8).collect());
        add("zeros", 1, vec![0; 64]);
        add("ones", 1, vec![1; 48]);
        for start in [1, 2, 3] {
            add(&format!("counted-{start}"), 1, (0..96).map(|i| (i * 7 + start) as u8 % 16).collect());
        }
        add("mixed", 1, (0..200_u32).map(|i| ((i * i * 31) >> 3) as u8).collect());
    }
    seeds
}
