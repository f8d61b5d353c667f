//! What interviews of behaviours begin with: built-in guides, notes, setups, replies.

use crate::world::Act;
use colloquy_schema::{Interviewer, Material, NamedText, ReplyMode, Setup};
use serde_json::{Value, json};

/// The built-in guide these behaviours run on.
pub const REFLECTIVE: &str = include_str!("../../pkg/guides/reflective.json");
const STAGED: &str = include_str!("../../pkg/guides/staged.json");
const ADVICE: &str = include_str!("../../pkg/guides/advice.json");
/// The skills guide as it ships.
pub const GAPS: &str = include_str!("../../pkg/guides/gaps.json");
/// The onboarding guide as it ships.
pub const ONBOARDING: &str = include_str!("../../pkg/guides/onboarding.json");

/// The guide as a value.
pub fn guide() -> Value {
    read(REFLECTIVE)
}

/// Reads a built-in guide, and leaves findings to the rules: what a model adds has behaviours of its own.
fn read(guide: &str) -> Value {
    let mut guide: Value = serde_json::from_str(guide).expect("the built-in guide is JSON");
    let prompts = guide["locales"]["en"]["prompts"].as_object_mut();
    prompts.expect("prompts").remove("findings");
    guide
}

/// The guide of the staged interview.
pub fn staged_guide() -> Value {
    read(STAGED)
}

/// The guide of the advice interview.
pub fn advice_guide() -> Value {
    read(ADVICE)
}

/// The guide of the skills interview.
pub fn gaps_guide() -> Value {
    read(GAPS)
}

/// The guide of the onboarding interview.
pub fn onboarding_guide() -> Value {
    read(ONBOARDING)
}

/// The guide with a change.
pub fn guide_with(change: impl FnOnce(&mut Value)) -> Value {
    let mut guide = guide();
    change(&mut guide);
    guide
}

/// Notes to be interviewed about.
pub fn notes() -> Material {
    let text = |name: &str, text: &str| NamedText {
        name: name.into(),
        text: text.into(),
    };
    Material {
        title: Some("The Long Attention".into()),
        creator: Some("Slow Radio".into()),
        texts: vec![
            text(
                "summary.md",
                "A talk about attention, rest and why deep work needs a place of its own.",
            ),
            text(
                "quotes.md",
                "> \"Attention is the rarest form of generosity.\" — Mara Lind (12:30)\n",
            ),
            text(
                "key-concepts.md",
                "- **Attention residue**: what stays with you after switching tasks\n- **Deep rest**: rest that is planned\n- **Office noise**\n",
            ),
            text(
                "books-mentioned.md",
                "- The Quiet Hour\n- Workshops of the Mind\n",
            ),
        ],
        ..Material::default()
    }
}

/// A setup with the scripted interviewer.
pub fn scripted() -> Setup {
    Setup {
        subject: "subject".into(),
        locale: "en".into(),
        material: notes(),
        seed: 7,
        ..Setup::default()
    }
}

/// A setup with a model.
pub fn with_model() -> Setup {
    let interviewer = Interviewer::Model {
        dialect: "anthropic".into(),
        name: "model".into(),
        reply_mode: ReplyMode::Instructed,
        max_tokens: None,
        effort: None,
    };
    Setup {
        interviewer,
        ..scripted()
    }
}

/// A reply of the model that satisfies the contract.
pub fn reply(follow_up: bool, question: &str) -> Act {
    Act::Reply(json!({ "follow_up": follow_up, "question": question }).to_string())
}
