//! A count of steps in tests, which holds the time to be linear without a clock.

/// Defines `step()`, which counts, and for tests `taken()`, which returns how many steps were taken since its last call.
///
/// The crate that uses it puts it into a module of its own. Outside that crate's tests `step()` does nothing at all, so the
/// functions that read texts may call it wherever the work grows with the text.
#[macro_export]
macro_rules! step_counter {
    () => {
        #[cfg(test)]
        thread_local! {
            static STEPS: ::core::cell::Cell<u64> = const { ::core::cell::Cell::new(0) };
        }

        /// Counts a step; nothing at all outside tests.
        #[inline]
        pub(crate) fn step() {
            #[cfg(test)]
            STEPS.with(|steps| steps.set(steps.get() + 1));
        }

        /// Returns how many steps were taken since the last call.
        #[cfg(test)]
        pub(crate) fn taken() -> u64 {
            STEPS.with(|steps| steps.replace(0))
        }
    };
}
