//! Validation of block labels.

use crate::Error;

/// Rejects characters that terminals do not display as text: control characters, line separators, and characters that
/// change the direction of text (Unicode Standard Annex 9, explicit formatting and marks). Labels are untrusted input
/// and are printed with every state.
///
/// # Errors
/// [`Error::Label`] with the first such character.
pub(crate) fn check_label(label: &str) -> Result<(), Error> {
    match label.chars().find(|character| !is_text(*character)) {
        Some(found) => Err(Error::Label { found }),
        None => Ok(()),
    }
}

fn is_text(character: char) -> bool {
    let direction = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    let line = matches!(character, '\u{2028}' | '\u{2029}');
    !character.is_control() && !direction && !line
}
