//! The commands that process blocks and keep trees, and what all commands have in common: outputs, help, the terminal.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod chain;
mod help;
mod outputs;
mod recover;
mod replay;
mod replay_genesis;
mod replay_malformed;
mod replay_report;
mod replay_store;
#[cfg(unix)]
mod terminal;
mod tree;
mod tree_fixture;
mod tree_readers;
