//! Fields so small that a test can enumerate all points of a curve.

use vorpal_fields::Modulus;

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
