//! What secrets give away on purpose.

/// The same bit, which from here on is public: whether a key is valid, whether a nonce will do. The one way by which
/// secrets may decide what is executed; tests of constant time (feature `taint`) take note of it.
///
/// The compiler must not look behind the bit: of `a & b` it might branch on `a` first, which is not public by itself.
#[inline(always)]
#[must_use]
pub fn declassify(bit: u64) -> bool {
    #[cfg(feature = "taint")]
    let bit = {
        let mut bit = [bit];
        crate::taint::public(&mut bit);
        bit[0]
    };
    core::hint::black_box(bit) != 0
}
