//! The skills of an interview as they are shown, handed back and corrected.

use super::Interview;
use crate::misuse::{Misuse, MisuseCode};
use crate::session::{Gap, Session, Skill, Source};
use crate::strategy::same_skill;
use crate::view::{AttributeView, PartsView, SkillSource, SkillView, SkillsView};
use colloquy_schema::{Attribute, Fact, SkillsEdit, Strategy};
use serde_json::{Map, Value};

/// Longest name of a skill, in characters.
const NAME_CHARS: usize = 80;
/// Longest value of an attribute, in characters.
const VALUE_CHARS: usize = 200;
/// Most skills, those the respondent puts in included.
const SKILLS: usize = 300;

impl Interview {
    /// Returns every skill with what is known of it, in the order in which they were named; struck ones are left out.
    /// Empty in any other interview. [`SkillsView::revision`] says when it has changed.
    pub fn skills(&self) -> Vec<SkillView> {
        skills(&self.session)
    }

    pub(super) fn edit_skills(&mut self, edit: SkillsEdit) -> Result<(), Misuse> {
        self.require(
            self.can_edit_skills(),
            "skills can be corrected while a skills interview goes on, before finishing",
        )?;
        self.require(
            self.session.skills.list.len() < SKILLS || !matches!(edit, SkillsEdit::Add { .. }),
            "there are too many skills already",
        )?;
        let edit = trimmed(edit);
        let (SkillsEdit::Strike { skill }
        | SkillsEdit::Add { skill }
        | SkillsEdit::Rename { skill, .. }
        | SkillsEdit::Set { skill, .. }) = &edit;
        let there = self.session.skills.get(skill).filter(|skill| !skill.struck);
        let name = match &edit {
            SkillsEdit::Add { skill } => Some(skill),
            SkillsEdit::Rename { to, .. } => Some(to),
            SkillsEdit::Set { value, .. } => {
                self.require(
                    value.chars().count() <= VALUE_CHARS,
                    "a value has at most 200 characters",
                )?;
                None
            }
            SkillsEdit::Strike { .. } => None,
        };
        if there.is_none() && !matches!(edit, SkillsEdit::Add { .. }) {
            return Err(Misuse::new(
                MisuseCode::NoSuchSkill,
                "there is no skill of that name: name it as interview.skills() shows it",
            ));
        }
        if let Some(name) = name {
            let fits = (1..=NAME_CHARS).contains(&name.chars().count());
            self.require(fits, "a skill's name has 1 to 80 characters")?;
            let mut kept = self.session.skills.kept();
            let taken = kept
                .any(|other| other.name != *skill && same_skill(&self.session, &other.name, name));
            let again = matches!(edit, SkillsEdit::Add { .. }) && there.is_some();
            self.require(!taken && !again, "there is a skill of that name already")?;
        }
        self.record(Fact::SkillsEdited(edit));
        Ok(())
    }

    pub(super) fn can_edit_skills(&self) -> bool {
        self.going() && matches!(self.session.guide.strategy, Strategy::Gaps(_))
    }
}

fn trimmed(mut edit: SkillsEdit) -> SkillsEdit {
    let tidy = |text: &mut String| *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match &mut edit {
        SkillsEdit::Add { skill } => tidy(skill),
        SkillsEdit::Rename { to, .. } => tidy(to),
        SkillsEdit::Set { value, .. } => tidy(value),
        SkillsEdit::Strike { .. } => {}
    }
    edit
}

/// Draws where a skills interview stands; nothing for any other.
pub(super) fn summary(session: &Session) -> Option<SkillsView> {
    let Strategy::Gaps(gaps) = &session.guide.strategy else {
        return None;
    };
    let skills = &session.skills;
    let (known, of) = skills.known();
    let parts = skills.parts.len() as u32;
    let reading = skills.parts_read < parts && session.closed.is_none();
    Some(SkillsView {
        revision: skills.revision + session.asked(),
        count: skills.kept().count() as u32,
        known,
        of,
        completeness: skills.completeness() as u8,
        complete: gaps.complete as u8,
        refused: skills.refused,
        reading: reading.then_some(PartsView {
            done: skills.parts_read,
            of: parts,
        }),
        unread: skills.unread,
    })
}

fn skills(session: &Session) -> Vec<SkillView> {
    let open = session.open_question();
    let now = open.and_then(|exchange| exchange.question.gap.as_ref());
    let kept = session.skills.kept();
    kept.map(|skill| {
        let now = now.filter(|gap| gap.skill == skill.name);
        let asked = now.map_or(&[][..], |gap| &gap.attributes);
        draw(session, skill, now.is_some(), asked)
    })
    .collect()
}

fn draw(session: &Session, skill: &Skill, now: bool, asked: &[Attribute]) -> SkillView {
    let Gap { probes, ended, .. } = &skill.gap;
    let mut attributes = Vec::new();
    for attribute in Attribute::ALL {
        let at = *attribute as usize;
        let known = skill.values[at].as_ref();
        let words = session.wording.gaps.attributes.get(at);
        let place = known.map(|known| placed(known.source));
        attributes.push(AttributeView {
            attribute: *attribute,
            label: words.map_or(String::new(), |words| words.label.clone()),
            value: known.map_or(String::new(), |known| known.value.clone()),
            quote: known.map_or(String::new(), |known| known.quote.clone()),
            question: place.and_then(|(_, question)| question),
            source: place.map(|(source, _)| source),
            now: known.is_none() && asked.contains(attribute),
        });
    }
    let (source, question) = placed(skill.source);
    SkillView {
        skill: skill.name.clone(),
        confidence: skill.confidence,
        quote: skill.quote.clone(),
        question,
        source,
        attributes,
        severity: skill.severity(),
        probes: *probes,
        limit: session.skills.limit(&skill.gap),
        now,
        ended: *ended,
    }
}

fn placed(source: Source) -> (SkillSource, Option<u32>) {
    match source {
        Source::Resume => (SkillSource::Resume, None),
        Source::Answer(question) => (SkillSource::Answer, Some(question)),
        Source::Respondent => (SkillSource::Respondent, None),
    }
}

/// The skills as they are handed back: `pkg/schemas/skills.schema.json`.
pub(super) fn outcome(session: &Session, out: &mut Map<String, Value>) {
    let Some(summary) = summary(session) else {
        return;
    };
    let mut list = Vec::new();
    for skill in skills(session) {
        let mut attributes = Map::new();
        for known in skill
            .attributes
            .into_iter()
            .filter(|known| known.source.is_some())
        {
            let evidence = evidence(
                known.value.into(),
                known.quote,
                known.source,
                known.question,
            );
            attributes.insert(known.attribute.name().into(), evidence);
        }
        let mut item = Map::new();
        let name = skill.skill.into();
        let Value::Object(named) = evidence(name, skill.quote, Some(skill.source), skill.question)
        else {
            continue;
        };
        for (key, value) in named {
            let key = if key == "value" { "skill".into() } else { key };
            item.insert(key, value);
        }
        item.insert("confidence".into(), skill.confidence.into());
        item.insert("attributes".into(), Value::Object(attributes));
        item.insert(
            "ended".into(),
            skill.ended.map(|reason| reason.name()).into(),
        );
        list.push(Value::Object(item));
    }
    out.insert("skills".into(), Value::Array(list));
    out.insert("completeness".into(), summary.completeness.into());
    out.insert("known".into(), summary.known.into());
    out.insert("of".into(), summary.of.into());
    out.insert("refused".into(), summary.refused.into());
    out.insert(
        "closed".into(),
        session.closed.map(|reason| reason.name()).into(),
    );
}

fn evidence(
    value: Value,
    quote: String,
    source: Option<SkillSource>,
    question: Option<u32>,
) -> Value {
    let mut out = Map::new();
    out.insert("value".into(), value);
    out.insert("quote".into(), quote.into());
    out.insert("source".into(), source.unwrap_or_default().name().into());
    out.insert("question".into(), question.into());
    Value::Object(out)
}
