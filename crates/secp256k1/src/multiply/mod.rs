//! `u1 G + u2 P` for public scalars.

mod generator;
mod hexagonal;
mod lanes;
mod multiples;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use vorpal_curves::secp256k1::{Affine, Jacobian, Secp256k1};
use vorpal_fields::primes::{Secp256k1Base, Secp256k1Scalar};
use vorpal_fields::{BLOCK, Field, FieldBlock};
use vorpal_msm::{FixedBases, non_adjacent_form_vartime};

use generator::GeneratorTable;
pub(crate) use lanes::Term;

/// Multiples of the generator: 32 windows of 8 bits, 128 points each, 256 KiB, built on first use.
///
/// The first use may be on a rayon thread. A single base is tabulated on the thread that asks, which so has no
/// occasion to take up other work while it holds the lock.
fn generator_table() -> &'static FixedBases<Jacobian> {
    static TABLE: OnceLock<FixedBases<Jacobian>> = OnceLock::new();
    TABLE.get_or_init(|| FixedBases::new(&[Affine::GENERATOR], 8).expect("a width between 2 and 16"))
}

/// The width of the non-adjacent form for a variable point: 8 odd multiples, a non-zero digit every 6 bits.
const WIDTH: usize = 5;

/// `u1 G + u2 P`. About 32 mixed additions for the generator, and for `P` 256 doublings and 50 additions.
pub(crate) fn double_multiply_vartime(u1: &Secp256k1Scalar, u2: &Secp256k1Scalar, p: &Affine) -> Jacobian {
    let mut odd = [Jacobian::from_affine(p); 1 << (WIDTH - 2)];
    let double = odd[0].double();
    for i in 1..odd.len() {
        odd[i] = odd[i - 1].add_vartime(&double);
    }
    let mut sum = Jacobian::IDENTITY;
    for digit in non_adjacent_form_vartime::<WIDTH>(&u2.to_limbs()).into_iter().rev() {
        sum = sum.double();
        let multiple = odd[usize::from(digit.unsigned_abs() / 2)];
        if digit > 0 {
            sum = sum.add_vartime(&multiple);
        } else if digit < 0 {
            sum = sum.add_vartime(&multiple.neg());
        }
    }
    let generator_part = generator_table().msm_vartime(&[*u1]).expect("one scalar for one base");
    sum.add_vartime(&generator_part)
}

/// The bits of the generator's windows in blocks: 112 KiB. Seven bits take four times as much and save 1.5 % of the
/// time.
const BLOCK_WIDTH: usize = 6;

/// `u1 G + u2 P` for each term, sixteen side by side where that pays. Time depends on the terms.
///
/// # Panics
/// If the slices differ in length.
#[allow(clippy::panic, reason = "a program that passes other lengths is wrong")]
pub(crate) fn double_multiply_batch_vartime(terms: &[Term<Secp256k1>], sums: &mut [Affine]) {
    static TABLE: OnceLock<GeneratorTable<Secp256k1>> = OnceLock::new();
    assert!(terms.len() == sums.len(), "as many places as terms");
    let rest = terms.len() % BLOCK;
    let alone = if rest < <Secp256k1Base as Field>::Block::pays_from() { rest } else { 0 };
    let in_blocks = terms.len() - alone;
    if in_blocks > 0 {
        let table = TABLE.get_or_init(|| GeneratorTable::new(BLOCK_WIDTH));
        lanes::sums_vartime(table, &terms[..in_blocks], &mut sums[..in_blocks]);
    }
    for (sum, Term { u1, u2, point }) in sums[in_blocks..].iter_mut().zip(&terms[in_blocks..]) {
        *sum = double_multiply_vartime(u1, u2, point).to_affine();
    }
}
