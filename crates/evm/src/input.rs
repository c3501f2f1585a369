//! Reading input that ends early.

/// The first `N` bytes of the input, with zeros for those that are missing.
pub(crate) fn padded<const N: usize>(input: &[u8]) -> [u8; N] {
    let mut bytes = [0; N];
    let length = input.len().min(N);
    bytes[..length].copy_from_slice(&input[..length]);
    bytes
}

/// The `N` bytes of an array from `start` on.
///
/// # Panics
/// If there are fewer.
pub(crate) fn part<const N: usize>(bytes: &[u8], start: usize) -> [u8; N] {
    padded(&bytes[start..start + N])
}

/// The input in items of `N` bytes.
pub(crate) fn items<const N: usize>(input: &[u8]) -> impl Iterator<Item = (usize, [u8; N])> {
    input.chunks_exact(N).map(padded).enumerate()
}
