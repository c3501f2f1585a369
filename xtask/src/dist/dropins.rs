//! The libraries with the interfaces of c-kzg and of rapidsnark.

use super::build::{self, GLIBC};
use super::{archive, c, version_of};
use crate::process::Outcome;
use crate::suite::Context;

pub(super) fn ckzg(context: &Context) -> Outcome {
    library(context, "ckzg", &["ckzg.h"])
}

pub(super) fn rapidsnark(context: &Context) -> Outcome {
    let headers = std::fs::read_dir(context.root.join("bindings/c/rapidsnark/include"))?;
    let headers: Result<Vec<String>, _> = headers
        .map(|header| header.map(|header| header.file_name().to_string_lossy().into_owned()))
        .collect();
    let mut headers = headers?;
    headers.sort();
    library(context, "rapidsnark", &headers.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The package in `bindings/c/NAME`, whose libraries are named `libNAME`.
fn library(context: &Context, library: &str, headers: &[&str]) -> Outcome {
    if !c::can_copy_static(context, &format!("lib{library}")) {
        return Ok(());
    }
    let source = context.root.join("bindings/c").join(library);
    let version = version_of(context, &format!("bindings/c/{library}/Cargo.toml"))?;
    for platform in &GLIBC {
        let last = format!("-Clink-arg=-Wl,-soname,lib{library}.so");
        if !build::cargo(context, platform, "bindings/c", &format!("-p vorpal-{library} --lib"), &[last])? {
            continue;
        }
        let name = format!("lib{library}-{version}-{}", platform.name);
        let (folder, outputs) = (archive::stage(context, &name)?, platform.outputs(context));
        for header in headers {
            archive::copy(&source.join("include").join(header), &folder.join("include").join(header), 0o644)?;
        }
        let file = format!("lib{library}.a");
        c::copy_static(context, &outputs.join(&file), &folder.join("lib").join(&file))?;
        let file = format!("lib{library}.so");
        archive::copy(&outputs.join(&file), &folder.join("lib").join(&file), 0o644)?;
        archive::copy(&source.join("README.md"), &folder.join("README.md"), 0o644)?;
        archive::licences(context, &folder)?;
        archive::tar(context, &folder, &name)?;
    }
    Ok(())
}
