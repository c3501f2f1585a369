//! Excerpts of input for error messages, of limited length.

use std::borrow::Cow;

/// The largest number of characters of input in an error message.
pub(crate) const MAX_CHARS: usize = 80;

/// The text, or its first [`MAX_CHARS`] characters and an ellipsis.
pub(crate) fn excerpt(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MAX_CHARS) {
        None => text.into(),
        Some((end, _)) => format!("{}...", &text[..end]).into(),
    }
}

/// The excerpt of bytes that may not be UTF-8.
pub(crate) fn excerpt_of_bytes(bytes: &[u8]) -> String {
    // A character has at most four bytes.
    let beginning = &bytes[..bytes.len().min(4 * (MAX_CHARS + 1))];
    excerpt(&String::from_utf8_lossy(beginning)).into_owned()
}

/// The text before and after input that serde quotes: unknown fields and variants, and strings of the wrong type.
const QUOTED: [(&str, &str); 4] = [
    ("unknown field `", "`, "),
    ("unknown variant `", "`, "),
    ("string \"", "\", expected"),
    ("character `", "`, expected"),
];

/// A message of serde with the quoted input shortened.
pub(crate) fn shortened(message: &str) -> Cow<'_, str> {
    for (before, after) in QUOTED {
        let Some(start) = message.find(before).map(|at| at + before.len()) else { continue };
        // The input may contain the end marker too. So if serde's list of fields follows, the input ends before it.
        let Some(end) = message[start..].find(after).map(|at| start + at) else { continue };
        let end = message.rfind(", expected one of").map_or(end, |list| list.saturating_sub(1).max(end));
        let short = excerpt(&message[start..end]);
        let rest = excerpt_of_rest(&message[end..]);
        return format!("{}{short}{rest}", &message[..start]).into();
    }
    message.into()
}

/// The text after the input, shortened if it is longer than any text of serde: then it contains input.
fn excerpt_of_rest(rest: &str) -> Cow<'_, str> {
    if rest.len() <= 4 * MAX_CHARS { rest.into() } else { excerpt(rest) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_end_between_characters() {
        assert_eq!(excerpt(&"x".repeat(80)), "x".repeat(80));
        assert_eq!(excerpt(&"x".repeat(81)), "x".repeat(80) + "...");
        assert_eq!(excerpt(&"é".repeat(81)), "é".repeat(80) + "...");
        assert_eq!(excerpt_of_bytes(&[0xff; 1000]), "\u{fffd}".repeat(80) + "...");
        assert_eq!(excerpt_of_bytes("😀".repeat(500).as_bytes()), "😀".repeat(80) + "...");
    }

    #[test]
    fn shortens_input_in_serde_messages() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code, reason = "for its error messages")]
        struct Pair {
            one: u8,
            other: u8,
        }
        let long = "y".repeat(1000);
        for (json, own) in [
            (format!("{{\"{long}\": 1}}"), "expected `one` or `other`"),
            (format!("{{\"one\": \"{long}\"}}"), "expected u8"),
            (format!("{{\"{long}`, {long}\": 1}}"), "unknown field"),
        ] {
            let message = serde_json::from_str::<Pair>(&json).unwrap_err().to_string();
            let short = shortened(&message);
            assert!(short.contains(own), "{short}");
            assert!(short.matches('y').count() <= 2 * MAX_CHARS && short.len() < 300, "{short}");
        }
        let message = serde_json::from_str::<Pair>("{\"on\": 1}").unwrap_err().to_string();
        assert_eq!(shortened(&message), message);
    }
}
