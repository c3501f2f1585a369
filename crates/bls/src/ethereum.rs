//! Ethereum's signatures: keys in G1, the suite with proofs of possession, and the functions that differ from the draft
//! (`ethereum/consensus-specs`, `specs/altair/bls.md`).

use crate::signature::Signature;
use crate::suite::Suite;
use crate::variant::MinPk;
use crate::{Error, PublicKey};

/// Ethereum's suite: [`Suite::possession`] of [`MinPk`].
pub fn suite() -> Suite<MinPk> {
    Suite::possession()
}

/// `eth_aggregate_pubkeys`: the sum of keys.
///
/// # Errors
/// [`Error::Empty`] for no keys, [`Error::InfinitySum`].
pub fn eth_aggregate_pubkeys(keys: &[PublicKey<MinPk>]) -> Result<PublicKey<MinPk>, Error> {
    PublicKey::aggregate(keys)
}

/// `eth_fast_aggregate_verify`: as [`Suite::fast_aggregate_verify`], but infinity is the signature of no keys.
///
/// ```
/// use vorpal_bls::ethereum::eth_fast_aggregate_verify;
/// use vorpal_bls::Signature;
/// let mut infinity = [0; 96];
/// infinity[0] = 0xc0;
/// let infinity = Signature::decode(&infinity)?;
/// assert!(eth_fast_aggregate_verify(&[], b"message", &infinity));
/// # Ok::<(), vorpal_bls::Error>(())
/// ```
pub fn eth_fast_aggregate_verify(
    keys: &[PublicKey<MinPk>],
    message: &[u8],
    signature: impl Into<Signature<MinPk>>,
) -> bool {
    let signature = signature.into();
    match keys {
        [] => signature.is_infinity(),
        _ => suite().fast_aggregate_verify(keys, message, signature),
    }
}
