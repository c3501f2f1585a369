//! The sizes of EIP-4844 and EIP-7594.

/// The bytes of a scalar.
pub const BYTES_PER_FIELD_ELEMENT: usize = vorpal_kzg::BYTES_PER_SCALAR;
/// The scalars of a cell.
pub const FIELD_ELEMENTS_PER_CELL: usize = vorpal_kzg::SCALARS_PER_CELL;
/// The scalars of a blob.
pub const FIELD_ELEMENTS_PER_BLOB: usize = vorpal_kzg::SCALARS_PER_BLOB;
/// The bytes of a blob.
pub const BYTES_PER_BLOB: usize = vorpal_kzg::BYTES_PER_BLOB;
/// The bytes of a cell.
pub const BYTES_PER_CELL: usize = vorpal_kzg::BYTES_PER_CELL;
/// How many times as long as a blob its cells are.
pub const EXPANSION_FACTOR: usize = FIELD_ELEMENTS_PER_EXT_BLOB / FIELD_ELEMENTS_PER_BLOB;
/// The scalars of all cells of a blob.
pub const FIELD_ELEMENTS_PER_EXT_BLOB: usize = CELLS_PER_EXT_BLOB * FIELD_ELEMENTS_PER_CELL;
/// The cells of a blob.
pub const CELLS_PER_EXT_BLOB: usize = vorpal_kzg::CELLS_PER_BLOB;
/// The proofs of a blob: one for each cell.
pub const NUM_PROOFS: usize = CELLS_PER_EXT_BLOB;
/// The bytes of a commitment.
pub const BYTES_PER_COMMITMENT: usize = vorpal_kzg::BYTES_PER_COMMITMENT;
/// The width that the replaced crate advises: 96 MiB of tables.
pub const RECOMMENDED_PRECOMP_WIDTH: usize = 8;
