//! Times, for people: `cargo test --release -p vorpal-tests --test blobs -- --ignored times --nocapture`.

use std::time::Instant;

use vorpal_kzg::{BlockCommitments, CellProof, Setup};

use crate::samples::{Random, Sample};

/// The processor time of this thread in seconds: unlike the clock, without the time of other programs.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

/// Prints the least of several times in milliseconds: of the clock, and of the processor.
fn time<T>(name: &str, repetitions: usize, mut f: impl FnMut() -> T) -> T {
    let mut best = [f64::MAX; 2];
    let mut last = None;
    for _ in 0..repetitions {
        let (clock, processor) = (Instant::now(), processor_time());
        last = Some(f());
        let taken = [clock.elapsed().as_secs_f64(), processor_time() - processor];
        best.iter_mut().zip(taken).for_each(|(best, time)| *best = best.min(time));
    }
    println!("{name:32} {:10.3} ms, {:10.3} ms of the processor", 1e3 * best[0], 1e3 * best[1]);
    last.unwrap()
}

#[test]
#[ignore = "measures"]
fn times() {
    // One thread, without hand-overs to another.
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(measure);
}

fn measure() {
    let setup = Setup::ethereum();
    let start = Instant::now();
    let block = BlockCommitments::new(&[[&[0xc0][..], &[0; 47]].concat()]).unwrap();
    assert!(setup.verify_cells_of_block(&block, &[]).unwrap().is_valid());
    println!("first use {:.3} ms", 1e3 * start.elapsed().as_secs_f64());
    let mut random = Random::new(12);
    let blob = random.blob();
    time("commitment without tables", 5, || setup.blob_to_kzg_commitment(&blob).unwrap());
    time("cells", 20, || setup.compute_cells(&blob).unwrap());
    time("cells and proofs without tables", 3, || setup.compute_cells_and_kzg_proofs(&blob).unwrap());
    for memory in [24, 48, 144] {
        let tables = time(&format!("tables of {memory} MiB"), 1, || setup.with_memory(memory << 20).unwrap());
        println!("{}", tables.explain());
        time("commitment", 10, || tables.blob_to_kzg_commitment(&blob).unwrap());
        time("cells and proofs", 5, || tables.compute_cells_and_kzg_proofs(&blob).unwrap());
    }
    let tables = setup.with_memory(48 << 20).unwrap();
    let samples: Vec<Sample> = (0..48).map(|_| Sample::of_blob(&tables, random.blob())).collect();
    let Sample { blob, commitment, cells, proofs } = &samples[0];
    let z = random.scalar().to_be_bytes();
    let (proof, y) = time("kzg proof", 5, || tables.compute_kzg_proof(blob, &z).unwrap());
    time("verify proof", 20, || assert!(setup.verify_kzg_proof(commitment, &z, &y, &proof).unwrap()));
    let blob_proofs: Vec<_> = (samples.iter().take(16))
        .map(|sample| tables.compute_blob_kzg_proof(&sample.blob, &sample.commitment).unwrap())
        .collect();
    let valid = || setup.verify_blob_kzg_proof(blob, commitment, &blob_proofs[0]).unwrap();
    time("verify blob", 20, || assert!(valid()));
    let blobs: Vec<_> = samples.iter().take(16).map(|sample| &sample.blob).collect();
    let commitments: Vec<_> = samples.iter().map(|sample| sample.commitment).collect();
    let valid = || setup.verify_blob_kzg_proof_batch(&blobs, &commitments[..16], &blob_proofs).unwrap();
    time("verify 16 blobs", 10, || assert!(valid()));
    let even: Vec<u64> = (0..128).step_by(2).collect();
    let half: Vec<_> = even.iter().map(|index| &cells[*index as usize]).collect();
    time("recover cells, every second", 20, || setup.recover_cells(&even, &half).unwrap());
    let first: Vec<u64> = (0..64).collect();
    time("recover cells, data given", 20, || setup.recover_cells(&first, &cells[..64]).unwrap());
    let one = |k: usize| {
        let valid = setup.verify_cell_kzg_proof_batch(&[*commitment], &[k as u64], &[cells[k]], &[proofs[k]]);
        assert!(valid.unwrap());
    };
    time("verify one cell", 20, || one(70));
    let all: Vec<u64> = (0..128).collect();
    let of_blob = || setup.verify_cell_kzg_proof_batch(&[*commitment; 128], &all, cells, proofs).unwrap();
    time("verify 128 cells of a blob", 10, || assert!(of_blob()));
    let column_cells: Vec<_> = samples.iter().map(|sample| &sample.cells[70]).collect();
    let column_proofs: Vec<_> = samples.iter().map(|sample| &sample.proofs[70]).collect();
    let column =
        || setup.verify_cell_kzg_proof_batch(&commitments, &[70; 48], &column_cells, &column_proofs).unwrap();
    time("verify a column of 48", 20, || assert!(column()));
    let block = time("decode 48 commitments", 20, || BlockCommitments::new(&commitments).unwrap());
    let entries = |columns: std::ops::Range<usize>| -> Vec<CellProof<'_>> {
        let places = columns.flat_map(|column| (0..48).map(move |row| (column, row)));
        places
            .map(|(column, row)| CellProof {
                commitment: row as u64,
                index: column as u64,
                cell: &samples[row].cells[column],
                proof: &samples[row].proofs[column],
            })
            .collect()
    };
    let column = entries(70..71);
    time("a column, commitments decoded", 20, || {
        assert!(setup.verify_cells_of_block(&block, &column).unwrap().is_valid());
    });
    let mut whole = entries(0..128);
    time("a block: 128 columns of 48", 3, || {
        assert!(setup.verify_cells_of_block(&block, &whole).unwrap().is_valid());
    });
    whole[4321].proof = &samples[7].proofs[0];
    time("a block with one wrong cell", 3, || {
        let verdict = setup.verify_cells_of_block(&block, &whole).unwrap();
        assert_eq!(verdict, vorpal_kzg::Verdict::Invalid(vec![4321]));
    });
}
