//! The memory of proofs, and of reading keys.
//!
//! Allocations are counted per thread, so all work runs on one thread.

use allocation_counter::measure;
use vorpal_groth16::{Blinding, Bn254, Prover, Verifier, Witness};

use crate::circuits::{Public, Sample, Shape, Trapdoor, Values};

const LOG_SIZE: u32 = 12;
/// The bytes of a scalar.
const SCALAR: u64 = 32;
/// More than the sums of this circuit need: their limit of 64 MiB is that of large circuits.
const SUMS: u64 = 8 << 20;

/// Runs the function on one thread. Returns the peak of allocated bytes, what is left of them, and the result.
fn peak<T: Send>(f: impl FnOnce() -> T + Send) -> (u64, u64, T) {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(|| {
        let mut result = None;
        let counted = measure(|| result = Some(f()));
        (counted.bytes_max, u64::try_from(counted.bytes_current).unwrap(), result.unwrap())
    })
}

/// A proof needs at most four lists of scalars and the memory of a sum, and reading a key little more than the key.
#[test]
fn proofs_need_four_lists_beside_the_key() {
    let rows = 1 << LOG_SIZE;
    let shape = Shape { constraints: rows - 4, values: Values::Uniform, public: Public::Three };
    let sample = Sample::<Bn254>::new(shape);
    let mut file = Vec::new();
    sample.key(&Trapdoor::sample()).write(&mut file, &[]).unwrap();
    let witness = Witness::<Bn254>::new(sample.witness).unwrap();

    let (read, key, prover) = peak(|| Prover::<Bn254>::from_bytes(&file).unwrap());
    // Rows of matrices are kept while they are read, and points at infinity have reserved memory.
    assert!(read < key + key / 4, "{read} bytes to read a key of {key}");
    assert!(key < file.len() as u64, "{key} bytes of a file of {}", file.len());

    let (proving, _, proof) =
        peak(|| prover.prove_with(&witness, Blinding::from_bytes(&[1; 128]), None).unwrap());
    let lists = 4 * SCALAR * rows as u64;
    assert!(proving < lists + SUMS, "{proving} bytes");
    println!("{proving} bytes for a proof, {lists} of them lists; {read} to read a key of {key}");
    let verifier = Verifier::new(prover.verification_key().clone()).unwrap();
    assert_eq!(verifier.verify(prover.public_signals(&witness).unwrap(), &proof), Ok(true));
}
