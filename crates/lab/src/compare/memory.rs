//! The memory of this process, and limits on it.

/// Address space that a process may use beyond its memory limit: reserved for stacks and heaps, and mostly never
/// touched.
#[cfg(unix)]
const RESERVED: u64 = 512 << 20;

/// Memory that a process may have for writing beyond its limit: the stacks of its threads, mostly never touched.
#[cfg(target_os = "linux")]
const STACKS: u64 = 128 << 20;

/// The most memory that this process has had in use at one time, in bytes, if the system tells.
///
/// On Linux from `/proc`: `getrusage` there begins with what the parent process used.
#[cfg(target_os = "linux")]
pub(super) fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// The most memory that this process has had in use at one time, in bytes, if the system tells.
#[cfg(all(unix, not(target_os = "linux")))]
pub(super) fn peak() -> Option<u64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
    u64::try_from(usage.max_rss()).ok().map(|used| used * unit)
}

/// The most memory that this process has had in use at one time, in bytes, if the system tells.
#[cfg(not(unix))]
pub(super) fn peak() -> Option<u64> {
    None
}

/// Lets this process end when the one that started it ends, as far as the system can.
#[cfg(target_os = "linux")]
pub(super) fn end_with_parent() {
    // Without it the process ends at its limits.
    let _ = nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL);
}

/// Lets this process end when the one that started it ends, as far as the system can.
#[cfg(not(target_os = "linux"))]
pub(super) fn end_with_parent() {}

/// Makes allocations fail that go beyond the limit, as far as the system can; the process then aborts. The limit is
/// kept more closely by looking at [`peak`] now and then.
///
/// # Errors
/// If the system neither limits memory nor tells how much is in use.
pub(super) fn limit(bytes: u64) -> Result<(), String> {
    if limit_by_system(bytes) || peak().is_some() {
        return Ok(());
    }
    Err("this system neither limits the memory of a process nor tells how much it uses".to_owned())
}

/// True if the system accepts a limit.
#[cfg(unix)]
fn limit_by_system(bytes: u64) -> bool {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let set = |resource: Resource, beyond: u64| {
        let Ok((_, hard)) = getrlimit(resource) else { return false };
        let most = bytes.saturating_add(beyond).min(hard);
        setrlimit(resource, most, most).is_ok()
    };
    let space = set(Resource::RLIMIT_AS, RESERVED);
    // Linux counts everything that can be written, whether by `brk` or by `mmap`; elsewhere this is not so.
    #[cfg(target_os = "linux")]
    let space = set(Resource::RLIMIT_DATA, STACKS) || space;
    space
}

/// True if the system accepts a limit.
#[cfg(not(unix))]
fn limit_by_system(_: u64) -> bool {
    false
}
