//! Addition chains in steps of several squarings.

use std::fmt;

use num_bigint::BigUint;
use num_traits::One;

/// `value = values[from]^(2^squarings) values[by]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) from: usize,
    pub(crate) squarings: u64,
    pub(crate) by: Option<usize>,
}

/// Links in order. Value 0 is the base, value `i` the result of link `i - 1`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chain(Vec<Link>);

impl Chain {
    pub(crate) fn new(links: Vec<Link>) -> Self {
        Self(links)
    }

    pub(crate) fn links(&self) -> &[Link] {
        &self.0
    }

    /// The numbers of squarings and multiplications.
    pub(crate) fn cost(&self) -> (u64, u64) {
        (
            self.0.iter().map(|link| link.squarings).sum(),
            self.0.iter().filter(|link| link.by.is_some()).count() as u64,
        )
    }

    /// The exponent of the last value.
    pub(crate) fn last(&self) -> BigUint {
        let mut values = vec![BigUint::one()];
        for link in &self.0 {
            let mut value = &values[link.from] << link.squarings;
            if let Some(by) = link.by {
                value += &values[by];
            }
            values.push(value);
        }
        values.pop().unwrap_or_default()
    }
}

/// The source text of the constant in a prime's file, in lines of at most 110 characters.
impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (squarings, multiplications) = self.cost();
        writeln!(f, "    /// {squarings} S + {multiplications} M.")?;
        writeln!(f, "    #[rustfmt::skip]\n    const ROOT_CHAIN: &'static [Link] = &[")?;
        let mut line = String::new();
        for Link { from, squarings, by } in &self.0 {
            let link = format!(" ({from}, {squarings}, {by:?}),");
            if 7 + line.len() + link.len() > 110 {
                writeln!(f, "       {line}")?;
                line.clear();
            }
            line += &link;
        }
        writeln!(f, "       {line}\n    ];")
    }
}
