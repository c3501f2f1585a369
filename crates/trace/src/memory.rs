//! The secret bytes of memory.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

const PAGE: u64 = 4096;

/// A map from addresses or pages. Its keys come from the observed program, so they need no protection from chosen ones.
pub(crate) type ByAddress<T> = HashMap<u64, T, BuildHasherDefault<AddressHasher>>;

/// Hashes a word by a product with `2^64` divided by the golden ratio (D. E. Knuth, "The Art of Computer Programming",
/// volume 3, section 6.4).
#[derive(Default)]
pub(crate) struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, word: u64) {
        let product = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ product >> 32;
    }
}

/// The secret bytes: a bit each.
#[derive(Debug, Default)]
pub struct Memory {
    pages: ByAddress<Box<[u64; 64]>>,
}

/// The lowest `count` bits, of at most 64.
pub fn low_bits(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

impl Memory {
    /// The secret bytes of up to 64 bytes of memory.
    pub fn get(&self, address: u64, size: usize) -> u64 {
        let (page, offset) = (address / PAGE, address % PAGE);
        let first = self.pages.get(&page).map_or(0, |page| bits(page, offset));
        let here = PAGE - offset;
        let rest = if here < size as u64 {
            self.pages.get(&(page + 1)).map_or(0, |page| bits(page, 0)) << here
        } else {
            0
        };
        (first | rest) & low_bits(size)
    }

    /// Sets the secret bytes of up to 64 bytes of memory to those of `secret`.
    pub fn set(&mut self, address: u64, size: usize, secret: u64) {
        let shift = (address % 64) as usize;
        let secret = secret & low_bits(size);
        self.set_word(address, low_bits(size) << shift, secret << shift);
        // The bytes after those of the word in which the first one is.
        if shift + size > 64 {
            let done = 64 - shift;
            self.set_word(address + done as u64, low_bits(size - done), secret >> done);
        }
    }

    /// Sets the bits of the mask in the word of an address.
    fn set_word(&mut self, address: u64, mask: u64, secret: u64) {
        let (page, word) = (address / PAGE, (address % PAGE / 64) as usize);
        let page = if secret == 0 {
            self.pages.get_mut(&page)
        } else {
            Some(self.pages.entry(page).or_insert_with(|| Box::new([0; 64])))
        };
        if let Some(page) = page {
            page[word] = page[word] & !mask | secret;
        }
    }

    /// Makes a range of memory secret or public.
    pub fn mark(&mut self, address: u64, size: u64, secret: bool) {
        let bits = if secret { u64::MAX } else { 0 };
        for start in (0..size / 64).map(|i| 64 * i) {
            self.set(address + start, 64, bits);
        }
        self.set(address + size / 64 * 64, (size % 64) as usize, bits);
    }

    /// Makes all pages of a range public.
    pub fn forget(&mut self, address: u64, size: u64) {
        let (first, end) = (address / PAGE, address.saturating_add(size).div_ceil(PAGE));
        self.pages.retain(|page, _| !(first..end).contains(page));
    }
}

/// The bits of a page from `offset` on, at most 64.
fn bits(page: &[u64; 64], offset: u64) -> u64 {
    let (word, shift) = ((offset / 64) as usize, offset % 64);
    let low = page[word] >> shift;
    if shift == 0 || word == 63 { low } else { low | page[word + 1] << (64 - shift) }
}
