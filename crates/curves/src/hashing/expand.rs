//! From messages to uniform bytes (RFC 9380, section 5.3).

use core::marker::PhantomData;

use digest::block_api::BlockSizeUser;
use digest::{Digest, ExtendableOutput, Output, Update, XofReader};

use crate::Error;

/// The prefix of a domain separation tag that is too long, where it is hashed.
const OVERSIZE: &[u8] = b"H2C-OVERSIZE-DST-";

/// A domain separation tag and its length in the last byte: `DST_prime`.
#[derive(Clone, Copy, Debug)]
pub struct Tag {
    bytes: [u8; 256],
    length: usize,
}

impl Tag {
    /// `DST_prime`: at most 255 bytes, and their number.
    fn new(tag: &[u8]) -> Self {
        let mut bytes = [0; 256];
        let number = tag.len().min(255);
        bytes[..number].copy_from_slice(&tag[..number]);
        bytes[number] = number.to_le_bytes()[0];
        Self { bytes, length: number + 1 }
    }

    fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// An algorithm `expand_message`: [`Xmd`] or [`Xof`].
pub trait Expander {
    /// The maximal number of bytes.
    fn maximum() -> usize;

    /// The tag in the form that [`fill`](Self::fill) needs. Tags of more than 255 bytes are hashed.
    ///
    /// # Errors
    /// [`Error::EmptyTag`].
    fn tag(tag: &[u8]) -> Result<Tag, Error>;

    /// Fills the output with the expansion of the message. The time depends on the lengths only.
    ///
    /// # Panics
    /// If the output is longer than [`maximum`](Self::maximum).
    fn fill(message: &[u8], tag: &Tag, output: &mut [u8]);
}

/// `expand_message_xmd` with the hash function `H`, such as `sha2::Sha256` (section 5.3.1).
#[derive(Clone, Copy, Debug)]
pub struct Xmd<H>(PhantomData<H>);

/// `expand_message_xof` with the extendable-output function `H`, such as `shake::Shake256`, for a security of `K` bits
/// (section 5.3.2).
#[derive(Clone, Copy, Debug)]
pub struct Xof<H, const K: usize>(PhantomData<H>);

impl<H: Digest + BlockSizeUser> Expander for Xmd<H> {
    fn maximum() -> usize {
        (255 * <H as Digest>::output_size()).min(65_535)
    }

    fn tag(tag: &[u8]) -> Result<Tag, Error> {
        match tag.len() {
            0 => Err(Error::EmptyTag),
            1..=255 => Ok(Tag::new(tag)),
            _ => Ok(Tag::new(&H::new().chain_update(OVERSIZE).chain_update(tag).finalize())),
        }
    }

    #[allow(clippy::panic, reason = "a program that asks for more is wrong")]
    fn fill(message: &[u8], tag: &Tag, output: &mut [u8]) {
        assert!(output.len() <= Self::maximum(), "the hash function yields fewer bytes");
        let mut first = H::new();
        // A block of zeros.
        let mut padding = H::block_size();
        while padding > 0 {
            let length = padding.min(64);
            Digest::update(&mut first, &[0; 64][..length]);
            padding -= length;
        }
        // b_0
        let first = first
            .chain_update(message)
            .chain_update(length_bytes(output.len()))
            .chain_update([0])
            .chain_update(tag.as_bytes())
            .finalize();
        let mut last = Output::<H>::default();
        for (block, index) in output.chunks_mut(<H as Digest>::output_size()).zip(1..=u8::MAX) {
            // b_index
            last.iter_mut().zip(&first).for_each(|(last, first)| *last ^= first);
            let hash = H::new().chain_update(&last);
            last = hash.chain_update([index]).chain_update(tag.as_bytes()).finalize();
            block.copy_from_slice(&last[..block.len()]);
        }
    }
}

impl<H: ExtendableOutput + Update + Default, const K: usize> Expander for Xof<H, K> {
    fn maximum() -> usize {
        65_535
    }

    fn tag(tag: &[u8]) -> Result<Tag, Error> {
        const { assert!(K.div_ceil(4) < 256, "a hashed tag has at most 255 bytes") };
        match tag.len() {
            0 => Err(Error::EmptyTag),
            1..=255 => Ok(Tag::new(tag)),
            _ => {
                let mut bytes = [0; 255];
                let bytes = &mut bytes[..K.div_ceil(4)];
                H::default().chain(OVERSIZE).chain(tag).finalize_xof().read(bytes);
                Ok(Tag::new(bytes))
            }
        }
    }

    #[allow(clippy::panic, reason = "a program that asks for more is wrong")]
    fn fill(message: &[u8], tag: &Tag, output: &mut [u8]) {
        assert!(output.len() <= Self::maximum(), "the length has two bytes");
        let length = length_bytes(output.len());
        H::default().chain(message).chain(length).chain(tag.as_bytes()).finalize_xof().read(output);
    }
}

/// The last two bytes of a number, most significant first.
fn length_bytes(length: usize) -> [u8; 2] {
    let bytes = length.to_le_bytes();
    [bytes[1], bytes[0]]
}

/// Fills the output with `expand_message(message, tag, output.len())`.
///
/// ```
/// use sha2::Sha256;
/// use vorpal_curves::Error;
/// use vorpal_curves::hashing::{Xmd, expand_message};
/// let mut bytes = [0; 32];
/// expand_message::<Xmd<Sha256>>(b"abc", b"QUUX-V01-CS02-with-expander-SHA256-128", &mut bytes)?;
/// assert_eq!(bytes[..4], [0xd8, 0xcc, 0xab, 0x23]);
/// let error = expand_message::<Xmd<Sha256>>(b"", b"tag", &mut [0; 8161]).unwrap_err();
/// assert_eq!(error, Error::ExpansionLength { found: 8161, maximum: 8160 });
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// [`Error::EmptyTag`], [`Error::ExpansionLength`].
pub fn expand_message<X: Expander>(message: &[u8], tag: &[u8], output: &mut [u8]) -> Result<(), Error> {
    let tag = X::tag(tag)?;
    check_length::<X>(output.len())?;
    X::fill(message, &tag, output);
    Ok(())
}

pub(super) fn check_length<X: Expander>(found: usize) -> Result<(), Error> {
    let maximum = X::maximum();
    if found > maximum { Err(Error::ExpansionLength { found, maximum }) } else { Ok(()) }
}
