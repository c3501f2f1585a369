//! A server of a state tree on disk. A block is some updates and one commit; a witness proves keys to anyone:
//!
//! ```
//! Some(value) => tree.update([(key, value)]),
//! tree.commit_block(committer, label).map_err(Refused::Tree)?;
//! self.read().prove_with(&self.committer, keys, WitnessVersion::Bound)
//! ```
//!
//! # The program
//!
//! ```sh
//! cargo run --release -p state-server -- --store DIRECTORY --listen 127.0.0.1:8080
//! curl localhost:8080/head
//! curl localhost:8080/blocks --json '{"label": "1", "writes": [["0x07..07", "0x01..01"], ["0x08..08", null]]}'
//! curl localhost:8080/values/0x07..07
//! curl localhost:8080/proofs --json '["0x07..07", "0x08..08"]'
//! curl -X DELETE localhost:8080/blocks/last
//! ```
//!
//! Keys and values have 32 bytes, in hexadecimal digits. The value `null` removes a key.

mod routes;
mod state;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser;
use tokio::net::TcpListener;
use vorpal::ipa::{Basis, Committer, Profile};
use vorpal::tree::{DiskOptions, DiskStore, Tree};

use self::state::State;

/// Serves a state tree over HTTP.
#[derive(Parser)]
struct Arguments {
    /// The directory of the tree. It is created if it does not exist.
    #[arg(long)]
    store: PathBuf,
    /// The address and port.
    #[arg(long, default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let store = DiskStore::open_or_create(&arguments.store, DiskOptions::default())?;
    let committer = Committer::with_profile(&Basis::default(), Profile::Small);
    let state = Arc::new(State::new(Tree::over(store), committer));
    let listener = TcpListener::bind(arguments.listen).await?;
    eprintln!("block {} on http://{}", state.head()?.blocks, listener.local_addr()?);
    // An interrupt lets requests finish.
    let interrupt = async { drop(tokio::signal::ctrl_c().await) };
    axum::serve(listener, routes::router(state)).with_graceful_shutdown(interrupt).await?;
    Ok(())
}
