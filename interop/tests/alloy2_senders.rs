//! Tests senders in batches against alloy's own recovery, one at a time.

#![cfg(feature = "alloy2")]

mod common;

use alloy_consensus::crypto::RecoveryError;
use alloy_consensus::transaction::{Recovered, SignerRecoverable};
use alloy_consensus::{
    Block, BlockBody, EthereumTxEnvelope, EthereumTypedTransaction, Header, SignableTransaction, TxEip1559,
    TxEip2930, TxEip4844, TxEip4844Variant, TxEip4844WithSidecar, TxEip7702, TxEnvelope, TxLegacy,
};
use alloy_eips::eip2930::{AccessList, AccessListItem};
use alloy_eips::eip7594::BlobTransactionSidecarVariant;
use alloy_eips::eip7702::{Authorization, SignedAuthorization};
use alloy_primitives::{Address, B256, Bytes, Signature, TxKind, U256};
use vorpal_interop::alloy2::{
    HighS, SignedMessage, recover_authorities, recover_block_senders, recover_range_senders, recover_senders,
    recover_transactions,
};
use vorpal_oracle::data;
use vorpal_secp256k1::SecretKey;

use common::{Stream, edges, negative, questions};

type Result = std::result::Result<Address, RecoveryError>;

/// The address, or the text of the error with that of its source.
fn text(result: &Result) -> String {
    format!("{result:?}")
}

fn signature(key: &SecretKey, hash: B256) -> Signature {
    let signature = key.sign(&hash.0);
    let compact = signature.signature().to_compact();
    let (r, s) = compact.split_at(32);
    Signature::new(U256::from_be_slice(r), U256::from_be_slice(s), signature.recovery_id() == 1)
}

/// The other half of `s`, with the parity that belongs to it.
fn high(signature: &Signature) -> Signature {
    let s = U256::from_be_bytes(negative(&signature.s().to_be_bytes::<32>()));
    Signature::new(signature.r(), s, !signature.v())
}

/// A transaction of every type, with fields of several lengths.
fn unsigned(stream: &mut Stream) -> Vec<EthereumTypedTransaction<TxEip4844Variant>> {
    let word = stream.block();
    let address = Address::from_slice(&stream.block()[..20]);
    let (chain_id, nonce, gas_limit) = (1 + u64::from(word[0]), u64::from(word[1]), 21_000);
    let (value, input) =
        (U256::from_be_bytes(word), Bytes::copy_from_slice(&word[..usize::from(word[2] % 32)]));
    let storage_keys = vec![B256::from(word); usize::from(word[3] % 3)];
    let access_list = AccessList(vec![AccessListItem { address, storage_keys }]);
    let (gas_price, max_fee_per_gas, max_priority_fee_per_gas) = (7, 9, 1);
    let legacy = TxLegacy {
        chain_id: None,
        nonce,
        gas_price,
        gas_limit,
        to: TxKind::Create,
        value,
        input: input.clone(),
    };
    let eip155 = TxLegacy { chain_id: Some(chain_id), to: TxKind::Call(address), ..legacy.clone() };
    let blobs = TxEip4844 {
        chain_id,
        nonce,
        gas_limit,
        max_fee_per_gas,
        max_priority_fee_per_gas,
        to: address,
        value,
        access_list: access_list.clone(),
        blob_versioned_hashes: vec![B256::from(word)],
        max_fee_per_blob_gas: 3,
        input: input.clone(),
    };
    let sidecar = BlobTransactionSidecarVariant::Eip4844(Default::default());
    let with_blobs = TxEip4844WithSidecar { tx: blobs.clone(), sidecar };
    vec![
        legacy.into(),
        eip155.into(),
        TxEip2930 {
            chain_id,
            nonce,
            gas_price,
            gas_limit,
            to: TxKind::Create,
            value,
            access_list: access_list.clone(),
            input: input.clone(),
        }
        .into(),
        TxEip1559 {
            chain_id,
            nonce,
            gas_limit,
            max_fee_per_gas,
            max_priority_fee_per_gas,
            to: TxKind::Call(address),
            value,
            access_list: access_list.clone(),
            input: input.clone(),
        }
        .into(),
        EthereumTypedTransaction::Eip4844(TxEip4844Variant::TxEip4844(blobs)),
        EthereumTypedTransaction::Eip4844(TxEip4844Variant::TxEip4844WithSidecar(with_blobs)),
        TxEip7702 {
            chain_id,
            nonce,
            gas_limit,
            max_fee_per_gas,
            max_priority_fee_per_gas,
            to: address,
            value,
            access_list,
            authorization_list: vec![authorization(stream).1],
            input,
        }
        .into(),
    ]
}

/// An authorisation and its signer.
fn authorization(stream: &mut Stream) -> (Address, SignedAuthorization) {
    let (key, word) = (stream.key(), stream.block());
    let authorization = Authorization {
        chain_id: U256::from(word[0]),
        address: Address::from_slice(&word[..20]),
        nonce: u64::from(word[1]),
    };
    let signature = signature(&key, authorization.signature_hash());
    (key.public_key().ethereum_address().into(), authorization.into_signed(signature))
}

/// Transactions of every type: signed, with the high `s`, with the wrong parity, and with signatures of edge values.
/// Valid ones with low `s` have their senders beside them.
fn transactions() -> Vec<(Option<Address>, TxEnvelope)> {
    let mut stream = Stream::new("senders");
    let mut transactions = Vec::new();
    for _ in 0..9 {
        for transaction in unsigned(&mut stream) {
            let key = stream.key();
            let signature = signature(&key, transaction.signature_hash());
            let sender = key.public_key().ethereum_address().into();
            let wrong = Signature::new(signature.r(), signature.s(), !signature.v());
            for (sender, signature) in [(Some(sender), signature), (None, high(&signature)), (None, wrong)] {
                transactions.push((sender, transaction.clone().into_envelope(signature)));
            }
        }
    }
    let plain = &unsigned(&mut stream)[3];
    let edges = edges().into_iter().map(U256::from_be_bytes::<32>);
    for r in edges.clone() {
        for s in edges.clone() {
            let signature = Signature::new(r, s, s.bit(0));
            transactions.push((None, plain.clone().into_envelope(signature)));
        }
    }
    transactions
}

#[test]
fn senders_equal_those_of_alloy() {
    let (senders, transactions): (Vec<_>, Vec<_>) = transactions().into_iter().unzip();
    // All lengths around those of vectors and chunks.
    for length in (0..70).chain([transactions.len()]) {
        let transactions = &transactions[..length];
        let [refused, accepted] =
            [HighS::Refused, HighS::Accepted].map(|high_s| recover_senders(transactions, high_s));
        assert_eq!([refused.len(), accepted.len()], [length; 2]);
        for (index, transaction) in transactions.iter().enumerate() {
            assert_eq!(
                text(&refused[index]),
                text(&transaction.recover_signer()),
                "{index}: {transaction:?}"
            );
            assert_eq!(
                text(&accepted[index]),
                text(&transaction.recover_signer_unchecked()),
                "{index}: {transaction:?}"
            );
            if let Some(sender) = senders[index] {
                assert_eq!(refused[index].as_ref().ok(), Some(&sender));
            }
        }
    }
    let [refused, accepted] = [HighS::Refused, HighS::Accepted]
        .map(|high_s| recover_senders(&transactions, high_s).iter().filter(|sender| sender.is_ok()).count());
    assert!(refused >= 2 * 63 && accepted >= refused + 63, "{refused}, {accepted}");
}

/// alloy's types with the signer: the same values as alloy's functions return, by value and by reference.
#[test]
fn recovered_transactions_equal_those_of_alloy() {
    type Owned = std::result::Result<Recovered<TxEnvelope>, RecoveryError>;

    let transactions: Vec<TxEnvelope> =
        transactions().into_iter().map(|(_, transaction)| transaction).collect();
    let by_alloy: [fn(&TxEnvelope) -> Owned; 2] = [
        |transaction| transaction.clone().try_into_recovered(),
        |transaction| transaction.clone().try_into_recovered_unchecked(),
    ];
    for (high_s, by_alloy) in [HighS::Refused, HighS::Accepted].into_iter().zip(by_alloy) {
        let owned = recover_transactions(transactions.clone(), high_s);
        let borrowed = recover_transactions(transactions.iter().collect(), high_s);
        assert_eq!([owned.len(), borrowed.len()], [transactions.len(); 2]);
        for ((transaction, owned), borrowed) in transactions.iter().zip(owned).zip(borrowed) {
            let expected = by_alloy(transaction);
            assert_eq!(format!("{owned:?}"), format!("{expected:?}"));
            assert_eq!(borrowed.ok().map(Recovered::cloned), expected.as_ref().ok().cloned());
            if let (Ok(owned), Ok(expected)) = (owned, expected) {
                assert_eq!((owned.signer(), owned.into_inner()), (expected.signer(), transaction.clone()));
            }
        }
    }
}

/// The signed hash depends on every field: it is that of alloy, for a buffer with any contents.
#[test]
fn hashes_are_those_of_alloy() {
    let mut stream = Stream::new("hashes");
    let key = stream.key();
    let mut buffer = vec![1; 1000];
    for transaction in unsigned(&mut stream) {
        let hash = transaction.signature_hash();
        let signed = transaction.into_envelope(signature(&key, hash));
        assert_eq!(SignedMessage::signing_hash(&signed, &mut buffer), hash);
        assert_eq!(SignedMessage::signing_hash(&&signed, &mut buffer), hash);
        assert_eq!(SignedMessage::signature(&&signed), Some(signature(&key, hash)));
    }
}

/// Envelopes without sidecars, as in blocks of reth, and the transactions of one type.
#[test]
fn other_types_of_transactions() {
    let mut stream = Stream::new("other types");
    let key = stream.key();
    let sender = Address::from(key.public_key().ethereum_address());
    let blobs = unsigned(&mut stream).into_iter().filter_map(|transaction| match transaction {
        EthereumTypedTransaction::Eip4844(TxEip4844Variant::TxEip4844(blobs)) => Some(blobs),
        _ => None,
    });
    let signed: Vec<_> = blobs
        .map(|blobs| {
            let signature = signature(&key, blobs.signature_hash());
            blobs.into_signed(signature)
        })
        .collect();
    assert_eq!(signed.len(), 1);
    assert_eq!(recover_senders(&signed, HighS::Refused)[0].as_ref().ok(), Some(&sender));
    let envelopes: Vec<EthereumTxEnvelope<TxEip4844>> =
        signed.into_iter().map(EthereumTxEnvelope::Eip4844).collect();
    assert_eq!(recover_senders(&envelopes, HighS::Refused)[0].as_ref().ok(), Some(&sender));
}

#[test]
fn authorities_equal_those_of_alloy() {
    let mut stream = Stream::new("authorities");
    let mut authorizations = Vec::new();
    for question in questions().iter().step_by(3) {
        let (r, s) = question.signature.split_at(32);
        let (r, s) = (U256::from_be_slice(r), U256::from_be_slice(s));
        let inner = authorization(&mut stream).1.strip_signature();
        authorizations.push(SignedAuthorization::new_unchecked(inner, question.recovery_id, r, s));
    }
    let mut signers = Vec::new();
    for parity in 0..=255 {
        let (signer, signed) = authorization(&mut stream);
        let (r, s, right) = (signed.r(), signed.s(), signed.y_parity());
        signers.push((authorizations.len() + usize::from(right), signer));
        for parity in [0, 1, parity] {
            let inner = signed.clone().strip_signature();
            authorizations.push(SignedAuthorization::new_unchecked(inner, parity, r, s));
        }
    }
    let authorities = recover_authorities(&authorizations);
    assert_eq!(authorities.len(), authorizations.len());
    for (authority, authorization) in authorities.iter().zip(&authorizations) {
        assert_eq!(
            authority.as_ref().ok(),
            authorization.recover_authority().ok().as_ref(),
            "{authorization:?}"
        );
    }
    assert_eq!(signers.len(), 256);
    for (index, signer) in signers {
        assert_eq!(authorities[index].as_ref().ok(), Some(&signer));
    }
}

fn block(number: u64, transactions: Vec<TxEnvelope>) -> Block<TxEnvelope> {
    let header = Header { number, ..Header::default() };
    Block { header, body: BlockBody { transactions, ..BlockBody::default() } }
}

/// Blocks before and after Homestead, empty ones, and ones whose first or last transaction has no sender. Failures stay
/// in their blocks.
#[test]
fn ranges_of_blocks() {
    let mut stream = Stream::new("blocks");
    let mut senders = Vec::new();
    let mut signed = Vec::new();
    for transaction in [unsigned(&mut stream), unsigned(&mut stream), unsigned(&mut stream)].concat() {
        let key = stream.key();
        let signature = signature(&key, transaction.signature_hash());
        senders.push(Address::from(key.public_key().ethereum_address()));
        signed.push(transaction.into_envelope(signature));
    }
    let with_high = |index: usize| {
        let mut transactions = signed.clone();
        let signature = high(transactions[index].signature());
        transactions[index] = transactions[index].clone().into_typed_transaction().into_envelope(signature);
        transactions
    };
    let none = |index: usize| {
        let mut transactions = signed.clone();
        let signature = Signature::new(U256::ZERO, U256::ONE, false);
        transactions[index] = transactions[index].clone().into_typed_transaction().into_envelope(signature);
        transactions
    };
    let last = signed.len() - 1;
    let blocks = [
        block(1_149_999, with_high(0)),
        block(1_150_000, with_high(5)),
        block(1_150_001, Vec::new()),
        block(1_150_002, none(0)),
        block(1_150_003, none(last)),
        block(20_000_000, signed.clone()),
    ];
    let wanted = [Ok(&senders[..]), Err(5), Ok(&[]), Err(0), Err(last), Ok(&senders)];
    let ranges = recover_range_senders(&blocks, HighS::on_mainnet);
    assert_eq!(ranges.len(), blocks.len());
    for ((block, range), wanted) in blocks.iter().zip(ranges).zip(wanted) {
        let single = recover_block_senders(block, HighS::on_mainnet(block.header.number));
        for result in [range, single] {
            let result = result.as_deref().map_err(|failure| failure.index);
            assert_eq!(result, wanted, "block {}", block.header.number);
        }
    }
    let error = recover_block_senders(&blocks[1], HighS::Refused).expect_err("a high s");
    assert_eq!(error.to_string(), "transaction 5 has no sender");
    assert!(format!("{:?}", error.source).contains("InvalidSignatureS"));
    assert!(recover_range_senders::<TxEnvelope, Header>(&[], HighS::on_mainnet).is_empty());
}

/// The blocks of mainnet as their nodes returned them. Their transactions name their senders.
#[test]
fn blocks_of_mainnet() {
    let Some(folder) = data::folder("mainnet-blocks", "senders of blocks of mainnet") else { return };
    let mut count = 0;
    for number in [14_764_013, 17_034_871, 19_433_902] {
        let text = std::fs::read_to_string(folder.join(format!("{number}.json"))).expect("a readable file");
        let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let (mut transactions, mut senders) = (Vec::new(), Vec::new());
        for transaction in json["result"]["transactions"].as_array().expect("transactions") {
            senders.push(
                transaction["from"].as_str().expect("a sender").parse::<Address>().expect("an address"),
            );
            transactions
                .push(serde_json::from_value::<TxEnvelope>(transaction.clone()).expect("a transaction"));
        }
        count += senders.len();
        let block = block(number, transactions);
        assert_eq!(recover_block_senders(&block, HighS::on_mainnet(number)).expect("senders"), senders);
    }
    assert_eq!(count, 457);
}
