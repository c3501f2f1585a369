//! The primes of secp256k1 use all bits of their limbs.

use vorpal_fields::Lazy;
use vorpal_fields::primes::{Secp256k1Base as F, Secp256k1BaseModulus as M};

fn main() {
    let _: Lazy<M, 4, 2> = F::ONE.lazy().add(F::ONE);
}
