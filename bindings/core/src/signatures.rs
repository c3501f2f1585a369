//! Results of items of batches, and signatures of 65 bytes.

use vorpal::secp256k1::{Error, Recovery};

/// The result of an item of a batch of signatures. All languages have the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Item {
    /// Valid, or recovered.
    Ok = 0,
    /// Well-formed, and not valid.
    Invalid = 1,
    /// `r` or `s` is out of range.
    Signature = 2,
    /// The byte of the recovery identifier is not 0 to 3 or 27 to 30.
    RecoveryId = 3,
    /// No curve point corresponds to `r` and the recovery identifier.
    NoPoint = 4,
    /// The recovered key is the point at infinity.
    Infinity = 5,
    /// The public key is malformed.
    Key = 6,
    /// The transaction, or its row of a table, is malformed. For Python only.
    Transaction = 7,
    /// `s` is in the upper half of its range, which the call does not accept. For Python only.
    HighS = 8,
}

impl Item {
    /// The result of an item that is malformed or yields no key.
    pub fn of(error: &Error) -> Self {
        match error {
            Error::RecoveryId { .. } | Error::RecoveryByte { .. } => Self::RecoveryId,
            Error::NoPoint => Self::NoPoint,
            Error::Infinity => Self::Infinity,
            Error::PublicKey(_) => Self::Key,
            _ => Self::Signature,
        }
    }

    /// The result of a well-formed item.
    pub fn of_verdict(is_valid: bool) -> Self {
        if is_valid { Self::Ok } else { Self::Invalid }
    }
}

/// The recovery identifier of the byte `v`.
pub fn recovery_id(v: u8) -> Option<u8> {
    match v {
        0..=3 => Some(v),
        27..=30 => Some(v - 27),
        _ => None,
    }
}

/// The recovery of a signature of 65 bytes `r || s || v`; one that fails if `v` is invalid.
pub fn recovery(hash: &[u8; 32], signature: &[u8; 65]) -> Recovery {
    let mut recovery = Recovery { hash: *hash, r: [0; 32], s: [0; 32], recovery_id: u8::MAX };
    recovery.r.copy_from_slice(&signature[..32]);
    recovery.s.copy_from_slice(&signature[32..64]);
    recovery.recovery_id = recovery_id(signature[64]).unwrap_or(u8::MAX);
    recovery
}

/// The result of the recovery of a signature of 65 bytes. Its last byte is reported first: see [`recovery`].
pub fn recovered<T>(signature: &[u8; 65], result: &Result<T, Error>) -> Item {
    match result {
        Ok(_) => Item::Ok,
        Err(_) if recovery_id(signature[64]).is_none() => Item::RecoveryId,
        Err(error) => Item::of(error),
    }
}

/// Verifies the items of a batch: writes the results of malformed ones, and the verdicts about the others. `parsed`
/// has each item, or none if it is not valid in any case.
pub fn verdicts<V>(
    parsed: impl IntoIterator<Item = Result<Option<V>, Error>>,
    verify: impl FnOnce(&[V]) -> Vec<bool>,
    items: &mut [u8],
) {
    let mut verifications = Vec::with_capacity(items.len());
    let mut indices = Vec::with_capacity(items.len());
    let mut codes = vec![Item::Invalid as u8; items.len()];
    for (i, (code, parsed)) in codes.iter_mut().zip(parsed).enumerate() {
        match parsed {
            Err(error) => *code = Item::of(&error) as u8,
            Ok(None) => {}
            Ok(Some(verification)) => {
                verifications.push(verification);
                indices.push(i);
            }
        }
    }
    for (i, is_valid) in indices.into_iter().zip(verify(&verifications)) {
        codes[i] = Item::of_verdict(is_valid) as u8;
    }
    // At the end, so that a panic leaves what was there.
    items.copy_from_slice(&codes);
}

#[cfg(test)]
mod tests {
    use vorpal::secp256k1::{RecoverableSignature, SecretKey, recover};

    use super::*;

    #[test]
    fn bytes_of_recovery_identifiers() {
        let mut signature = [0; 65];
        (signature[31], signature[63]) = (1, 1);
        for v in 0..=u8::MAX {
            signature[64] = v;
            let expected = RecoverableSignature::from_rsv(&signature).ok().map(|one| one.recovery_id());
            assert_eq!(recovery_id(v), expected, "{v}");
        }
        let (hash, signature) = ([1; 32], [0; 65]);
        for v in [4, 26, 31, 255] {
            let mut signature = signature;
            signature[64] = v;
            // The other reason, r = 0, does not hide the byte.
            let result = recover(&recovery(&hash, &signature));
            assert_eq!(recovered(&signature, &result), Item::RecoveryId);
        }
        assert_eq!(recovered(&signature, &recover(&recovery(&hash, &signature))), Item::Signature);
    }

    #[test]
    fn a_signature_is_divided_into_its_parts() {
        let key = SecretKey::from_be_bytes(&[5; 32]).unwrap();
        let hash = [9; 32];
        let expected = key.sign(&hash).to_recovery(&hash);
        let mut signature = [0; 65];
        signature[..32].copy_from_slice(&expected.r);
        signature[32..64].copy_from_slice(&expected.s);
        signature[64] = 27 + expected.recovery_id;
        assert_eq!(recovery(&hash, &signature), expected);
    }

    #[test]
    fn verdicts_are_those_of_the_items() {
        let parsed = [Ok(Some(3)), Err(Error::NoPoint), Ok(None), Ok(Some(4)), Ok(Some(5))];
        let mut items = [9; 5];
        verdicts(parsed, |numbers| numbers.iter().map(|number| number % 2 == 1).collect(), &mut items);
        assert_eq!(items, [0, 4, 1, 1, 0]);
        verdicts([], |none: &[u8]| vec![true; none.len()], &mut []);
    }
}
