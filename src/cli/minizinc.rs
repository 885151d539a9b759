//! `cnfab minizinc`: tells MiniZinc of this program.

use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueHint;
use serde_json::{Value, json};

use crate::frontend::flatzinc::library as texts;

use super::args::new_folder;
use super::failure::Failure;
use super::file::to_file;

/// The script that MiniZinc calls, which cannot name a command of a program.
const SCRIPT: &str = if cfg!(windows) { "fzn-cnfab.bat" } else { "fzn-cnfab" };

/// The description in the script.
const CALLS: &str = "Written by 'cnfab minizinc --install'.\n";

/// The identity of the solver in MiniZinc's configuration.
const ID: &str = "org.cnfab.cnfab";

/// The files that an installation has, and its folder with the library.
const CONFIGURATION: &str = "cnfab.msc";
const FOLDER: &str = "cnfab-library";

/// The first line of our files in the library.
const MARK: &str = "% Written by 'cnfab minizinc --install'.\n";

/// Tell MiniZinc of this program: then 'minizinc --solver cnfab MODEL' solves by it.
///
/// Written are three things. 'cnfab.msc' is the configuration, with --strategy and --encode as options for MiniZinc's
/// IDE. The folder 'cnfab-library' names the constraints that are taken as they are. The script 'fzn-cnfab' calls this
/// program. A file that something else has written is never replaced. MiniZinc looks for solvers in
/// ~/.minizinc/solvers and in the folders of the variable MZN_SOLVER_PATH.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Write the files.
    #[arg(long, required = true)]
    install: bool,

    /// Where they are written; '~/.minizinc/solvers' if not given.
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, requires = "install", value_parser = new_folder)]
    folder: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let folder = match &arguments.folder {
        Some(folder) => folder.clone(),
        None => home()?.join(".minizinc").join("solvers"),
    };
    let library = folder.join(FOLDER);
    let configuration = folder.join(CONFIGURATION);
    let program = std::env::current_exe().map_err(|why| Failure::Own(format!("this program has no path: {why}")))?;
    // All is looked at before anything is written.
    let files: Vec<(PathBuf, String)> =
        texts().iter().map(|(name, text)| (library.join(name), format!("{MARK}{text}"))).collect();
    for (path, _) in &files {
        is_ours(path, |text| text.starts_with(MARK))?;
    }
    is_ours(&configuration, |text| {
        serde_json::from_str::<Value>(text).is_ok_and(|value| value.get("id").is_some_and(|id| id == ID))
    })?;
    let caller = folder.join(SCRIPT);
    is_ours(&caller, |text| text.contains(CALLS))?;
    let calls = script(&program)?;
    fs::create_dir_all(&library).map_err(|why| cannot(&library, &why))?;
    for (path, text) in &files {
        write(path, text)?;
    }
    write(&caller, &calls)?;
    permit(&caller).map_err(|why| cannot(&caller, &why))?;
    let text = serde_json::to_string_pretty(&solver()).expect("names and texts") + "\n";
    write(&configuration, &text)?;
    super::message::say!("cnfab: written: {}, {} and {}", shown(&configuration), shown(&library), shown(&caller));
    Ok(())
}

/// The configuration as MiniZinc reads it. Paths in it are relative to its folder.
fn solver() -> Value {
    json!({
        "id": ID,
        "name": "cnfab",
        "description": "Encodings to CNF and integer programs, native search: any strategy and configuration of cnfab",
        "version": env!("CARGO_PKG_VERSION"),
        "executable": format!("./{SCRIPT}"),
        "mznlib": format!("./{FOLDER}"),
        "tags": ["cnfab", "cp", "sat", "int"],
        "stdFlags": ["-a", "-n", "-i", "-f", "-p", "-r", "-s", "-t", "-v"],
        "extraFlags": [
            ["--strategy", "how to search, as 'cnfab solve --strategy' takes it", "string", ""],
            ["--encode", "how to encode, as 'cnfab solve --encode' takes it", "string", ""],
        ],
        "supportsMzn": false,
        "supportsFzn": true,
        "needsSolns2Out": true,
        "needsMznExecutable": false,
        "needsStdlibDir": false,
        "isGUIApplication": false,
    })
}

/// The home folder of the user.
fn home() -> Result<PathBuf, Failure> {
    std::env::home_dir()
        .filter(|home| home.is_absolute())
        .ok_or_else(|| Failure::Input("cnfab: found no home folder, expected one, or '--folder FOLDER'".to_owned()))
}

/// Refuses to replace a file that something else has written.
fn is_ours(path: &Path, is_it: impl Fn(&str) -> bool) -> Result<(), Failure> {
    // A pipe is none, and reading it may wait for ever.
    if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(refused(path));
    }
    match fs::read(path) {
        Ok(bytes) if std::str::from_utf8(&bytes).is_ok_and(is_it) => Ok(()),
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(why) if why.kind() == std::io::ErrorKind::NotADirectory => Err(cannot(path, &why)),
        _ => Err(refused(path)),
    }
}

fn refused(path: &Path) -> Failure {
    Failure::Input(format!("cnfab: {}: found a file of others, expected none or one of ours", shown(path)))
}

fn cannot(path: &Path, why: &std::io::Error) -> Failure {
    Failure::Input(format!("cnfab: cannot write {}: {why}", shown(path)))
}

fn shown(path: &Path) -> String {
    format!("'{}'", path.display())
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    to_file(path, |file| Ok(file.write_all(text.as_bytes())?))
}

/// The script that calls this program.
fn script(program: &Path) -> Result<String, Failure> {
    let path = program.to_str().filter(|path| !path.contains(['\n', '\r', '"', '%']));
    let path = path.ok_or_else(|| Failure::Input(format!("cnfab: a script cannot call {}", shown(program))))?;
    Ok(match cfg!(windows) {
        true => format!("@rem {CALLS}@\"{path}\" flatzinc %*\r\n"),
        false => format!("#!/bin/sh\n# {CALLS}exec '{}' flatzinc \"$@\"\n", path.replace('\'', "'\\''")),
    })
}

/// Lets the script be run.
#[cfg(unix)]
fn permit(script: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(script, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn permit(_: &Path) -> std::io::Result<()> {
    Ok(())
}
