//! Public keys from signatures.

use rayon::prelude::*;
use vorpal_curves::secp256k1::{Affine, Secp256k1};
use vorpal_fields::batch_invert;
use vorpal_fields::primes::{Secp256k1Base, Secp256k1Scalar};
use vorpal_limbs::words;

use crate::multiply::{Term, double_multiply_batch_vartime};
use crate::{Error, PublicKey};

/// What a public key is recovered from. Numbers are big-endian; `n` is the group order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recovery {
    /// The hash that was signed.
    pub hash: [u8; 32],
    /// The signature's `r`.
    pub r: [u8; 32],
    /// The signature's `s`, in the lower or upper half of its range.
    pub s: [u8; 32],
    /// Which point belongs to `r`: bit 0 says whether its `y` is odd, bit 1 whether its `x` is `r + n` instead of
    /// `r`.
    pub recovery_id: u8,
}

/// How many signatures share the inversion of their `r`, some 320 multiplications: eight blocks. More could save 2 of
/// the 2000 that a recovery takes.
const CHUNK: usize = 128;

/// The key under which the signature is valid for the hash.
///
/// Let `n` be the group order, `G` the generator, `d` the secret key and `k` the signer's nonce. With `R` the point
/// of `x = r` (or `r + n`) and the right parity of `y`, and `z` the hash modulo `n`: `Q = r^-1 (s R - z G)`, from
/// `s = k^-1 (z + r d)` and `R = k G` (SEC 1, section 4.1.6). Both halves of the range of `s` are accepted, as
/// Ethereum's `ecrecover` does. Variable time.
///
/// # Errors
/// [`Error::R`], [`Error::S`] if out of range, [`Error::RecoveryId`], [`Error::NoPoint`], [`Error::Infinity`].
pub fn recover(recovery: &Recovery) -> Result<PublicKey, Error> {
    recover_chunk(core::slice::from_ref(recovery)).pop().unwrap_or(Err(Error::Infinity))
}

/// [`recover`] of each, exactly; a bad one does not disturb the others.
///
/// Sixteen are recovered side by side, and inversions shared among chunks of 128; the chunks run on the caller's
/// rayon pool.
pub fn recover_batch(recoveries: &[Recovery]) -> Vec<Result<PublicKey, Error>> {
    recoveries.par_chunks(CHUNK).flat_map_iter(recover_chunk).collect()
}

/// A signature whose parts are in range, with its point.
struct Parsed {
    point: Affine,
    r: Secp256k1Scalar,
    s: Secp256k1Scalar,
    z: Secp256k1Scalar,
}

fn recover_chunk(recoveries: &[Recovery]) -> Vec<Result<PublicKey, Error>> {
    let parsed: Vec<Result<Parsed, Error>> = recoveries.iter().map(Parsed::new).collect();
    let good = || parsed.iter().flatten();

    let mut inverses: Vec<Secp256k1Scalar> = good().map(|parsed| parsed.r).collect();
    batch_invert(&mut inverses);

    let terms: Vec<Term<Secp256k1>> = good()
        .zip(inverses)
        .map(|(Parsed { point, s, z, .. }, inverse)| Term {
            u1: -(*z * inverse),
            u2: *s * inverse,
            point: *point,
        })
        .collect();
    let mut keys = vec![Affine::INFINITY; terms.len()];
    double_multiply_batch_vartime(&terms, &mut keys);

    // One key for each good signature, in their order.
    let mut keys = keys.into_iter();
    let mut next_key = || keys.next().map_or(Err(Error::Infinity), |key| PublicKey::from_affine(&key));
    parsed.into_iter().map(|parsed| parsed.and_then(|_| next_key())).collect()
}

impl Parsed {
    fn new(recovery: &Recovery) -> Result<Self, Error> {
        let scalar = |bytes: &[u8; 32], error| {
            let scalar = Secp256k1Scalar::from_be_bytes(bytes).map_err(|_| error)?;
            if scalar == Secp256k1Scalar::ZERO { Err(error) } else { Ok(scalar) }
        };
        let (r, s) = (scalar(&recovery.r, Error::R)?, scalar(&recovery.s, Error::S)?);
        if recovery.recovery_id > 3 {
            return Err(Error::RecoveryId { found: recovery.recovery_id });
        }
        // r < n < p, so r is a coordinate as it stands; r + n is one only if it is below p as an integer.
        let mut x = r.to_limbs();
        if recovery.recovery_id & 2 != 0 {
            let (sum, carry) = words::add(&x, &Secp256k1Scalar::MODULUS);
            x = if carry == 0 { sum } else { return Err(Error::NoPoint) };
        }
        let x = Secp256k1Base::from_limbs(&x).ok_or(Error::NoPoint)?;
        let point = Affine::from_x_vartime(x, recovery.recovery_id & 1 == 1).ok_or(Error::NoPoint)?;
        Ok(Self { point, r, s, z: Secp256k1Scalar::from_be_bytes_reduced(&recovery.hash) })
    }
}
