//! Formats of points of P-256.

use super::P256;
pub use crate::models::weierstrass::Sec1Bytes;

/// The format of SEC 1 (version 2, sections 2.3.3 and 2.3.4), see [`Sec1`](crate::models::weierstrass::Sec1).
pub const SEC1: Sec1 = Sec1::FORMAT;

/// The type of [`SEC1`].
pub type Sec1 = crate::models::weierstrass::Sec1<P256>;
