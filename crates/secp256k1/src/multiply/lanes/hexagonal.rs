//! Digits in the integers of the endomorphism.
//!
//! The endomorphism `phi` has `phi^2 + phi + 1 = 0`, as the cube root of unity `omega` has. So `k1 P + k2 phi(P)` is
//! the multiple of `P` by the Eisenstein integer `k1 + k2 omega`, and both halves of a scalar share their digits: to
//! the base `2^w`, the digit of each window is an Eisenstein integer, and costs one addition.
//!
//! Multiplication by the six units `+-1, +-omega, +-omega^2` turns the plane by multiples of 60 degrees and costs a
//! point next to nothing: `omega (x, y) = (beta x, y)`. So a set of digits that the units map to itself needs a table
//! of a sixth of it: 11 points for the 64 digits to the base 8, where halves with digits of their own take 8 points
//! and half as many additions more, or 16 and a fifth more.
//!
//! The digits are the integers nearest to zero of each class modulo `2^w`: those of a regular hexagon around zero,
//! with some of its border. Such sets of digits: C. Heuberger, M. Mazzoli, "Symmetric digit sets for elliptic curve
//! scalar multiplication without precomputation", 2014.
//!
//! # How many windows
//!
//! The distance of a digit from zero is at most `2^w / sqrt(3)`, the hexagon's corner, and what is nearer than `2^(w
//! - 1)`, half its width, is a digit itself. A number `k` has `|k|^2 = k1^2 - k1 k2 + k2^2 < 3 2^256` for halves of
//! 128 bits. After `i` windows there remains at most
//!
//! `|k| / 2^(w i) + (1 / sqrt(3)) / (1 - 2^-w) < 2^(129 - w i) 0.87 + 0.78`,
//!
//! which is below `2^(w - 1)` if `129 - w i <= w - 2` and `w >= 2`. So `i + 1` windows are enough if `w (i + 1) >=
//! 131`.

use vorpal_curves::models::weierstrass::Half;
use vorpal_fields::LANES;

/// An Eisenstein integer `a + b omega`, `omega^2 + omega + 1 = 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Integer {
    pub(super) a: i32,
    pub(super) b: i32,
}

impl Integer {
    /// `omega self = -b + (a - b) omega`.
    pub(super) const fn mul_by_omega(self) -> Self {
        Self { a: -self.b, b: self.a - self.b }
    }

    pub(super) const fn negative(self) -> Self {
        Self { a: -self.a, b: -self.b }
    }

    /// `|self|^2`.
    pub(super) const fn norm(self) -> i32 {
        self.a * self.a - self.a * self.b + self.b * self.b
    }

    /// The number of the class modulo `2^width`.
    pub(super) const fn class(self, width: usize) -> usize {
        let mask = (1 << width) - 1;
        ((self.a & mask) | (self.b & mask) << width).cast_unsigned() as usize
    }
}

/// The windows of a number whose parts have 128 bits: see the module's documentation.
pub(super) const fn windows(width: usize) -> usize {
    131usize.div_ceil(width)
}

/// `+- omega^power` times an entry of a table, or zero; and what it leaves to the next digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digit(u32);

impl Digit {
    /// No digit of a full map.
    pub(super) const NONE: Self = Self(u32::MAX);
    const NEGATIVE: u32 = 4;
    const ZERO: u32 = 8;
    const CARRIES: u32 = 4;
    const ENTRY: u32 = 8;

    /// `omega^power` times the entry, or minus that.
    #[allow(clippy::cast_possible_truncation, reason = "entries are below 2^24")]
    const fn new(entry: usize, power: u32, negative: bool, value: Integer, width: usize) -> Self {
        // The representative in [0, 2^width) exceeds the value by nothing or 2^width.
        let carries = (value.a < 0) as u32 | ((value.b < 0) as u32) << 1;
        debug_assert!(value.a >= -(1 << width) && value.b >= -(1 << width));
        Self(
            (entry as u32) << Self::ENTRY
                | carries << Self::CARRIES
                | (negative as u32 * Self::NEGATIVE)
                | power,
        )
    }

    /// The same for the next digit, but zero.
    pub(super) const fn ignored(self) -> Self {
        Self(self.0 | Self::ZERO)
    }

    pub(super) const fn is_zero(self) -> bool {
        self.0 & Self::ZERO != 0
    }

    pub(super) const fn is_negative(self) -> bool {
        self.0 & Self::NEGATIVE != 0
    }

    /// The power of `omega`: 0, 1 or 2.
    pub(super) const fn omega_power(self) -> usize {
        (self.0 & 3) as usize
    }

    pub(super) const fn entry(self) -> usize {
        (self.0 >> Self::ENTRY) as usize
    }
}

/// Gives the digits of an entry's six multiples to their classes, unless they are taken; whether they were free.
pub(super) const fn insert(map: &mut [Digit], width: usize, entry: usize, value: Integer) -> bool {
    if map[value.class(width)].0 != Digit::NONE.0 {
        return false;
    }
    let (mut value, mut power) = (value, 0);
    while power < 3 {
        let (plus, minus) = (value, value.negative());
        if map[plus.class(width)].0 == Digit::NONE.0 {
            map[plus.class(width)] = Digit::new(entry, power, false, plus, width);
        }
        if map[minus.class(width)].0 == Digit::NONE.0 {
            map[minus.class(width)] = Digit::new(entry, power, true, minus, width);
        }
        value = value.mul_by_omega();
        power += 1;
    }
    true
}

/// The digit zero, which has a class as others have.
pub(super) const ZERO: Digit = Digit(Digit::ZERO);

/// A digit for each lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) digits: [Digit; LANES],
    /// The lanes with a negative digit.
    pub(super) negative: u16,
    /// The lanes with a digit other than zero.
    pub(super) nonzero: u16,
}

impl Row {
    pub(super) const ZERO: Self = Self { digits: [ZERO; LANES], negative: 0, nonzero: 0 };
}

/// Sixteen numbers, side by side: each waits for its carries, and all of them do so at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    /// Limb by limb, modulo `2^256`; the highest bit is the sign.
    parts: [[[u64; LANES]; 4]; 2],
}

impl Numbers {
    pub(super) const ZERO: Self = Self { parts: [[[0; LANES]; 4]; 2] };

    pub(super) fn set(&mut self, lane: usize, halves: &[Half; 2]) {
        for (part, half) in self.parts.iter_mut().zip(halves) {
            for (limb, value) in part.iter_mut().zip(twos_complement(half)) {
                limb[lane] = value;
            }
        }
    }

    /// The digits from the least significant ones on: [`windows`] rows.
    pub(super) fn recode(&self, map: &[Digit], width: usize, rows: &mut [Row]) {
        let mask = (1 << width) - 1;
        let mut carries = [[0; LANES]; 2];
        for (window, row) in rows.iter_mut().enumerate() {
            let (limb, shift) = (window * width / 64, window * width % 64);
            *row = Row::ZERO;
            for lane in 0..LANES {
                let [a, b] = [0, 1].map(|i| {
                    let part = &self.parts[i];
                    let bits = part[limb][lane] >> shift | part[limb + 1][lane] << 1 << (63 - shift);
                    (bits & mask) + carries[i][lane]
                });
                #[allow(clippy::cast_possible_truncation, reason = "a class is below 2^(2 width)")]
                let digit = map[((a & mask) | (b & mask) << width) as usize];
                carries[0][lane] = (a >> width) + u64::from(digit.0 >> Digit::CARRIES & 1);
                carries[1][lane] = (b >> width) + u64::from(digit.0 >> (Digit::CARRIES + 1) & 1);
                row.digits[lane] = digit;
                row.negative |= u16::from(digit.is_negative()) << lane;
                row.nonzero |= u16::from(!digit.is_zero()) << lane;
            }
        }
    }
}

/// Modulo `2^256`, whose highest bit is the sign then.
fn twos_complement(half: &Half) -> [u64; 4] {
    let sign = 0u64.wrapping_sub(u64::from(half.negative.unwrap_u8()));
    #[allow(clippy::cast_possible_truncation, reason = "limbs of it")]
    let mut limbs = [half.magnitude as u64, (half.magnitude >> 64) as u64, 0, 0].map(|limb| limb ^ sign);
    let mut carry = sign & 1;
    for limb in &mut limbs {
        let (sum, over) = limb.overflowing_add(carry);
        (*limb, carry) = (sum, u64::from(over));
    }
    limbs
}
