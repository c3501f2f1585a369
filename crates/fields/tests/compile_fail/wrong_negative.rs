//! `2 p - 0` is not below `2 p`.

use vorpal_fields::Lazy;
use vorpal_fields::primes::{Bn254Base as F, Bn254BaseModulus as M};

fn main() {
    let _: Lazy<M, 4, 2> = Lazy::<M, 4, 2>::from(F::ONE).neg();
}
