//! Processors without kernels for residues.

use core::mem::MaybeUninit;

use crate::packed::Sealed;
use crate::residues::{Factors, Quadratic, ResidueBackend, ResidueRing};

/// Kernels for residues, which this processor does not have.
#[derive(Clone, Copy, Debug)]
pub enum ResidueKernels {}

impl ResidueKernels {
    /// The kernels: none.
    pub fn active() -> Option<Self> {
        None
    }

    /// The kernels: none.
    pub fn detect() -> Option<Self> {
        None
    }
}

impl Sealed for ResidueKernels {}

impl ResidueBackend for ResidueKernels {
    fn sums_of_products<const N: usize, const K: usize, const T: usize>(
        self,
        _: &ResidueRing<N>,
        _: [[&Quadratic; T]; K],
        _: [[&Quadratic; T]; K],
        _: [&mut MaybeUninit<Quadratic>; K],
    ) {
        match self {}
    }

    fn combination<F: Factors, const N: usize>(
        self,
        _: &ResidueRing<N>,
        _: [&Quadratic; 2],
        _: &mut MaybeUninit<Quadratic>,
    ) {
        match self {}
    }

    fn conjugate<const N: usize>(self, _: &ResidueRing<N>, _: &Quadratic, _: &mut MaybeUninit<Quadratic>) {
        match self {}
    }

    fn split<const N: usize>(self, _: &ResidueRing<N>, _: [&[u64; N]; 2], _: &mut MaybeUninit<Quadratic>) {
        match self {}
    }
}
