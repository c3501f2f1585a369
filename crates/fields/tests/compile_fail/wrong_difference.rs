//! The bound of a difference includes the bound of the subtrahend.

use vorpal_fields::Lazy;
use vorpal_fields::primes::{Bn254Base as F, Bn254BaseModulus as M};

fn main() {
    let x = Lazy::<M, 4, 2>::from(F::ONE);
    let _: Lazy<M, 4, 2> = x.sub(F::ONE);
}
