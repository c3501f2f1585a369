//! The option `--wait`: the time a command waits for a store that another process has locked.

use std::time::Duration;

use vorpal::tree::{DiskOptions, Error};

use crate::output::terminal;

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct LockWait {
    /// Seconds to wait for a store that another process is writing to.
    #[arg(long = "wait", value_name = "SECONDS", default_value_t = 5,
        value_parser = clap::value_parser!(u16).range(0..=3600))]
    seconds: u16,
}

impl LockWait {
    /// Opens a store by `open`. If it is locked, prints a notice and tries again for up to the given time.
    pub(crate) fn open<T>(self, open: impl Fn(DiskOptions) -> Result<T, Error>) -> Result<T, Error> {
        let options = DiskOptions::default();
        match open(options) {
            Err(Error::StoreLocked { file }) if self.seconds > 0 => {
                let (file, seconds) = (terminal::path(&file), self.seconds);
                terminal::print_error(&format!(
                    "vorpal: {file}: locked by another process; waiting for up to {seconds} s\n"
                ));
                open(options.wait(Duration::from_secs(seconds.into())))
            }
            opened => opened,
        }
    }
}
