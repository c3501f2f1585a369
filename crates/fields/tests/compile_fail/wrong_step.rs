//! A sum of two sums has room for both.

use vorpal_fields::Acc;
use vorpal_fields::primes::Bn254BaseModulus as M;

fn main() {
    let _: Acc<M, 4, 15> = Acc::<M, 4, 8>::ZERO.plus(Acc::<M, 4, 8>::ZERO);
}
