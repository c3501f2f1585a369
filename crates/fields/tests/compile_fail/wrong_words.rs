//! A sum takes integers of at most 256 bits, four words.

use vorpal_fields::{MixedAcc, primes::Bn254Scalar as F};

fn main() {
    let mut sum = MixedAcc::new();
    sum.add_signed_product(F::ONE, true, &[1; 5]);
}
