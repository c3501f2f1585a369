//! Wrapper functions around the kernels for residues.
//!
//! Operands and the constants of a prime are pointers, so the proof holds for all primes. The numbers of sums and of
//! their products are those of the wrapper.

use std::array::from_fn;
use std::mem::MaybeUninit;

use vorpal_limbs::residues::{
    Factors, ProductKind, Quadratic, ResidueBackend, ResidueKernels, ResidueRing, Terms,
};

/// Defines wrappers of sums of products: `name: limbs kind results products`.
macro_rules! sums {
    ($($name:ident: $n:literal $kind:ident $results:literal $products:literal;)*) => { $(
        /// Computes `out_k = sum of a_kt b_kt`, divided by the radix.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            k: ResidueKernels,
            out: &mut [MaybeUninit<Quadratic>; $results],
            ring: &ResidueRing<$n>,
            a: &[[Quadratic; $products]; $results],
            b: &[[Quadratic; $products]; $results],
        ) {
            let pairs: [[[&Quadratic; 2]; $products]; $results] =
                from_fn(|i| from_fn(|t| [&a[i][t], &b[i][t]]));
            let sums: [Terms<'_>; $results] = pairs.each_ref().map(|sum| &sum[..]);
            k.sums_of_products(ring, ProductKind::$kind, &sums, &mut out.each_mut());
        }
    )* };
}

sums! {
    residues_4: 4 Extension 1 7;
    residues_6: 6 Extension 1 7;
    residues_pairs_4: 4 Pairs 1 7;
    residues_pairs_6: 6 Pairs 1 7;
    residues_three_6: 6 Extension 3 2;
}

/// Defines wrappers of combinations of two elements: `name: limbs factors`.
macro_rules! combinations {
    ($($name:ident: $n:literal $factors:expr;)*) => { $(
        /// Computes `out = (x_0 + y_0 u) a + (x_1 + y_1 u) b` for constant factors.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            k: ResidueKernels,
            out: &mut MaybeUninit<Quadratic>,
            ring: &ResidueRing<$n>,
            a: &Quadratic,
            b: &Quadratic,
        ) {
            struct Constants;
            impl Factors for Constants {
                const FACTORS: [[i8; 2]; 2] = $factors;
            }
            out.write(k.combination::<Constants, $n>(ring, [a, b]));
        }
    )* };
}

combinations! {
    residues_combination_4: 4 [[9, 1], [0, 0]];
    residues_combination_6: 6 [[3, -1], [-2, 1]];
}

/// Defines wrappers of the other kernels: `limbs conjugate split`.
macro_rules! others {
    ($($n:literal $conjugate:ident $split:ident;)*) => { $(
        /// Computes `out = c0 - c1 u`.
        #[unsafe(no_mangle)]
        pub extern "C" fn $conjugate(
            k: ResidueKernels,
            out: &mut MaybeUninit<Quadratic>,
            ring: &ResidueRing<$n>,
            a: &Quadratic,
        ) {
            k.conjugate(ring, a, out);
        }

        /// Computes the residues of two integers.
        #[unsafe(no_mangle)]
        pub extern "C" fn $split(
            k: ResidueKernels,
            out: &mut MaybeUninit<Quadratic>,
            ring: &ResidueRing<$n>,
            a: &[u64; $n],
            b: &[u64; $n],
        ) {
            k.split(ring, [a, b], out);
        }
    )* };
}

others! {
    4 residues_conjugate_4 residues_split_4;
    6 residues_conjugate_6 residues_split_6;
}
