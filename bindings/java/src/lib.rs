//! The Java interface of Vorpal: the native methods of the class `io.vorpal.internal.Native`.
//!
//! The packages below `io.vorpal` check what Java can check, and call these methods. Every method checks its arguments
//! again. An error becomes an exception that names the argument and the index, and no panic leaves the library.
//!
//! * `entry` is the frame of every method, `error` has the failures that become exceptions.
//! * `memory` turns arrays and direct buffers into slices; it has all `unsafe` code.
//! * `handles` has the values that Java objects name by a number.
//! * `secp256k1`, `p256`, `evm`, `kzg`, `bls`, `msm` and `tree` have the methods of each area, `besu` those of the
//!   drop-ins.

#![deny(unsafe_code)]

mod besu;
mod bls;
mod entry;
mod error;
mod evm;
mod handles;
mod kzg;
mod memory;
mod msm;
mod p256;
mod secp256k1;
mod tree;
