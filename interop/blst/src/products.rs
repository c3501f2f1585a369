//! Products of Miller loops.

use alloc::boxed::Box;
use alloc::vec::Vec;

use once_cell::race::OnceBox;
use vorpal_curves::bls12_381::g2;
use vorpal_pairing::bls12_381::{Bls12_381, Gt, PreparedG2};
use vorpal_pairing::{miller_loop_prepared_vartime, miller_loop_vartime};

use crate::fields::{Dodecic, blst_fp, blst_fp2};
use crate::group::Point;
use crate::threads::map;

/// A point of G1 and one of G2.
pub(crate) type Pair = (Point<blst_fp>, Point<blst_fp2>);

/// The number of pairs of a loop of one thread: the loop's squares are shared by them.
const AT_ONCE: usize = 64;

/// The product of the Miller loops of the pairs, up to factors that the final exponentiation removes. Pairs with
/// infinity have the value one.
pub(crate) fn loops_vartime(pairs: &[Pair]) -> Dodecic {
    let parts: Vec<&[Pair]> = pairs.chunks(AT_ONCE).collect();
    let values = map(&parts, |pairs| miller_loop_vartime::<Bls12_381, 6>(pairs));
    values.iter().fold(Dodecic::ONE, |product, value| product.mul(value))
}

/// As [`loops_vartime`], with the loop of a point of G1 and the negated generator of G2, whose lines are prepared.
pub(crate) fn loops_with_generator_vartime(pairs: &[Pair], point: &Point<blst_fp>) -> Dodecic {
    let (first, others) = pairs.split_at(pairs.len().min(AT_ONCE));
    let with_generator =
        miller_loop_prepared_vartime::<Bls12_381, 6>(first, &[(*point, negated_generator())]);
    with_generator.mul(&loops_vartime(others))
}

#[allow(clippy::expect_used, reason = "the generator is in the group")]
fn negated_generator() -> &'static PreparedG2 {
    static LINES: OnceBox<PreparedG2> = OnceBox::new();
    LINES.get_or_init(|| {
        Box::new(PreparedG2::new(&-g2::Affine::GENERATOR).expect("the generator is in the subgroup"))
    })
}

/// Whether the final exponentiation of a product of Miller loops is one.
pub(crate) fn is_one_vartime(product: &Dodecic) -> bool {
    Gt::of_miller_loop_vartime(product) == Gt::ONE
}
