//! Fields so small that a test can enumerate all points of a curve.

use vorpal_fields::Modulus;
use vorpal_fields::tower::TowerModulus;

/// The field of 13 elements.
#[allow(dead_code, reason = "not every test file uses every field")]
pub(crate) struct Thirteen;
impl Modulus<1> for Thirteen {
    const NAME: &'static str = "Thirteen";
    const P: [u64; 1] = [13];
    const GENERATOR: u64 = 2;
    type Bytes = [u8; 8];
}

/// The field of 19 elements.
pub(crate) struct Nineteen;
impl Modulus<1> for Nineteen {
    const NAME: &'static str = "Nineteen";
    const P: [u64; 1] = [19];
    const GENERATOR: u64 = 2;
    type Bytes = [u8; 8];
}

/// `u^2 = -1`; the tower above is unused.
impl TowerModulus<1> for Nineteen {
    const Q: u64 = 1;
    const XI: [u64; 2] = [1, 1];
    type Fp2Bytes = [u8; 16];
}
