//! Sessions as they really are, as files.

use crate::guides::built_in;
use crate::model;
use colloquy_archive::session_file;
use colloquy_core::{Command, Event, Phase};
use colloquy_schema::{FindingsEdit, FindingsList, Material};
use colloquy_tests::onboarding::{agrees, diligent};
use colloquy_tests::world::{Act, World, scripted, with_model};
use serde_json::Value;
use std::sync::LazyLock;

/// The session files, as values: one of each guide, some led by a model.
pub(crate) static SESSIONS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    (0..6)
        .map(|place| serde_json::from_str(&file(place)).expect("a session file is JSON"))
        .collect()
});

fn file(place: usize) -> String {
    let model = place % 2 == 1;
    let mut setup = if model { with_model() } else { scripted() };
    if place >= 4 {
        setup.material = Material::default();
    }
    // The small onboarding guide's model does what is to be done, the others say what comes.
    let agent = if place == 5 { diligent } else { model::says };
    let acts = if model {
        vec![Act::Agent(agent)]
    } else {
        Vec::new()
    };
    model::reads(&[7, 1, 40, 2, 9, 3, 99, 4, 17, 2, 5, 3, 1, 8]);
    let mut world = World::new(built_in(place), setup, acts);
    for turn in 0..7 {
        world.settle();
        let view = world.view();
        let event = match view.phase {
            Phase::Proposal => Event::Command(Command::Accept),
            Phase::Review => break,
            _ if turn == 2 => Event::Command(Command::Skip),
            _ if turn == 4 => Event::Answer {
                text: "I realized that rest needs a plan. I should tell Henrietta about Python."
                    .into(),
            },
            _ => agrees(&view),
        };
        let _ = world.try_event(event);
    }
    let _ = world.try_event(Event::Amend {
        question: 1,
        text: "I led the Python migration for 5 years.".into(),
    });
    let _ = world.try_event(Event::Command(Command::Pause));
    let _ = world.try_event(Event::Command(Command::Resume));
    if place.is_multiple_of(3) {
        let _ = world.try_event(Event::Command(Command::Finish));
        let add = FindingsEdit::Add {
            list: FindingsList::Insights,
            text: "Rest is planned.".into(),
        };
        let _ = world.try_event(Event::EditFindings(add));
    }
    session_file::write(world.interview.records(), Some("half a sentence"))
}
