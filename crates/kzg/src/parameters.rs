//! The sizes of EIP-4844 and EIP-7594.

/// The scalars of a blob, the coefficients of its polynomial: `FIELD_ELEMENTS_PER_BLOB`.
pub const SCALARS_PER_BLOB: usize = 4096;
/// The scalars of a cell: `FIELD_ELEMENTS_PER_CELL`.
pub const SCALARS_PER_CELL: usize = 64;
/// The cells of an extended blob, of which the first half are the blob itself: `CELLS_PER_EXT_BLOB`.
pub const CELLS_PER_BLOB: usize = 128;
/// The cells that determine a blob.
pub const CELLS_TO_RECOVER: usize = CELLS_PER_BLOB / 2;

/// The bytes of a scalar.
pub const BYTES_PER_SCALAR: usize = 32;
/// The bytes of a commitment.
pub const BYTES_PER_COMMITMENT: usize = 48;
/// The bytes of a proof.
pub const BYTES_PER_PROOF: usize = 48;
/// The bytes of a blob.
pub const BYTES_PER_BLOB: usize = SCALARS_PER_BLOB * BYTES_PER_SCALAR;
/// The bytes of a cell.
pub const BYTES_PER_CELL: usize = SCALARS_PER_CELL * BYTES_PER_SCALAR;
