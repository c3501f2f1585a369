//! Operations on vectors of any field. Elements are limbs in Montgomery form, `N` of them for each element.

use std::marker::PhantomData;

use rayon::prelude::*;
use vorpal::fields::{Fe, Field, Modulus, primes as p};

use crate::error::Failure;

/// The number of elements that a task processes.
const AT_ONCE: usize = 1024;

/// Operations with two operands.
#[derive(Clone, Copy, Debug)]
pub(super) enum Binary {
    Add,
    Sub,
    Mul,
}

/// Operations with one operand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unary<'a> {
    Neg,
    Square,
    /// Zeros remain zero.
    Inverse,
    Pow(&'a [u64]),
}

/// The operations of a field, on slices of limbs.
pub(super) trait Ops: Sync {
    fn modulus(&self) -> &'static [u64];
    fn bits(&self) -> usize;
    fn generator(&self) -> u64;
    fn two_adicity(&self) -> u32;
    /// Checks that all elements are below the modulus.
    fn check(&self, a: &[u64], name: &str) -> Result<(), Failure>;
    /// `b` has as many elements as `a`, or one.
    fn binary(&self, op: Binary, a: &[u64], b: &[u64], out: &mut [u64]) -> Result<(), Failure>;
    fn unary(&self, op: Unary<'_>, a: &[u64], out: &mut [u64]) -> Result<(), Failure>;
    /// Square roots, zeros where there are none.
    fn sqrt(&self, a: &[u64], out: &mut [u64], exists: &mut [bool]) -> Result<(), Failure>;
    fn legendre(&self, a: &[u64], out: &mut [i8]) -> Result<(), Failure>;
    fn dot(&self, a: &[u64], b: &[u64], out: &mut [u64]) -> Result<(), Failure>;
    fn sum(&self, a: &[u64], out: &mut [u64]) -> Result<(), Failure>;
    /// From canonical bytes, least significant first.
    fn decode(&self, bytes: &[u8], out: &mut [u64]) -> Result<(), Failure>;
    /// From rows of `width` bytes of any value, least significant first.
    fn reduce(&self, bytes: &[u8], width: usize, out: &mut [u64]);
    /// To canonical bytes, least significant first.
    fn to_bytes(&self, a: &[u64], out: &mut [u8]) -> Result<(), Failure>;
}

struct Of<M, const N: usize>(PhantomData<fn() -> M>);

/// The fields with their names.
pub(super) static FIELDS: [(&str, &dyn Ops); 13] = [
    ("bls12_377_base", &Of::<p::Bls12_377BaseModulus, 6>(PhantomData)),
    ("bls12_377_scalar", &Of::<p::Bls12_377ScalarModulus, 4>(PhantomData)),
    ("bls12_381_base", &Of::<p::Bls12_381BaseModulus, 6>(PhantomData)),
    ("bls12_381_scalar", &Of::<p::Bls12_381ScalarModulus, 4>(PhantomData)),
    ("bn254_base", &Of::<p::Bn254BaseModulus, 4>(PhantomData)),
    ("bn254_scalar", &Of::<p::Bn254ScalarModulus, 4>(PhantomData)),
    ("secp256k1_base", &Of::<p::Secp256k1BaseModulus, 4>(PhantomData)),
    ("secp256k1_scalar", &Of::<p::Secp256k1ScalarModulus, 4>(PhantomData)),
    ("p256_base", &Of::<p::P256BaseModulus, 4>(PhantomData)),
    ("p256_scalar", &Of::<p::P256ScalarModulus, 4>(PhantomData)),
    ("pallas_base", &Of::<p::PallasBaseModulus, 4>(PhantomData)),
    ("vesta_base", &Of::<p::VestaBaseModulus, 4>(PhantomData)),
    ("bandersnatch_scalar", &Of::<p::BandersnatchScalarModulus, 4>(PhantomData)),
];

fn read<M: Modulus<N>, const N: usize>(
    limbs: &[u64],
    first: usize,
    name: &str,
) -> Result<Vec<Fe<M, N>>, Failure> {
    let element = |(i, limbs): (usize, &[u64; N])| {
        Fe::from_montgomery(*limbs).ok_or_else(|| {
            Failure::input(format_args!("{name}: number {} is not below the modulus", first + i))
        })
    };
    limbs.as_chunks::<N>().0.iter().enumerate().map(element).collect()
}

fn store<M: Modulus<N>, const N: usize>(elements: &[Fe<M, N>], out: &mut [u64]) {
    for (out, element) in out.as_chunks_mut::<N>().0.iter_mut().zip(elements) {
        *out = element.to_montgomery();
    }
}

/// Elements, and the places for their roots and for whether there are roots.
type Roots<'a> = ((&'a [u64], &'a mut [u64]), &'a mut [bool]);

/// The first failure of tasks.
fn first(results: Vec<Result<(), Failure>>) -> Result<(), Failure> {
    results.into_iter().collect()
}

impl<M: Modulus<N>, const N: usize> Ops for Of<M, N> {
    fn modulus(&self) -> &'static [u64] {
        const { &M::P }
    }

    fn bits(&self) -> usize {
        Fe::<M, N>::BITS
    }

    fn generator(&self) -> u64 {
        M::GENERATOR
    }

    fn two_adicity(&self) -> u32 {
        Fe::<M, N>::TWO_ADICITY
    }

    fn check(&self, a: &[u64], name: &str) -> Result<(), Failure> {
        let chunks = a.par_chunks(AT_ONCE * N).enumerate();
        first(chunks.map(|(i, a)| read::<M, N>(a, i * AT_ONCE, name).map(|_| ())).collect())
    }

    fn binary(&self, op: Binary, a: &[u64], b: &[u64], out: &mut [u64]) -> Result<(), Failure> {
        let broadcast = b.len() == N && a.len() != N;
        let one = read::<M, N>(&b[..if broadcast { N } else { 0 }], 0, "other")?;
        let task = |(i, (a, out)): (usize, (&[u64], &mut [u64]))| {
            let start = i * AT_ONCE;
            let mut a = read::<M, N>(a, start, "self")?;
            let b = match one.first() {
                Some(one) => vec![*one; a.len()],
                None => read(&b[N * start..N * (start + a.len())], start, "other")?,
            };
            match op {
                Binary::Add => a.iter_mut().zip(&b).for_each(|(a, b)| *a += *b),
                Binary::Sub => a.iter_mut().zip(&b).for_each(|(a, b)| *a -= *b),
                Binary::Mul => Fe::mul_assign_batch(&mut a, &b),
            }
            store(&a, out);
            Ok(())
        };
        first(a.par_chunks(AT_ONCE * N).zip(out.par_chunks_mut(AT_ONCE * N)).enumerate().map(task).collect())
    }

    fn unary(&self, op: Unary<'_>, a: &[u64], out: &mut [u64]) -> Result<(), Failure> {
        let task = |(i, (a, out)): (usize, (&[u64], &mut [u64]))| {
            let mut a = read::<M, N>(a, i * AT_ONCE, "self")?;
            match op {
                Unary::Neg => a.iter_mut().for_each(|a| *a = -*a),
                Unary::Square => {
                    let factors = a.clone();
                    Fe::mul_assign_batch(&mut a, &factors);
                }
                Unary::Inverse => Fe::batch_invert(&mut a),
                Unary::Pow(exponent) => Fe::pow_batch_vartime(&mut a, exponent),
            }
            store(&a, out);
            Ok(())
        };
        first(a.par_chunks(AT_ONCE * N).zip(out.par_chunks_mut(AT_ONCE * N)).enumerate().map(task).collect())
    }

    fn sqrt(&self, a: &[u64], out: &mut [u64], exists: &mut [bool]) -> Result<(), Failure> {
        let chunks = a.par_chunks(AT_ONCE * N).zip(out.par_chunks_mut(AT_ONCE * N));
        let chunks = chunks.zip(exists.par_chunks_mut(AT_ONCE)).enumerate();
        let task = |(i, ((a, out), exists)): (usize, Roots<'_>)| {
            let a = read::<M, N>(a, i * AT_ONCE, "self")?;
            let mut roots = vec![None; a.len()];
            Fe::sqrt_batch_vartime(&a, &mut roots);
            exists.iter_mut().zip(&roots).for_each(|(exists, root)| *exists = root.is_some());
            let roots: Vec<Fe<M, N>> = roots.into_iter().map(|root| root.unwrap_or(Fe::ZERO)).collect();
            store(&roots, out);
            Ok(())
        };
        first(chunks.map(task).collect())
    }

    fn legendre(&self, a: &[u64], out: &mut [i8]) -> Result<(), Failure> {
        let task = |(i, (a, out)): (usize, (&[u64], &mut [i8]))| {
            Fe::legendre_batch_vartime(&read::<M, N>(a, i * AT_ONCE, "self")?, out);
            Ok(())
        };
        first(a.par_chunks(AT_ONCE * N).zip(out.par_chunks_mut(AT_ONCE)).enumerate().map(task).collect())
    }

    fn dot(&self, a: &[u64], b: &[u64], out: &mut [u64]) -> Result<(), Failure> {
        let product = Fe::inner_product(&read::<M, N>(a, 0, "self")?, &read::<M, N>(b, 0, "other")?);
        store(&[product.map_err(Failure::argument)?], out);
        Ok(())
    }

    fn sum(&self, a: &[u64], out: &mut [u64]) -> Result<(), Failure> {
        store(&[read::<M, N>(a, 0, "self")?.into_iter().sum::<Fe<M, N>>()], out);
        Ok(())
    }

    fn decode(&self, bytes: &[u8], out: &mut [u64]) -> Result<(), Failure> {
        let task = |(i, (bytes, out)): (usize, (&[u8], &mut [u64]))| {
            let element = |(j, bytes): (usize, &[u8])| {
                Fe::<M, N>::from_le_bytes(bytes).map_err(|_| {
                    let number = i * AT_ONCE + j;
                    Failure::input(format_args!("values: number {number} is not below the modulus"))
                })
            };
            let elements: Result<Vec<_>, _> = bytes.chunks_exact(8 * N).enumerate().map(element).collect();
            store(&elements?, out);
            Ok(())
        };
        let chunks = bytes.par_chunks(AT_ONCE * 8 * N).zip(out.par_chunks_mut(AT_ONCE * N));
        first(chunks.enumerate().map(task).collect())
    }

    fn reduce(&self, bytes: &[u8], width: usize, out: &mut [u64]) {
        let pairs = bytes.par_chunks_exact(width).zip(out.par_chunks_exact_mut(N)).with_min_len(256);
        pairs.for_each(|(bytes, out)| store(&[Fe::<M, N>::from_le_bytes_reduced(bytes)], out));
    }

    fn to_bytes(&self, a: &[u64], out: &mut [u8]) -> Result<(), Failure> {
        let task = |(i, (a, out)): (usize, (&[u64], &mut [u8]))| {
            let elements = read::<M, N>(a, i * AT_ONCE, "self")?;
            for (out, element) in out.chunks_exact_mut(8 * N).zip(elements) {
                out.copy_from_slice(element.to_le_bytes().as_ref());
            }
            Ok(())
        };
        let chunks = a.par_chunks(AT_ONCE * N).zip(out.par_chunks_mut(AT_ONCE * 8 * N));
        first(chunks.enumerate().map(task).collect())
    }
}
