//! A product of values below `2 p` and `3 p` counts as six terms.

use vorpal_fields::primes::{Bn254Base as F, Bn254BaseModulus as M};
use vorpal_fields::{Acc, Lazy};

fn main() {
    let (x, y) = (Lazy::<M, 4, 2>::from(F::ONE), Lazy::<M, 4, 3>::from(F::ONE));
    let _: Acc<M, 4, 5> = Acc::<M, 4, 0>::ZERO.plus_product(x, y);
}
