//! Reading the notes of a session's material.

use crate::misuse::{Misuse, MisuseCode};
use colloquy_schema::{Context, Material};

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
