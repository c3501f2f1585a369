//! Secret keys, which are wiped when dropped, and signing in constant time.

use core::fmt;
use core::str::FromStr;

use subtle::{Choice, ConstantTimeEq};
use vorpal_curves::models::weierstrass::{Affine, Projective, WeierstrassCurve};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_fields::text::read_hex;
use vorpal_limbs::stack::{wiped, wiped_with_tables};
use vorpal_limbs::{declassify, words};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::signature::CheckedSignature;
use crate::suite::{Scheme, Suite};
use crate::variant::Variant;
use crate::{Error, PublicKey, derivation, key_gen};

/// A secret key: an integer `s` with `0 < s < r`. It is wiped when dropped, and never printed. One secret key has
/// public keys and signatures in both variants.
///
/// The time of all operations is independent of the key. Whether bytes are a valid key is public, and so are messages.
///
/// ```
/// use vorpal_bls::{MinPk, MinSig, SecretKey, Suite};
/// let secret = SecretKey::key_gen(&[7; 32], b"")?;
/// assert_eq!(format!("{secret:?}"), "SecretKey(..)");
/// let key = secret.public_key::<MinPk>();
/// let suite = Suite::possession();
/// assert!(suite.verify(&key, b"message", &secret.sign(&suite, b"message")));
/// assert_ne!(key.to_bytes()[..], secret.public_key::<MinSig>().to_bytes()[..48]);
/// # Ok::<(), vorpal_bls::Error>(())
/// ```
#[derive(Clone)]
pub struct SecretKey {
    scalar: Scalar,
}

impl SecretKey {
    /// The key of 32 bytes, most significant first. Less than half of all strings of 32 bytes are keys: of random
    /// bytes, [`key_gen`](Self::key_gen) makes one.
    ///
    /// # Errors
    /// [`Error::SecretKey`] if the integer is zero or not below the group order.
    pub fn from_be_bytes(bytes: &[u8; 32]) -> Result<Self, Error> {
        wiped(|| Self::from_be_bytes_unwiped(bytes))
    }

    /// As [`from_be_bytes`](Self::from_be_bytes). The caller wipes the stack.
    fn from_be_bytes_unwiped(bytes: &[u8; 32]) -> Result<Self, Error> {
        let (words, _) = bytes.as_chunks::<8>();
        let limbs: Zeroizing<[u64; 4]> =
            Zeroizing::new(core::array::from_fn(|i| u64::from_be_bytes(words[3 - i])));
        let valid = words::less(&limbs, &Scalar::MODULUS) & (1 ^ words::is_zero(&limbs));
        if declassify(valid) {
            Ok(Self { scalar: Scalar::from_limbs_reduced(&limbs) })
        } else {
            Err(Error::SecretKey)
        }
    }

    /// The 32 bytes of the key, most significant first. The caller must keep them secret.
    pub fn to_be_bytes(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.scalar.to_be_bytes())
    }

    /// `KeyGen` of draft-irtf-cfrg-bls-signature-04: the key of at least 32 secret bytes, and of public information
    /// that tells the keys of one material apart. A new key takes 32 bytes of a cryptographically secure generator.
    ///
    /// # Errors
    /// [`Error::KeyMaterial`] for fewer bytes.
    #[doc(alias("random", "generate"))]
    pub fn key_gen(material: &[u8], info: &[u8]) -> Result<Self, Error> {
        long_enough(material)?;
        Ok(wiped(|| Self { scalar: *key_gen::key_gen_of_draft_4(material, info) }))
    }

    /// `KeyGen` of draft-irtf-cfrg-bls-signature-05, which has the salt as a parameter. With SHA-256 of
    /// `BLS-SIG-KEYGEN-SALT-` as the salt it is [`key_gen`](Self::key_gen); with that text itself, that of draft 3.
    ///
    /// # Errors
    /// [`Error::KeyMaterial`] for fewer than 32 bytes of key material.
    pub fn key_gen_with_salt(material: &[u8], salt: &[u8], info: &[u8]) -> Result<Self, Error> {
        long_enough(material)?;
        Ok(wiped(|| Self { scalar: *key_gen::key_gen(material, salt, info) }))
    }

    /// `derive_master_SK` of EIP-2333: the root of a tree of keys, from at least 32 secret bytes.
    ///
    /// # Errors
    /// [`Error::KeyMaterial`] for fewer bytes.
    pub fn derive_master(seed: &[u8]) -> Result<Self, Error> {
        long_enough(seed)?;
        Ok(wiped(|| Self { scalar: *derivation::master(seed) }))
    }

    /// `derive_child_SK` of EIP-2333: the child with this index. 1,022 blocks of HMAC.
    ///
    /// ```
    /// use vorpal_bls::SecretKey;
    /// let master = SecretKey::derive_master(&[1; 32])?;
    /// // m / 12381 / 3600 / 0 / 0: the first withdrawal key of EIP-2334.
    /// let withdrawal = [12_381, 3_600, 0, 0].iter().fold(master, |key, index| key.derive_child(*index));
    /// assert_ne!(withdrawal.to_be_bytes(), withdrawal.derive_child(0).to_be_bytes());
    /// # Ok::<(), vorpal_bls::Error>(())
    /// ```
    #[must_use]
    pub fn derive_child(&self, index: u32) -> Self {
        wiped(|| Self { scalar: *derivation::child(&self.to_be_bytes(), index) })
    }

    /// The public key `s G`, in constant time.
    pub fn public_key<V: Variant>(&self) -> PublicKey<V> {
        // Not infinity, as the scalar is not zero modulo the order.
        PublicKey::not_identity(wiped_with_tables(|| product(&Affine::GENERATOR, &self.scalar)))
    }

    /// The signature `s H(message)`. With [`Scheme::Augmentation`] the message begins with the public key. Time may
    /// depend on the message, but not on the key.
    pub fn sign<V: Variant>(&self, suite: &Suite<V>, message: &[u8]) -> CheckedSignature<V> {
        let hash = match suite.scheme() {
            Scheme::Augmentation => suite.hash(&suite.hashed(&self.public_key(), message)),
            Scheme::Basic | Scheme::Possession => suite.hash_vartime(message),
        };
        CheckedSignature::of_member(wiped_with_tables(|| product(&hash, &self.scalar)))
    }

    /// The proof that the caller has this secret key, `PopProve` of the draft: a signature of the public key under the
    /// tag [`Variant::POSSESSION`]. Ethereum uses the signature of the deposit instead.
    pub fn prove_possession<V: Variant>(&self) -> CheckedSignature<V> {
        let hash = Suite::<V>::of_possession().hash(self.public_key::<V>().to_bytes().as_ref());
        CheckedSignature::of_member(wiped_with_tables(|| product(&hash, &self.scalar)))
    }
}

/// `scalar point` for a point of the subgroup, in constant time.
fn product<C: WeierstrassCurve<Scalar = Scalar>>(point: &Affine<C>, scalar: &Scalar) -> Affine<C> {
    match &C::PSI {
        Some(psi) => psi.mul(point, scalar),
        None => Projective::from_affine(point).mul(scalar),
    }
    .to_affine()
}

fn long_enough(material: &[u8]) -> Result<(), Error> {
    if material.len() < 32 { Err(Error::KeyMaterial { found: material.len() }) } else { Ok(()) }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(..)")
    }
}

impl ConstantTimeEq for SecretKey {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.scalar.ct_eq(&other.scalar)
    }
}

impl TryFrom<&[u8]> for SecretKey {
    type Error = Error;
    /// The key of 32 bytes, most significant first.
    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        let array = bytes.try_into().map_err(|_| Error::Length { expected: 32, found: bytes.len() })?;
        Self::from_be_bytes(array)
    }
}

impl FromStr for SecretKey {
    type Err = Error;
    /// The key of 64 hexadecimal digits, with or without `0x`. Whether the text is valid is public.
    fn from_str(text: &str) -> Result<Self, Error> {
        wiped(|| {
            let mut bytes = Zeroizing::new([0; 32]);
            read_hex(text, bytes.as_mut())?;
            Self::from_be_bytes_unwiped(&bytes)
        })
    }
}

impl Drop for SecretKey {
    fn drop(&mut self) {
        self.scalar.zeroize();
    }
}

impl ZeroizeOnDrop for SecretKey {}
