//! The rules of a chain: its genesis block, and the forks that the genesis file configures.

use std::path::Path;

use alloy_consensus::{EMPTY_OMMER_ROOT_HASH, Header};
use alloy_eips::eip1559::INITIAL_BASE_FEE;
use alloy_eips::eip6110::MAINNET_DEPOSIT_CONTRACT_ADDRESS;
use alloy_eips::eip7685::EMPTY_REQUESTS_HASH;
use alloy_eips::eip7840::BlobParams;
use alloy_eips::eip7892::BlobScheduleBlobParams;
use alloy_evm::eth::spec::EthExecutorSpec;
use alloy_genesis::{ChainConfig, Genesis};
use alloy_hardforks::{EthereumChainHardforks, EthereumHardfork as Fork, EthereumHardforks, ForkCondition};
use alloy_primitives::{Address, B256, U256, b256};
use alloy_trie::EMPTY_ROOT_HASH;
use vorpal_interop::alloy2::HighS;

use crate::Failure;

/// The hash of mainnet's genesis block. Files with it need no configuration of forks.
pub(crate) const MAINNET: B256 = b256!("d4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3");

/// The forks of a chain, its identifier, and the parameters of its blobs.
#[derive(Debug)]
pub(crate) struct Spec {
    forks: EthereumChainHardforks,
    pub(crate) chain_id: u64,
    blobs: BlobScheduleBlobParams,
    deposits: Option<Address>,
}

impl EthereumHardforks for Spec {
    fn ethereum_fork_activation(&self, fork: Fork) -> ForkCondition {
        self.forks.ethereum_fork_activation(fork)
    }
}

impl EthExecutorSpec for Spec {
    fn deposit_contract_address(&self) -> Option<Address> {
        self.deposits
    }
}

impl Spec {
    /// The rules that a genesis file configures, or mainnet's. `hash` is the hash of the genesis block.
    pub(crate) fn new(genesis: &Genesis, hash: B256, path: &Path) -> Result<Self, Failure> {
        if hash == MAINNET {
            return Ok(Self {
                forks: EthereumChainHardforks::mainnet(),
                chain_id: 1,
                blobs: BlobScheduleBlobParams::mainnet(),
                deposits: Some(MAINNET_DEPOSIT_CONTRACT_ADDRESS),
            });
        }
        if genesis.config == ChainConfig::default() {
            return Err(Failure::file(path, "no `config` of forks, and the genesis block is not mainnet's"));
        }
        Ok(Self {
            forks: EthereumChainHardforks::new(forks(genesis, path)?),
            chain_id: genesis.config.chain_id,
            blobs: genesis.config.blob_schedule_blob_params(),
            deposits: genesis.config.deposit_contract_address,
        })
    }

    /// The parameters of blobs at a time; `None` before Cancun.
    pub(crate) fn blobs(&self, timestamp: u64) -> Option<BlobParams> {
        if let Some(scheduled) = self.blobs.active_scheduled_params_at_timestamp(timestamp) {
            Some(*scheduled)
        } else if self.is_osaka_active_at_timestamp(timestamp) {
            Some(*self.blobs.osaka())
        } else if self.is_prague_active_at_timestamp(timestamp) {
            Some(*self.blobs.prague())
        } else {
            self.is_cancun_active_at_timestamp(timestamp).then(|| *self.blobs.cancun())
        }
    }

    /// Whether signatures with a high `s` are valid: before Homestead.
    pub(crate) fn high_s(&self, block: u64) -> HighS {
        if self.is_homestead_active_at_block(block) { HighS::Refused } else { HighS::Accepted }
    }
}

fn forks(genesis: &Genesis, path: &Path) -> Result<Vec<(Fork, ForkCondition)>, Failure> {
    let config = &genesis.config;
    let by_block = [
        (Fork::Frontier, Some(0)),
        (Fork::Homestead, config.homestead_block),
        (Fork::Dao, config.dao_fork_block.filter(|_| config.dao_fork_support)),
        (Fork::Tangerine, config.eip150_block),
        (Fork::SpuriousDragon, config.eip158_block),
        (Fork::Byzantium, config.byzantium_block),
        (Fork::Constantinople, config.constantinople_block),
        // Clients treat a missing block of Petersburg as that of Constantinople.
        (Fork::Petersburg, config.petersburg_block.or(config.constantinople_block)),
        (Fork::Istanbul, config.istanbul_block),
        (Fork::MuirGlacier, config.muir_glacier_block),
        (Fork::Berlin, config.berlin_block),
        (Fork::London, config.london_block),
        (Fork::ArrowGlacier, config.arrow_glacier_block),
        (Fork::GrayGlacier, config.gray_glacier_block),
    ];
    let by_time = [
        (Fork::Shanghai, config.shanghai_time),
        (Fork::Cancun, config.cancun_time),
        (Fork::Prague, config.prague_time),
        (Fork::Osaka, config.osaka_time),
        (Fork::Bpo1, config.bpo1_time),
        (Fork::Bpo2, config.bpo2_time),
        (Fork::Bpo3, config.bpo3_time),
        (Fork::Bpo4, config.bpo4_time),
        (Fork::Bpo5, config.bpo5_time),
        (Fork::Amsterdam, config.amsterdam_time),
    ];
    let merge = config.terminal_total_difficulty.map(|total_difficulty| -> Result<_, Failure> {
        let at_genesis = genesis.difficulty >= total_difficulty || config.terminal_total_difficulty_passed;
        let block = config.merge_netsplit_block.or(at_genesis.then_some(0));
        let reason =
            "`terminalTotalDifficulty` without `mergeNetsplitBlock`: the block of the merge is unknown";
        let activation_block_number = block.ok_or_else(|| Failure::file(path, reason))?;
        Ok((Fork::Paris, ForkCondition::TTD { activation_block_number, fork_block: None, total_difficulty }))
    });
    let by_block = by_block.into_iter().filter_map(|(fork, at)| Some((fork, ForkCondition::Block(at?))));
    let by_time = by_time.into_iter().filter_map(|(fork, at)| Some((fork, ForkCondition::Timestamp(at?))));
    by_block.chain(by_time).map(Ok).chain(merge).collect()
}

/// The genesis block's header. `state_root` is that of the file's accounts.
pub(crate) fn genesis_header(genesis: &Genesis, state_root: B256) -> Header {
    let config = &genesis.config;
    let at_genesis = |time: Option<u64>| time.is_some_and(|time| time <= genesis.timestamp);
    let [shanghai, cancun, prague] =
        [config.shanghai_time, config.cancun_time, config.prague_time].map(at_genesis);
    let base_fee = genesis.base_fee_per_gas.and_then(|fee| u64::try_from(fee).ok());
    Header {
        parent_hash: genesis.parent_hash.unwrap_or_default(),
        ommers_hash: EMPTY_OMMER_ROOT_HASH,
        beneficiary: genesis.coinbase,
        state_root,
        transactions_root: EMPTY_ROOT_HASH,
        receipts_root: EMPTY_ROOT_HASH,
        difficulty: genesis.difficulty,
        number: genesis.number.unwrap_or_default(),
        gas_limit: genesis.gas_limit,
        timestamp: genesis.timestamp,
        extra_data: genesis.extra_data.clone(),
        mix_hash: genesis.mix_hash,
        nonce: genesis.nonce.to_be_bytes().into(),
        base_fee_per_gas: (config.london_block == Some(0)).then(|| base_fee.unwrap_or(INITIAL_BASE_FEE)),
        withdrawals_root: shanghai.then_some(EMPTY_ROOT_HASH),
        blob_gas_used: cancun.then(|| genesis.blob_gas_used.unwrap_or_default()),
        excess_blob_gas: cancun.then(|| genesis.excess_blob_gas.unwrap_or_default()),
        parent_beacon_block_root: cancun.then_some(B256::ZERO),
        requests_hash: prague.then_some(EMPTY_REQUESTS_HASH),
        ..Header::default()
    }
}

/// Reads a genesis file.
pub(crate) fn read_genesis(path: &Path) -> Result<Genesis, Failure> {
    let text = std::fs::read(path).map_err(|error| Failure::file(path, error))?;
    let genesis: Genesis = serde_json::from_slice(&text).map_err(|error| Failure::file(path, error))?;
    for (address, account) in &genesis.alloc {
        if account.balance > U256::from(u128::MAX) {
            let reason = format!("the balance of {address} is 2^128 or more, which the tree cannot store");
            return Err(Failure::file(path, reason));
        }
    }
    Ok(genesis)
}
