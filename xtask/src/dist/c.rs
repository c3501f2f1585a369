//! `libvorpal` for C: both libraries, the header, and `vorpal.pc`, below a folder that may lie anywhere.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::build::{self, GLIBC, Platform};
use super::{archive, members, version};
use crate::process::{Failure, Outcome, has};
use crate::suite::Context;

pub(super) fn build(context: &Context) -> Outcome {
    for platform in &GLIBC {
        if libraries(context, platform)? {
            let name = format!("libvorpal-{}-{}", version(context)?, platform.name);
            let folder = archive::stage(context, &name)?;
            install(context, platform, &folder, "lib")?;
            let root = context.root.join("bindings/c");
            archive::copy(&root.join("README.md"), &folder.join("README.md"), 0o644)?;
            for example in fs::read_dir(root.join("examples"))? {
                let example = example?;
                archive::copy(&example.path(), &folder.join("examples").join(example.file_name()), 0o644)?;
            }
            archive::licences(context, &folder)?;
            archive::tar(context, &folder, &name)?;
        }
    }
    Ok(())
}

/// The name that programs record: a version with other functions has another one.
fn soname(version: &str) -> Outcome<String> {
    let mut numbers = version.split('.');
    match (numbers.next(), numbers.next()) {
        (Some(major), Some(minor)) => Ok(format!("libvorpal.so.{major}.{minor}")),
        _ => Err(Failure::new(format!("not a version: {version}"))),
    }
}

/// Whether static libraries can be copied without debug information. If not, the artefact is skipped.
pub(super) fn can_copy_static(context: &Context, artefact: &str) -> bool {
    let is_there = has("objcopy");
    if !is_there {
        context.skip(&format!("{artefact}: objcopy (binutils) is missing"));
    }
    is_there
}

/// Builds both libraries. The result is false if a tool is missing.
pub(super) fn libraries(context: &Context, platform: &Platform) -> Outcome<bool> {
    if !can_copy_static(context, "libvorpal") {
        return Ok(false);
    }
    let last = format!("-Clink-arg=-Wl,-soname,{}", soname(&version(context)?)?);
    build::cargo(context, platform, "bindings/c", "-p vorpal-c --lib", &[last])
}

/// Copies the static library without debug information, of which the standard library has some, and without hashes of
/// paths.
pub(super) fn copy_static(context: &Context, from: &Path, to: &Path) -> Outcome {
    archive::copy(from, to, 0o644)?;
    context.command("objcopy --strip-debug --enable-deterministic-archives").arg(to).run()?;
    let mut library = fs::read(to)?;
    members::without_hashes(&mut library)?;
    archive::write(to, &library, 0o644)
}

/// Puts the libraries, the header and `vorpal.pc` below a prefix. `lib` is the folder of libraries in it.
pub(super) fn install(context: &Context, platform: &Platform, prefix: &Path, lib: &str) -> Outcome {
    let (outputs, version, libraries) = (platform.outputs(context), version(context)?, prefix.join(lib));
    let header = context.root.join("bindings/c/include/vorpal.h");
    archive::copy(&header, &prefix.join("include/vorpal.h"), 0o644)?;
    copy_static(context, &outputs.join("libvorpal.a"), &libraries.join("libvorpal.a"))?;
    let file = format!("libvorpal.so.{version}");
    archive::copy(&outputs.join("libvorpal.so"), &libraries.join(&file), 0o644)?;
    symlink(&file, libraries.join(soname(&version)?))?;
    symlink(soname(&version)?, libraries.join("libvorpal.so"))?;
    // pkg-config computes the prefix from the folder of the file: one step up for each folder of `lib`, and one more.
    let up = "/..".repeat(lib.split('/').count() + 1);
    let text = format!(
        "prefix=${{pcfiledir}}{up}\nlibdir=${{prefix}}/{lib}\nincludedir=${{prefix}}/include\n\nName: vorpal\n\
         Description: Arithmetic engine for chains and provers\nVersion: {version}\n\
         Cflags: -I${{includedir}}\nLibs: -L${{libdir}} -lvorpal\nLibs.private: -lpthread -ldl -lm\n"
    );
    archive::write(&libraries.join("pkgconfig/vorpal.pc"), text.as_bytes(), 0o644)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_soname_has_two_numbers() {
        assert_eq!(super::soname("1.2.3").ok().as_deref(), Some("libvorpal.so.1.2"));
        assert!(super::soname("1").is_err());
    }
}
