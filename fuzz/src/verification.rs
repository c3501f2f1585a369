//! Verification and recovery: one by one and in batches the same, and what is recovered verifies.

use vorpal_secp256k1::{
    PublicKey, Recovery, SchnorrSignature, SchnorrVerification, SecretKey, Signature, Verification,
    XOnlyPublicKey, recover, recover_batch, verify_batch, verify_schnorr_batch,
};

use crate::array;

/// So many items are read, and so many stand in a batch, at most: across the bounds of what the engine does at once.
const ITEMS: usize = 8;
const BATCH: usize = 150;

/// What to do with the numbers of an item: its first byte.
pub(crate) const AS_THEY_ARE: u8 = 0;
pub(crate) const SIGN: u8 = 1;
pub(crate) const SIGN_AND_CHANGE: u8 = 2;

/// The items of so many bytes each that follow the first byte, and their places in a batch as long as that byte says:
/// all of them, and then again from the last one.
fn items<T>(bytes: &[u8], length: usize, item: impl Fn(&[u8]) -> Option<T>) -> (Vec<T>, Vec<usize>) {
    let Some((number, bytes)) = bytes.split_first() else { return (Vec::new(), Vec::new()) };
    let items: Vec<T> = bytes.chunks(length).take(ITEMS).filter_map(item).collect();
    let number = usize::from(*number).min(BATCH).max(items.len());
    let places = (0..items.len()).chain((0..items.len()).rev().cycle()).take(number).collect();
    (items, places)
}

/// What stands at the places of a batch.
fn batch<T: Clone>(items: &[T], places: &[usize]) -> Vec<T> {
    places.iter().map(|place| items[*place].clone()).collect()
}

/// Items of 98 bytes: kind, recovery identifier or which byte to change, hash, `r` or the secret key, `s`.
///
/// Each is recovered; the keys found verify, and so do none of the keys of their neighbours unless they are the same.
pub fn ecdsa(bytes: &[u8]) {
    let (recoveries, places) = items(bytes, 98, |item| {
        let (hash, r, s) = (array(&item[2.min(item.len())..]), item.get(34..).unwrap_or(&[]), item.get(66..));
        let mut recovery =
            Recovery { hash, r: array(r), s: array(s.unwrap_or(&[])), recovery_id: array::<2>(item)[1] };
        if item[0] == AS_THEY_ARE {
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
    assert_eq!(recover_batch(&batch(&recoveries, &places)), batch(&keys, &places));

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
    assert!(verdicts.chunks(4).all(|verdicts| verdicts[0] && verdicts[1]), "a recovered key verifies");
    for (item, verdict) in verifications.iter().zip(&verdicts).step_by(4) {
        assert_eq!(item.key.verify_low(&item.hash, &item.signature), *verdict && item.signature.is_low());
    }
    let number = places.len().max(verifications.len());
    let places: Vec<usize> = (0..verifications.len()).cycle().take(number).collect();
    assert_eq!(verify_batch(&batch(&verifications, &places)), batch(&verdicts, &places));
}

/// Items of 130 bytes: kind, length of the message, key or secret key, signature or 32 auxiliary bytes and which bit
/// to change, 32 bytes of message.
pub fn schnorr(bytes: &[u8]) {
    let (items, places) = items(bytes, 130, |item| {
        let length = usize::from(array::<2>(item)[1]);
        let field = |offset: usize| item.get(offset..).unwrap_or(&[]);
        let mut message = field(98)[..field(98).len().min(length)].to_vec();
        if item[0] == AS_THEY_ARE {
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
    assert_eq!(verify_schnorr_batch(&batch(&verifications, &places)), batch(&verdicts, &places));
}
