//! What is written is what TypeScript declares: the types of `pkg/types/generated.d.ts` are generated from the same structs.

use crate::codec::Declarations;
use crate::*;

const DECLARED: Declarations = Declarations(include_str!("../../../pkg/types/generated.d.ts"));

#[test]
fn what_is_written_is_what_typescript_declares() {
    DECLARED.assert_fields::<Prices>("Prices");
    DECLARED.assert_fields::<NamedText>("NamedText");
    DECLARED.assert_fields::<FindingsView>("FindingsView");
    DECLARED.assert_fields::<FindingView>("FindingView");
    DECLARED.assert_fields::<Findings>("Findings");
    DECLARED.assert_fields::<Finding>("Finding");
    DECLARED.assert_fields::<Theme>("Theme");
    DECLARED.assert_fields::<Longest>("Longest");
}

#[test]
fn names_are_those_that_typescript_declares() {
    for (name, names) in [
        ("Role", Role::NAMES),
        ("CallErrorKind", CallErrorKind::NAMES),
        ("QuestionKind", QuestionKind::NAMES),
        ("QuestionOrigin", QuestionOrigin::NAMES),
        ("CloseReason", CloseReason::NAMES),
        ("FindingsList", FindingsList::NAMES),
        ("ReplyMode", ReplyMode::NAMES),
    ] {
        DECLARED.assert_names(name, names.iter().copied());
    }
}
