//! Operands of the comparisons: bounds, numbers with difficult carries, and random numbers.

use vorpal_limbs::words;

/// A deterministic stream of random words (splitmix64, Steele, Lea and Flood 2014).
pub(super) struct Numbers {
    state: u64,
}

impl Numbers {
    pub(super) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    pub(super) fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A random number below `p`: its highest limb is shortened to that of `p` until the number is below `p`.
    fn below<const N: usize>(&mut self, p: &[u64; N]) -> [u64; N] {
        let bits = p[N - 1].leading_zeros();
        loop {
            let mut number: [u64; N] = core::array::from_fn(|_| self.word());
            number[N - 1] >>= bits;
            if words::less(&number, p) == 1 {
                return number;
            }
        }
    }

    /// Numbers below `p`: 0, 1, 2, `p - 1`, `p - 2`, `(p - 1) / 2`; those with limbs of 0 and of all ones, of 64 and of
    /// 52 bits; and random ones.
    pub(super) fn operands<const N: usize>(&mut self, p: &[u64; N]) -> Vec<[u64; N]> {
        let [one, two] = [1, 2].map(words::from_word);
        let half = core::array::from_fn(|i| p[i] >> 1 | p.get(i + 1).map_or(0, |limb| limb << 63));
        let mut operands = vec![[0; N], one, two, words::sub(p, &one).0, words::sub(p, &two).0, half];
        for pattern in 0..1u32 << N {
            operands.push(core::array::from_fn(|i| if pattern >> i & 1 == 1 { u64::MAX } else { 0 }));
        }
        // Ones in the lowest bits, up to the ends of limbs of 52 bits, and of those alone.
        for end in (52..64 * N).step_by(52) {
            operands.push(core::array::from_fn(|i| match end.saturating_sub(64 * i) {
                0 => 0,
                bits @ 1..64 => (1 << bits) - 1,
                _ => u64::MAX,
            }));
        }
        operands.retain(|number| words::less(number, p) == 1);
        operands.extend((0..RANDOM).map(|_| self.below(p)));
        operands
    }
}

/// The count of random operands for each modulus.
const RANDOM: usize = 40;
