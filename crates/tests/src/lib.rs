//! The test programs of the libraries, as one package.
//!
//! Each library has its tests beside its code, in its folder `tests`; this package names them, but for those that
//! `vorpal` compiles (`observers`, `stack`). So the libraries are compiled optimised, and these programs are not
//! (`profile.dev` of the workspace): a program of tests uses generic code with many types, which takes much longer to
//! compile with optimisation, and is run once.
//!
//! `cargo test -p vorpal-tests --test fields` runs the tests of `crates/fields/tests`.

#![forbid(unsafe_code)]
