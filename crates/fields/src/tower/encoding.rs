//! Encodings of elements of quadratic extensions.

use subtle::{Choice, ConditionallySelectable};

use super::{Fp2, TowerModulus};
use crate::{ByteArray, EncodableField, Error, Fe};

impl<M: TowerModulus<N>, const N: usize> Fp2<M, N> {
    /// The length of an encoded element in bytes.
    const BYTES: usize = {
        assert!(size_of::<M::Fp2Bytes>() == 16 * N, "TowerModulus::Fp2Bytes is [u8; 16 * N]");
        16 * N
    };

    /// The two halves of an encoding.
    fn halves(bytes: &[u8]) -> Result<(&[u8], &[u8]), Error> {
        if bytes.len() != Self::BYTES {
            return Err(Error::Length { expected: Self::BYTES, found: bytes.len() });
        }
        Ok(bytes.split_at(Self::BYTES / 2))
    }

    /// The encoding with these halves.
    fn joined(first: M::Bytes, second: M::Bytes) -> M::Fp2Bytes {
        let mut bytes = M::Fp2Bytes::ZERO;
        let (start, end) = bytes.as_mut().split_at_mut(Self::BYTES / 2);
        start.copy_from_slice(first.as_ref());
        end.copy_from_slice(second.as_ref());
        bytes
    }
}

impl<M: TowerModulus<N>, const N: usize> EncodableField for Fp2<M, N> {
    const NUMBER_BITS: usize = 64 * N + Fe::<M, N>::BITS;
    type Bytes = M::Fp2Bytes;

    fn to_le_bytes(&self) -> M::Fp2Bytes {
        Self::joined(self.c0.to_le_bytes(), self.c1.to_le_bytes())
    }
    fn to_be_bytes(&self) -> M::Fp2Bytes {
        Self::joined(self.c1.to_be_bytes(), self.c0.to_be_bytes())
    }
    fn from_le_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let (c0, c1) = Self::halves(bytes)?;
        Ok(Self { c0: Fe::from_le_bytes(c0)?, c1: Fe::from_le_bytes(c1)? })
    }
    fn from_be_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let (c1, c0) = Self::halves(bytes)?;
        Ok(Self { c0: Fe::from_be_bytes(c0)?, c1: Fe::from_be_bytes(c1)? })
    }
    /// `c1` decides, unless it is zero.
    fn is_lexicographically_largest(&self) -> Choice {
        let [c0, c1] = [self.c0, self.c1].map(|c| c.is_lexicographically_largest());
        Choice::conditional_select(&c1, &c0, self.c1.is_zero())
    }
}
