//! Operations modulo an odd number, by the kernels of the backend in use.

mod single;
mod sums;
mod unreduced;
