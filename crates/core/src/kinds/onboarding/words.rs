//! The engine's own words: where the interview stands, for a model, and a question where no interviewer has one.

use super::state::Onboarding;
use crate::forms::FormWords;
use crate::session::Session;
use crate::wording::{data, fill};
use colloquy_findings::fold;
use colloquy_schema::{DataType, ObjectiveState, Phase};

/// The guide's words for forms.
pub(super) fn of_forms(session: &Session) -> FormWords<'_> {
    let words = &session.wording.kind.onboarding;
    FormWords {
        upload: &words.lead_upload,
        contact: &words.lead_contact,
        validation: &words.lead_validation,
        data: &words.data,
    }
}

/// Name of a kind of data in the session's language.
pub(super) fn label(session: &Session, kind: DataType) -> &str {
    of_forms(session).label(kind)
}

/// Where the interview stands, for a model.
pub(super) fn state(
    onboarding: &Onboarding,
    session: &Session,
    place: usize,
    phase: &Phase,
) -> String {
    let wording = &session.wording.kind.onboarding;
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
            ("files", &data("files", &files(session))),
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

fn files(session: &Session) -> String {
    let lines = session.files.iter().map(|file| {
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
pub(super) fn announces(session: &Session, text: &str) -> bool {
    let text = fold(text);
    let mut cues = session.wording.kind.onboarding.announces.iter();
    cues.any(|cue| !cue.is_empty() && text.contains(&fold(cue)))
}

/// Asks for what is open where no interviewer could.
pub(super) fn plain(state: &Onboarding, session: &Session) -> String {
    let open = super::current(state).and_then(|(_, phase)| {
        let open = |kind: &&DataType| state.state(**kind) == ObjectiveState::Open;
        phase.objectives.iter().find(open)
    });
    let label = open.map_or("", |kind| label(session, *kind));
    fill(&session.wording.kind.onboarding.plain, &[("label", label)])
}
