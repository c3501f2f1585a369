//! A product more than a full sum takes.

use vorpal_fields::Acc;
use vorpal_fields::primes::{Bn254Base as F, Bn254BaseModulus as M};

fn main() {
    let full = Acc::<M, 4, 1>::of_products(&[F::ONE], &[F::ONE]);
    let _: Acc<M, 4, 1> = full.plus_product(F::ONE, F::ONE);
}
