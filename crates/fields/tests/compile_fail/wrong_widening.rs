//! A bound cannot be narrowed without a reduction.

use vorpal_fields::Lazy;
use vorpal_fields::primes::{Bn254Base as F, Bn254BaseModulus as M};

fn main() {
    let _ = Lazy::<M, 4, 3>::from(F::ONE).widen::<2>();
}
