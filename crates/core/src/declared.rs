//! What is shown is what TypeScript declares: the types of `pkg/types/generated.d.ts` are generated from the same structs.

use crate::effect::{Head, Status};
use crate::event::SaveError;
use crate::interview::ResultView;
use crate::view::*;

pub(crate) const DECLARED: colloquy_schema::codec::Declarations =
    colloquy_schema::codec::Declarations(include_str!("../../../pkg/types/generated.d.ts"));

#[test]
fn what_is_written_is_what_typescript_declares() {
    DECLARED.assert_fields::<View>("View");
    DECLARED.assert_fields::<PartsView>("PartsView");
    DECLARED.assert_fields::<ConsentView>("ConsentView");
    DECLARED.assert_fields::<Progress>("Progress");
    DECLARED.assert_fields::<QuestionView>("QuestionView");
    DECLARED.assert_fields::<ExchangeView>("ExchangeView");
    DECLARED.assert_fields::<Can>("Can");
    DECLARED.assert_fields::<Saving>("Saving");
    DECLARED.assert_fields::<Problem>("Problem");
    DECLARED.assert_fields::<Notice>("Notice");
    DECLARED.assert_fields::<Figures>("Figures");
    DECLARED.assert_fields::<Head>("Head");
    DECLARED.assert_fields::<ResultView>("ResultView");
}

#[test]
fn names_are_those_typescript_declares() {
    DECLARED.assert_names("Status", Status::NAMES.iter().copied());
    DECLARED.assert_names("Phase", Phase::NAMES.iter().copied());
    DECLARED.assert_names("StageState", StageState::NAMES.iter().copied());
    DECLARED.assert_names("ReactionKind", ReactionKind::NAMES.iter().copied());
    DECLARED.assert_names("SavingState", SavingState::NAMES.iter().copied());
    DECLARED.assert_names("SaveError", SaveError::NAMES.iter().copied());
}
