//! From key material to secret keys: `KeyGen` of draft-irtf-cfrg-bls-signature, drafts 4 and 5, by HKDF (RFC 5869).

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_limbs::{declassify, words};
use zeroize::{Zeroize, Zeroizing};

/// `L`: the number of bytes from which a key is reduced. The distance from uniform keys is below `2^-128`.
const BYTES: usize = 48;
/// `L` in two bytes.
const LENGTH: [u8; 2] = [0, 48];

/// The salt of draft 4 before it is hashed.
pub(crate) const SALT: &[u8] = b"BLS-SIG-KEYGEN-SALT-";

/// HMAC-SHA256 of the parts. Constant time.
pub(crate) fn mac(key: &[u8], parts: &[&[u8]]) -> Zeroizing<[u8; 32]> {
    // HMAC accepts keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else {
        return Zeroizing::new([0; 32]);
    };
    for part in parts {
        mac.update(part);
    }
    Zeroizing::new(mac.finalize().into_bytes().into())
}

/// The blocks `T(1), T(2), ..` of `HKDF-Expand`.
pub(crate) struct Expansion<'a> {
    key: Zeroizing<[u8; 32]>,
    info: &'a [&'a [u8]],
    last: Zeroizing<[u8; 32]>,
    number: u8,
}

impl<'a> Expansion<'a> {
    /// `HKDF-Extract` of the parts of the material, before its expansion.
    pub(crate) fn new(salt: &[u8], material: &[&[u8]], info: &'a [&'a [u8]]) -> Self {
        Self { key: mac(salt, material), info, last: Zeroizing::new([0; 32]), number: 0 }
    }

    /// The next block. There are at most 255.
    pub(crate) fn block(&mut self) -> &[u8; 32] {
        let previous = if self.number == 0 { &[][..] } else { &self.last[..] };
        self.number = self.number.wrapping_add(1);
        let mut keyed = Hmac::<Sha256>::new_from_slice(&self.key[..]).ok();
        if let Some(mac) = &mut keyed {
            mac.update(previous);
            for part in self.info {
                mac.update(part);
            }
            mac.update(&[self.number]);
        }
        if let Some(mac) = keyed {
            *self.last = mac.finalize().into_bytes().into();
        }
        &self.last
    }
}

/// The key of this material and this salt: draft 5. A zero, which has a probability of `2^-255`, changes the salt.
pub(crate) fn key_gen(material: &[u8], salt: &[u8], info: &[u8]) -> Zeroizing<Scalar> {
    if let Some(scalar) = candidate(material, salt, info) {
        return scalar;
    }
    let mut salt: [u8; 32] = Sha256::digest(salt).into();
    loop {
        if let Some(scalar) = candidate(material, &salt, info) {
            return scalar;
        }
        salt = Sha256::digest(salt).into();
    }
}

/// The key of draft 4, whose salt is hashed before its first use. EIP-2333 calls it `HKDF_mod_r`.
pub(crate) fn key_gen_of_draft_4(material: &[u8], info: &[u8]) -> Zeroizing<Scalar> {
    let salt: [u8; 32] = Sha256::digest(SALT).into();
    key_gen(material, &salt, info)
}

/// The key, unless it is zero.
fn candidate(material: &[u8], salt: &[u8], info: &[u8]) -> Option<Zeroizing<Scalar>> {
    let info = [info, &LENGTH];
    let mut expansion = Expansion::new(salt, &[material, &[0]], &info);
    let mut bytes = [0; BYTES];
    bytes[..32].copy_from_slice(expansion.block());
    bytes[32..].copy_from_slice(&expansion.block()[..16]);
    let scalar = Zeroizing::new(Scalar::from_be_bytes_reduced(&bytes));
    bytes.zeroize();
    let is_zero = words::is_zero(&scalar.to_limbs());
    if declassify(1 ^ is_zero) { Some(scalar) } else { None }
}
