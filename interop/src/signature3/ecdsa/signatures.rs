//! Signature types with their encodings.

use signature::SignatureEncoding;
use vorpal_secp256k1::Error;

use crate::signature3::bytes::exactly;

/// An ECDSA signature. Its encoding is the 64 bytes `r || s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signature(pub vorpal_secp256k1::Signature);

/// An ECDSA signature. Its encoding is DER, the distinguished encoding rules of ASN.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DerSignature(pub vorpal_secp256k1::Signature);

/// An ECDSA signature with its recovery identifier. Its encoding is the 65 bytes `r || s || v`, where `v` is the
/// identifier. Decoding also accepts the identifier plus 27.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecoverableSignature(pub vorpal_secp256k1::RecoverableSignature);

impl From<vorpal_secp256k1::Signature> for Signature {
    fn from(signature: vorpal_secp256k1::Signature) -> Self {
        Self(signature)
    }
}

impl From<vorpal_secp256k1::RecoverableSignature> for Signature {
    fn from(signature: vorpal_secp256k1::RecoverableSignature) -> Self {
        Self(signature.signature())
    }
}

impl From<Signature> for vorpal_secp256k1::Signature {
    fn from(signature: Signature) -> Self {
        signature.0
    }
}

impl TryFrom<&[u8]> for Signature {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        vorpal_secp256k1::Signature::from_compact(&exactly(bytes)?).map(Self)
    }
}

impl From<Signature> for [u8; 64] {
    fn from(signature: Signature) -> Self {
        signature.0.to_compact()
    }
}

impl SignatureEncoding for Signature {
    type Repr = [u8; 64];
}

impl From<vorpal_secp256k1::Signature> for DerSignature {
    fn from(signature: vorpal_secp256k1::Signature) -> Self {
        Self(signature)
    }
}

impl From<vorpal_secp256k1::RecoverableSignature> for DerSignature {
    fn from(signature: vorpal_secp256k1::RecoverableSignature) -> Self {
        Self(signature.signature())
    }
}

impl From<DerSignature> for vorpal_secp256k1::Signature {
    fn from(signature: DerSignature) -> Self {
        signature.0
    }
}

impl TryFrom<&[u8]> for DerSignature {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        vorpal_secp256k1::Signature::from_der(bytes).map(Self)
    }
}

impl From<DerSignature> for vorpal_secp256k1::DerSignature {
    fn from(signature: DerSignature) -> Self {
        signature.0.to_der()
    }
}

impl SignatureEncoding for DerSignature {
    type Repr = vorpal_secp256k1::DerSignature;
}

impl From<vorpal_secp256k1::RecoverableSignature> for RecoverableSignature {
    fn from(signature: vorpal_secp256k1::RecoverableSignature) -> Self {
        Self(signature)
    }
}

impl From<RecoverableSignature> for vorpal_secp256k1::RecoverableSignature {
    fn from(signature: RecoverableSignature) -> Self {
        signature.0
    }
}

impl TryFrom<&[u8]> for RecoverableSignature {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        vorpal_secp256k1::RecoverableSignature::from_rsv(&exactly(bytes)?).map(Self)
    }
}

impl From<RecoverableSignature> for [u8; 65] {
    fn from(signature: RecoverableSignature) -> Self {
        signature.0.to_rsv()
    }
}

impl SignatureEncoding for RecoverableSignature {
    type Repr = [u8; 65];
}
