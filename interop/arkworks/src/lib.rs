//! Vorpal's arithmetic for the types of arkworks 0.6.

#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod convert;
pub mod fields;
pub mod functions;
