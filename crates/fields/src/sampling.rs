//! Uniformly random elements.

use vorpal_limbs::words;

use crate::{ByteArray, Fe, Modulus};

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// A uniformly random element from random bytes, with which `fill` overwrites its argument: the generator of any
    /// version of any library.
    ///
    /// Rejection sampling: an attempt reads `ceil(b / 8)` bytes for a `p` of `b` bits as a little-endian integer. It
    /// clears the bits from `b` on, and accepts an integer below `p`. At least half of the attempts succeed. The time
    /// reveals the number of attempts, and nothing about the element.
    ///
    /// ```
    /// use vorpal_fields::primes::Bn254Scalar as F;
    /// let mut attempts = [[0xff; 32], [7; 32]].into_iter();
    /// let element = F::random_with(|bytes| bytes.copy_from_slice(&attempts.next().unwrap()));
    /// assert_eq!(element, F::from_le_bytes(&[7; 32])?);
    /// # Ok::<(), vorpal_fields::Error>(())
    /// ```
    #[doc(alias("random", "rand"))]
    pub fn random_with(mut fill: impl FnMut(&mut [u8])) -> Self {
        let unused = const { (64 * N - Self::BITS) % 8 };
        let mut bytes = M::Bytes::ZERO;
        let bytes = &mut bytes.as_mut()[..Self::BITS.div_ceil(8)];
        loop {
            fill(bytes);
            if let Some(last) = bytes.last_mut() {
                *last &= u8::MAX >> unused;
            }
            // At most 8 N bytes.
            if let Some(element) = words::from_le_bytes(bytes).and_then(|limbs| Self::from_limbs(&limbs)) {
                return element;
            }
        }
    }

    /// A uniformly random element, as [`random_with`](Self::random_with). For secrets, the generator must be a
    /// `CryptoRng`.
    #[cfg(feature = "rand_core")]
    pub fn random<R: rand_core::Rng + ?Sized>(generator: &mut R) -> Self {
        Self::random_with(|bytes| generator.fill_bytes(bytes))
    }
}
