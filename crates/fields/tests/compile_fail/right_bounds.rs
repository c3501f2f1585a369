//! Every operation with its least bound.

use vorpal_fields::primes::{Bn254Base as F, Bn254BaseModulus as M, Secp256k1Base};
use vorpal_fields::{Acc, Lazy};

fn main() {
    let x: Lazy<M, 4, 2> = F::from(3).lazy().mul(F::from(5));
    let y: Lazy<M, 4, 3> = x.add(F::from(1));
    let z: Lazy<M, 4, 5> = x.sub(y);
    let w: Lazy<M, 4, 4> = x.double();
    let v: Lazy<M, 4, 3> = x.neg();
    let u: Lazy<M, 4, 2> = x.square();
    assert_eq!(z.reduce() + w.reduce() + v.reduce() + u.reduce(), F::from(225 + 30 - 15 - 1));
    let sum: Acc<M, 4, 7> = Acc::<M, 4, 1>::ZERO.plus_product(x, y);
    assert_eq!(sum.plus::<7, 14>(sum).reduce(), F::from(15 * 16 * 2));
    assert_eq!(Acc::<M, 4, 8>::of_products(&[x; 2], &[u; 2]).reduce(), F::from(15 * 225 * 2));
    let all_bits: Lazy<_, 4, 1> = Secp256k1Base::from(3).lazy().mul(Secp256k1Base::from(5));
    assert_eq!(all_bits.reduce(), Secp256k1Base::from(15));
}
