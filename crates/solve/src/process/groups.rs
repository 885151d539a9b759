//! Groups of processes: signals to all of a group, and the processor time of those that are still running. Of those
//! that have ended the system tells by itself.

use std::fs;

use super::held::held;

/// Seconds that the programs which run now have been computing, with what they have started, as far as the system
/// tells.
pub fn computing_s() -> f64 {
    let groups = held().groups();
    groups.into_iter().map(of_s).sum()
}

/// The same for a process and those that it has started.
fn of_s(process: u32) -> f64 {
    // The kernel counts in hundredths of a second there, on every machine.
    const TICKS: f64 = 100.0;
    let read = |file: &str| fs::read_to_string(format!("/proc/{process}/{file}")).unwrap_or_default();
    let stat = read("stat");
    // The name, in brackets, may hold blanks; user and system time are the 12th and 13th fields behind it, and those of
    // children that have ended the next two.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    let own: f64 = fields.skip(11).take(4).filter_map(|field| field.parse::<f64>().ok()).sum();
    let children = read(&format!("task/{process}/children"));
    let of_children = children.split_whitespace().filter_map(|child| child.parse().ok()).map(of_s);
    own / TICKS + of_children.sum::<f64>()
}

/// Kills a process group.
pub(super) fn kill(group: u32) {
    #[cfg(unix)]
    signal(group, nix::sys::signal::Signal::SIGKILL);
    #[cfg(not(unix))]
    let _ = group;
}

/// Asks all processes of a group to end.
pub(super) fn ask_to_end(group: u32) {
    #[cfg(unix)]
    signal(group, nix::sys::signal::Signal::SIGINT);
    #[cfg(not(unix))]
    let _ = group;
}

#[cfg(unix)]
fn signal(group: u32, signal: nix::sys::signal::Signal) {
    if let Ok(group) = i32::try_from(group) {
        // A program that has just ended by itself is as good.
        let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(group), signal);
    }
}
