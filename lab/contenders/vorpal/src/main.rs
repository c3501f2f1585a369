//! A contender for Vorpal, by its public interface.

mod all_algorithms;
mod banderwagon;
mod batches;
mod bls;
mod commitments;
mod evm;
mod fields;
mod groth16;
mod hashing;
mod kzg;
mod montgomery;
mod multiproofs;
mod p256;
mod pairing_curves;
mod pairings;
mod signatures;
mod state;
mod transforms;
mod witnesses;

use contender::Contender;
use vorpal::limbs::backend::Backend;

#[global_allocator]
static ALLOCATOR: contender::CountingAllocator = contender::CountingAllocator;

fn main() {
    let (single, batches) = (Backend::active().name(), Backend::of_batches().name());
    let kernels = if single == batches { single.to_owned() } else { format!("{single} and {batches}") };
    let version = format!("{}, {kernels} kernels", env!("CARGO_PKG_VERSION"));
    let mut contender = Contender::new("vorpal", &version);
    fields::register(&mut contender);
    transforms::register(&mut contender);
    #[cfg(feature = "provers")]
    provers::register::<vorpal_arkworks::engine::bn254::Bn254, vorpal_arkworks::groth16::VorpalReduction>(
        &mut contender,
        "vorpal_arkworks::engine::bn254::Bn254",
        "VorpalReduction",
    );
    montgomery::register(&mut contender);
    banderwagon::register(&mut contender);
    pairing_curves::register(&mut contender);
    pairings::register(&mut contender);
    hashing::register(&mut contender);
    bls::register(&mut contender);
    evm::register(&mut contender);
    groth16::register(&mut contender);
    kzg::register(&mut contender);
    commitments::register(&mut contender);
    signatures::register(&mut contender);
    p256::register(&mut contender);
    state::register(&mut contender);
    multiproofs::register(&mut contender);
    witnesses::register(&mut contender);
    contender.serve();
}
