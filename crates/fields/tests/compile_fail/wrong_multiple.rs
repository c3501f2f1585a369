//! Three times a value below `2 p` is not below `5 p`.

use vorpal_fields::Lazy;
use vorpal_fields::primes::{Bn254Base as F, Bn254BaseModulus as M};

fn main() {
    let _ = Lazy::<M, 4, 2>::from(F::ONE).times::<3, 5>();
}
