//! The secret bytes of memory.

use std::collections::HashMap;

const PAGE: u64 = 4096;

/// The secret bytes: a bit each.
#[derive(Default)]
pub(crate) struct Memory {
    pages: HashMap<u64, Box<[u64; 64]>>,
}

/// The lowest `count` bits, of at most 64.
pub(crate) fn low_bits(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

impl Memory {
    /// The secret bytes of up to 64 bytes of memory.
    pub(crate) fn get(&self, address: u64, size: usize) -> u64 {
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
    pub(crate) fn set(&mut self, address: u64, size: usize, secret: u64) {
        for i in 0..size as u64 {
            let (page, offset) = ((address + i) / PAGE, (address + i) % PAGE);
            let bit = secret >> i & 1;
            if bit == 0 && !self.pages.contains_key(&page) {
                continue;
            }
            let word =
                &mut self.pages.entry(page).or_insert_with(|| Box::new([0; 64]))[(offset / 64) as usize];
            *word = *word & !(1 << (offset % 64)) | bit << (offset % 64);
        }
    }

    /// Makes a range of memory secret or public.
    pub(crate) fn mark(&mut self, address: u64, size: u64, secret: bool) {
        for i in 0..size {
            self.set(address + i, 1, u64::from(secret));
        }
    }

    /// Makes all pages of a range public.
    pub(crate) fn forget(&mut self, address: u64, size: u64) {
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
