//! Trusted setups.

use std::fmt::{self, Debug, Formatter};

use vorpal_kzg::Setup;

/// The points of a ceremony.
pub struct TrustedSetup {
    setup: Setup,
}

impl Default for TrustedSetup {
    /// The setup of Ethereum's ceremony, whose points are part of the library.
    fn default() -> Self {
        Setup::ethereum().into()
    }
}

impl TrustedSetup {
    /// The setup of the specification's JSON: an object with the lists `g1_monomial`, `g1_lagrange` and `g2_monomial`
    /// of hexadecimal points. All points and their relations are checked.
    ///
    /// # Panics
    /// If the setup is not valid. The text names what is wrong.
    #[must_use]
    #[allow(clippy::panic, reason = "the API has no error here")]
    pub fn from_json(json: &str) -> Self {
        match Setup::from_json(json) {
            Ok(setup) => setup.into(),
            Err(error) => panic!("{error}"),
        }
    }

    /// [`from_json`](Self::from_json), which checks the points too.
    ///
    /// # Panics
    /// As [`from_json`](Self::from_json).
    #[must_use]
    pub fn from_json_unchecked(json: &str) -> Self {
        Self::from_json(json)
    }

    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }
}

impl From<Setup> for TrustedSetup {
    fn from(setup: Setup) -> Self {
        Self { setup }
    }
}

impl Debug for TrustedSetup {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("TrustedSetup").finish_non_exhaustive()
    }
}
