//! The error for a value of [`VARIABLE`] that names no backend, for programs and bindings that report it.

use std::ffi::{OsStr, OsString};
use std::fmt;

use super::{Backend, VARIABLE};

/// The largest number of characters of the value in the message.
const MAX_CHARS: usize = 80;

/// A value of [`VARIABLE`] that is neither `auto` nor the name of a backend. The message names the variable, the value
/// and the [permitted values](Backend::permitted_values). It quotes at most 80 characters of the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownBackend {
    value: OsString,
}

impl UnknownBackend {
    pub(super) fn new(value: OsString) -> Self {
        Self { value }
    }

    /// The value of the environment variable.
    #[must_use]
    pub fn value(&self) -> &OsStr {
        &self.value
    }
}

impl fmt::Display for UnknownBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value.to_string_lossy();
        let beginning: String = value.chars().take(MAX_CHARS).collect();
        let ellipsis = if beginning.len() < value.len() { "..." } else { "" };
        let values = Backend::permitted_values();
        write!(f, "{VARIABLE} is {beginning:?}{ellipsis}; the permitted values are {values}")
    }
}

impl std::error::Error for UnknownBackend {}

impl Backend {
    /// Checks [`VARIABLE`]. The arithmetic treats a value that names no backend as `auto`, so programs and bindings call
    /// this function at their start, and report the error.
    ///
    /// # Errors
    /// [`UnknownBackend`] if the variable is set, and is neither `auto` nor the name of a backend of any processor.
    pub fn check_environment() -> Result<(), UnknownBackend> {
        match std::env::var_os(VARIABLE) {
            Some(value) if value != "auto" && Self::named(&value).is_none() => {
                Err(UnknownBackend::new(value))
            }
            _ => Ok(()),
        }
    }

    /// The values of [`VARIABLE`] that choose something in this program, for messages: `auto` and the names of
    /// [`BUILT`](Self::BUILT), in backquotes, with commas and "or".
    #[must_use]
    pub fn permitted_values() -> String {
        let names: Vec<String> = ["auto"]
            .into_iter()
            .chain(Self::BUILT.iter().map(|backend| backend.name()))
            .map(|name| format!("`{name}`"))
            .collect();
        match names.split_last() {
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
            None => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_everything_and_is_bounded() {
        let message = UnknownBackend::new("gpu".into()).to_string();
        assert!(
            message.starts_with("VORPAL_BACKEND is \"gpu\"; the permitted values are `auto`, `portable`")
        );
        assert!(Backend::BUILT.iter().all(|backend| message.contains(&format!("`{}`", backend.name()))));
        let long = UnknownBackend::new("\u{1b}é".repeat(100_000).into());
        assert_eq!(long.value().len(), 300_000);
        let message = long.to_string();
        assert_eq!(message.matches('é').count(), MAX_CHARS / 2);
        assert!(message.contains("é\"...; ") && !message.contains('\u{1b}'), "{message}");
    }
}
