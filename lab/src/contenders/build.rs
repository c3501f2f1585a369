//! Builds contenders, each with its own flags, and checks the resulting binaries.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::clones::{self, Clones};
use super::commands::run;
use super::folder::lab_folder;
use super::snarkjs::{self, SNARKJS};
use super::target::{AARCH64, Target};
use crate::machine;

/// A contender that can be started.
#[derive(Clone, Debug)]
pub(crate) struct Binary {
    pub(crate) name: String,
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<String>,
    /// The program that runs it and the arguments of that program; empty if this machine runs it directly.
    pub(crate) runner: Vec<OsString>,
    /// Additional environment variables.
    pub(crate) environment: Vec<(String, String)>,
    /// The build flags, and the result of the check of the binary.
    pub(crate) build: String,
}

/// `[package.metadata.contender]`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Metadata {
    name: String,
    #[serde(default)]
    rustflags: String,
    #[serde(default)]
    cflags: String,
    /// Required processor flags, by their names in /proc/cpuinfo.
    #[serde(default)]
    needs: Vec<String>,
    /// Mnemonics that must occur in the binary.
    #[serde(default)]
    instructions: Vec<String>,
    /// Flags of the C compiler for AArch64. The other flags are for this machine only.
    #[serde(default)]
    aarch64_cflags: String,
    /// The variable with the path of the library, which no registry has.
    variable: Option<String>,
    /// The only other contender with the workloads of the default features.
    default_features_beside: Option<String>,
}

impl Metadata {
    /// Whether the default features have workloads that no other one of the named contenders has.
    fn is_alone(&self, only: &[String]) -> bool {
        let peer = self.default_features_beside.as_ref();
        !only.is_empty() && peer.is_some_and(|peer| !only.contains(peer))
    }
}

#[derive(Deserialize)]
struct Manifest {
    package: Package,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    metadata: BTreeMap<String, Metadata>,
}

/// Built contenders, and the others with the reasons.
pub(crate) type Built = (Vec<Binary>, Vec<(String, String)>);

/// Builds the named contenders, or all if none is named, each for the target that `target` returns for its name. If
/// results are `compared`, a contender lacks default features whose workloads no other one has.
pub(crate) fn build_all<'t>(only: &[String], compared: bool, target: impl Fn(&str) -> Target<'t>) -> Built {
    let wanted = |name: &str| only.is_empty() || only.iter().any(|wanted| wanted == name);
    let mut binaries = Vec::new();
    let mut failures = Vec::new();
    for folder in contender_folders() {
        match read_manifest(&folder) {
            Ok((_, metadata)) if !wanted(&metadata.name) => {}
            Ok((_, Metadata { name, variable: Some(variable), .. }))
                if only.is_empty() && !is_set(&name, &variable) => {}
            Ok((package, metadata)) => {
                eprintln!("building {}", metadata.name);
                let features: &[&str] =
                    if compared && metadata.is_alone(only) { &["--no-default-features"] } else { &[] };
                match build_rust(&package, &metadata, features, target(&metadata.name)) {
                    Ok(binary) => binaries.push(binary),
                    Err(why) => failures.push((metadata.name, why)),
                }
            }
            Err(why) => failures.push((folder.display().to_string(), why)),
        }
    }
    for (name, cfgs) in WITHOUT.iter().filter(|(name, _)| only.iter().any(|wanted| wanted == name)) {
        eprintln!("building {name}");
        let rustflags: Vec<String> = cfgs.iter().map(|cfg| format!("--cfg {cfg}")).collect();
        let metadata =
            Metadata { name: (*name).to_owned(), rustflags: rustflags.join(" "), ..Metadata::default() };
        match build_rust("contender-vorpal", &metadata, &[], target(name)) {
            Ok(binary) => binaries.push(binary),
            Err(why) => failures.push(((*name).to_owned(), why)),
        }
    }
    if wanted(SNARKJS) && (!only.is_empty() || is_set(SNARKJS, snarkjs::VARIABLE)) {
        match snarkjs::program() {
            Ok((program, arguments)) => binaries.push(Binary {
                name: SNARKJS.to_owned(),
                program,
                arguments,
                runner: Vec::new(),
                environment: Vec::new(),
                build: "Node.js".to_owned(),
            }),
            Err(why) => failures.push((SNARKJS.to_owned(), why)),
        }
    }
    for program in GO_PROGRAMS {
        // Builds with tags only by their names: the same libraries without assembly, and those that need clones.
        if program.tags.is_some() && only.is_empty() {
            continue;
        }
        let names: Vec<String> = go_names(&program).into_iter().filter(|name| wanted(name)).collect();
        let Some(first) = names.first() else { continue };
        match build_go(&program, target(first)) {
            Ok(go) => {
                let lacks = |name: &String| go.iter().all(|binary| binary.name != *name);
                let lacking = names.into_iter().filter(lacks);
                failures.extend(lacking.map(|name| (name, WITHOUT_CGO.to_owned())));
                binaries.extend(go.into_iter().filter(|binary| wanted(&binary.name)));
            }
            Err(why) => failures.extend(names.into_iter().map(|name| (name, why.clone()))),
        }
    }
    // Vorpal comes first; the others are sorted by name.
    binaries.sort_by_key(|binary| (binary.name != "vorpal", binary.name.clone()));
    (binaries, failures)
}

/// Whether the variable with the path of a contender's library is set. Says so loudly if it is not.
fn is_set(contender: &str, variable: &str) -> bool {
    let is_set = std::env::var_os(variable).is_some();
    if !is_set {
        eprintln!("SKIPPED {contender}: {variable} is not set (lab/README.md)");
    }
    is_set
}

fn contender_folders() -> Vec<PathBuf> {
    let entries = fs::read_dir(lab_folder().join("contenders")).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.join("Cargo.toml").is_file()).collect();
    folders.sort();
    folders
}

/// A program in Go with several contenders.
struct GoProgram {
    name: &'static str,
    /// The folder of its module, relative to that of the lab.
    module: &'static str,
    /// The file, or the folder of the files, that registers contenders.
    sources: &'static str,
    /// Mnemonics that must occur in the binary.
    instructions: &'static [&'static str],
    tags: Option<&'static str>,
    /// What the names of its contenders end with, if the same sources are also built without the tags.
    suffix: &'static str,
    /// Where the modules of the program are, if Go's proxy does not have them.
    origin: Origin,
}

/// Where a program in Go gets its modules.
#[derive(Clone, Copy)]
enum Origin {
    /// As `go.mod` says.
    Proxy,
    /// From clones: see [`clones`](super::clones).
    Clones(&'static Clones),
}

/// Today's versions of libraries, earlier ones, and today's without assembly. One program cannot contain both.
const GO_PROGRAMS: [GoProgram; 6] = [
    GoProgram {
        instructions: &["adcx", "adox", "mulx"],
        ..GoProgram::plain("lab-go", "go", "go/contenders")
    },
    GoProgram::plain("lab-go-before", "go-before", "go-before"),
    GoProgram::plain("lab-go-verkle-2023-06", "go-verkle-2023", "go-verkle-2023/version_2023_06.go"),
    GoProgram {
        tags: Some("go_verkle_2023_02"),
        origin: Origin::Clones(&clones::FEBRUARY),
        ..GoProgram::plain("lab-go-verkle-2023-02", "go-verkle-2023", "go-verkle-2023/version_2023_02.go")
    },
    GoProgram {
        tags: Some("go_verkle_2023_03"),
        origin: Origin::Clones(&clones::MARCH),
        ..GoProgram::plain("lab-go-verkle-2023-03", "go-verkle-2023", "go-verkle-2023/version_2023_03.go")
    },
    GoProgram {
        tags: Some("purego"),
        suffix: "-purego",
        ..GoProgram::plain("lab-go-purego", "go", "go/contenders")
    },
];

/// Why a program in Go lacks a contender that its sources name.
const WITHOUT_CGO: &str =
    "Go built the program without the contender's file, which requires cgo and a C compiler";

/// A build of Vorpal's contender without methods, by its name only: the name, and a `cfg` of the crates for each.
const WITHOUT: [(&str, &[&str]); 4] = [
    // Inverses shared by the nodes of a level.
    ("vorpal-single-inverses", &["vorpal_single_inverses"]),
    // Conversions to affine coordinates shared by the nodes that are saved.
    ("vorpal-single-conversions", &["vorpal_single_conversions"]),
    // Wider tables for the first five elements.
    ("vorpal-equal-tables", &["vorpal_equal_tables"]),
    // All of them.
    ("vorpal-none-of-three", &["vorpal_single_inverses", "vorpal_single_conversions", "vorpal_equal_tables"]),
];

/// Whether a contender is a build of Vorpal without methods.
pub(crate) fn is_without_methods(contender: &str) -> bool {
    WITHOUT.iter().any(|(name, _)| *name == contender)
}

impl GoProgram {
    const fn plain(name: &'static str, module: &'static str, sources: &'static str) -> Self {
        Self { name, module, sources, instructions: &[], tags: None, suffix: "", origin: Origin::Proxy }
    }

    /// The name of one of its contenders in the lab.
    fn named(&self, contender: &str) -> String {
        format!("{contender}{}", self.suffix)
    }
}

/// The names of the contenders of a program. They are read from the source files, so no build is needed.
fn go_names(program: &GoProgram) -> Vec<String> {
    let sources = lab_folder().join(program.sources);
    let entries = fs::read_dir(&sources).into_iter().flatten().flatten().map(|entry| entry.path());
    let files = entries.chain(sources.is_file().then(|| sources.clone()));
    let names = files.filter_map(|file| fs::read_to_string(file).ok()).flat_map(|text| {
        let names = text.split("lab.Register(\"").skip(1).filter_map(|rest| rest.split('"').next());
        names.map(|name| program.named(name)).collect::<Vec<_>>()
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn read_manifest(folder: &Path) -> Result<(String, Metadata), String> {
    let path = folder.join("Cargo.toml");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let manifest: Manifest = toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let Package { name, mut metadata } = manifest.package;
    let metadata =
        metadata.remove("contender").ok_or(format!("{}: no [package.metadata.contender]", path.display()))?;
    Ok((name, metadata))
}

/// Builds the program whose operations `lab counts` counts, with or without counters of field operations.
pub(crate) fn build_operations(counting: bool, target: Target<'_>) -> Result<PathBuf, String> {
    let (folder, features): (_, &[&str]) =
        if counting { ("operationscount", &["--features", "count"]) } else { ("operations", &[]) };
    cargo_build("operations", folder, features, "", "", target)
}

fn build_rust(
    package: &str,
    metadata: &Metadata,
    features: &[&str],
    target: Target<'_>,
) -> Result<Binary, String> {
    if let Target::Aarch64(tools) = target {
        let folder = if metadata.aarch64_cflags.is_empty() { "" } else { metadata.name.as_str() };
        let program = cargo_build(package, folder, features, "", &metadata.aarch64_cflags, target)?;
        return Ok(Binary {
            name: metadata.name.clone(),
            program,
            arguments: Vec::new(),
            runner: tools.runner(),
            environment: Vec::new(),
            build: AARCH64.to_owned(),
        });
    }
    let missing: Vec<&String> = metadata.needs.iter().filter(|flag| !machine::has_flag(flag)).collect();
    if !missing.is_empty() {
        return Err(format!("this processor lacks {missing:?}, which the build requires"));
    }
    let plain = metadata.rustflags.is_empty() && metadata.cflags.is_empty();
    let folder = if plain { "" } else { metadata.name.as_str() };
    let (rustflags, cflags) = (&metadata.rustflags, &metadata.cflags);
    let program = cargo_build(package, folder, features, rustflags, cflags, Target::Host)?;
    let found = check_instructions(&program, &metadata.instructions)?;
    let flags = [("RUSTFLAGS", rustflags), ("CFLAGS", cflags)];
    let flags = flags
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("{name}=\"{value}\""));
    let build: Vec<String> = flags.chain(found).collect();
    Ok(Binary {
        name: metadata.name.clone(),
        program,
        arguments: Vec::new(),
        runner: Vec::new(),
        environment: Vec::new(),
        build: build.join("; "),
    })
}

/// Builds a package of the lab into a subfolder of the lab's target folder. Packages with flags of their own, and the
/// counted one, have their own subfolder, because cargo would otherwise rebuild everything after each change of flags.
/// The others use the lab's target folder itself (`""`), which already contains their dependencies.
fn cargo_build(
    package: &str,
    folder: &str,
    features: &[&str],
    rustflags: &str,
    cflags: &str,
    target: Target<'_>,
) -> Result<PathBuf, String> {
    let mut folder = target.folder().join(folder);
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(["build", "--release", "--locked", "--quiet", "--package", package]);
    cargo.args(features);
    cargo.arg("--manifest-path").arg(lab_folder().join("Cargo.toml")).arg("--target-dir").arg(&folder);
    cargo.env("RUSTFLAGS", rustflags).env_remove("CARGO_ENCODED_RUSTFLAGS");
    // Variables that the crate `cc` reads before CFLAGS.
    for (variable, _) in std::env::vars_os() {
        if variable.to_str().is_some_and(|name| name.contains("CFLAGS")) {
            cargo.env_remove(variable);
        }
    }
    if !cflags.is_empty() {
        cargo.env("CFLAGS", cflags);
    }
    if let Target::Aarch64(tools) = target {
        cargo.args(["--target", AARCH64]).envs(tools.cargo_environment());
        folder.push(AARCH64);
    }
    run(&mut cargo)?;
    Ok(folder.join("release").join(package))
}

/// Builds the contenders of a program in Go.
fn build_go(source: &GoProgram, target: Target<'_>) -> Result<Vec<Binary>, String> {
    eprintln!("building the contenders in Go of {}", source.module);
    let folder = lab_folder().join(source.module);
    let program = target.folder().join(source.name);
    let mut go = Command::new("go");
    go.args(["build", "-tags", source.tags.unwrap_or_default(), "-o"]).arg(&program);
    if let Origin::Clones(wanted) = source.origin {
        let modfile = wanted.modfile(&folder, &target.folder().join(format!("{}-modules", source.name)))?;
        go.arg("-mod=mod").arg("-modfile").arg(modfile);
    }
    go.arg(".").current_dir(&folder);
    // The instruction set level for compiled Go code. Assembly in the libraries detects the processor at run time.
    let level = if ["avx2", "bmi1", "bmi2", "fma", "movbe"].iter().all(|flag| machine::has_flag(flag)) {
        "v3"
    } else {
        "v1"
    };
    let mut runner = Vec::new();
    if let Target::Aarch64(tools) = target {
        go.env("GOARCH", "arm64").env("CGO_ENABLED", "0");
        runner = tools.runner();
    }
    run(go.env("GOAMD64", level).env_remove("CGO_CFLAGS").env_remove("GOFLAGS"))?;
    let mut words = runner.iter().map(OsString::as_os_str).chain([program.as_os_str()]);
    let output = Command::new(words.next().expect("the program is a word"))
        .args(words)
        .arg("list")
        .output()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let build = match target {
        Target::Aarch64(_) => vec!["GOARCH=arm64".to_owned()],
        Target::Host => {
            let mnemonics: Vec<String> = source.instructions.iter().map(ToString::to_string).collect();
            let found = check_instructions(&program, &mnemonics)?;
            let found = found.map(|found| format!("the program {found}"));
            let tags = source.tags.map(|tags| format!("-tags {tags}"));
            std::iter::once(format!("GOAMD64={level}")).chain(tags).chain(found).collect()
        }
    };
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(names
        .lines()
        .map(|name| Binary {
            name: source.named(name),
            program: program.clone(),
            arguments: vec![name.to_owned()],
            runner: runner.clone(),
            // The collector and the preemption of goroutines run when a clock says so.
            environment: match target {
                Target::Host => Vec::new(),
                Target::Aarch64(_) => go_without_clock(),
            },
            build: build.join("; "),
        })
        .collect())
}

pub(crate) fn go_without_clock() -> Vec<(String, String)> {
    [("GOGC", "off"), ("GODEBUG", "asyncpreemptoff=1")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec()
}

/// Checks that all mnemonics occur in the program. Returns the text for the report.
fn check_instructions(program: &Path, mnemonics: &[String]) -> Result<Option<String>, String> {
    if mnemonics.is_empty() {
        return Ok(None);
    }
    let child = Command::new("objdump")
        .args(["-d", "--no-show-raw-insn"])
        .arg(program)
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        return Ok(Some(format!("not checked for {}: no objdump", mnemonics.join(", "))));
    };
    let output = child.stdout.take().expect("standard output is a pipe");
    let mut missing: BTreeSet<&str> = mnemonics.iter().map(String::as_str).collect();
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        // "  address:\tmnemonic operands"
        if let Some(mnemonic) = line.split('\t').nth(1).and_then(|text| text.split_whitespace().next()) {
            missing.retain(|wanted| !mnemonic.starts_with(wanted));
        }
        if missing.is_empty() {
            break;
        }
    }
    child.kill().and_then(|()| child.wait()).map_err(|error| format!("objdump: {error}"))?;
    if missing.is_empty() {
        Ok(Some(format!("has {}", mnemonics.join(", "))))
    } else {
        let missing: Vec<&str> = missing.into_iter().collect();
        Err(format!("{} contains no {}: it is not the intended build", program.display(), missing.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata(needs: &[&str], instructions: &[&str]) -> Metadata {
        let strings = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        Metadata {
            name: "absent".to_owned(),
            rustflags: String::new(),
            cflags: String::new(),
            needs: strings(needs),
            instructions: strings(instructions),
            aarch64_cflags: String::new(),
            variable: None,
            default_features_beside: None,
        }
    }

    #[test]
    fn failed_builds_report_the_reason() {
        let why =
            build_rust("contender-absent", &metadata(&["no_such_flag"], &[]), &[], Target::Host).unwrap_err();
        assert!(why.contains("lacks [\"no_such_flag\"]"), "{why}");
        let why = build_rust("contender-absent", &metadata(&[], &[]), &[], Target::Host).unwrap_err();
        assert!(why.contains("cargo") && why.contains("contender-absent"), "{why}");
    }

    #[test]
    fn a_binary_without_the_required_instructions_is_rejected() {
        let program = std::env::current_exe().unwrap();
        let check = |mnemonic: &str| check_instructions(&program, &[mnemonic.to_owned()]);
        let found = check("call").or_else(|_| check("bl")).unwrap().unwrap();
        assert!(found.starts_with("has ") || found.starts_with("not checked"), "{found}");
        if found.starts_with("has ") {
            assert!(check("frobnicate").unwrap_err().contains("contains no frobnicate"));
        }
    }

    #[test]
    fn contenders_in_go_are_found_in_their_source_files() {
        let names = GO_PROGRAMS.each_ref().map(go_names);
        assert_eq!(names[0], ["dcrd", "gnark-crypto", "go-eth-kzg", "go-ethereum", "go-ipa", "go-verkle"]);
        assert_eq!(names[1], ["dcrd-4.0.1"]);
        assert_eq!(names[2], ["go-verkle-2023-06"]);
        assert_eq!(names[3], ["go-verkle-2023-02"]);
        assert_eq!(names[4], ["go-verkle-2023-03"]);
        assert!(names[5].contains(&"go-ipa-purego".to_owned()) && names[5].len() == names[0].len());
    }

    #[test]
    fn every_contender_has_a_valid_manifest() {
        let folders = contender_folders();
        assert!(folders.len() >= 7, "{folders:?}");
        for folder in folders {
            let (package, metadata) = read_manifest(&folder).unwrap();
            assert_eq!(folder.file_name().unwrap().to_str(), Some(metadata.name.as_str()));
            assert_eq!(package, format!("contender-{}", metadata.name));
        }
    }
}
