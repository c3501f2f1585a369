//! The arguments and the output of a vector.

use std::collections::BTreeMap;
use std::path::Path;

use vorpal::kzg::Error;

use crate::failure::Failure;
use crate::hex;
use crate::input::excerpt::excerpt;
use crate::input::yaml::Values;

/// A vector. Its values have the kinds that the function needs, or the file is malformed.
pub(super) struct Case<'a> {
    file: &'a Path,
    values: BTreeMap<String, Values>,
}

impl<'a> Case<'a> {
    pub(super) fn new(file: &'a Path, values: BTreeMap<String, Values>) -> Self {
        Self { file, values }
    }

    pub(super) fn malformed(&self, key: &str, reason: &str) -> Failure {
        Failure::file(self.file, format!("{key}: {reason}"))
    }

    fn values(&self, key: &str) -> Result<&Values, Failure> {
        self.values.get(key).ok_or_else(|| self.malformed(key, "the key is missing"))
    }

    fn list_of<T>(&self, key: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, Failure> {
        let values = self.values(key)?.as_ref().ok_or_else(|| self.malformed(key, "null is no argument"))?;
        let read = |text: &String| read(text).map_err(|reason| self.malformed(key, &reason));
        values.iter().map(read).collect()
    }

    /// A list of bytes of any lengths.
    pub(super) fn list(&self, key: &str) -> Result<Vec<Vec<u8>>, Failure> {
        self.list_of(key, hex::parse_bytes)
    }

    /// Bytes of any length.
    pub(super) fn bytes(&self, key: &str) -> Result<Vec<u8>, Failure> {
        let mut list = self.list(key)?;
        match (list.pop(), list.len()) {
            (Some(bytes), 0) => Ok(bytes),
            _ => Err(self.malformed(key, "not one value")),
        }
    }

    /// A list of bytes of one length.
    pub(super) fn arrays<const N: usize>(&self, key: &str) -> Result<Vec<[u8; N]>, Failure> {
        self.list_of(key, |text| hex::Bytes::<N>::parse(text).map(|bytes| bytes.0))
    }

    /// A list of numbers.
    pub(super) fn numbers(&self, key: &str) -> Result<Vec<u64>, Failure> {
        self.list_of(key, |text| text.parse().map_err(|_| format!("`{}` is no number", excerpt(text))))
    }

    /// How a result differs from the output, if it does. The output null stands for an error.
    pub(super) fn difference(&self, result: Result<Vec<String>, Error>) -> Result<Option<String>, Failure> {
        let expected = self.values("output")?;
        Ok(match (expected, result) {
            (None, Err(_)) => None,
            (Some(expected), Ok(found)) if *expected == found => None,
            (None, Ok(found)) => Some(format!("expected an error, found {}", described(&found))),
            (Some(expected), Err(error)) => {
                Some(format!("expected {}, found the error `{error}`", described(expected)))
            }
            (Some(expected), Ok(found)) => {
                let different = expected.iter().zip(&found).position(|(expected, found)| expected != found);
                Some(match different {
                    Some(at) => format!(
                        "value {at}: expected {}, found {}",
                        excerpt(&expected[at]),
                        excerpt(&found[at])
                    ),
                    None => format!("expected {} values, found {}", expected.len(), found.len()),
                })
            }
        })
    }
}

/// A value, or the number of values.
fn described(values: &[String]) -> String {
    match values {
        [value] => excerpt(value).into_owned(),
        values => format!("{} values", values.len()),
    }
}
