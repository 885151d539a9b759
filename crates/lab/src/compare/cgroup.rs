//! Control groups of Linux: a group for each run, whose memory the system keeps within its limit, programs that the run
//! starts included, and in which nothing lives on after the run.
//!
//! Both versions of the interface are used, as far as this process may make groups below its own: version 2 where the
//! memory controller is handed on to it, version 1 for those who may write there. Where there is neither, limits are
//! kept by `setrlimit` and by the run itself.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// Where the system mounts its groups.
const ROOT: &str = "/sys/fs/cgroup";

/// How often and how long the end of killed processes is waited for.
const TRIES: u32 = 200;
const PAUSE: Duration = Duration::from_millis(1);

/// The folder in which runs get their groups.
#[derive(Debug)]
pub struct Cgroups {
    folder: PathBuf,
    version: Version,
    next: AtomicU64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Version {
    One,
    Two,
}

/// The group of one run.
#[derive(Debug)]
pub(super) struct Cgroup {
    folder: PathBuf,
    version: Version,
}

impl Cgroups {
    /// The groups below the group of this process. `None` if it may not make any, or they do not limit memory.
    pub fn find() -> Option<Self> {
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        Self::below(Path::new(ROOT), &own, std::process::id())
    }

    /// The same with the system's folder and its text about the process, for tests.
    fn below(root: &Path, own: &str, process: u32) -> Option<Self> {
        let places = places(own);
        let try_one = |(version, path): &(Version, String)| {
            let roots: &[&str] = match version {
                Version::One => &["memory"],
                Version::Two => &["", "unified"],
            };
            roots.iter().find_map(|mounted| {
                let parent = root.join(mounted).join(path.trim_start_matches('/'));
                // Below a group that is not seen from here, as in a container, the mount is this process's own.
                let parent = if parent.is_dir() { parent } else { root.join(mounted) };
                clear(&parent, *version);
                let cgroups = Cgroups {
                    folder: parent.join(format!("cnfab-{process}")),
                    version: *version,
                    next: AtomicU64::new(0),
                };
                cgroups.limits_memory().then_some(cgroups)
            })
        };
        places.iter().find_map(try_one)
    }

    /// Makes the folder; whether groups in it limit memory. If not, nothing is left of it.
    fn limits_memory(&self) -> bool {
        if fs::create_dir(&self.folder).is_err() {
            return false;
        }
        let handed_on = match self.version {
            Version::One => true,
            // Nothing is made here: where there is no such file, this is no control group.
            Version::Two => fs::OpenOptions::new()
                .write(true)
                .open(self.folder.join("cgroup.subtree_control"))
                .is_ok_and(|mut file| file.write_all(b"+memory").is_ok()),
        };
        let limits = handed_on && {
            let probe = self.folder.join("probe");
            let limits = fs::create_dir(&probe).is_ok() && probe.join(self.version.limit()).exists();
            let _ = fs::remove_dir(&probe);
            limits
        };
        if !limits {
            let _ = fs::remove_dir(&self.folder);
        }
        limits
    }

    /// Puts a process that has only begun into a group of its own with a limit in bytes. `None` if that cannot be done;
    /// the other ways to limit memory have to do then.
    pub(super) fn hold(&self, process: u32, memory_bytes: Option<u64>) -> Option<Cgroup> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let group = Cgroup { folder: self.folder.join(format!("run-{number}")), version: self.version };
        fs::create_dir(&group.folder).ok()?;
        match group.fill(process, memory_bytes) {
            Ok(()) => Some(group),
            Err(_) => {
                let _ = fs::remove_dir(&group.folder);
                None
            }
        }
    }
}

/// Ends the groups of processes that made groups here and were killed before they could take them away.
fn clear(parent: &Path, version: Version) {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix("cnfab-")).and_then(|pid| pid.parse::<u32>().ok());
        if owner.is_none_or(|owner| Path::new("/proc").join(owner.to_string()).exists()) {
            continue;
        }
        for run in fs::read_dir(entry.path()).into_iter().flatten().flatten().filter(|run| run.path().is_dir()) {
            Cgroup { folder: run.path(), version }.end();
        }
        let _ = fs::remove_dir(entry.path());
    }
}

impl Drop for Cgroups {
    fn drop(&mut self) {
        // Only an empty one goes.
        let _ = fs::remove_dir(&self.folder);
    }
}

impl Version {
    fn limit(self) -> &'static str {
        match self {
            Version::One => "memory.limit_in_bytes",
            Version::Two => "memory.max",
        }
    }
}

impl Cgroup {
    fn fill(&self, process: u32, memory_bytes: Option<u64>) -> io::Result<()> {
        if let Some(bytes) = memory_bytes {
            fs::write(self.folder.join(self.version.limit()), bytes.to_string())?;
            // Not all systems count swapped memory.
            let (swap, most) = match self.version {
                Version::One => ("memory.memsw.limit_in_bytes", bytes.to_string()),
                Version::Two => ("memory.swap.max", "0".to_owned()),
            };
            let _ = fs::write(self.folder.join(swap), most);
        }
        fs::write(self.folder.join("cgroup.procs"), process.to_string())
    }

    /// Ends the processes still in the group and removes it; whether the system ended a process of it for lack of
    /// memory.
    pub(super) fn end(self) -> bool {
        let events = match self.version {
            Version::One => "memory.oom_control",
            Version::Two => "memory.events",
        };
        let events = fs::read_to_string(self.folder.join(events)).unwrap_or_default();
        let was_full = events.lines().filter_map(|line| line.strip_prefix("oom_kill ")).any(|n| n.trim() != "0");
        for _ in 0..TRIES {
            if fs::remove_dir(&self.folder).is_ok() {
                break;
            }
            self.kill();
            thread::sleep(PAUSE);
        }
        was_full
    }

    fn kill(&self) {
        if self.version == Version::Two && fs::write(self.folder.join("cgroup.kill"), "1").is_ok() {
            return;
        }
        #[cfg(unix)]
        {
            use nix::sys::signal::{Signal, kill};
            use nix::unistd::Pid;
            let processes = fs::read_to_string(self.folder.join("cgroup.procs")).unwrap_or_default();
            for process in processes.lines().filter_map(|line| line.trim().parse().ok()) {
                // It may just have ended.
                let _ = kill(Pid::from_raw(process), Signal::SIGKILL);
            }
        }
    }
}

/// The groups of the process as `/proc/self/cgroup` lists them: the group of version 2 first, then the memory group of
/// version 1.
fn places(own: &str) -> Vec<(Version, String)> {
    let mut places = Vec::new();
    for line in own.lines() {
        let mut fields = line.splitn(3, ':');
        let (Some(_), Some(controllers), Some(path)) = (fields.next(), fields.next(), fields.next()) else { continue };
        if controllers.is_empty() {
            places.insert(0, (Version::Two, path.to_owned()));
        } else if controllers.split(',').any(|controller| controller == "memory") {
            places.push((Version::One, path.to_owned()));
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groups_of_a_process_are_read() {
        let own = "3:cpu,cpuacct:/a\n9:memory:/jobs/7\n0::/user.slice/x:y\n";
        let expected = [(Version::Two, "/user.slice/x:y".to_owned()), (Version::One, "/jobs/7".to_owned())];
        assert_eq!(places(own), expected);
        assert_eq!(places("nonsense\n"), []);
    }

    /// Folders without the system behind them have no files for limits.
    #[test]
    fn groups_that_do_not_limit_memory_are_not_used() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("user")).unwrap();
        fs::create_dir_all(root.path().join("memory")).unwrap();
        assert!(Cgroups::below(root.path(), "9:memory:/\n0::/user\n", 1).is_none());
        assert_eq!(fs::read_dir(root.path().join("memory")).unwrap().count(), 0);
        assert_eq!(fs::read_dir(root.path().join("user")).unwrap().count(), 0);
        assert!(Cgroups::below(root.path(), "", 1).is_none());
    }

    /// Runs where groups may be made: the limit is there, and nothing is left afterwards.
    #[test]
    fn a_process_is_held_and_ended() {
        let Some(cgroups) = Cgroups::find() else { return };
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let group = cgroups.hold(child.id(), Some(50_000_000)).unwrap();
        let limit: u64 = fs::read_to_string(group.folder.join(group.version.limit())).unwrap().trim().parse().unwrap();
        assert!(limit.abs_diff(50_000_000) < 5_000, "{limit}");
        let folder = group.folder.clone();
        let ended = thread::spawn(move || child.wait().unwrap());
        assert!(!group.end());
        assert!(!ended.join().unwrap().success());
        assert!(!folder.exists());
        let all = cgroups.folder.clone();
        drop(cgroups);
        assert!(!all.exists());
    }
}
