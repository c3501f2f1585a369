//! What reaches the terminal. Names of files, labels and quoted input have no say over it: whatever is not text is
//! escaped, here and nowhere else.
//!
//! [`shown`] escapes line breaks too, and is for what is inserted into a line. [`print`] and [`complain`] keep them,
//! which are the program's own then, and escape everything else once more.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

/// Text from outside, as part of a line.
pub(crate) fn shown(text: impl Display) -> String {
    escaped(&text.to_string(), |character| !is_text(character), char::escape_default)
}

/// A path, as part of a line.
pub(crate) fn path(path: &Path) -> String {
    shown(path.display())
}

/// Writes to standard output. If nobody reads it, the exit code still says how it went.
pub(crate) fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(lines(text).as_bytes()).and_then(|()| out.flush());
}

/// Writes to standard error. If nobody reads it, the exit code still says it.
pub(crate) fn complain(text: &str) {
    let _ = std::io::stderr().lock().write_all(lines(text).as_bytes());
}

/// JSON in which strings have the escapes that JSON knows for what is not text. Outside of strings JSON has only text
/// and line breaks.
pub(crate) fn json(json: &str) -> String {
    let mut units = [0; 2];
    escaped(json, is_no_line, move |character| {
        let units: &[u16] = character.encode_utf16(&mut units);
        units.iter().map(|unit| format!("\\u{unit:04x}")).collect::<String>().chars().collect::<Vec<_>>()
    })
}

/// Lines of the program's own.
fn lines(text: &str) -> String {
    escaped(text, is_no_line, char::escape_default)
}

fn is_no_line(character: char) -> bool {
    character != '\n' && !is_text(character)
}

fn escaped<E: IntoIterator<Item = char>>(
    text: &str,
    is_to_be: impl Fn(char) -> bool,
    mut escape: impl FnMut(char) -> E,
) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        if is_to_be(character) {
            result.extend(escape(character));
        } else {
            result.push(character);
        }
    }
    result
}

/// Whether a terminal shows a character as such: not control characters (C0, DEL, C1), line separators, characters that
/// change the direction of text, and characters of no width.
fn is_text(character: char) -> bool {
    let direction = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    let no_width = matches!(
        character,
        '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2065}'
            | '\u{206a}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    );
    !character.is_control() && !direction && !no_width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_escaped() {
        assert_eq!(
            shown("block 7, blöck, 三, e\u{301}, C:\\x, 'a' \"b\""),
            "block 7, blöck, 三, e\u{301}, C:\\x, 'a' \"b\""
        );
        assert_eq!(shown("a\u{1b}[2J\r\n\tb"), "a\\u{1b}[2J\\r\\n\\tb");
        assert_eq!(
            shown("\0\u{7f}\u{9b}\u{202e}\u{2066}\u{feff}"),
            "\\u{0}\\u{7f}\\u{9b}\\u{202e}\\u{2066}\\u{feff}"
        );
        assert_eq!(lines("a\nb\u{9b}\n"), "a\nb\\u{9b}\n");
        let text = "\u{7f}\u{9b}\u{202e}\u{e0041}\n\u{1b}";
        let json = json(&serde_json::to_string(text).unwrap_or_default());
        assert!(json.chars().all(is_text), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).ok().as_deref(), Some(text));
    }
}
