//! The machine and the program, as rows name them.

use std::fs;

use super::Host;

impl Host {
    /// This machine and this program, doing `jobs` runs at a time.
    pub fn here(jobs: usize) -> Self {
        Host {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: option_env!("CNFAB_COMMIT").map(str::to_owned),
            host: name(),
            system: system(),
            processor: processor(),
            cores: std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64),
            memory_bytes: memory_bytes(),
            jobs: jobs as u64,
            load: None,
        }
    }
}

/// The number of processes that wanted to compute, on average over the last minute, if the system tells.
pub(super) fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

#[cfg(unix)]
fn name() -> String {
    nix::unistd::gethostname().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(not(unix))]
fn name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

#[cfg(unix)]
fn system() -> String {
    let told = nix::sys::utsname::uname().map(|told| {
        [told.sysname(), told.release(), told.machine()].map(|part| part.to_string_lossy().into_owned()).join(" ")
    });
    told.unwrap_or_else(|_| std::env::consts::OS.to_owned())
}

#[cfg(not(unix))]
fn system() -> String {
    format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)
}

fn processor() -> String {
    let told = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let named = told.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(':'));
    named.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

fn memory_bytes() -> Option<u64> {
    let told = fs::read_to_string("/proc/meminfo").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
