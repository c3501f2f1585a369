//! A provider that passes each call on to one of several others. So one process runs revm with all of them.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use revm_precompile::bls12_381::{G1Point, G1PointScalar, G2Point, G2PointScalar};
use revm_precompile::{Crypto, DefaultCrypto, PrecompileHalt};
use vorpal_interop::VorpalCrypto;

/// A provider behind the switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Backend {
    Vorpal,
    /// revm's own: libsecp256k1, arkworks, aurora, `p256`, c-kzg, blst.
    Default,
    /// revm's other ones where it has two: `k256`, and arkworks for proofs of evaluations.
    Second,
}

thread_local! {
    static CURRENT: Cell<Option<Backend>> = const { Cell::new(None) };
    static CALLS: RefCell<BTreeMap<&'static str, usize>> = const { RefCell::new(BTreeMap::new()) };
}

/// Runs `work` with this provider.
pub(crate) fn with<T>(backend: Backend, work: impl FnOnce() -> T) -> T {
    let before = CURRENT.replace(Some(backend));
    let result = work();
    CURRENT.set(before);
    result
}

/// The number of calls of each method of Vorpal's provider on this thread.
#[allow(dead_code, reason = "fuzzing does not count")]
pub(crate) fn calls() -> BTreeMap<&'static str, usize> {
    CALLS.with_borrow(Clone::clone)
}

fn provider(method: &'static str) -> &'static dyn Crypto {
    match CURRENT.get().expect("a provider is selected") {
        Backend::Vorpal => {
            CALLS.with_borrow_mut(|calls| *calls.entry(method).or_default() += 1);
            &VorpalCrypto
        }
        Backend::Default => &DefaultCrypto,
        Backend::Second => &Second,
    }
}

/// The switch itself, to be installed.
#[derive(Debug)]
pub(crate) struct Switch;

macro_rules! pass_on {
    ($(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        impl Crypto for Switch {
            $(fn $name(&self, $($argument: $type),*) $(-> $result)? {
                provider(stringify!($name)).$name($($argument),*)
            })*
        }

        /// The names of all methods.
        #[allow(dead_code, reason = "fuzzing does not count")]
        pub(crate) const METHODS: &[&str] = &[$(stringify!($name)),*];
    };
}

pass_on! {
    fn sha256(input: &[u8]) -> [u8; 32];
    fn ripemd160(input: &[u8]) -> [u8; 32];
    fn bn254_g1_add(p1: &[u8], p2: &[u8]) -> Result<[u8; 64], PrecompileHalt>;
    fn bn254_g1_mul(point: &[u8], scalar: &[u8]) -> Result<[u8; 64], PrecompileHalt>;
    fn bn254_pairing_check(pairs: &[(&[u8], &[u8])]) -> Result<bool, PrecompileHalt>;
    fn secp256k1_ecrecover(sig: &[u8; 64], recid: u8, msg: &[u8; 32]) -> Result<[u8; 32], PrecompileHalt>;
    fn modexp(base: &[u8], exp: &[u8], modulus: &[u8]) -> Result<Vec<u8>, PrecompileHalt>;
    fn blake2_compress(rounds: u32, h: &mut [u64; 8], m: &[u64; 16], t: &[u64; 2], f: bool);
    fn secp256r1_verify_signature(msg: &[u8; 32], sig: &[u8; 64], pk: &[u8; 64]) -> bool;
    fn verify_kzg_proof(
        z: &[u8; 32], y: &[u8; 32], commitment: &[u8; 48], proof: &[u8; 48]
    ) -> Result<(), PrecompileHalt>;
    fn bls12_381_g1_add(a: G1Point, b: G1Point) -> Result<[u8; 96], PrecompileHalt>;
    fn bls12_381_g1_msm(
        pairs: &mut dyn Iterator<Item = Result<G1PointScalar, PrecompileHalt>>
    ) -> Result<[u8; 96], PrecompileHalt>;
    fn bls12_381_g2_add(a: G2Point, b: G2Point) -> Result<[u8; 192], PrecompileHalt>;
    fn bls12_381_g2_msm(
        pairs: &mut dyn Iterator<Item = Result<G2PointScalar, PrecompileHalt>>
    ) -> Result<[u8; 192], PrecompileHalt>;
    fn bls12_381_pairing_check(pairs: &[(G1Point, G2Point)]) -> Result<bool, PrecompileHalt>;
    fn bls12_381_fp_to_g1(fp: &[u8; 48]) -> Result<[u8; 96], PrecompileHalt>;
    fn bls12_381_fp2_to_g2(fp2: ([u8; 48], [u8; 48])) -> Result<[u8; 192], PrecompileHalt>;
}

#[derive(Debug)]
struct Second;

impl Crypto for Second {
    fn secp256k1_ecrecover(
        &self,
        sig: &[u8; 64],
        recid: u8,
        msg: &[u8; 32],
    ) -> Result<[u8; 32], PrecompileHalt> {
        let word = revm_precompile::secp256k1::k256::ecrecover(sig.into(), recid, msg.into());
        word.map(|word| word.0).map_err(|_| PrecompileHalt::Secp256k1RecoverFailed)
    }

    fn verify_kzg_proof(
        &self,
        z: &[u8; 32],
        y: &[u8; 32],
        commitment: &[u8; 48],
        proof: &[u8; 48],
    ) -> Result<(), PrecompileHalt> {
        if revm_precompile::kzg_point_evaluation::arkworks::verify_kzg_proof(commitment, z, y, proof) {
            Ok(())
        } else {
            Err(PrecompileHalt::BlobVerifyKzgProofFailed)
        }
    }
}
