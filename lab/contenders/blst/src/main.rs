//! A contender for blst: the fields, groups and pairing of BLS12-381, by the functions of its C interface.

mod bls;
mod fields;
mod g2;
mod hashing;
mod pairings;
mod sums;

use contender::Contender;

#[global_allocator]
static ALLOCATOR: contender::CountingAllocator = contender::CountingAllocator;

fn main() {
    let mut contender = Contender::new("blst", "0.3.17");
    fields::register(&mut contender);
    sums::register(&mut contender);
    g2::register(&mut contender);
    pairings::register(&mut contender);
    hashing::register(&mut contender);
    bls::register(&mut contender);
    contender.serve();
}
