//! The `vorpal` command.
//!
//! Exit codes: 0 if all is well, 1 if what was checked is wrong, 2 if the input or the command line is malformed, 3 if
//! the command itself cannot go on, 130 if it was interrupted and has stopped where it can go on later.

#![forbid(unsafe_code)]

mod bounds;
mod constants;
mod failure;
mod generate;
mod hex;
mod input;
mod msm;
mod output;
mod patience;
mod recover;
mod replay;
mod tree;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use failure::Failure;
use output::terminal;
use vorpal::limbs::backend::{Backend, VARIABLE};

/// Trees are many small pieces of memory that one thread asks for and another gives back, for which the C library's
/// allocator makes threads wait for each other.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The arithmetic engine for chains and provers.
#[derive(Parser)]
#[command(name = "vorpal", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Replay blocks: recover senders, derive keys, update the state tree, commit, compare roots.
    Replay(replay::Options),
    /// Bounds of Montgomery multiplications: how large results get, which operands get there, subtractions needed.
    Bounds(bounds::Options),
    /// Constants of a curve's endomorphism: derived step by step, and compared with those the library uses.
    Constants(constants::Options),
    /// Recover public keys from signatures, check senders and keys, measure.
    Recover(recover::Options),
    /// Sum multiples of points (multi-scalar multiplication): from ZPrize's files or random, measured, compared.
    ///
    /// Messages count vectors and iterations from 1, the indices of points and scalars from 0.
    Msm(msm::Options),
    /// A state tree in a directory: write blocks, read values, take blocks back, check everything.
    Tree(tree::Options),
    /// Write the built-in generated chain as files that `replay --data` reads.
    Generate {
        /// The folder to write to; it must not exist yet.
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            terminal::complain(&format!("vorpal: {failure}\n"));
            failure.exit_code()
        }
    }
}

/// The command line. Where it is malformed, or asks for help, clap's text has been printed, which quotes it.
fn arguments() -> Result<Arguments, ExitCode> {
    let given: Vec<OsString> = std::env::args_os().collect();
    let error = match Arguments::try_parse_from(&given) {
        Ok(arguments) => return Ok(arguments),
        Err(error) => error,
    };
    let harmless: Vec<OsString> =
        given.iter().map(|argument| terminal::shown(argument.display()).into()).collect();
    let is_complaint = error.use_stderr();
    if harmless == given {
        // As clap prints it, with colours where they are wanted. If nobody reads it, the exit code still says it.
        let _ = error.print();
    } else {
        // The same complaint about what may be shown.
        let text = Arguments::try_parse_from(&harmless).err().unwrap_or(error).render().to_string();
        if is_complaint { terminal::complain(&text) } else { terminal::print(&text) }
    }
    Err(ExitCode::from(if is_complaint { 2 } else { 0 }))
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    Backend::check_environment().map_err(|value| Failure::Usage {
        reason: format!("{VARIABLE} is {value:?}; it may be `auto` or `portable`"),
    })?;
    match arguments.command {
        Command::Replay(options) => replay::run(&options),
        Command::Bounds(options) => bounds::run(&options),
        Command::Constants(options) => constants::run(&options),
        Command::Recover(options) => recover::run(&options),
        Command::Msm(options) => msm::run(&options),
        Command::Tree(options) => tree::run(&options),
        Command::Generate { out } => generate::run(&out),
    }
}
