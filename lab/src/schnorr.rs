//! Generates Schnorr signatures (BIP 340) as inputs for workloads and cases, using arkworks without its assembly.

use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{BigInteger, PrimeField};
use ark_secp256k1::{Affine, Fq, Fr, Projective};
use sha2::{Digest, Sha256};

use crate::points::{big_endian, scalar};
use crate::random::Random;

/// A signature with its key and message; numbers are big-endian.
pub(crate) struct Signature {
    pub(crate) secret: Vec<u8>,
    /// The x of the public key.
    pub(crate) key: Vec<u8>,
    pub(crate) message: Vec<u8>,
    pub(crate) auxiliary: Vec<u8>,
    /// r and s.
    pub(crate) signature: Vec<u8>,
}

/// Kinds of signatures; only [`Kind::Valid`] is valid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Valid,
    /// The nonce point has the right `x` and an odd `y`.
    OddNonce,
    /// Made for the public key with the same `x` and the odd `y`.
    OddKey,
    /// The nonce point is infinity.
    Infinity,
}

/// Signs a random message of this length with a random key and random auxiliary bytes.
pub(crate) fn sign(random: &mut Random, length: usize) -> Signature {
    signature(random, length, Kind::Valid)
}

/// Like [`sign`], for any kind of signature.
pub(crate) fn signature(random: &mut Random, length: usize, kind: Kind) -> Signature {
    let secret: Fr = scalar(random);
    signature_by(&secret, random.bytes(length), random.bytes(32), kind)
}

fn signature_by(secret: &Fr, message: Vec<u8>, auxiliary: Vec<u8>, kind: Kind) -> Signature {
    let (even_secret, x) = with_even_y(secret);
    let mut masked = big_endian(&even_secret);
    masked.iter_mut().zip(tagged_hash("aux", &[&auxiliary])).for_each(|(byte, mask)| *byte ^= mask);
    let (even_nonce, r) = with_even_y(&number(&tagged_hash("nonce", &[&masked, &x, &message])));
    let e = number(&tagged_hash("challenge", &[&r, &x, &message]));
    let s = match kind {
        Kind::Valid => even_nonce + e * even_secret,
        Kind::OddNonce => e * even_secret - even_nonce,
        Kind::OddKey => even_nonce - e * even_secret,
        Kind::Infinity => e * even_secret,
    };
    let signature = [r, big_endian(&s)].concat();
    Signature { secret: big_endian(secret), key: x, message, auxiliary, signature }
}

/// The one of `d` and `-d` whose multiple of the generator has an even `y`, and the `x` of that multiple.
fn with_even_y(d: &Fr) -> (Fr, Vec<u8>) {
    let point: Affine = (Projective::generator() * d).into_affine();
    let (x, y) = point.xy().expect("a random number is not zero");
    (if is_odd(&y) { -*d } else { *d }, big_endian(&x))
}

fn is_odd(y: &Fq) -> bool {
    y.into_bigint().is_odd()
}

fn number(hash: &[u8; 32]) -> Fr {
    Fr::from_be_bytes_mod_order(hash)
}

fn tagged_hash(tag: &str, parts: &[&[u8]]) -> [u8; 32] {
    let tag = Sha256::digest(format!("BIP0340/{tag}"));
    let hash = Sha256::new().chain_update(tag).chain_update(tag);
    parts.iter().fold(hash, Sha256::chain_update).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BIP 340, test vectors 0 and 1.
    #[test]
    fn signatures_match_the_published_vectors() {
        let bytes = |digits: &str| hex::decode(digits).unwrap();
        let signed = |secret: &str, auxiliary: &str, message: &str| {
            let secret = Fr::from_be_bytes_mod_order(&bytes(secret));
            signature_by(&secret, bytes(message), bytes(auxiliary), Kind::Valid)
        };
        let [zero, one, three] = [0, 1, 3].map(|number| format!("{number:064x}"));
        let first = signed(&three, &zero, &zero);
        assert_eq!(first.key, bytes("f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9"));
        assert_eq!(
            hex::encode(first.signature),
            "e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca8215\
             25f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0"
        );
        let second = signed(
            "b7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfef",
            &one,
            "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
        );
        assert_eq!(
            hex::encode(second.signature),
            "6896bd60eeae296db48a229ff71dfe071bde413e6d43f917dc8dcf8c78de3341\
             8906d11ac976abccb20b091292bff4ea897efcb639ea871cfa95f6de339e4b0a"
        );
    }

    #[test]
    fn generated_signatures_have_the_intended_validity() {
        let mut random = Random::new(1, "schnorr");
        for kind in [Kind::Valid, Kind::OddNonce, Kind::OddKey, Kind::Infinity] {
            let Signature { key, message, signature, .. } = signature(&mut random, 32, kind);
            let (r, s) = signature.split_at(32);
            let e = number(&tagged_hash("challenge", &[r, &key, &message]));
            let even = Affine::get_ys_from_x_unchecked(Fq::from_be_bytes_mod_order(&key))
                .map(|(y, other)| if is_odd(&y) { other } else { y })
                .unwrap();
            let key = Affine::new(Fq::from_be_bytes_mod_order(&key), even);
            let sum = Projective::generator() * Fr::from_be_bytes_mod_order(s) - key * e;
            let sum = sum.into_affine().xy().map(|(x, y)| (big_endian(&x) == r, is_odd(&y)));
            match kind {
                Kind::Valid => assert_eq!(sum, Some((true, false))),
                Kind::OddNonce => assert_eq!(sum, Some((true, true))),
                Kind::OddKey => assert!(!sum.unwrap().0),
                Kind::Infinity => assert_eq!(sum, None),
            }
        }
    }
}
