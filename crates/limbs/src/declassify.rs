//! What secrets give away on purpose.

/// The same bit, which from here on is public: whether a key is valid, whether a nonce will do. The one way by which
/// secrets may decide what is executed; tests of constant time (feature `taint`) take note of it.
#[inline(always)]
#[must_use]
pub fn declassify(bit: u64) -> bool {
    #[cfg(feature = "taint")]
    let bit = {
        let mut bit = [bit];
        crate::taint::public(&mut bit);
        bit[0]
    };
    bit != 0
}
