//! Single signatures and keys.

use vorpal::secp256k1::{
    PublicKey, RecoverableSignature, SchnorrKeyPair, SchnorrSignature, SecretKey, Signature, XOnlyPublicKey,
};

use super::key;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_status;
use crate::verdict::refuse;

/// The public key of a secret key of 32 bytes, big-endian: 65 bytes `04 || x || y`. Constant time.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_secp256k1_public_key(secret: *const u8, key: *mut u8) -> vorpal_status {
    call!([], |buffers| {
        let secret = SecretKey::from_be_bytes(buffers.array::<32>(secret, "secret")?)?;
        *buffers.place::<[u8; 65]>(key.cast(), "key")? = secret.public_key().to_uncompressed();
    })
}

/// Signs a hash of 32 bytes: 65 bytes `r || s || v` with the lower `s` and the recovery identifier as `v`. The nonce is
/// that of RFC 6979. `entropy` is null or 32 bytes that enter the nonce (RFC 6979, section 3.6). Constant time.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_secp256k1_sign(
    secret: *const u8,
    hash: *const u8,
    entropy: *const u8,
    signature: *mut u8,
) -> vorpal_status {
    call!([], |buffers| {
        let secret = SecretKey::from_be_bytes(buffers.array::<32>(secret, "secret")?)?;
        let hash = buffers.array::<32>(hash, "hash")?;
        let entropy = if entropy.is_null() { None } else { Some(buffers.array::<32>(entropy, "entropy")?) };
        let place = buffers.place::<[u8; 65]>(signature.cast(), "signature")?;
        let signature = match entropy {
            None => secret.sign(hash),
            Some(entropy) => secret.sign_with_entropy(hash, entropy),
        };
        *place = signature.to_rsv();
    })
}

/// Verifies an ECDSA signature of 64 bytes `r || s` under a key of 33 or 65 bytes: `*valid` becomes 1 or 0, and 0 if
/// the call fails. With `low_s` other than 0, an `s` in the upper half of its range is invalid.
///
/// With `low_s` 0 the function follows the consensus rules of Bitcoin, which accept both halves. The lower half alone
/// is a rule of Bitcoin's policy, for the relay of transactions, and Ethereum's rule for the signatures of transactions
/// (EIP-2). `secp256k1_ecdsa_verify` of libsecp256k1 also accepts the lower half alone: callers who expect that set
/// `low_s` to 1. Variable time.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_secp256k1_verify(
    key: *const u8,
    key_len: usize,
    hash: *const u8,
    signature: *const u8,
    low_s: i32,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([], |buffers| {
        let public = self::key(buffers.input(key, key_len, "key")?)?;
        let hash = buffers.array::<32>(hash, "hash")?;
        let signature = Signature::from_compact(buffers.array::<64>(signature, "signature")?)?;
        let valid = buffers.place(valid, "valid")?;
        let is_valid =
            if low_s != 0 { public.verify_low(hash, &signature) } else { public.verify(hash, &signature) };
        *valid = i32::from(is_valid);
    })
}

/// Recovers the key of a signature of 65 bytes `r || s || v`: 65 bytes `04 || x || y`. Variable time.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_secp256k1_recover(
    hash: *const u8,
    signature: *const u8,
    key: *mut u8,
) -> vorpal_status {
    call!([], |buffers| {
        let hash = buffers.array::<32>(hash, "hash")?;
        let signature = RecoverableSignature::from_rsv(buffers.array::<65>(signature, "signature")?)?;
        let place = buffers.place::<[u8; 65]>(key.cast(), "key")?;
        *place = signature.recover(hash)?.to_uncompressed();
    })
}

/// The Ethereum address of a key of 33 or 65 bytes: 20 bytes.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_secp256k1_address(
    key: *const u8,
    key_len: usize,
    address: *mut u8,
) -> vorpal_status {
    call!([], |buffers| {
        let public = self::key(buffers.input(key, key_len, "key")?)?;
        *buffers.place::<[u8; 20]>(address.cast(), "address")? = public.ethereum_address();
    })
}

/// The shared secret of a secret key and another party's public key of 33 or 65 bytes. `x` receives the `x` coordinate
/// of the shared point, `sha256` the SHA-256 digest of its compressed encoding, as libsecp256k1 computes it: 32 bytes
/// each; either may be null. Constant time.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_secp256k1_ecdh(
    secret: *const u8,
    key: *const u8,
    key_len: usize,
    x: *mut u8,
    sha256: *mut u8,
) -> vorpal_status {
    call!([], |buffers| {
        let secret = SecretKey::from_be_bytes(buffers.array::<32>(secret, "secret")?)?;
        let public = self::key(buffers.input(key, key_len, "key")?)?;
        let x = buffers.optional_output::<32>(x, 1, "x")?;
        let sha256 = buffers.optional_output::<32>(sha256, 1, "sha256")?;
        if x.is_none() && sha256.is_none() {
            return Err(Failure::argument("x and sha256 are both null"));
        }
        let shared = secret.diffie_hellman(&public);
        if let Some(x) = x {
            x[0] = *shared.x();
        }
        if let Some(sha256) = sha256 {
            sha256[0] = *shared.sha256();
        }
    })
}

/// Signs a message with a Schnorr signature of BIP 340: 64 bytes. `auxiliary` is 32 fresh random bytes, or null for
/// zeros. `key` receives the 32 bytes of the public key, or is null. Constant time.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_secp256k1_schnorr_sign(
    secret: *const u8,
    message: *const u8,
    message_len: usize,
    auxiliary: *const u8,
    signature: *mut u8,
    key: *mut u8,
) -> vorpal_status {
    call!([], |buffers| {
        let secret = SecretKey::from_be_bytes(buffers.array::<32>(secret, "secret")?)?;
        let message = buffers.input(message, message_len, "message")?;
        let auxiliary =
            if auxiliary.is_null() { &[0; 32] } else { buffers.array::<32>(auxiliary, "auxiliary")? };
        let place = buffers.place::<[u8; 64]>(signature.cast(), "signature")?;
        let key = buffers.optional_output::<32>(key, 1, "key")?;
        let pair = SchnorrKeyPair::new(&secret);
        *place = pair.sign(message, auxiliary).to_bytes();
        if let Some(key) = key {
            key[0] = pair.public_key().to_be_bytes();
        }
    })
}

/// Verifies a Schnorr signature of BIP 340 of 64 bytes under a key of 32 bytes: `*valid` becomes 1 or 0, and 0 if the
/// call fails. Variable time.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_secp256k1_schnorr_verify(
    key: *const u8,
    message: *const u8,
    message_len: usize,
    signature: *const u8,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    call!([], |buffers| {
        let key = XOnlyPublicKey::from_be_bytes(buffers.array::<32>(key, "key")?)?;
        let message = buffers.input(message, message_len, "message")?;
        let signature = SchnorrSignature::from_bytes(buffers.array::<64>(signature, "signature")?)?;
        *buffers.place(valid, "valid")? = i32::from(key.verify_schnorr(message, &signature));
    })
}

/// Decodes a public key of 33, or 65 bytes, checks that it is a point of the curve, and encodes it in `out_len` bytes:
/// 33 (compressed) or 65.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_secp256k1_convert_key(
    key: *const u8,
    key_len: usize,
    out: *mut u8,
    out_len: usize,
) -> vorpal_status {
    call!([], |buffers| {
        super::check_length(out_len, "out_len")?;
        let public: PublicKey = self::key(buffers.input(key, key_len, "key")?)?;
        let out = buffers.output(out, out_len, "out")?;
        if out_len == 33 {
            out.copy_from_slice(&public.to_compressed());
        } else {
            out.copy_from_slice(&public.to_uncompressed());
        }
    })
}
