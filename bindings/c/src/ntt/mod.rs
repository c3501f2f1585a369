//! Number-theoretic transforms of elements in the stored form, in place.

mod domain;
mod transform;
