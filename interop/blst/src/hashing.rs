//! Hashing to both groups under any tag: also under an empty one, which RFC 9380 forbids and blst accepts.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use sha2::{Digest, Sha256};
use vorpal_curves::Error;
use vorpal_curves::hashing::{Expander, Hasher, Tag, Xmd};

use crate::group::{Coordinate, Point};

/// The expansion of messages under the empty tag: RFC 9380, section 5.3.1, with `DST_prime = I2OSP(0, 1)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Empty;

impl Expander for Empty {
    fn maximum() -> usize {
        255 * 32
    }

    /// A tag that [`fill`](Self::fill) does not read: no tag has no bytes.
    fn tag(_: &[u8]) -> Result<Tag, Error> {
        Xmd::<Sha256>::tag(&[0])
    }

    fn fill(message: &[u8], _: &Tag, output: &mut [u8]) {
        assert!(output.len() <= Self::maximum(), "the hash function yields fewer bytes");
        let [low, high, ..] = output.len().to_le_bytes();
        let first = Sha256::new().chain_update([0; 64]).chain_update(message).chain_update([high, low, 0, 0]);
        let first: [u8; 32] = first.finalize().into();
        let mut last = [0; 32];
        for (block, index) in output.chunks_mut(32).zip(1..=u8::MAX) {
            last.iter_mut().zip(first).for_each(|(last, first)| *last ^= first);
            last = Sha256::new().chain_update(last).chain_update([index, 0]).finalize().into();
            block.copy_from_slice(&last[..block.len()]);
        }
    }
}

/// A hash to a group under one tag.
pub(crate) enum Hash<F: Coordinate> {
    Tagged(Hasher<F::Curve, Xmd<Sha256>>),
    Untagged(Hasher<F::Curve, Empty>),
}

impl<F: Coordinate> Hash<F> {
    #[allow(clippy::expect_used, reason = "the empty tag has a hasher of its own")]
    pub(crate) fn new(tag: &[u8]) -> Self {
        if tag.is_empty() {
            Self::Untagged(Hasher::new(tag).expect("a hasher without a tag"))
        } else {
            Self::Tagged(Hasher::new(tag).expect("the tag is not empty"))
        }
    }

    /// The points of messages, uniformly distributed or, without `random_oracle`, at half the cost. Time depends on the
    /// messages.
    pub(crate) fn points_vartime(&self, random_oracle: bool, messages: &[impl AsRef<[u8]>]) -> Vec<Point<F>> {
        if let [message] = messages {
            let message = message.as_ref();
            let point = match (self, random_oracle) {
                (Self::Tagged(hasher), true) => hasher.hash_to_curve_vartime(message),
                (Self::Tagged(hasher), false) => hasher.encode_to_curve_vartime(message),
                (Self::Untagged(hasher), true) => hasher.hash_to_curve_vartime(message),
                (Self::Untagged(hasher), false) => hasher.encode_to_curve_vartime(message),
            };
            return alloc::vec![point.to_affine_vartime()];
        }
        match (self, random_oracle) {
            (Self::Tagged(hasher), true) => hasher.hash_to_curve_batch_vartime(messages),
            (Self::Tagged(hasher), false) => hasher.encode_to_curve_batch_vartime(messages),
            (Self::Untagged(hasher), true) => hasher.hash_to_curve_batch_vartime(messages),
            (Self::Untagged(hasher), false) => hasher.encode_to_curve_batch_vartime(messages),
        }
    }

    /// The point of one message.
    pub(crate) fn point_vartime(&self, random_oracle: bool, message: &[u8], augmentation: &[u8]) -> Point<F> {
        self.points_vartime(random_oracle, &[augmented(augmentation, message)])[0]
    }
}

/// The augmentation and the message.
pub(crate) fn augmented<'a>(augmentation: &[u8], message: &'a [u8]) -> Cow<'a, [u8]> {
    if augmentation.is_empty() {
        Cow::Borrowed(message)
    } else {
        Cow::Owned([augmentation, message].concat())
    }
}
