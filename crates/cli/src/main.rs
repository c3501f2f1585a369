//! The `vorpal` command.
//!
//! Exit codes:
//!
//! * 0: success;
//! * 1: a check failed;
//! * 2: the input or the command line is malformed, or the output cannot be written;
//! * 3: the command cannot continue for a reason other than its input;
//! * 101: a reader of a store met damage of redb's own pages without a check of the file;
//! * 130: the command was interrupted and can be resumed.

#![forbid(unsafe_code)]

mod backends;
mod bls;
mod bounds;
mod completions;
mod constants;
#[cfg(test)]
mod documents_tests;
mod evm;
mod failure;
mod generate;
mod groth16;
mod hex;
mod input;
mod kzg;
mod lock_wait;
mod measure;
mod msm;
mod output;
mod recover;
mod replay;
mod selftest;
mod tree;
mod vector_folders;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use failure::Failure;
use output::terminal;
use vorpal::limbs::backend::Backend;

/// A state tree consists of many small allocations that one thread makes and another frees. With the C library's
/// allocator, threads contend for locks on this load.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The arithmetic engine for chains and provers.
#[derive(Parser)]
#[command(name = "vorpal", version, after_long_help = backends::help())]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Replay blocks: recover senders, derive keys, update the state tree, commit, compare roots.
    Replay(replay::Options),
    /// Bounds of Montgomery multiplications: the largest results, operands near them, and subtractions needed.
    Bounds(Box<bounds::Options>),
    /// Constants of a curve's endomorphism: derived step by step, and compared with those of the library.
    Constants(constants::Options),
    /// Recover public keys from signatures, check senders and keys, measure.
    Recover(recover::Options),
    /// Multi-scalar multiplication of files of ZPrize or of random input: sum, measure, compare.
    ///
    /// Messages count vectors and iterations from 1, and indices of points and scalars from 0.
    Msm(msm::Options),
    /// Precompiled contracts of Ethereum: compare outputs, failures and gas with vectors, measure.
    Evm(evm::Options),
    /// BLS signatures: verification of many, which names the wrong ones, sums, and the vectors.
    Bls(bls::Options),
    /// Blobs of Ethereum: commitments, proofs, cells, recovery, and the official vectors.
    Kzg(kzg::Options),
    /// Groth16 proofs for circuits of circom: proofs, verification, ceremonies, and why a witness is wrong.
    Groth16(groth16::Options),
    /// A state tree in a directory: write blocks, read and prove values, roll back blocks, check the store.
    Tree(tree::Options),
    /// Write a generated chain as files that `replay --data` reads: the built-in one, or one of another size.
    #[command(after_long_help = "\
Examples:
  vorpal generate --out chain
  vorpal generate --out long --blocks 100000 --transactions 10 --accounts 10000
  vorpal replay --data chain")]
    Generate {
        /// The folder to write to; it must not exist.
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        #[command(flatten)]
        size: generate::Size,
    },
    /// A test of this program on this processor: every backend, published answers, tables.
    Selftest(selftest::Options),
    /// The times of the engine's main operations on this processor.
    Measure(measure::Options),
    /// Print shell completions, or write man pages.
    Completions(completions::Options),
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => report(&failure),
    }
}

/// Parses the command line. If it is malformed or requests help, prints clap's text and returns the exit code.
fn arguments() -> Result<Arguments, ExitCode> {
    let given: Vec<OsString> = std::env::args_os().collect();
    let error = match Arguments::try_parse_from(&given) {
        Ok(arguments) => return Ok(arguments),
        Err(error) => error,
    };
    let escaped: Vec<OsString> =
        given.iter().map(|argument| terminal::escape(argument.display()).into()).collect();
    let is_error = error.use_stderr();
    let printed = if escaped == given && !terminal::is_long(&error.render().to_string()) {
        // Clap prints with colours if the terminal supports them.
        let printed = error.print();
        if is_error { Ok(()) } else { terminal::printed(printed) }
    } else {
        // Clap's text quotes arguments, so it is made from the escaped arguments.
        let text = Arguments::try_parse_from(&escaped).err().unwrap_or(error).render().to_string();
        if is_error {
            terminal::print_error(&text);
            Ok(())
        } else {
            terminal::print(&text)
        }
    };
    Err(match printed {
        Ok(()) => ExitCode::from(if is_error { 2 } else { 0 }),
        Err(failure) => report(&failure),
    })
}

/// Prints why the command failed, and returns the exit code.
fn report(failure: &Failure) -> ExitCode {
    terminal::print_error(&format!("vorpal: {failure}\n"));
    failure.exit_code()
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    Backend::check_environment().map_err(|error| Failure::Usage { reason: error.to_string() })?;
    match arguments.command {
        Command::Replay(options) => replay::run(&options),
        Command::Bounds(options) => bounds::run(&options),
        Command::Constants(options) => constants::run(&options),
        Command::Recover(options) => recover::run(&options),
        Command::Msm(options) => msm::run(&options),
        Command::Evm(options) => evm::run(&options),
        Command::Bls(options) => bls::run(&options),
        Command::Kzg(options) => kzg::run(&options),
        Command::Groth16(options) => groth16::run(&options),
        Command::Tree(options) => tree::run(&options),
        Command::Generate { out, size } => generate::run(&out, size),
        Command::Selftest(options) => selftest::run(&options),
        Command::Measure(options) => measure::run(&options),
        Command::Completions(options) => completions::run(&options, Arguments::command()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every example of a help text is a valid command line, up to a redirection by the shell.
    #[test]
    fn examples_of_help_texts_parse() {
        let mut pending = vec![Arguments::command()];
        let mut examples = 0;
        while let Some(command) = pending.pop() {
            pending.extend(command.get_subcommands().cloned());
            let help = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
            for example in help.lines().filter(|line| line.starts_with("  vorpal ")) {
                let words = example.split(['<', '>']).next().unwrap_or_default().split_whitespace();
                let parsed = Arguments::try_parse_from(words);
                assert!(parsed.is_ok(), "{example}: {:?}", parsed.err().map(|error| error.to_string()));
                examples += 1;
            }
        }
        assert!(examples > 20, "{examples}");
    }
}
