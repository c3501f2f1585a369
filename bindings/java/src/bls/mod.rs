//! BLS signatures with keys in G1 and signatures in G2.
//!
//! `keys` has secret and public keys, `verify` the verifications, `batch` the sets that arrive one after the other,
//! `table` the keys by index.
//!
//! Java keeps a public key that was checked as the 96 bytes of its uncompressed encoding. A list of keys is of such
//! bytes (`known`), or of compressed ones, which are checked here.

mod batch;
mod keys;
mod table;
mod verify;

use std::ops::Range;
use std::sync::Arc;

use jni::Env;
use jni::objects::JLongArray;
use jni::sys::jlong;
use vorpal::bls::{Error, MinPk, PublicKey, Signature, Suite};
use vorpal::curves::PointFormat;
use vorpal::curves::bls12_381::encoding::ZCASH;

use crate::error::{Failure, Kind};
use crate::handles;
use crate::memory::{items, longs};

/// The bytes of a key, of a key that was checked, and of a signature.
const KEY: usize = 48;
const KNOWN_KEY: usize = 96;
const SIGNATURE: usize = 96;

fn suite(number: jlong) -> Result<Arc<Suite<MinPk>>, Failure> {
    handles::get(number, "Suite")
}

/// The failure of an argument, or of an entry of a list.
fn failure(error: Error, argument: &'static str, index: Option<usize>) -> Failure {
    let kind = match &error {
        Error::Randomness | Error::TableFull => Kind::NotPossible,
        Error::KeyMaterial { .. }
        | Error::Length { .. }
        | Error::Empty
        | Error::EmptyTag
        | Error::NoSuchKey { .. } => Kind::Argument,
        _ => Kind::Input,
    };
    let failure = match index {
        Some(index) => Failure::of(kind, argument, format_args!("number {index}: {error}")),
        None => Failure::of(kind, argument, error),
    };
    Failure { index, ..failure }
}

/// All results, or the first error with its index.
fn all<T>(results: Vec<Result<T, Error>>, argument: &'static str) -> Result<Vec<T>, Failure> {
    let named =
        |(i, result): (usize, Result<T, Error>)| result.map_err(|error| failure(error, argument, Some(i)));
    results.into_iter().enumerate().map(named).collect()
}

/// The key of 96 bytes that Java got from here.
fn known_key(bytes: &[u8; KNOWN_KEY]) -> Result<PublicKey<MinPk>, Error> {
    PublicKey::from_point_unchecked(ZCASH.decode_on_curve(bytes)?)
}

/// The results of decoding the keys of a list.
fn decoded_keys(bytes: &[u8], known: bool) -> Result<Vec<Result<PublicKey<MinPk>, Error>>, Failure> {
    Ok(if known {
        items::<KNOWN_KEY>(bytes, "keys")?.iter().map(known_key).collect()
    } else {
        PublicKey::decode_batch(items::<KEY>(bytes, "keys")?)
    })
}

/// The keys of a list.
fn keys_of(bytes: &[u8], known: bool) -> Result<Vec<PublicKey<MinPk>>, Failure> {
    all(decoded_keys(bytes, known)?, "keys")
}

/// The key of 48 bytes, or of 96 known ones.
fn key_of(bytes: &[u8], known: bool) -> Result<PublicKey<MinPk>, Failure> {
    let key = match <&[u8; KNOWN_KEY]>::try_from(bytes) {
        Ok(bytes) if known => known_key(bytes),
        _ => PublicKey::decode(bytes),
    };
    key.map_err(|error| failure(error, "key", None))
}

fn signature_of(bytes: &[u8], name: &'static str) -> Result<Signature<MinPk>, Failure> {
    Signature::decode(bytes).map_err(|error| failure(error, name, None))
}

/// The compressed bytes of a key, then the known ones.
fn encoded(key: &PublicKey<MinPk>) -> Vec<u8> {
    [&key.to_bytes()[..], &key.to_uncompressed()].concat()
}

/// Indices of Java.
fn indices_of<'local>(env: &mut Env<'local>, found: &[usize]) -> Result<JLongArray<'local>, Failure> {
    let found: Vec<jlong> = found.iter().map(|index| jlong::try_from(*index).unwrap_or(jlong::MAX)).collect();
    let array = JLongArray::new(env, found.len())?;
    array.set_region(env, 0, &found)?;
    Ok(array)
}

/// The ranges of `count` items, one after the other, of these sizes; of `each` without an array.
fn ranges(
    env: &Env<'_>,
    sizes: &JLongArray<'_>,
    (name, of): (&'static str, &'static str),
    count: usize,
    each: usize,
    length: usize,
) -> Result<Vec<Range<usize>>, Failure> {
    let sizes = if sizes.is_null() { None } else { Some(longs(env, sizes, name)?) };
    if let Some(sizes) = &sizes
        && sizes.len() != count
    {
        return Err(Failure::argument(name, format_args!("{} numbers; {count} are expected", sizes.len())));
    }
    let (mut ranges, mut start) = (Vec::with_capacity(count), 0_usize);
    for i in 0..count {
        let size = sizes.as_ref().map_or(Ok(each), |sizes| {
            usize::try_from(sizes[i]).map_err(|_| {
                let failure = Failure::argument(name, format_args!("number {i} is {}", sizes[i]));
                Failure { index: Some(i), ..failure }
            })
        })?;
        let end = start.saturating_add(size);
        ranges.push(start..end);
        start = end;
    }
    if start != length {
        return Err(Failure::argument(of, format_args!("{length}; {start} are expected")));
    }
    Ok(ranges)
}

/// Which of `count` sets are not valid: those with a malformed signature, and those that `verify` names. It gets the
/// numbers of the others with their signatures.
fn invalid(
    signatures: &[[u8; SIGNATURE]],
    verify: impl FnOnce(&[(usize, Signature<MinPk>)]) -> vorpal::bls::Verdict,
) -> Vec<usize> {
    let decoded = Signature::decode_batch(signatures).into_iter().enumerate();
    let members: Vec<_> = decoded.filter_map(|(set, signature)| Some((set, signature.ok()?))).collect();
    let mut valid = vec![false; signatures.len()];
    members.iter().for_each(|(set, _)| valid[*set] = true);
    for member in verify(&members).invalid() {
        valid[members[*member].0] = false;
    }
    (0..valid.len()).filter(|set| !valid[*set]).collect()
}
