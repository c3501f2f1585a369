//! Setups with tables.

use vorpal_kzg::Setup;

use crate::TrustedSetup;

/// The bytes of the tables for one more bit of width: 8,192 points of 96 bytes.
const BYTES_OF_WIDTH_ONE: usize = 8192 * 96;

/// Whether a context has tables for commitments and proofs.
#[derive(Debug, Copy, Clone)]
pub enum UsePrecomp {
    /// With tables, in the memory that the replaced crate takes for this width: 768 KiB times `2^(width - 1)`, but at
    /// least 1.5 MiB. 8 means 96 MiB. Beyond the largest tables, a greater width has no effect.
    Yes {
        /// The width.
        width: usize,
    },
    /// Without tables. The first proofs of cells make tables of 1.5 MiB.
    No,
}

/// The functions of EIP-7594 and EIP-4844 for a trusted setup.
#[derive(Debug)]
pub struct DASContext {
    setup: Setup,
}

impl Default for DASContext {
    /// The setup of Ethereum's ceremony without tables.
    fn default() -> Self {
        Setup::ethereum().into()
    }
}

impl DASContext {
    /// A context for this setup, with the tables for proofs.
    ///
    /// # Panics
    /// If there is no memory for the tables.
    #[must_use]
    pub fn new(trusted_setup: &TrustedSetup, use_precomp: UsePrecomp) -> Self {
        let setup = trusted_setup.setup();
        match use_precomp {
            UsePrecomp::No => setup.clone().into(),
            UsePrecomp::Yes { width } => {
                let factor =
                    u32::try_from(width.saturating_sub(1)).ok().and_then(|bits| 1usize.checked_shl(bits));
                let memory = factor.map_or(usize::MAX, |factor| factor.saturating_mul(BYTES_OF_WIDTH_ONE));
                // A setup without tables has the plan of the smallest ones.
                let smallest = Setup::ethereum().table_plan().bytes();
                setup.with_memory(memory.max(smallest)).expect("memory for tables").into()
            }
        }
    }

    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }
}

impl From<Setup> for DASContext {
    /// A context with the tables of a setup.
    fn from(setup: Setup) -> Self {
        Self { setup }
    }
}

impl AsRef<Setup> for DASContext {
    fn as_ref(&self) -> &Setup {
        &self.setup
    }
}
