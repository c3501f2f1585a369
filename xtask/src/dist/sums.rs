//! `SHA256SUMS`, and its signature by a key that only releases have.

use std::fs;
use std::path::{Path, PathBuf};

use super::{build, dist};
use crate::process::{Failure, Outcome, has};
use crate::suite::Context;

const SUMS: &str = "SHA256SUMS";
/// The purpose that signatures name: a signature of another one does not count.
const NAMESPACE: &str = "vorpal-release";

/// The files below a folder, as paths from there, in order.
pub(super) fn files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(next) = folders.pop() {
        for entry in
            fs::read_dir(&next).map_err(|error| Failure::new(format!("{}: {error}", next.display())))?
        {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(
                    path.strip_prefix(folder).map_err(|error| Failure::new(error.to_string()))?.to_path_buf(),
                );
            }
        }
    }
    found.sort();
    Ok(found)
}

pub(super) fn write(context: &Context) -> Outcome {
    let dist = dist(context);
    let names = files(&dist)?
        .into_iter()
        .filter(|name| !name.starts_with(SUMS) && !name.starts_with("SHA256SUMS.sig"));
    let names: Vec<PathBuf> = names.collect();
    if names.is_empty() {
        return Err(Failure::new("dist/ is empty: there is nothing to sum"));
    }
    let text = context.command("sha256sum --").args(&names).folder(&dist).text()?;
    super::archive::write(&dist.join(SUMS), text.as_bytes(), 0o644)?;
    println!("dist/{SUMS}: {} files", names.len());
    Ok(())
}

/// Signs the sums with the key that `VORPAL_RELEASE_KEY` names, and verifies the signature.
pub(super) fn sign(context: &Context) -> Outcome {
    let Some(key) = std::env::var_os("VORPAL_RELEASE_KEY").filter(|key| !key.is_empty()).map(PathBuf::from)
    else {
        context.skip("the signature: VORPAL_RELEASE_KEY does not name a private key of ssh-keygen");
        return Ok(());
    };
    if !has("ssh-keygen") {
        context.skip("the signature: ssh-keygen is missing");
        return Ok(());
    }
    let changed = context.command("git status --porcelain").text()?;
    if !changed.is_empty() || build::is_quick() {
        return Err(Failure::new(format!("not signed: the artefacts are not those of a commit\n{changed}")));
    }
    let dist = dist(context);
    // The sums are those of the files that lie there now.
    context.command("sha256sum --check --quiet").arg(SUMS).folder(&dist).run()?;
    let signature = dist.join("SHA256SUMS.sig");
    if signature.exists() {
        fs::remove_file(&signature)?;
    }
    let sign = format!("ssh-keygen -Y sign -q -n {NAMESPACE} -f");
    context.command(sign).arg(&key).arg(dist.join(SUMS)).run()?;
    let verify = format!("ssh-keygen -Y check-novalidate -n {NAMESPACE} -s");
    let shell = context.command("sh -c").arg(format!("{verify} \"$1\" <\"$2\"")).arg("sh");
    shell.arg(&signature).arg(dist.join(SUMS)).run()
}
