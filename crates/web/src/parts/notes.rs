//! Reading the notes of a material.

use colloquy_core::ReadNotes;
use colloquy_notes::{MaterialSummary, context, describe_material, subject_of};
use colloquy_schema::Material;

/// What this part gives out.
pub(crate) struct Table {
    pub(crate) context: ReadNotes,
    pub(crate) describe: fn(&Material) -> MaterialSummary,
    pub(crate) subject: fn(&Material) -> String,
}

pub(crate) static TABLE: Table = Table {
    context,
    describe: describe_material,
    subject: |material| subject_of(None, material),
};
