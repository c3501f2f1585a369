//! Tables of multiples of fixed points, as the public types of this crate share them.

use alloc::vec::Vec;
use core::fmt;

use vorpal_curves::Group;
use vorpal_curves::bandersnatch::Banderwagon;
use vorpal_msm::FixedBases;

use crate::conversion::scalar_of;
use crate::{Element, Fr};

/// Tables for fixed points.
#[derive(Clone)]
pub(crate) struct Tables(FixedBases<Banderwagon>);

/// The number of bits of a scalar.
const BITS: usize = 253;

impl Tables {
    /// Tables with windows of `width` bits, or of the nearest width from 2 to 16.
    pub(crate) fn with_window(bases: &[Element], width: usize) -> Self {
        let points: Vec<Banderwagon> = bases.iter().map(|base| base.0).collect();
        let tables = FixedBases::new(&Banderwagon::normalise_batch(&points), width.clamp(2, 16));
        Self(tables.expect("less than 2^31 multiples, which would take 192 GiB"))
    }

    /// Tables with the widest windows whose multiples take at most `bytes` for each base; at least windows of two bits.
    pub(crate) fn within(bases: &[Element], bytes: usize) -> Self {
        let size = |width: &usize| (BITS.div_ceil(*width) << (width - 1)) * 96;
        let width = (2..=16).rev().find(|width| size(width) <= bytes).unwrap_or(2);
        Self::with_window(bases, width)
    }

    /// `scalar bases[index]`.
    pub(crate) fn product(&self, scalar: &Fr, index: usize) -> Element {
        let product = self.0.mul_vartime(index, &scalar_of(scalar));
        let Ok(product) = product else { out_of_range(index, self.0.len()) };
        Element(product)
    }

    /// `sum of scalars[i] bases[i]`; missing scalars are zero.
    pub(crate) fn sum(&self, scalars: &[Fr]) -> Element {
        let terms = scalars.iter().map(scalar_of).enumerate();
        let Ok(sum) = self.0.msm_sparse_vartime(terms) else { out_of_range(scalars.len() - 1, self.0.len()) };
        Element(sum)
    }
}

/// The panic of an index, as for slices.
#[cold]
#[allow(clippy::panic, reason = "the index of a slice that is out of range panics too")]
fn out_of_range(index: usize, bases: usize) -> ! {
    panic!("there is no base {index}: the tables have {bases}")
}

impl fmt::Debug for Tables {
    /// The number of bases and the size, not the multiples.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("bases", &self.0.len()).field("bytes", &self.0.bytes()).finish()
    }
}
