//! An interview takes its course: what somebody does who wants it to end.

use colloquy_core::{Command, Event, Phase, View};
use colloquy_tests::onboarding::agrees;
use colloquy_tests::world::World;

/// Does what the view asks for; false once the interview is over. Time must have passed until somebody is asked.
pub(crate) fn goes_on(world: &mut World, view: &View) -> bool {
    match view.phase {
        Phase::Consent => world.event(Event::Consent),
        // A form that a damaged guide or file asks for may have no value that fits it: it can still be passed over.
        Phase::Answering => {
            if world.try_event(agrees(view)).is_err() {
                world.command(Command::Skip);
            }
        }
        Phase::Proposal => world.command(Command::Accept),
        Phase::GivenUp => world.command(Command::Retry),
        Phase::Paused => world.command(Command::Resume),
        Phase::Offline => world.event(Event::Network { online: true }),
        Phase::Review => world.command(Command::Finish),
        Phase::Finished => return false,
        Phase::Asking | Phase::Retrying => panic!("it hangs in {:?}", view.phase),
    }
    true
}

/// Goes on to the end, which must come.
pub(crate) fn ends(world: &mut World, most: u32) {
    for _ in 0..most {
        world.settle();
        let view = world.view();
        if !goes_on(world, &view) {
            return;
        }
    }
    panic!("it does not end: {:?}", world.view().figures);
}
