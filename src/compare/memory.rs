//! How much memory this process uses, and limits on it.

/// Address space that a process may use beyond its memory limit: reserved for stacks and heaps, and mostly never touched.
#[cfg(unix)]
const RESERVED: u64 = 512 << 20;

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

/// Makes allocations fail that go far beyond the limit. The limit itself is kept by looking at [`peak`] now and then.
#[cfg(unix)]
pub(super) fn limit(bytes: u64) -> Result<(), String> {
    use nix::sys::resource::{Resource, setrlimit};
    let space = bytes.saturating_add(RESERVED);
    setrlimit(Resource::RLIMIT_AS, space, space).map_err(|why| format!("cannot limit the memory: {why}"))
}

/// Makes allocations fail that go far beyond the limit.
#[cfg(not(unix))]
pub(super) fn limit(_: u64) -> Result<(), String> {
    Err("this system does not let us limit memory".to_owned())
}
