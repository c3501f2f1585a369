//! BLS signatures beside blst: encodings, verification, sums, and sets.

use blst::BLST_ERROR;
use blst::min_pk::{PublicKey as PeerKey, SecretKey as PeerSecret, Signature as PeerSignature};
use vorpal::bls::{MinPk, PublicKey, SecretKey, Signature, SignatureSet, Suite, Verdict};

/// The tag of Ethereum's suite.
const TAG: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

/// The bytes from the front; zeros after the end.
struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.byte())
    }

    /// A secret key of a small number, or of any bytes; both libraries accept the same bytes.
    fn secret(&mut self) -> Option<(SecretKey, PeerSecret)> {
        let mut bytes = [0; 32];
        match self.byte() % 4 {
            0 => bytes = self.take(),
            _ => bytes[31] = self.byte(),
        }
        let (ours, peer) = (SecretKey::from_be_bytes(&bytes), PeerSecret::from_bytes(&bytes));
        assert_eq!(ours.is_ok(), peer.is_ok(), "{bytes:02x?}");
        Some((ours.ok()?, peer.ok()?))
    }

    /// The bytes of a key or a signature, sometimes with changes.
    fn changed<const N: usize>(&mut self, mut bytes: [u8; N]) -> [u8; N] {
        match self.byte() % 8 {
            0 => bytes[usize::from(self.byte()) % N] ^= self.byte(),
            // The sign of y.
            1 => bytes[0] ^= 0x20,
            2 => {
                bytes = self.take();
                bytes[0] |= 0x80;
            }
            // Small abscissas: often on the curve, and outside the subgroup.
            3 => {
                bytes = [0; N];
                (bytes[0], bytes[N - 1]) = (0x80, self.byte());
            }
            4 => {
                bytes = [0; N];
                bytes[0] = 0xc0;
            }
            _ => {}
        }
        bytes
    }
}

/// A key that both libraries accept, if any. blst's check of a key is that of the curve, of the subgroup and of
/// infinity.
fn key(bytes: &[u8; 48]) -> Option<(PublicKey<MinPk>, PeerKey)> {
    let (ours, peer) = (PublicKey::<MinPk>::decode(bytes), PeerKey::key_validate(bytes));
    assert_eq!(ours.is_ok(), peer.is_ok(), "{bytes:02x?}: {ours:?}");
    let (ours, peer) = (ours.ok()?, peer.ok()?);
    assert_eq!((ours.to_bytes(), ours.to_uncompressed()), (peer.compress(), peer.serialize()));
    assert_eq!(PublicKey::decode_uncompressed(&peer.serialize()), Ok(ours));
    Some((ours, peer))
}

/// A signature, perhaps outside the subgroup, about which both libraries agree.
fn signature(bytes: &[u8; 96]) -> Option<(Signature<MinPk>, PeerSignature)> {
    let (ours, peer) = (Signature::<MinPk>::decode(bytes), PeerSignature::from_bytes(bytes));
    assert_eq!(ours.is_ok(), peer.is_ok(), "{bytes:02x?}: {ours:?}");
    let (ours, peer) = (ours.ok()?, peer.ok()?);
    assert_eq!((ours.to_bytes(), ours.to_uncompressed()), (peer.compress(), peer.serialize()));
    assert_eq!(ours.check().is_ok(), peer.validate(false).is_ok(), "{bytes:02x?}");
    Some((ours, peer))
}

/// A set: one or more keys, a message of few bytes, a signature.
struct Set {
    keys: Vec<(PublicKey<MinPk>, PeerKey)>,
    message: Vec<u8>,
    signature: (Signature<MinPk>, PeerSignature),
}

fn set(input: &mut Input<'_>, suite: &Suite<MinPk>) -> Option<Set> {
    let message = vec![input.byte() % 4; usize::from(input.byte() % 70)];
    let (mut keys, mut signatures) = (Vec::new(), Vec::new());
    for _ in 0..1 + input.byte() % 3 {
        let (ours, peer) = input.secret()?;
        let signed = ours.sign(suite, &message).to_bytes();
        assert_eq!(signed, peer.sign(&message, TAG, &[]).compress());
        let public = ours.public_key::<MinPk>().to_bytes();
        assert_eq!(public, peer.sk_to_pk().compress());
        keys.push(key(&input.changed(public))?);
        signatures.push(PeerSignature::from_bytes(&signed).ok()?);
    }
    let parts: Vec<&PeerSignature> = signatures.iter().collect();
    let sum = blst::min_pk::AggregateSignature::aggregate(&parts, false).ok()?.to_signature().compress();
    Some(Set { keys, message, signature: signature(&input.changed(sum))? })
}

/// Up to four sets. Each verdict is blst's, and the sets that are named are those that blst rejects.
pub fn bls(bytes: &[u8]) {
    let mut input = Input(bytes);
    let suite = Suite::<MinPk>::possession();
    let sets: Vec<Set> = (0..input.byte() % 5).filter_map(|_| set(&mut input, &suite)).collect();
    let mut wrong = Vec::new();
    for (index, set) in sets.iter().enumerate() {
        let (ours, peers): (Vec<_>, Vec<&PeerKey>) =
            set.keys.iter().map(|(ours, peer)| (*ours, peer)).unzip();
        let found = suite.fast_aggregate_verify(&ours, &set.message, set.signature.0);
        let peer = set.signature.1.fast_aggregate_verify(true, &set.message, TAG, &peers);
        assert_eq!(found, peer == BLST_ERROR::BLST_SUCCESS, "blst: {peer:?}");
        if !found {
            wrong.push(index);
        }
        let messages: Vec<&[u8]> = vec![&set.message; ours.len()];
        let claims: Vec<_> = ours.iter().copied().zip(messages.iter().copied()).collect();
        // blst lets messages occur twice in this call too.
        let peer = set.signature.1.aggregate_verify(true, &messages, TAG, &peers, false);
        assert_eq!(
            suite.aggregate_verify(&claims, set.signature.0),
            peer == BLST_ERROR::BLST_SUCCESS,
            "blst: {peer:?}"
        );
    }
    let keys: Vec<Vec<PublicKey<MinPk>>> =
        sets.iter().map(|set| set.keys.iter().map(|(ours, _)| *ours).collect()).collect();
    let list: Vec<SignatureSet<'_, MinPk>> = (sets.iter().zip(&keys))
        .map(|(set, keys)| SignatureSet { signature: set.signature.0, keys, message: &set.message })
        .collect();
    let verdict = suite.verify_sets(&list);
    assert_eq!(verdict.is_valid(), wrong.is_empty() && !sets.is_empty());
    if let Verdict::Invalid(found) = verdict {
        assert_eq!(found, wrong);
    }
}

/// Sets that are valid, and one change of each kind.
pub(crate) fn seeds() -> Vec<(String, Vec<u8>)> {
    // One set with one small key: message, number of keys, key, change of the key, change of the signature.
    let one = |key_change: &[u8], signature_change: &[u8]| {
        [&[1, 2, 9, 0, 1, 7], key_change, signature_change].concat()
    };
    let mut seeds = vec![
        ("none".to_string(), vec![0]),
        ("valid".to_string(), one(&[7], &[7])),
        ("three-keys".to_string(), vec![1, 0, 3, 2, 1, 5, 7, 1, 6, 7, 1, 7, 7, 7]),
        ("two-sets".to_string(), vec![2, 2, 9, 0, 1, 7, 7, 7, 3, 9, 0, 1, 8, 7, 1]),
        ("order".to_string(), [&[1, 2, 9, 0, 0][..], &ORDER].concat()),
        // A key and its inverse with the signature at infinity: only the sum of the keys is malformed.
        ("cancel".to_string(), vec![1, 2, 9, 1, 1, 7, 7, 1, 7, 1, 4]),
    ];
    for kind in 0..5_u8 {
        seeds.push((format!("key-{kind}"), one(&[kind, 40, 4], &[7])));
        seeds.push((format!("signature-{kind}"), one(&[7], &[kind, 90, 4])));
    }
    seeds
}

/// The order of the groups, which is no secret key.
const ORDER: [u8; 32] = *b"\x73\xed\xa7\x53\x29\x9d\x7d\x48\x33\x39\xd8\x08\x09\xa1\xd8\x05\
    \x53\xbd\xa4\x02\xff\xfe\x5b\xfe\xff\xff\xff\xff\x00\x00\x00\x01";
