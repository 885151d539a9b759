//! `cnfab completions` and `cnfab man`: what shells and `man` need to know, from the definitions of the commands themselves.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory, ValueEnum};
use clap_complete::Shell;
use clap_complete_nushell::Nushell;
use clap_mangen::Man;

use super::failure::Failure;
use super::file::{Place, distinct, to_file};

/// Print a script that completes commands and options in a shell.
///
/// bash: 'cnfab completions bash > ~/.local/share/bash-completion/completions/cnfab'. zsh: write to a file '_cnfab' in a folder
/// of $fpath. fish: 'cnfab completions fish > ~/.config/fish/completions/cnfab.fish'.
#[derive(clap::Args)]
pub(crate) struct CompletionArguments {
    /// The shell.
    shell: Known,
}

/// The shells for which scripts can be written.
#[derive(Clone, Copy, ValueEnum)]
enum Known {
    Bash,
    Elvish,
    Fish,
    Nushell,
    #[value(name = "powershell")]
    PowerShell,
    Zsh,
}

/// Print the manual page, for 'man -l'; with a folder, write it and those of all commands there.
#[derive(clap::Args)]
pub(crate) struct ManArguments {
    /// A folder for all pages: cnfab.1, cnfab-solve.1 and so on. It is made if it is not there.
    #[arg(short, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// The program as its users see it: without the commands that are hidden.
fn program() -> Command {
    let full = super::Arguments::command();
    let shown = full.get_subcommands().filter(|command| !command.is_hide_set());
    let mut program = Command::new("cnfab")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommands(shown.cloned())
        .args(full.get_arguments().cloned())
        .disable_help_subcommand(true);
    if let Some(about) = full.get_about() {
        program = program.about(about.clone());
    }
    if let Some(text) = full.get_after_help() {
        program = program.after_help(text.clone());
    }
    program
}

pub(crate) fn run_completions(arguments: &CompletionArguments) -> Result<(), Failure> {
    let mut program = program();
    let mut script = Vec::new();
    let mut write = |shell: Shell| clap_complete::generate(shell, &mut program, "cnfab", &mut script);
    match arguments.shell {
        Known::Bash => write(Shell::Bash),
        Known::Elvish => write(Shell::Elvish),
        Known::Fish => write(Shell::Fish),
        Known::Nushell => clap_complete::generate(Nushell, &mut program, "cnfab", &mut script),
        Known::PowerShell => write(Shell::PowerShell),
        Known::Zsh => write(Shell::Zsh),
    }
    Ok(io::stdout().lock().write_all(&script)?)
}

pub(crate) fn run_man(arguments: &ManArguments) -> Result<(), Failure> {
    let mut program = program();
    // Gives every command its full name.
    program.build();
    let Some(folder) = arguments.output.as_ref().filter(|folder| folder.as_os_str() != "-") else {
        return Ok(io::stdout().lock().write_all(&page(program)?)?);
    };
    let cannot = |why| Failure::Input(format!("cnfab: cannot make the folder '{}': {why}", folder.display()));
    fs::create_dir_all(folder).map_err(cannot)?;
    let commands: Vec<Command> = program.get_subcommands().cloned().collect();
    let path_of = |command: &Command| {
        folder.join(format!("{}.1", command.get_display_name().unwrap_or_else(|| command.get_name())))
    };
    let pages: Vec<Command> = std::iter::once(program).chain(commands).collect();
    distinct(&pages.iter().map(|command| Place::file(path_of(command))).collect::<Vec<_>>(), [])?;
    for command in pages {
        write_page(&path_of(&command), &page(command)?)?;
    }
    Ok(())
}

fn page(command: Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}

fn write_page(path: &Path, page: &[u8]) -> Result<(), Failure> {
    to_file(path, |out| {
        out.write_all(page).map_err(|why| Failure::Input(format!("cnfab: cannot write '{}': {why}", path.display())))
    })
}
