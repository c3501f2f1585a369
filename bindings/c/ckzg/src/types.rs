//! The structures of c-kzg, in the representation of C.

use std::ffi::c_void;

use crate::settings::Loaded;

/// The result of a function.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum C_KZG_RET {
    /// Success.
    C_KZG_OK = 0,
    /// An argument is malformed.
    C_KZG_BADARGS = 1,
    /// An internal error.
    C_KZG_ERROR = 2,
    /// There is no memory.
    C_KZG_MALLOC = 3,
}

macro_rules! bytes {
    ($($(#[$attribute:meta])* $name:ident: $length:expr;)*) => {$(
        $(#[$attribute])*
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $name {
            pub(crate) bytes: [u8; $length],
        }

        impl AsRef<[u8]> for $name {
            fn as_ref(&self) -> &[u8] {
                &self.bytes
            }
        }
    )*};
}

bytes! {
    /// The bytes of a scalar, big-endian.
    Bytes32: 32;
    /// The bytes of a commitment or a proof.
    Bytes48: 48;
    /// The bytes of a blob.
    Blob: vorpal_kzg::BYTES_PER_BLOB;
    /// The bytes of a cell.
    Cell: vorpal_kzg::BYTES_PER_CELL;
}

/// A scalar in Montgomery form, least significant limb first.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct fr_t {
    pub(crate) l: [u64; 4],
}

/// A point of G1: `X / Z^2` and `Y / Z^3`, in Montgomery form; `Z` is zero for infinity.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct g1_t {
    pub(crate) x: [u64; 6],
    pub(crate) y: [u64; 6],
    pub(crate) z: [u64; 6],
}

/// A trusted setup. The layout and the names are those of c-kzg, whose users allocate it by value. The field `tables`
/// has the setup of this library, `wbits` the argument `precompute`; all others are null or zero.
#[repr(C)]
pub struct KZGSettings {
    roots_of_unity: *mut fr_t,
    brp_roots_of_unity: *mut fr_t,
    reverse_roots_of_unity: *mut fr_t,
    g1_values_monomial: *mut g1_t,
    g1_values_lagrange_brp: *mut g1_t,
    g2_values_monomial: *mut c_void,
    x_ext_fft_columns: *mut *mut g1_t,
    pub(crate) tables: *mut Loaded,
    wbits: usize,
    scratch_size: usize,
}

impl KZGSettings {
    /// Settings with a setup, or with none for null.
    pub(crate) fn new(tables: *mut Loaded, precompute: u64) -> Self {
        Self {
            roots_of_unity: std::ptr::null_mut(),
            brp_roots_of_unity: std::ptr::null_mut(),
            reverse_roots_of_unity: std::ptr::null_mut(),
            g1_values_monomial: std::ptr::null_mut(),
            g1_values_lagrange_brp: std::ptr::null_mut(),
            g2_values_monomial: std::ptr::null_mut(),
            x_ext_fft_columns: std::ptr::null_mut(),
            tables,
            wbits: usize::try_from(precompute).unwrap_or(usize::MAX),
            scratch_size: 0,
        }
    }
}
