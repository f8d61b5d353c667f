//! What is said by the engine itself: where the interview stands, for a model, and a question where no interviewer has one.

use crate::session::{Onboarding, Session};
use crate::wording::{data, fill};
use colloquy_findings::fold;
use colloquy_schema::{DataType, ObjectiveState, Phase};

/// Name of a kind of data in the session's language.
pub(crate) fn label(session: &Session, kind: DataType) -> &str {
    let data = session.wording.onboarding.data.get(kind as usize);
    data.map_or(kind.name(), |data| data.label.as_str())
}

/// Where the interview stands, for a model.
pub(super) fn state(session: &Session, place: usize, phase: &Phase) -> String {
    let wording = &session.wording.onboarding;
    let onboarding = &session.onboarding;
    let words = wording.phases.get(place);
    let so_far = &onboarding.phases[place];
    let mut objectives = String::new();
    for kind in &phase.objectives {
        let about = wording
            .data
            .get(*kind as usize)
            .map_or("", |data| data.about.as_str());
        let line = [
            "- ",
            kind.name(),
            " (",
            onboarding.state(*kind).name(),
            "): ",
            about,
            "\n",
        ];
        line.into_iter().for_each(|part| objectives.push_str(part));
    }
    fill(
        &wording.state,
        &[
            ("phase", &phase.id),
            ("purpose", words.map_or("", |words| words.purpose.as_str())),
            (
                "instructions",
                words.map_or("", |words| words.instructions.as_str()),
            ),
            ("objectives", objectives.trim_end()),
            ("files", &data("files", &files(onboarding))),
            ("kept", &data("kept", &kept(onboarding))),
            (
                "turns",
                &phase.max_turns.saturating_sub(so_far.turns).to_string(),
            ),
            (
                "forms",
                &phase.max_forms.saturating_sub(so_far.forms).to_string(),
            ),
        ],
    )
}

fn files(onboarding: &Onboarding) -> String {
    let lines = onboarding.files.iter().map(|file| {
        let size = file.size.to_string();
        [
            &file.storage_url,
            " ",
            &file.name,
            " (",
            &file.mime_type,
            ", ",
            &size,
            " bytes)\n",
        ]
        .concat()
    });
    lines.collect()
}

fn kept(onboarding: &Onboarding) -> String {
    let lines = onboarding.kept.iter().map(|kept| {
        let artifact = &kept.artifact;
        let version = artifact.version.to_string();
        let confirmed = if artifact.confirmed { ", approved" } else { "" };
        [&artifact.id, " version ", &version, confirmed, "\n"].concat()
    });
    lines.collect()
}

/// True when a text announces a form: the model was to call a tool.
pub(crate) fn announces(session: &Session, text: &str) -> bool {
    let text = fold(text);
    let mut cues = session.wording.onboarding.announces.iter();
    cues.any(|cue| !cue.is_empty() && text.contains(&fold(cue)))
}

/// Asks for what is open where no interviewer could.
pub(super) fn plain(session: &Session) -> String {
    let open = super::current(session).and_then(|(_, phase)| {
        let open = |kind: &&DataType| session.onboarding.state(**kind) == ObjectiveState::Open;
        phase.objectives.iter().find(open)
    });
    let label = open.map_or("", |kind| label(session, *kind));
    fill(&session.wording.onboarding.plain, &[("label", label)])
}
