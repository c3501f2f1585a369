//! What the classes of besu-native need beyond the other methods: its numbers and texts of errors.

use jni::objects::{JByteArray, JClass, JString};
use jni::sys::{jboolean, jint};
use jni::{EnvUnowned, jni_mangle};
use vorpal::curves::PointFormat;
use vorpal::curves::models::weierstrass::Subgroup;
use vorpal::curves::p256::{Affine, Jacobian, encoding::SEC1};
use vorpal::evm::bls12_381::{read_g1, read_g2};
use vorpal::evm::{Error, Precompile, Rules};
use vorpal::fields::primes::P256Scalar;
use vorpal::secp256k1::p256::Signature;

use crate::entry::{enter, enter_frame};
use crate::error::Failure;
use crate::memory::{bytes, fixed, new_array, write};

/// The first bytes of an array: as many as a length says, which is checked.
fn first(bytes: &[u8], length: jint) -> Result<&[u8], Failure> {
    usize::try_from(length).ok().and_then(|length| bytes.get(..length)).ok_or_else(|| {
        let message = format_args!("the length is {length}; the array has {} bytes", bytes.len());
        Failure::argument("input", message)
    })
}

/// A contract on BN254, by the number of an operation of `LibGnarkEIP196`. Returns its number of the error, or 0. Of a
/// verdict on pairings it writes the last byte alone, as besu-native does, whose callers clear the array.
#[jni_mangle("io.vorpal.internal.Native", "gnarkBn254")]
pub fn gnark_bn254<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    operation: jint,
    input: JByteArray<'local>,
    length: jint,
    output: JByteArray<'local>,
) -> jint {
    enter_frame(env, |env| {
        let contract = match operation {
            1 => Precompile::Bn254Add,
            2 => Precompile::Bn254Mul,
            3 => Precompile::Bn254Pairing,
            _ => return Err(Failure::argument("op", format_args!("no operation {operation}"))),
        };
        let input = bytes(env, &input, "input")?;
        Ok(match contract.run(first(&input, length)?, Rules::NEWEST) {
            Ok(result) => {
                let kept = if contract == Precompile::Bn254Pairing { 31 } else { 0 };
                write(env, &output, "output", kept, &result[kept..])?;
                0
            }
            Err(Error::Length { .. }) => 1,
            Err(Error::Coordinate { .. }) => 2,
            Err(Error::NotInSubgroup { .. }) => 3,
            Err(Error::NotOnCurve { .. }) => 4,
            Err(_) => 5,
        })
    })
}

/// The text of an error of gnark-crypto; `length` is that of an input with another length.
fn text(error: &Error, length: &'static str) -> &'static str {
    match error {
        Error::Length { .. } => length,
        Error::Padding { .. } => "invalid point: point is not left padded with zero",
        Error::Coordinate { .. } => "invalid fp.Element encoding",
        Error::NotOnCurve { .. } => "invalid point: point is not on curve",
        Error::NotInSubgroup { .. } => "invalid point: subgroup check failed",
        _ => "invalid input parameters",
    }
}

/// A contract on BLS12-381, by the number of an operation of `LibGnarkEIP2537`. Returns the text of the error, or null.
#[jni_mangle("io.vorpal.internal.Native", "gnarkBls12")]
pub fn gnark_bls12<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    operation: jint,
    input: JByteArray<'local>,
    length: jint,
    output: JByteArray<'local>,
) -> JString<'local> {
    enter(env, |env| {
        let (contract, what) = match operation {
            1 => (Precompile::Bls12G1Add, "invalid input length for G1 addition"),
            2 => (Precompile::Bls12G1Msm, "invalid input length for G1 multiplication"),
            3 => (Precompile::Bls12G2Add, "invalid input length for G2 addition"),
            4 => (Precompile::Bls12G2Msm, "invalid input length for G2 multiplication"),
            5 => (Precompile::Bls12Pairing, "invalid input length for pairing"),
            6 => (Precompile::Bls12MapFpToG1, "invalid input length for Fp to G1 to curve mapping"),
            7 => (Precompile::Bls12MapFp2ToG2, "invalid input length for Fp2 to G2 to curve mapping"),
            _ => return Err(Failure::argument("op", format_args!("no operation {operation}"))),
        };
        let input = bytes(env, &input, "input")?;
        let input = first(&input, length)?;
        // Lists have another text for too few entries.
        let too_few = match contract {
            Precompile::Bls12G1Msm | Precompile::Bls12G2Msm => input.is_empty(),
            Precompile::Bls12Pairing => input.len() < 384,
            _ => false,
        };
        let what = if too_few { "invalid number of pairs" } else { what };
        match contract.run(input, Rules::NEWEST) {
            Ok(result) => {
                write(env, &output, "output", 0, &result)?;
                Ok(JString::null())
            }
            Err(Error::Length { .. }) => Ok(env.new_string(format!("invalid input parameters, {what}"))?),
            Err(error) => Ok(env.new_string(text(&error, ""))?),
        }
    })
}

/// Whether 128 bytes are a point of G1's curve, or 256 bytes one of G2's; and whether it is in the subgroup, if that is
/// asked. Returns the text of the error, or null.
#[jni_mangle("io.vorpal.internal.Native", "gnarkPoint")]
pub fn gnark_point<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    group: jint,
    in_subgroup: jboolean,
    input: JByteArray<'local>,
    length: jint,
) -> JString<'local> {
    enter(env, |env| {
        let input = bytes(env, &input, "input")?;
        let input = first(&input, length)?;
        let found =
            if group == 1 { point_of_g1(input, in_subgroup) } else { point_of_g2(input, in_subgroup) };
        match found {
            Ok(()) => Ok(JString::null()),
            Err(text) => Ok(env.new_string(text)?),
        }
    })
}

const OUTSIDE: &str = "invalid point: subgroup check failed";

fn point_of_g1(input: &[u8], in_subgroup: bool) -> Result<(), &'static str> {
    let length = "invalid input parameters, invalid input length for G1 point validation";
    let input = input.try_into().map_err(|_| length)?;
    let point = read_g1(input, 0).map_err(|error| text(&error, length))?;
    if in_subgroup { Subgroup::new(vec![point]).map(drop).map_err(|_| OUTSIDE) } else { Ok(()) }
}

fn point_of_g2(input: &[u8], in_subgroup: bool) -> Result<(), &'static str> {
    let length = "invalid input parameters, invalid input length for G2 point validation";
    let input = input.try_into().map_err(|_| length)?;
    let point = read_g2(input, 0).map_err(|error| text(&error, length))?;
    if in_subgroup { Subgroup::new(vec![point]).map(drop).map_err(|_| OUTSIDE) } else { Ok(()) }
}

/// The public key, 65 bytes, under which a signature on P-256 of 64 bytes is valid; null if there is none.
///
/// The key is `Q = r^-1 (s R - z G)`, where `R` is the point with `x = r` and the parity of `y` that the bit determines
/// (SEC 1, version 2, section 4.1.6). Variable time.
#[jni_mangle("io.vorpal.internal.Native", "recoverP256")]
pub fn recover_p256<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    hash: JByteArray<'local>,
    signature: JByteArray<'local>,
    is_odd: jboolean,
) -> JByteArray<'local> {
    enter_frame(env, |env| {
        let hash: [u8; 32] = fixed(env, &hash, "hash")?;
        let signature: [u8; 64] = fixed(env, &signature, "signature")?;
        match recovered(&hash, &signature, is_odd) {
            Some(key) => new_array(env, SEC1.encode_uncompressed(&key).as_ref()),
            None => Ok(JByteArray::null()),
        }
    })
}

fn recovered(hash: &[u8; 32], signature: &[u8; 64], is_odd: bool) -> Option<Affine> {
    let signature = Signature::from_compact(signature).ok()?;
    let mut encoded = [2 + u8::from(is_odd); 33];
    encoded[1..].copy_from_slice(&signature.r());
    let point = SEC1.decode(&encoded).ok()?;
    let (r, s) = (scalar(&signature.r()), scalar(&signature.s()));
    let inverse = Option::<P256Scalar>::from(r.invert())?;
    let sum = point
        .mul_vartime(&(s * inverse))
        .add_vartime(&Jacobian::GENERATOR.mul_vartime(&(-(scalar(hash) * inverse))));
    let key = sum.to_affine_vartime();
    (key != Affine::IDENTITY).then_some(key)
}

fn scalar(bytes: &[u8; 32]) -> P256Scalar {
    P256Scalar::from_be_bytes_reduced(bytes)
}
