//! Targets for verification and recovery: single and batch results agree, and signatures verify with the recovered
//! keys.

use vorpal_secp256k1::{
    PublicKey, Recovery, SchnorrSignature, SchnorrVerification, SecretKey, Signature, Verification,
    XOnlyPublicKey, recover, recover_batch, verify_batch, verify_schnorr_batch,
};

use crate::array;
use crate::peers::secp256k1 as peer;

/// The maximum numbers of items in an input and of entries in a batch. They exceed the sizes at which batch code
/// changes.
const ITEMS: usize = 8;
const BATCH: usize = 150;

/// The first byte of an item selects the use of its numbers.
pub(crate) const RAW: u8 = 0;
pub(crate) const SIGN: u8 = 1;
pub(crate) const SIGN_AND_CHANGE: u8 = 2;

/// Parses the items, which have `length` bytes each, after the first byte. Also returns the item of each batch
/// position: all items in order, then repeatedly from the last to the first. The first byte is the length of the batch.
fn items<T>(bytes: &[u8], length: usize, item: impl Fn(&[u8]) -> Option<T>) -> (Vec<T>, Vec<usize>) {
    let Some((number, bytes)) = bytes.split_first() else { return (Vec::new(), Vec::new()) };
    let items: Vec<T> = bytes.chunks(length).take(ITEMS).filter_map(item).collect();
    let number = usize::from(*number).min(BATCH).max(items.len());
    let positions = (0..items.len()).chain((0..items.len()).rev().cycle()).take(number).collect();
    (items, positions)
}

/// The entries at the positions of a batch.
fn batch<T: Clone>(items: &[T], positions: &[usize]) -> Vec<T> {
    positions.iter().map(|position| items[*position].clone()).collect()
}

/// Items of 98 bytes: kind, recovery identifier or index of the byte to change, hash, `r` or the secret key, `s`.
///
/// A key is recovered from each item. The signature verifies with the recovered key. It verifies with the recovered key
/// of a neighbour only if the keys are equal.
pub fn ecdsa(bytes: &[u8]) {
    let (recoveries, positions) = items(bytes, 98, |item| {
        let (hash, r, s) = (array(&item[2.min(item.len())..]), item.get(34..).unwrap_or(&[]), item.get(66..));
        let mut recovery =
            Recovery { hash, r: array(r), s: array(s.unwrap_or(&[])), recovery_id: array::<2>(item)[1] };
        if item[0] == RAW {
            return Some(recovery);
        }
        let secret = SecretKey::from_be_bytes(&recovery.r).ok()?;
        let entropy = recovery.s;
        let signed = secret.sign_with_entropy(&hash, &entropy);
        assert!(signed.signature().is_low());
        assert_eq!(signed.recover(&hash), Ok(secret.public_key()));
        let position = usize::from(recovery.recovery_id);
        recovery = signed.to_recovery(&hash);
        if item[0] == SIGN_AND_CHANGE {
            let Recovery { hash, r, s, .. } = &mut recovery;
            let field = [hash, r, s].into_iter().nth(position / 32 % 3)?;
            field[position % 32] ^= 1 << (entropy[0] % 8);
        }
        Some(recovery)
    });

    let keys: Vec<_> = recoveries.iter().map(recover).collect();
    recoveries.iter().zip(&keys).for_each(|(item, key)| peer::recovery(item, key));
    assert_eq!(recover_batch(&batch(&recoveries, &positions)), batch(&keys, &positions));

    let recovered = recoveries.iter().zip(&keys).filter_map(|(recovery, key)| {
        let signature = Signature::new(&recovery.r, &recovery.s).ok()?;
        Some((recovery.hash, signature, (*key).ok()?))
    });
    let recovered: Vec<([u8; 32], Signature, PublicKey)> = recovered.collect();
    let mut verifications = Vec::new();
    for (i, (hash, signature, key)) in recovered.iter().enumerate() {
        let other = recovered[(i + 1) % recovered.len()].2;
        let item = Verification { hash: *hash, signature: *signature, key: *key };
        verifications.extend([item, Verification { signature: signature.to_low(), ..item }]);
        verifications.push(Verification { key: other, ..item });
        verifications.push(Verification { hash: recovered[recovered.len() - 1 - i].0, ..item });
    }
    let verdicts: Vec<_> =
        verifications.iter().map(|item| item.key.verify(&item.hash, &item.signature)).collect();
    verifications.iter().zip(&verdicts).for_each(|(item, verdict)| peer::ecdsa(item, *verdict));
    assert!(verdicts.chunks(4).all(|verdicts| verdicts[0] && verdicts[1]), "the recovered key must verify");
    for (item, verdict) in verifications.iter().zip(&verdicts).step_by(4) {
        assert_eq!(item.key.verify_low(&item.hash, &item.signature), *verdict && item.signature.is_low());
    }
    let number = positions.len().max(verifications.len());
    let positions: Vec<usize> = (0..verifications.len()).cycle().take(number).collect();
    assert_eq!(verify_batch(&batch(&verifications, &positions)), batch(&verdicts, &positions));
}

/// Items of 130 bytes: kind, length of the message, key or secret key, signature or 32 auxiliary bytes and the bit to
/// change, 32 bytes of message.
pub fn schnorr(bytes: &[u8]) {
    let (items, positions) = items(bytes, 130, |item| {
        let length = usize::from(array::<2>(item)[1]);
        let field = |offset: usize| item.get(offset..).unwrap_or(&[]);
        let mut message = field(98)[..field(98).len().min(length)].to_vec();
        if item[0] == RAW {
            let key = XOnlyPublicKey::from_be_bytes(&array(field(2))).ok()?;
            return Some((message, SchnorrSignature::from_bytes(&array(field(34))).ok()?, key));
        }
        let secret = SecretKey::from_be_bytes(&array(field(2))).ok()?;
        let mut signature = secret.sign_schnorr(&message, &array(field(34)));
        assert!(secret.x_only_public_key().verify_schnorr(&message, &signature));
        if item[0] == SIGN_AND_CHANGE {
            let mut changed = signature.to_bytes();
            let [position, bit] = array(field(66));
            changed[usize::from(position % 64)] ^= 1 << (bit % 8);
            signature = SchnorrSignature::from_bytes(&changed).ok()?;
        } else if item[0] != SIGN {
            message.push(item[0]);
        }
        Some((message, signature, secret.x_only_public_key()))
    });
    let verifications: Vec<_> = items
        .iter()
        .map(|(message, signature, key)| SchnorrVerification { message, signature: *signature, key: *key })
        .collect();
    let verdicts: Vec<_> =
        verifications.iter().map(|item| item.key.verify_schnorr(item.message, &item.signature)).collect();
    verifications.iter().zip(&verdicts).for_each(|(item, verdict)| peer::schnorr(item, *verdict));
    assert_eq!(verify_schnorr_batch(&batch(&verifications, &positions)), batch(&verdicts, &positions));
}
