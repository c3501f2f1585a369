//! The sizes of EIP-4844 and EIP-7594 by the names of the specification.

/// The bytes of a scalar.
pub const BYTES_PER_FIELD_ELEMENT: usize = vorpal_kzg::BYTES_PER_SCALAR;
/// The bytes of a commitment.
pub const BYTES_PER_COMMITMENT: usize = vorpal_kzg::BYTES_PER_COMMITMENT;
/// The bytes of a proof.
pub const BYTES_PER_PROOF: usize = vorpal_kzg::BYTES_PER_PROOF;
/// The scalars of a blob.
pub const FIELD_ELEMENTS_PER_BLOB: usize = vorpal_kzg::SCALARS_PER_BLOB;
/// The bytes of a blob.
pub const BYTES_PER_BLOB: usize = vorpal_kzg::BYTES_PER_BLOB;
/// The scalars of a cell.
pub const FIELD_ELEMENTS_PER_CELL: usize = vorpal_kzg::SCALARS_PER_CELL;
/// The bytes of a cell.
pub const BYTES_PER_CELL: usize = vorpal_kzg::BYTES_PER_CELL;
/// The cells of an extended blob.
pub const CELLS_PER_EXT_BLOB: usize = vorpal_kzg::CELLS_PER_BLOB;
