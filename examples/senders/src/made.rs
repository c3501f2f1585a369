//! A block with transactions of several types, signed by Vorpal.

use alloy_consensus::{
    Block, BlockBody, Header, SignableTransaction, TxEip1559, TxEip2930, TxEip7702, TxEnvelope, TxLegacy,
};
use alloy_primitives::{Address, Signature, TxKind, U256};
use alloy_rlp::Encodable;
use vorpal::secp256k1::{Error, SecretKey};

/// The secret key of a transaction.
fn key(number: u64) -> Result<SecretKey, Error> {
    let mut bytes = [0x11; 32];
    bytes[..8].copy_from_slice(&number.to_be_bytes());
    SecretKey::from_be_bytes(&bytes)
}

/// The sender of a transaction.
#[cfg(test)]
pub fn signer(number: u64) -> Address {
    key(number).expect("a key").public_key().ethereum_address().into()
}

fn signed<T>(transaction: T, number: u64) -> Result<TxEnvelope, Error>
where
    T: SignableTransaction<Signature>,
    TxEnvelope: From<alloy_consensus::Signed<T>>,
{
    let recovery = {
        let hash = transaction.signature_hash().0;
        key(number)?.sign(&hash).to_recovery(&hash)
    };
    let [r, s] = [recovery.r, recovery.s].map(U256::from_be_bytes);
    Ok(transaction.into_signed(Signature::new(r, s, recovery.recovery_id == 1)).into())
}

/// The RLP of a block with `count` transactions.
pub fn block(count: u64) -> Result<Vec<u8>, Error> {
    let to = Address::repeat_byte(0xb0);
    let transactions: Result<Vec<TxEnvelope>, Error> = (0..count)
        .map(|number| {
            let value = U256::from(number);
            let chain_id = 1;
            match number % 5 {
                0 => signed(TxLegacy { nonce: number, value, to: to.into(), ..TxLegacy::default() }, number),
                1 => signed(
                    TxLegacy { chain_id: Some(1), value, to: TxKind::Create, ..TxLegacy::default() },
                    number,
                ),
                2 => signed(TxEip2930 { chain_id, value, to: to.into(), ..TxEip2930::default() }, number),
                3 => signed(TxEip1559 { chain_id, value, to: to.into(), ..TxEip1559::default() }, number),
                _ => signed(TxEip7702 { chain_id, value, to, ..TxEip7702::default() }, number),
            }
        })
        .collect();
    let header = Header { number: 22_431_084, ..Header::default() };
    let body = BlockBody { transactions: transactions?, ..BlockBody::default() };
    let mut rlp = Vec::new();
    Block { header, body }.encode(&mut rlp);
    Ok(rlp)
}
