//! The crypto provider of `revm-precompile` 43.

use revm_precompile::{Crypto, PrecompileHalt};

use crate::VorpalCrypto;

impl Crypto for VorpalCrypto {
    /// Twelve zero bytes and the address.
    fn secp256k1_ecrecover(
        &self,
        sig: &[u8; 64],
        recid: u8,
        msg: &[u8; 32],
    ) -> Result<[u8; 32], PrecompileHalt> {
        let address = Self::signer(sig, recid, msg).map_err(|_| PrecompileHalt::Secp256k1RecoverFailed)?;
        let mut word = [0; 32];
        word[12..].copy_from_slice(&address);
        Ok(word)
    }
}
