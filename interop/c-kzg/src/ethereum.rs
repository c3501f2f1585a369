//! The settings of Ethereum's ceremony, one for each number of tables.

use alloc::sync::Arc;

#[cfg(not(feature = "std"))]
use once_cell::race::OnceBox as Once;
#[cfg(feature = "std")]
use once_cell::sync::OnceCell as Once;
use vorpal_kzg::Setup;

use crate::KzgSettings;
use crate::settings::{MAX_PRECOMPUTE, NUMBER_OF_TABLES};

/// The settings of Ethereum's ceremony, with tables as [`KzgSettings`] has them for `precompute`, 96 MiB for 8. They
/// are computed by the first call with this number, and live as long as the program.
///
/// # Panics
/// If `precompute` is above 15, or if there is no memory for the tables.
pub fn ethereum_kzg_settings(precompute: u64) -> &'static KzgSettings {
    shared(precompute)
}

/// The same settings as those of [`ethereum_kzg_settings`], for owners.
///
/// # Panics
/// As [`ethereum_kzg_settings`].
pub fn ethereum_kzg_settings_arc(precompute: u64) -> Arc<KzgSettings> {
    Arc::clone(shared(precompute))
}

fn shared(precompute: u64) -> &'static Arc<KzgSettings> {
    static SETTINGS: [Once<Arc<KzgSettings>>; NUMBER_OF_TABLES] = [const { Once::new() }; NUMBER_OF_TABLES];

    assert!(precompute <= MAX_PRECOMPUTE, "precompute is {precompute}; 0 to {MAX_PRECOMPUTE} are supported");
    let settings = || {
        let settings = KzgSettings::with_tables(Setup::ethereum(), precompute);
        // Without `std`, a pointer is in a box.
        #[allow(clippy::useless_conversion, reason = "with `std` there is no box")]
        Arc::new(settings.expect("memory for tables")).into()
    };
    #[allow(clippy::cast_possible_truncation, reason = "at most 15")]
    SETTINGS[precompute as usize].get_or_init(settings)
}
