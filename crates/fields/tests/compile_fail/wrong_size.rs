//! Six times the modulus of BN254 is more than `2^256`.

use vorpal_fields::Lazy;
use vorpal_fields::primes::{Bn254Base as F, Bn254BaseModulus as M};

fn main() {
    let _ = Lazy::<M, 4, 6>::from(F::ONE);
}
