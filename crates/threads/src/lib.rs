//! Loops of the project's other crates: on the threads of the caller's rayon pool with feature `parallel`, on the
//! calling thread without it.
//!
//! rayon compiles its loops once for each type of item and each closure: some thirty functions for a loop over the
//! elements of one field. These loops pass an index to a closure without type parameters, so that rayon's code is
//! compiled once. An index costs a lock without contention, some ten nanoseconds. So a task takes a microsecond or
//! more: callers divide long lists of short work into chunks.
//!
//! ```
//! let squares = vorpal_threads::map(&[1, 2, 3], |x| x * x);
//! assert_eq!(squares, [1, 4, 9]);
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

#[cfg(feature = "parallel")]
mod pool;
#[cfg(feature = "parallel")]
pub use pool::{alone, at_once, for_each, join, map, number};

#[cfg(not(feature = "parallel"))]
mod sequential;
#[cfg(not(feature = "parallel"))]
pub use sequential::{alone, at_once, for_each, join, map, number};

#[cfg(test)]
mod tests;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
