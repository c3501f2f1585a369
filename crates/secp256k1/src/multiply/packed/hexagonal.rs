//! Recoding of scalars into digits that are Eisenstein integers, for curves with an endomorphism.
//!
//! The endomorphism `phi` satisfies `phi^2 + phi + 1 = 0`, as does the cube root of unity `omega`. So
//! `k1 P + k2 phi(P)` is the multiple of `P` by the Eisenstein integer `k1 + k2 omega`, and both halves of a scalar
//! share their digits. To the base `2^w`, the digit of each window is an Eisenstein integer and takes one addition.
//!
//! Multiplication by the six units `+-1, +-omega, +-omega^2` rotates the plane by multiples of 60 degrees. For a point
//! it takes at most one multiplication, since `omega (x, y) = (beta x, y)`. So a set of digits that is closed under
//! multiplication by units needs a table of a sixth of its size. The 64 digits to the base 8 need 11 points. With
//! separate digits for each half, 8 points would take 50 % more additions, or 16 points 20 % more.
//!
//! The digit of a class modulo `2^w` is the integer of the class that is nearest to zero. The digits are the integers
//! of a regular hexagon around zero, with a part of its border. Source of such digit sets: C. Heuberger, M. Mazzoli,
//! "Symmetric digit sets for elliptic curve scalar multiplication without precomputation", 2014.
//!
//! # Number of windows
//!
//! The absolute value of a digit is at most `2^w / sqrt(3)`, the distance of the corners of the hexagon. Every integer
//! of absolute value below `2^(w - 1)`, half the width of the hexagon, is a digit. A number `k` with halves of 128 bits
//! has `|k|^2 = k1^2 - k1 k2 + k2^2 < 3 2^256`. The absolute value of the remainder after `i` windows is at most
//!
//! `|k| / 2^(w i) + (1 / sqrt(3)) / (1 - 2^-w) < 2^(129 - w i) 0.87 + 0.78`,
//!
//! which is below `2^(w - 1)` if `129 - w i <= w - 2` and `w >= 2`. So `i + 1` windows are sufficient if
//! `w (i + 1) >= 131`.

use vorpal_curves::models::weierstrass::Half;
use vorpal_fields::LANES;

/// An Eisenstein integer `a + b omega`, `omega^2 + omega + 1 = 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Integer {
    pub(super) a: i32,
    pub(super) b: i32,
}

impl Integer {
    /// `omega self`, which is `-b + (a - b) omega`.
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

    /// The index of the class modulo `2^width`.
    pub(super) const fn class(self, width: usize) -> usize {
        let mask = (1 << width) - 1;
        ((self.a & mask) | (self.b & mask) << width).cast_unsigned() as usize
    }
}

/// The number of windows of a number whose parts have 128 bits. The documentation of the module has the proof.
pub(super) const fn windows(width: usize) -> usize {
    131usize.div_ceil(width)
}

/// A digit: `+- omega^power` times an entry of a table, or zero. It includes its carries to the next window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digit(u32);

impl Digit {
    /// Marks the classes of a map that have no digit yet. A complete map does not contain it.
    pub(super) const NONE: Self = Self(u32::MAX);
    const NEGATIVE: u32 = 4;
    const ZERO: u32 = 8;
    const CARRIES: u32 = 4;
    const ENTRY: u32 = 8;

    /// The digit `omega^power` times the entry, or its negative.
    #[allow(clippy::cast_possible_truncation, reason = "entries are below 2^24")]
    const fn new(entry: usize, power: u32, negative: bool, value: Integer, width: usize) -> Self {
        // The representative in [0, 2^width) is the value, or the value plus 2^width.
        let carries = (value.a < 0) as u32 | ((value.b < 0) as u32) << 1;
        debug_assert!(value.a >= -(1 << width) && value.b >= -(1 << width));
        Self(
            (entry as u32) << Self::ENTRY
                | carries << Self::CARRIES
                | (negative as u32 * Self::NEGATIVE)
                | power,
        )
    }

    /// A digit with the same carries and the value zero.
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

/// Inserts the products of an entry with the six units into the map, except for classes that have a digit already.
/// Returns whether the class of the entry had none.
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

/// The digit zero.
pub(super) const ZERO: Digit = Digit(Digit::ZERO);

/// The digits of one window: one for each lane.
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

/// Sixteen packed numbers. They are recoded together, so that the latencies of their carry chains overlap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    /// The limbs of both parts, in two's complement of 256 bits.
    parts: [[[u64; LANES]; 4]; 2],
}

impl Numbers {
    pub(super) const ZERO: Self = Self { parts: [[[0; LANES]; 4]; 2] };

    /// Assigns the halves of a scalar to a lane.
    pub(super) fn set(&mut self, lane: usize, halves: &[Half; 2]) {
        for (part, half) in self.parts.iter_mut().zip(halves) {
            for (limb, value) in part.iter_mut().zip(twos_complement(half)) {
                limb[lane] = value;
            }
        }
    }

    /// Computes the digits, from the least significant on: [`windows`] rows.
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

/// The two's complement of 256 bits of a half.
fn twos_complement(half: &Half) -> [u64; 4] {
    let sign = 0u64.wrapping_sub(u64::from(half.negative.unwrap_u8()));
    #[allow(clippy::cast_possible_truncation, reason = "the limbs of the magnitude")]
    let mut limbs = [half.magnitude as u64, (half.magnitude >> 64) as u64, 0, 0].map(|limb| limb ^ sign);
    let mut carry = sign & 1;
    for limb in &mut limbs {
        let (sum, over) = limb.overflowing_add(carry);
        (*limb, carry) = (sum, u64::from(over));
    }
    limbs
}
