//! Registers proofs by Groth16 with the files of circom and snarkjs. The input names a folder with these files.

use std::hint::black_box;
use std::path::{Path, PathBuf};

use crate::prepared::Prepared;
use crate::registry::{Contender, Input, Refusal};

/// A proof and its public signals, as JSON.
pub struct Proof {
    /// The file `proof.json`.
    pub proof: String,
    /// The file `public.json`.
    pub public: String,
}

/// A prover. Errors are texts.
pub trait Prover: Sized + 'static {
    /// Reads a key.
    ///
    /// # Errors
    /// If the key is not read.
    fn open(key: &Path) -> Result<Self, String>;

    /// Proves, given the bytes of the file of the witness.
    ///
    /// # Errors
    /// If there is no proof.
    fn prove(&self, witness: &[u8]) -> Result<Proof, String>;

    /// Whether a proof is valid, given the key as JSON.
    ///
    /// # Errors
    /// If an argument is malformed.
    fn is_valid(key: &str, proof: &Proof) -> Result<bool, String>;
}

/// A verifier with a prepared key.
pub trait Verifier: Sized + 'static {
    /// A proof with its public signals.
    type Statement;

    /// Prepares a key, given as JSON.
    ///
    /// # Errors
    /// If the key is malformed.
    fn new(key: &str) -> Result<Self, String>;

    /// Decodes a proof and its signals.
    ///
    /// # Errors
    /// If one is malformed.
    fn decode(proof: &Proof) -> Result<Self::Statement, String>;

    /// Whether a proof is valid.
    fn verify(&self, statement: &Self::Statement) -> bool;

    /// Whether all proofs are valid.
    fn verify_all(&self, statements: &[Self::Statement]) -> bool {
        statements.iter().all(|statement| self.verify(statement))
    }
}

/// The sizes of the circuits, as binary logarithms: of proofs, of the workload of peak memory, and of setups.
pub const LOG_SIZES: [u32; 3] = [12, 14, 16];
/// The size for peak memory.
pub const LARGEST: u32 = 18;
/// The size of setups.
pub const SETUP: u32 = 14;
/// The number of valid proofs in a batch; a wrong one follows.
pub const BATCH: usize = 1000;

/// The folder that the input names.
///
/// # Errors
/// If there is not one row.
pub fn folder(input: &Input) -> Result<PathBuf, Refusal> {
    let rows: Vec<String> = input.decode(0, "a path", |bytes| String::from_utf8(bytes.to_vec()).ok())?;
    let [path] = <[String; 1]>::try_from(rows).map_err(|_| Refusal("not one folder".to_owned()))?;
    Ok(path.into())
}

/// The bytes of a file.
///
/// # Errors
/// If it is not read.
pub fn read(path: &Path) -> Result<Vec<u8>, Refusal> {
    std::fs::read(path).map_err(|error| Refusal(format!("{}: {error}", path.display())))
}

fn text(path: &Path) -> Result<String, Refusal> {
    String::from_utf8(read(path)?).map_err(|error| Refusal(error.to_string()))
}

/// Whether the proof is valid, and the signals.
fn result<P: Prover>(folder: &Path, proof: &Proof) -> Result<[Vec<u8>; 2], Refusal> {
    let key = text(&folder.join("verification_key.json"))?;
    let valid = P::is_valid(&key, proof).map_err(Refusal)?;
    let signals: Vec<String> =
        serde_json::from_str(&proof.public).map_err(|error| Refusal(error.to_string()))?;
    Ok([vec![u8::from(valid)], signals.join(",").into_bytes()])
}

/// Registers proofs: with a key that is ready, and from the file of the key.
pub fn provers<P: Prover>(contender: &mut Contender, path: &str) {
    for values in ["uniform", "bits"] {
        let sizes = LOG_SIZES.into_iter().chain([LARGEST].into_iter().filter(|_| values == "uniform"));
        for (log_size, threads) in sizes.flat_map(|size| [(size, 1), (size, 2)]) {
            contender.offer(format!("groth16.prove.{values}.2^{log_size}.t{threads}"), path, |input| {
                let folder = folder(input)?;
                let key = P::open(&folder.join("circuit.zkey")).map_err(Refusal)?;
                let witness = read(&folder.join("witness.wtns"))?;
                let proof = key.prove(&witness).map_err(Refusal)?;
                Ok(Prepared::new(1, result::<P>(&folder, &proof)?, move |iterations| {
                    for _ in 0..iterations {
                        black_box(key.prove(black_box(&witness)).is_ok());
                    }
                }))
            });
        }
    }
    contender.offer("groth16.first.uniform.2^16.t1", &format!("{path}, after reading the key"), |input| {
        let folder = folder(input)?;
        let first = {
            let folder = folder.clone();
            move || {
                let key = P::open(&folder.join("circuit.zkey"))?;
                let witness =
                    std::fs::read(folder.join("witness.wtns")).map_err(|error| error.to_string())?;
                key.prove(&witness)
            }
        };
        let proof = first().map_err(Refusal)?;
        Ok(Prepared::new(1, result::<P>(&folder, &proof)?, move |iterations| {
            for _ in 0..iterations {
                black_box(first().is_ok());
            }
        }))
    });
}

/// Registers verification: one proof at a time, and in a batch.
pub fn verifiers<V: Verifier>(contender: &mut Contender, single: &str, batch: Option<&str>) {
    contender.offer("groth16.verify.1", single, |input| {
        let (verifier, statements) = statements::<V>(input)?;
        let results: Vec<Vec<u8>> =
            statements.iter().map(|statement| vec![u8::from(verifier.verify(statement))]).collect();
        let mut next = 0;
        Ok(Prepared::new(1, results, move |iterations| {
            for _ in 0..iterations {
                black_box(verifier.verify(black_box(&statements[next])));
                next = (next + 1) % statements.len();
            }
        }))
    });
    let path = batch.unwrap_or(single);
    contender.offer(format!("groth16.verify.batch{BATCH}"), path, |input| {
        let (verifier, mut statements) = statements::<V>(input)?;
        let with_wrong = verifier.verify_all(&statements);
        statements.pop();
        let result = [verifier.verify_all(&statements), with_wrong].map(|valid| vec![u8::from(valid)]);
        Ok(Prepared::new(statements.len(), result, move |iterations| {
            for _ in 0..iterations {
                black_box(verifier.verify_all(black_box(&statements)));
            }
        }))
    });
}

/// The verifier and the proofs of a folder, of which the last one is wrong.
fn statements<V: Verifier>(input: &Input) -> Result<(V, Vec<V::Statement>), Refusal> {
    let folder = folder(input)?;
    let verifier = V::new(&text(&folder.join("verification_key.json"))?).map_err(Refusal)?;
    let list = |name: &str| -> Result<Vec<serde_json::Value>, Refusal> {
        serde_json::from_str(&text(&folder.join(name))?).map_err(|error| Refusal(error.to_string()))
    };
    let pairs = list("proofs.json")?.into_iter().zip(list("publics.json")?);
    let statements = pairs.map(|(proof, public)| {
        V::decode(&Proof { proof: proof.to_string(), public: public.to_string() }).map_err(Refusal)
    });
    Ok((verifier, statements.collect::<Result<_, _>>()?))
}
