//! What a session is about: the notes of its material, and whether earlier sessions are about the same.

use crate::misuse::{Misuse, MisuseCode};
use colloquy_schema::{Context, Material, NO_SUBJECT, Setup};

/// Reads the notes of a material, so that prompts and the scripted interviewer can speak about them. It is handed in: reading
/// is a part of the program that a session without notes never loads.
pub type ReadNotes = fn(&Material) -> Context;

/// What a session speaks about. An empty material costs nothing to read.
pub(super) fn read(material: &Material, notes: Option<ReadNotes>) -> Result<Context, Misuse> {
    match notes {
        Some(read) => Ok(read(material)),
        None if *material == Material::default() => Ok(Context::default()),
        None => Err(Misuse::new(
            MisuseCode::InvalidOptions,
            "the session has notes (`material`): give the function that reads them",
        )),
    }
}

/// True when what earlier sessions on the subject asked and brought matters to a new one: a session about nothing has nothing in common
/// with any other, so its questions may be asked again.
pub fn looks_back(setup: &Setup) -> bool {
    let subject = setup.subject.trim();
    setup.material != Material::default() || !subject.is_empty() && subject != NO_SUBJECT
}

#[cfg(test)]
mod tests {
    use super::*;
    use colloquy_schema::NamedText;

    #[test]
    fn notes_without_a_reader_are_refused_and_never_left_out() {
        let empty = Material::default();
        let titled = Material {
            title: Some("Sleep".into()),
            ..Material::default()
        };
        let reader: ReadNotes = |material| Context {
            title: material.title.clone().unwrap_or_default(),
            ..Context::default()
        };
        assert_eq!(read(&empty, None).ok(), Some(Context::default()));
        let refused = read(&titled, None).err();
        assert_eq!(refused.map(|misuse| misuse.code()), Some("invalid_options"));
        assert_eq!(
            read(&titled, Some(reader))
                .map(|context| context.title)
                .ok(),
            Some("Sleep".into())
        );
    }

    #[test]
    fn a_session_without_material_and_subject_remembers_nothing() {
        let notes = Material {
            texts: vec![NamedText {
                name: "notes.md".into(),
                text: "Bees do not vote.".into(),
            }],
            ..Material::default()
        };
        let setup = |subject: &str, material: &Material| Setup {
            subject: subject.into(),
            material: material.clone(),
            ..Setup::default()
        };
        let nothing = Material::default();
        for (subject, material, expected) in [
            ("", &nothing, false),
            (" ", &nothing, false),
            (NO_SUBJECT, &nothing, false),
            ("course-7", &nothing, true),
            ("text:0", &notes, true),
        ] {
            assert_eq!(looks_back(&setup(subject, material)), expected, "{subject}");
        }
    }
}
