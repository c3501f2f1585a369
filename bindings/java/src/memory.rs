//! Arrays and buffers of Java as slices. This file has all `unsafe` code of the library.
//!
//! An argument is a `byte[]`, which is copied, or a direct `ByteBuffer`, which is not. A direct buffer begins at its
//! first byte and ends at its capacity: Java passes `buffer.slice()`. Copies cost nothing beside the work, and the
//! garbage collector goes on meanwhile, which it would not if the library held the memory of arrays.

#![allow(unsafe_code, reason = "the memory of direct buffers")]

use std::ops::{Deref, DerefMut};

use jni::Env;
use jni::objects::{JByteArray, JByteBuffer, JDoubleArray, JLongArray, JObject};
use zeroize::Zeroizing;

use crate::error::Failure;

/// Bytes of a caller: a copy of an array, or the memory of a direct buffer.
pub(crate) enum Input<'a> {
    Array(Vec<u8>),
    Direct(&'a [u8]),
}

impl Deref for Input<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Array(bytes) => bytes,
            Self::Direct(bytes) => bytes,
        }
    }
}

/// Bytes that a method writes: to an array at its end, or into the memory of a direct buffer.
pub(crate) enum Output<'a> {
    Array(Vec<u8>),
    Direct(&'a mut [u8]),
}

impl Deref for Output<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Array(bytes) => bytes,
            Self::Direct(bytes) => bytes,
        }
    }
}

impl DerefMut for Output<'_> {
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Array(bytes) => bytes,
            Self::Direct(bytes) => bytes,
        }
    }
}

/// The arguments of a call. Direct buffers are remembered, so that no output overlaps anything else.
#[derive(Default)]
pub(crate) struct Buffers(Vec<Span>);

struct Span {
    name: &'static str,
    start: usize,
    end: usize,
    is_output: bool,
}

impl Buffers {
    /// The bytes that a call reads.
    pub(crate) fn input<'a>(
        &mut self,
        env: &Env<'_>,
        object: &'a JObject<'_>,
        name: &'static str,
    ) -> Result<Input<'a>, Failure> {
        if let Some(bytes) = array(env, object)? {
            return Ok(Input::Array(bytes));
        }
        let (address, length) = self.direct(env, object, name, false)?;
        if length == 0 {
            return Ok(Input::Direct(&[]));
        }
        // SAFETY: the Java virtual machine has `length` bytes at the address as long as the buffer is reachable, and
        // the reference `object` keeps it so for `'a`. No output of this call overlaps them (`direct`). That no other
        // thread writes to them during the call, nor frees them by force, is what the documentation of every method
        // asks of its caller.
        Ok(Input::Direct(unsafe { std::slice::from_raw_parts(address, length) }))
    }

    /// The `length` bytes that a call writes. Their old contents are not read.
    pub(crate) fn output<'a>(
        &mut self,
        env: &Env<'_>,
        object: &'a JObject<'_>,
        name: &'static str,
        length: usize,
    ) -> Result<Output<'a>, Failure> {
        let wrong = |found| Failure::argument(name, format_args!("{found} bytes; {length} are expected"));
        if let Ok(array) = env.as_cast::<JByteArray<'_>>(object) {
            let found = array.len(env)?;
            return if found == length { Ok(Output::Array(vec![0; length])) } else { Err(wrong(found)) };
        }
        let (address, found) = self.direct(env, object, name, true)?;
        if found != length {
            return Err(wrong(found));
        }
        if length == 0 {
            return Ok(Output::Direct(&mut []));
        }
        // SAFETY: as in `input`; the memory of a direct buffer has some value in each byte. Java refuses read-only
        // buffers before the call.
        Ok(Output::Direct(unsafe { std::slice::from_raw_parts_mut(address, length) }))
    }

    /// The address and the length of a direct buffer.
    fn direct(
        &mut self,
        env: &Env<'_>,
        object: &JObject<'_>,
        name: &'static str,
        is_output: bool,
    ) -> Result<(*mut u8, usize), Failure> {
        let none = |_| Failure::argument(name, "neither an array of bytes nor a direct buffer");
        let buffer = env.as_cast::<JByteBuffer<'_>>(object).map_err(none)?;
        let length = env.get_direct_buffer_capacity(&buffer).map_err(none)?;
        if length == 0 {
            return Ok((std::ptr::null_mut(), 0));
        }
        let address = env.get_direct_buffer_address(&buffer).map_err(none)?;
        let span =
            Span { name, start: address.addr(), end: address.addr().saturating_add(length), is_output };
        for other in &self.0 {
            let overlaps = span.start < other.end && other.start < span.end;
            if overlaps && (is_output || other.is_output) {
                return Err(Failure::argument(
                    name,
                    format_args!("the buffer overlaps that of {}", other.name),
                ));
            }
        }
        self.0.push(span);
        Ok((address, length))
    }
}

impl Output<'_> {
    /// Ends the writing: an array gets its bytes.
    pub(crate) fn finish(self, env: &Env<'_>, object: &JObject<'_>) -> Result<(), Failure> {
        match self {
            Self::Direct(_) => Ok(()),
            Self::Array(bytes) => {
                let array = env.as_cast::<JByteArray<'_>>(object)?;
                Ok(array.set_region(env, 0, &signed(&bytes))?)
            }
        }
    }
}

/// The bytes of an object that is an array of bytes.
fn array(env: &Env<'_>, object: &JObject<'_>) -> Result<Option<Vec<u8>>, Failure> {
    match env.as_cast::<JByteArray<'_>>(object) {
        Ok(array) => Ok(Some(env.convert_byte_array(&*array)?)),
        Err(_) => Ok(None),
    }
}

/// The bytes of an array.
pub(crate) fn bytes(env: &Env<'_>, array: &JByteArray<'_>, name: &'static str) -> Result<Vec<u8>, Failure> {
    env.convert_byte_array(array).map_err(|error| Failure::argument(name, error))
}

/// The `N` bytes of an array: a hash, a key, a root. They are copied to the stack.
pub(crate) fn fixed<const N: usize>(
    env: &Env<'_>,
    array: &JByteArray<'_>,
    name: &'static str,
) -> Result<[u8; N], Failure> {
    let length = array.len(env).map_err(|error| Failure::argument(name, error))?;
    if length != N {
        return Err(Failure::argument(name, format_args!("{length} bytes; {N} are expected")));
    }
    let mut bytes = [0; N];
    array.get_region(env, 0, &mut bytes)?;
    Ok(bytes.map(i8::cast_unsigned))
}

/// As [`fixed`], for secret bytes: what is copied here is wiped when it is dropped.
pub(crate) fn secret<const N: usize>(
    env: &Env<'_>,
    array: &JByteArray<'_>,
    name: &'static str,
) -> Result<Zeroizing<[u8; N]>, Failure> {
    let length = array.len(env).map_err(|error| Failure::argument(name, error))?;
    if length != N {
        return Err(Failure::argument(name, format_args!("{length} bytes; {N} are expected")));
    }
    let mut signed = Zeroizing::new([0_i8; N]);
    array.get_region(env, 0, &mut *signed)?;
    let mut bytes = Zeroizing::new([0_u8; N]);
    for (byte, signed) in bytes.iter_mut().zip(&*signed) {
        *byte = signed.cast_unsigned();
    }
    Ok(bytes)
}

/// As [`bytes`], for secret ones: the copy is wiped when it is dropped.
pub(crate) fn secret_bytes(
    env: &Env<'_>,
    array: &JByteArray<'_>,
    name: &'static str,
) -> Result<Zeroizing<Vec<u8>>, Failure> {
    bytes(env, array, name).map(Zeroizing::new)
}

/// The numbers of an array.
pub(crate) fn longs(env: &Env<'_>, array: &JLongArray<'_>, name: &'static str) -> Result<Vec<i64>, Failure> {
    let length = array.len(env).map_err(|error| Failure::argument(name, error))?;
    let mut numbers = vec![0; length];
    array.get_region(env, 0, &mut numbers)?;
    Ok(numbers)
}

/// The numbers of an array.
pub(crate) fn doubles(
    env: &Env<'_>,
    array: &JDoubleArray<'_>,
    name: &'static str,
) -> Result<Vec<f64>, Failure> {
    let length = array.len(env).map_err(|error| Failure::argument(name, error))?;
    let mut numbers = vec![0.0; length];
    array.get_region(env, 0, &mut numbers)?;
    Ok(numbers)
}

/// A new array with these bytes.
pub(crate) fn new_array<'local>(env: &mut Env<'local>, bytes: &[u8]) -> Result<JByteArray<'local>, Failure> {
    Ok(env.byte_array_from_slice(bytes)?)
}

/// A new array with these numbers.
pub(crate) fn new_longs<'local>(
    env: &mut Env<'local>,
    numbers: &[i64],
) -> Result<JLongArray<'local>, Failure> {
    let array = JLongArray::new(env, numbers.len())?;
    array.set_region(env, 0, numbers)?;
    Ok(array)
}

/// Items of `N` bytes.
pub(crate) fn items<'a, const N: usize>(
    bytes: &'a [u8],
    name: &'static str,
) -> Result<&'a [[u8; N]], Failure> {
    match bytes.as_chunks() {
        (items, []) => Ok(items),
        _ => {
            let length = bytes.len();
            Err(Failure::argument(name, format_args!("{length} bytes are no multiple of {N}")))
        }
    }
}

/// As [`items`], as many as the items of another argument.
pub(crate) fn items_like<'a, const N: usize>(
    bytes: &'a [u8],
    name: &'static str,
    count: usize,
    other: &'static str,
) -> Result<&'a [[u8; N]], Failure> {
    let items = items(bytes, name)?;
    if items.len() != count {
        let message = format_args!("{} items of {N} bytes; {other} has {count}", items.len());
        return Err(Failure::argument(name, message));
    }
    Ok(items)
}

fn signed(bytes: &[u8]) -> Vec<i8> {
    bytes.iter().map(|byte| byte.cast_signed()).collect()
}
