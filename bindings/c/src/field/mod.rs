//! Batches of field elements in the stored form: limbs of 64 bits in Montgomery form, least significant first.

mod batch;
mod convert;
mod elements;
mod operations;

pub(crate) use elements::stored_elements;
pub(crate) use operations::vorpal_field;
