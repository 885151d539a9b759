//! `cnfab completions` and `cnfab man`: what shells and `man` need to know, from the definitions of the commands
//! themselves.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{ArgAction, Command, CommandFactory, ValueEnum};
use clap_complete::Shell;
use clap_complete_nushell::Nushell;
use clap_mangen::Man;

use super::failure::Failure;
use super::file::{FilePlace, distinct, to_file};

/// Print a script that completes commands and options in a shell.
///
/// bash: 'cnfab completions bash > ~/.local/share/bash-completion/completions/cnfab'. zsh: write to a file '_cnfab' in
/// a folder of $fpath. fish: 'cnfab completions fish > ~/.config/fish/completions/cnfab.fish'.
#[derive(clap::Args)]
pub(crate) struct CompletionArguments {
    /// The shell.
    #[arg(ignore_case = true)]
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

/// Print the manual page, or write those of all commands to a folder.
///
/// 'man -l' shows them.
#[derive(clap::Args)]
pub(crate) struct ManArguments {
    /// A folder for all pages: cnfab.1, cnfab-solve.1 and so on. It is made if it is not there.
    #[arg(short, value_name = "DIR")]
    output: Option<PathBuf>,
}

pub(crate) fn run_completions(arguments: &CompletionArguments) -> Result<(), Failure> {
    let mut program = super::Arguments::command();
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
    let mut program = super::Arguments::command();
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
    distinct(&pages.iter().map(|command| FilePlace::file(path_of(command))).collect::<Vec<_>>(), [])?;
    for command in pages {
        write_page(&path_of(&command), &page(command)?)?;
    }
    Ok(())
}

/// The manual page of a command. Its synopsis names the values of options.
fn page(command: Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    let synopsis = synopsis(&command);
    let command = command.override_usage(synopsis);
    Man::new(command).render(&mut page)?;
    Ok(page)
}

fn write_page(path: &Path, page: &[u8]) -> Result<(), Failure> {
    to_file(path, |out| Ok(out.write_all(page)?))
}

/// The command with all its arguments and their values, on one line: `cnfab solve [-n N] [--plain] FILE`.
fn synopsis(command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let mut parts = vec![name.to_owned()];
    for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
        let names = argument.get_value_names().unwrap_or_default();
        let values: Vec<String> = match argument.get_action().takes_values() {
            true if names.is_empty() => vec![argument.get_id().as_str().to_uppercase()],
            true => names.iter().map(ToString::to_string).collect(),
            false => Vec::new(),
        };
        let several = argument.get_num_args().is_some_and(|count| count.max_values() > 1);
        let is_option = argument.get_short().is_some() || argument.get_long().is_some();
        let is_repeated = matches!(argument.get_action(), ArgAction::Append) && is_option && !several;
        let values = values.join(" ");
        let dots = if several && !values.ends_with("...") { "..." } else { "" };
        let short = argument.get_short().map(|short| format!("-{short}"));
        let long = argument.get_long().map(|long| format!("--{long}"));
        let option = [short, long].into_iter().flatten().collect::<Vec<_>>().join("|");
        let separator = match (option.is_empty() || values.is_empty(), argument.is_require_equals_set()) {
            (true, _) => "",
            (_, true) => "[=",
            (_, false) => " ",
        };
        let end = if separator == "[=" { "]" } else { "" };
        let written = format!("{option}{separator}{values}{end}{dots}");
        let written = if argument.is_required_set() { written } else { format!("[{written}]") };
        parts.push(if is_repeated && !written.contains("...") { written + "..." } else { written });
    }
    if command.has_subcommands() {
        parts.push("COMMAND".to_owned());
    }
    parts.join(" ")
}
