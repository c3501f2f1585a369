//! A contender for pasta_curves: the base field of Pallas, with square roots by tables.

use contender::{Contender, Field};
use pasta_curves::Fp;
use pasta_curves::arithmetic::{VartimeBatchInvert, VartimeField};
use pasta_curves::group::ff::{Field as _, PrimeField};

#[global_allocator]
static ALLOCATOR: contender::CountingAllocator = contender::CountingAllocator;

fn decode(bytes: &[u8]) -> Option<Fp> {
    Fp::from_repr(bytes.try_into().ok()?).into()
}

fn encode(element: &Fp) -> Vec<u8> {
    element.to_repr().to_vec()
}

fn main() {
    let backend = pasta_curves::BACKEND;
    let mut contender = Contender::new("pasta_curves", &format!("0.6.1, {backend} backend"));
    Field::new(&mut contender, "pallas_base", decode, encode)
        .mul(&format!("Fp * Fp, {backend} backend"), |a, b| a * b)
        .add(&format!("Fp + Fp, {backend} backend"), |a, b| a + b)
        .sub(|a, b| a - b)
        .neg(|a| -a)
        .square(&format!("Field::square, {backend} backend"), Fp::square)
        .invert("VartimeField::invert_vartime (variable time)", Fp::invert_vartime, |a, b| a + b)
        .batch_invert("VartimeBatchInvert::batch_invert_vartime (variable time)", |values| {
            values.iter_mut().batch_invert_vartime();
        })
        .sqrt(&format!("Field::sqrt (sqrt-table, {backend} backend)"), |a| a.sqrt().into());
    contender.serve();
}
