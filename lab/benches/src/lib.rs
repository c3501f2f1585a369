//! `benches/picture.rs` times Vorpal on the workloads of the README's picture.
