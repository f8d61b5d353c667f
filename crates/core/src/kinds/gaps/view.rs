//! What a screen shows of a skills interview: how much is known, and the table of skills.

use crate::view::PartsView;
use colloquy_schema::codec::Codec;
use colloquy_schema::{Attribute, GapEnd};

/// Where a skills interview stands.
#[derive(Clone, Debug, Default, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct GapsView {
    /// Name of the kind, `gaps`.
    #[cfg_attr(feature = "types", ts(type = "\"gaps\""))]
    pub kind: &'static str,
    /// Goes up with every change of the table that `details` returns.
    pub revision: u32,
    /// How many skills there are, struck ones left out.
    pub count: u32,
    /// Attributes that are known, of all skills together.
    pub known: u32,
    /// Attributes there are: six a skill.
    pub of: u32,
    /// Known attributes of all, in percent, rounded down; 0 without skills.
    pub completeness: u8,
    /// Completeness from which enough is known, in percent.
    pub complete: u8,
    /// Values and skills that were refused, because no words of the text show them or for another reason.
    pub refused: u32,
    /// How much of the résumé has been read, while it is; absent afterwards, and without one.
    pub reading: Option<PartsView>,
    /// Parts of the résumé that could not be read, and answers.
    pub unread: u32,
}

/// What is read of a skills interview beside its view.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct GapsDetails {
    /// Name of the kind, `gaps`.
    #[cfg_attr(feature = "types", ts(type = "\"gaps\""))]
    pub kind: &'static str,
    /// Every skill in the order in which they were named; those the respondent struck are left out.
    pub skills: Vec<SkillView>,
}

/// One skill of the table.
#[derive(Clone, Debug, Default, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SkillView {
    /// Name of the skill.
    pub skill: String,
    /// How sure it is that the person has the skill, 0 to 1.
    pub confidence: f64,
    /// The words that name it; empty for one that the respondent put in.
    pub quote: String,
    /// Number of the question whose answer named it; absent for the résumé, and for one the respondent put in.
    pub question: Option<u32>,
    /// Source of the name of the skill.
    pub source: SkillSource,
    /// The six attributes in their order.
    pub attributes: Vec<AttributeView>,
    /// 0.9, 0.6 or 0.3 by how much is unknown; 0 when nothing is.
    pub severity: f64,
    /// Answers about it so far.
    pub probes: u32,
    /// How many answers about it there may be.
    pub limit: u32,
    /// True when the open question is about it.
    pub now: bool,
    /// Why it is not asked about any more.
    pub ended: Option<GapEnd>,
}

/// One attribute of a skill.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct AttributeView {
    /// The attribute.
    pub attribute: Attribute,
    /// Name of the attribute in the session's language.
    pub label: String,
    /// Value of the attribute; empty while it is not known.
    pub value: String,
    /// The words that show it; empty for one the respondent set.
    pub quote: String,
    /// Number of the question whose answer showed it.
    pub question: Option<u32>,
    /// Where the value comes from; absent while it is not known.
    pub source: Option<SkillSource>,
    /// True when the open question asks for it.
    pub now: bool,
}

/// Where something about a skill comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum SkillSource {
    /// The résumé.
    #[default]
    Resume,
    /// An answer.
    Answer,
    /// The respondent's own correction.
    Respondent,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declared::DECLARED;

    #[test]
    fn what_is_written_is_what_typescript_declares() {
        DECLARED.assert_fields::<GapsView>("GapsView");
        DECLARED.assert_fields::<GapsDetails>("GapsDetails");
        DECLARED.assert_fields::<SkillView>("SkillView");
        DECLARED.assert_fields::<AttributeView>("AttributeView");
        DECLARED.assert_names(
            "SkillSource",
            SkillSource::ALL.iter().map(|source| source.name()),
        );
    }
}
