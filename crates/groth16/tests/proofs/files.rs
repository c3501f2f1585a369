//! The files of snarkjs: their proofs, ours, and the same bytes.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use vorpal_groth16::file::{Container, Kind};
use vorpal_groth16::{
    Blinding, Curve, CurveId, Proof, Prover, ProverError, VerificationKey, Verifier, Witness, Zkey, json,
};

use crate::samples::{Sample, for_all, one};

/// Proofs of snarkjs are valid, and not for other signals.
#[test]
fn their_proofs_are_valid() {
    fn of<C: Curve>(sample: &Sample) {
        let Some((key, mut signals, proof)) = sample.proof::<C>() else { return };
        let verifier = Verifier::for_development(key).unwrap();
        assert_eq!(verifier.verify(&signals, &proof), Ok(true), "{}", sample.name);
        signals[0] += C::Scalar::from(1);
        assert_eq!(verifier.verify(&signals, &proof), Ok(false), "{}", sample.name);
    }
    for_all!(of);
}

/// Our proofs are valid by the verification keys of snarkjs, and have its public signals.
#[test]
fn our_proofs_are_valid() {
    fn of<C: Curve>(sample: &Sample) {
        let (Some(zkey), Some(witness)) = (sample.path(".zkey"), sample.bytes("witness.wtns")) else {
            return;
        };
        let prover = Prover::<C>::new(Zkey::open(&zkey).unwrap()).unwrap();
        let witness = Witness::from_bytes(&witness).unwrap();
        // One read of the file makes the same prover.
        let opened = Prover::<C>::open(&zkey).unwrap();
        let from_bytes = Prover::<C>::from_bytes(&sample.bytes(".zkey").unwrap()).unwrap();
        let [expected, first, second] = [&prover, &opened, &from_bytes]
            .map(|prover| prover.prove_with(&witness, Blinding::from_bytes(&[3; 128]), None).unwrap());
        assert_eq!([first, second], [expected; 2], "{}", sample.name);
        assert_eq!(opened.verification_key(), prover.verification_key());
        let key = VerificationKey::from_json(&sample.text("verification_key.json").unwrap()).unwrap();
        assert_eq!(*prover.verification_key(), key);
        let verifier = Verifier::for_development(key).unwrap();
        let signals = prover.public_signals(&witness).unwrap();
        if let Some(public) = sample.text("public.json") {
            assert_eq!(json::read_public::<C>(&public).unwrap(), signals);
        }
        let proofs = [(); 2].map(|()| prover.prove(&witness).unwrap());
        assert_ne!(proofs[0], proofs[1], "blinding");
        for proof in proofs {
            assert_eq!(verifier.verify(signals, &proof), Ok(true), "{}", sample.name);
            assert_eq!(Proof::from_json(&proof.to_json()), Ok(proof));
        }
        // A wrong witness has a proof, which is not valid.
        let mut values = witness.values().to_vec();
        *values.last_mut().unwrap() += C::Scalar::from(1);
        let wrong = Witness::new(values).unwrap();
        let proof = prover.prove(&wrong).unwrap();
        assert_eq!(verifier.verify(signals, &proof), Ok(false), "{}", sample.name);
    }
    for_all!(of);
}

/// Progress grows to one, and every report can cancel.
#[test]
fn progress_and_cancellation() {
    let Some(sample) = one("bn254/poseidon") else { return };
    let zkey = Zkey::<vorpal_groth16::Bn254>::open(sample.path(".zkey").unwrap()).unwrap();
    let prover = Prover::new(zkey).unwrap();
    let witness = Witness::open(sample.path("witness.wtns").unwrap()).unwrap();
    let blinding = || Blinding::from_bytes(&[3; 128]);
    let reports = Mutex::new(Vec::new());
    let record = |done: f64| {
        reports.lock().unwrap().push(done);
        ControlFlow::Continue(())
    };
    let proof = prover.prove_with(&witness, blinding(), Some(&record)).unwrap();
    assert_eq!(prover.prove_with(&witness, blinding(), None), Ok(proof), "the factors determine the proof");
    let reports = reports.into_inner().unwrap();
    assert!(reports.len() >= 5 && reports.iter().all(|done| (0.0..=1.0).contains(done)));
    assert!(reports.last().is_some_and(|done| *done > 0.999), "{reports:?}");
    for part in [0.0, 0.2, 0.5, 0.99] {
        let cancel = |done| if done > part { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let result = prover.prove_with(&witness, blinding(), Some(&cancel));
        assert_eq!(result, Err(ProverError::Cancelled), "{part}");
    }
}

/// One report that cancels, or panics, ends both sums.
#[test]
fn one_report_stops_both_sums() {
    let Some(sample) = one("bn254/poseidon") else { return };
    let zkey = Zkey::<vorpal_groth16::Bn254>::open(sample.path(".zkey").unwrap()).unwrap();
    let prover = Prover::new(zkey).unwrap();
    let witness = Witness::open(sample.path("witness.wtns").unwrap()).unwrap();
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for (last, panics) in [(0, false), (3, false), (0, true), (3, true)] {
            let calls = AtomicUsize::new(0);
            let stop = |_: f64| {
                match calls.fetch_add(1, Ordering::Relaxed) {
                    // Without a message: printing one takes longer than some sums.
                    call if call == last && panics => resume_unwind(Box::new("planned")),
                    call if call == last => return ControlFlow::Break(()),
                    // The other thread was counting before the last report ended. It waits until that is known.
                    call if call > last && call < last + threads => {
                        std::thread::sleep(Duration::from_secs(1));
                    }
                    _ => {}
                }
                ControlFlow::Continue(())
            };
            let prove = || prover.prove_with(&witness, Blinding::from_bytes(&[3; 128]), Some(&stop));
            let result = pool.install(|| catch_unwind(AssertUnwindSafe(prove)));
            assert!(if panics { result.is_err() } else { result.unwrap() == Err(ProverError::Cancelled) });
            let after = calls.into_inner() - 1 - last;
            assert!(after < threads, "{after} reports after the last one on {threads} threads");
        }
    }
}

/// The bytes of JSON and of binary files are those of snarkjs.
#[test]
fn written_files_have_the_same_bytes() {
    fn of<C: Curve>(sample: &Sample) {
        if let Some(text) = sample.text("verification_key.json") {
            let key = VerificationKey::<C>::from_json(&text).unwrap();
            assert_eq!(key.to_json().unwrap(), text, "{}", sample.name);
        }
        if let Some(text) = sample.text("public.json") {
            assert_eq!(json::write_public::<C>(&json::read_public::<C>(&text).unwrap()), text.trim_end());
        }
        if let Some(text) = sample.text("circom.proof") {
            let written = Proof::<C>::from_json(&text).unwrap().to_json();
            // One of the programs that wrote them indents by four spaces.
            let strip = |text: &str| text.lines().map(str::trim_start).collect::<Vec<_>>().join("\n");
            assert_eq!(strip(&written), strip(&text));
            if text.starts_with("{\n \"") {
                assert_eq!(written, text, "{}", sample.name);
            }
        }
        if let Some(bytes) = sample.bytes("witness.wtns") {
            let mut written = Vec::new();
            Witness::<C>::from_bytes(&bytes).unwrap().write(&mut written).unwrap();
            assert_eq!(written, bytes, "{}", sample.name);
            let mut file = Container::of_bytes(&bytes, Kind::Wtns).unwrap();
            assert_eq!(CurveId::of(&mut file), Ok(sample.curve));
        }
        if let Some(bytes) = sample.bytes(".zkey") {
            let key = Zkey::<C>::from_bytes(&bytes).unwrap();
            assert_eq!(Zkey::open(sample.path(".zkey").unwrap()).as_ref(), Ok(&key));
            assert_eq!(key.check_points(), Ok(()));
            let mut theirs = Container::of_bytes(&bytes, Kind::Zkey).unwrap();
            assert_eq!(CurveId::of(&mut theirs), Ok(sample.curve));
            let content = |file: &mut Container<&[u8]>, section| {
                let length = file.length(section).unwrap();
                file.section(section).unwrap().bytes(length).unwrap()
            };
            let contributions = content(&mut theirs, 10);
            let mut written = Vec::new();
            key.write(&mut written, &contributions).unwrap();
            let mut ours = Container::of_bytes(&written, Kind::Zkey).unwrap();
            assert_eq!(written.len(), bytes.len());
            for section in 1..=10 {
                let same = content(&mut ours, section) == content(&mut theirs, section);
                assert!(same, "{}: section {section}", sample.name);
            }
        }
    }
    for_all!(of);
}
