//! Sums of products with one reduction at the end: [`Acc`] of elements by elements, [`SmallAcc`] of elements by machine
//! integers.

mod acc;
mod inner;
mod integer;
mod small;

pub use acc::Acc;
pub use integer::Integer;
pub use small::SmallAcc;
