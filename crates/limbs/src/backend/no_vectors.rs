//! Processors without kernels for residues and without vectors of four words.

use core::mem::MaybeUninit;

use crate::packed::Sealed;
use crate::quad_backend::{QuadBackend, QuadProgram};
use crate::residue_ring::{Factors, ProductKind, Quadratic, ResidueBackend, ResidueRing, Terms};

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
    fn sums_of_products<const N: usize>(
        self,
        _: &ResidueRing<N>,
        _: ProductKind,
        _: &[Terms<'_>],
        _: &mut [&mut MaybeUninit<Quadratic>],
    ) {
        match self {}
    }

    fn combination<F: Factors, const N: usize>(self, _: &ResidueRing<N>, _: [&Quadratic; 2]) -> Quadratic {
        match self {}
    }

    fn conjugate<const N: usize>(self, _: &ResidueRing<N>, _: &Quadratic, _: &mut MaybeUninit<Quadratic>) {
        match self {}
    }

    fn split<const N: usize>(self, _: &ResidueRing<N>, _: [&[u64; N]; 2], _: &mut MaybeUninit<Quadratic>) {
        match self {}
    }
}

/// Vectors of four words, which this processor does not have.
#[derive(Clone, Copy, Debug)]
pub enum QuadVectors {}

impl QuadVectors {
    /// The vectors: none.
    pub fn active() -> Option<Self> {
        None
    }

    /// The vectors: none.
    pub fn detect() -> Option<Self> {
        None
    }
}

impl Sealed for QuadVectors {}

impl QuadBackend for QuadVectors {
    type Vector = [u64; 4];

    fn run<P: QuadProgram>(self, _: P) -> P::Output {
        match self {}
    }
    fn load(self, _: &[u64; 4]) -> [u64; 4] {
        match self {}
    }
    fn store(self, _: [u64; 4], _: &mut [u64; 4]) {
        match self {}
    }
    fn broadcast(self, _: u64) -> [u64; 4] {
        match self {}
    }
    fn multiply_add_low(self, _: [u64; 4], _: [u64; 4], _: [u64; 4]) -> [u64; 4] {
        match self {}
    }
    fn multiply_add_high(self, _: [u64; 4], _: [u64; 4], _: [u64; 4]) -> [u64; 4] {
        match self {}
    }
    fn add(self, _: [u64; 4], _: [u64; 4]) -> [u64; 4] {
        match self {}
    }
    fn sub(self, _: [u64; 4], _: [u64; 4]) -> [u64; 4] {
        match self {}
    }
    fn shift_left(self, _: [u64; 4], _: u32) -> [u64; 4] {
        match self {}
    }
    fn shift_right(self, _: [u64; 4], _: u32) -> [u64; 4] {
        match self {}
    }
    fn and(self, _: [u64; 4], _: [u64; 4]) -> [u64; 4] {
        match self {}
    }
    fn or(self, _: [u64; 4], _: [u64; 4]) -> [u64; 4] {
        match self {}
    }
    fn equals(self, _: [u64; 4], _: [u64; 4]) -> [u64; 4] {
        match self {}
    }
    fn interleave_even(self, _: [u64; 4], _: [u64; 4]) -> [u64; 4] {
        match self {}
    }
    fn interleave_odd(self, _: [u64; 4], _: [u64; 4]) -> [u64; 4] {
        match self {}
    }
    fn permute<const ORDER: i32>(self, _: [u64; 4]) -> [u64; 4] {
        match self {}
    }
    fn blend<const LANES: u8>(self, _: [u64; 4], _: [u64; 4]) -> [u64; 4] {
        match self {}
    }
}
