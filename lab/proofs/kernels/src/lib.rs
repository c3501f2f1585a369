//! Every kernel in assembly, compiled as a function of its own: what `lab/proofs` disassembles and proves.
//!
//! A wrapper takes its operands behind pointers and the modulus as one of them, so that the compiled code knows nothing
//! about the modulus and the proof holds for all. It hands the operands on and stores the result, nothing else: what
//! is proved of the wrapper is proved of the kernel.

#![cfg(all(target_arch = "x86_64", target_pointer_width = "64"))]
#![allow(improper_ctypes_definitions, reason = "a backend has no size, so no register")]

use vorpal_limbs::Montgomery;
use vorpal_limbs::backend::Bmi2Adx;

/// Wrappers named like the kernels, each an expression in its operands.
macro_rules! kernels {
    ($($name:ident($($operand:ident: $type:ty),*) -> $result:ty = $value:expr;)*) => {
        $(
            #[unsafe(no_mangle)]
            pub extern "C" fn $name(out: &mut $result, $($operand: $type),*) {
                *out = $value;
            }
        )*
    };
}

type Four<'a> = &'a [u64; 4];

kernels! {
    mul_4(k: Bmi2Adx, a: Four<'_>, b: Four<'_>, p: Four<'_>, inverse: u64) -> [u64; 4] = k.mul_4(a, b, p, inverse);
    add_4(ring: &Montgomery<4>, a: Four<'_>, b: Four<'_>) -> [u64; 4] = ring.add(a, b);
    sub_4(ring: &Montgomery<4>, a: Four<'_>, b: Four<'_>) -> [u64; 4] = ring.sub(a, b);
}

/// Where a ring keeps its modulus: the proof reads it from the compiled code.
#[unsafe(no_mangle)]
pub extern "C" fn modulus_4(ring: &Montgomery<4>) -> &[u64; 4] {
    ring.modulus()
}
