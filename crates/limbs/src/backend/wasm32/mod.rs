//! Kernels for single numbers on WebAssembly, in plain Rust: products of words of 32 bits.
//!
//! WebAssembly multiplies words of 64 bits modulo `2^64`, so a product of 64-bit limbs takes four multiplications, and
//! there are no carries. These kernels split numbers into shorter limbs ([`shorter`]), whose products are added up
//! without carries, column by column, in one word each. A Montgomery product of four limbs takes 171 multiplications,
//! one of six limbs 351. `docs/tried.md` compares other splittings.
//!
//! The kernels are compiled for all targets, so that tests can compare them. WebAssembly uses them for all products of
//! four and six limbs.

#[macro_use]
mod kernels;

mod four;
#[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd", not(vorpal_portable)))]
mod relaxed;
mod shorter;
mod six;

#[cfg(all(target_arch = "wasm32", not(vorpal_portable)))]
mod dispatch;

#[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd", not(vorpal_portable)))]
pub use relaxed::RelaxedSimd;

#[cfg(all(target_arch = "wasm32", not(vorpal_portable)))]
pub(super) use dispatch::{BUILT, best, best_vectors};
#[cfg(all(target_arch = "wasm32", not(vorpal_portable)))]
pub(crate) use dispatch::{
    accumulate, add, add_unreduced, double_unreduced, mul, mul_any, mul_batch, mul_unreduced, packed_tables,
    product_at, redc, reduce_unreduced, square, square_unreduced, sub, sub_unreduced,
};

/// The backend of single numbers on WebAssembly. Its kernels run on every processor.
#[derive(Clone, Copy, Debug)]
pub struct Wasm32;
