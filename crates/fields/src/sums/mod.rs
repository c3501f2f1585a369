//! Sums of products with one reduction at the end: [`Acc`] of elements by elements, [`SmallAcc`] of elements by machine
//! integers, [`MixedAcc`] of both.

mod acc;
mod inner;
mod integer;
mod mixed;
mod small;

pub use acc::Acc;
pub use integer::Integer;
pub use mixed::MixedAcc;
pub use small::SmallAcc;
