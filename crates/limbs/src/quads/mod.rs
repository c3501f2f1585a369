//! Four numbers side by side, for the independent products inside one operation on a point.
//!
//! A doubling of a point is two steps of four independent products, an addition nine products and then six. With
//! sixteen numbers in a packed value ([`PackedMontgomery`](crate::PackedMontgomery)) a single point leaves most lanes
//! unused. A *quad* has four lanes. Its formulas keep all numbers in registers and permute lanes between the steps. So
//! one point takes less time than with the kernels for single numbers, whose products wait for each other.
//!
//! A computation is a [`QuadProgram`]: code generic over [`QuadBackend`], which the backend compiles with its
//! instructions. [`QuadArithmetic`] has the operations modulo `p`.
//!
//! # Representation
//!
//! A lane of a [`Quad`] is a number below `2 p` in five limbs of 52 bits, `sum(w_j 2^(52 j))`, of which the highest is
//! below `2^49`. For `p = 2^256 - c` it is the residue itself; for the prime of P-256, Montgomery's form with the radix
//! `2^260`. A [`QuadSum`] has signed words of 64 bits, whose carries are not propagated: products that are not
//! normalised, and their sums. Its bound `B <= 895` says `|w_j| < B 2^52`. Debug builds compute every bound, and panic
//! before `normalise` where it is larger; bounds do not depend on values, so one run of a formula proves them.
//! `lab/proofs` proves each operation, with its bound, for all operands.
//!
//! The sum of `T <= 4` products has ten words, each the sum of at most nine low or high halves of each product: below
//! `9 T 2^52`. The highest, `h_4`, is a high half of limbs below `2^49`, thus below `2^46 T`.
//!
//! # Reduction modulo `2^256 - c`, for `c < 2^36`
//!
//! The upper five words `h_j` fold into the lower five by `2^260 = 16 c`:
//!
//! 1. `h_j = l_j + 2^52 e_j` with `e_j < 9 T`. The low half of `16 c l_j` is added to word `j`. The high half, and
//!    `16 c e_j < 2^46`, are added to word `j + 1`. The multipliers read `l_j` without a mask, so no carry is
//!    propagated. `e_4 = 0`.
//! 2. The sixth word, `s < 2^36`, is the high half of `16 c l_4`. `16 c s` is added to words 0 and 1.
//!
//! Each word of the result is below `(9 T + 4) 2^52`.
//!
//! # Reduction modulo `p = 2^256 - 2^224 + 2^192 + 2^96 - 1`
//!
//! Five rounds of Montgomery's method. As `p = -1 mod 2^52`, the digit of a round is the word itself, `m = w_i mod
//! 2^52`. `m p = m (2^256 - 2^224 + 2^192) + m 2^96 - m`: the last term clears the word's 52 bits, and the bits above
//! carry. `2^96` is a shift in the next two words; the rest has two digits of `p`. A word receives at most four halves
//! of products, parts of two shifted digits, one of them below `2^44`, and a carry below `2^12`. So each is below
//! `(9 T + 6) 2^52`.
//!
//! # Normalisation
//!
//! A multiple of `p` is added, whose words are between `2^62 - 2^10` and `2^62 + 2^52`. So words are below `2^63`, and
//! above `2^59 + 2^51`, as `2^62 - 895 2^52 = 2^59 + 2^52`. The bits at `2^256` and above, `t < 2^15`, are folded:
//!
//! * modulo `2^256 - c`: `c t < 2^51` is added to word 0;
//! * for P-256, `t (2^224 - 2^192 - 2^96 + 1)` is added. Words 1 and 3 lose less than `2^59`, so none is negative.
//!
//! Then carries are propagated. The highest word becomes less than `2^48 + 2^31 + 2^12`, so the number is below
//! `2^256 + 2^240 < 2 p`.

/// An array of `LIMBS` vectors, of which number `j` is the expression. A loop instead of a closure, since only
/// functions that are inlined always are compiled with the backend's instructions.
macro_rules! each {
    ($lanes:expr, $j:ident => $vector:expr) => {{
        let mut vectors = [$lanes.broadcast(0); LIMBS];
        for $j in 0..LIMBS {
            vectors[$j] = $vector;
        }
        vectors
    }};
}

mod arithmetic;
mod portable;
mod reduction;
mod ring;
#[cfg(test)]
mod tests;

pub use crate::backend::QuadVectors;
pub use crate::quad_backend::{QuadBackend, QuadProgram, order};
pub use arithmetic::{Quad, QuadArithmetic, QuadSum};

pub use portable::PortableQuads;
pub use ring::QuadRing;

/// The number of limbs.
pub(crate) const LIMBS: usize = 5;

/// The limbs of four numbers in memory: row `j` has limb `j` of each.
pub type QuadLimbs = [[u64; 4]; LIMBS];
