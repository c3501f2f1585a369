//! The parameters of P-256 (NIST SP 800-186, section 3.2.1.3).

use crate::big::hex;
use crate::ecdsa::Group;
use crate::weierstrass::Curve;

/// The curve `y^2 = x^3 - 3 x + b` modulo `2^256 - 2^224 + 2^192 + 2^96 - 1`, its order and its generator.
pub fn group() -> Group {
    let p = hex("0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
    let b = hex("0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b");
    Group {
        curve: Curve { a: &p - 3u8, b, p },
        order: hex("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
        generator: Some((
            hex("0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
            hex("0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"),
        )),
    }
}
