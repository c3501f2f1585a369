//! `vorpal completions`: shell completions and man pages, derived from the definition of the command line.

use std::path::PathBuf;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::failure::Failure;
use crate::output::files::{self, Files};
use crate::output::terminal;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal completions bash > ~/.local/share/bash-completion/completions/vorpal
  vorpal completions --man ~/.local/share/man/man1")]
pub(crate) struct Options {
    /// Print the completions for this shell.
    #[arg(value_name = "SHELL", required_unless_present = "man")]
    shell: Option<Shell>,
    /// Write a man page for each command to this directory, which is created if it does not exist.
    #[arg(long, value_name = "DIR", conflicts_with = "shell")]
    man: Option<PathBuf>,
}

/// Prints the completions or writes the man pages of `command`.
pub(crate) fn run(options: &Options, mut command: Command) -> Result<(), Failure> {
    if let Some(shell) = options.shell {
        let mut script = Vec::new();
        let name = command.get_name().to_owned();
        clap_complete::generate(shell, &mut command, name, &mut script);
        terminal::print(&String::from_utf8_lossy(&script))?;
    }
    if let Some(folder) = &options.man {
        let pages = man_pages(command).map_err(|error| Failure::Engine(format!("man pages: {error}")))?;
        let pages: Vec<(PathBuf, Vec<u8>)> =
            pages.into_iter().map(|(name, page)| (folder.join(name), page)).collect();
        Files::default().folders([folder]).outputs(pages.iter().map(|(path, _)| path)).check()?;
        std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, error))?;
        files::write_all(&pages)?;
    }
    Ok(())
}

/// The names and contents of the man pages of a command and of all its subcommands.
fn man_pages(command: Command) -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let mut command = command.disable_help_subcommand(true);
    // Building gives each subcommand its full name, such as `vorpal-tree-init`.
    command.build();
    let mut pages = Vec::new();
    let mut pending = vec![command];
    while let Some(command) = pending.pop() {
        pending.extend(command.get_subcommands().cloned());
        let man = Man::new(command);
        let mut page = Vec::new();
        man.render(&mut page)?;
        pages.push((man.get_filename(), page));
    }
    Ok(pages)
}
