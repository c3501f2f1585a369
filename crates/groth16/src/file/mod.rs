//! The container of the binary files of circom and snarkjs.
//!
//! A file is a magic of four bytes, the version and the number of sections (`u32`), and for each section its type
//! (`u32`), its length (`u64`) and its bytes. Numbers are little-endian. There is no padding, so sections have no
//! alignment; sections are in any order.
//!
//! ```
//! use vorpal_groth16::file::{Container, Kind, Writer};
//!
//! let mut writer = Writer::new(Vec::new(), Kind::Wtns, 2)?;
//! writer.section(2, 4)?.u32(7)?;
//! writer.section(1, 8)?.u64(8)?;
//! let bytes = writer.finish()?;
//!
//! let mut container = Container::of_bytes(&bytes, Kind::Wtns)?;
//! let mut section = container.section(2)?;
//! assert_eq!(section.u32()?, 7);
//! section.finish()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod container;
mod error;
mod input;
mod section;
#[cfg(feature = "std")]
mod writer;

pub use container::Container;
pub use error::{FileError, Reason};
pub use input::{Input, InputError};
pub use section::Section;
#[cfg(feature = "std")]
pub use writer::Writer;

/// A kind of binary file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A proving key.
    Zkey,
    /// A witness.
    Wtns,
    /// The constraints of a circuit.
    R1cs,
    /// Powers of tau: the universal part of a setup.
    Ptau,
}

impl Kind {
    /// The four first bytes.
    pub const fn magic(self) -> [u8; 4] {
        match self {
            Self::Zkey => *b"zkey",
            Self::Wtns => *b"wtns",
            Self::R1cs => *b"r1cs",
            Self::Ptau => *b"ptau",
        }
    }

    /// The version that is read and written.
    pub const fn version(self) -> u32 {
        match self {
            Self::Zkey | Self::R1cs | Self::Ptau => 1,
            Self::Wtns => 2,
        }
    }
}

impl core::fmt::Display for Kind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Zkey => "zkey",
            Self::Wtns => "wtns",
            Self::R1cs => "r1cs",
            Self::Ptau => "ptau",
        })
    }
}
