//! Input in messages: never more than a beginning.

use std::borrow::Cow;

/// How many characters of the input a message shows at most.
pub(crate) const SHOWN: usize = 80;

/// The text, or its first characters and an ellipsis.
pub(crate) fn excerpt(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(SHOWN) {
        None => text.into(),
        Some((end, _)) => format!("{}...", &text[..end]).into(),
    }
}

/// The same of bytes that may be no text.
pub(crate) fn excerpt_of_bytes(bytes: &[u8]) -> String {
    // A character has four bytes at most.
    let beginning = &bytes[..bytes.len().min(4 * (SHOWN + 1))];
    excerpt(&String::from_utf8_lossy(beginning)).into_owned()
}

/// What stands around input that serde quotes: fields and variants nobody knows, strings where something else is
/// expected.
const QUOTED: [(&str, &str); 4] = [
    ("unknown field `", "`, "),
    ("unknown variant `", "`, "),
    ("string \"", "\", expected"),
    ("character `", "`, expected"),
];

/// A message of serde's with the input in it shortened.
pub(crate) fn shortened(message: &str) -> Cow<'_, str> {
    for (before, after) in QUOTED {
        let Some(start) = message.find(before).map(|at| at + before.len()) else { continue };
        // Serde's own list of fields follows the first of these ends; the input may have ends of its own.
        let Some(end) = message[start..].find(after).map(|at| start + at) else { continue };
        let end = message.rfind(", expected one of").map_or(end, |list| list.saturating_sub(1).max(end));
        let short = excerpt(&message[start..end]);
        let rest = excerpt_of_rest(&message[end..]);
        return format!("{}{short}{rest}", &message[..start]).into();
    }
    message.into()
}

/// What follows input is ours, unless it is longer than anything of ours.
fn excerpt_of_rest(rest: &str) -> Cow<'_, str> {
    if rest.len() <= 4 * SHOWN { rest.into() } else { excerpt(rest) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_ends_between_characters() {
        assert_eq!(excerpt(&"x".repeat(80)), "x".repeat(80));
        assert_eq!(excerpt(&"x".repeat(81)), "x".repeat(80) + "...");
        assert_eq!(excerpt(&"é".repeat(81)), "é".repeat(80) + "...");
        assert_eq!(excerpt_of_bytes(&[0xff; 1000]), "\u{fffd}".repeat(80) + "...");
        assert_eq!(excerpt_of_bytes("😀".repeat(500).as_bytes()), "😀".repeat(80) + "...");
    }

    #[test]
    fn serde_quotes_a_beginning() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code, reason = "for its complaints")]
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
            assert!(short.matches('y').count() <= 2 * SHOWN && short.len() < 300, "{short}");
        }
        let message = serde_json::from_str::<Pair>("{\"on\": 1}").unwrap_err().to_string();
        assert_eq!(shortened(&message), message);
    }
}
