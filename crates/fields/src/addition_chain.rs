//! Powers by addition chains.
//!
//! A chain is a list of [`Link`]s. Value 0 is the base; link `i`, `(from, squarings, by)`, makes value `i + 1`:
//!
//! `value_(i + 1) = value_from^(2^squarings) value_by`, without the factor if `by` is `None`.
//!
//! Primes bring chains as such lists, which `lab/chains` searches. The compiler checks that the exponent is the right
//! one, and turns the list into steps of a machine with a running value and a few registers.

use vorpal_limbs::words;

use crate::{Chain, Fe, Modulus};

/// `(from, squarings, by)`: the value `from`, squared that many times and multiplied by the value `by`, if there is
/// one.
pub type Link = (u8, u8, Option<u8>);

/// The most links of a chain.
const STEPS: usize = 192;

/// How many values a chain may keep for later.
const REGISTERS: usize = 16;

/// What the machine does for a link; registers by number, the base in register 0.
#[derive(Clone, Copy)]
struct Step {
    /// A register to go on with, instead of the running value.
    from: Option<u8>,
    squarings: u8,
    by: Option<u8>,
    /// A register that keeps the result.
    keep: Option<u8>,
}

/// A chain, ready to run.
#[derive(Clone, Copy)]
pub(crate) struct AdditionChain {
    steps: [Step; STEPS],
    length: usize,
}

/// What a chain runs on.
pub(crate) trait Power: Clone {
    /// A value put aside.
    type Kept: Clone;

    /// 1.
    fn one() -> Self;
    /// Puts the value aside.
    fn keep(&self) -> Self::Kept;
    /// The value that was put aside.
    fn resume(&mut self, kept: &Self::Kept);
    /// `self = self^(2^squarings) factor`, without the factor if there is none.
    fn advance(&mut self, squarings: usize, factor: Option<&Self::Kept>);
}

impl AdditionChain {
    /// The chain of these links.
    ///
    /// # Panics
    /// If a link uses a value that does not come before it, or there are too many links or values to keep.
    #[allow(
        clippy::panic,
        clippy::cast_possible_truncation,
        reason = "run by the compiler: wrong chains do not build"
    )]
    pub(crate) const fn new(links: &[Link]) -> Self {
        assert!(links.len() <= STEPS, "too many links");
        let mut steps = [Step { from: None, squarings: 0, by: None, keep: None }; STEPS];
        // Where each value is, and which value each register holds.
        let mut places = [None; STEPS + 1];
        let mut registers: [Option<u8>; REGISTERS] = [None; REGISTERS];
        registers[0] = Some(0);
        places[0] = Some(0);
        let mut i = 0;
        while i < links.len() {
            let (from, squarings, by) = links[i];
            assert!(from as usize <= i, "a link begins with a value that comes later");
            let from = if from as usize == i && i > 0 { None } else { places[from as usize] };
            let by = match by {
                None => None,
                Some(by) => {
                    assert!(by as usize <= i, "a factor comes later");
                    places[by as usize]
                }
            };
            // Registers whose values nobody needs from here on are free.
            let mut r = 0;
            while r < REGISTERS {
                if let Some(value) = registers[r]
                    && !is_needed(links, value as usize, i + 1)
                {
                    registers[r] = None;
                }
                r += 1;
            }
            let mut keep = None;
            if is_needed(links, i + 1, i + 1) {
                let mut r = 0;
                while registers[r].is_some() {
                    r += 1;
                    assert!(r < REGISTERS, "too many values to keep");
                }
                registers[r] = Some((i + 1) as u8);
                keep = Some(r as u8);
                places[i + 1] = keep;
            }
            steps[i] = Step { from, squarings, by, keep };
            i += 1;
        }
        Self { steps, length: links.len() }
    }

    /// The value's power.
    #[inline(always)]
    pub(crate) fn run<P: Power>(&self, base: &P) -> P {
        let mut running = base.clone();
        let mut registers: [Option<P::Kept>; REGISTERS] = [const { None }; REGISTERS];
        registers[0] = Some(base.keep());
        for step in &self.steps[..self.length] {
            if let Some(kept) = step.from.and_then(|from| registers[usize::from(from)].as_ref()) {
                running.resume(kept);
            }
            let factor = step.by.and_then(|by| registers[usize::from(by)].as_ref());
            running.advance(step.squarings.into(), factor);
            if let Some(keep) = step.keep {
                registers[usize::from(keep)] = Some(running.keep());
            }
        }
        running
    }
}

/// Whether a value is the factor of a link from `next` on, or the beginning of one that does not follow at once.
const fn is_needed(links: &[Link], value: usize, next: usize) -> bool {
    let mut i = next;
    while i < links.len() {
        let (from, _, by) = links[i];
        if from as usize == value && (i != value || value == 0) {
            return true;
        }
        if let Some(by) = by
            && by as usize == value
        {
            return true;
        }
        i += 1;
    }
    false
}

/// The exponent of the last value, if it has at most `N` limbs: for 1 the base itself.
pub(crate) const fn exponent<const N: usize>(links: &[Link]) -> Option<[u64; N]> {
    let mut values = [[0; N]; STEPS + 1];
    values[0] = words::from_word(1);
    let mut i = 0;
    while i < links.len() {
        let (from, squarings, by) = links[i];
        let mut value = values[from as usize];
        let mut j = 0;
        while j < squarings {
            let (double, carry) = words::add(&value, &value);
            if carry != 0 {
                return None;
            }
            value = double;
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

/// A running product as the powers of one element: below `2 p` where the prime allows it.
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
