//! Execution of a block by revm on Vorpal's precompiled contracts, and the checks of its results.

use alloy_consensus::transaction::Recovered;
use alloy_consensus::{Block, ReceiptEnvelope, TxEnvelope, TxReceipt, proofs};
use alloy_evm::block::{BlockExecutionResult, BlockExecutor};
use alloy_evm::eth::receipt_builder::AlloyReceiptBuilder;
use alloy_evm::eth::{EthBlockExecutionCtx, EthBlockExecutor, EthEvmFactory};
use alloy_evm::{EvmEnv, EvmFactory};
use alloy_hardforks::EthereumHardforks;
use alloy_primitives::{Address, B256, Bloom, U256};
use alloy_trie::KECCAK_EMPTY;
use revm::bytecode::Bytecode;
use revm::database::states::bundle_state::BundleRetention;
use revm::database::{BundleAccount, BundleState, State as Overlay};

use crate::Failure;
use crate::spec::Spec;
use crate::state::{Basic, State, Update};

/// Makes Vorpal the provider of revm's precompiled contracts and of alloy's signatures, once in a process.
pub(crate) fn install() {
    use std::sync::{Arc, Once};
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // An earlier provider of this process remains; it is not ours only if the caller chose so.
        revm::install_crypto(vorpal_interop::VorpalCrypto);
        drop(alloy_consensus::crypto::install_default_provider(Arc::new(vorpal_interop::VorpalCrypto)));
    });
}

/// Executes blocks. Tests change a price of gas in it.
#[derive(Default)]
pub(crate) struct Machine {
    #[cfg(test)]
    pub(crate) tamper: Option<fn(&mut EvmEnv)>,
}

impl Machine {
    /// Executes a block after the given state, checks gas, receipts and requests, and returns the changes.
    pub(crate) fn execute(
        &self,
        spec: &Spec,
        state: &State,
        block: &Block<TxEnvelope>,
        senders: &[Address],
        archived_receipts: Option<&[u8]>,
    ) -> Result<Vec<Update>, Failure> {
        let header = &block.header;
        let mut overlay = Overlay::builder().with_database_ref(state).with_bundle_update().build();
        let env = EvmEnv::for_eth_block(header, spec, spec.chain_id, spec.blobs(header.timestamp));
        #[cfg(test)]
        let env = self.tampered(env);
        let evm = EthEvmFactory::default().create_evm(&mut overlay, env);
        let context = EthBlockExecutionCtx {
            parent_hash: header.parent_hash,
            parent_beacon_block_root: header.parent_beacon_block_root,
            ommers: &block.body.ommers,
            withdrawals: block.body.withdrawals.as_ref().map(|list| list.as_slice().into()),
            extra_data: header.extra_data.clone(),
            tx_count_hint: Some(senders.len()),
            slot_number: None,
        };
        let mut executor = EthBlockExecutor::new(evm, context, spec, AlloyReceiptBuilder::default());
        let failure = |what: String, error: &dyn std::fmt::Display| {
            Failure::wrong(header.number, what, "a valid execution", error)
        };
        executor.apply_pre_execution_changes().map_err(|error| failure("system call".into(), &error))?;
        for (index, (transaction, sender)) in block.body.transactions.iter().zip(senders).enumerate() {
            let executed = executor.execute_transaction(Recovered::new_unchecked(transaction, *sender));
            executed.map_err(|error| failure(format!("transaction {index}"), &error))?;
        }
        let (_, result) = executor.finish().map_err(|error| failure("end".into(), &error))?;
        check(spec, block, &result, archived_receipts)?;
        overlay.merge_transitions(BundleRetention::PlainState);
        updates(header.number, state, overlay.take_bundle())
    }

    #[cfg(test)]
    fn tampered(&self, mut env: EvmEnv) -> EvmEnv {
        if let Some(tamper) = self.tamper {
            tamper(&mut env);
        }
        env
    }
}

fn check(
    spec: &Spec,
    block: &Block<TxEnvelope>,
    result: &BlockExecutionResult<ReceiptEnvelope>,
    archived: Option<&[u8]>,
) -> Result<(), Failure> {
    let header = &block.header;
    let number = header.number;
    Failure::compare(number, "gas used", &header.gas_used, &result.gas_used)?;
    let bloom = result.receipts.iter().fold(Bloom::ZERO, |bloom, receipt| bloom | receipt.bloom());
    Failure::compare(number, "bloom of the logs", &header.logs_bloom, &bloom)?;
    let blob_gas = spec.is_cancun_active_at_timestamp(header.timestamp).then_some(result.blob_gas_used);
    Failure::compare_optional(number, "blob gas used", header.blob_gas_used.as_ref(), blob_gas.as_ref())?;
    // Before Byzantium a receipt has the state root after its transaction, which the execution does not compute.
    if result.receipts.is_empty() || spec.is_byzantium_active_at_block(number) {
        let root = proofs::calculate_receipt_root(&result.receipts);
        Failure::compare(number, "root of the receipts", &header.receipts_root, &root)?;
        if let Some(archived) = archived {
            let receipts = alloy_rlp::encode(&result.receipts);
            let text = |bytes: &[u8]| alloy_primitives::hex::encode_prefixed(bytes);
            Failure::compare(number, "archived receipts", &text(&receipts), &text(archived))?;
        }
    }
    let requests = spec.is_prague_active_at_timestamp(header.timestamp);
    let requests = requests.then(|| result.requests.requests_hash());
    Failure::compare_optional(
        number,
        "hash of the requests",
        header.requests_hash.as_ref(),
        requests.as_ref(),
    )
}

/// The changes that revm made, by address.
fn updates(block: u64, state: &State, bundle: BundleState) -> Result<Vec<Update>, Failure> {
    let mut updates = Vec::new();
    for (address, account) in &bundle.state {
        if let Some(update) = update(block, state, *address, account, &bundle)? {
            updates.push(update);
        }
    }
    updates.sort_unstable_by_key(|update| update.address);
    Ok(updates)
}

fn update(
    block: u64,
    state: &State,
    address: Address,
    account: &BundleAccount,
    bundle: &BundleState,
) -> Result<Option<Update>, Failure> {
    let before = state.basic(&address);
    let destroyed = account.status.was_destroyed();
    let mut storage: Vec<(B256, U256)> = Vec::new();
    if destroyed {
        storage.extend(state.storage(&address).map(|(slot, _)| (slot, U256::ZERO)));
    }
    for (slot, value) in &account.storage {
        let slot = B256::from(*slot);
        if destroyed {
            storage.retain(|(other, _)| *other != slot);
        }
        if value.is_changed() || destroyed {
            storage.push((slot, value.present_value));
        }
    }
    storage.sort_unstable();
    let Some(info) = &account.info else {
        let removed = Update { address, basic: None, code: None, storage };
        return Ok(before.map(|_| removed));
    };
    let mut code = None;
    let mut code_size = before.map_or(0, |before| before.code_size);
    if before.is_none_or(|before| before.code_hash != info.code_hash) {
        code_size = 0;
        if info.code_hash != KECCAK_EMPTY {
            let bytecode = info.code.as_ref().or_else(|| bundle.contracts.get(&info.code_hash));
            let known = bytecode.map(Bytecode::original_bytes);
            let bytes = known.or_else(|| state.code(&info.code_hash).cloned());
            let bytes =
                bytes.ok_or_else(|| Failure::Engine(format!("block {block}: no code of {address}")))?;
            code_size = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
            code = Some(bytes);
        }
    }
    let balance = u128::try_from(info.balance).map_err(|_| {
        Failure::wrong(block, format!("balance of {address}"), "less than 2^128", info.balance)
    })?;
    let basic = Basic { nonce: info.nonce, balance, code_hash: info.code_hash, code_size };
    let changed = before != Some(basic) || !storage.is_empty();
    Ok(changed.then_some(Update { address, basic: Some(basic), code, storage }))
}
