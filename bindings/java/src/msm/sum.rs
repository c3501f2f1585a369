//! Sums.

use jni::objects::{JByteArray, JClass, JObject};
use jni::sys::{jboolean, jint, jlong};
use jni::{EnvUnowned, jni_mangle};
use rayon::prelude::*;
use vorpal::curves::PointFormat;
use vorpal::fields::{EncodableField, PrimeField};

use super::bases::{BasesOf, bases, with_bases};
use super::curve::Curve;
use crate::entry::enter;
use crate::error::{Failure, Kind};
use crate::memory::{Buffers, items, new_array};

/// The smallest number of scalars in one parallel task.
const SCALARS_PER_TASK: usize = 256;

/// The encoded sum of multiples of the bases.
#[jni_mangle("io.vorpal.internal.Native", "sum")]
#[allow(clippy::too_many_arguments, reason = "a native method")]
pub fn sum<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    number: jlong,
    scalars: JObject<'local>,
    big_endian: jboolean,
    format: jint,
    compressed: jboolean,
) -> JByteArray<'local> {
    enter(env, |env| {
        let bases = bases(number)?;
        let bytes = Buffers::default().input(env, &scalars, "scalars")?;
        let scalars = items::<32>(&bytes, "scalars")?;
        let sum = with_bases!(&*bases, |bases| encoded_sum(bases, scalars, big_endian, format, compressed))?;
        new_array(env, &sum)
    })
}

fn encoded_sum<C: Curve>(
    bases: &BasesOf<C>,
    scalars: &[[u8; 32]],
    is_big_endian: bool,
    format: jint,
    is_compressed: bool,
) -> Result<Vec<u8>, Failure> {
    let format = C::format(format)?;
    if scalars.len() > bases.len() {
        let message = format_args!("{} of them for {} bases", scalars.len(), bases.len());
        return Err(Failure::argument("scalars", message));
    }
    let sum = bases.sum(&elements(scalars, is_big_endian)?)?.to_affine_vartime();
    Ok(if is_compressed {
        format.encode_compressed(&sum).as_ref().to_vec()
    } else {
        format.encode_uncompressed(&sum).as_ref().to_vec()
    })
}

/// The scalars, which are checked to be below the order.
fn elements<F: PrimeField + EncodableField>(
    items: &[[u8; 32]],
    is_big_endian: bool,
) -> Result<Vec<F>, Failure> {
    let read = |bytes: &[u8; 32]| {
        if is_big_endian { F::from_be_bytes(bytes).ok() } else { F::from_le_bytes(bytes).ok() }
    };
    let element = |(i, item): (usize, &[u8; 32])| read(item).ok_or(i);
    let results: Result<Vec<F>, usize> =
        items.par_iter().enumerate().with_min_len(SCALARS_PER_TASK).map(element).collect();
    // Which of several errors is returned depends on the threads, so the first one is searched.
    results.map_err(|i| {
        let first = items[..i].iter().position(|item| read(item).is_none()).unwrap_or(i);
        let message = format_args!("number {first} is not below the order");
        Failure { index: Some(first), ..Failure::of(Kind::Input, "scalars", message) }
    })
}
