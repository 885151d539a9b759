//! A log: lines about what a strategy does while it searches, for whoever wants to read them.

use std::fmt;
use std::sync::Arc;

/// Gets each line.
type OnLine = Arc<dyn Fn(&str) + Send + Sync>;

/// Whoever reads what a strategy does meanwhile; nobody, if it is not said.
#[derive(Clone, Default)]
pub struct Log(Option<OnLine>);

impl Log {
    /// A log that calls `on_line` with each line, from any thread.
    pub fn new(on_line: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Log(Some(Arc::new(on_line)))
    }

    /// Adds a line, which is made only if somebody reads it.
    pub(super) fn say(&self, line: impl FnOnce() -> String) {
        if let Some(on_line) = &self.0 {
            on_line(&line());
        }
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Log(read)" } else { "Log(not read)" })
    }
}
