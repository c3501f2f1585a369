//! Wrapper functions around the assembly kernels for single numbers.

#[cfg(target_arch = "x86_64")]
use core::mem::MaybeUninit;
#[cfg(target_arch = "aarch64")]
use vorpal_limbs::backend::Aarch64 as Kernels;
#[cfg(target_arch = "x86_64")]
use vorpal_limbs::backend::Bmi2Adx as Kernels;

#[cfg(target_arch = "x86_64")]
use vorpal_limbs::Unreduced;
use vorpal_limbs::{Montgomery, Wide};

/// Defines wrappers with the names of the kernels. Each is an expression in its operands.
macro_rules! kernels {
    ($($name:ident($kernel:ident, $($operand:ident: $type:ty),*) -> $result:ty = $value:expr;)*) => {
        $(
            #[unsafe(no_mangle)]
            pub extern "C" fn $name($kernel: Kernels, out: &mut $result, $($operand: $type),*) {
                *out = $value;
            }
        )*
    };
}

type Limbs<'a, const N: usize> = &'a [u64; N];
type Ring<'a, const N: usize> = &'a Montgomery<N>;

#[rustfmt::skip]
kernels! {
    mul_4(k, ring: Ring<'_, 4>, a: Limbs<'_, 4>, b: Limbs<'_, 4>) -> [u64; 4] = k.mul_4(ring, a, b);
    mul_unreduced_4(k, ring: Ring<'_, 4>, a: Limbs<'_, 4>, b: Limbs<'_, 4>) -> [u64; 4] = k.mul_unreduced_4(ring, a, b);
    square_4(k, ring: Ring<'_, 4>, a: Limbs<'_, 4>) -> [u64; 4] = k.square_4(ring, a);
    square_unreduced_4(k, ring: Ring<'_, 4>, a: Limbs<'_, 4>) -> [u64; 4] = k.square_unreduced_4(ring, a);
    mul_any_4(k, ring: Ring<'_, 4>, a: Limbs<'_, 4>, b: Limbs<'_, 4>) -> [u64; 4] = k.mul_any_4(ring, a, b);
    square_any_4(k, ring: Ring<'_, 4>, a: Limbs<'_, 4>) -> [u64; 4] = k.square_any_4(ring, a);
    mul_pseudo_mersenne_4(k, ring: Ring<'_, 4>, a: Limbs<'_, 4>, b: Limbs<'_, 4>) -> [u64; 4] =
        k.mul_pseudo_mersenne_4(ring, a, b);
    square_pseudo_mersenne_4(k, ring: Ring<'_, 4>, a: Limbs<'_, 4>) -> [u64; 4] = k.square_pseudo_mersenne_4(ring, a);
    mul_6(k, ring: Ring<'_, 6>, a: Limbs<'_, 6>, b: Limbs<'_, 6>) -> [u64; 6] = k.mul_6(ring, a, b);
    mul_unreduced_6(k, ring: Ring<'_, 6>, a: Limbs<'_, 6>, b: Limbs<'_, 6>) -> [u64; 6] = k.mul_unreduced_6(ring, a, b);
    square_6(k, ring: Ring<'_, 6>, a: Limbs<'_, 6>) -> [u64; 6] = k.square_6(ring, a);
    square_unreduced_6(k, ring: Ring<'_, 6>, a: Limbs<'_, 6>) -> [u64; 6] = k.square_unreduced_6(ring, a);
    redc_4(k, ring: Ring<'_, 4>, low: Limbs<'_, 4>, high: Limbs<'_, 4>) -> ([u64; 4], u64) = k.redc_4(ring, low, high);
    redc_6(k, ring: Ring<'_, 6>, low: Limbs<'_, 6>, high: Limbs<'_, 6>) -> ([u64; 6], u64) = k.redc_6(ring, low, high);
}

#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
kernels! {
    mul_solinas_4(k, ring: Ring<'_, 4>, a: Limbs<'_, 4>, b: Limbs<'_, 4>) -> [u64; 4] = k.mul_solinas_4(ring, a, b);
    square_solinas_4(k, ring: Ring<'_, 4>, a: Limbs<'_, 4>) -> [u64; 4] = k.square_solinas_4(ring, a);
    redc_solinas_4(k, ring: Ring<'_, 4>, low: Limbs<'_, 4>, high: Limbs<'_, 4>) -> ([u64; 4], u64) =
        k.redc_solinas_4(ring, low, high);
    add_4(k, ring: Ring<'_, 4>, a: Limbs<'_, 4>, b: Limbs<'_, 4>) -> [u64; 4] = k.add_4(ring, a, b);
    add_spare_4(k, ring: Ring<'_, 4>, a: Limbs<'_, 4>, b: Limbs<'_, 4>) -> [u64; 4] = k.add_spare_4(ring, a, b);
    sub_4(_k, ring: Ring<'_, 4>, a: Limbs<'_, 4>, b: Limbs<'_, 4>) -> [u64; 4] = ring.sub(a, b);
    add_spare_6(k, ring: Ring<'_, 6>, a: Limbs<'_, 6>, b: Limbs<'_, 6>) -> [u64; 6] = k.add_spare_6(ring, a, b);
    sub_6(_k, ring: Ring<'_, 6>, a: Limbs<'_, 6>, b: Limbs<'_, 6>) -> [u64; 6] = ring.sub(a, b);
    reduce_unreduced_4(k, ring: Ring<'_, 4>, value: &Unreduced<4>) -> [u64; 4] = k.reduce_unreduced_4(ring, value);
    reduce_unreduced_6(k, ring: Ring<'_, 6>, value: &Unreduced<6>) -> [u64; 6] = k.reduce_unreduced_6(ring, value);
}

/// Defines wrappers of the operations on unreduced products: the product, and sums in place.
#[cfg(target_arch = "x86_64")]
macro_rules! unreduced {
    ($n:literal: $product:ident $add:ident $sub:ident $double:ident) => {
        #[unsafe(no_mangle)]
        pub extern "C" fn $product(
            k: Kernels,
            out: &mut MaybeUninit<Unreduced<$n>>,
            a: Limbs<'_, $n>,
            b: Limbs<'_, $n>,
        ) {
            k.$product(out, a, b);
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn $add(sum: &mut Unreduced<$n>, ring: Ring<'_, $n>, b: &Unreduced<$n>) {
            ring.add_unreduced(sum, b);
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn $sub(sum: &mut Unreduced<$n>, ring: Ring<'_, $n>, b: &Unreduced<$n>) {
            ring.sub_unreduced(sum, b);
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn $double(sum: &mut Unreduced<$n>, ring: Ring<'_, $n>) {
            ring.double_unreduced(sum);
        }
    };
}

#[cfg(target_arch = "x86_64")]
unreduced!(4: product_4 add_unreduced_4 sub_unreduced_4 double_unreduced_4);
#[cfg(target_arch = "x86_64")]
unreduced!(6: product_6 add_unreduced_6 sub_unreduced_6 double_unreduced_6);

#[cfg(target_arch = "aarch64")]
#[rustfmt::skip]
kernels! {
    add_4(k, ring: Ring<'_, 4>, a: Limbs<'_, 4>, b: Limbs<'_, 4>) -> [u64; 4] = k.add_4(ring, a, b);
    add_spare_4(k, ring: Ring<'_, 4>, a: Limbs<'_, 4>, b: Limbs<'_, 4>) -> [u64; 4] = k.add_spare_4(ring, a, b);
    add_6(k, ring: Ring<'_, 6>, a: Limbs<'_, 6>, b: Limbs<'_, 6>) -> [u64; 6] = k.add_6(ring, a, b);
    add_spare_6(k, ring: Ring<'_, 6>, a: Limbs<'_, 6>, b: Limbs<'_, 6>) -> [u64; 6] = k.add_spare_6(ring, a, b);
    sub_4(k, ring: Ring<'_, 4>, a: Limbs<'_, 4>, b: Limbs<'_, 4>) -> [u64; 4] = k.sub_4(ring, a, b);
    sub_6(k, ring: Ring<'_, 6>, a: Limbs<'_, 6>, b: Limbs<'_, 6>) -> [u64; 6] = k.sub_6(ring, a, b);
}

/// Computes `sum += a b` in place.
#[unsafe(no_mangle)]
pub extern "C" fn accumulate_4(k: Kernels, sum: &mut Wide<4>, a: Limbs<'_, 4>, b: Limbs<'_, 4>) {
    k.accumulate_4(sum, a, b);
}

/// Computes `sum += a b` in place.
#[unsafe(no_mangle)]
pub extern "C" fn accumulate_6(k: Kernels, sum: &mut Wide<6>, a: Limbs<'_, 6>, b: Limbs<'_, 6>) {
    k.accumulate_6(sum, a, b);
}
