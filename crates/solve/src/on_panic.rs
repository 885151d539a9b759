//! The guard of a thread, which acts when it panics, so that no other one waits for it.

/// Calls the function when it is dropped by a panic.
pub(super) struct OnPanic<F: Fn()>(pub(super) F);

impl<F: Fn()> Drop for OnPanic<F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            (self.0)();
        }
    }
}
