//! Kinds of operands.

use std::fmt;
use std::str::FromStr;

use vorpal_fields::primes::Bn254Scalar;
use vorpal_limbs::schedule::Operands as Range;
use vorpal_limbs::words;

pub(crate) type Limbs = [u64; 4];

pub(crate) const P: Limbs = Bn254Scalar::MODULUS;

/// Which operands a chain has. The first product has two of this kind, and later ones the result and one of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operands {
    /// Both below `2^32`.
    Small,
    /// `p - 1` less a number below `2^32`.
    Near,
    /// Below `p`.
    Random,
    /// Below `R`.
    Any,
}

impl Operands {
    pub(crate) const ALL: [Self; 4] = [Self::Small, Self::Near, Self::Random, Self::Any];

    /// The range of operands of the model of shares; none for those that do not fill a range.
    pub(crate) fn range(self) -> Option<Range> {
        match self {
            Self::Small => Some(Range::Bits(32)),
            Self::Near => None,
            Self::Random => Some(Range::Multiple(1)),
            Self::Any => Some(Range::Limbs),
        }
    }

    pub(crate) fn draw(self, random: &mut Random) -> Limbs {
        match self {
            Self::Small => words::from_word(random.word() >> 32),
            Self::Near => words::sub_word(&words::sub_word(&P, 1), random.word() >> 32),
            Self::Any => random.limbs(),
            Self::Random => loop {
                let mut limbs = random.limbs();
                limbs[3] >>= 2;
                if words::less(&limbs, &P) == 1 {
                    return limbs;
                }
            },
        }
    }
}

impl fmt::Display for Operands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Small => "small",
            Self::Near => "near",
            Self::Random => "random",
            Self::Any => "any",
        })
    }
}

impl FromStr for Operands {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|kind| kind.to_string() == text);
        found.ok_or_else(|| "small, near, random or any is expected".to_owned())
    }
}

/// A deterministic generator: xorshift (G. Marsaglia, "Xorshift RNGs", 2003) with S. Vigna's final multiplication.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn limbs(&mut self) -> Limbs {
        std::array::from_fn(|_| self.word())
    }
}
