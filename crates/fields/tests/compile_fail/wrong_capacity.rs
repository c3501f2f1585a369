//! Seventeen products in a sum of sixteen.

use vorpal_fields::Acc;
use vorpal_fields::primes::{Bn254Base as F, Bn254BaseModulus as M};

fn main() {
    let _ = Acc::<M, 4, 16>::of_products(&[F::ONE; 17], &[F::ONE; 17]);
}
