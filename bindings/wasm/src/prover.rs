//! Groth16 proofs of circuits of circom: the functions of `vorpal-groth16.wasm`. An instance of it has one key.
//!
//! JavaScript writes parts of files and randomness to the memory that asks for them. So no file is in memory as a
//! whole, and bytes of witnesses and blinding factors are in lists, which are wiped, and on the stack, which is too.

use alloc::format;
use alloc::vec::Vec;
use core::cell::RefCell;

use vorpal_groth16::file::{Container, Input, InputError, Kind};
use vorpal_groth16::{Blinding, Bls12_381, Bn254, Curve, CurveId, Prover, ProverError, Witness, json};
use vorpal_limbs::stack;
use zeroize::Zeroizing;

use crate::memory::{Failure, OneThread, call, of};

#[link(wasm_import_module = "vorpal")]
unsafe extern "C" {
    /// Writes the bytes from `offset` on of the file of this call to `target`. Returns 0, or 1 if reading fails.
    fn read(offset: usize, target: *mut u8, length: usize) -> u32;
    /// Writes random bytes to `target`. Returns 0, or 1 if there are none.
    fn random(target: *mut u8, length: usize) -> u32;
}

/// The file of a call: a number of bytes that JavaScript reads.
struct Source(usize);

impl Input for Source {
    fn size(&mut self) -> Result<u64, InputError> {
        Ok(self.0 as u64)
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), InputError> {
        let offset = usize::try_from(offset).map_err(|_| InputError::End)?;
        // SAFETY: JavaScript writes to this buffer alone, as long as it is borrowed.
        let failed = unsafe { read(offset, buffer.as_mut_ptr(), buffer.len()) };
        if failed == 0 { Ok(()) } else { Err(InputError::Source) }
    }
}

#[allow(clippy::large_enum_variant, reason = "an instance has one")]
enum AnyProver {
    Bn254(Prover<Bn254>),
    Bls12_381(Prover<Bls12_381>),
}

/// More than a proof uses of the stack, which has 1 MiB and values of the witness that the compiler spilled.
const STACK: usize = 512 << 10;

static PROVER: OneThread<Option<AnyProver>> = OneThread(RefCell::new(None));

/// Reads the key, a file of `size` bytes. An earlier one is freed. Without a result.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_groth16_open(size: usize) -> u32 {
    call(|_| {
        let prover = &mut *PROVER.0.borrow_mut();
        *prover = None;
        *prover = Some(open(size).map_err(|error| of("zkey", error))?);
        Ok(Vec::new())
    })
}

fn open(size: usize) -> Result<AnyProver, ProverError> {
    let mut file = Container::new(Source(size), Kind::Zkey)?;
    Ok(match CurveId::of(&mut file)? {
        CurveId::Bn254 => AnyProver::Bn254(Prover::read(&mut file)?),
        CurveId::Bls12_381 => AnyProver::Bls12_381(Prover::read(&mut file)?),
    })
}

/// A proof by the key that was read, for the witness in a file of `size` bytes. Result: JSON, the fields `proof` and
/// `publicSignals` as in the files of snarkjs.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_groth16_prove(size: usize) -> u32 {
    let status = call(|_| match &*PROVER.0.borrow() {
        Some(AnyProver::Bn254(prover)) => prove(prover, size),
        Some(AnyProver::Bls12_381(prover)) => prove(prover, size),
        None => Err("zkey: it is not in memory, since the module stopped in an earlier call".into()),
    });
    stack::wipe::<STACK>();
    status
}

#[inline(never)] // Its frame is below that of its caller, which wipes it.
fn prove<C: Curve>(prover: &Prover<C>, size: usize) -> Result<Vec<u8>, Failure> {
    let file = Container::new(Source(size), Kind::Wtns);
    let witness = file.and_then(|mut file| Witness::<C>::read(&mut file));
    let witness = witness.map_err(|error| of("witness", error))?;
    let signals = prover.public_signals(&witness).map_err(|error| of("witness", error))?;
    let signals = json::write_public::<C>(signals);
    let mut bytes = Zeroizing::new([0; 128]);
    // SAFETY: JavaScript writes to these bytes alone, as long as they are borrowed.
    if unsafe { random(bytes.as_mut_ptr(), bytes.len()) } != 0 {
        return Err("there is no randomness".into());
    }
    let blinding = Blinding::from_bytes(&bytes);
    let proof = prover.prove_with(&witness, blinding, None).map_err(|error| of("zkey", error))?;
    Ok(format!("{{\"proof\":{},\"publicSignals\":{signals}}}", proof.to_json()).into_bytes())
}
