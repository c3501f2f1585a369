//! The modules for Go, as files of a module proxy. Where the clone builds the library, the module contains it: the file
//! of link directives is another one, and the library lies beside it.

use std::fs;
use std::path::Path;

use super::build::{GLIBC, Platform};
use super::{archive, c, dist, version};
use crate::process::{Outcome, has};
use crate::suite::Context;

/// The module, and the one that depends on it.
const MODULE: &str = "vorpal.example/go";
/// The package with the library.
const LIBRARY: &str = "internal/lib";

pub(super) fn build(context: &Context) -> Outcome {
    if !has("go") {
        context.skip("the modules for Go: Go is missing");
        return Ok(());
    }
    let mut platforms = Vec::new();
    for platform in &GLIBC {
        if c::libraries(context, platform)? {
            platforms.push(platform);
        }
    }
    if platforms.is_empty() {
        return Ok(());
    }
    let version = format!("v{}", version(context)?);
    let module = archive::stage(context, "go")?;
    copy(context, "bindings/go", &module)?;
    for name in ["geth", "peers"] {
        fs::remove_dir_all(module.join(name))?;
    }
    link(context, &platforms, &module.join(LIBRARY))?;
    zip(context, &module, MODULE, &version)?;
    let module = archive::stage(context, "go-geth")?;
    copy(context, "bindings/go/geth", &module)?;
    let edit = format!("go mod edit -dropreplace={MODULE} -require={MODULE}@{version}");
    context.command(edit).folder(&module).run()?;
    zip(context, &module, &format!("{MODULE}/geth"), &version)
}

/// Copies the files of a folder that are under version control.
fn copy(context: &Context, from: &str, to: &Path) -> Outcome {
    let list = context.command("git ls-files -z --").arg(from).text()?;
    for file in list.split('\0').filter(|file| !file.is_empty()) {
        let name = file.strip_prefix(from).unwrap_or(file).trim_start_matches('/');
        archive::copy(&context.root.join(file), &to.join(name), 0o644)?;
    }
    archive::licences(context, to)
}

/// The processor's name in Go.
fn processor(platform: &Platform) -> &'static str {
    if platform.target.starts_with("aarch64") { "arm64" } else { "amd64" }
}

/// Puts the libraries and the header into the package, with directives for each platform.
fn link(context: &Context, platforms: &[&Platform], package: &Path) -> Outcome {
    archive::copy(&context.root.join("bindings/c/include/vorpal.h"), &package.join("vorpal.h"), 0o644)?;
    let mut directives = String::new();
    let mut conditions = Vec::new();
    for platform in platforms {
        let processor = processor(platform);
        let name = format!("libvorpal_linux_{processor}.a");
        c::copy_static(context, &platform.outputs(context).join("libvorpal.a"), &package.join(&name))?;
        directives += &format!("#cgo linux,{processor} LDFLAGS: ${{SRCDIR}}/{name} -lpthread -ldl -lm\n");
        conditions.push(match processor {
            "arm64" => "defined(__aarch64__)",
            _ => "defined(__x86_64__)",
        });
    }
    let text = format!(
        "//go:build cgo && !vorpal_prebuilt\n\npackage lib\n\n// The module contains the static library.\n\n/*\n\
         #cgo CFLAGS: -I${{SRCDIR}}\n#if !defined(__linux__) || !({})\n\
         #error \"the module has no library for this platform: install one, and use the tag vorpal_prebuilt\"\n\
         #endif\n{directives}*/\nimport \"C\"\n",
        conditions.join(" || ")
    );
    archive::write(&package.join("link_source.go"), text.as_bytes(), 0o644)
}

/// Writes the archive and its description.
fn zip(context: &Context, folder: &Path, module: &str, version: &str) -> Outcome {
    let out = dist(context).join("go");
    fs::create_dir_all(&out)?;
    let command = context.command("go run .").arg(folder).args([module, version]).arg(&out);
    command.folder("xtask/go-zip").run()?;
    println!("dist/go: {module}@{version}");
    Ok(())
}
