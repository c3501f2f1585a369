//! `vorpal bls aggregate`: sums of signatures and of keys.

use std::path::{Path, PathBuf};

use serde::Serialize;
use vorpal::bls::{CheckedSignature, Error, MinPk, MinSig, PublicKey, Signature, Variant};

use super::{Common, Groups};
use crate::failure::Failure;
use crate::hex;
use crate::input::byte_items::{self, Item};
use crate::output::files::{Files, is_standard};

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal bls aggregate signatures.txt
  vorpal bls aggregate --keys committee.bin")]
pub(super) struct Options {
    /// Files of signatures or keys: bytes one after the other, or lines of 0x and digits. `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Add keys instead of signatures.
    #[arg(long)]
    keys: bool,
    /// The groups of keys and signatures.
    #[arg(long, value_name = "VARIANT", value_enum, default_value_t = Groups::MinPk)]
    variant: Groups,
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct Figures {
    added: usize,
    sum: String,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        Files::default().json(&self.common.json).inputs_or_standard_input(&self.files).check()?;
        if self.files.iter().filter(|file| is_standard(file)).count() > 1 {
            return Err(Failure::Usage { reason: "standard input can be read only once".into() });
        }
        let (what, length) = match (self.keys, self.variant) {
            (true, Groups::MinPk) => ("key", 48),
            (true, Groups::MinSig) => ("key", 96),
            (false, Groups::MinPk) => ("signature", 96),
            (false, Groups::MinSig) => ("signature", 48),
        };
        let mut items = Vec::new();
        for file in &self.files {
            items.extend(read(file, what, length)?);
        }
        let sum = self.common.on_threads(|| match (self.keys, self.variant) {
            (true, Groups::MinPk) => keys::<MinPk>(&items),
            (true, Groups::MinSig) => keys::<MinSig>(&items),
            (false, Groups::MinPk) => signatures::<MinPk>(&items),
            (false, Groups::MinSig) => signatures::<MinSig>(&items),
        })?;
        let text = format!("{sum}\n");
        self.common.report(Figures { added: items.len(), sum }, &text)
    }
}

fn read(file: &Path, what: &str, length: usize) -> Result<Vec<Item>, Failure> {
    Ok(if is_standard(file) {
        byte_items::read_from_standard_input(what, length)?
    } else {
        byte_items::read(file, what, length)?
    })
}

/// The values of all items, or the failure that names the first malformed one.
fn values<T>(
    items: &[Item],
    what: &str,
    decoded: impl IntoIterator<Item = Result<T, Error>>,
) -> Result<Vec<T>, Failure> {
    let decoded = decoded.into_iter().zip(items);
    decoded.map(|(value, item)| value.map_err(|error| item.error(what, error).into())).collect()
}

fn keys<V: Variant>(items: &[Item]) -> Result<String, Failure> {
    let encodings: Vec<&[u8]> = items.iter().map(|item| &item.bytes[..]).collect();
    let keys = values(items, "key", PublicKey::<V>::decode_batch(&encodings))?;
    let sum = PublicKey::aggregate(&keys).map_err(|error| Failure::Different(error.to_string()))?;
    Ok(hex::text(sum.to_bytes().as_ref()))
}

fn signatures<V: Variant>(items: &[Item]) -> Result<String, Failure> {
    let encodings: Vec<&[u8]> = items.iter().map(|item| &item.bytes[..]).collect();
    let decoded = Signature::<V>::decode_batch(&encodings).into_iter();
    let checked = decoded.map(|signature| signature.and_then(|signature| signature.check()));
    let signatures = values(items, "signature", checked)?;
    let sum =
        CheckedSignature::aggregate(&signatures).map_err(|error| Failure::Different(error.to_string()))?;
    Ok(hex::text(sum.to_bytes().as_ref()))
}
