//! Fields of BLS12-381: scalars and base field.

use std::mem::MaybeUninit;

use blst::*;
use contender::{Contender, Field};

/// The value that a function of the library writes through its first argument.
///
/// # Safety
/// `write` must initialise the whole value.
pub(crate) unsafe fn written<T>(write: impl FnOnce(*mut T)) -> T {
    let mut out = MaybeUninit::uninit();
    write(out.as_mut_ptr());
    // SAFETY: the caller guarantees that `write` initialises the whole value.
    unsafe { out.assume_init() }
}

/// Wraps a function of the library with one operand.
macro_rules! unary {
    ($function:path) => {
        // SAFETY: reads a whole element, writes a whole element.
        |a| unsafe { written(|out| $function(out, a)) }
    };
}

/// Wraps a function of the library with two operands.
macro_rules! binary {
    ($function:path) => {
        // SAFETY: reads two whole elements, writes a whole element.
        |a, b| unsafe { written(|out| $function(out, a, b)) }
    };
}

/// Wraps a function of the library that overwrites its first operand.
macro_rules! in_place {
    ($function:path $(, $other:ident)?) => {
        |a $(, $other)?| {
            let a: *mut _ = a;
            // SAFETY: reads whole elements, writes a whole element; input and output may alias.
            unsafe { $function(a, a $(, $other)?) }
        }
    };
}

pub(crate) fn scalar(bytes: &[u8]) -> Option<blst_fr> {
    let scalar = canonical_scalar(bytes)?;
    // SAFETY: reads a whole scalar, writes a whole element.
    Some(unsafe { written(|out| blst_fr_from_scalar(out, &scalar)) })
}

/// A scalar in the form that sums require.
pub(crate) fn canonical_scalar(bytes: &[u8]) -> Option<blst_scalar> {
    let scalar = blst_scalar { b: bytes.try_into().ok()? };
    // SAFETY: reads a whole scalar.
    unsafe { blst_scalar_fr_check(&scalar) }.then_some(scalar)
}

fn encode_scalar(element: &blst_fr) -> Vec<u8> {
    // SAFETY: reads a whole element, writes a whole scalar.
    let scalar: blst_scalar = unsafe { written(|out| blst_scalar_from_fr(out, element)) };
    scalar.b.to_vec()
}

pub(crate) fn base(bytes: &[u8]) -> Option<blst_fp> {
    let bytes: [u8; 48] = bytes.try_into().ok()?;
    // SAFETY: reads 48 bytes, writes a whole element.
    let element = unsafe { written(|out| blst_fp_from_lendian(out, bytes.as_ptr())) };
    (encode_base(&element) == bytes).then_some(element)
}

pub(crate) fn encode_base(element: &blst_fp) -> Vec<u8> {
    let mut bytes = vec![0; 48];
    // SAFETY: reads a whole element, writes 48 bytes.
    unsafe { blst_lendian_from_fp(bytes.as_mut_ptr(), element) };
    bytes
}

/// The library returns zero as the inverse of zero.
fn inverse<T: PartialEq + Default>(a: &T, invert: impl Fn(&T) -> T) -> Option<T> {
    (*a != T::default()).then(|| invert(a))
}

fn square_root(a: &blst_fp) -> Option<blst_fp> {
    let mut square = false;
    // SAFETY: reads a whole element, writes a whole element whether or not there is a root.
    let root = unsafe { written(|out| square = blst_fp_sqrt(out, a)) };
    square.then_some(root)
}

fn legendre(a: &blst_fp) -> i8 {
    // SAFETY: reads a whole element.
    match unsafe { blst_fp_is_square(a) } {
        _ if *a == blst_fp::default() => 0,
        true => 1,
        false => -1,
    }
}

pub(crate) fn register(contender: &mut Contender) {
    Field::new(contender, "bls12_381_scalar", scalar, encode_scalar)
        .mul_in_place("blst_fr_mul", in_place!(blst_fr_mul, b))
        .add_in_place("blst_fr_add", in_place!(blst_fr_add, b))
        .sub(binary!(blst_fr_sub))
        // SAFETY: reads a whole element, writes a whole element.
        .neg(|a| unsafe { written(|out| blst_fr_cneg(out, a, true)) })
        .square_in_place("blst_fr_sqr", in_place!(blst_fr_sqr))
        .invert(
            "blst_fr_inverse (constant time)",
            |a| inverse(a, unary!(blst_fr_inverse)),
            binary!(blst_fr_add),
        );
    Field::new(contender, "bls12_381_base", base, encode_base)
        .mul_in_place("blst_fp_mul", in_place!(blst_fp_mul, b))
        .add_in_place("blst_fp_add", in_place!(blst_fp_add, b))
        .sub(binary!(blst_fp_sub))
        // SAFETY: reads a whole element, writes a whole element.
        .neg(|a| unsafe { written(|out| blst_fp_cneg(out, a, true)) })
        .square_in_place("blst_fp_sqr", in_place!(blst_fp_sqr))
        .invert(
            "blst_fp_inverse (constant time)",
            |a| inverse(a, unary!(blst_fp_inverse)),
            binary!(blst_fp_add),
        )
        .legendre("blst_fp_is_square (constant time)", legendre)
        .sqrt("blst_fp_sqrt (constant time, by power)", square_root);
}
