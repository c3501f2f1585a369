//! Conversion of secret bits to public booleans.

/// Declares a secret bit public and returns it as a `bool`, such as the validity of a key or of a nonce. Secrets may
/// affect control flow only through this function. Tests of constant time (feature `taint`) treat the result as public.
///
/// The bit is hidden from the compiler, which might otherwise branch on its operands: for `a & b` it might branch on
/// `a` first, which is not public.
#[inline(always)]
#[must_use]
pub fn declassify(bit: u64) -> bool {
    #[cfg(feature = "taint")]
    let bit = {
        let mut bit = [bit];
        crate::valgrind::public(&mut bit);
        bit[0]
    };
    core::hint::black_box(bit) != 0
}
