//! A command of the user that gets files and answers: on its standard output, or in a file of its own.

use std::fs::File;
use std::io::{self, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;

use cnfab_base::words::words;

use super::{TemporaryFile, UserProgram};

/// The place in a command of a file that takes the answer.
const ANSWER: &str = "{out}";

/// The most that a program may print, in megabytes of a million bytes.
const MOST_MEGABYTES: u64 = 1000;

fn read_text(from: &mut dyn Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    from.take(MOST_MEGABYTES * 1_000_000 + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_MEGABYTES * 1_000_000 {
        return Err(io::Error::other(format!("it printed more than {MOST_MEGABYTES} MB")));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Runs a command with a file in each place that a word marks, and perhaps one for the answer. Returns the answer, and
/// how the program ended; `None` if it was ended because `is_over` said so.
///
/// # Errors
/// If the program cannot be run, or its answer cannot be read.
pub(crate) fn answer_of(
    command: &str,
    files: &[(&str, &TemporaryFile)],
    is_over: &dyn Fn() -> bool,
) -> Result<Option<(String, ExitStatus)>, String> {
    let answer = TemporaryFile::new("").map_err(|why| format!("no file for the answer: {why}"))?;
    let fill = |word: String| {
        let word = word.replace(ANSWER, &answer.path().to_string_lossy());
        files.iter().fold(word, |word, (mark, file)| word.replace(mark, &file.path().to_string_lossy()))
    };
    let all: Vec<String> = words(command)?.into_iter().map(fill).collect();
    let (name, arguments) = all.split_first().ok_or("an empty command")?;
    let cannot = |why: io::Error| format!("cannot run '{name}': {why}");
    let mut started = Command::new(name);
    started.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut program = UserProgram::start(&mut started).map_err(cannot)?;
    let mut output = program.stdout().ok_or("no pipe to the program")?;
    let reading = thread::spawn(move || {
        let printed = read_text(&mut output);
        // One that prints more ends when nobody reads on.
        drop(output);
        printed
    });
    let ended = program.wait(is_over).map_err(cannot)?;
    let Some(status) = ended else { return Ok(None) };
    let printed = reading.join().map_err(|_| "the reader of the output ended".to_owned())?.map_err(cannot)?;
    if !command.contains(ANSWER) {
        return Ok(Some((printed, status)));
    }
    let read = File::open(answer.path()).and_then(|mut file| read_text(&mut file));
    Ok(Some((read.map_err(|why| format!("no answer of '{name}': {why}"))?, status)))
}
