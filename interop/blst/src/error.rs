/// The results of functions: success, or what is wrong.
///
/// ```
/// use blst::BLST_ERROR;
/// use blst::min_pk::PublicKey;
/// assert_eq!(PublicKey::from_bytes(&[0; 47]), Err(BLST_ERROR::BLST_BAD_ENCODING));
/// ```
#[repr(u32)]
#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq)]
#[allow(clippy::enum_variant_names, reason = "the names of the replaced crate")]
pub enum BLST_ERROR {
    /// No error.
    BLST_SUCCESS = 0,
    /// The bytes are no encoding.
    BLST_BAD_ENCODING = 1,
    /// No point of the curve has these coordinates.
    BLST_POINT_NOT_ON_CURVE = 2,
    /// The point is not in the subgroup of prime order.
    BLST_POINT_NOT_IN_GROUP = 3,
    /// There is nothing to aggregate, or it belongs to the other assignment of groups.
    BLST_AGGR_TYPE_MISMATCH = 4,
    /// The signature is wrong.
    BLST_VERIFY_FAIL = 5,
    /// A public key, or a signature that must not be, is infinity.
    BLST_PK_IS_INFINITY = 6,
    /// A scalar is not valid. No function returns it.
    BLST_BAD_SCALAR = 7,
}

impl BLST_ERROR {
    /// The error, or success.
    pub(crate) fn of(result: Result<(), Self>) -> Self {
        match result {
            Ok(()) => Self::BLST_SUCCESS,
            Err(error) => error,
        }
    }
}

impl From<vorpal_curves::Error> for BLST_ERROR {
    fn from(error: vorpal_curves::Error) -> Self {
        match error {
            vorpal_curves::Error::NotOnCurve => Self::BLST_POINT_NOT_ON_CURVE,
            vorpal_curves::Error::NotInSubgroup => Self::BLST_POINT_NOT_IN_GROUP,
            _ => Self::BLST_BAD_ENCODING,
        }
    }
}
