//! The reader of a file that is one JSON value. It parses the file as a stream and enforces limits.

use std::fs::File;
use std::io::{BufReader, Error as IoError, Read};
use std::path::Path;

use serde::de::DeserializeOwned;

use super::Error;
use super::excerpt::{excerpt, shortened};

/// The largest nesting depth of arrays and objects.
const DEPTH: u32 = 64;

/// Limits of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The largest length of the file in bytes.
    pub(crate) file: u64,
    /// The largest length of a string or a number in bytes.
    pub(crate) value: u64,
}

pub(crate) fn open(path: &Path) -> Result<File, Error> {
    File::open(path).map_err(|error| Error::file(path, error))
}

/// Reads a JSON value from a reader. Errors name the file's path, the line and, if `paths` is set, the path of the
/// value in the JSON.
pub(crate) fn parse<T: DeserializeOwned>(
    path: &Path,
    reader: impl Read,
    limits: Limits,
    paths: bool,
) -> Result<T, Error> {
    let mut bounded = Bounded::new(reader, limits);
    let mut deserializer = serde_json::Deserializer::from_reader(BufReader::new(&mut bounded));
    let value = if paths {
        serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
            let field = error.path().to_string();
            (error.into_inner(), Some(field).filter(|field| field != "."))
        })
    } else {
        T::deserialize(&mut deserializer).map_err(|error| (error, None))
    };
    let value = value.and_then(|value| deserializer.end().map(|()| value).map_err(|error| (error, None)));
    drop(deserializer);
    value.map_err(|(error, field)| bounded.to_error(path, &error, field))
}

/// A reader that passes bytes on, and fails at the first byte beyond a limit.
///
/// It recognises the bytes that begin and end strings, numbers, arrays and objects. The limits hold for any input, also
/// for input that is not JSON.
struct Bounded<R> {
    reader: R,
    limits: Limits,
    read: u64,
    line: u64,
    depth: u32,
    /// The number of bytes of the current string or number so far.
    value: u64,
    in_string: bool,
    escaped: bool,
    /// The message of the limit that was exceeded.
    exceeded: Option<String>,
}

impl<R: Read> Bounded<R> {
    fn new(reader: R, limits: Limits) -> Self {
        let (read, line, depth, value) = (0, 1, 0, 0);
        Self { reader, limits, read, line, depth, value, in_string: false, escaped: false, exceeded: None }
    }

    fn check_byte(&mut self, byte: u8) -> Result<(), String> {
        self.read += 1;
        self.line += u64::from(byte == b'\n');
        if self.read > self.limits.file {
            return Err(format!("more than {} bytes, which is the limit", self.limits.file));
        }
        if self.in_string {
            self.value += 1;
            self.in_string = self.escaped || byte != b'"';
            self.escaped = !self.escaped && byte == b'\\';
        } else {
            match byte {
                b'"' => (self.in_string, self.value) = (true, 0),
                b'[' | b'{' => self.depth += 1,
                b']' | b'}' => self.depth = self.depth.saturating_sub(1),
                _ => (),
            }
            let in_number = matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
            self.value = if in_number { self.value + 1 } else { 0 };
        }
        if self.depth > DEPTH {
            return Err(format!("more than {DEPTH} nested arrays and objects, which is the limit"));
        }
        // The closing quote of a string is not one of its bytes.
        if self.value > self.limits.value + u64::from(byte == b'"') {
            let limit = self.limits.value;
            return Err(format!("more than {limit} bytes in a string or number, which is the limit"));
        }
        Ok(())
    }

    /// The error for a failure of serde, with the line: the limit if one was exceeded, else serde's message.
    fn to_error(&self, path: &Path, error: &serde_json::Error, field: Option<String>) -> Error {
        if let Some(exceeded) = &self.exceeded {
            return Error::line(path, self.line, exceeded);
        }
        if error.is_io() {
            return Error::file(path, error);
        }
        let position = format!(" at line {} column {}", error.line(), error.column());
        let reason = error.to_string().replace(&position, "");
        let field = field.map_or(String::new(), |field| format!("{}: ", excerpt(&field)));
        Error::line(path, error.line() as u64, format!("{field}{}", shortened(&reason)))
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.reader.read(buffer)?;
        for byte in &buffer[..read] {
            if let Err(exceeded) = self.check_byte(*byte) {
                self.exceeded = Some(exceeded.clone());
                return Err(IoError::other(exceeded));
            }
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    const LIMITS: Limits = Limits { file: 1000, value: 10 };

    fn value(text: &str) -> Result<Value, Error> {
        parse(Path::new("x"), text.as_bytes(), LIMITS, false)
    }

    #[test]
    fn accepts_values_up_to_the_limits() {
        let text = format!(
            "{}\"0123456789\", [1234567890, -123.4e+10, \"\\\"\\\\[[[[\"]{}",
            "[".repeat(63),
            "]".repeat(63)
        );
        assert_eq!(value(&text), Ok(serde_json::from_str(&text).unwrap()));
        let spaces = " ".repeat(998) + "10";
        assert_eq!(value(&spaces), Ok(10.into()));
    }

    #[test]
    fn rejects_values_beyond_the_limits() {
        for (text, line, reason) in [
            ("[1,\n\"0123456789a\"]", 2, "more than 10 bytes in a string or number"),
            ("\n\n[12345678901]", 3, "more than 10 bytes in a string or number"),
            (&"[".repeat(65), 1, "more than 64 nested arrays and objects"),
            (&"{\"a\":".repeat(65), 1, "more than 64 nested arrays and objects"),
            (&" ".repeat(1001), 1, "more than 1000 bytes,"),
        ] {
            let error = value(text).unwrap_err();
            assert_eq!(error.line, Some(line), "{error:?}");
            assert!(error.reason.contains(reason), "{error:?}");
        }
    }

    #[test]
    fn reading_an_endless_input_stops_at_a_limit() {
        for endless in [&b"["[..], b"1", b"\"a", b" "] {
            let (first, rest) = endless.split_at(1);
            let reader = first.chain(std::io::repeat(*rest.first().unwrap_or(&first[0])));
            assert!(parse::<Value>(Path::new("x"), reader, LIMITS, true).is_err());
        }
    }
}
