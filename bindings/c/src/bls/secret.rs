//! Secret keys, signing, proofs of possession. The library keeps no secret key: the caller has its 32 bytes.

use vorpal::bls::SecretKey;

use super::forms::Forms;
use super::suite::vorpal_bls_suite;
use super::{named, with};
use crate::buffer::Buffers;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_status;

/// The key of the 32 bytes at a pointer, whose copy is wiped when dropped.
///
/// # Safety
/// As for [`Buffers::input`].
unsafe fn read(buffers: &mut Buffers, secret: *const u8) -> Result<SecretKey, Failure> {
    // SAFETY: the caller's promise.
    SecretKey::from_be_bytes(unsafe { buffers.array(secret, "secret") }?)
        .map_err(|error| named("secret", error))
}

/// The secret key of at least 32 secret bytes: `KeyGen` of draft-irtf-cfrg-bls-signature-04. `info` is public
/// information that tells the keys of one material apart, and may be empty. `secret` receives 32 bytes, big-endian, not
/// zero and below the group order. The caller wipes them after use. Constant time.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_key_gen(
    material: *const u8,
    material_len: usize,
    info: *const u8,
    info_len: usize,
    secret: *mut u8,
) -> vorpal_status {
    call!([], |buffers| {
        let material = buffers.input(material, material_len, "material")?;
        let info = buffers.input(info, info_len, "info")?;
        let place: &mut [u8; 32] = buffers.place(secret.cast(), "secret")?;
        let key = SecretKey::key_gen(material, info).map_err(|error| named("material", error))?;
        *place = *key.to_be_bytes();
    })
}

/// As `vorpal_bls_key_gen`, with a salt: `KeyGen` of draft 5. With SHA-256 of `BLS-SIG-KEYGEN-SALT-` as the salt it is
/// `vorpal_bls_key_gen`; with that text itself, the function of draft 3. Constant time.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_key_gen_with_salt(
    material: *const u8,
    material_len: usize,
    salt: *const u8,
    salt_len: usize,
    info: *const u8,
    info_len: usize,
    secret: *mut u8,
) -> vorpal_status {
    call!([], |buffers| {
        let material = buffers.input(material, material_len, "material")?;
        let salt = buffers.input(salt, salt_len, "salt")?;
        let info = buffers.input(info, info_len, "info")?;
        let place: &mut [u8; 32] = buffers.place(secret.cast(), "secret")?;
        let key =
            SecretKey::key_gen_with_salt(material, salt, info).map_err(|error| named("material", error))?;
        *place = *key.to_be_bytes();
    })
}

/// The root of a tree of secret keys, from at least 32 secret bytes: `derive_master_SK` of EIP-2333. `secret` receives
/// 32 bytes. Constant time.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_derive_master(
    seed: *const u8,
    seed_len: usize,
    secret: *mut u8,
) -> vorpal_status {
    call!([], |buffers| {
        let seed = buffers.input(seed, seed_len, "seed")?;
        let place: &mut [u8; 32] = buffers.place(secret.cast(), "secret")?;
        let key = SecretKey::derive_master(seed).map_err(|error| named("seed", error))?;
        *place = *key.to_be_bytes();
    })
}

/// The child with an index of a secret key of 32 bytes: `derive_child_SK` of EIP-2333. `child` receives 32 bytes.
/// Constant time.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_derive_child(
    secret: *const u8,
    index: u32,
    child: *mut u8,
) -> vorpal_status {
    call!([], |buffers| {
        let secret = read(&mut buffers, secret)?;
        let place: &mut [u8; 32] = buffers.place(child.cast(), "child")?;
        *place = *secret.derive_child(index).to_be_bytes();
    })
}

/// Whether 32 bytes are a secret key: big-endian, not zero, below the group order. Other bytes are
/// `VORPAL_ERROR_INPUT`. Constant time, but for the result.
///
/// # Safety
/// The pointer is null or to 32 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_check_secret(secret: *const u8) -> vorpal_status {
    call!([], |buffers| {
        read(&mut buffers, secret)?;
    })
}

/// The public key of a secret key of 32 bytes. `forms` is a sum of `vorpal_bls_form`; `key` receives the bytes of one
/// key in this form. Constant time.
///
/// # Safety
/// `suite` is null or a suite; each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_public_key(
    suite: *const vorpal_bls_suite,
    secret: *const u8,
    forms: i32,
    key: *mut u8,
) -> vorpal_status {
    call!([suite: vorpal_bls_suite], |buffers| {
        let secret = read(&mut buffers, secret)?;
        with!(&suite.suite, suite => {
            let forms = Forms::of(suite, forms)?;
            let place = forms.key_places(&mut buffers, key, 1, "key")?;
            forms.write_key(&secret.public_key(), place);
        });
    })
}

/// Signs a message. `forms` is a sum of `vorpal_bls_form`; `signature` receives the bytes of one signature in this
/// form. Constant time: it depends on the message, but not on the secret key.
///
/// # Safety
/// `suite` is null or a suite; each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_sign(
    suite: *const vorpal_bls_suite,
    secret: *const u8,
    message: *const u8,
    message_len: usize,
    forms: i32,
    signature: *mut u8,
) -> vorpal_status {
    call!([suite: vorpal_bls_suite], |buffers| {
        let secret = read(&mut buffers, secret)?;
        let message = buffers.input(message, message_len, "message")?;
        with!(&suite.suite, suite => {
            let forms = Forms::of(suite, forms)?;
            let place = forms.signature_places(&mut buffers, signature, 1, "signature")?;
            forms.write_signature(&secret.sign(suite, message).into(), place);
        });
    })
}

/// The proof that the caller has a secret key, `PopProve` of the draft: a signature of the public key under the tag of
/// proofs, whatever the tag of the suite is. `proof` receives the bytes of one signature in the form. Ethereum uses the
/// signature of the deposit instead. Constant time.
///
/// # Safety
/// `suite` is null or a suite; each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_prove_possession(
    suite: *const vorpal_bls_suite,
    secret: *const u8,
    forms: i32,
    proof: *mut u8,
) -> vorpal_status {
    call!([suite: vorpal_bls_suite], |buffers| {
        let secret = read(&mut buffers, secret)?;
        with!(&suite.suite, suite => {
            let forms = Forms::of(suite, forms)?;
            let place = forms.signature_places(&mut buffers, proof, 1, "proof")?;
            forms.write_signature(&secret.prove_possession().into(), place);
        });
    })
}
