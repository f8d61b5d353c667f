//! A count of steps in tests, which holds the time to be linear without a clock.

colloquy_findings::step_counter!();
