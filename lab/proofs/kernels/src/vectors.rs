//! Wrapper functions around the kernels of vectors, whose intrinsics the compiler turns into instructions.
//!
//! A packed value is one operand: sixteen numbers side by side. The constants of the modulus are another, so that the
//! proof holds for all moduli. Numbers in 64-bit limbs are read and written through pointers, as in the product.

use vorpal_limbs::backend::{Avx2Fma, Avx512Ifma, Vectors};
use vorpal_limbs::{Conversion, LANES, Packed, PackedBackend, PackedModulus};

type Pointers<'a, const N: usize> = &'a [&'a [u64; N]; LANES];
type PointersMut<'a, 'b, const N: usize> = &'a mut [&'b mut [u64; N]; LANES];

/// Defines wrappers of a backend for `N` limbs.
macro_rules! packed {
    ($n:literal, $backend:ty: $mul:ident $square:ident $add:ident $sub:ident $negate:ident $zeros:ident $scale:ident
     $unscale:ident $load:ident $load_raw:ident $load_units:ident $store:ident $store_raw:ident $store_units:ident) => {
        /// Computes `out = a b`.
        #[unsafe(no_mangle)]
        pub extern "C" fn $mul(
            k: $backend,
            out: &mut Packed<$n>,
            modulus: &PackedModulus<$n>,
            a: &Packed<$n>,
            b: &Packed<$n>,
        ) {
            // SAFETY: the pointers come from references.
            unsafe { k.mul(modulus, out, a, b) }
        }

        /// Computes `out = a^(2^times)`.
        #[unsafe(no_mangle)]
        pub extern "C" fn $square(
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
        #[unsafe(no_mangle)]
        pub extern "C" fn $add(
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
        #[unsafe(no_mangle)]
        pub extern "C" fn $sub(
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
        #[unsafe(no_mangle)]
        pub extern "C" fn $negate(k: $backend, a: &mut Packed<$n>, modulus: &PackedModulus<$n>, lanes: u16) {
            k.negate_lanes(modulus, a, lanes);
        }

        /// Computes the mask of the lanes that are zero.
        #[unsafe(no_mangle)]
        pub extern "C" fn $zeros(k: $backend, out: &mut u64, modulus: &PackedModulus<$n>, a: &Packed<$n>) {
            *out = u64::from(k.zero_lanes(modulus, a));
        }

        /// Computes `a = v a`, where `v^2 = R / S`.
        #[unsafe(no_mangle)]
        pub extern "C" fn $scale(k: $backend, a: &mut Packed<$n>, modulus: &PackedModulus<$n>) {
            k.scale_raw(modulus, a);
        }

        /// Computes `a = a / v`.
        #[unsafe(no_mangle)]
        pub extern "C" fn $unscale(k: $backend, a: &mut Packed<$n>, modulus: &PackedModulus<$n>) {
            k.unscale_raw(modulus, a);
        }

        packed!(load $n $backend: $load Montgomery, $load_raw Raw, $load_units Units);
        packed!(store $n $backend: $store Montgomery, $store_raw Raw, $store_units Units);
    };
    (load $n:literal $backend:ty: $($name:ident $conversion:ident),*) => { $(
        /// Loads numbers in 64-bit limbs.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            k: $backend,
            out: &mut Packed<$n>,
            modulus: &PackedModulus<$n>,
            numbers: Pointers<'_, $n>,
        ) {
            k.load(modulus, out, numbers, Conversion::$conversion);
        }
    )* };
    (store $n:literal $backend:ty: $($name:ident $conversion:ident),*) => { $(
        /// Stores numbers in 64-bit limbs.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            k: $backend,
            numbers: PointersMut<'_, '_, $n>,
            modulus: &PackedModulus<$n>,
            a: &Packed<$n>,
        ) {
            k.store(modulus, a, numbers, Conversion::$conversion);
        }
    )* };
}

packed!(4, Avx512Ifma: ifma_mul_4 ifma_square_4 ifma_add_4 ifma_sub_4 ifma_negate_4 ifma_zeros_4 ifma_scale_4
    ifma_unscale_4 ifma_load_4 ifma_load_raw_4 ifma_load_units_4 ifma_store_4 ifma_store_raw_4 ifma_store_units_4);
packed!(6, Avx512Ifma: ifma_mul_6 ifma_square_6 ifma_add_6 ifma_sub_6 ifma_negate_6 ifma_zeros_6 ifma_scale_6
    ifma_unscale_6 ifma_load_6 ifma_load_raw_6 ifma_load_units_6 ifma_store_6 ifma_store_raw_6 ifma_store_units_6);
packed!(4, Avx2Fma: fma_mul_4 fma_square_4 fma_add_4 fma_sub_4 fma_negate_4 fma_zeros_4 fma_scale_4
    fma_unscale_4 fma_load_4 fma_load_raw_4 fma_load_units_4 fma_store_4 fma_store_raw_4 fma_store_units_4);

/// Defines wrappers of batches of products.
macro_rules! batch {
    ($($name:ident $n:literal $l:literal $count:literal;)*) => { $(
        /// Computes `products_i = a_i b_i`.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            k: Avx512Ifma,
            products: &mut [[u64; $n]; $count],
            ring: &Vectors<$n, $l>,
            a: &[[u64; $n]; $count],
            b: &[[u64; $n]; $count],
        ) {
            k.mul_batch(ring, products, a, b, |limbs| limbs, |limbs| limbs);
        }
    )* };
}

batch! {
    ifma_batch_4 4 5 8;
    ifma_batch_pair_4 4 5 16;
    ifma_batch_6 6 8 8;
}
