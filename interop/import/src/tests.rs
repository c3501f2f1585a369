//! Imports of a client's chain, with and without faults.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use alloy_consensus::Header;
use alloy_evm::EvmEnv;
use alloy_genesis::Genesis;
use alloy_primitives::{Address, B256, Bytes, U256, keccak256};
use revm::context_interface::cfg::GasId;
use serde_json::Value as Json;
use tempfile::TempDir;
use vorpal::ipa::Profile;
use vorpal::tree::{Key, Position, Tree, Value};
use vorpal_oracle::data;

use crate::chain::Source;
use crate::era::Accumulator;
use crate::execution::{self, Machine};
use crate::import::{Importer, Prepared};
use crate::spec::{self, Spec};
use crate::state::{self, Basic, State, Update};
use crate::times::Times;
use crate::tree::{StateTree, Tamper};
use crate::{Failure, Options, Report, check, import};

/// The blocks of the chain of go-ethereum's tests, and their transactions.
const BLOCKS: usize = 600;
const TRANSACTIONS: usize = 603;

fn geth_chain() -> Option<PathBuf> {
    data::folder("geth-chain", "imports of go-ethereum's chain")
}

fn options(folder: &Path) -> Options {
    Options {
        genesis: folder.join("genesis.json"),
        chain: folder.join("chain.rlp"),
        tables: Profile::Small,
        by_operation: false,
        ..Options::default()
    }
}

fn silent(_: &str, _: u64, _: u64) {}

fn run(options: &Options) -> Result<Report, Failure> {
    import(options, &mut silent)
}

/// The bytes of the first blocks of a chain: whole lists.
fn first_blocks(bytes: &[u8], blocks: usize) -> &[u8] {
    let mut rest = bytes;
    for _ in 0..blocks {
        let header = alloy_rlp::Header::decode(&mut rest).unwrap();
        rest = &rest[header.payload_length..];
    }
    &bytes[..bytes.len() - rest.len()]
}

/// A chain of the first blocks, in a folder.
fn shorter(folder: &Path, blocks: usize, target: &Path) -> Options {
    let bytes = fs::read(folder.join("chain.rlp")).unwrap();
    let chain = target.join(format!("{blocks}.rlp"));
    fs::write(&chain, first_blocks(&bytes, blocks)).unwrap();
    Options { chain, ..options(folder) }
}

/// Imports into memory with a fault in the execution or in the writes to the tree.
fn with_fault(
    options: &Options,
    machine: Option<fn(&mut EvmEnv)>,
    tree: Option<Tamper>,
) -> Result<Report, Failure> {
    execution::install();
    let prepared = Prepared::new(options, &mut silent)?;
    let mut importer = Importer::new(prepared, Tree::in_memory(), options, Machine { tamper: machine })?;
    importer.tree.tamper = tree;
    importer.run(&mut silent)
}

/// The parts of a wrong value.
fn wrong(result: Result<Report, Failure>) -> (u64, String) {
    match result {
        Err(failure @ Failure::Wrong { .. }) => {
            assert_eq!(failure.exit_code(), 1);
            let Failure::Wrong { block, what, expected, found } = failure else { unreachable!() };
            assert_ne!(expected, found);
            (block, what)
        }
        other => panic!("a wrong value is expected, not {other:?}"),
    }
}

/// The beginning of a failure, and the change of the dump that it is for.
type Change<'a> = (&'a str, &'a dyn Fn(&mut Json));

#[test]
fn imports_all_blocks_to_the_state_of_go_ethereum() {
    let Some(folder) = geth_chain() else { return };
    let target = TempDir::new().unwrap();
    let headstate = folder.join("headstate.json");
    let all = Options {
        headstate: Some(headstate.clone()),
        export: Some(target.path().join("blocks")),
        by_operation: true,
        ..options(&folder)
    };
    // The times of operations are those of a pool's threads.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let report = pool.install(|| run(&all)).unwrap();
    for stack in
        ["commitments;inversions", "senders;inversions", "senders;square roots", "execution", "saving"]
    {
        let stack = format!("import;{stack} ");
        assert!(report.folded.iter().any(|line| line.starts_with(&stack)), "{stack}: {:?}", report.folded);
    }
    assert_eq!((report.blocks, report.transactions), (BLOCKS, TRANSACTIONS));
    let dump: Json = serde_json::from_slice(&fs::read(&headstate).unwrap()).unwrap();
    assert_eq!(report.state_root, format!("0x{}", dump["root"].as_str().unwrap()));
    assert_eq!(report.accounts, dump["accounts"].as_object().unwrap().len());
    assert!(report.inversion_processor_seconds > 0.0 && report.square_root_processor_seconds > 0.0);
    assert_eq!(report.values, exported_roots(&target.path().join("blocks"), &report.root));

    // Another value in the dump, and one account more.
    let account =
        |dump: &mut Json| dump["accounts"].as_object_mut().unwrap().values_mut().next().unwrap().clone();
    let with_storage = |dump: &mut Json, change: &dyn Fn(&mut Json)| {
        let accounts = dump["accounts"].as_object_mut().unwrap().values_mut();
        change(accounts.filter(|account| account["storage"].is_object()).last().unwrap());
    };
    let changes: [Change<'_>; 9] = [
        ("root in the dump", &|dump| dump["root"] = "77".repeat(32).into()),
        ("nonce of ", &|dump| with_storage(dump, &|account| account["nonce"] = 1_000_000.into())),
        ("code hash of ", &|dump| {
            with_storage(dump, &|account| account["codeHash"] = format!("0x{}", "77".repeat(32)).into());
        }),
        ("code of ", &|dump| with_storage(dump, &|account| account["code"] = "0x00".into())),
        ("slot 0x", &|dump| {
            with_storage(dump, &|account| {
                *account["storage"].as_object_mut().unwrap().values_mut().last().unwrap() = "77".into();
            });
        }),
        ("number of slots of ", &|dump| {
            with_storage(dump, &|account| {
                let slots = account["storage"].as_object_mut().unwrap();
                let first = slots.keys().next().unwrap().clone();
                drop(slots.remove(&first));
            });
        }),
        ("balance of ", &|dump| {
            dump["accounts"].as_object_mut().unwrap().values_mut().next().unwrap()["balance"] = "7".into();
        }),
        ("account of ", &|dump| {
            let one = account(dump);
            dump["accounts"].as_object_mut().unwrap().insert(format!("0x{}", "77".repeat(20)), one);
        }),
        ("accounts", &|dump| {
            drop(dump["accounts"].as_object_mut().unwrap().remove(&format!("0x{}", "00".repeat(20))));
        }),
    ];
    let mut state = State::default();
    let exported = updates_of(&target.path().join("blocks"));
    exported.into_iter().for_each(|updates| state.apply(updates));
    crate::headstate::compare(&headstate, 600, &mut state).unwrap();
    for (expected, change) in changes {
        let mut changed = dump.clone();
        change(&mut changed);
        let path = target.path().join("changed.json");
        fs::write(&path, changed.to_string()).unwrap();
        let error = crate::headstate::compare(&path, 600, &mut state).unwrap_err().to_string();
        assert!(error.contains(&format!("block 600: wrong {expected}")), "{error}");
    }
}

/// The updates of exported blocks, by number.
fn updates_of(folder: &Path) -> Vec<Vec<Update>> {
    let word = |value: &Json| value.as_str().unwrap().parse::<B256>().unwrap();
    let quantity = |text: &str| text.parse::<U256>().unwrap();
    let update = |line: &str| {
        let line: Json = serde_json::from_str(line).unwrap();
        let storage = line["storage"].as_object().into_iter().flatten();
        let storage = storage.map(|(slot, value)| (quantity(slot).into(), quantity(value.as_str().unwrap())));
        let basic = Basic {
            nonce: line["nonce"].as_u64().unwrap(),
            balance: quantity(line["balance"].as_str().unwrap()).to(),
            code_hash: word(&line["code_hash"]),
            code_size: line["code_size"].as_u64().unwrap_or(0).try_into().unwrap(),
        };
        Update {
            address: line["address"].as_str().unwrap().parse::<Address>().unwrap(),
            basic: (!basic.code_hash.is_zero()).then_some(basic),
            code: line["code"].as_str().map(|code| code.parse::<Bytes>().unwrap()),
            storage: storage.collect(),
        }
    };
    let blocks = (0..).map(|number| folder.join(format!("{number}.jsonl"))).take_while(|path| path.exists());
    blocks.map(|path| fs::read_to_string(path).unwrap().lines().map(update).collect()).collect()
}

/// Applies exported blocks to a new tree, and compares each root with `roots.json` and the last one with `last`.
/// Returns the number of values.
fn exported_roots(folder: &Path, last: &str) -> usize {
    let roots: Json = serde_json::from_slice(&fs::read(folder.join("roots.json")).unwrap()).unwrap();
    let roots = roots.as_array().unwrap();
    let blocks = updates_of(folder);
    assert_eq!((blocks.len(), roots.len()), (BLOCKS + 1, BLOCKS + 1));
    let mut tree = StateTree::new(Tree::in_memory(), Profile::Small);
    let (mut state, mut times, mut values) = (State::default(), Times::default(), 0);
    for (number, (updates, entry)) in blocks.iter().zip(roots).enumerate() {
        let (read, keys) = tree.write(number as u64, updates, &state, &mut times).unwrap();
        state.apply(read);
        let root = tree.commit("", &mut times).unwrap();
        assert_eq!(entry["file"], format!("{number}.jsonl"));
        assert_eq!(entry["keys"], keys);
        assert_eq!(entry["root"], B256::from(root).to_string());
        values += keys;
    }
    assert_eq!(roots.last().unwrap()["root"], last);
    let signatures = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let signatures = signatures.filter(|path| path.to_str().unwrap().ends_with(".signatures.csv"));
    let lines = signatures.map(|path| fs::read_to_string(path).unwrap().lines().count() - 1);
    assert_eq!(lines.sum::<usize>(), TRANSACTIONS);
    values
}

#[test]
fn a_wrong_refund_is_found() {
    let Some(folder) = geth_chain() else { return };
    let options = options(&folder);
    // The chain has one refund, for an authorisation: a fifth of the gas, since the refund by itself is more.
    let refunds: [fn(&mut EvmEnv); 2] = [
        |env| env.cfg_env.gas_params.override_gas([(GasId::tx_eip7702_regular_refund(), 1)]),
        |env| env.cfg_env.gas_params.override_gas([(GasId::max_refund_quotient(), 6)]),
    ];
    for refund in refunds {
        assert_eq!(wrong(with_fault(&options, Some(refund), None)), (12, "gas used".into()));
    }
}

/// The writes of a block without the first one that `which` selects.
fn lose(writes: &mut Vec<(Key, Value)>, positions: &[Position], which: impl Fn(&Position) -> bool) {
    if let Some(index) = positions.iter().position(which) {
        writes.remove(index);
    }
}

#[test]
fn a_lost_storage_write_is_found() {
    let Some(folder) = geth_chain() else { return };
    let target = TempDir::new().unwrap();
    let options = shorter(&folder, 120, target.path());
    // Slots 0 to 63 have suffixes 64 to 127 in the header, all others a tree index from 2^240 on.
    static IS_SLOT: fn(&Position) -> bool = |position| {
        position.tree_index()[30..] != [0; 2]
            || (position.tree_index() == &[0; 32] && (64..128).contains(&position.suffix()))
    };
    let fault: Tamper = |block, writes, positions| {
        if block >= 70 {
            lose(writes, positions, IS_SLOT);
        }
    };
    let (block, what) = wrong(with_fault(&options, None, Some(fault)));
    assert!(block >= 70);
    assert_eq!(what, "state root");
    // A value with one other bit, and a lost write of basic data.
    let fault: Tamper = |block, writes, positions| {
        if let Some(index) = positions.iter().position(IS_SLOT).filter(|_| block >= 70) {
            writes[index].1[31] ^= 1;
        }
    };
    assert_eq!(wrong(with_fault(&options, None, Some(fault))).1, "state root");
    let fault: Tamper = |block, writes, positions| {
        if block == 7 {
            lose(writes, positions, |position| *position == Position::BASIC_DATA);
        }
    };
    assert_eq!(wrong(with_fault(&options, None, Some(fault))), (7, "state root".into()));
}

#[test]
fn a_cut_chunk_of_code_is_found() {
    let Some(folder) = geth_chain() else { return };
    let options = options(&folder);
    // The first chunk loses its last byte, then its number of operands is another; then the chunk is not written.
    let faults: [(Tamper, &str); 3] = [
        (
            |_, writes, positions| {
                let chunk =
                    |position: &Position| position.tree_index() == &[0; 32] && position.suffix() == 128;
                if let Some(index) = positions.iter().position(chunk) {
                    writes[index].1[31] = !writes[index].1[31];
                }
            },
            "code of 0x",
        ),
        (
            |_, writes, positions| {
                let chunk =
                    |position: &Position| position.tree_index() == &[0; 32] && position.suffix() == 129;
                if let Some(index) = positions.iter().position(chunk) {
                    writes[index].1[0] += 1;
                }
            },
            "numbers of operands in the code of 0x",
        ),
        (
            |block, writes, positions| {
                if block > 0 {
                    lose(writes, positions, |position| {
                        position.tree_index() == &[0; 32] && position.suffix() >= 128
                    });
                }
            },
            "code of 0x",
        ),
    ];
    for (fault, expected) in faults {
        let (_, what) = wrong(with_fault(&options, None, Some(fault)));
        assert!(what.starts_with(expected), "{what}");
    }
}

/// A checked chain of a few blocks, of which bytes can be changed.
struct Checked {
    spec: Spec,
    header: Header,
    hash: B256,
}

impl Checked {
    fn new(genesis: &Path) -> Self {
        let genesis_file: Genesis = spec::read_genesis(genesis).unwrap();
        let root = state::genesis_root(&state::of_genesis(&genesis_file.alloc));
        let header = spec::genesis_header(&genesis_file, root);
        let hash = header.hash_slow();
        Self { spec: Spec::new(&genesis_file, hash, genesis).unwrap(), header, hash }
    }

    fn check(&self, chain: &Path, last: Option<B256>) -> Result<check::Outline, Failure> {
        check::check(&Source::open(chain)?, &self.spec, (&self.header, self.hash), last, |_| {})
    }
}

#[test]
fn every_wrong_byte_of_a_chain_is_found_before_the_execution() {
    let Some(folder) = geth_chain() else { return };
    let checked = Checked::new(&folder.join("genesis.json"));
    let target = TempDir::new().unwrap();
    let path = target.path().join("chain.rlp");
    let whole = fs::read(folder.join("chain.rlp")).unwrap();
    // All bytes of the first blocks.
    let bytes = first_blocks(&whole, 9);
    fs::write(&path, bytes).unwrap();
    let last = *checked.check(&path, None).unwrap().hashes.last().unwrap();
    checked.check(&path, Some(last)).unwrap();
    let fails = |bytes: &[u8], position: usize, bit: u8| {
        let mut changed = bytes.to_vec();
        changed[position] ^= bit;
        fs::write(&path, changed).unwrap();
        let failure = checked.check(&path, Some(last)).unwrap_err();
        assert!(matches!(failure.exit_code(), 1 | 2), "{failure}");
        failure.to_string()
    };
    for position in 0..bytes.len() {
        fails(bytes, position, 1 << (position % 8));
    }
    // A byte of a state root shows in the next block's hash of the parent.
    let root = first_blocks(&whole, 3).len() + 100;
    assert!(fails(bytes, root, 1).contains("block 5: wrong hash of the parent: expected 0x"));
    // Bytes are missing or added at the end.
    for cut in [1, 100] {
        fs::write(&path, &bytes[..bytes.len() - cut]).unwrap();
        assert!(checked.check(&path, None).unwrap_err().to_string().contains("a block ends after"));
    }
    fs::write(&path, [bytes, &[0x80]].concat()).unwrap();
    assert!(checked.check(&path, None).unwrap_err().to_string().contains("begins a string"));
}

/// An archive of the first blocks of another one, with its own accumulator and index, in a folder.
fn small_archive(archive: &Path, blocks: u64, folder: &Path) -> PathBuf {
    let bytes = fs::read(archive).unwrap();
    let entry = |position: usize| {
        let [kind, length] =
            [0, 2].map(|offset| u32::from_le_bytes(bytes[position + offset..][..4].try_into().unwrap()));
        (kind & 0xffff, 8 + length as usize)
    };
    let mut position = entry(0).1;
    let (mut starts, mut records, mut header) = (Vec::new(), Accumulator::default(), Vec::new());
    while (starts.len() as u64) < blocks {
        starts.push(position as u64);
        for _ in 0..4 {
            let (kind, length) = entry(position);
            let data = &bytes[position + 8..position + length];
            if kind == 3 {
                header.clear();
                std::io::Read::read_to_end(&mut snap::read::FrameDecoder::new(data), &mut header).unwrap();
            }
            if kind == 6 {
                records.push(&keccak256(&header), &U256::from_le_slice(data));
            }
            position += length;
        }
    }
    let root = records.root();
    let mut written = bytes[..position].to_vec();
    written.extend([7, 0, 32, 0, 0, 0, 0, 0].iter().chain(&root.0));
    let start = written.len() as u64;
    let length = u32::try_from(16 + 8 * blocks).unwrap();
    written.extend([0x66, 0x32].iter().chain(&length.to_le_bytes()).chain(&[0; 2]));
    written.extend(0u64.to_le_bytes());
    starts.iter().for_each(|at| written.extend(at.wrapping_sub(start).to_le_bytes()));
    written.extend(blocks.to_le_bytes());
    let path = folder.join(format!("mainnet-00000-{}.era1", &root.to_string()[2..10]));
    fs::write(&path, written).unwrap();
    path
}

#[test]
fn every_wrong_byte_of_an_archive_is_found() {
    let Some(folder) = data::folder("mainnet-genesis", "imports of mainnet's archives") else { return };
    let archive = folder.join("mainnet-00000-5ec1ffb8.era1");
    let target = TempDir::new().unwrap();
    let path = small_archive(&archive, 5, target.path());
    let checked = Checked::new(&folder.join("genesis.json"));
    assert_eq!(checked.check(target.path(), None).unwrap().hashes.len(), 4);
    let bytes = fs::read(&path).unwrap();
    let archived = || {
        let blocks = Source::open(target.path()).unwrap().blocks().unwrap().map(Result::unwrap);
        blocks.map(|imported| (imported.hash, imported.archived)).collect::<Vec<_>>()
    };
    let whole = archived();
    let (mut same, mut receipts) = (0, 0);
    for position in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[position] ^= 1 << (position % 8);
        fs::write(&path, changed).unwrap();
        // Receipts are compared with those of the execution, all others here.
        if let Ok(outline) = checked.check(target.path(), None) {
            assert_eq!(outline.hashes.len(), 4);
            // Some bits of the compression have no effect: copies within a run of zeros give the same bytes.
            if archived() == whole {
                same += 1;
                continue;
            }
            receipts += 1;
            let options = Options {
                genesis: folder.join("genesis.json"),
                chain: target.path().into(),
                ..Options::default()
            };
            let (_, what) = wrong(run(&options));
            assert_eq!(what, "archived receipts", "byte {position}");
        }
    }
    assert!(receipts > 0 && same < bytes.len() / 100, "{receipts} receipts, {same} of {}", bytes.len());
}

#[test]
fn rewards_of_archives_and_their_last_state_as_a_genesis() {
    let Some(folder) = data::folder("mainnet-genesis", "imports of mainnet's archives") else { return };
    let target = TempDir::new().unwrap();
    small_archive(&folder.join("mainnet-00000-5ec1ffb8.era1"), 40, target.path());
    let state = target.path().join("state.json");
    let options = Options {
        genesis: folder.join("genesis.json"),
        chain: target.path().into(),
        state: Some(state.clone()),
        tables: Profile::Small,
        by_operation: false,
        ..Options::default()
    };
    let report = run(&options).unwrap();
    assert_eq!((report.blocks, report.transactions), (39, 0));
    assert!(report.uncles > 0 && report.accounts > 8893, "{report:?}");

    let genesis: Genesis = spec::read_genesis(&state).unwrap();
    let mut tree = StateTree::new(Tree::in_memory(), Profile::Small);
    let updates = state::of_genesis(&genesis.alloc);
    assert_eq!(state::genesis_root(&updates).to_string(), report.state_root);
    tree.write(0, &updates, &State::default(), &mut Times::default()).unwrap();
    let root = tree.commit("", &mut Times::default()).unwrap();
    assert_eq!(B256::from(root).to_string(), report.root);
}

#[test]
fn a_store_continues_where_it_stopped_and_refuses_other_chains() {
    let Some(folder) = geth_chain() else { return };
    let target = TempDir::new().unwrap();
    let store = Some(target.path().join("store"));
    let stored = |blocks| Options { store: store.clone(), ..shorter(&folder, blocks, target.path()) };
    let whole = run(&shorter(&folder, 90, target.path())).unwrap();
    let first = run(&stored(40)).unwrap();
    assert_eq!((first.blocks, first.blocks_skipped), (40, 0));
    let rest = run(&stored(90)).unwrap();
    assert_eq!((rest.blocks, rest.blocks_skipped, rest.blocks_executed_again), (50, 40, 0));
    assert_eq!((&rest.root, &rest.state_root), (&whole.root, &whole.state_root));

    // Without the accounts, all stored blocks are executed again.
    let accounts = target.path().join("store/accounts.json");
    let text = fs::read_to_string(&accounts).unwrap();
    fs::remove_file(&accounts).unwrap();
    let again = run(&stored(90)).unwrap();
    assert_eq!((again.blocks, again.blocks_skipped, again.blocks_executed_again), (0, 90, 90));
    assert_eq!(again.root, whole.root);

    // Another nonce in the stored accounts.
    let changed = text.replacen("\"nonce\": \"0x1\"", "\"nonce\": \"0x2\"", 1);
    assert_ne!(changed, text);
    fs::write(&accounts, changed).unwrap();
    assert_eq!(wrong(run(&stored(90))), (90, "state root of the stored accounts".into()));
    fs::write(&accounts, text).unwrap();

    // A chain that ends before the store, and an export without the first blocks.
    let error = run(&stored(60)).unwrap_err();
    assert!(error.to_string().contains("belongs to another chain"), "{error}");
    assert_eq!(error.exit_code(), 2);
    let export = Options { export: Some(target.path().join("blocks")), ..stored(90) };
    assert_eq!(run(&export).unwrap_err().exit_code(), 2);
    assert!(!target.path().join("blocks").exists());
}

#[test]
fn nothing_of_a_wrong_chain_is_saved() {
    let Some(folder) = geth_chain() else { return };
    let target = TempDir::new().unwrap();
    let mut options = shorter(&folder, 30, target.path());
    let mut bytes = fs::read(&options.chain).unwrap();
    let length = bytes.len();
    bytes[length / 2] ^= 4;
    fs::write(&options.chain, bytes).unwrap();
    options.store = Some(target.path().join("store"));
    options.export = Some(target.path().join("blocks"));
    options.state = Some(target.path().join("state.json"));
    run(&options).unwrap_err();
    let left = fs::read_dir(target.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(left.collect::<Vec<_>>(), ["30.rlp"]);
}

/// A header with one wrong value breaks the rule of that value, and the largest allowed ones break none.
#[test]
fn every_rule_of_headers_is_checked() {
    let Some(folder) = geth_chain() else { return };
    let Checked { spec, header: genesis, .. } = Checked::new(&folder.join("genesis.json"));
    let blocks = Source::open(&folder.join("chain.rlp")).unwrap().blocks().unwrap();
    let headers: Vec<_> =
        std::iter::once(genesis).chain(blocks.map(|block| block.unwrap().block.header)).collect();
    let hash = B256::repeat_byte(7);
    // The first blocks, of Shanghai, Cancun and Prague, and the last one.
    for number in [1, 5, 6, 11, 12, 13, BLOCKS] {
        let (parent, header) = (&headers[number - 1], &headers[number]);
        let check = |change: &dyn Fn(&mut Header)| {
            let mut changed = header.clone();
            change(&mut changed);
            check::check_header(&spec, parent, &changed).map_err(|failure| failure.to_string())
        };
        let refused = |what: &str, change: &dyn Fn(&mut Header)| {
            let failure = check(change).unwrap_err();
            assert!(failure.contains(&format!("block {number}: wrong {what}: ")), "{what}: {failure}");
        };
        let step = parent.gas_limit / 1024;
        let allowed: [&dyn Fn(&mut Header); 6] = [
            &|_| {},
            &|header| header.gas_used = header.gas_limit,
            &|header| header.extra_data = vec![0; 32].into(),
            &|header| header.gas_limit = parent.gas_limit + step - 1,
            &|header| header.gas_limit = parent.gas_limit - (step - 1),
            &|header| header.mix_hash = hash,
        ];
        for change in allowed {
            assert_eq!(check(change), Ok(()), "block {number}");
        }
        refused("timestamp", &|header| header.timestamp = parent.timestamp);
        refused("timestamp", &|header| header.timestamp = 0);
        refused("gas used", &|header| header.gas_used = header.gas_limit + 1);
        refused("extra data", &|header| header.extra_data = vec![0; 33].into());
        refused("gas limit", &|header| header.gas_limit = parent.gas_limit + step);
        refused("gas limit", &|header| header.gas_limit = parent.gas_limit - step);
        refused("base fee", &|header| *header.base_fee_per_gas.as_mut().unwrap() += 1);
        refused("base fee", &|header| header.base_fee_per_gas = None);
        refused("difficulty", &|header| header.difficulty = U256::ONE);
        refused("nonce", &|header| header.nonce = [1; 8].into());
        let number = |value: &mut Option<u64>| *value = if value.is_some() { None } else { Some(0) };
        let root = |value: &mut Option<B256>| *value = if value.is_some() { None } else { Some(hash) };
        refused("excess blob gas", &|header| number(&mut header.excess_blob_gas));
        refused("root of the withdrawals", &|header| root(&mut header.withdrawals_root));
        refused("blob gas used", &|header| number(&mut header.blob_gas_used));
        refused("root of the beacon block", &|header| root(&mut header.parent_beacon_block_root));
        refused("hash of the requests", &|header| root(&mut header.requests_hash));
        if header.excess_blob_gas.is_some() {
            refused("excess blob gas", &|header| *header.excess_blob_gas.as_mut().unwrap() += 1);
        }
    }
}

/// The first block of London on mainnet has twice the limit of gas and the initial fee.
#[test]
fn the_first_header_of_london() {
    const LONDON: u64 = 12_965_000;
    let spec = Spec::new(&Genesis::default(), spec::MAINNET, Path::new("")).unwrap();
    let check = |gas_limit, fee| {
        let parent = Header { number: LONDON - 1, gas_limit: 15_000_000, ..Header::default() };
        let header =
            Header { number: LONDON, gas_limit, timestamp: 1, base_fee_per_gas: fee, ..Header::default() };
        check::check_header(&spec, &parent, &header).map_err(|failure| failure.to_string())
    };
    let initial = Some(1_000_000_000);
    for gas_limit in [30_000_000 - 29_295, 30_000_000, 30_000_000 + 29_295] {
        assert_eq!(check(gas_limit, initial), Ok(()));
    }
    for (gas_limit, fee, what) in [
        (15_000_000, initial, "gas limit"),
        (30_000_000 + 29_296, initial, "gas limit"),
        (30_000_000, None, "base fee"),
        (30_000_000, Some(1), "base fee"),
    ] {
        let failure = check(gas_limit, fee).unwrap_err();
        assert!(failure.contains(&format!("wrong {what}: ")), "{failure}");
    }
}
