//! `dist/INSTALL.md`: what the folder contains, and the command that installs each artefact.

use super::build::{GLIBC, MUSL};
use super::{archive, dist, sums, version};
use crate::process::Outcome;
use crate::suite::Context;

pub(super) fn write(context: &Context) -> Outcome {
    let files: Vec<String> =
        sums::files(&dist(context))?.iter().map(|file| file.to_string_lossy().into_owned()).collect();
    let text = page(&version(context)?, &files);
    archive::write(&dist(context).join("INSTALL.md"), text.as_bytes(), 0o644)?;
    println!("dist/INSTALL.md");
    Ok(())
}

/// A section: the beginning and the end of the file's name, the heading, and the commands. `FILE` stands for the file.
type Section = (&'static str, &'static str, &'static str, &'static str);

const SECTIONS: [Section; 9] = [
    ("vorpal-V-", ".tar.gz", "The command `vorpal`", "tar xzf FILE\n./NAME/bin/vorpal selftest"),
    (
        "libvorpal-V-",
        ".tar.gz",
        "The library for C",
        "tar xzf FILE\nexport PKG_CONFIG_PATH=$PWD/NAME/lib/pkgconfig LD_LIBRARY_PATH=$PWD/NAME/lib\n\
         cc NAME/examples/client.c $(pkg-config --cflags --libs vorpal) -o client\n./client",
    ),
    (
        "libckzg-",
        ".tar.gz",
        "`libckzg`, in place of c-kzg",
        "tar xzf FILE\ncc app.c -INAME/include NAME/lib/libckzg.a -lpthread -ldl -lm -o app",
    ),
    (
        "librapidsnark-",
        ".tar.gz",
        "`librapidsnark`, in place of rapidsnark",
        "tar xzf FILE\ncc app.c -INAME/include NAME/lib/librapidsnark.a -lpthread -ldl -lm -o app",
    ),
    ("vorpal_V_", ".deb", "Debian and its relatives", "sudo apt-get install ./FILE"),
    ("vorpal-V-cp", ".whl", "Python", "python3 -m pip install FILE"),
    ("vorpal-wasm-", ".tgz", "JavaScript", "npm install \"$PWD/FILE\""),
    (
        "maven/io/vorpal/vorpal/V/",
        ".jar",
        "Java",
        "mvn dependency:get -Dartifact=io.vorpal:vorpal:V -DremoteRepositories=\"file://$PWD/maven\"",
    ),
    (
        "go/vorpal.example/go/@v/",
        ".zip",
        "Go",
        "export GOPROXY=\"file://$PWD/go,https://proxy.golang.org\" GONOSUMDB=vorpal.example\n\
         go get vorpal.example/go@vV",
    ),
];

fn page(version: &str, files: &[String]) -> String {
    let mut text = format!(
        "# Vorpal {version}: installation\n\nThe commands run in the folder of this file. Each section has the \
         artefact of one kind. Names of platforms\nhave the processor, the system and the C library, such as {}.\n\n\
         ## Are the files right?\n\n```sh\nsha256sum --check SHA256SUMS\n```\n\n\
         With `SHA256SUMS.sig` and the release key in a file `signers` (a line `release KEY`):\n\n\
         ```sh\nssh-keygen -Y verify -f signers -I release -n vorpal-release -s SHA256SUMS.sig <SHA256SUMS\n```\n\n\
         `sbom/` has the list of components of each compiled artefact (CycloneDX), and `crates/` the packages of the\n\
         Rust crates.\n",
        format_args!("`{}` or `{}`", GLIBC[0].name, MUSL[0].name)
    );
    for (begin, end, heading, commands) in SECTIONS {
        let begin = begin.replace('V', version);
        for file in files.iter().filter(|file| file.starts_with(&begin) && file.ends_with(end)) {
            let commands =
                commands.replace("vV", &format!("v{version}")).replace(":V ", &format!(":{version} "));
            let commands = commands.replace("FILE", file).replace("NAME", file.trim_end_matches(end));
            text += &format!("\n## {heading}\n\n`{file}`\n\n```sh\n{commands}\n```\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{SECTIONS, page};

    #[test]
    fn a_section_names_each_artefact_that_exists() {
        let names = [
            "vorpal-1.2.3-x.tar.gz",
            "libvorpal-1.2.3-x.tar.gz",
            "libckzg-2.1.8-x.tar.gz",
            "librapidsnark-1.2.3-x.tar.gz",
            "vorpal_1.2.3_amd64.deb",
            "vorpal-1.2.3-cp39-abi3-x.whl",
            "vorpal-wasm-1.2.3.tgz",
            "maven/io/vorpal/vorpal/1.2.3/vorpal-1.2.3.jar",
            "go/vorpal.example/go/@v/v1.2.3.zip",
        ];
        assert_eq!(names.len(), SECTIONS.len());
        let files = names.map(str::to_string);
        let text = page("1.2.3", &files);
        assert_eq!(text.matches("\n## ").count(), SECTIONS.len() + 1);
        for name in names {
            assert!(text.contains(&format!("\n`{name}`\n")), "{name}");
        }
        for command in ["./vorpal-1.2.3-x/bin/vorpal selftest", "io.vorpal:vorpal:1.2.3 ", "go@v1.2.3\n"] {
            assert!(text.contains(command), "{command}");
        }
        for line in page("1.2.3", &files[..1]).lines() {
            assert!(
                line.chars().count() <= 160 && !line.contains("FILE") && !line.contains("NAME"),
                "{line}"
            );
        }
        assert_eq!(page("1.2.3", &[]).matches("\n## ").count(), 1);
    }
}
