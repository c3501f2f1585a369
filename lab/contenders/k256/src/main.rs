//! A contender for k256: the fields, the group and the signatures of secp256k1.

mod fields;
mod signatures;

use contender::Contender;

#[global_allocator]
static ALLOCATOR: contender::CountingAllocator = contender::CountingAllocator;

fn main() {
    let mut contender = Contender::new("k256", "0.14.0");
    fields::register(&mut contender);
    signatures::register(&mut contender);
    contender.serve();
}
