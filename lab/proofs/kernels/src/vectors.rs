//! Wrapper functions around the kernels of vectors, whose intrinsics the compiler turns into instructions.
//!
//! A packed value is one operand: sixteen numbers side by side. The constants of the modulus are another, so that the
//! proof holds for all moduli. Numbers in 64-bit limbs are read and written through pointers, as in the product.

#[cfg(target_arch = "aarch64")]
use vorpal_limbs::backend::NeonFma;
#[cfg(target_arch = "wasm32")]
use vorpal_limbs::backend::RelaxedSimd;
#[cfg(target_arch = "x86_64")]
use vorpal_limbs::backend::{Avx2Fma, Avx512Fma, Avx512Ifma, Avx512VlIfma, AvxIfma, IfmaModulus};
use vorpal_limbs::{Conversion, LANES, Packed, PackedKernels, PackedModulus};

type Pointers<'a, const N: usize> = &'a [&'a [u64; N]; LANES];
type PointersMut<'a, 'b, const N: usize> = &'a mut [&'b mut [u64; N]; LANES];

/// Defines wrappers of a backend for `N` limbs, with names such as `ifma_mul_4`.
macro_rules! packed {
    ($($module:ident: $name:literal $n:literal $backend:ty;)*) => { $(
        pub mod $module {
            use super::*;

            /// Computes `out = a b`.
            #[unsafe(export_name = concat!($name, "_mul_", $n))]
            pub extern "C" fn mul(
                k: $backend,
                out: &mut Packed<$n>,
                modulus: &PackedModulus<$n>,
                a: &Packed<$n>,
                b: &Packed<$n>,
            ) {
                // SAFETY: the pointers come from references.
                unsafe { k.mul(modulus, out, a, b) }
            }

            /// Computes `out = a b`, of signed words.
            #[unsafe(export_name = concat!($name, "_mul_signed_", $n))]
            pub extern "C" fn mul_signed(
                k: $backend,
                out: &mut Packed<$n>,
                modulus: &PackedModulus<$n>,
                a: &Packed<$n>,
                b: &Packed<$n>,
            ) {
                // SAFETY: the pointers come from references.
                unsafe { k.mul_signed(modulus, out, a, b) }
            }

            /// Computes `(low, high) = (low + high, low - high)`, of signed words.
            #[unsafe(export_name = concat!($name, "_sum_and_difference_", $n))]
            pub extern "C" fn sum_and_difference(
                k: $backend,
                low: &mut Packed<$n>,
                modulus: &PackedModulus<$n>,
                high: &mut Packed<$n>,
            ) {
                k.sum_and_difference(modulus, low, high);
            }

            /// Computes `out = a^(2^times)`.
            #[unsafe(export_name = concat!($name, "_square_", $n))]
            pub extern "C" fn square(
                k: $backend,
                out: &mut Packed<$n>,
                modulus: &PackedModulus<$n>,
                a: &Packed<$n>,
                times: usize,
            ) {
                // SAFETY: the pointers come from references.
                unsafe { k.square_times(modulus, out, a, times) }
            }

            /// Computes `out = a + b`.
            #[unsafe(export_name = concat!($name, "_add_", $n))]
            pub extern "C" fn add(
                k: $backend,
                out: &mut Packed<$n>,
                modulus: &PackedModulus<$n>,
                a: &Packed<$n>,
                b: &Packed<$n>,
            ) {
                // SAFETY: the pointers come from references.
                unsafe { k.add(modulus, out, a, b) }
            }

            /// Computes `out = a - b`.
            #[unsafe(export_name = concat!($name, "_sub_", $n))]
            pub extern "C" fn sub(
                k: $backend,
                out: &mut Packed<$n>,
                modulus: &PackedModulus<$n>,
                a: &Packed<$n>,
                b: &Packed<$n>,
            ) {
                // SAFETY: the pointers come from references.
                unsafe { k.sub(modulus, out, a, b) }
            }

            /// Negates the lanes of the mask.
            #[unsafe(export_name = concat!($name, "_negate_", $n))]
            pub extern "C" fn negate(k: $backend, a: &mut Packed<$n>, modulus: &PackedModulus<$n>, lanes: u16) {
                k.negate_lanes(modulus, a, lanes);
            }

            /// Computes the mask of the lanes that are zero.
            #[unsafe(export_name = concat!($name, "_zeros_", $n))]
            pub extern "C" fn zeros(k: $backend, out: &mut u64, modulus: &PackedModulus<$n>, a: &Packed<$n>) {
                *out = u64::from(k.zero_lanes(modulus, a));
            }

            /// Computes `a = v a`, where `v^2 = R / S`.
            #[unsafe(export_name = concat!($name, "_scale_", $n))]
            pub extern "C" fn scale(k: $backend, a: &mut Packed<$n>, modulus: &PackedModulus<$n>) {
                k.scale_raw(modulus, a);
            }

            /// Computes `a = a / v`.
            #[unsafe(export_name = concat!($name, "_unscale_", $n))]
            pub extern "C" fn unscale(k: $backend, a: &mut Packed<$n>, modulus: &PackedModulus<$n>) {
                k.unscale_raw(modulus, a);
            }

            conversions!($name $n $backend: "" load store Montgomery);
            conversions!($name $n $backend: "raw_" load_raw store_raw Raw);
            conversions!($name $n $backend: "units_" load_units store_units Units);
            conversions!($name $n $backend: "signed_" load_signed store_signed Signed);
        }
    )* };
}

/// Defines the two wrappers of a conversion.
macro_rules! conversions {
    ($name:literal $n:literal $backend:ty: $kind:literal $load:ident $store:ident $conversion:ident) => {
        /// Loads numbers in 64-bit limbs.
        #[unsafe(export_name = concat!($name, "_load_", $kind, $n))]
        pub extern "C" fn $load(
            k: $backend,
            out: &mut Packed<$n>,
            modulus: &PackedModulus<$n>,
            numbers: Pointers<'_, $n>,
        ) {
            k.load(modulus, out, numbers, Conversion::$conversion);
        }

        /// Stores numbers in 64-bit limbs.
        #[unsafe(export_name = concat!($name, "_store_", $kind, $n))]
        pub extern "C" fn $store(
            k: $backend,
            numbers: PointersMut<'_, '_, $n>,
            modulus: &PackedModulus<$n>,
            a: &Packed<$n>,
        ) {
            k.store(modulus, a, numbers, Conversion::$conversion);
        }
    };
}

#[cfg(target_arch = "wasm32")]
packed! {
    relaxed_4: "relaxed" 4 RelaxedSimd;
    relaxed_6: "relaxed" 6 RelaxedSimd;
}

#[cfg(target_arch = "aarch64")]
packed! {
    neon_4: "neon" 4 NeonFma;
    neon_6: "neon" 6 NeonFma;
}

#[cfg(target_arch = "x86_64")]
packed! {
    fma_4: "fma" 4 Avx2Fma;
    fma_6: "fma" 6 Avx2Fma;
    fma512_4: "fma512" 4 Avx512Fma;
    fma512_6: "fma512" 6 Avx512Fma;
    ifma_4: "ifma" 4 Avx512Ifma;
    ifma_6: "ifma" 6 Avx512Ifma;
    ifma256_4: "ifma256" 4 AvxIfma;
    ifma256_6: "ifma256" 6 AvxIfma;
    ifma256_evex_4: "ifma256_evex" 4 Avx512VlIfma;
    ifma256_evex_6: "ifma256_evex" 6 Avx512VlIfma;
}

/// Defines wrappers of batches of products.
#[cfg(target_arch = "x86_64")]
macro_rules! batch {
    ($($name:ident $backend:ty, $n:literal $l:literal $count:literal;)*) => { $(
        /// Computes `products_i = a_i b_i`.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            k: $backend,
            products: &mut [[u64; $n]; $count],
            ring: &IfmaModulus<$n, $l>,
            a: &[[u64; $n]; $count],
            b: &[[u64; $n]; $count],
        ) {
            k.mul_batch(ring, products, a, b, |limbs| limbs, |limbs| limbs);
        }
    )* };
}

#[cfg(target_arch = "x86_64")]
batch! {
    ifma_batch_4 Avx512Ifma, 4 5 8;
    ifma_batch_pair_4 Avx512Ifma, 4 5 16;
    ifma_batch_6 Avx512Ifma, 6 8 8;
    ifma_batch_pair_6 Avx512Ifma, 6 8 16;
    ifma256_batch_4 AvxIfma, 4 5 4;
    ifma256_batch_pair_4 AvxIfma, 4 5 8;
    ifma256_batch_6 AvxIfma, 6 8 4;
    ifma256_batch_pair_6 AvxIfma, 6 8 8;
    ifma256_evex_batch_4 Avx512VlIfma, 4 5 4;
    ifma256_evex_batch_pair_4 Avx512VlIfma, 4 5 8;
    ifma256_evex_batch_6 Avx512VlIfma, 6 8 4;
    ifma256_evex_batch_pair_6 Avx512VlIfma, 6 8 8;
}

/// Defines wrappers of products of sixteen numbers in 64-bit limbs.
macro_rules! numbers {
    ($($function:ident $backend:ty, $n:literal;)*) => { $(
        /// Computes `products_i = a_i b_i`.
        #[unsafe(no_mangle)]
        pub extern "C" fn $function(
            k: $backend,
            products: PointersMut<'_, '_, $n>,
            modulus: &PackedModulus<$n>,
            a: Pointers<'_, $n>,
            b: Pointers<'_, $n>,
        ) {
            k.mul_numbers(modulus, products, a, b);
        }
    )* };
}

#[cfg(target_arch = "wasm32")]
numbers! {
    relaxed_batch_4 RelaxedSimd, 4;
    relaxed_batch_6 RelaxedSimd, 6;
}

#[cfg(target_arch = "aarch64")]
numbers! {
    neon_batch_4 NeonFma, 4;
    neon_batch_6 NeonFma, 6;
}

#[cfg(target_arch = "x86_64")]
numbers! {
    fma_batch_4 Avx2Fma, 4;
    fma_batch_6 Avx2Fma, 6;
    fma512_batch_4 Avx512Fma, 4;
    fma512_batch_6 Avx512Fma, 6;
}
