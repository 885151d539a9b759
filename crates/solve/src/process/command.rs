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

/// The run of a program.
pub(crate) struct ProgramRun {
    /// Its answer, and how it ended; `None` if it was ended because its time was over.
    pub(crate) answer: Option<(String, ExitStatus)>,
    /// All that it printed.
    pub(crate) printed: String,
}

/// Runs a command with a text in each place that a word marks, and perhaps a file for the answer. The program is ended
/// when `is_over` says so.
///
/// # Errors
/// If the program cannot be run, or its answer cannot be read.
pub(crate) fn answer_of(
    command: &str,
    places: &[(&str, String)],
    is_over: &dyn Fn() -> bool,
) -> Result<ProgramRun, String> {
    let answer = TemporaryFile::new("").map_err(|why| format!("no file for the answer: {why}"))?;
    let fill = |word: String| {
        let word = word.replace(ANSWER, &answer.name());
        places.iter().fold(word, |word, (mark, text)| word.replace(mark, text))
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
    let printed = reading.join().map_err(|_| "the reader of the output ended".to_owned())?.map_err(cannot)?;
    let Some(status) = ended else { return Ok(ProgramRun { answer: None, printed }) };
    if !command.contains(ANSWER) {
        return Ok(ProgramRun { answer: Some((printed.clone(), status)), printed });
    }
    let read = File::open(answer.path()).and_then(|mut file| read_text(&mut file));
    let read = read.map_err(|why| format!("no answer of '{name}': {why}"))?;
    Ok(ProgramRun { answer: Some((read, status)), printed })
}
