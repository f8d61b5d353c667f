//! A count of steps in tests, by which the time is held to be linear without a clock.

#[cfg(test)]
thread_local! {
    static STEPS: core::cell::Cell<u64> = const { core::cell::Cell::new(0) };
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
