//! Signed transactions: what was signed, and the signature.
//!
//! Accepted are legacy transactions (Yellow Paper; with a chain's identifier by EIP-155) and the envelopes of EIP-2718
//! with the types 1 (EIP-2930), 2 (EIP-1559), 3 (EIP-4844, alone or with its sidecar, also that of EIP-7594) and 4
//! (EIP-7702). The encodings of the signed fields are hashed as they are, because only canonical encodings are
//! accepted.

use alloy_rlp::{Encodable, Header};
use sha3::{Digest, Keccak256};
use vorpal::secp256k1::Recovery;

use super::rlp::{Fields, Malformed};

/// Bytes of a blob, of a commitment or proof, and cell proofs for each blob.
const BLOB: usize = 131_072;
const COMMITMENT: usize = 48;
const CELLS: usize = 128;

/// The hash that the sender signed, and the signature.
pub(super) fn parse(transaction: &[u8]) -> Result<Recovery, Malformed> {
    match transaction {
        [0xc0..=0xff, ..] => legacy(transaction),
        [kind @ 1..=4, body @ ..] => typed(*kind, body),
        _ => Err(Malformed),
    }
}

fn legacy(transaction: &[u8]) -> Result<Recovery, Malformed> {
    let mut fields = Fields::of(transaction)?;
    fields.number()?; // nonce
    fields.integer::<32>()?; // gas price
    fields.number()?; // gas limit
    recipient(&mut fields)?;
    fields.integer::<32>()?; // value
    fields.string()?; // data
    let signed = fields.read();
    match fields.number()? {
        v @ (27 | 28) => signature(fields, hash(&[], signed, &[]), v == 28),
        v if v >= 35 => {
            // EIP-155: the chain's identifier and two zeros are hashed too.
            let mut chain = Vec::with_capacity(11);
            ((v - 35) / 2).encode(&mut chain);
            chain.extend_from_slice(&[alloy_rlp::EMPTY_STRING_CODE; 2]);
            signature(fields, hash(&[], signed, &chain), v % 2 == 0)
        }
        _ => Err(Malformed),
    }
}

fn typed(kind: u8, body: &[u8]) -> Result<Recovery, Malformed> {
    let mut fields = Fields::of(body)?;
    if kind == 3 && fields.next_is_list() {
        let (transaction, blobs) = blob_fields(fields.list()?)?;
        sidecar(fields, blobs)?;
        return Ok(transaction);
    }
    if kind == 3 {
        return blob_fields(fields).map(|(transaction, _)| transaction);
    }
    fields.number()?; // chain
    fields.number()?; // nonce
    fields.integer::<32>()?; // gas price, or the most priority fee
    if kind != 1 {
        fields.integer::<32>()?; // the most fee
    }
    fields.number()?; // gas limit
    if kind == 4 {
        fields.fixed::<20>()?; // recipient
    } else {
        recipient(&mut fields)?;
    }
    fields.integer::<32>()?; // value
    fields.string()?; // data
    fields.items(access)?;
    if kind == 4 {
        fields.items(authorization)?;
    }
    end(kind, fields)
}

/// A transaction of EIP-4844, and the number of its blobs.
fn blob_fields(mut fields: Fields<'_>) -> Result<(Recovery, usize), Malformed> {
    fields.number()?; // chain
    fields.number()?; // nonce
    fields.integer::<32>()?; // the most priority fee
    fields.integer::<32>()?; // the most fee
    fields.number()?; // gas limit
    fields.fixed::<20>()?; // recipient
    fields.integer::<32>()?; // value
    fields.string()?; // data
    fields.items(access)?;
    fields.integer::<32>()?; // the most fee for blobs
    let blobs = fields.items(Fields::fixed::<32>)?;
    Ok((end(3, fields)?, blobs))
}

/// The blobs, commitments and proofs after a transaction in the form of the network. A wrapper of version 1 has the
/// cell proofs of EIP-7594. Their values are not verified.
fn sidecar(mut fields: Fields<'_>, blobs: usize) -> Result<(), Malformed> {
    let cells = !fields.next_is_list();
    if cells && fields.number()? != 1 {
        return Err(Malformed);
    }
    let counts = [
        fields.items(Fields::fixed::<BLOB>)?,
        fields.items(Fields::fixed::<COMMITMENT>)?,
        fields.items(Fields::fixed::<COMMITMENT>)?,
    ];
    fields.end()?;
    let proofs = if cells { blobs.checked_mul(CELLS).ok_or(Malformed)? } else { blobs };
    if counts == [blobs, blobs, proofs] { Ok(()) } else { Err(Malformed) }
}

/// The parity of `y`, `r` and `s` of an envelope.
fn end(kind: u8, mut fields: Fields<'_>) -> Result<Recovery, Malformed> {
    let hash = hash(&[kind], fields.read(), &[]);
    match fields.number()? {
        parity @ (0 | 1) => signature(fields, hash, parity == 1),
        _ => Err(Malformed),
    }
}

fn signature(mut fields: Fields<'_>, hash: [u8; 32], is_odd: bool) -> Result<Recovery, Malformed> {
    let (r, s) = (fields.integer::<32>()?, fields.integer::<32>()?);
    fields.end()?;
    Ok(Recovery { hash, r, s, recovery_id: u8::from(is_odd) })
}

/// The Keccak-256 hash of a prefix and a list whose fields have these encodings.
fn hash(prefix: &[u8], fields: &[u8], more: &[u8]) -> [u8; 32] {
    let mut header = Vec::with_capacity(9);
    Header { list: true, payload_length: fields.len() + more.len() }.encode(&mut header);
    let hasher = Keccak256::new().chain_update(prefix).chain_update(header);
    hasher.chain_update(fields).chain_update(more).finalize().into()
}

/// An address, or nothing for a new contract.
fn recipient(fields: &mut Fields<'_>) -> Result<(), Malformed> {
    if matches!(fields.string()?.len(), 0 | 20) { Ok(()) } else { Err(Malformed) }
}

/// An address and storage slots of EIP-2930.
fn access(list: &mut Fields<'_>) -> Result<(), Malformed> {
    let mut fields = list.list()?;
    fields.fixed::<20>()?;
    fields.items(Fields::fixed::<32>)?;
    fields.end()
}

/// An authorization of EIP-7702. Its signature is another account's, and is not verified.
fn authorization(list: &mut Fields<'_>) -> Result<(), Malformed> {
    let mut fields = list.list()?;
    fields.integer::<32>()?; // chain
    fields.fixed::<20>()?;
    fields.number()?; // nonce
    fields.integer::<1>()?; // parity of y
    fields.integer::<32>()?; // r
    fields.integer::<32>()?; // s
    fields.end()
}
