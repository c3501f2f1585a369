//! A contender for blst: the fields of BLS12-381 and sums in G1, by the functions of its C interface.

mod fields;
mod sums;

use contender::Contender;

#[global_allocator]
static ALLOCATOR: contender::CountingAllocator = contender::CountingAllocator;

fn main() {
    let mut contender = Contender::new("blst", "0.3.17");
    fields::register(&mut contender);
    sums::register(&mut contender);
    contender.serve();
}
