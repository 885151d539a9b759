//! Commands that users write: words separated by blanks, with quotes, but without a shell; and programs that are run
//! for them, each in a process group of its own, so that it ends together with everything that it has started, and with
//! us.

use std::env::consts::EXE_SUFFIX;
use std::io;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

mod command;
mod groups;
mod held;
mod pending;

pub(crate) use command::{ProgramRun, answer_of};
pub use groups::computing_s;
use groups::{ask_to_end, kill};
use held::held;
pub use held::{PendingFolder, TemporaryFile, end_all, temporary_files_in, watch, watch_with};
pub use pending::PendingFile;

/// True if there is a program of this name: a file, or one in a folder of the search path.
pub(crate) fn is_there(name: &str) -> bool {
    if name.contains(std::path::MAIN_SEPARATOR) {
        return Path::new(name).is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(format!("{name}{EXE_SUFFIX}")).is_file())
}

/// How long a program may take to end after it was asked to: solvers print what they did.
const PATIENCE: Duration = Duration::from_millis(300);

/// How long to wait before looking at a program again; the wait grows up to the second.
const PAUSES: [Duration; 2] = [Duration::from_micros(200), Duration::from_millis(20)];

/// A program that has been started. It ends, with what it has started itself, when this is dropped.
#[derive(Debug)]
pub struct UserProgram {
    child: Child,
    status: Option<ExitStatus>,
}

impl UserProgram {
    /// Starts the program in a process group of its own.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut held = held();
        held.watch();
        let child = command.spawn()?;
        held.add_group(child.id());
        Ok(UserProgram { child, status: None })
    }

    /// The pipe from its standard output, once and if one was asked for.
    pub fn stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// The exit status, if it has ended.
    ///
    /// # Errors
    /// If the system does not tell.
    pub(crate) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        // Its number may go to another process as soon as the system has reported how it ended.
        let mut held = held();
        if self.status.is_none() {
            if has_ended(self.child.id()) {
                // What it has started and left behind; the number is still its own.
                kill(self.child.id());
                held.remove_group(self.child.id());
            }
            self.status = self.child.try_wait()?;
            if self.status.is_some() {
                held.remove_group(self.child.id());
            }
        }
        Ok(self.status)
    }

    /// Waits until it ends, or until `stop` returns that it shall be ended: then there is no status.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn wait(&mut self, stop: &dyn Fn() -> bool) -> io::Result<Option<ExitStatus>> {
        let mut pause = PAUSES[0];
        loop {
            if let Some(status) = self.try_wait()? {
                return Ok(Some(status));
            }
            if stop() {
                self.interrupt();
                self.end();
                return Ok(None);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(PAUSES[1]);
        }
    }

    /// Asks it to end, as a terminal does, and waits for a moment.
    fn interrupt(&mut self) {
        if held().has_group(self.child.id()) {
            ask_to_end(self.child.id());
        }
        let asked = Instant::now();
        while asked.elapsed() < PATIENCE && matches!(self.try_wait(), Ok(None)) {
            thread::sleep(PAUSES[0]);
        }
    }

    /// Ends it, and what it has started, unless it has ended.
    pub fn end(&mut self) {
        let mut held = held();
        if self.status.is_some() || !held.has_group(self.child.id()) {
            return;
        }
        kill(self.child.id());
        held.remove_group(self.child.id());
        // On other systems the group is only the program itself.
        #[cfg(not(unix))]
        let _ = self.child.kill();
        // It has been killed, so this does not take long; if the system does not tell how it ended, nobody asks.
        self.status = self.child.wait().ok();
    }
}

impl Drop for UserProgram {
    fn drop(&mut self) {
        self.end();
    }
}

/// True if a child has ended, which the system still remembers; false where it does not tell without forgetting.
fn has_ended(child: u32) -> bool {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        let child = i32::try_from(child).map(|child| waitid(Id::Pid(nix::unistd::Pid::from_raw(child)), flags));
        matches!(child, Ok(Ok(WaitStatus::Exited(..) | WaitStatus::Signaled(..))))
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = child;
        false
    }
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    #[test]
    fn what_a_program_has_started_ends_with_it() {
        use super::{Command, UserProgram};
        use std::io::{BufRead, BufReader, Read};
        use std::process::Stdio;

        // The second sleep is a child of the shell and keeps the pipe open as long as it lives.
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 600 & echo started; sleep 600"]).stdout(Stdio::piped());
        let mut program = UserProgram::start(&mut command).expect("a shell");
        let mut pipe = BufReader::new(program.stdout().expect("a pipe"));
        let mut line = String::new();
        pipe.read_line(&mut line).expect("readable");
        assert_eq!((line.as_str(), program.try_wait().expect("told")), ("started\n", None));
        assert_eq!(program.wait(&|| true).expect("told"), None);
        assert_eq!(pipe.read_to_string(&mut line).expect("it ends"), 0);
        // One that is left behind does not keep the pipe open either.
        #[cfg(target_os = "linux")]
        {
            let mut command = Command::new("sh");
            command.args(["-c", "sleep 600 & echo done"]).stdout(Stdio::piped());
            let mut program = UserProgram::start(&mut command).expect("a shell");
            let mut pipe = program.stdout().expect("a pipe");
            assert!(program.wait(&|| false).expect("told").is_some_and(|status| status.success()));
            let mut text = String::new();
            pipe.read_to_string(&mut text).expect("readable");
            assert_eq!(text, "done\n");
        }
        // A second time there is nothing to end.
        program.end();
        let mut command = Command::new("sh");
        let mut program = UserProgram::start(command.args(["-c", "exit 3"])).expect("a shell");
        let status = program.wait(&|| false).expect("told").expect("it ended");
        assert_eq!(status.code(), Some(3));
    }
}
