//! Arrays and buffers of Java as slices. This file has all `unsafe` code of the library.
//!
//! An argument is a `byte[]`, which is copied, or a direct `ByteBuffer`, which is not. A direct buffer begins at its
//! first byte and ends at its capacity: Java passes `buffer.slice()`. Copies cost nothing beside the work, and the
//! garbage collector goes on meanwhile, which it would not if the library held the memory of arrays.
//!
//! A call costs its crossings into the virtual machine. So arrays of bytes have functions here with one crossing each:
//! those of `jni` also ask for a pending exception, before and after.

#![allow(unsafe_code, reason = "the memory of direct buffers, and calls without checks for exceptions")]

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use jni::objects::{JByteArray, JByteBuffer, JDoubleArray, JLongArray, JObject};
use jni::refs::Reference;
use jni::sys::{JNIEnv, jint, jsize};
use jni::{Env, EnvUnowned};
use zeroize::Zeroizing;

use crate::error::{Failure, Kind};

/// Calls a function of the virtual machine. Its caller guarantees that the arguments are valid, and that the function
/// throws nothing or reports by its result. No exception is pending: a method begins without one, and ends at the first
/// error.
macro_rules! call {
    ($env:expr, $version:ident, $function:ident $(, $argument:expr)*) => {{
        let raw = $env.raw();
        ((**raw).$version.$function)(raw $(, $argument)*)
    }};
}

/// What gives the functions of the virtual machine to a native method.
///
/// # Safety
///
/// The result is the pointer that the method got.
pub(crate) unsafe trait Machine {
    fn raw(&self) -> *mut JNIEnv;
}

/// A [`Machine`] of a method whose new references live for `'local`.
pub(crate) trait Locals<'local>: Machine {}

// SAFETY: an `Env` has the pointer.
unsafe impl Machine for Env<'_> {
    fn raw(&self) -> *mut JNIEnv {
        self.get_raw()
    }
}

impl<'local> Locals<'local> for Env<'local> {}

/// What a method has that needs arrays of bytes and direct buffers alone. An `Env` costs more: it counts the frames of
/// its thread.
pub(crate) struct Frame<'local>(pub(crate) EnvUnowned<'local>);

// SAFETY: an `EnvUnowned` is the pointer.
unsafe impl Machine for Frame<'_> {
    fn raw(&self) -> *mut JNIEnv {
        self.0.as_raw()
    }
}

impl<'local> Locals<'local> for Frame<'local> {}

/// An array of bytes with its length, which never changes.
struct Bytes<'a, 'local> {
    array: &'a JByteArray<'local>,
    length: usize,
}

impl<'a, 'local> Bytes<'a, 'local> {
    fn new(env: &impl Machine, array: &'a JByteArray<'local>, name: &'static str) -> Result<Self, Failure> {
        if array.is_null() {
            return Err(Failure::argument(name, "null"));
        }
        // SAFETY: the reference is valid and not null, and its type is that of arrays of bytes.
        let length = unsafe { call!(env, v1_1, GetArrayLength, array.as_raw()) };
        // A length is not negative.
        Ok(Self { array, length: usize::try_from(length).unwrap_or(0) })
    }

    /// As above, of an array that must have this length.
    fn of_length(
        env: &impl Machine,
        array: &'a JByteArray<'local>,
        name: &'static str,
        length: usize,
    ) -> Result<Self, Failure> {
        let bytes = Self::new(env, array, name)?;
        if bytes.length != length {
            let message = format_args!("{} bytes; {length} are expected", bytes.length);
            return Err(Failure::argument(name, message));
        }
        Ok(bytes)
    }

    /// The start and the length of a part of the array as Java has them.
    fn part(&self, start: usize, length: usize) -> (jsize, jsize) {
        let is_inside = start.checked_add(length).is_some_and(|end| end <= self.length);
        assert!(is_inside, "{length} bytes from {start} on are not inside an array of {}", self.length);
        let number = |number| jsize::try_from(number).expect("at most the length of an array of Java");
        (number(start), number(length))
    }

    /// Copies the first bytes of the array.
    fn read(&self, env: &impl Machine, bytes: &mut [u8]) {
        let (start, length) = self.part(0, bytes.len());
        if length > 0 {
            let (array, bytes) = (self.array.as_raw(), bytes.as_mut_ptr().cast());
            // SAFETY: the part is inside the array, and `bytes` has as many bytes.
            unsafe { call!(env, v1_1, GetByteArrayRegion, array, start, length, bytes) }
        }
    }

    fn to_vec(&self, env: &impl Machine) -> Vec<u8> {
        let mut bytes = vec![0; self.length];
        self.read(env, &mut bytes);
        bytes
    }

    /// Copies bytes into the array.
    fn write(&self, env: &impl Machine, start: usize, bytes: &[u8]) {
        let (start, length) = self.part(start, bytes.len());
        if length > 0 {
            let (array, bytes) = (self.array.as_raw(), bytes.as_ptr().cast());
            // SAFETY: the part is inside the array, and `bytes` has as many bytes.
            unsafe { call!(env, v1_1, SetByteArrayRegion, array, start, length, bytes) }
        }
    }
}

/// The longest array whose copy lies on the stack, which costs less than an allocation.
const SHORT: usize = 256;

/// Bytes of a caller: a copy of an array, or the memory of a direct buffer.
#[allow(clippy::large_enum_variant, reason = "a method has few of them, on its stack")]
pub(crate) enum Input<'a> {
    Short { bytes: [u8; SHORT], length: usize },
    Array(Vec<u8>),
    Direct(&'a [u8]),
}

impl Deref for Input<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Short { bytes, length } => &bytes[..*length],
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
        if let Ok(array) = env.as_cast::<JByteArray<'_>>(object) {
            return bytes(env, &array, name);
        }
        let memory = self.memory(env, object, name, false)?;
        // SAFETY: no output of this call overlaps the memory (`memory`).
        Ok(Input::Direct(unsafe { memory.bytes() }))
    }

    /// The `length` bytes that a call writes. Their old contents are not read.
    pub(crate) fn output<'a>(
        &mut self,
        env: &Env<'_>,
        object: &'a JObject<'_>,
        name: &'static str,
        length: usize,
    ) -> Result<Output<'a>, Failure> {
        if let Ok(array) = env.as_cast::<JByteArray<'_>>(object) {
            Bytes::of_length(env, &array, name, length)?;
            return Ok(Output::Array(vec![0; length]));
        }
        let memory = self.memory(env, object, name, true)?;
        if memory.length != length {
            return Err(Failure::argument(
                name,
                format_args!("{} bytes; {length} are expected", memory.length),
            ));
        }
        // SAFETY: nothing else of this call overlaps the memory (`memory`). Java refuses read-only buffers before the
        // call.
        Ok(Output::Direct(unsafe { memory.bytes_mut() }))
    }

    /// The memory of a direct buffer, which is remembered.
    fn memory<'a>(
        &mut self,
        env: &Env<'_>,
        object: &'a JObject<'_>,
        name: &'static str,
        is_output: bool,
    ) -> Result<Memory<'a>, Failure> {
        let buffer = env.as_cast::<JByteBuffer<'_>>(object).map_err(|_| no_memory(name))?;
        let memory = Memory::of(env, &buffer, object, name)?;
        if memory.length == 0 {
            return Ok(memory);
        }
        let start = memory.address.addr();
        let span = Span { name, start, end: start.saturating_add(memory.length), is_output };
        for other in &self.0 {
            let overlaps = span.start < other.end && other.start < span.end;
            if overlaps && (is_output || other.is_output) {
                let message = format_args!("the buffer overlaps that of {}", other.name);
                return Err(Failure::argument(name, message));
            }
        }
        self.0.push(span);
        Ok(memory)
    }
}

/// The failure of an argument without memory that can be read.
fn no_memory(name: &'static str) -> Failure {
    Failure::argument(name, "neither an array of bytes nor a direct buffer")
}

/// The memory of a direct buffer, which a reference keeps reachable.
struct Memory<'a> {
    address: *mut u8,
    length: usize,
    buffer: PhantomData<&'a ()>,
}

impl<'a> Memory<'a> {
    /// The memory of a buffer. `keeper` is a reference to the same object.
    fn of(
        env: &impl Machine,
        buffer: &JByteBuffer<'_>,
        _keeper: &'a JObject<'_>,
        name: &'static str,
    ) -> Result<Self, Failure> {
        if buffer.is_null() {
            return Err(no_memory(name));
        }
        // SAFETY: the reference is valid and not null, and its type is that of buffers of bytes. Both functions have a
        // result for buffers that are not direct.
        let (capacity, address) = unsafe {
            let capacity = call!(env, v1_4, GetDirectBufferCapacity, buffer.as_raw());
            (capacity, call!(env, v1_4, GetDirectBufferAddress, buffer.as_raw()))
        };
        let length = usize::try_from(capacity).map_err(|_| no_memory(name))?;
        if length > 0 && address.is_null() {
            return Err(no_memory(name));
        }
        Ok(Self { address: address.cast(), length, buffer: PhantomData })
    }

    /// The bytes.
    ///
    /// # Safety
    ///
    /// No slice of `bytes_mut` overlaps them.
    unsafe fn bytes(&self) -> &'a [u8] {
        if self.length == 0 {
            return &[];
        }
        // SAFETY: the Java virtual machine has `length` bytes at the address as long as the buffer is reachable, and a
        // reference keeps it so for `'a`. That no other thread writes to them during the call, nor frees them by
        // force, is what the documentation of every method asks of its caller.
        unsafe { std::slice::from_raw_parts(self.address, self.length) }
    }

    /// The bytes, to be written.
    ///
    /// # Safety
    ///
    /// No other slice overlaps them.
    unsafe fn bytes_mut(&self) -> &'a mut [u8] {
        if self.length == 0 {
            return &mut [];
        }
        // SAFETY: as in `bytes`. The memory of a direct buffer has some value in each byte.
        unsafe { std::slice::from_raw_parts_mut(self.address, self.length) }
    }
}

/// The bytes of a direct buffer, for a method that writes to no other.
pub(crate) fn direct<'a>(
    env: &impl Machine,
    buffer: &'a JByteBuffer<'_>,
    name: &'static str,
) -> Result<&'a [u8], Failure> {
    let memory = Memory::of(env, buffer, buffer, name)?;
    // SAFETY: the method writes to no memory of Java.
    Ok(unsafe { memory.bytes() })
}

impl Output<'_> {
    /// Ends the writing: an array gets its bytes.
    pub(crate) fn finish(self, env: &Env<'_>, object: &JObject<'_>) -> Result<(), Failure> {
        match self {
            Self::Direct(_) => Ok(()),
            Self::Array(bytes) => {
                let array = env.as_cast::<JByteArray<'_>>(object)?;
                Bytes::of_length(env, &array, "the output", bytes.len())?.write(env, 0, &bytes);
                Ok(())
            }
        }
    }
}

/// The bytes of an array.
pub(crate) fn bytes(
    env: &impl Machine,
    array: &JByteArray<'_>,
    name: &'static str,
) -> Result<Input<'static>, Failure> {
    let array = Bytes::new(env, array, name)?;
    if array.length > SHORT {
        return Ok(Input::Array(array.to_vec(env)));
    }
    let mut bytes = [0; SHORT];
    array.read(env, &mut bytes[..array.length]);
    Ok(Input::Short { bytes, length: array.length })
}

/// The `N` bytes of an array: a hash, a key, a root. They are copied to the stack.
pub(crate) fn fixed<const N: usize>(
    env: &impl Machine,
    array: &JByteArray<'_>,
    name: &'static str,
) -> Result<[u8; N], Failure> {
    let mut bytes = [0; N];
    Bytes::of_length(env, array, name, N)?.read(env, &mut bytes);
    Ok(bytes)
}

/// As [`fixed`], for secret bytes: the copy is wiped when it is dropped.
pub(crate) fn secret<const N: usize>(
    env: &impl Machine,
    array: &JByteArray<'_>,
    name: &'static str,
) -> Result<Zeroizing<[u8; N]>, Failure> {
    let mut bytes = Zeroizing::new([0; N]);
    Bytes::of_length(env, array, name, N)?.read(env, &mut *bytes);
    Ok(bytes)
}

/// As [`bytes`], for secret ones: the copy is wiped when it is dropped.
pub(crate) fn secret_bytes(
    env: &impl Machine,
    array: &JByteArray<'_>,
    name: &'static str,
) -> Result<Zeroizing<Vec<u8>>, Failure> {
    Ok(Zeroizing::new(Bytes::new(env, array, name)?.to_vec(env)))
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

/// The parts of bytes that Java joined: parts of these lengths, and the rest.
pub(crate) fn parts<const N: usize>(
    joined: &[u8],
    lengths: [jint; N],
) -> Result<([&[u8]; N], &[u8]), Failure> {
    let (mut parts, mut rest) = ([&[][..]; N], joined);
    for (part, length) in parts.iter_mut().zip(lengths) {
        let split = usize::try_from(length).ok().and_then(|length| rest.split_at_checked(length));
        let message = format_args!("a part of {length} in {} bytes", rest.len());
        (*part, rest) = split.ok_or_else(|| Failure::argument("joined", message))?;
    }
    Ok((parts, rest))
}

/// Copies bytes into an array, from `start` on.
pub(crate) fn write(
    env: &impl Machine,
    array: &JByteArray<'_>,
    name: &'static str,
    start: usize,
    bytes: &[u8],
) -> Result<(), Failure> {
    let array = Bytes::new(env, array, name)?;
    let end = start.saturating_add(bytes.len());
    if array.length < end {
        return Err(Failure::argument(name, format_args!("{} bytes; {end} are expected", array.length)));
    }
    array.write(env, start, bytes);
    Ok(())
}

/// A new array with these bytes.
pub(crate) fn new_array<'local>(
    env: &mut impl Locals<'local>,
    bytes: &[u8],
) -> Result<JByteArray<'local>, Failure> {
    let no_array = |_| Failure::new(Kind::Internal, "the result is longer than an array of Java");
    let length = jsize::try_from(bytes.len()).map_err(no_array)?;
    // SAFETY: the length is not negative. The reference is new, and local to the method of `env`.
    let array: JByteArray<'local> =
        unsafe { JByteArray::kind_from_raw(call!(env, v1_1, NewByteArray, length)) };
    if array.is_null() {
        // An `OutOfMemoryError` is pending, and stays so.
        return Err(Failure::new(Kind::Internal, "no memory for the result"));
    }
    Bytes { array: &array, length: bytes.len() }.write(env, 0, bytes);
    Ok(array)
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
