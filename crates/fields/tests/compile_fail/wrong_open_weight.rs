//! An open sum accepts products of values whose bounds multiply to at most 15.

use vorpal_fields::primes::{Bn254Base as F, Bn254BaseModulus as M};
use vorpal_fields::{Acc, Lazy};

fn main() {
    let x = Lazy::<M, 4, 4>::from(F::ONE);
    Acc::new().add_product(x, x);
}
