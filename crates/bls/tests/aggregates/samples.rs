//! Keys, signatures and sets for tests.

use vorpal_bls::{CheckedSignature, PublicKey, SecretKey, Signature, SignatureSet, Suite, Variant};

/// A secret key for each number.
pub(crate) fn secret(number: usize) -> SecretKey {
    let mut bytes = [7; 32];
    bytes[24..].copy_from_slice(&(number as u64).to_be_bytes());
    bytes[0] = 1;
    SecretKey::from_be_bytes(&bytes).unwrap()
}

/// A set that owns its parts.
#[derive(Clone, Debug)]
pub(crate) struct Owned<V: Variant> {
    pub(crate) signature: Signature<V>,
    pub(crate) keys: Vec<PublicKey<V>>,
    pub(crate) message: Vec<u8>,
}

impl<V: Variant> Owned<V> {
    /// The valid set of these secret keys and this message.
    pub(crate) fn new(suite: &Suite<V>, secrets: &[usize], message: &[u8]) -> Self {
        let secrets: Vec<SecretKey> = secrets.iter().map(|number| secret(*number)).collect();
        let parts: Vec<_> = secrets.iter().map(|secret| secret.sign(suite, message)).collect();
        Self {
            signature: CheckedSignature::aggregate(&parts).unwrap().into(),
            keys: secrets.iter().map(SecretKey::public_key).collect(),
            message: message.to_vec(),
        }
    }

    pub(crate) fn set(&self) -> SignatureSet<'_, V> {
        SignatureSet { signature: self.signature, keys: &self.keys, message: &self.message }
    }

    /// Adds a point to the signature, which need not be in the subgroup.
    pub(crate) fn add(&mut self, point: &vorpal_bls::SignaturePoint<V>) {
        self.signature = Signature::from_point(self.signature.point().add_vartime(point));
    }

    /// The same set with the signature as bytes would give it: not known to be in the subgroup.
    pub(crate) fn decoded(mut self) -> Self {
        self.signature = Signature::from_point(*self.signature.point());
        self
    }
}

/// Borrows all sets.
pub(crate) fn sets<V: Variant>(owned: &[Owned<V>]) -> Vec<SignatureSet<'_, V>> {
    owned.iter().map(Owned::set).collect()
}

/// Valid sets: set `i` has the message `message(i)` and one key.
pub(crate) fn valid<V: Variant>(
    suite: &Suite<V>,
    number: usize,
    message: impl Fn(usize) -> usize,
) -> Vec<Owned<V>> {
    (0..number).map(|i| Owned::new(suite, &[i % 20], &message(i).to_le_bytes()).decoded()).collect()
}
