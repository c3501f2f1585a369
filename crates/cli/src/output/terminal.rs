//! Output to the terminal. Control characters in names of files, labels and quoted input are escaped by this module
//! alone, so that input cannot control the terminal.
//!
//! [`escape`] is for text from outside that is inserted into a line, and escapes line breaks too. [`print`] and
//! [`print_error`] keep line breaks, which are the program's own, and escape everything else. Messages on standard
//! error have a bounded length, whatever the input is.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::path::Path;

use super::standard::Stream;
use crate::failure::Failure;

/// The largest number of lines of a message.
const LINES: usize = 64;

/// The largest number of characters of a line of a message, apart from the mark of an omission.
const LINE: usize = 8192;

/// Escapes text from outside for use in a line.
pub(crate) fn escape(text: impl Display) -> String {
    escape_where(&text.to_string(), |character| !is_text(character), char::escape_default)
}

/// Escapes a path for use in a line.
pub(crate) fn path(path: &Path) -> String {
    escape(path.display())
}

/// Writes to standard output.
///
/// # Errors
/// The output cannot be written, for a reason other than a closed pipe.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    Stream::Output.write(lines(text).as_bytes())
}

/// The result of printing to standard output by another library.
pub(crate) fn printed(result: std::io::Result<()>) -> Result<(), Failure> {
    match result.and_then(|()| std::io::stdout().flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Stream::Output.failure(&error)),
        _ => Ok(()),
    }
}

/// Writes a message to standard error, shortened if it is long. A failed write is ignored: the exit code has
/// the result.
pub(crate) fn print_error(text: &str) {
    let _ = std::io::stderr().lock().write_all(bounded(&lines(text)).as_bytes());
}

/// Whether a text has to be shortened as a message.
pub(crate) fn is_long(text: &str) -> bool {
    text.lines().count() > LINES || text.lines().any(|line| line.chars().nth(LINE).is_some())
}

/// At most [`LINES`] lines of a message, each with at most its first and last [`LINE`] / 2 characters.
fn bounded(text: &str) -> Cow<'_, str> {
    if !is_long(text) {
        return text.into();
    }
    let mut result = String::new();
    for line in text.lines().take(LINES) {
        match (line.char_indices().nth(LINE / 2), line.char_indices().nth_back(LINE / 2 - 1)) {
            (Some((first, _)), Some((last, _))) if line.chars().nth(LINE).is_some() => {
                result.extend([&line[..first], " [...] ", &line[last..], "\n"]);
            }
            _ => result.extend([line, "\n"]),
        }
    }
    let omitted = text.lines().count().saturating_sub(LINES);
    if omitted > 0 { (result + &format!("and {omitted} more lines\n")).into() } else { result.into() }
}

/// Escapes JSON by JSON's own escapes. Outside of strings, JSON has only text and line breaks, which stay.
pub(crate) fn json(json: &str) -> String {
    let mut units = [0; 2];
    escape_where(json, is_not_line_text, move |character| {
        let units: &[u16] = character.encode_utf16(&mut units);
        units.iter().map(|unit| format!("\\u{unit:04x}")).collect::<String>().chars().collect::<Vec<_>>()
    })
}

/// Escapes lines of the program, except for the line breaks.
fn lines(text: &str) -> String {
    escape_where(text, is_not_line_text, char::escape_default)
}

fn is_not_line_text(character: char) -> bool {
    character != '\n' && !is_text(character)
}

fn escape_where<E: IntoIterator<Item = char>>(
    text: &str,
    condition: impl Fn(char) -> bool,
    mut escape: impl FnMut(char) -> E,
) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        if condition(character) {
            result.extend(escape(character));
        } else {
            result.push(character);
        }
    }
    result
}

/// Whether a terminal displays a character as such. False for control characters (C0, DEL, C1), separators of lines and
/// paragraphs, and what Unicode lists as ignorable by default: characters that change the direction of text, and others
/// without width, but for combining marks.
fn is_text(character: char) -> bool {
    let is_separator = matches!(character, '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}');
    let is_ignorable = matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    );
    !character.is_control() && !is_separator && !is_ignorable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_bounded() {
        let usual = format!("vorpal: {}\nand a reason\n", "x".repeat(LINE - 8));
        assert!(matches!(bounded(&usual), Cow::Borrowed(text) if text == usual));
        let long = bounded(&format!("begin{}end", "é".repeat(1_000_000))).into_owned();
        assert!(long.starts_with("beginé") && long.ends_with("éend\n"), "the reason at the end stays");
        assert_eq!(long.chars().count(), LINE + " [...] \n".len());
        let many = bounded(&"line\n".repeat(100_000)).into_owned();
        assert_eq!(many.lines().count(), LINES + 1);
        assert!(many.ends_with("and 99936 more lines\n"), "{many}");
    }

    #[test]
    fn escapes_control_characters() {
        assert_eq!(
            escape("block 7, blöck, 三, e\u{301}, C:\\x, 'a' \"b\""),
            "block 7, blöck, 三, e\u{301}, C:\\x, 'a' \"b\""
        );
        assert_eq!(escape("a\u{1b}[2J\r\n\tb"), "a\\u{1b}[2J\\r\\n\\tb");
        assert_eq!(
            escape("\0\u{7f}\u{9b}\u{202e}\u{2066}\u{feff}"),
            "\\u{0}\\u{7f}\\u{9b}\\u{202e}\\u{2066}\\u{feff}"
        );
        // A filler, selectors of variants, and tags.
        assert_eq!(escape("\u{3164}\u{fe0f}\u{e0100}\u{e0041}"), "\\u{3164}\\u{fe0f}\\u{e0100}\\u{e0041}");
        assert_eq!(lines("a\nb\u{9b}\n"), "a\nb\\u{9b}\n");
        let text = "\u{7f}\u{9b}\u{202e}\u{e0041}\n\u{1b}";
        let json = json(&serde_json::to_string(text).unwrap_or_default());
        assert!(json.chars().all(is_text), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).ok().as_deref(), Some(text));
    }
}
