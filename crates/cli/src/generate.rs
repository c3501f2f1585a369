//! Generated chains: transfers signed with known keys, and storage writes.
//!
//! A chain depends on its [`Size`] alone, so it is the same on every machine. `vorpal replay` without data replays the
//! built-in one, which has the default size and runs on a fresh clone. [`FINAL_ROOT`] is the root after its last block.
//! go-verkle, which shares no code with Vorpal, computes the same root from the files that `vorpal generate` writes
//! (`lab/go`).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use sha3::Keccak256;
use vorpal::curves::PointFormat;
use vorpal::curves::secp256k1::encoding::SEC1;
use vorpal::curves::secp256k1::{Affine, Jacobian};
use vorpal::fields::batch_invert;
use vorpal::fields::primes::Secp256k1Scalar as Scalar;
use vorpal::msm::FixedBases;
use vorpal::secp256k1::{PublicKey, Recovery};
use vorpal::tree::Root;

use crate::failure::Failure;
use crate::hex::{Bytes, Quantity};
use crate::input::accounts::{Account, CodeSize};
use crate::input::roots;
use crate::input::signatures::{self, Signature, SignatureSource};
use crate::output::files::{self, Files};
use crate::replay::chain::{Block, Expected, Writes};
use crate::replay::engine::Engine;
use crate::replay::progress_bar;

/// The root after the last block.
const FINAL_ROOT: Root = [
    0x39, 0x68, 0x49, 0x38, 0x01, 0xf3, 0xe9, 0xe5, 0x13, 0x9b, 0x25, 0xe0, 0x2b, 0x85, 0xd6, 0x82, 0x99,
    0xab, 0x3c, 0x4d, 0x0a, 0x82, 0x02, 0x02, 0xe9, 0x06, 0x00, 0xfa, 0x9a, 0x28, 0x2a, 0x18,
];

const CONTRACTS: u64 = 24;

/// The storage writes of a block for each transfer.
const WRITES_PER_TRANSFER: usize = 2;

/// The number of slots of a contract that later blocks write again: a bound of memory in long chains.
const REMEMBERED: usize = 1 << 16;

/// The size of a chain. The state grows with every block: about half of the storage writes are to new slots.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Size {
    /// The number of blocks.
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    blocks: u32,
    /// The number of transactions in a block. Each comes with two writes to storage.
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    transactions: u32,
    /// The number of accounts that send and receive.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    accounts: u32,
}

impl Default for Size {
    /// The size of the built-in chain.
    fn default() -> Self {
        Self { blocks: 32, transactions: 150, accounts: 400 }
    }
}

/// An account with a key. The secret keys are derived from public data, so they must not be used elsewhere.
struct User {
    secret: Scalar,
    key: PublicKey,
    nonce: u64,
    balance: u128,
}

struct Contract {
    address: [u8; 20],
    code_hash: [u8; 32],
    /// The storage slots written last.
    written: Vec<[u8; 32]>,
    /// The number of writes to storage.
    writes: usize,
}

impl Contract {
    fn remember(&mut self, slot: [u8; 32]) {
        match self.written.get_mut(self.writes % REMEMBERED) {
            Some(oldest) => *oldest = slot,
            None => self.written.push(slot),
        }
        self.writes += 1;
    }
}

/// A stream of pseudorandom bytes: SHA-256 of a counter.
struct Stream(u64);

impl Stream {
    fn bytes(&mut self) -> [u8; 32] {
        self.0 += 1;
        Sha256::new()
            .chain_update(b"vorpal generated chain")
            .chain_update(self.0.to_be_bytes())
            .finalize()
            .into()
    }

    /// The next number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        let [a, b, c, d, ..] = self.bytes();
        u32::from_be_bytes([a, b, c, d]) as usize % bound
    }
}

/// The generated blocks. The last one has [`FINAL_ROOT`] as its expected root.
pub(crate) fn generated_chain() -> Result<Vec<Block>, Failure> {
    let mut blocks = Chain::new(Size::default())?.collect::<Result<Vec<Block>, Failure>>()?;
    if let Some(last) = blocks.last_mut() {
        last.expected.root = Some(FINAL_ROOT);
    }
    Ok(blocks)
}

/// An iterator over the blocks.
struct Chain {
    size: Size,
    /// The number of blocks made.
    made: u32,
    stream: Stream,
    generator: FixedBases<Jacobian>,
    users: Vec<User>,
    contracts: Vec<Contract>,
}

impl Chain {
    fn new(size: Size) -> Result<Self, Failure> {
        let mut stream = Stream(0);
        let generator = FixedBases::new(&[Affine::GENERATOR], 8).map_err(failure)?;
        let secrets: Vec<Scalar> =
            (0..size.accounts).map(|_| Scalar::from_be_bytes_reduced(&stream.bytes())).collect();
        let keys = multiples(&generator, &secrets)?;
        let user = |(secret, key): (Scalar, &Affine)| {
            let bytes = SEC1.encode_uncompressed(key);
            Ok::<_, Failure>(User {
                secret,
                key: PublicKey::from_sec1_bytes(&bytes).map_err(failure)?,
                nonce: 0,
                balance: 1 << 80,
            })
        };
        let users = secrets.into_iter().zip(&keys).map(user).collect::<Result<_, _>>()?;
        let contract = |number: u64| {
            let digest: [u8; 32] =
                Keccak256::digest([&b"contract"[..], &number.to_be_bytes()].concat()).into();
            let mut address = [0; 20];
            address.copy_from_slice(&digest[..20]);
            Contract { address, code_hash: digest, written: Vec::new(), writes: 0 }
        };
        let contracts = (0..CONTRACTS).map(contract).collect();
        Ok(Self { size, made: 0, stream, generator, users, contracts })
    }

    fn block(&mut self, number: u32) -> Result<Block, Failure> {
        let (signatures, changed) = self.transfers()?;
        let mut accounts: Vec<Account> =
            changed.into_iter().map(|user| account_of(&self.users[user])).collect();
        accounts.extend(self.storage_writes());
        let writes = Writes::Accounts(accounts);
        Ok(Block { name: number.to_string(), writes, signatures, expected: Expected::default() })
    }

    /// Makes signed transfers among the users. Returns the signatures and the indices of the users that changed.
    fn transfers(&mut self) -> Result<(Vec<Signature>, BTreeSet<usize>), Failure> {
        let mut changed = BTreeSet::new();
        let mut signers = Vec::new();
        for _ in 0..self.size.transactions {
            let (from, to) = (self.stream.below(self.users.len()), self.stream.below(self.users.len()));
            let amount = self.stream.below(1 << 30) as u128;
            let hash = Keccak256::new()
                .chain_update(self.users[from].nonce.to_be_bytes())
                .chain_update(self.users[to].key.ethereum_address())
                .chain_update(amount.to_be_bytes())
                .finalize();
            self.users[from].nonce += 1;
            self.users[from].balance -= amount;
            self.users[to].balance += amount;
            changed.extend([from, to]);
            signers.push((from, hash.into()));
        }
        Ok((self.sign(&signers)?, changed))
    }

    /// Signs each hash by its user: ECDSA (SEC 1, section 4.1.3) with `s` in the lower half. All signatures share one
    /// batch inversion.
    fn sign(&mut self, signers: &[(usize, [u8; 32])]) -> Result<Vec<Signature>, Failure> {
        let nonces: Vec<Scalar> =
            signers.iter().map(|_| Scalar::from_be_bytes_reduced(&self.stream.bytes())).collect();
        let points = multiples(&self.generator, &nonces)?;
        let mut inverses = nonces;
        batch_invert(&mut inverses);
        let parts = signers.iter().zip(points.iter().zip(inverses));
        let sign = |((user, hash), (point, inverse)): (&(usize, [u8; 32]), (&Affine, Scalar))| {
            let signature = signature(&self.users[*user], hash, point, inverse);
            signature.ok_or_else(|| failure("a nonce for which ECDSA has no signature"))
        };
        parts.map(sign).collect()
    }

    /// Writes to storage slots of four kinds: in the account header, consecutive, random, and already written. Half of
    /// the writes to slots already written write zero.
    fn storage_writes(&mut self) -> Vec<Account> {
        let mut storage: BTreeMap<usize, BTreeMap<[u8; 32], [u8; 32]>> = BTreeMap::new();
        for _ in 0..WRITES_PER_TRANSFER * self.size.transactions as usize {
            let number = self.stream.below(self.contracts.len());
            let (kind, value) = (self.stream.below(4), self.stream.bytes());
            let contract = &mut self.contracts[number];
            let written = contract.written.len();
            let (slot, value) = match kind {
                0 => (small_slot(self.stream.below(64)), small_slot(self.stream.below(1000))),
                1 => (small_slot(64 + contract.writes), value),
                2 => (self.stream.bytes(), value),
                _ if written == 0 => (small_slot(0), value),
                _ => {
                    let slot = contract.written[self.stream.below(written)];
                    (slot, if value[0] % 2 == 0 { [0; 32] } else { value })
                }
            };
            contract.remember(slot);
            storage.entry(number).or_default().insert(slot, value);
        }
        let account = |(number, storage): (usize, BTreeMap<[u8; 32], [u8; 32]>)| Account {
            address: Bytes(self.contracts[number].address),
            nonce: 1,
            balance: Quantity([0; 16]),
            code_hash: Bytes(self.contracts[number].code_hash),
            storage: storage.into_iter().map(|(slot, value)| (Quantity(slot), Quantity(value))).collect(),
            code_size: CodeSize::default(),
            code: Vec::new(),
        };
        storage.into_iter().map(account).collect()
    }
}

impl Iterator for Chain {
    type Item = Result<Block, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        (self.made < self.size.blocks).then(|| {
            self.made += 1;
            self.block(self.made)
        })
    }
}

fn account_of(user: &User) -> Account {
    Account {
        address: Bytes(user.key.ethereum_address()),
        nonce: user.nonce,
        balance: Quantity(user.balance.to_be_bytes()),
        code_hash: Bytes(Keccak256::digest(b"").into()),
        storage: Vec::new(),
        code_size: CodeSize::default(),
        code: Vec::new(),
    }
}

fn small_slot(number: usize) -> [u8; 32] {
    let mut slot = [0; 32];
    slot[24..].copy_from_slice(&(number as u64).to_be_bytes());
    slot
}

/// The signature `s = k^-1 (z + r d)`, where `r` is the `x` of `point = k G` and `inverse = k^-1`.
///
/// `None` if `point` is at infinity or `x` is not below the order, which has negligible probability.
fn signature(user: &User, hash: &[u8; 32], point: &Affine, inverse: Scalar) -> Option<Signature> {
    let (x, y) = point.coordinates()?;
    let r = Scalar::from_limbs(&x.to_limbs())?;
    let s = inverse * (Scalar::from_be_bytes_reduced(hash) + r * user.secret);
    let upper_half = bool::from(s.is_lexicographically_largest());
    let recovery_id = u8::from(bool::from(y.is_odd()) != upper_half);
    let s = if upper_half { -s } else { s };
    let recovery = Recovery { hash: *hash, r: r.to_be_bytes(), s: s.to_be_bytes(), recovery_id };
    Some(Signature {
        recovery,
        sender: user.key.ethereum_address(),
        public_key: Some(user.key),
        source: SignatureSource::Generated,
    })
}

/// Multiples of the generator in affine coordinates, with one batch inversion.
fn multiples(generator: &FixedBases<Jacobian>, scalars: &[Scalar]) -> Result<Vec<Affine>, Failure> {
    let multiples = scalars.iter().map(|scalar| generator.msm_vartime(&[*scalar]).map_err(failure));
    Ok(Jacobian::normalise_batch(&multiples.collect::<Result<Vec<_>, _>>()?))
}

fn failure(reason: impl ToString) -> Failure {
    Failure::Engine(format!("the generated chain: {}", reason.to_string()))
}

/// Runs `vorpal generate`: writes a chain as files, block by block.
pub(crate) fn run(out: &PathBuf, size: Size) -> Result<(), Failure> {
    Files::default().folders([out]).check()?;
    std::fs::create_dir(out).map_err(|error| Failure::file(out, error))?;
    let mut engine = Engine::in_memory();
    let mut entries = Vec::new();
    let bar = progress_bar();
    bar.set_length(size.blocks.into());
    for block in Chain::new(size)? {
        let block = block?;
        engine.apply(&block)?;
        entries.push(write_block(out, &block, engine.root())?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let json = serde_json::to_string_pretty(&entries).map_err(|error| Failure::file(out, error))?;
    files::write(&out.join("roots.json"), (json + "\n").as_bytes())
}

fn write_block(out: &Path, block: &Block, root: Root) -> Result<roots::Entry, Failure> {
    let file = format!("{}.jsonl", block.name);
    let Writes::Accounts(accounts) = &block.writes else {
        return Err(Failure::Engine("a generated block does not consist of accounts".into()));
    };
    let mut lines = String::new();
    for account in accounts {
        let line = serde_json::to_string(account).map_err(|error| Failure::file(&out.join(&file), error))?;
        lines += &line;
        lines.push('\n');
    }
    files::write(&out.join(&file), lines.as_bytes())?;

    let mut rows = signatures::COLUMNS.join(",") + "\n";
    for Signature { recovery, sender, public_key, .. } in &block.signatures {
        let [hash, r, s] = [recovery.hash, recovery.r, recovery.s].map(Bytes);
        let key = public_key.map_or(String::new(), |key| Bytes(key.to_uncompressed()).to_string());
        // Writing to a String cannot fail.
        let _ = writeln!(rows, "{hash},{r},{s},{},{},{key}", recovery.recovery_id, Bytes(*sender));
    }
    files::write(&out.join(format!("{}.signatures.csv", block.name)), rows.as_bytes())?;
    let keys = accounts.iter().map(|account| account.writes().count()).sum();
    Ok(roots::Entry { file, keys: Some(keys), root: Bytes(root) })
}
