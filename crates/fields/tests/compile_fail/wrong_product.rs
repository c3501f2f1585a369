//! A product of values below `3 p` is not below `2 p`.

use vorpal_fields::Lazy;
use vorpal_fields::primes::{Bn254Base as F, Bn254BaseModulus as M};

fn main() {
    let x = Lazy::<M, 4, 3>::from(F::ONE);
    let _: Lazy<M, 4, 2> = x.mul(x);
}
