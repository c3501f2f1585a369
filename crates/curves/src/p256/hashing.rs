//! The map to the curve: RFC 9380, section 8.2. The curve has `a b != 0`, so its simplified map needs no isogeny.

use vorpal_fields::NonSquare;
use vorpal_fields::primes::P256Base as Base;

use super::P256;
use crate::hashing::{HashableCurve, MapToCurve, Swu};
use crate::models::weierstrass::WeierstrassCurve;

/// `a = -3`, `z = -10`. Tests check both, and the conditions on `z`.
///
/// ```
/// use sha2::Sha256;
/// use vorpal_curves::hashing::{Hasher, Xmd};
/// use vorpal_curves::p256::P256;
/// let hasher = Hasher::<P256, Xmd<Sha256>>::new(b"MY-PROTOCOL-V01-with-P256_XMD:SHA-256_SSWU_RO_")?;
/// let point = hasher.hash_to_curve(b"a secret message");
/// assert_eq!(hasher.hash_to_curve_batch_vartime(&[b"a secret message"]), [point]);
/// # Ok::<(), vorpal_curves::Error>(())
/// ```
impl HashableCurve for P256 {
    const MAP: &'static MapToCurve<Base> = &MAP;
}

static MAP: MapToCurve<Base> = MapToCurve::Swu(Swu::new(
    Base::hex("0xffffffff00000001000000000000000000000000fffffffffffffffffffffffc"),
    P256::B,
    NonSquare::<Base>::new(Base::hex("0xffffffff00000001000000000000000000000000fffffffffffffffffffffff5")),
    None,
));
