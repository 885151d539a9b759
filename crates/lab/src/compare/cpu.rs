//! The processor time of this process, and limits on it. The process ends by itself when it looks; the system ends one
//! that does not.

use std::time::Duration;

use cnfab_solve::process;

/// How much later than the process the system keeps the limit. Until then the process reports what it did.
#[cfg(unix)]
const GRACE: Duration = Duration::from_secs(4);

/// Seconds that this process has been computing, all its threads together, if the system tells.
#[cfg(unix)]
fn used_s() -> Option<f64> {
    use nix::time::{ClockId, clock_gettime};
    let used = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).ok()?;
    Some(Duration::from(used).as_secs_f64())
}

/// Seconds that this process has been computing, all its threads together, if the system tells.
#[cfg(not(unix))]
fn used_s() -> Option<f64> {
    None
}

/// Seconds that programs have been computing that this process had started and that have ended.
#[cfg(unix)]
fn used_by_programs_s() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0.0, |usage| seconds(usage.user_time()) + seconds(usage.system_time()))
}

/// Seconds that programs have been computing that this process had started and that have ended.
#[cfg(not(unix))]
fn used_by_programs_s() -> f64 {
    0.0
}

/// Seconds that this process and its programs have been computing, also those that still run, if the system tells.
pub(super) fn all_s() -> Option<f64> {
    used_s().map(|used| used + used_by_programs_s() + process::computing_s())
}

/// Lets the system end this process soon after the limit.
///
/// # Errors
/// If the system does not limit the time.
#[cfg(unix)]
pub(super) fn limit(limit: Duration) -> Result<(), String> {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    // The signal writes the memory to a file otherwise.
    let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
    let seconds = (limit + GRACE).as_secs_f64().ceil() as u64;
    let why = |why: nix::Error| format!("cannot limit the time that the process computes: {why}");
    let (_, hard) = getrlimit(Resource::RLIMIT_CPU).map_err(why)?;
    setrlimit(Resource::RLIMIT_CPU, seconds.min(hard), hard).map_err(why)?;
    at(limit + GRACE)
}

/// Lets the system end this process soon after the limit.
///
/// # Errors
/// If the system does not limit the time.
#[cfg(not(unix))]
pub(super) fn limit(_: Duration) -> Result<(), String> {
    Err("this system does not limit the time that a process computes".to_owned())
}

/// `setrlimit` knows whole seconds only.
#[cfg(target_os = "linux")]
fn at(limit: Duration) -> Result<(), String> {
    use nix::sys::signal::{SigEvent, SigevNotify, Signal};
    use nix::sys::timer::{Expiration, Timer, TimerSetTimeFlags};
    use nix::time::ClockId;
    let notify = SigevNotify::SigevSignal { signal: Signal::SIGXCPU, si_value: 0 };
    let why = |why: nix::Error| format!("cannot limit the time that the process computes: {why}");
    let mut timer = Timer::new(ClockId::CLOCK_PROCESS_CPUTIME_ID, SigEvent::new(notify)).map_err(why)?;
    timer.set(Expiration::OneShot(limit.into()), TimerSetTimeFlags::empty()).map_err(why)?;
    // It is needed until the process ends.
    std::mem::forget(timer);
    Ok(())
}

#[cfg(all(unix, not(target_os = "linux")))]
fn at(_: Duration) -> Result<(), String> {
    Ok(())
}
