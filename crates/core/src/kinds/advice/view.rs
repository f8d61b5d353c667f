//! What a screen shows of an advice interview: the recommendation, and the role that comes with it.

use colloquy_schema::codec::Codec;

/// Where an advice interview stands.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct AdviceView {
    /// Name of the kind, `advice`.
    #[cfg_attr(feature = "types", ts(type = "\"advice\""))]
    pub kind: &'static str,
    /// The recommendation, once there is one.
    pub proposal: Option<ProposalView>,
}

/// A recommendation and the action it comes with.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ProposalView {
    /// What is recommended, plain text.
    pub recommendation: String,
    /// The role to create; null when none is recommended, or when a part of it is missing.
    pub actor: Option<ActorView>,
    /// What the respondent decided about the action.
    pub status: ProposalStatus,
    /// Contracts of the parts that could not be had, such as `advice-part-2`; empty when it is whole.
    pub missing: Vec<String>,
}

/// What the respondent decided about an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum ProposalStatus {
    /// There is nothing to accept: no action, or not all of it.
    None,
    /// The respondent has not decided yet.
    Offered,
    /// The respondent accepted the action.
    Accepted,
    /// The respondent declined the action.
    Declined,
}

/// A role that is recommended.
#[derive(Clone, Debug, Default, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ActorView {
    /// Job title of the role.
    pub title: String,
    /// Reason for which the role helps.
    pub reason: String,
    /// What the role needs to know, 3 to 7 skills.
    pub skills: Vec<String>,
    /// System prompt for an assistant in this role.
    pub prompt: String,
    /// `reasoning` or `semantic`.
    pub model: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declared::DECLARED;

    #[test]
    fn what_is_written_is_what_typescript_declares() {
        DECLARED.assert_fields::<AdviceView>("AdviceView");
        DECLARED.assert_fields::<ProposalView>("ProposalView");
        DECLARED.assert_fields::<ActorView>("ActorView");
        DECLARED.assert_names(
            "ProposalStatus",
            ProposalStatus::ALL.iter().map(|status| status.name()),
        );
    }
}
