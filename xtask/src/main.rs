//! The checks of Vorpal's continuous integration, as named steps. The scripts of `.ci` start them.

#![forbid(unsafe_code)]

mod arm64;
mod bindings;
mod blst_users;
mod dist;
mod lab;
mod more;
mod pages;
mod process;
mod run;
mod suite;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use process::{Failure, Outcome};
use suite::{Context, Suite};

/// The checks of Vorpal, as named steps
#[derive(Parser)]
enum Arguments {
    /// Checks that continuous integration runs, and that take long
    #[command(subcommand)]
    Ci(Ci),
    /// The artefacts of a release, in dist/; exit code 3 if something was skipped
    Dist(Selection),
    /// Installs the artefacts of dist/ in bare environments, and runs their examples
    DistInstall(Selection),
}

#[derive(Subcommand)]
enum Ci {
    /// Lints, tests, replays, the lab; beside them the bindings
    Run(Selection),
    /// The slow checks; exit code 3 if something was skipped
    More(Selection),
    /// Lints and tests of the bindings: C, JavaScript, Python, Java, Go
    Bindings(Selection),
    /// Lints and tests of the lab, and a short comparison with other libraries
    Lab(Selection),
    /// Builds for AArch64, and tests in QEMU; exit code 3 of `all` if something was skipped
    #[command(subcommand)]
    Arm64(Arm64),
    /// HTML pages in headless Chromium; exit code 3 without it
    Pages {
        #[arg(required = true)]
        pages: Vec<PathBuf>,
    },
    /// The tests of Lighthouse's bls, of Grandine's bls-blst and of blst on interop/blst; exit code 3 without a clone
    BlstUsers {
        /// A clone of https://github.com/sigp/lighthouse, also a bare one
        lighthouse: PathBuf,
        /// A clone of https://github.com/grandinetech/grandine, also a bare one
        grandine: Option<PathBuf>,
        #[command(flatten)]
        selection: Selection,
    },
}

#[derive(Subcommand)]
enum Arm64 {
    /// Install the tools (Debian, as root): linker, C library, QEMU, and a Rust library for AArch64
    Setup,
    /// Print the environment of such builds, for `eval`; fails if a tool is missing
    Env,
    /// The types of all crates
    Check(Selection),
    /// The tests of limbs
    Short(Selection),
    /// The tests of all crates, constant time, replay, sums; type checks for other systems
    All(Selection),
}

#[derive(Args)]
struct Selection {
    /// Run this step alone; several options run several steps, in the order of the list
    #[arg(long = "step", value_name = "NAME")]
    steps: Vec<String>,
    /// Print the names and subjects of the steps
    #[arg(long)]
    list: bool,
}

impl Selection {
    fn run(&self, suite: &Suite, context: &Context) -> Outcome<i32> {
        if self.list {
            suite.print_list();
            return Ok(0);
        }
        suite.run(context, &self.steps)
    }
}

fn run(arguments: Ci, context: &mut Context) -> Outcome<i32> {
    match arguments {
        Ci::Run(selection) => {
            prepare(&selection, context)?;
            selection.run(&run::SUITE, context)
        }
        Ci::More(selection) => {
            prepare(&selection, context)?;
            if !selection.list {
                more::prepare(context);
            }
            selection.run(&more::SUITE, context)
        }
        Ci::Bindings(selection) => selection.run(&bindings::SUITE, context),
        Ci::Lab(selection) => selection.run(&lab::SUITE, context),
        Ci::Arm64(Arm64::Setup) => arm64::setup(context).map(|()| 0),
        Ci::Arm64(Arm64::Env) => arm64::print_environment(context),
        Ci::Arm64(Arm64::Check(selection)) => arm64::run(context, &arm64::CHECK, &selection),
        Ci::Arm64(Arm64::Short(selection)) => arm64::run(context, &arm64::SHORT, &selection),
        Ci::Arm64(Arm64::All(selection)) => arm64::run(context, &arm64::ALL, &selection),
        Ci::Pages { pages } => pages::check(context, &pages),
        Ci::BlstUsers { lighthouse, grandine, selection } => {
            context.arguments = [lighthouse].into_iter().chain(grandine).collect();
            blst_users::export(context);
            selection.run(&blst_users::SUITE, context)
        }
    }
}

/// Installs what tests of constant time require, where that is possible.
fn prepare(selection: &Selection, context: &Context) -> Outcome {
    if selection.list { Ok(()) } else { pages::install(context, "valgrind") }
}

fn start() -> Outcome<i32> {
    let mut arguments = Arguments::parse();
    // Paths are those of the user's folder; all commands run in the root.
    if let Arguments::Ci(Ci::Pages { pages }) = &mut arguments {
        for page in pages {
            *page = std::path::absolute(&*page)?;
        }
    }
    if let Arguments::Ci(Ci::BlstUsers { lighthouse, grandine, .. }) = &mut arguments {
        for clone in [lighthouse].into_iter().chain(grandine) {
            *clone = std::path::absolute(&*clone)?;
        }
    }
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).canonicalize()?;
    std::env::set_current_dir(&root)?;
    let mut context = Context::new(root)?;
    process::end_commands_on_signals(context.out.clone())?;
    match arguments {
        Arguments::Ci(arguments) => run(arguments, &mut context),
        Arguments::Dist(selection) => selection.run(&dist::SUITE, &context),
        Arguments::DistInstall(selection) => selection.run(&dist::install::SUITE, &context),
    }
}

fn main() -> ExitCode {
    let code = dist::wrapper::run().map_or_else(start, Err).unwrap_or_else(|Failure { message, code }| {
        eprintln!("{message}");
        code
    });
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}
