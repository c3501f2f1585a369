//! The package for Debian and its relatives: the command and `libvorpal`.

use std::fs;

use super::build::{self, GLIBC, Platform};
use super::{archive, c, command, dist, version};
use crate::process::{Outcome, has};
use crate::suite::Context;

pub(super) fn build(context: &Context) -> Outcome {
    if !has("dpkg-deb") {
        context.skip("the package for Debian: dpkg-deb is missing");
        return Ok(());
    }
    for platform in &GLIBC {
        if command::program(context, platform)? && c::libraries(context, platform)? {
            package(context, platform)?;
        }
    }
    Ok(())
}

/// Debian's name of a processor with this name of Rust's.
pub(super) fn architecture(processor: &str) -> &'static str {
    if processor == "aarch64" { "arm64" } else { "amd64" }
}

/// Debian's names of a processor: of packages, and of the folder of libraries.
fn names(platform: &Platform) -> (&'static str, String) {
    let processor = platform.target.split('-').next().unwrap_or(platform.target);
    (architecture(processor), format!("lib/{processor}-linux-gnu"))
}

fn package(context: &Context, platform: &Platform) -> Outcome {
    let (version, (architecture, libraries)) = (version(context)?, names(platform));
    let folder = archive::stage(context, "debian")?;
    let usr = folder.join("usr");
    archive::copy(&platform.outputs(context).join("vorpal"), &usr.join("bin/vorpal"), 0o755)?;
    c::install(context, platform, &usr, &libraries)?;
    let documents = usr.join("share/doc/vorpal");
    archive::write(&documents.join("copyright"), copyright(context)?.as_bytes(), 0o644)?;
    archive::copy(&context.root.join("crates/cli/README.md"), &documents.join("README.md"), 0o644)?;
    archive::copy(&context.root.join("bindings/c/README.md"), &documents.join("libvorpal.md"), 0o644)?;
    let control = format!(
        "Package: vorpal\nVersion: {version}\nArchitecture: {architecture}\n\
         Maintainer: Vorpal <vorpal@vorpal.example>\n\
         Depends: libc6 (>= 2.17)\nSection: utils\nPriority: optional\n\
         Description: arithmetic engine for chains and provers\n \
         The command vorpal, and the library libvorpal with its header.\n"
    );
    archive::write(&folder.join("DEBIAN/control"), control.as_bytes(), 0o644)?;
    // The loader finds the new library.
    archive::write(&folder.join("DEBIAN/triggers"), b"activate-noawait ldconfig\n", 0o644)?;
    context.command("chmod -R u=rwX,go=rX").arg(&folder).run()?;
    fs::create_dir_all(dist(context))?;
    let name = format!("vorpal_{version}_{architecture}.deb");
    let task = context
        .command("dpkg-deb --root-owner-group -Zxz --build")
        .arg(&folder)
        .arg(dist(context).join(&name));
    // dpkg-deb limits all times to this one, and the archives have a fixed order.
    task.env("SOURCE_DATE_EPOCH", build::epoch(context)?).silent().run()?;
    println!("dist/{name}");
    Ok(())
}

/// Debian's file of licences.
fn copyright(context: &Context) -> Outcome<String> {
    let licence = fs::read_to_string(context.root.join("LICENSE-MIT"))?;
    let lines = licence.lines().map(|line| if line.is_empty() { " .".into() } else { format!(" {line}") });
    let text: Vec<String> = lines.collect();
    Ok(format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Vorpal\n\n\
         Files: *\nCopyright: 2026 The Vorpal authors\nLicense: MIT or Apache-2.0\n\nLicense: Apache-2.0\n \
         See /usr/share/common-licenses/Apache-2.0.\n\nLicense: MIT\n{}\n",
        text.join("\n")
    ))
}
