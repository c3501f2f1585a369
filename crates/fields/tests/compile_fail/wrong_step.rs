//! The capacity of a sum of two sums is at least the sum of their capacities.

use vorpal_fields::Acc;
use vorpal_fields::primes::Bn254BaseModulus as M;

fn main() {
    let _: Acc<M, 4, 15> = Acc::<M, 4, 8>::ZERO.plus(Acc::<M, 4, 8>::ZERO);
}
