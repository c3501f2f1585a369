//! Powers by addition chains.
//!
//! A chain is a list of [`Link`]s. Value 0 is the base; link `i`, `(from, squarings, by)`, makes value `i + 1`:
//!
//! `value_(i + 1) = value_from^(2^squarings) value_by`, without the factor if `by` is `None`.
//!
//! Primes define chains as such lists, which `lab/chains` finds. At compile time the exponent is checked, and the list
//! is converted to steps of a machine with a running value and a few registers.

use vorpal_limbs::words;

use crate::{Chain, Fe, Modulus};

/// `(from, squarings, by)`: the value `from`, squared that many times and multiplied by the value `by`, if present.
pub type Link = (u8, u8, Option<u8>);

/// The maximal number of links of a chain.
const STEPS: usize = 192;

/// The maximal number of values that a chain keeps for later.
const REGISTERS: usize = 16;

/// The operation of the machine for a link. Registers are numbered, with the base in register 0.
#[derive(Clone, Copy)]
struct Step {
    /// The register to continue from, or `None` for the running value.
    from: Option<u8>,
    squarings: u8,
    by: Option<u8>,
    /// The register that stores the result.
    keep: Option<u8>,
}

/// A chain as steps of the machine.
#[derive(Clone, Copy)]
pub(crate) struct AdditionChain {
    steps: [Step; STEPS],
    length: usize,
}

/// A value that addition chains can be applied to.
pub(crate) trait Power: Clone {
    /// The type of stored values.
    type Kept: Copy;

    /// 1.
    fn one() -> Self;
    /// Returns a copy for storage.
    fn keep(&self) -> Self::Kept;
    /// Replaces the value by a stored one.
    fn resume(&mut self, kept: &Self::Kept);
    /// `self = self^(2^squarings) factor`, or without the factor for `None`.
    fn advance(&mut self, squarings: usize, factor: Option<&Self::Kept>);
}

impl AdditionChain {
    /// Makes the chain of these links.
    ///
    /// # Panics
    /// If a link uses a later value, or there are too many links or stored values.
    #[allow(
        clippy::panic,
        clippy::cast_possible_truncation,
        reason = "evaluated at compile time: invalid chains do not build"
    )]
    pub(crate) const fn new(links: &[Link]) -> Self {
        assert!(links.len() <= STEPS, "too many links");
        let mut steps = [Step { from: None, squarings: 0, by: None, keep: None }; STEPS];
        // The register of each value, and the value in each register.
        let mut value_registers = [None; STEPS + 1];
        let mut registers: [Option<u8>; REGISTERS] = [None; REGISTERS];
        registers[0] = Some(0);
        value_registers[0] = Some(0);
        let ends = ends(links);
        let mut i = 0;
        while i < links.len() {
            let (from, squarings, by) = links[i];
            assert!(from as usize <= i, "a link begins with a later value");
            let from = if from as usize == i && i > 0 { None } else { value_registers[from as usize] };
            let by = match by {
                None => None,
                Some(by) => {
                    assert!(by as usize <= i, "a factor is a later value");
                    value_registers[by as usize]
                }
            };
            // Registers whose values are not needed by later links are free.
            let mut r = 0;
            while r < REGISTERS {
                if let Some(value) = registers[r]
                    && ends[value as usize] <= i + 1
                {
                    registers[r] = None;
                }
                r += 1;
            }
            let mut keep = None;
            if ends[i + 1] > i + 1 {
                let mut r = 0;
                while registers[r].is_some() {
                    r += 1;
                    assert!(r < REGISTERS, "too many stored values");
                }
                registers[r] = Some((i + 1) as u8);
                keep = Some(r as u8);
                value_registers[i + 1] = keep;
            }
            steps[i] = Step { from, squarings, by, keep };
            i += 1;
        }
        Self { steps, length: links.len() }
    }

    /// Computes the power of a value.
    #[inline(always)]
    pub(crate) fn run<P: Power>(&self, base: &P) -> P {
        let mut running = base.clone();
        let mut registers: [Option<P::Kept>; REGISTERS] = [const { None }; REGISTERS];
        registers[0] = Some(base.keep());
        for step in &self.steps[..self.length] {
            if let Some(from) = step.from
                && let Some(kept) = &registers[usize::from(from)]
            {
                running.resume(kept);
            }
            let factor = match step.by {
                Some(by) => registers[usize::from(by)].as_ref(),
                None => None,
            };
            running.advance(step.squarings.into(), factor);
            if let Some(keep) = step.keep {
                registers[usize::from(keep)] = Some(running.keep());
            }
        }
        running
    }
}

/// For each value, the number after the last link that reads it from a register: as its factor, or as the base of a
/// link that does not follow immediately. 0 if there is none.
const fn ends(links: &[Link]) -> [usize; STEPS + 1] {
    let mut ends = [0; STEPS + 1];
    let mut i = 0;
    while i < links.len() {
        let (from, _, by) = links[i];
        if from as usize != i || i == 0 {
            ends[from as usize] = i + 1;
        }
        if let Some(by) = by {
            ends[by as usize] = i + 1;
        }
        i += 1;
    }
    ends
}

/// The exponent of the last value, if it has at most `N` limbs. For 1, that value is the base itself.
pub(crate) const fn exponent<const N: usize>(links: &[Link]) -> Option<[u64; N]> {
    let mut values = [[0; N]; STEPS + 1];
    values[0] = words::from_word(1);
    let mut i = 0;
    while i < links.len() {
        let (from, squarings, by) = links[i];
        let base = &values[from as usize];
        if words::bit_length_vartime(base) + squarings as usize > 64 * N {
            return None;
        }
        let (whole, part) = (squarings as usize / 64, squarings as usize % 64);
        let mut value = [0; N];
        let mut j = whole;
        while j < N {
            value[j] = base[j - whole] << part;
            if part > 0 && j > whole {
                value[j] |= base[j - whole - 1] >> (64 - part);
            }
            j += 1;
        }
        if let Some(by) = by {
            let (sum, carry) = words::add(&value, &values[by as usize]);
            if carry != 0 {
                return None;
            }
            value = sum;
        }
        i += 1;
        values[i] = value;
    }
    Some(values[i])
}

/// Powers of one element as a running product: below `2 p` where the prime allows it.
impl<M: Modulus<N>, const N: usize> Power for Chain<M, N> {
    type Kept = Fe<M, N>;

    #[inline(always)]
    fn one() -> Self {
        Self::from(Fe::ONE)
    }
    #[inline(always)]
    fn keep(&self) -> Fe<M, N> {
        self.reduce()
    }
    #[inline(always)]
    fn resume(&mut self, kept: &Fe<M, N>) {
        *self = Self::from(*kept);
    }
    #[inline(always)]
    fn advance(&mut self, squarings: usize, factor: Option<&Fe<M, N>>) {
        *self = self.square_times(squarings);
        if let Some(factor) = factor {
            *self *= *factor;
        }
    }
}
