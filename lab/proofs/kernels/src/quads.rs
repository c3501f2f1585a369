//! Wrapper functions around the operations of quads: four numbers side by side.
//!
//! An operand is a pointer to the numbers of all lanes. The constants of the prime are another, so the proof holds for
//! all primes of a kind. Formulas of the product keep their numbers in registers between operations. A wrapper has one
//! operation between loads and a store. The claims about operations compose, since each states a bound of its result.

use vorpal_limbs::quads::{
    Quad, QuadArithmetic, QuadBackend, QuadLimbs, QuadProgram, QuadRing, QuadVectors, order,
};

/// A bound of words, for debug builds: in absolute value, they are below this many times `2^52`.
const BOUND: u64 = 1;

/// Defines wrappers with the names of operations. Each is an expression in the arithmetic and pointers to operands,
/// after the function that stores the result.
macro_rules! quads {
    ($($name:ident($($operand:ident: $type:ty),*) -> $store:ident = |$f:ident| $value:expr;)*) => { $(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            k: QuadVectors,
            out: &mut QuadLimbs,
            ring: &'static QuadRing,
            $($operand: &$type),*
        ) {
            struct Program<'a> {
                out: &'a mut QuadLimbs,
                ring: &'static QuadRing,
                $($operand: &'a $type,)*
            }

            impl QuadProgram for Program<'_> {
                type Output = ();

                #[inline(always)]
                fn run<K: QuadBackend>(self, lanes: K) {
                    let $f = QuadArithmetic::new(lanes, self.ring);
                    $(let $operand = self.$operand;)*
                    *self.out = $f.$store($value);
                }
            }

            k.run(Program { out, ring, $($operand),* });
        }
    )* };
}

/// Loads several numbers for each lane.
#[inline(always)]
fn load<K: QuadBackend, const T: usize>(
    f: QuadArithmetic<K>,
    numbers: &[QuadLimbs; T],
) -> [Quad<K::Vector>; T] {
    let mut quads = [f.load(&numbers[0]); T];
    for t in 1..T {
        quads[t] = f.load(&numbers[t]);
    }
    quads
}

#[rustfmt::skip]
quads! {
    quad_products_1(a: [QuadLimbs; 1], b: [QuadLimbs; 1]) -> store_sum = |f| f.sum_of_products(load(f, a), load(f, b));
    quad_products_2(a: [QuadLimbs; 2], b: [QuadLimbs; 2]) -> store_sum = |f| f.sum_of_products(load(f, a), load(f, b));
    quad_products_3(a: [QuadLimbs; 3], b: [QuadLimbs; 3]) -> store_sum = |f| f.sum_of_products(load(f, a), load(f, b));
    quad_products_4(a: [QuadLimbs; 4], b: [QuadLimbs; 4]) -> store_sum = |f| f.sum_of_products(load(f, a), load(f, b));
    quad_normalise(a: QuadLimbs) -> store = |f| f.normalise(f.load_sum(a, BOUND));
    quad_mul(a: QuadLimbs, b: QuadLimbs) -> store = |f| f.normalise(f.product(f.load(a), f.load(b)));
    quad_add(a: QuadLimbs, b: QuadLimbs) -> store_sum = |f| f.add(f.load_sum(a, BOUND), f.load_sum(b, BOUND));
    quad_sub(a: QuadLimbs, b: QuadLimbs) -> store_sum = |f| f.sub(f.load_sum(a, BOUND), f.load_sum(b, BOUND));
    quad_negative(a: QuadLimbs) -> store_sum = |f| f.negative(f.load_sum(a, BOUND));
    quad_times_2(a: QuadLimbs) -> store_sum = |f| f.times(f.load_sum(a, BOUND), 2);
    quad_times_3(a: QuadLimbs) -> store_sum = |f| f.times(f.load_sum(a, BOUND), 3);
    quad_times_8(a: QuadLimbs) -> store_sum = |f| f.times(f.load_sum(a, BOUND), 8);
    quad_times_21(a: QuadLimbs) -> store_sum = |f| f.times(f.load_sum(a, BOUND), 21);
    quad_negate(a: QuadLimbs, mask: [u64; 4]) -> store_sum = |f| f.negate(f.load_sum(a, BOUND), mask);
    quad_permute(a: QuadLimbs) -> store_sum = |f| f.permute::<{ order([3, 0, 2, 1]) }>(f.load_sum(a, BOUND));
    quad_blend(a: QuadLimbs, b: QuadLimbs) -> store_sum =
        |f| f.blend::<0b0110>(f.load_sum(a, BOUND), f.load_sum(b, BOUND));
    quad_select(a: QuadLimbs, b: QuadLimbs, mask: u64) -> store = |f| f.select(f.load(a), f.load(b), *mask);
    quad_pair(a: [u64; 4], b: [u64; 4], upper: QuadLimbs) -> store = |f| f.load_pair(a, b, upper);
    quad_lookup(table: [QuadLimbs; 3], index: u64) -> store = |f| f.lookup(table, *index);
    quad_lookup_pair(table: [[[u64; 4]; 2]; 3], index: u64, upper: QuadLimbs) -> store =
        |f| f.lookup_pair(table.iter().copied(), *index, upper);
}
