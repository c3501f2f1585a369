//! The circuits of the test data.

use std::fs;
use std::path::{Path, PathBuf};

use vorpal_groth16::{Curve, CurveId, Proof, VerificationKey, json};
use vorpal_oracle::data;

/// A verification key, public signals and a proof.
pub(crate) type Statement<C> = (VerificationKey<C>, Vec<<C as Curve>::Scalar>, Proof<C>);

/// A folder with the files of one circuit.
pub(crate) struct Sample {
    pub(crate) name: String,
    pub(crate) curve: CurveId,
    folder: PathBuf,
}

impl Sample {
    /// The first file with this end of its name.
    pub(crate) fn path(&self, end: &str) -> Option<PathBuf> {
        let entries = fs::read_dir(&self.folder).unwrap().map(|entry| entry.unwrap().path());
        entries.into_iter().find(|path| path.to_str().unwrap().ends_with(end))
    }

    pub(crate) fn bytes(&self, end: &str) -> Option<Vec<u8>> {
        self.path(end).map(|path| fs::read(path).unwrap())
    }

    pub(crate) fn text(&self, end: &str) -> Option<String> {
        self.path(end).map(|path| fs::read_to_string(path).unwrap())
    }

    pub(crate) fn proof<C: Curve>(&self) -> Option<Statement<C>> {
        let key = VerificationKey::from_json(&self.text("verification_key.json")?).unwrap();
        let signals = json::read_public::<C>(&self.text("public.json")?).unwrap();
        Some((key, signals, Proof::from_json(&self.text("circom.proof")?).unwrap()))
    }
}

/// All circuits; none if there is no data.
pub(crate) fn all() -> Vec<Sample> {
    let Some(root) = data::folder("groth16", "keys and proofs of circom's circuits") else {
        return Vec::new();
    };
    let folders = |path: &Path| -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let mut samples = Vec::new();
    for (name, curve) in [("bls12_381", CurveId::Bls12_381), ("bn254", CurveId::Bn254)] {
        for folder in folders(&root.join(name)) {
            let circuit = folder.file_name().unwrap().to_str().unwrap();
            samples.push(Sample { name: format!("{name}/{circuit}"), curve, folder });
        }
    }
    assert!(samples.len() >= 7);
    samples
}

/// One circuit.
pub(crate) fn one(name: &str) -> Option<Sample> {
    let samples = all();
    assert!(samples.is_empty() || samples.iter().any(|sample| sample.name == name));
    samples.into_iter().find(|sample| sample.name == name)
}

/// Calls a generic function for each sample, with its curve.
macro_rules! for_all {
    ($function:ident) => {
        for sample in crate::samples::all() {
            match sample.curve {
                vorpal_groth16::CurveId::Bn254 => $function::<vorpal_groth16::Bn254>(&sample),
                vorpal_groth16::CurveId::Bls12_381 => $function::<vorpal_groth16::Bls12_381>(&sample),
            }
        }
    };
}
pub(crate) use for_all;
