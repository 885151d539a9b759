//! Programs of others that runs use, as rows keep them: solvers and encoders by their commands, and checkers.
//!
//! Two sweeps may find another program, or another script, behind the same command. So a row has a hash of the program
//! and of each file that its command names, and what the program says of its version. Rows of two versions are told
//! apart by it, and a sweep does not go on with rows of another version.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cnfab_base::display;
use cnfab_base::words::words;
use cnfab_solve::process::UserProgram;

use super::digest;
use super::one_run::Run;

/// Hashes and versions by the word of the command that names a program or a file.
pub(super) type Outside = BTreeMap<String, String>;

/// How long a program may take to say its version.
const PATIENCE: Duration = Duration::from_secs(2);

/// The longest line that is kept of it, in characters.
const LONGEST: usize = 100;

impl Run<'_> {
    /// The programs of others that the run uses, and the files that their commands name; `None` if it uses none. The
    /// study looks at each command once.
    pub(super) fn outside(&self) -> Option<Outside> {
        let encodings = &self.way.recipe;
        let strategy = &self.way.strategy.strategy;
        let spec = self.spec();
        let mut commands: Vec<&str> = strategy.command().into_iter().chain(spec.certify.as_deref()).collect();
        if encodings.are_external_for(strategy.backend(encodings).as_ref()) {
            commands.extend(encodings.recipe.externals().map(|external| external.command()));
        }
        let mut all = Outside::new();
        for command in &commands {
            let mut known = self.study.outside.lock().expect("nobody panics while looking at programs");
            all.extend(known.entry((*command).to_owned()).or_insert_with(|| named(command)).clone());
        }
        (!commands.is_empty()).then_some(all)
    }
}

/// The difference between the programs of a row and those of another row or of now: the word, and the value on each
/// side.
pub(super) fn difference<'o>(one: &'o Outside, other: &'o Outside) -> Option<(&'o str, &'o str, &'o str)> {
    let differs = |(word, about): (&'o String, &'o String)| {
        let now = other.get(word)?;
        (about != now).then_some((word.as_str(), about.as_str(), now.as_str()))
    };
    one.iter().find_map(differs)
}

/// The program of a command and the files that it names.
fn named(command: &str) -> Outside {
    let mut all = Outside::new();
    let Ok(words) = words(command) else { return all };
    let (program, arguments) = words.split_first().expect("a command has a program");
    let hash = found(program).and_then(|path| digest::of_file(&path).ok());
    let version = hash.as_ref().and_then(|_| version(program));
    let about = [hash, version].into_iter().flatten().collect::<Vec<_>>().join(" ");
    all.insert(program.clone(), if about.is_empty() { "not found".to_owned() } else { about });
    for word in arguments {
        // `--rules=FILE` names one, too.
        let file = word.split_once('=').map_or(word.as_str(), |(_, file)| file);
        for path in [word.as_str(), file] {
            if fs::metadata(path).is_ok_and(|about| about.is_file())
                && let Ok(hash) = digest::of_file(Path::new(path))
            {
                all.insert(path.to_owned(), hash);
            }
        }
    }
    all
}

/// Where the system finds a program.
fn found(program: &str) -> Option<PathBuf> {
    let is_file = |path: &PathBuf| fs::metadata(path).is_ok_and(|about| about.is_file());
    if program.contains(std::path::MAIN_SEPARATOR) {
        return Some(PathBuf::from(program)).filter(is_file);
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(is_file)
}

/// The first line that the program prints if it is asked for its version, if it ends well and in time.
fn version(program: &str) -> Option<String> {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut running = UserProgram::start(&mut command).ok()?;
    let stdout = running.stdout()?;
    let reading = std::thread::spawn(move || {
        let mut line = String::new();
        BufReader::new(stdout.take(1 << 12)).read_line(&mut line).map(|_| line)
    });
    let begun = Instant::now();
    let status = running.wait(&|| begun.elapsed() > PATIENCE).ok()??;
    let line = reading.join().ok()?.ok()?;
    let line = display::cut(line.trim(), LONGEST);
    (status.success() && !line.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_and_the_files_of_its_command_are_told_apart_by_what_is_in_them() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let (script, rules) = (file("script.sh", "echo 1"), file("rules", "a"));
        let command = format!("sh {script} --rules={rules} {{n}}");
        let before = named(&command);
        assert_eq!(
            before.keys().collect::<Vec<_>>(),
            [&rules, &script, "sh"].map(|name| name.to_string()).iter().collect::<Vec<_>>()
        );
        assert_eq!(difference(&before, &named(&command)), None);
        file("rules", "b");
        let after = named(&command);
        assert_eq!(difference(&before, &after).unwrap().0, rules);
        assert_eq!(named("no-such-program-here {n}")["no-such-program-here"], "not found");
    }
}
